//! The rows of `pgnfen tags`. How a value is written Python says, once, and so of a start that is not plain; here it is
//! put in its place.
#![forbid(unsafe_code)]

mod start;

use std::collections::HashMap;
use std::mem::take;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::definitions::KEYS;
use crate::fen;
use crate::games::Games;
use crate::record::write_number;
use crate::records::{self, Place};
use crate::scan::guarded;
use crate::starts::write_key;
use crate::table::Row;

use start::Format;

/// The texts before number, line, offset and start, and the one behind the last column.
const PIECES: usize = 5;
/// What an answer takes beside its bytes and those of its key, more or less.
const ENTRY: usize = 64;

/// Answers by what was asked, all in so many bytes; forgotten at once where they would take more.
#[derive(Debug, Default)]
struct Answers {
    known: HashMap<Box<[u8]>, Box<[u8]>>,
    size: usize,
}

impl Answers {
    /// Write the answer for `key` to `out`; where it is not known, `ask`.
    fn write<'py, A>(&mut self, out: &mut Vec<u8>, key: &[u8], room: usize, ask: A) -> PyResult<()>
    where
        A: FnOnce() -> PyResult<Bound<'py, PyBytes>>,
    {
        if let Some(answer) = self.known.get(key) {
            out.extend_from_slice(answer);
            return Ok(());
        }
        let answer = ask()?;
        out.extend_from_slice(answer.as_bytes());
        self.keep(key, answer.as_bytes(), room);
        Ok(())
    }

    fn keep(&mut self, key: &[u8], answer: &[u8], room: usize) {
        let size = key.len() + answer.len() + ENTRY;
        if size > room {
            return;
        }
        if size > room - self.size {
            *self = Self::default();
        }
        self.size += size;
        self.known.insert(key.into(), answer.into());
    }
}

#[derive(Debug, Default)]
struct Known {
    values: Answers,
    starts: Answers,
}

/// Games, and where they stand in the input.
struct Block<'a> {
    data: &'a [u8],
    rows: &'a [Row],
    path: &'a [u8],
    /// Number, line and offset of the first.
    place: (u64, u64, u64),
}

/// Where records stand in the input.
struct Records<'a> {
    path: &'a [u8],
    /// Number, line and offset of the first byte.
    place: (u64, u64, u64),
}

/// Writes rows in one format, and remembers what Python has said.
#[pyclass(frozen, module = "pgnfen._native")]
pub struct Rows {
    format: Format,
    /// Before number, line, offset, start and each of the columns, and behind the last.
    pieces: Vec<Vec<u8>>,
    /// The tags behind the start, as places in `KEYS`.
    columns: Vec<usize>,
    value: Py<PyAny>,
    start: Py<PyAny>,
    room: usize,
    absent: Vec<u8>,
    known: Mutex<Known>,
}

/// What a callback says of raw values.
fn ask<'py, const N: usize>(
    py: Python<'py>,
    callback: &Py<PyAny>,
    values: [Option<&[u8]>; N],
) -> PyResult<Bound<'py, PyBytes>> {
    let values = PyTuple::new(py, values.map(|value| value.map(|value| PyBytes::new(py, value))))?;
    Ok(callback.bind(py).call1(values)?.cast_into()?)
}

impl Rows {
    /// The texts before number, line, offset and start; those before the columns; the one behind the last.
    fn parts(&self) -> ([&[u8]; 4], &[Vec<u8>], &[u8]) {
        let (before, columns) = self.pieces.split_at(4);
        let (last, columns) = columns.split_last().expect("`new` counts them");
        (std::array::from_fn(|index| &before[index][..]), columns, last)
    }

    fn write(&self, py: Python<'_>, block: &Block<'_>, known: &mut Known) -> PyResult<Vec<u8>> {
        let ([first, before_line, before_offset, before_start], before_columns, last) = self.parts();
        let first = [block.path, first].concat();
        let (number, line, offset) = block.place;
        let (mut out, mut key, mut begin) = (Vec::new(), Vec::new(), 0);
        // Archives say the same of game after game.
        let (mut before, mut written) = ([None; 3], 0..0);
        let mut last_values: Vec<Option<(&[u8], Range<usize>)>> = vec![None; self.columns.len()];
        for (row, number) in block.rows.iter().zip(number..) {
            let (line, offset) = (line.saturating_add(row.lines.into()), offset.saturating_add(begin));
            for (piece, count) in [(&first[..], number), (before_line, line), (before_offset, offset)] {
                out.extend_from_slice(piece);
                write_number(&mut out, count);
            }
            out.extend_from_slice(before_start);
            let start = row.start_values(block.data);
            if start == before && !written.is_empty() {
                out.extend_from_within(written.clone());
            } else {
                let from = out.len();
                if let Some(plain) = fen::read_columns(start) {
                    self.format.write(&mut out, start, &plain);
                } else {
                    write_key(&mut key, start);
                    known.starts.write(&mut out, &key, self.room, || ask(py, &self.start, start))?;
                }
                (before, written) = (start, from..out.len());
            }
            for ((piece, &column), last) in before_columns.iter().zip(&self.columns).zip(&mut last_values) {
                out.extend_from_slice(piece);
                let Some(raw) = row.value(block.data, column) else {
                    out.extend_from_slice(&self.absent);
                    continue;
                };
                if let Some((_, written)) = last.as_ref().filter(|(before, _)| *before == raw) {
                    out.extend_from_within(written.clone());
                    continue;
                }
                let from = out.len();
                known.values.write(&mut out, raw, self.room, || ask(py, &self.value, [Some(raw)]))?;
                *last = Some((raw, from..out.len()));
            }
            out.extend_from_slice(last);
            begin = row.end.into();
        }
        Ok(out)
    }

