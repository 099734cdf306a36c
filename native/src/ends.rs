//! Where a game ends, as pgnfen.pgn.scan has it, wherever that can be said without much care.
//!
//! The walk jumps from one byte that matters to the next, with memchr. Byte by byte these matter: `{`, `;`, `(`, `)`,
//! `[` and `%` at the beginning of a line, and termination markers. What is jumped over is none of them:
//! - Outside variations `)` changes nothing.
//! - A line begins behind LF. (It does behind a lone CR too; but that makes the game one for the careful splitter,
//!   wherever it ends behind it.)
//! - A marker is `*`, or begins with `0` or `1` and has `-` or `/` behind that: `1-0`, `0-1`, `1/2-1/2`. From these
//!   three bytes the marker is found, and the first of them, as they do not lie across one another. What the data's
//!   end cuts of a marker without any of them (`1`) is no end, and with more to come the walk arrives at "more" anyway.
#![forbid(unsafe_code)]

use memchr::memmem::Finder;
use memchr::{memchr, memchr3};

use crate::bytes::{Unsettled, at_data_end, is_tag_like, opens_line};
use crate::split::{COMMENT_LIMIT, blank_line, marker_at, skip_comment, skip_line, trailing};

/// Finds where games of one piece of data end.
pub struct Ends<'a> {
    data: &'a [u8],
    is_final: bool,
    brackets: Finder<'static>,
}

/// What a stretch without comments and variations holds.
enum Plain {
    Nothing,
    /// A termination marker that ends here.
    Marker(usize),
    /// A `%` at the beginning of a line.
    Escape(usize),
}

/// How a variation has been left.
enum Left {
    Closed(usize),
    /// The game is over; it ends here.
    Ended(usize),
}

/// How far it is from one comment to the next where there is one behind each move.
const NEAR: usize = 24;
/// The bytes that matter in a variation.
const MATTERS: [bool; 256] = table(b"[{;%()*01");
/// The bytes that matter outside, or show a marker.
const JUMPS: [bool; 256] = table(b"[{;%(*-/");

const fn table(bytes: &[u8]) -> [bool; 256] {
    let (mut table, mut at) = ([false; 256], 0);
    while at < bytes.len() {
        table[bytes[at] as usize] = true;
        at += 1;
    }
    table
}

impl<'a> Ends<'a> {
    /// For games of `data`, which is all there is if `is_final`.
    pub fn new(data: &'a [u8], is_final: bool) -> Self {
        Self { data, is_final, brackets: Finder::new(b"\n[") }
    }

    /// Where the game ends whose movetext is at `pos`, outside comments and variations.
    pub fn find(&self, mut pos: usize) -> Result<usize, Unsettled> {
        let mut bracket = self.bracket(pos);
        loop {
            if bracket < pos {
                bracket = self.bracket(pos);
            }
            if let Some(open) = self.next_comment(pos) {
                pos = self.comment(open, bracket)?;
                continue;
            }
            let stretch = self.data.get(pos..bracket).unwrap_or(&[]);
            let stop = memchr3(b'{', b'(', b';', stretch).map_or(bracket, |at| pos + at);
            match self.plain(pos, stop)? {
                Plain::Marker(after) => return trailing(self.data, after, self.is_final),
                Plain::Escape(at) => {
                    pos = skip_line(self.data, at, self.is_final)?;
                    continue;
                }
                Plain::Nothing => {}
            }
            pos = match self.data.get(stop) {
                None => return at_data_end(self.data.len(), self.is_final),
                Some(b'{') => self.comment(stop, bracket)?,
                Some(b';') => skip_line(self.data, stop, self.is_final)?,
                Some(b'(') => match self.variation(stop)? {
                    Left::Closed(after) => after,
                    Left::Ended(end) => return Ok(end),
                },
                Some(_) if is_tag_like(self.data, stop, self.is_final)? => return Ok(stop),
                Some(_) => stop + 1,
            };
        }
    }

