//! Tag sections as archives have them, line by line: what pgnfen.pgn.tagpairs and pgnfen.pgn.layout make of them.
//!
//! Left to the careful reader: values over several lines, unless but the last quote stands on the second; tag pairs behind
//! junk on a line, more than `MOST_TAGS` tags; SetUp, FEN and Variant with other blanks than one (what is said of them
//! counts from their value), or in what may be a comment (they are looked for as text); and regular sections with lone
//! CR (lines are counted by LF).

use memchr::{memchr, memchr_iter, memchr2};

use crate::bytes::patterns::{
    Pair, blanks_end, broken_pair, ended_pair, loose_pair, may_be_spread, move_start, pair, signed_move,
};
use crate::bytes::{Unsettled, at_data_end, count_lines, is_tag_like, skip_blanks};
use crate::definitions::{
    COMMENT_LIMIT, LOOKAHEAD, MOST_TAGS, ORDERED, REGULAR, SPELLED, TAG_FEN, TAG_VARIANT, TAGS_OF_START,
};

use super::section::{NO_VALUES, Section, Spans, key_of, short};

const EVENT: &[u8] = b"event";
const BOM: &[u8] = b"\xef\xbb\xbf";

/// A line of text: where it ends, and where the next begins.
#[derive(Clone, Copy)]
struct Line {
    stop: usize,
    after: usize,
}

/// Where movetext begins, and where the game ends if its tag section ends it.
type Done = (usize, Option<usize>);

/// Reads one tag section.
pub struct Loose<'a> {
    data: &'a [u8],
    is_final: bool,
    start: usize,
    pos: usize,
    spans: Spans,
    /// The keys whose value has a name that is spelled right.
    exact: u64,
    regular: bool,
    spelled: bool,
    /// The last FEN and Variant: which tags they are, from 1.
    last: [usize; 2],
    names: Vec<&'a [u8]>,
    /// A blank line has come since the last tag.
    blank_seen: bool,
    /// No tag pair yet: what is not movetext is junk before the first game.
    leading: bool,
    /// A line that is no movetext only because of the `[` behind it: where the text begins, where that stands, and
    /// whether all was regular before.
    stray: (usize, usize, bool),
    /// The first comment before any tag pair: movetext begins there if none follows.
    preamble: Option<usize>,
}

impl<'a> Loose<'a> {
    /// For the section at `start`.
    pub fn new(data: &'a [u8], start: usize, is_final: bool) -> Self {
        Self {
            data,
            is_final,
            start,
            pos: start,
            spans: NO_VALUES,
            exact: 0,
            regular: true,
            spelled: true,
            last: [0; 2],
            names: Vec::new(),
            blank_seen: false,
            leading: true,
            stray: (0, 0, true),
            preamble: None,
        }
    }

    /// The section.
    pub fn read(mut self) -> Result<Section, Unsettled> {
        if self.data.get(self.pos..).is_some_and(|rest| rest.starts_with(BOM)) {
            self.pos += BOM.len();
        }
        loop {
            let first = blanks_end(self.data, self.pos);
            let Some(&byte) = self.data.get(first) else {
                at_data_end((), self.is_final)?;
                return self.finish(self.data.len(), Some(self.data.len()));
            };
            let escaped = self.data.get(self.pos) == Some(&b'%');
            let done = match byte {
                b'{' if self.leading => {
                    self.leading_comment(first)?;
                    None
                }
                b'0'..=b'9' | b'*' | b'{' | b'(' | b'.' | b'!' | b'?' => Some((first, None)),
                b'$' if self.data.get(first + 1).is_some_and(u8::is_ascii_digit) => Some((first, None)),
                b'[' => self.tags(first)?,
                b'\n' | b'\r' => {
                    self.blank_seen |= !self.names.is_empty();
                    self.pos = self.line(first)?.after;
                    None
                }
                _ if byte == b';' || escaped => {
                    self.comment(first)?;
                    None
                }
                _ => self.stray(first)?,
            };
            if let Some((movetext, end)) = done {
                return self.finish(movetext, end);
            }
        }
    }

    /// The rest of the line from `pos` on.
    fn line(&self, pos: usize) -> Result<Line, Unsettled> {
        let stop = self.data.get(pos..).and_then(|rest| memchr2(b'\r', b'\n', rest)).map(|length| pos + length);
        let Some(stop) = stop else {
            return at_data_end(Line { stop: self.data.len(), after: self.data.len() }, self.is_final);
        };
        let after = match (self.data.get(stop), self.data.get(stop + 1)) {
            (Some(b'\n'), _) => stop + 1,
            (_, Some(b'\n')) => stop + 2,
            (_, None) if !self.is_final => return Err(Unsettled::More),
            _ => stop + 1,
        };
        Ok(Line { stop, after })
    }

