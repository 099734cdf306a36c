//! Tag sections as programs write them: `[Name "value"]`, one a line, then movetext. Anything else asks for care.
#![forbid(unsafe_code)]

use memchr::memchr2;

use crate::bytes::{Unsettled, at_data_end, line_feed, name_end};

/// Each name stands once and is well formed (true of every section that is settled here).
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

/// Most tags of a section that is settled here.
const MOST_TAGS: usize = 64;

/// Where a value stands, in bytes; `None` where there is no such tag.
pub type Span = Option<(usize, usize)>;

/// A tag section: where movetext begins, and what the header of a game needs.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// The first byte of movetext.
    pub movetext: usize,
    /// Start and end of the raw values of Event, Date, White, Black, Result, SetUp, FEN, Variant.
    pub values: [Span; 8],
    /// `REGULAR`, `SPELLED`, `ORDERED`.
    pub flags: u8,
}

impl Section {
    /// The raw value of one of the eight tags.
    pub fn value<'a>(&self, data: &'a [u8], index: usize) -> Option<&'a [u8]> {
        let (start, end) = (*self.values.get(index)?)?;
        data.get(start..end)
    }
}

/// The tag pair on the line at `pos`: its name and its value, and where the next line begins.
struct Line {
    name: (usize, usize),
    value: (usize, usize),
    next: usize,
}

fn read_line(data: &[u8], pos: usize, is_final: bool) -> Result<Line, Unsettled> {
    let Some(feed) = line_feed(data, pos) else {
        return at_data_end((), is_final).and(Err(Unsettled::Careful));
    };
    let stop = if data.get(feed.wrapping_sub(1)) == Some(&b'\r') { feed - 1 } else { feed };
    let name = (pos + 1, name_end(data, pos + 1).ok_or(Unsettled::Careful)?);
    let value = (name.1 + 2, stop.saturating_sub(2));
    let line = data.get(..stop).ok_or(Unsettled::Careful)?;
    let inside = line.get(value.0..value.1).ok_or(Unsettled::Careful)?;
    let sound = line.get(name.1..value.0) == Some(b" \"")
        && line.get(value.1..) == Some(b"\"]")
        && memchr2(b'"', b'\\', inside).is_none();
    if sound { Ok(Line { name, value, next: feed + 1 }) } else { Err(Unsettled::Careful) }
}

/// Names met so far, to notice one that stands twice in whatever letter case.
struct Names {
    places: [(usize, usize); MOST_TAGS],
    count: usize,
    filter: u64,
}

