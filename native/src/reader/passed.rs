//! Games that go on although they are over: the first move behind that. Each costs a second replay.
#![forbid(unsafe_code)]

use super::repeats::FIVE;
use super::state::Moves;
use super::watch::watch;
use crate::history::History;
use crate::kinds::{DEAD_PASSED, FIVEFOLD, Kinds};
use crate::lexer;
use crate::line::Line;
use crate::position::Position;

/// The halfmove clock behind the fifth occurrence of a position, at least.
const FIFTH_CLOCK: u32 = 16;

/// Looks for the first move of a mainline behind a position with which the game is over.
struct Passed<F> {
    ends: F,
    over: bool,
    plies: u32,
    /// The ply, and the bytes that spell the move.
    first: Option<(u32, usize, usize)>,
}

impl<F: FnMut(&Position) -> bool> Moves for Passed<F> {
    fn played(&mut self, position: &Position, spelled: &[u8], at: usize) {
        self.plies += 1;
        if self.over {
            self.first.get_or_insert((self.plies, at, at + spelled.len()));
        } else {
            self.over = (self.ends)(position);
        }
    }
}

/// Note such a move; `ends` is asked of each position, the start first.
#[cold]
fn note<F>(raw: &[u8], from: usize, start: &Position, line: &mut Line, kind: Kinds, mut ends: F)
where
    F: FnMut(&Position) -> bool,
{
    let over = ends(start);
    let mut passed = Passed { ends, over, plies: 0, first: None };
    if watch(raw, from, start, &mut passed).is_some()
        && let Some((ply, at, end)) = passed.first
    {
        let end = lexer::next(raw, at).map_or(end, |token| token.end);
        line.note(kind, ply, (at, end), 0);
    }
}

/// Note the first move in a dead position (see `history`), of a game that ends in one: it stays dead.
pub(super) fn note_dead(raw: &[u8], from: usize, start: &Position, line: &mut Line) {
    note(raw, from, start, line, DEAD_PASSED, Position::is_dead);
}

/// Note the first move behind the fifth occurrence of a position.
pub(super) fn note_fivefold(raw: &[u8], from: usize, start: &Position, line: &mut Line) {
    let mut history = History::default();
    note(raw, from, start, line, FIVEFOLD, |position| {
        history.push(position);
        position.clock >= FIFTH_CLOCK && history.times() >= FIVE
    });
}
