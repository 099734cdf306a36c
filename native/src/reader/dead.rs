//! Games that go on in a dead position (see `history`). A dead position stays dead: only a game that ends in one can have.
#![forbid(unsafe_code)]

use super::state::Moves;
use super::watch::watch;
use crate::kinds::DEAD_PASSED;
use crate::lexer;
use crate::line::Line;
use crate::position::Position;

/// Looks for the first move of a mainline that is played in a dead position.
struct Passed {
    dead: bool,
    plies: u32,
    /// The ply, and the bytes that spell the move.
    first: Option<(u32, usize, usize)>,
}

impl Moves for Passed {
    fn played(&mut self, position: &Position, spelled: &[u8], at: usize) {
        self.plies += 1;
        if self.dead {
            self.first.get_or_insert((self.plies, at, at + spelled.len()));
        }
        self.dead = self.dead || position.is_dead();
    }
}

/// Note the first such move of a game that ends in a dead position. Costs a second replay.
#[cold]
pub(super) fn note(raw: &[u8], from: usize, start: &Position, line: &mut Line) {
    let mut passed = Passed { dead: start.is_dead(), plies: 0, first: None };
    if watch(raw, from, start, &mut passed).is_some()
        && let Some((ply, at, end)) = passed.first
    {
        let end = lexer::next(raw, at).map_or(end, |token| token.end);
        line.note(DEAD_PASSED, ply, (at, end), 0);
    }
}
