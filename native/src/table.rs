//! The games of one piece of data, in order: a table that grows.
#![forbid(unsafe_code)]

use std::sync::Arc;

use crate::starts::Generation;
use crate::tags::{FEN, SETUP, Section, Spans, VARIANT, short, value};

/// The slot of a game whose start is not remembered.
pub const NO_SLOT: u32 = u32::MAX;
/// Table flag: settled by Python, never cleared.
pub const CAREFUL: u8 = 8;

/// A game; it begins where the one before it ends.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Behind its last byte.
    pub end: u32,
    /// The first byte of its movetext.
    pub movetext: u32,
    /// Line ends before it.
    pub lines: u32,
    /// Start and length of the eight raw values.
    pub spans: Spans,
    /// The flags of `tags`, and `CAREFUL`.
    pub flags: u8,
    /// Its start, in the generation of the table.
    pub slot: u32,
}

impl Row {
    /// One of the eight raw values.
    pub fn value<'a>(&self, data: &'a [u8], index: usize) -> Option<&'a [u8]> {
        value(data, &self.spans, index)
    }

    /// The raw values that make the start: SetUp, FEN, Variant.
    pub fn start_values<'a>(&self, data: &'a [u8]) -> [Option<&'a [u8]>; 3] {
        [SETUP, FEN, VARIANT].map(|index| self.value(data, index))
    }

    /// Whether Python has settled it.
    pub const fn is_careful(&self) -> bool {
        self.flags & CAREFUL != 0
    }
}

/// The games, and where the next one begins.
#[derive(Debug, Default)]
pub struct Table {
    /// The games.
    pub rows: Vec<Row>,
    /// Where the first game begins that is not here, or the data ends.
    pub stop: u32,
    /// Whether that game only wants more data.
    pub more: bool,
    /// Line ends in all games.
    pub lines: u32,
    /// What the slots belong to; none before the first split.
    pub generation: Option<Arc<Generation>>,
}

impl Table {
    /// Add the game with that tag section.
    pub fn push(&mut self, section: &Section, end: usize, lines: u32) {
        self.add(short(end), short(section.movetext), lines, section.spans, section.flags);
    }

    /// Add a game.
    pub fn add(&mut self, end: u32, movetext: u32, lines: u32, spans: Spans, flags: u8) {
        self.rows.push(Row { end, movetext, lines: self.lines, spans, flags, slot: NO_SLOT });
        self.lines = self.lines.saturating_add(lines);
        self.stop = end;
    }

    /// Where the game at `index` begins.
    pub fn start_of(&self, index: usize) -> u32 {
        index.checked_sub(1).and_then(|before| self.rows.get(before)).map_or(0, |row| row.end)
    }
}
