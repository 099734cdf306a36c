//! The moves of one variation, played from where it branches off.
#![forbid(unsafe_code)]

use crate::position::Position;
use crate::san::San;

/// A variation as far as it has been read.
pub(super) struct Variation {
    pub(super) position: Position,
    /// The position before its last move, also one that cannot be played.
    pub(super) before: Position,
    /// Plies and unreadable tokens so far, those of the lines that it branches off from included.
    pub(super) plies: u32,
    pub(super) skipped: u32,
    /// Another may branch off here: behind a move that has been played.
    pub(super) open: bool,
    pub(super) stopped: bool,
}

impl Variation {
    /// Play a move; false where it cannot be.
    #[inline(never)]
    pub(super) fn play(&mut self, san: San) -> bool {
        self.before = self.position.clone();
        let played = self.position.play(san);
        self.moved(played)
    }

    pub(super) fn pass(&mut self) -> bool {
        self.before = self.position.clone();
        let passes = self.position.checkers().is_empty();
        if passes {
            self.position.pass();
        }
        self.moved(passes)
    }

    #[inline]
    fn moved(&mut self, played: bool) -> bool {
        self.plies += u32::from(played);
        self.open = played;
        self.stopped = !played;
        played
    }

    pub(super) fn skip(&mut self) {
        self.skipped += 1;
        self.open = false;
    }
}
