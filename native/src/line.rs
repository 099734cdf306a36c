//! What is said of a mainline and what stands beside it: facts, each with byte and ply. Nothing is judged.
#![forbid(unsafe_code)]

use crate::conventions::Tally;
use crate::definitions::MARKERS;
use crate::kinds::Kinds;
use crate::position::Position;

/// The number of the marker that is spelled so, 0 where it is none.
pub fn marker_number(text: &[u8]) -> u8 {
    MARKERS.iter().position(|&marker| marker == text).map_or(0, |number| number as u8)
}

/// One fact: its kind, the ply (from 1; 0: none) and the bytes of the game that it is about.
///
/// `value` is a number: the move number, the clock, how many; `end` of FIRST_COLOR the dots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noted {
    /// One bit of `kinds`.
    pub kind: Kinds,
    /// The ply, from 1.
    pub ply: u32,
    /// The first byte, from the beginning of the game.
    pub at: u32,
    /// Behind the last byte.
    pub end: u32,
    /// See above.
    pub value: u32,
}

/// Where the moves of the mainline, or of a variation, stop: the move that cannot be played, and the position before it.
#[derive(Clone, Debug)]
pub struct Stop {
    /// The ply, from 1.
    pub ply: u32,
    /// The first byte of the token.
    pub at: u32,
    /// Behind its last byte.
    pub end: u32,
    /// Tokens passed over before it, as nobody can read them.
    pub skipped: u32,
    /// The position before it.
    pub position: Position,
}

/// Where moves stop.
#[derive(Clone, Debug, Default)]
pub struct Stops {
    /// Those of the mainline.
    pub mainline: Option<Stop>,
    /// Those of variations, in the order of their places.
    pub variations: Vec<Stop>,
}

/// A line of moves, played from a position.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// The kinds of facts that there are.
    pub kinds: Kinds,
    /// Moves played.
    pub plies: u32,
    /// An index of `MARKERS`.
    pub marker: u8,
    /// Whether White is to move behind the last move played.
    pub white_to_move: bool,
    /// Tokens passed over, as nobody can read them, before the stop.
    pub skipped: u32,
    /// The facts that have a place.
    pub noted: Vec<Noted>,
    /// Which conventions the FENs follow that are declared on the way, and in which nothing is wrong.
    pub conventions: Option<Box<Tally>>,
    /// Where moves stop, if they do.
    pub stops: Option<Box<Stops>>,
}

impl Line {
    /// Of movetext that is left to Python.
    pub fn unread() -> Self {
        Self { kinds: crate::kinds::UNREAD, ..Self::default() }
    }

    /// Where moves stop, to be written to.
    pub fn stops(&mut self) -> &mut Stops {
        self.stops.get_or_insert_default()
    }

    /// Note a fact.
    pub fn note(&mut self, kind: Kinds, ply: u32, span: (usize, usize), value: u32) {
        self.kinds |= kind;
        self.noted.push(Noted { kind, ply, at: short(span.0), end: short(span.1), value });
    }
}

/// A byte position as it is handed out; data is checked to be short enough before it is split.
pub fn short(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}