    /// The comment at `first`, before which no tag pair stands. Those that are never closed, or may hold a tag pair, are
    /// left to the careful reader.
    fn leading_comment(&mut self, first: usize) -> Result<(), Unsettled> {
        let rest = self.data.get(first..).unwrap_or(&[]);
        let Some(length) = memchr(b'}', rest).filter(|&length| length < COMMENT_LIMIT) else {
            return Err(Unsettled::Careful);
        };
        let text = rest.get(..length).unwrap_or(&[]);
        // Behind a comment no line begins.
        if memchr(b'[', text).is_some() || rest.get(length + 1) == Some(&b'%') {
            return Err(Unsettled::Careful);
        }
        self.preamble = self.preamble.or(Some(first));
        self.pos = first + length + 1;
        Ok(())
    }

    /// The line, at `first`, that is a comment or escaped.
    fn comment(&mut self, first: usize) -> Result<(), Unsettled> {
        let Line { stop, after } = self.line(first)?;
        if self.data.get(first..stop).is_none_or(|text| memchr(b'[', text).is_some()) {
            return Err(Unsettled::Careful);
        }
        self.pos = after;
        Ok(())
    }

    /// The line whose first byte, at `first`, opens neither a tag pair nor, for certain, movetext.
    fn stray(&mut self, first: usize) -> Result<Option<Done>, Unsettled> {
        if !self.is_final && self.data.len() - first < LOOKAHEAD {
            return Err(Unsettled::More);
        }
        if move_start(self.data, first) || signed_move(self.data, first) {
            return Ok(Some((first, None)));
        }
        if self.preamble.is_some() && self.leading {
            return Err(Unsettled::Careful); // text before the first tag pair, or movetext
        }
        let line = self.line(first)?;
        if self.leading {
            let text = self.data.get(first..line.stop).unwrap_or(&[]);
            if memchr(b'[', text).is_some() {
                return Err(Unsettled::Careful);
            }
            self.leading = !broken_pair(self.data, first);
        } else {
            if !self.is_stray(first, line)? {
                return Ok(Some((first, None)));
            }
            self.stray = (first, skip_blanks(self.data, line.after, 64), self.regular);
        }
        self.regular = false;
        self.pos = line.after;
        Ok(None)
    }

    /// Whether the line at `first` stands between the tags of one section (is_stray of pgnfen.pgn.tagpairs). What is
    /// not seen from its two ends is left to the careful reader.
    fn is_stray(&self, first: usize, line: Line) -> Result<bool, Unsettled> {
        if !self.is_final && self.data.len() - line.after < LOOKAHEAD {
            return Err(Unsettled::More);
        }
        if self.data.get(first..line.stop).is_none_or(|text| memchr(b'{', text).is_some()) {
            return Err(Unsettled::Careful);
        }
        let next = skip_blanks(self.data, line.after, 64);
        match self.data.get(next) {
            Some(b'\r' | b'\n') if next == line.after => Ok(false),
            None if next == line.after => Ok(false),
            Some(b'[') if is_tag_like(self.data, next, true)? => Ok(true),
            Some(b'0'..=b'9' | b'*' | b'(' | b'.' | b'!' | b'?') => Ok(false),
            _ => Err(Unsettled::Careful),
        }
    }

    /// The line whose first byte, at `first`, is `[`.
    fn tags(&mut self, first: usize) -> Result<Option<Done>, Unsettled> {
        if self.data.get(first + 1) == Some(&b'[') {
            return Err(Unsettled::Careful);
        }
        let mut of = self.tag_line(first)?;
        let mut pos = first;
        while pos != of.stop {
            let line = self.data.get(..of.stop).unwrap_or(&[]);
            match line.get(pos) {
                Some(b'[') => {}
                Some(b'0'..=b'9' | b'*' | b'(' | b'.' | b'!' | b'?') => return Ok(Some((pos, None))),
                _ => return Err(Unsettled::Careful),
            }
            let Some((pair, sound)) = self.pair_at(line, pos, pos == first, of.after)? else {
                if self.preamble.is_some() && self.names.is_empty() {
                    return Err(Unsettled::Careful);
                }
                self.regular = false;
                break;
            };
            let name = line.get(pair.name.0..pair.name.1).unwrap_or(&[]);
            if self.starts_next_game(name) {
                return Ok(Some(self.over(pos)));
            }
            self.regular &= sound;
            self.add(pair, name, pos)?;
            (self.leading, self.blank_seen) = (false, false);
            if pair.end > of.stop {
                of = self.tag_line(pair.end)?;
            }
            pos = self.behind_pair(pair.end, of.stop);
        }
        self.leading = false;
        self.pos = of.after;
        Ok(None)
    }

