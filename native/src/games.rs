//! What Python sees of games: a table that grows. Columns are bytes objects for memoryview.cast, made on demand.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyNone, PyTuple};

use crate::bytes::line_end_pairs;
use crate::columns::words;
use crate::definitions::{ABSENT, CAREFUL, TAG_FEN, TAG_SETUP, TAG_VARIANT};
use crate::starts::{Placed, Told};
use crate::table::{Row, Table};
use crate::tags::{KEPT, Spans};

/// The games of one piece of data, in order: a table that grows.
#[pyclass(frozen, module = "pgnfen._native")]
pub struct Games {
    table: Mutex<Table>,
    placed: Mutex<Option<Placed>>,
}

impl Games {
    /// The table; nobody who holds it waits for the GIL.
    pub fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The starts of the games, as far as they have been placed. Locked behind the table where both are.
    pub fn placed(&self) -> MutexGuard<'_, Option<Placed>> {
        self.placed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A column; the table is let go before Python is asked for an object.
    fn column<'py>(&self, py: Python<'py>, of: impl FnOnce(&Table) -> Vec<u8>) -> Bound<'py, PyBytes> {
        let column = of(&self.table());
        PyBytes::new(py, &column)
    }

    fn words<'py>(&self, py: Python<'py>, of: impl Fn(&Row) -> u32) -> Bound<'py, PyBytes> {
        self.column(py, |table| words(table.rows.iter().map(of)))
    }
}

/// Of each game the raw values of SetUp, FEN and Variant, and the code that is told of the start; equal starts are one
/// object.
pub fn starts<'py>(py: Python<'py>, data: &[u8], rows: &[Row], told: &[Told]) -> PyResult<Vec<Bound<'py, PyTuple>>> {
    let mut known = HashMap::new();
    let mut said = |(row, told): (&Row, &Told)| {
        let make = |code: Option<u64>| {
            PyTuple::new(py, [start_key(py, data, row)?.into_any(), code.into_pyobject(py)?.into_any()])
        };
        let Some((slot, code)) = *told else { return make(None) };
        Ok(match known.entry(slot) {
            Entry::Occupied(start) => Bound::clone(start.get()),
            Entry::Vacant(place) => place.insert(make(code)?).clone(),
        })
    };
    rows.iter().zip(told).map(&mut said).collect()
}

/// The raw values of SetUp, FEN and Variant.
fn start_key<'py>(py: Python<'py>, data: &[u8], row: &Row) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, row.start_values(data).map(|value| value.map(|value| PyBytes::new(py, value))))
}

type Values<'py> = [Option<Bound<'py, PyBytes>>; KEPT];

/// The raw values of a game; an object that says the same in `last` is used again.
fn values<'py>(py: Python<'py>, data: &[u8], row: &Row, last: &mut Values<'py>) -> PyResult<Bound<'py, PyTuple>> {
    for (index, known) in last.iter_mut().enumerate() {
        match (row.value(data, index), known.as_ref()) {
            (Some(value), Some(known)) if known.as_bytes() == value => {}
            (value, _) => *known = value.map(|value| PyBytes::new(py, value)),
        }
    }
    let none = || PyNone::get(py).to_owned().into_any();
    PyTuple::new(py, last.iter().map(|value| value.as_ref().map_or_else(none, |value| value.clone().into_any())))
}

#[pymethods]
impl Games {
    #[new]
    fn new() -> Self {
        Self { table: Mutex::default(), placed: Mutex::default() }
    }

    fn __len__(&self) -> usize {
        self.table().rows.len()
    }

    /// Where the first game begins that is not in the table, or the data ends.
    #[getter]
    fn stop(&self) -> u32 {
        self.table().stop
    }

    /// Whether that game only wants more data.
    #[getter]
    fn more(&self) -> bool {
        self.table().more
    }

    /// Line ends in all games.
    #[getter]
    fn lines(&self) -> u32 {
        self.table().lines
    }

    /// Those of them that are CR LF; None where a game has a lone CR.
    #[getter]
    fn pairs(&self) -> Option<u32> {
        let table = self.table();
        (!table.lone_cr).then_some(table.pairs)
    }

    /// How many games are in UTF-8 but not ASCII, and how many in another encoding, each with the first (0-based).
    fn encodings(&self, py: Python<'_>, data: &[u8]) -> [(u32, usize); 2] {
        py.detach(|| self.table().encodings(data))
    }

    /// The game in which a byte stands (0-based).
    fn index_at(&self, position: usize) -> usize {
        self.table().rows.partition_point(|row| row.end as usize <= position)
    }

