//! What a token is, and the bytes that words are made of.
#![forbid(unsafe_code)]

/// What a token is; the numbers are those of pgnfen.pgn.movetext.Kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// `{ ... }`, to the end where the `}` is missing.
    Comment = 1,
    /// `;` to the end of the line.
    LineComment = 2,
    /// `%` in the first column, to the end of the line.
    Escape = 3,
    /// `(` begins a variation.
    Open = 4,
    /// `)`
    Close = 5,
    /// `$` and a number.
    Nag = 6,
    /// A termination marker.
    Marker = 7,
    /// Castling.
    Castling = 8,
    /// A null move.
    Null = 9,
    /// A move number indication, its dots included.
    Number = 10,
    /// SAN, long algebraic, or a drop.
    Move = 11,
    /// The remark e.p.
    EnPassant = 12,
    /// `!?` and the like.
    Annotation = 13,
    /// Anything else.
    Unreadable = 14,
}

/// A token: the bytes `start` to `end` (exclusive).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Its first byte.
    pub start: usize,
    /// Behind its last byte.
    pub end: usize,
}

/// How many bytes from the first on are such.
#[inline]
pub(super) fn count(rest: &[u8], such: impl Fn(u8) -> bool) -> usize {
    rest.iter().position(|&b| !such(b)).unwrap_or(rest.len())
}

pub(super) const fn is_file(byte: u8) -> bool {
    matches!(byte, b'a'..=b'h')
}

pub(super) const fn is_rank(byte: u8) -> bool {
    matches!(byte, b'1'..=b'8')
}
