//! What Python sees of facts: which games have some, and those of one game.

use std::collections::HashSet;

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use crate::conventions::{Entry, Tally};
use crate::kinds::{Kinds, STOP, UNREAD, UNREADABLE};
use crate::line::{Line, Stop};
use crate::position::Position;
use crate::record::{Castling, EnPassant, Placements, turn, write_castling, write_number, write_target};

/// The facts of the games of a table.
#[pyclass(frozen, module = "pgnfen._native")]
pub struct BlockFacts {
    lines: Vec<Line>,
    starts: Vec<u32>,
}

impl BlockFacts {
    /// Of these games; `starts` are the ids of their starts.
    pub fn new(lines: Vec<Line>, starts: Vec<u32>) -> Self {
        Self { lines, starts }
    }
}

#[pymethods]
impl BlockFacts {
    fn __len__(&self) -> usize {
        self.lines.len()
    }

    /// The games, in order, that have a fact of one of the kinds, or one of the starts.
    fn having(&self, kinds: Kinds, starts: HashSet<u32>) -> Vec<usize> {
        let asked = |(line, start): (&Line, &u32)| line.kinds & kinds != 0 || starts.contains(start);
        let games = self.lines.iter().zip(&self.starts).enumerate();
        if starts.is_empty() {
            return games.filter(|(_, (line, _))| line.kinds & kinds != 0).map(|(index, _)| index).collect();
        }
        games.filter(|&(_, game)| asked(game)).map(|(index, _)| index).collect()
    }

    /// Which conventions the FENs follow that games declare on the way: field (0 castling, 1 en passant), conventions as
    /// bits, how many, the first game. Games that stop or have unreadable tokens are left out, and those left to Python.
    fn conventions(&self) -> Vec<Entry> {
        let mut all = Tally::default();
        for (index, line) in self.lines.iter().enumerate() {
            if let Some(tally) = line.conventions.as_deref().filter(|_| line.kinds & (UNREAD | STOP | UNREADABLE) == 0)
            {
                all.extend(tally, index);
            }
        }
        all.entries()
    }

    /// The kinds of facts that a game has, and the id of its start.
    fn kinds(&self, index: usize) -> PyResult<(Kinds, u32)> {
        let start = self.starts.get(index).copied();
        Ok((self.line(index)?.kinds, start.unwrap_or(crate::definitions::NO_ID)))
    }

    /// The facts of a game; see `line_tuple`.
    fn game<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyTuple>> {
        line_tuple(py, self.line(index)?)
    }
}

impl BlockFacts {
    fn line(&self, index: usize) -> PyResult<&Line> {
        self.lines.get(index).ok_or_else(|| PyIndexError::new_err("no such game"))
    }
}

/// A line as Python takes it: kinds, plies, an index of MARKERS, whether White is to move, tokens passed over, the
/// facts with a place (kind, ply, at, end, value), where the moves stop, or None, and where those of variations do.
pub fn line_tuple<'py>(py: Python<'py>, line: &Line) -> PyResult<Bound<'py, PyTuple>> {
    let noted = PyList::empty(py);
    for one in &line.noted {
        noted.append((one.kind, one.ply, one.at, one.end, one.value))?;
    }
    let stops = line.stops.as_deref();
    let stop = stops.and_then(|stops| stops.mainline.as_ref()).map(|stop| stopped(py, stop)).transpose()?;
    let variation_stops = PyList::empty(py);
    for stop in stops.map_or(&[][..], |stops| &stops.variations) {
        variation_stops.append(stopped(py, stop)?)?;
    }
    (line.kinds, line.plies, line.marker, line.white_to_move, line.skipped, noted, stop, variation_stops)
        .into_pyobject(py)
}

/// A stop: ply, at, end, the position before it (see `board`), its FEN, the tokens passed over.
pub fn stopped<'py>(py: Python<'py>, stop: &Stop) -> PyResult<Bound<'py, PyTuple>> {
    let fen = PyString::new(py, &fen(&stop.position));
    (stop.ply, stop.at, stop.end, board(py, &stop.position)?, fen, stop.skipped).into_pyobject(py)
}

/// The FEN of a position as python-chess writes it: X-FEN castling letters, en passant where a capture is legal.
fn fen(position: &Position) -> String {
    let mut out = Vec::new();
    Placements::default().write(&mut out, position);
    out.extend_from_slice(&[b' ', turn(position), b' ']);
    write_castling(&mut out, position, Castling::XFen);
    out.push(b' ');
    write_target(&mut out, position, EnPassant::Legal);
    for counter in [position.clock, position.number] {
        out.push(b' ');
        write_number(&mut out, counter);
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// A position as numbers: pawns, knights, bishops, rooks, queens, kings, White's men, Black's men, castling rights
/// (the rooks' squares), all of them sets of squares; en passant square or None, White to move, the counters.
pub fn board<'py>(py: Python<'py>, position: &Position) -> PyResult<Bound<'py, PyTuple>> {
    let ([pawns, knights, bishops, rooks, queens, kings], [black, white]) = (position.roles, position.sides);
    let men = (pawns.0, knights.0, bishops.0, rooks.0, queens.0, kings.0, white.0, black.0);
    let en_passant = position.en_passant.map(|square| square.to_u32());
    let turn = position.turn().is_white();
    (men, position.rights.0, en_passant, turn, position.clock, position.number).into_pyobject(py)
}
