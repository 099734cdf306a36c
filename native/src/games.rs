//! What Python sees of games: the table, what is said of them, and what another look at one gives.
//!
//! Columns are bytes objects for memoryview.cast, made on demand.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyNone, PyTuple};

use crate::clear::{Clear, Verdict};
use crate::columns::{shorts, words};
use crate::starts;
use crate::table::{CAREFUL, Row, Table};

/// The games of one piece of data, in order: a table that grows.
#[pyclass(frozen, module = "pgnfen._native")]
pub struct Games {
    table: Mutex<Table>,
}

impl Games {
    /// The table; nobody who holds it waits for the GIL.
    pub fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
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

type Values<'py> = [Option<Bound<'py, PyBytes>>; 8];

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
        Self { table: Mutex::default() }
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

    /// Add a game that Python has settled: from `stop` to `end`. It is never cleared.
    #[allow(clippy::too_many_arguments, reason = "one a column")]
    fn add(&self, data: &[u8], end: u32, movetext: u32, lines: u32, spans: [u32; 16], flags: u8) -> PyResult<()> {
        let mut table = self.table();
        if end <= table.stop || end as usize > data.len() {
            return Err(PyValueError::new_err("the game does not end within the data"));
        }
        table.add(end, movetext, lines, spans, flags | CAREFUL);
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

    /// u32, 16 a game: start and length of the raw values of layout.KEYS; length ABSENT: no such tag.
    fn spans<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.column(py, |table| words(table.rows.iter().flat_map(|row| row.spans)))
    }

    /// u8: REGULAR and so on.
    fn flags<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.column(py, |table| table.rows.iter().map(|row| row.flags).collect())
    }

    /// u32: the same number for the same raw values of SetUp, FEN and Variant; NO_ID where they are not remembered.
    fn ids<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.column(py, |table| words(starts::ids(table).into_iter()))
    }

    /// The raw values of layout.KEYS, a tuple for each game.
    fn values<'py>(&self, py: Python<'py>, data: &[u8]) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let mut last = Values::default();
        let rows = self.table().rows.clone();
        rows.iter().map(|row| values(py, data, row, &mut last)).collect()
    }

    /// The raw values of layout.KEYS of one game.
    fn values_of<'py>(&self, py: Python<'py>, data: &[u8], index: usize) -> PyResult<Bound<'py, PyTuple>> {
        let row = self.table().rows.get(index).copied().ok_or_else(|| PyIndexError::new_err("no such game"))?;
        values(py, data, &row, &mut Values::default())
    }
}

/// What is said of the games of a table.
#[pyclass(frozen, module = "pgnfen._native")]
pub struct Verdicts {
    verdicts: Vec<Verdict>,
    /// u8: 0 look again, 1 clear, 2 the moves are clear, 3 they are down to a castling that cannot be played.
    #[pyo3(get)]
    statuses: Py<PyBytes>,
}

impl Verdicts {
    /// Of these games.
    pub fn new(py: Python<'_>, verdicts: Vec<Verdict>) -> Self {
        let statuses: Vec<u8> = verdicts.iter().map(|verdict| verdict.status as u8).collect();
        Self { verdicts, statuses: PyBytes::new(py, &statuses).unbind() }
    }

    fn bytes<'py>(&self, py: Python<'py>, of: impl Fn(&Verdict) -> u8) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.verdicts.iter().map(of).collect::<Vec<u8>>())
    }
}

#[pymethods]
impl Verdicts {
    fn __len__(&self) -> usize {
        self.verdicts.len()
    }

    /// u8: REGULAR and so on; without CAREFUL, whose bit says COMMENTS here.
    fn flags<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.bytes(py, |verdict| verdict.flags)
    }

    /// u16: moves played, where the moves are clear.
    fn plies<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &shorts(self.verdicts.iter().map(|verdict| verdict.plies)))
    }

    /// u8: an index of MARKERS, where the moves are clear.
    fn markers<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.bytes(py, |verdict| verdict.marker)
    }

    /// u8: MATE, STALEMATE, WHITE_TO_MOVE, where the moves are clear.
    fn boards<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.bytes(py, |verdict| verdict.board)
    }

    /// u32: the first move number where it is not the position's, where the moves are clear; else 0.
    fn numbers<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &words(self.verdicts.iter().map(|verdict| verdict.number)))
    }
}

/// What the moves of a game come to from another position.
#[pyclass(frozen, get_all, module = "pgnfen._native")]
pub struct Look {
    /// Moves played.
    plies: u16,
    /// An index of MARKERS.
    marker: u8,
    /// MATE, STALEMATE, WHITE_TO_MOVE.
    board: u8,
    /// The plies, from 1, at which White and Black castle, 0 where they do not.
    castlings: (u32, u32),
    /// The first move number where it is not the position's, else 0.
    number: u32,
}

impl Look {
    /// Of a clear mainline.
    pub fn new(clear: &Clear) -> Self {
        let Clear { plies, marker, board, number, castlings: [white, black], .. } = *clear;
        Self { plies, marker: marker as u8, board, castlings: (white, black), number }
    }
}