impl Names {
    /// Remember a name; false where it has been met before, or where there are too many.
    fn add(&mut self, data: &[u8], place: (usize, usize)) -> bool {
        let Some(name) = data.get(place.0..place.1) else { return false };
        let mut hash = name.len() as u64;
        for &byte in name {
            hash = (hash ^ u64::from(byte | 0x20)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
        let bit = 1u64 << (hash >> 58);
        if self.filter & bit != 0 && self.met(data, name) {
            return false;
        }
        self.filter |= bit;
        let Some(slot) = self.places.get_mut(self.count) else { return false };
        *slot = place;
        self.count += 1;
        true
    }

    fn met(&self, data: &[u8], name: &[u8]) -> bool {
        self.places
            .iter()
            .take(self.count)
            .any(|&(start, end)| data.get(start..end).is_some_and(|other| other.eq_ignore_ascii_case(name)))
    }
}

/// Which of the eight tags a name is, and whether it is spelled right.
fn key_of(name: &[u8]) -> Option<(usize, bool)> {
    const KEYS: [&[u8]; 8] = [b"Event", b"Date", b"White", b"Black", b"Result", b"SetUp", b"FEN", b"Variant"];
    if !matches!(name.len(), 3..=7) {
        return None;
    }
    let index = KEYS.iter().position(|key| key.eq_ignore_ascii_case(name))?;
    Some((index, index < SETUP || KEYS.get(index) == Some(&name)))
}

/// Read the tag section at `pos`, which has one pair at least.
pub fn read(data: &[u8], start: usize, is_final: bool) -> Result<Section, Unsettled> {
    let mut pos = start;
    let mut values: [Span; 8] = [None; 8];
    let mut flags = REGULAR | SPELLED | ORDERED;
    let mut names = Names { places: [(0, 0); MOST_TAGS], count: 0, filter: 0 };
    while data.get(pos) == Some(&b'[') {
        let line = read_line(data, pos, is_final)?;
        if !names.add(data, line.name) {
            return Err(Unsettled::Careful);
        }
        if let Some((index, spelled)) = data.get(line.name.0..line.name.1).and_then(key_of) {
            if let Some(slot) = values.get_mut(index) {
                *slot = Some(line.value);
            }
            if !spelled {
                flags &= !SPELLED;
            }
            if index == VARIANT && values[FEN].is_some() {
                flags &= !ORDERED;
            }
        }
        pos = line.next;
    }
    if pos == start {
        return Err(if pos == data.len() && !is_final { Unsettled::More } else { Unsettled::Careful });
    }
    let movetext = skip_empty_lines(data, pos);
    match data.get(movetext) {
        Some(b'0'..=b'9' | b'*' | b'{' | b'(') => Ok(Section { movetext, values, flags }),
        // What else movetext may begin with, and what a blank line parts, is left to the careful reader.
        Some(_) => Err(Unsettled::Careful),
        None => Err(if is_final { Unsettled::Careful } else { Unsettled::More }),
    }
}

fn skip_empty_lines(data: &[u8], mut pos: usize) -> usize {
    loop {
        match (data.get(pos), data.get(pos + 1)) {
            (Some(b'\n'), _) => pos += 1,
            (Some(b'\r'), Some(b'\n')) => pos += 2,
            // A CR at the very end of the data may be half of a line end: `read` sees it as data not ended.
            (Some(b'\r'), None) => return pos + 1,
            _ => return pos,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(data: &[u8], index: usize) -> Option<&[u8]> {
        read(data, 0, true).expect("settled").value(data, index)
    }

    #[test]
    fn values_and_flags() {
        let data = b"[Event \"A\"]\n[FEN \"f\"]\n[SetUp \"1\"]\n\n1. e4 *\n";
        let section = read(data, 0, false).expect("settled");
        assert_eq!(section.movetext, 35);
        assert_eq!(section.flags, REGULAR | SPELLED | ORDERED);
        assert_eq!(
            (text(data, 0), text(data, FEN), text(data, SETUP)),
            (Some(&b"A"[..]), Some(&b"f"[..]), Some(&b"1"[..]))
        );
        assert_eq!(text(data, VARIANT), None);
        assert_eq!(read(b"[fen \"\"]\n*", 0, true).expect("settled").flags, REGULAR | ORDERED);
        assert_eq!(read(b"[FEN \"\"]\r\n[Variant \"\"]\r\n\r\n*", 0, true).expect("settled").flags, REGULAR | SPELLED);
    }

    #[test]
    fn careful() {
        for data in [
            &b"[Event \"A\"]\n[event \"B\"]\n\n*"[..],
            b"[Event \"A\\\"\"]\n\n*",
            b"[Event \"A\"B\"]\n\n*",
            b"[Event \"A\"] \n\n*",
            b"[Event  \"A\"]\n\n*",
            b"[Event A]\n\n*",
            b"[\"]\n\n*",
            b"[E \"]\n\n*",
            b"[Event \"A\"]\n\ne4",
            b"[Event \"A\"]\n \n*",
            b"[Event \"A\"]\n\n[Site \"A\"]\n\n*",
            b"[Event \"A\"]\n;\n*",
            b"[Event \"A\"]\n",
            b"[Event \"A\"]",
            b"1. e4",
            b"",
        ] {
            assert_eq!(read(data, 0, true).err(), Some(Unsettled::Careful), "{}", data.escape_ascii());
        }
        for data in [&b"[Event \"A\"]\n"[..], b"[Event \"A\"]\n\n", b"[Event \"A\"]\r\n\r", b"[Ev", b""] {
            assert_eq!(read(data, 0, false).err(), Some(Unsettled::More), "{}", data.escape_ascii());
        }
    }

    #[test]
    fn many_names() {
        let mut data = Vec::new();
        for index in 0..70 {
            data.extend_from_slice(format!("[T{index} \"x\"]\n").as_bytes());
        }
        data.extend_from_slice(b"\n*\n");
        assert_eq!(read(&data, 0, true).err(), Some(Unsettled::Careful));
        assert!(read(&data, data.len() - 3 - 10 * 60, true).is_ok());
    }
}
