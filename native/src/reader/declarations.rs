//! The positions that the comments of a game declare, as far as it has been read.
#![forbid(unsafe_code)]

use crate::declared::Found;

/// A FEN in a comment beside the moves.
pub(super) struct Beside {
    pub(super) found: Found,
    /// Plies played before it.
    pub(super) ply: u32,
    /// Which fields differ from the position that the moves so far lead to, and from the one before the last of them.
    pub(super) after: u8,
    pub(super) before: Option<u8>,
    /// The conventions that it follows, if it is the one, and if it is the other.
    pub(super) follows: [[u8; 2]; 2],
    /// It stands in a variation; its plies are counted from the start of the game all the same.
    pub(super) in_variation: bool,
}

/// What is declared so far.
#[derive(Default)]
pub(super) struct Declarations {
    /// There may be a FEN, or what looks like one: the movetext has its slashes.
    pub(super) possible: bool,
    /// There may be what is said to be a FEN and is none: the movetext names one.
    pub(super) named: bool,
    /// The bytes of what is none.
    pub(super) unreadable: Vec<(usize, usize)>,
    /// A position differs; which do is noted where the positions before the moves are kept.
    pub(super) differ: bool,
    pub(super) beside: Vec<Beside>,
    /// Said of the final position.
    pub(super) last: Vec<Found>,
    /// Where the last line comments end that were looked at.
    pub(super) lines: usize,
    /// The termination marker has been read.
    pub(super) behind: bool,
}