    /// As `write`: a record has its start and nothing else. `ask` writes that of the record at an index.
    fn write_records<'py, A>(&self, data: &[u8], places: &[Place], at: &Records<'_>, ask: A) -> PyResult<Vec<u8>>
    where
        A: Fn(usize) -> PyResult<Bound<'py, PyBytes>>,
    {
        let ([first, before_line, before_offset, before_start], before_columns, last) = self.parts();
        let first = [at.path, first].concat();
        let mut behind: Vec<u8> = before_columns.iter().flat_map(|piece| [piece, &self.absent[..]].concat()).collect();
        behind.extend_from_slice(last);
        let (number, line, offset) = at.place;
        let (mut out, mut fen) = (Vec::with_capacity(data.len() * 6), Vec::new());
        for ((index, place), number) in places.iter().enumerate().zip(number..) {
            let (line, offset) = (line.saturating_add(place.lines.into()), offset.saturating_add(place.start().into()));
            for (piece, count) in [(&first[..], number), (before_line, line), (before_offset, offset)] {
                out.extend_from_slice(piece);
                write_number(&mut out, count);
            }
            out.extend_from_slice(before_start);
            if let Some((line, plain)) = records::read(place.of(data)) {
                fen.clear();
                line.write_fen(&mut fen);
                self.format.write(&mut out, [None, Some(&fen), None], &plain);
            } else {
                out.extend_from_slice(ask(index)?.as_bytes());
            }
            out.extend_from_slice(&behind);
        }
        Ok(out)
    }
}

#[pymethods]
impl Rows {
    /// `pieces` stand around number, line, offset, start and the tags of `columns` (places in `KEYS`); `value` writes a
    /// raw value or None, `start` the raw values of SetUp, FEN and Variant that are not plain. Each is remembered in
    /// `room` bytes.
    #[new]
    fn new(
        py: Python<'_>,
        format: &str,
        pieces: Vec<Vec<u8>>,
        columns: Vec<usize>,
        value: Py<PyAny>,
        start: Py<PyAny>,
        room: usize,
    ) -> PyResult<Self> {
        let format = Format::of(format).ok_or_else(|| PyValueError::new_err(format!("{format} is no format")))?;
        if pieces.len() != columns.len() + PIECES || columns.iter().any(|&column| column >= KEYS.len()) {
            return Err(PyValueError::new_err(
                "a piece stands before each column, and each column is a tag that is kept",
            ));
        }
        let absent = ask(py, &value, [None])?.as_bytes().to_vec();
        Ok(Self { format, pieces, columns, value, start, room, absent, known: Mutex::default() })
    }

    /// The rows of `games`, each behind `path`; `place` is number, line and offset of the first.
    fn block<'py>(
        &self,
        py: Python<'py>,
        data: &[u8],
        games: &Bound<'py, Games>,
        path: &[u8],
        place: (u64, u64, u64),
    ) -> PyResult<Bound<'py, PyBytes>> {
        let rows = games.get().table().rows.clone();
        let block = Block { data, rows: &rows, path, place };
        // Taken, not held: callbacks run Python, and nobody who holds a lock waits for the GIL. Who comes meanwhile
        // asks anew.
        let mut known = take(&mut *self.known.lock().unwrap_or_else(PoisonError::into_inner));
        let written = guarded(|| self.write(py, &block, &mut known));
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = known;
        let written = written.unwrap_or_else(|panic| Err(PyRuntimeError::new_err(panic)))?;
        Ok(PyBytes::new(py, &written))
    }

    /// The rows of `records`, as of `block`; `ask` writes the start of the record at an index (0-based) that takes a
    /// second look.
    fn records<'py>(
        &self,
        py: Python<'py>,
        data: &[u8],
        records: &Bound<'py, records::Records>,
        path: &[u8],
        place: (u64, u64, u64),
        ask: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let ask = |index| -> PyResult<Bound<'py, PyBytes>> { Ok(ask.call1((index,))?.cast_into()?) };
        let written = guarded(|| self.write_records(data, &records.get().places, &Records { path, place }, ask));
        let written = written.unwrap_or_else(|panic| Err(PyRuntimeError::new_err(panic)))?;
        Ok(PyBytes::new(py, &written))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_stay_within_their_room() {
        let (mut answers, room) = (Answers::default(), 3 * (ENTRY + 4));
        for key in 0..4u16 {
            answers.keep(&key.to_le_bytes(), b"ab", room);
            assert_eq!(answers.known.len(), [1, 2, 3, 1][usize::from(key)]);
        }
        answers.keep(b"long", &[b'x'; 200], room);
        assert_eq!((answers.known.len(), answers.size), (1, ENTRY + 4));
    }
}
