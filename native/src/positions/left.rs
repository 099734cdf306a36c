//! What Python is told of lines, and of the games that it has a word on.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::row::{Format, Lines};
use crate::block_facts::stopped;
use crate::engine_records::{ColumnBuffers, HaltedGame, LeftGame, Written};
use crate::kinds::Kinds;
use crate::line::Stop;

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
pub fn written(py: Python<'_>, lines: Lines, left: Vec<Left>) -> Written<'_> {
    let halted = |halted: Halted| HaltedGame {
        bytes: halted.bytes,
        lines: halted.lines,
        unsaid: halted.unsaid,
        kind: halted.kind,
        stop: stopped(&halted.stop),
    };
    let left = left.into_iter().map(|game| LeftGame {
        game: game.index,
        bytes: game.bytes,
        lines: game.lines,
        halted: game.halted.map(halted),
    });
    let is_columns = lines.style.format == Format::Columns;
    let columns = is_columns.then(|| {
        let (buffers, castling) = lines.columns.buffers(|data| PyBytes::new(py, data));
        ColumnBuffers { buffers, castling }
    });
    Written {
        lines: PyBytes::new(py, &lines.out),
        written: lines.count,
        unsaid: lines.unsaid,
        hashes: PyBytes::new(py, &lines.hashes),
        left: left.collect(),
        columns,
    }
}
