//! What Python is told of lines, and of the games that it has a word on.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use super::row::{Format, Lines};
use crate::block_facts::stopped;
use crate::kinds::Kinds;
use crate::line::Stop;

/// The lines of a block: their bytes, how many they are, how many of them `Style::classic` cannot say, their hashes; and
/// of each game that is left to Python, or stops, its index, and the bytes and lines before it; of one that stops the
/// bytes and lines to its end as well, how many of them `Style::classic` cannot say, and where it does (see `Watched`).
/// And where columns are asked for, these, and the castling fields that occur.
pub type Written<'py> =
    (Bound<'py, PyBytes>, usize, usize, Bound<'py, PyBytes>, Vec<LeftTuple<'py>>, Option<Buffers<'py>>);
type Buffers<'py> = (Vec<Bound<'py, PyBytes>>, Vec<String>);
type LeftTuple<'py> = (usize, usize, usize, Option<HaltedTuple<'py>>);
type HaltedTuple<'py> = (usize, usize, usize, Kinds, Bound<'py, PyTuple>);

/// A game that Python has a word on: its index, the bytes and lines before it.
pub struct Left {
    pub index: usize,
    pub bytes: usize,
    pub lines: usize,
    pub halted: Option<Halted>,
}

/// A game whose lines are written down to where it stops: where they end, how many KQkq cannot say, and where that is.
pub struct Halted {
    pub bytes: usize,
    pub lines: usize,
    pub unsaid: usize,
    pub kind: Kinds,
    pub stop: Box<Stop>,
}

/// All of it for Python.
pub fn written(py: Python<'_>, lines: Lines, left: Vec<Left>) -> PyResult<Written<'_>> {
    let told = |one: Left| {
        let halted = one.halted.map(|halted| {
            let Halted { bytes, lines, unsaid, kind, stop } = halted;
            PyResult::Ok((bytes, lines, unsaid, kind, stopped(py, &stop)?))
        });
        Ok((one.index, one.bytes, one.lines, halted.transpose()?))
    };
    let left = left.into_iter().map(told).collect::<PyResult<Vec<_>>>()?;
    let columns = lines.style.format == Format::Columns;
    let buffers = columns.then(|| lines.columns.buffers(|data| PyBytes::new(py, data)));
    Ok((PyBytes::new(py, &lines.out), lines.count, lines.unsaid, PyBytes::new(py, &lines.hashes), left, buffers))
}
