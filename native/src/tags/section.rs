//! What a tag section comes to: where its values stand, and what it is like.
#![forbid(unsafe_code)]

use crate::definitions::{ABSENT, KEY_LENGTHS, KEYS, TAGS_OF_START};
use crate::names::Key;

pub(super) const NO_VALUES: Spans = {
    let (mut spans, mut at) = ([0; 2 * KEPT], 1);
    while at < spans.len() {
        spans[at] = ABSENT;
        at += 2;
    }
    spans
};

/// How many values are kept.
pub const KEPT: usize = KEYS.len();

/// Start and length of the raw values of `KEYS`.
pub type Spans = [u32; 2 * KEPT];

/// A tag section: where movetext begins, and what the header of a game needs.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// The first byte of movetext.
    pub movetext: usize,
    /// Line ends before it.
    pub lines: u32,
    /// Where the values stand.
    pub spans: Spans,
    /// `REGULAR`, `SPELLED`, `ORDERED`.
    pub flags: u8,
    /// Where the game ends, if its tag section ends it.
    pub end: Option<usize>,
}

/// One of the raw values.
pub fn value<'a>(data: &'a [u8], spans: &Spans, index: usize) -> Option<&'a [u8]> {
    let (&start, &length) = (spans.get(2 * index)?, spans.get(2 * index + 1)?);
    if length == ABSENT {
        return None;
    }
    data.get(start as usize..)?.get(..length as usize)
}

/// A byte position; data is checked to be short enough before it is split.
pub fn short(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(ABSENT - 1)
}

/// Which of `KEYS` a name is, and whether it is spelled right.
pub(super) fn key_of(name: &[u8]) -> Key {
    if !KEY_LENGTHS.contains(&name.len()) {
        return None;
    }
    let index = KEYS.iter().position(|key| key.eq_ignore_ascii_case(name))?;
    Some((index, index < TAGS_OF_START || KEYS.get(index) == Some(&name)))
}
