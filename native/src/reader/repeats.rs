//! Whether a position may occur five times in a game.
//!
//! Of each position a hash is kept of the squares that are occupied, by its halfmove clock. Between two occurrences are
//! four plies or more, none of them a capture or a pawn's move: the last three of five stand where the clock is 8 or
//! more. Where a hash is met there for the third time, those of the same run of moves are counted; where there are five,
//! the game is played once more, and its positions are compared (see `passed`).
#![forbid(unsafe_code)]

use crate::position::Position;

/// The clock before the first move that is looked at.
pub(super) const FIRST_CLOCK: u32 = 7;
/// Occurrences of a position.
pub(super) const FIVE: u32 = 5;
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
