//! Tag sections as programs write them: `[Name "value"]`, one a line, then movetext. Anything else asks for care.
#![forbid(unsafe_code)]

use memchr::memchr2;

use crate::bytes::{Unsettled, at_data_end, line_feed, name_end};
use crate::names::{Key, Names, Value};

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

/// The length that stands for an absent value.
pub const ABSENT: u32 = u32::MAX;
/// Most tags of a section that is settled here.
const MOST_TAGS: u32 = 64;

const NO_VALUES: Spans = [0, ABSENT, 0, ABSENT, 0, ABSENT, 0, ABSENT, 0, ABSENT, 0, ABSENT, 0, ABSENT, 0, ABSENT];

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

/// Which of the eight tags a name is, and whether it is spelled right.
fn key_of(name: &[u8]) -> Key {
    const KEYS: [&[u8]; 8] = [b"Event", b"Date", b"White", b"Black", b"Result", b"SetUp", b"FEN", b"Variant"];
    if !matches!(name.len(), 3..=7) {
        return None;
    }
    let index = KEYS.iter().position(|key| key.eq_ignore_ascii_case(name))?;
    Some((index, index < SETUP || KEYS.get(index) == Some(&name)))
}

/// Reads the tag sections of one piece of data.
pub struct Reader<'a> {
    /// The data.
    pub data: &'a [u8],
    /// Whether it is all there is.
    pub is_final: bool,
    names: Names,
}

impl<'a> Reader<'a> {
    /// A reader of `data`.
    pub fn new(data: &'a [u8], is_final: bool) -> Self {
        Self { data, is_final, names: Names::default() }
    }

    /// Read the tag section at `start`, which has one pair at least.
    pub fn read(&mut self, start: usize) -> Result<Section, Unsettled> {
        let mut pos = start;
        let mut spans = NO_VALUES;
        let mut flags = REGULAR | SPELLED | ORDERED;
        let (mut count, mut previous, mut seen) = (0u32, None, 0u128);
        self.names.begin();
        while self.data.get(pos) == Some(&b'[') {
            let (name, ((at, end), next)) = self.line(pos, previous)?;
            let (key, bit) = self.names.told(name);
            if seen & bit != 0 || count == MOST_TAGS {
                return Err(Unsettled::Careful);
            }
            if let Some((index, spelled)) = key {
                if let Some(pair) = spans.as_chunks_mut::<2>().0.get_mut(index) {
                    *pair = [short(at), short(end - at)];
                }
                if !spelled {
                    flags &= !SPELLED;
                }
                if index == VARIANT && spans[2 * FEN + 1] != ABSENT {
                    flags &= !ORDERED;
                }
            }
            (pos, previous, seen, count) = (next, Some(name), seen | bit, count + 1);
        }
        if count == 0 {
            let more = pos == self.data.len() && !self.is_final;
            return Err(if more { Unsettled::More } else { Unsettled::Careful });
        }
        let (movetext, empty) = skip_empty_lines(self.data, pos);
        match self.data.get(movetext) {
            Some(b'0'..=b'9' | b'*' | b'{' | b'(') => Ok(Section { movetext, lines: count + empty, spans, flags }),
            // What else movetext may begin with, and what a blank line parts, is left to the careful reader.
            Some(_) => Err(Unsettled::Careful),
            None => Err(if self.is_final { Unsettled::Careful } else { Unsettled::More }),
        }
    }

    /// The name and the value on the line at `pos`.
    #[inline]
    fn line(&mut self, pos: usize, previous: Option<usize>) -> Result<(usize, Value), Unsettled> {
        if let Some(line) = self.names.line(self.data, pos, previous) {
            return Ok(line);
        }
        let line = read_line(self.data, pos, self.is_final)?;
        let name = self.data.get(line.name.0..line.name.1).ok_or(Unsettled::Careful)?;
        Ok((self.names.meet(name, key_of(name), previous), (line.value, line.next)))
    }
}

/// Where the empty lines at `pos` end, and how many there are.
fn skip_empty_lines(data: &[u8], mut pos: usize) -> (usize, u32) {
    let mut count = 0;
    loop {
        pos += match (data.get(pos), data.get(pos + 1)) {
            (Some(b'\n'), _) => 1,
            (Some(b'\r'), Some(b'\n')) => 2,
            // A CR at the very end of the data may be half of a line end: `read` sees it as data not ended.
            (Some(b'\r'), None) => return (pos + 1, count),
            _ => return (pos, count),
        };
        count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(data: &[u8], start: usize, is_final: bool) -> Result<Section, Unsettled> {
        Reader::new(data, is_final).read(start)
    }

    fn text(data: &[u8], index: usize) -> Option<&[u8]> {
        value(data, &read(data, 0, true).expect("settled").spans, index)
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

    #[test]
    fn sections_in_a_row() {
        // What is expected from the sections before must not be taken for what stands there.
        let heads = [
            "[Event \"",
            "[event \"",
            "[Even \"",
            "[Event  \"",
            "[TerminationDetails \"",
            "[TerminationDetailz \"",
            "[FEN \"",
        ];
        let tails = ["A\"]\n", "A\"]\r\n", "\"]\n", "A\" ]\n", "A\\\"\"]\n", "A\"]\"]\n", "A]\n"];
        let mut state = 1u64;
        let mut pick = |bound: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % bound
        };
        let (mut data, mut starts) = (String::new(), Vec::new());
        for _ in 0..4000 {
            starts.push(data.len());
            for _ in 0..1 + pick(4) {
                data += heads[pick(heads.len())];
                data += if pick(8) > 0 { tails[pick(3)] } else { tails[pick(tails.len())] };
            }
            data += "\n*\n";
        }
        let mut reader = Reader::new(data.as_bytes(), true);
        let mut settled = 0;
        for start in starts {
            let (next, alone) = (reader.read(start), read(data.as_bytes(), start, true));
            settled += usize::from(alone.is_ok());
            let told = |section: Section| (section.movetext, section.lines, section.spans, section.flags);
            assert_eq!(next.map(told), alone.map(told), "{start}");
        }
        assert!(settled > 1000, "{settled}");
    }

    #[test]
    fn more_names_than_are_kept() {
        let section = |from: usize| {
            (from..from + 40)
                .map(|index| format!("[T{index} \"x\"]\n"))
                .chain(["\n*\n".to_string()])
                .collect::<String>()
        };
        let data: String = [0, 40, 20, 60, 0].map(section).concat();
        let mut reader = Reader::new(data.as_bytes(), true);
        let mut pos = 0;
        while pos < data.len() {
            pos = reader.read(pos).expect("settled").movetext + 2;
        }
    }
}
