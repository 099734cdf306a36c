//! Games that go on behind the fifth occurrence of a position.
//!
//! Of each position a hash is kept of the squares that are occupied, by its halfmove clock. Between two occurrences are
//! four plies or more, none of them a capture or a pawn's move: the last three of five stand where the clock is 8 or
//! more. Where a hash is met there for the third time, those of the same run of moves are counted; where there are five,
//! the game is played once more, and its positions are compared.
#![forbid(unsafe_code)]

use super::state::Moves;
use super::watch::watch;
use crate::history::History;
use crate::kinds::FIVEFOLD;
use crate::lexer;
use crate::line::Line;
use crate::position::Position;

/// The clock before the first move that is looked at.
pub(super) const FIRST_CLOCK: u32 = 7;
/// The clock behind the fifth occurrence, at least.
const FIFTH_CLOCK: u32 = 16;
const FIVE: u32 = 5;
/// Of a longer run the first hashes are lost.
const LONGEST: usize = 128;
const WORDS: usize = 16;

/// The positions of a mainline, by hashes.
#[derive(Clone)]
pub(super) struct Repeats {
    /// By the halfmove clock.
    hashes: [u32; LONGEST],
    /// Those behind `FIRST_CLOCK`, by 10 bits of them: met once, and more often.
    once: [u64; WORDS],
    twice: [u64; WORDS],
    /// Whether a position may have occurred five times.
    pub(super) may_be: bool,
}

impl Repeats {
    pub(super) fn new(start: &Position) -> Self {
        let mut new = Self { hashes: [0; LONGEST], once: [0; WORDS], twice: [0; WORDS], may_be: false };
        new.note(start);
        new
    }

    /// Note the next position.
    #[inline(always)]
    pub(super) fn note(&mut self, position: &Position) {
        self.hashes[position.clock as usize % LONGEST] = hash(position);
    }

    /// Look at the position that has been noted, behind a move that is neither a capture nor a pawn's.
    #[inline]
    pub(super) fn look(&mut self, clock: u32) {
        if clock == FIRST_CLOCK + 1 {
            (self.once, self.twice) = ([0; WORDS], [0; WORDS]);
        }
        let hash = self.hashes[clock as usize % LONGEST];
        let (word, bit) = ((hash >> 28) as usize, 1 << (hash >> 22 & 63));
        if self.twice[word] & bit != 0 {
            self.count(clock, hash);
        }
        self.twice[word] |= self.once[word] & bit;
        self.once[word] |= bit;
    }

    #[cold]
    fn count(&mut self, clock: u32, hash: u32) {
        let run = self.hashes.get(..=clock as usize);
        let times = |run: &[u32]| run.iter().rev().step_by(2).filter(|one| **one == hash).count();
        self.may_be |= run.is_none_or(|run| times(run) >= FIVE as usize);
    }
}

#[inline(always)]
fn hash(position: &Position) -> u32 {
    let [black, white] = position.sides;
    let mixed = (white.0 ^ black.0.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 32) as u32
}

/// Looks for the first move behind the fifth occurrence of a position.
struct Passed {
    history: History,
    plies: u32,
    five: bool,
    /// The ply, and the bytes that spell the move.
    first: Option<(u32, usize, usize)>,
}

impl Moves for Passed {
    fn played(&mut self, position: &Position, spelled: &[u8], at: usize) {
        self.plies += 1;
        if self.five {
            self.first.get_or_insert((self.plies, at, at + spelled.len()));
            return;
        }
        self.history.push(position);
        self.five = position.clock >= FIFTH_CLOCK && self.history.times() >= FIVE;
    }
}

/// Note that move, if there is one. Costs a second replay.
#[cold]
pub(super) fn note(raw: &[u8], from: usize, start: &Position, line: &mut Line) {
    let mut passed = Passed { history: History::default(), plies: 0, five: false, first: None };
    passed.history.push(start);
    if watch(raw, from, start, &mut passed).is_some()
        && let Some((ply, at, end)) = passed.first
    {
        let end = lexer::next(raw, at).map_or(end, |token| token.end);
        line.note(FIVEFOLD, ply, (at, end), 0);
    }
}
