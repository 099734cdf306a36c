//! What a token is, and the bytes that words are made of.
#![forbid(unsafe_code)]

pub use crate::definitions::Kind;

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