    /// What stands behind a pair and the brackets that are too many there.
    fn behind_pair(&mut self, end: usize, stop: usize) -> usize {
        let line = self.data.get(..stop).unwrap_or(&[]);
        let pos = blanks_end(line, end);
        let many = line.get(pos..).unwrap_or(&[]).iter().take_while(|&&byte| byte == b']').count();
        self.regular &= many == 0;
        blanks_end(line, pos + many)
    }

    /// The rest of a line of tag pairs; it has to be known what the next one opens with.
    fn tag_line(&self, pos: usize) -> Result<Line, Unsettled> {
        let line = self.line(pos)?;
        if line.after == self.data.len() && !self.is_final {
            return Err(Unsettled::More);
        }
        // A backslash may take a CR with it.
        if self.data.get(..line.stop).unwrap_or(&[]).ends_with(b"\\") { Err(Unsettled::Careful) } else { Ok(line) }
    }

    /// The pair at `pos`, and whether it is well formed; one with stray quotes counts where a line begins with it. The
    /// next line begins at `after`.
    fn pair_at(
        &self,
        line: &[u8],
        pos: usize,
        is_first: bool,
        after: usize,
    ) -> Result<Option<(Pair, bool)>, Unsettled> {
        let found = pair(line, pos);
        if found.is_some() {
            return Ok(found.map(|pair| (pair, true)));
        }
        let loose = if is_first { loose_pair(line, pos) } else { None };
        let found = loose.or_else(|| ended_pair(self.data, line, pos, after));
        // A value goes on with any byte but these, or ends there.
        let goes_on = self.data.get(after).is_some_and(|byte| !b"\r\n[".contains(byte));
        if found.is_none() && goes_on && may_be_spread(line, pos) {
            return Err(Unsettled::Careful);
        }
        Ok(found.map(|pair| (pair, false)))
    }

    /// Whether a tag of this name opens another game although no movetext has come yet.
    fn starts_next_game(&self, name: &[u8]) -> bool {
        let is_event = name.eq_ignore_ascii_case(EVENT);
        if self.blank_seen {
            return is_event || self.knows(name);
        }
        is_event && self.knows(name) && self.names.last().is_some_and(|last| !last.eq_ignore_ascii_case(EVENT))
    }

    /// The next game begins at `pos`.
    fn over(&mut self, pos: usize) -> Done {
        let (text, behind, regular) = self.stray;
        if pos != behind {
            return (pos, Some(pos));
        }
        // What opens the next game does not count in this one: the line before is movetext.
        self.regular = regular;
        (text, Some(pos))
    }

    fn knows(&self, name: &[u8]) -> bool {
        self.names.iter().any(|known| known.eq_ignore_ascii_case(name))
    }

    fn add(&mut self, pair: Pair, name: &'a [u8], pos: usize) -> Result<(), Unsettled> {
        if self.names.len() == MOST_TAGS {
            return Err(Unsettled::Careful);
        }
        self.regular &= !self.knows(name);
        self.names.push(name);
        let Some((index, exact)) = key_of(name) else { return Ok(()) };
        let (at, end) = pair.value;
        if index >= TAGS_OF_START && at - pos != name.len() + 3 {
            return Err(Unsettled::Careful);
        }
        self.spelled &= exact;
        match index {
            TAG_FEN => self.last[0] = self.names.len(),
            TAG_VARIANT => self.last[1] = self.names.len(),
            _ => {}
        }
        // The exact spelling wins over others, else the last of equals.
        let bit = 1u64 << index;
        if exact || self.exact & bit == 0 {
            if let Some(span) = self.spans.as_chunks_mut::<2>().0.get_mut(index) {
                *span = [short(at), short(end - at)];
            }
            self.exact |= if exact { bit } else { 0 };
        }
        Ok(())
    }

    fn finish(&self, movetext: usize, end: Option<usize>) -> Result<Section, Unsettled> {
        let (movetext, end) = match self.preamble {
            Some(at) if self.names.is_empty() => (at, None),
            _ => (movetext, end),
        };
        let raw = self.data.get(self.start..movetext).unwrap_or(&[]);
        let lone_crs = memchr_iter(b'\r', raw).filter(|at| raw.get(at + 1) != Some(&b'\n')).count();
        if lone_crs > 0 && self.regular {
            return Err(Unsettled::Careful);
        }
        let lines = count_lines(raw) + short(lone_crs);
        let ordered = self.last[0] == 0 || self.last[1] < self.last[0];
        let flags = [(self.regular, REGULAR), (self.spelled, SPELLED), (ordered, ORDERED)];
        let flags = flags.iter().map(|&(holds, flag)| if holds { flag } else { 0 }).sum();
        Ok(Section { movetext, lines, spans: self.spans, flags, end })
    }
}