    /// The comment that begins a few bytes behind `pos`, if nothing that matters stands before it: many games have
    /// one behind each move.
    #[inline]
    fn next_comment(&self, pos: usize) -> Option<usize> {
        let near = self.data.get(pos..pos + NEAR)?;
        let length = near.iter().position(|&byte| JUMPS[usize::from(byte)])?;
        (near.get(length) == Some(&b'{')).then_some(pos + length)
    }

    /// The first `[` at or behind `pos` at the beginning of a line, or the data's end.
    fn bracket(&self, pos: usize) -> usize {
        let from = pos.saturating_sub(1);
        let rest = self.data.get(from..).unwrap_or(&[]);
        self.brackets.find(rest).map_or(self.data.len(), |feed| from + feed + 1)
    }

    fn plain(&self, pos: usize, stop: usize) -> Result<Plain, Unsettled> {
        let escape = self.escape(pos, stop);
        let mut at = pos;
        let limit = escape.unwrap_or(stop);
        while let Some(found) = self.data.get(at..limit).and_then(|rest| memchr3(b'*', b'-', b'/', rest)) {
            let place = at + found;
            at = place + 1;
            // `-` and `/` stand second.
            let begin = if self.data.get(place) == Some(&b'*') { place } else { place.saturating_sub(1).max(pos) };
            let length = marker_at(self.data, begin, self.is_final)?;
            if length > 0 {
                return Ok(Plain::Marker(begin + length));
            }
        }
        Ok(escape.map_or(Plain::Nothing, Plain::Escape))
    }

    /// The first `%` of the stretch at the beginning of a line.
    fn escape(&self, pos: usize, stop: usize) -> Option<usize> {
        let mut at = pos;
        while let Some(found) = memchr(b'%', self.data.get(at..stop)?) {
            if opens_line(self.data, at + found) {
                return Some(at + found);
            }
            at += found + 1;
        }
        None
    }

    /// Behind the comment at `at`; see `skip_comment`.
    fn comment(&self, at: usize, bracket: usize) -> Result<usize, Unsettled> {
        let window = self.data.get(at..bracket.min(at + COMMENT_LIMIT)).unwrap_or(&[]);
        // Before the next `[` of a line no tags are to be looked for.
        memchr(b'}', window).map_or_else(|| skip_comment(self.data, at, self.is_final), |length| Ok(at + length + 1))
    }

    /// The way out of the variation at `pos`.
    fn variation(&self, mut pos: usize) -> Result<Left, Unsettled> {
        let (data, is_final, mut depth) = (self.data, self.is_final, 0usize);
        while let Some(found) = data.get(pos..).and_then(|rest| rest.iter().position(|&b| MATTERS[usize::from(b)])) {
            pos += found;
            match data.get(pos) {
                Some(b'{') => pos = skip_comment(data, pos, is_final)?,
                Some(b';') => pos = skip_line(data, pos, is_final)?,
                Some(b'%') if opens_line(data, pos) => pos = skip_line(data, pos, is_final)?,
                Some(b'[') if opens_line(data, pos) && is_tag_like(data, pos, is_final)? => {
                    return Ok(Left::Ended(pos));
                }
                Some(b'*' | b'0' | b'1') => {
                    let length = marker_at(data, pos, is_final)?;
                    pos += length.max(1);
                    if length > 0 && blank_line(data, pos, is_final)? {
                        return trailing(data, pos, is_final).map(Left::Ended);
                    }
                }
                other => {
                    pos += 1;
                    match other {
                        Some(b'(') => depth += 1,
                        Some(b')') if depth == 1 => return Ok(Left::Closed(pos)),
                        Some(b')') => depth -= 1,
                        _ => {}
                    }
                }
            }
        }
        at_data_end(data.len(), is_final).map(Left::Ended)
    }
}

#[cfg(test)]
mod tests;
