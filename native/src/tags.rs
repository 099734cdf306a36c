//! Tag sections as programs write them: `[Name "value"]`, one a line, then movetext. Others are read line by line.
#![forbid(unsafe_code)]

use memchr::memchr2;

use crate::bytes::{Unsettled, at_data_end, line_feed, name_end};
use crate::definitions::{ABSENT, MOST_TAGS, ORDERED, REGULAR, SPELLED, TAG_FEN, TAG_VARIANT};
use crate::names::{Names, Value};

mod loose;
mod section;

use loose::Loose;
pub use section::{KEPT, Section, Spans, short, value};
use section::{NO_VALUES, key_of};

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

    /// Read the tag section at `start`, which may be empty.
    pub fn read(&mut self, start: usize) -> Result<Section, Unsettled> {
        match self.plain(start) {
            Err(Unsettled::Careful) => self.read_lines(start),
            settled => settled,
        }
    }

    /// The same, line by line; where lone CR stands, they are line ends.
    #[cold]
    pub fn read_lines(&self, start: usize) -> Result<Section, Unsettled> {
        Loose::new(self.data, start, self.is_final).read()
    }

    /// The tag section at `start`, if it is one as programs write them.
    fn plain(&mut self, start: usize) -> Result<Section, Unsettled> {
        let mut pos = start;
        let mut spans = NO_VALUES;
        let mut flags = REGULAR | SPELLED | ORDERED;
        let (mut count, mut previous, mut seen) = (0u32, None, 0u128);
        self.names.begin();
        while self.data.get(pos) == Some(&b'[') {
            let (name, ((at, end), next)) = self.line(pos, previous)?;
            let (key, bit) = self.names.told(name);
            if seen & bit != 0 || count as usize == MOST_TAGS {
                return Err(Unsettled::Careful);
            }
            if let Some((index, spelled)) = key {
                if let Some(pair) = spans.as_chunks_mut::<2>().0.get_mut(index) {
                    *pair = [short(at), short(end - at)];
                }
                if !spelled {
                    flags &= !SPELLED;
                }
                if index == TAG_VARIANT && spans[2 * TAG_FEN + 1] != ABSENT {
                    flags &= !ORDERED;
                }
            }
            (pos, previous, seen, count) = (next, Some(name), seen | bit, count + 1);
        }
        let (movetext, empty) = if count == 0 { (pos, 0) } else { skip_empty_lines(self.data, pos) };
        match self.data.get(movetext) {
            Some(b'{') if count == 0 => Err(Unsettled::Careful), // a preamble, perhaps
            Some(b'0'..=b'9' | b'*' | b'{' | b'(') => {
                Ok(Section { movetext, lines: count + empty, spans, flags, end: None })
            }
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
mod tests;
