//! What a tag section comes to: where its values stand, and what it is like.
#![forbid(unsafe_code)]

use crate::names::Key;

/// Each name stands once and is well formed, and no line is amiss.
pub const REGULAR: u8 = 1;
/// SetUp, FEN and Variant are spelled right wherever they stand.
pub const SPELLED: u8 = 2;
/// Variant does not stand behind FEN.
pub const ORDERED: u8 = 4;

/// The place of SetUp, FEN and Variant in `Section::values`.
pub const SETUP: usize = 5;
/// See `SETUP`.
pub const FEN: usize = 6;
/// See `SETUP`.
pub const VARIANT: usize = 7;
/// The place of Result in `Section::values`.
pub const RESULT: usize = 4;

/// The length that stands for an absent value.
pub const ABSENT: u32 = u32::MAX;
/// Most tags of a section that is settled here.
pub(super) const MOST_TAGS: u32 = 64;

pub(super) const NO_VALUES: Spans =
    [0, ABSENT, 0, ABSENT, 0, ABSENT, 0, ABSENT, 0, ABSENT, 0, ABSENT, 0, ABSENT, 0, ABSENT];

/// Start and length of the raw values of Event, Date, White, Black, Result, SetUp, FEN, Variant.
pub type Spans = [u32; 16];

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

/// One of the eight raw values.
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

/// Which of the eight tags a name is, and whether it is spelled right.
pub(super) fn key_of(name: &[u8]) -> Key {
    const KEYS: [&[u8]; 8] = [b"Event", b"Date", b"White", b"Black", b"Result", b"SetUp", b"FEN", b"Variant"];
    if !matches!(name.len(), 3..=7) {
        return None;
    }
    let index = KEYS.iter().position(|key| key.eq_ignore_ascii_case(name))?;
    Some((index, index < SETUP || KEYS.get(index) == Some(&name)))
}
