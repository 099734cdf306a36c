//! The games of one piece of data, in order: a table that grows.
#![forbid(unsafe_code)]

use memchr::memmem::Finder;

use crate::definitions::{TAG_FEN, TAG_SETUP, TAG_VARIANT};
use crate::tags::{Section, Spans, short, value};

/// A game; it begins where the one before it ends.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Behind its last byte.
    pub end: u32,
    /// The first byte of its movetext.
    pub movetext: u32,
    /// Line ends before it.
    pub lines: u32,
    /// Start and length of the raw values.
    pub spans: Spans,
    /// The flags of `tags`, and `CAREFUL`.
    pub flags: u8,
}

impl Row {
    /// One of the raw values.
    pub fn value<'a>(&self, data: &'a [u8], index: usize) -> Option<&'a [u8]> {
        value(data, &self.spans, index)
    }

    /// The raw values that make the start: SetUp, FEN, Variant.
    pub fn start_values<'a>(&self, data: &'a [u8]) -> [Option<&'a [u8]>; 3] {
        [TAG_SETUP, TAG_FEN, TAG_VARIANT].map(|index| self.value(data, index))
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
    /// Those that are CR LF, if no game has a lone CR.
    pub pairs: u32,
    /// Whether a game has a lone CR.
    pub lone_cr: bool,
}

impl Table {
    /// Add the game with that tag section.
    pub fn push(&mut self, section: &Section, end: usize, lines: u32, pairs: Option<u32>) {
        self.add(short(end), short(section.movetext), lines, pairs, section.spans, section.flags);
    }

    /// Add a game; `pairs` are its line ends CR LF, `None` where a lone CR stands.
    pub fn add(&mut self, end: u32, movetext: u32, lines: u32, pairs: Option<u32>, spans: Spans, flags: u8) {
        self.rows.push(Row { end, movetext, lines: self.lines, spans, flags });
        self.lines = self.lines.saturating_add(lines);
        self.pairs = self.pairs.saturating_add(pairs.unwrap_or(0));
        self.lone_cr |= pairs.is_none();
        self.stop = end;
    }

    /// The games that hold these bytes, in order: one pass over the data.
    pub fn holding(&self, data: &[u8], text: &[u8]) -> Vec<usize> {
        let (finder, mut found, mut index, mut from) = (Finder::new(text), Vec::new(), 0, 0);
        while let Some(at) = data.get(from..self.stop as usize).and_then(|rest| finder.find(rest)) {
            let at = from + at;
            index += self.rows.get(index..).map_or(0, |rows| rows.partition_point(|row| row.end as usize <= at));
            let Some(end) = self.rows.get(index).map(|row| row.end as usize) else { break };
            let inside = at + text.len() <= end;
            if inside {
                found.push(index);
            }
            from = if inside { end } else { at + 1 };
        }
        found
    }

    /// How many games are in UTF-8 but not ASCII, and how many in another encoding, each with the first.
    pub fn encodings(&self, data: &[u8]) -> [(u32, usize); 2] {
        let (mut found, mut begin) = ([(0, 0); 2], 0);
        for (index, row) in self.rows.iter().enumerate() {
            let raw = data.get(begin..row.end as usize).unwrap_or(&[]);
            begin = row.end as usize;
            if raw.is_ascii() {
                continue;
            }
            let (count, first) = &mut found[usize::from(std::str::from_utf8(raw).is_err())];
            if *count == 0 {
                *first = index;
            }
            *count += 1;
        }
        found
    }

    /// Where the game at `index` begins.
    pub fn start_of(&self, index: usize) -> u32 {
        index.checked_sub(1).and_then(|before| self.rows.get(before)).map_or(0, |row| row.end)
    }
}
