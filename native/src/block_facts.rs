//! What Python sees of facts: which games have some, and those of one game.

use std::collections::HashSet;

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::conventions::{Entry, Tally};
use crate::engine_records::{BoardSets, FollowedConventions, GameFacts, GameKinds, Noted, Stopped};
use crate::kinds::{Kinds, STOP, UNREAD, UNREADABLE};
use crate::line::{self, Line, Stop};
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
    fn conventions(&self) -> Vec<FollowedConventions> {
        let mut all = Tally::default();
        for (index, line) in self.lines.iter().enumerate() {
            if let Some(tally) = line.conventions.as_deref().filter(|_| line.kinds & (UNREAD | STOP | UNREADABLE) == 0)
            {
                all.extend(tally, index);
            }
        }
        followed(all.entries())
    }

    /// The kinds of facts that a game has, and the id of its start.
    fn kinds(&self, index: usize) -> PyResult<GameKinds> {
        let start = self.starts.get(index).copied();
        Ok(GameKinds { kinds: self.line(index)?.kinds, start: start.unwrap_or(crate::definitions::NO_ID) })
    }

    /// The facts of a game.
    fn game(&self, index: usize) -> PyResult<GameFacts> {
        Ok(game_facts(self.line(index)?))
    }
}

impl BlockFacts {
    fn line(&self, index: usize) -> PyResult<&Line> {
        self.lines.get(index).ok_or_else(|| PyIndexError::new_err("no such game"))
    }
}

/// The facts of a game as Python takes them.
pub fn game_facts(line: &Line) -> GameFacts {
    let note = |noted: &line::Noted| {
        let line::Noted { kind, ply, at, end, value } = *noted;
        Noted { kind, ply, at, end, value }
    };
    let stops = line.stops.as_deref();
    GameFacts {
        kinds: line.kinds,
        plies: line.plies,
        marker: line.marker,
        white_to_move: line.white_to_move,
        skipped: line.skipped,
        noted: line.noted.iter().map(note).collect(),
        stop: stops.and_then(|stops| stops.mainline.as_ref()).map(stopped),
        variation_stops: stops.map_or_else(Vec::new, |stops| stops.variations.iter().map(stopped).collect()),
    }
}

/// A stop as Python takes it.
pub fn stopped(stop: &Stop) -> Stopped {
    Stopped {
        ply: stop.ply,
        at: stop.at,
        end: stop.end,
        position: board(&stop.position),
        fen: fen(&stop.position),
        skipped: stop.skipped,
    }
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

/// A position as Python takes it.
pub fn board(position: &Position) -> BoardSets {
    let ([pawns, knights, bishops, rooks, queens, kings], [black, white]) = (position.roles, position.sides);
    BoardSets {
        pawns: pawns.0,
        knights: knights.0,
        bishops: bishops.0,
        rooks: rooks.0,
        queens: queens.0,
        kings: kings.0,
        white: white.0,
        black: black.0,
        castling_rights: position.rights.0,
        en_passant: position.en_passant.map(|square| square.to_u32()),
        white_to_move: position.turn().is_white(),
        halfmove_clock: position.clock,
        fullmove_number: position.number,
    }
}

/// Which conventions are followed, as Python takes it.
pub fn followed(entries: Vec<Entry>) -> Vec<FollowedConventions> {
    let one = |(field, conventions, times, game)| FollowedConventions { field, conventions, times, game };
    entries.into_iter().map(one).collect()
}