    /// The numbers that `restore` takes: the games without their data.
    fn numbers<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.column(py, |table| {
            words(table.rows.iter().flat_map(|row| {
                let own = [row.end, row.movetext, row.lines, u32::from(row.flags)];
                own.into_iter().chain(row.spans)
            }))
        })
    }

    /// The games that `numbers` was made of, in another process; `lines` and `pairs` as they were.
    #[staticmethod]
    fn restore(numbers: &[u8], lines: u32, pairs: Option<u32>) -> Self {
        let (lone_cr, pairs) = (pairs.is_none(), pairs.unwrap_or(0));
        let mut table = Table { lines, pairs, lone_cr, ..Table::default() };
        let (games, _) = numbers.as_chunks::<{ 4 * (4 + 2 * KEPT) }>();
        for game in games {
            let (numbers, _) = game.as_chunks::<4>();
            let mut numbers = numbers.iter().map(|number| u32::from_ne_bytes(*number));
            let mut next = || numbers.next().unwrap_or(0);
            let (end, movetext, lines, flags) = (next(), next(), next(), next() as u8);
            table.rows.push(Row { end, movetext, lines, flags, spans: std::array::from_fn(|_| next()) });
            table.stop = end;
        }
        Self { table: Mutex::new(table), placed: Mutex::default() }
    }

    /// Add a game that Python has settled: from `stop` to `end`.
    #[allow(clippy::too_many_arguments, reason = "one a column")]
    fn add(&self, data: &[u8], end: u32, movetext: u32, lines: u32, spans: Spans, flags: u8) -> PyResult<()> {
        let mut table = self.table();
        if end <= table.stop || end as usize > data.len() {
            return Err(PyValueError::new_err("the game does not end within the data"));
        }
        let pairs = data.get(table.stop as usize..end as usize).and_then(line_end_pairs);
        table.add(end, movetext, lines, pairs, spans, flags | CAREFUL);
        table.more = false;
        Ok(())
    }

    /// u32: first bytes.
    fn starts<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.column(py, |table| words((0..table.rows.len()).map(|index| table.start_of(index))))
    }

    /// u32: behind the last bytes.
    fn ends<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.words(py, |row| row.end)
    }

    /// u32: first bytes of movetext.
    fn movetexts<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.words(py, |row| row.movetext)
    }

    /// u32: line ends before each game.
    fn line_numbers<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.words(py, |row| row.lines)
    }

    /// u32, two for each of KEYS, of each game: start and length of the raw value; length ABSENT: no such tag.
    fn spans<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.column(py, |table| words(table.rows.iter().flat_map(|row| row.spans)))
    }

    /// u8: REGULAR and so on.
    fn flags<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.column(py, |table| table.rows.iter().map(|row| row.flags).collect())
    }

    /// The raw values of layout.KEYS, a tuple for each game.
    fn values<'py>(&self, py: Python<'py>, data: &[u8]) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let mut last = Values::default();
        let rows = self.table().rows.clone();
        rows.iter().map(|row| values(py, data, row, &mut last)).collect()
    }

    /// The games that hold these bytes, in order.
    fn holding(&self, py: Python<'_>, data: &[u8], text: &[u8]) -> Vec<usize> {
        py.detach(|| self.table().holding(data, text))
    }

    /// Where the raw values of SetUp, FEN and Variant of one game begin, -1 for an absent tag.
    fn start_places(&self, index: usize) -> PyResult<(i64, i64, i64)> {
        let row = self.table().rows.get(index).copied().ok_or_else(|| PyIndexError::new_err("no such game"))?;
        let place = |tag: usize| match (row.spans.get(2 * tag), row.spans.get(2 * tag + 1)) {
            (Some(&start), Some(&length)) if length != ABSENT => i64::from(start),
            _ => -1,
        };
        Ok((place(TAG_SETUP), place(TAG_FEN), place(TAG_VARIANT)))
    }

    /// Those of SetUp, FEN and Variant of one game.
    fn start_key<'py>(&self, py: Python<'py>, data: &[u8], index: usize) -> PyResult<Bound<'py, PyTuple>> {
        let row = self.table().rows.get(index).copied().ok_or_else(|| PyIndexError::new_err("no such game"))?;
        start_key(py, data, &row)
    }

    /// The raw values of layout.KEYS of one game.
    fn values_of<'py>(&self, py: Python<'py>, data: &[u8], index: usize) -> PyResult<Bound<'py, PyTuple>> {
        let row = self.table().rows.get(index).copied().ok_or_else(|| PyIndexError::new_err("no such game"))?;
        values(py, data, &row, &mut Values::default())
    }
}
