//! Where a game ends, as pgnfen.pgn.scan has it, wherever that can be said without much care.
//!
//! The walk jumps from one byte that matters to the next, with memchr. Byte by byte these matter: `{`, `;`, `(`, `)`,
//! `[` and `%` at the beginning of a line, blank lines before text, and termination markers. What is jumped over is
//! none of them:
//! - Outside variations `)` changes nothing.
//! - A line begins behind LF. (It does behind a lone CR too; but that makes the game one for the careful splitter,
//!   wherever it ends behind it.)
//! - A marker is `*`, or begins with `0` or `1` and has `-` or `/` behind that: `1-0`, `0-1`, `1/2-1/2`. From these
//!   three bytes the marker is found, and the first of them, as they do not lie across one another. What the data's
//!   end cuts of a marker without any of them (`1`) is no end, and with more to come the walk arrives at "more" anyway.
#![forbid(unsafe_code)]

use std::cell::Cell;

use memchr::{memchr, memchr_iter, memchr3};

use crate::bytes::{Unsettled, at_data_end, begins_line, has_lone_cr, is_space, is_tag_like, opens_line, skip_blanks};
use crate::definitions::{COMMENT_LIMIT, LOOKAHEAD, MOST_BLANKS, PARAGRAPH};
use crate::lexer::{self, Kind};
use crate::split::behind::behind;
use crate::split::restart::{self, paragraph_behind};
use crate::split::{is_blank_line, marker_at, skip_comment, skip_line};

/// Finds where games of one piece of data end.
pub struct Ends<'a> {
    data: &'a [u8],
    is_final: bool,
    /// See `Next`.
    line: Cell<Next>,
    opener: Cell<Next>,
}

/// A byte looked for once, not once a game: none stands in `from..at`. At `at` there is one, or the search was left.
#[derive(Clone, Copy, Default)]
struct Next {
    from: usize,
    at: usize,
}

/// How a variation has been left.
enum Left {
    Closed(usize),
    /// The game is over; it ends here.
    Ended(usize),
}

/// How far ahead a byte is looked for: where games are short, the search must not run through all that follows.
const REACH: usize = 1 << 14;
/// How far it is from one comment to the next where there is one behind each move.
const NEAR: usize = 24;
/// The bytes that matter in a variation.
const MATTERS: [bool; 256] = table(b"[{;%()*01");
/// The bytes that matter outside, show a marker, or end a line (behind which a game may begin).
const JUMPS: [bool; 256] = table(b"[{;%(*-/\n");
/// With these a line may open that matters.
const OPENS: [bool; 256] = table(b"[% \t\r\n");

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
        Self { data, is_final, line: Cell::default(), opener: Cell::default() }
    }

    /// Where the game ends whose movetext is at `start`, outside comments and variations; `set_up`: it has a FEN tag.
    pub fn find(&self, start: usize, set_up: bool) -> Result<usize, Unsettled> {
        // Where a marker may begin.
        let (mut pos, mut floor) = (start, start);
        loop {
            if let Some(open) = self.next_comment(pos) {
                pos = self.comment(open)?;
                floor = pos;
                continue;
            }
            let stop = self.next_stop(pos);
            if let Some(after) = self.marker(floor, pos, stop)? {
                return behind(self.data, after, self.is_final);
            }
            pos = match self.data.get(stop) {
                None => return at_data_end(self.data.len(), self.is_final),
                Some(b'{') => self.comment(stop)?,
                Some(b';') => skip_line(self.data, stop, self.is_final)?,
                Some(b'(') => match self.variation(stop)? {
                    Left::Closed(after) => after,
                    Left::Ended(end) => return Ok(end),
                },
                Some(b'%') if opens_line(self.data, stop) => skip_line(self.data, stop, self.is_final)?,
                Some(b'[') if begins_line(self.data, stop) => {
                    if is_tag_like(self.data, stop, self.is_final)? {
                        return Ok(stop);
                    }
                    stop + 1
                }
                Some(b'\n' | b'\r' | b' ' | b'\t') if paragraph_behind(self.data, stop).is_some() => {
                    let at = paragraph_behind(self.data, stop).unwrap_or(stop + 1);
                    if stop > start
                        && !set_up
                        && let Some(place) = self.restart(start, at)?
                    {
                        return Ok(place);
                    }
                    at
                }
                Some(_) => {
                    // Out of reach. A marker may lie across, with its second byte here.
                    (floor, pos) = (stop - 1, stop);
                    continue;
                }
            };
            floor = pos;
        }
    }

    /// The first byte at or behind `pos` that has to be looked at, markers aside; or how far that has been looked for.
    #[inline]
    fn next_stop(&self, pos: usize) -> usize {
        let line = self.next_line(pos);
        self.next(&self.opener, pos, line, |data, pos| {
            memchr3(b'{', b'(', b';', data.get(pos..)?).map(|length| pos + length)
        })
    }

    /// The first place at or behind `pos` where a line opens with a byte that matters; line ends are fewer than `[` and
    /// `%` where comments hold commands.
    #[inline]
    fn next_line(&self, pos: usize) -> usize {
        let reach = self.data.len().min(pos + REACH);
        self.next(&self.line, pos, reach, |data, pos| {
            let behind_blanks =
                pos.checked_sub(1).and_then(|before| data.get(before)).is_some_and(|&byte| is_space(byte));
            let from = if behind_blanks { pos.saturating_sub(MOST_BLANKS + 1) } else { pos };
            let lines = memchr_iter(b'\n', data.get(from..)?).map(|feed| from + feed + 1);
            let mut opening = lines.filter(|&line| self.data.get(line).is_some_and(|&byte| OPENS[usize::from(byte)]));
            opening.find_map(|line| opening_of_line(self.data, line).filter(|&at| at >= pos))
        })
    }

    /// See `Next`; `look` looks for the byte at or behind a position, and not beyond `reach`.
    #[inline]
    fn next(
        &self,
        known: &Cell<Next>,
        pos: usize,
        reach: usize,
        look: impl Fn(&[u8], usize) -> Option<usize>,
    ) -> usize {
        let next = known.get();
        if (next.from..next.at).contains(&pos) {
            return next.at.min(reach);
        }
        let at = self.data.get(..reach).and_then(|data| look(data, pos)).unwrap_or(reach);
        known.set(Next { from: pos, at });
        at
    }

    /// The comment that begins a few bytes behind `pos`, if nothing that matters stands before it: many games have
    /// one behind each move.
    #[inline]
    fn next_comment(&self, pos: usize) -> Option<usize> {
        let near = self.data.get(pos..pos + NEAR)?;
        let mut rest = near.iter().enumerate();
        let (length, byte) = rest.find(|&(at, &byte)| {
            JUMPS[usize::from(byte)] && (byte != b'\n' || near.get(at + 1).is_none_or(|&next| OPENS[usize::from(next)]))
        })?;
        (*byte == b'{').then_some(pos + length)
    }

    /// Behind the first termination marker of `floor..stop` whose `*`, `-` or `/` stands at or behind `pos`.
    fn marker(&self, floor: usize, pos: usize, stop: usize) -> Result<Option<usize>, Unsettled> {
        let mut at = pos;
        while let Some(found) = self.data.get(at..stop).and_then(|rest| memchr3(b'*', b'-', b'/', rest)) {
            let place = at + found;
            at = place + 1;
            // `-` and `/` stand second.
            let begin = if self.data.get(place) == Some(&b'*') { place } else { place.saturating_sub(1).max(floor) };
            let length = marker_at(self.data, begin, self.is_final)?;
            if length > 0 {
                return Ok(Some(begin + length));
            }
        }
        Ok(None)
    }

    /// Behind the comment at `at`; see `skip_comment`.
    fn comment(&self, at: usize) -> Result<usize, Unsettled> {
        // Before the next line that opens with `[` no tags are to be looked for.
        let window = self.data.get(at..self.next_line(at).min(at + COMMENT_LIMIT)).unwrap_or(&[]);
        memchr(b'}', window).map_or_else(|| skip_comment(self.data, at, self.is_final), |length| Ok(at + length + 1))
    }

    /// Where another game without tags begins in the paragraph at `at`, two moves or more behind `start`.
    #[cold]
    fn restart(&self, start: usize, at: usize) -> Result<Option<usize>, Unsettled> {
        if !self.is_final && self.data.len() - at < LOOKAHEAD {
            return Err(Unsettled::More);
        }
        let paragraph = self.data.get(at..self.data.len().min(at + PARAGRAPH)).unwrap_or(&[]);
        if has_lone_cr(paragraph) {
            return Err(Unsettled::Careful); // what is looked at may be more than the game
        }
        let begins = |&place: &usize| has_moves(self.data.get(..place).unwrap_or(&[]), start);
        Ok(restart::place(self.data, at).filter(begins))
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
                Some(b'[') if begins_line(data, pos) && is_tag_like(data, pos, is_final)? => {
                    return Ok(Left::Ended(pos));
                }
                Some(b'*' | b'0' | b'1') => {
                    let length = marker_at(data, pos, is_final)?;
                    pos += length.max(1);
                    if length > 0 && is_blank_line(data, pos, is_final)? {
                        return behind(data, pos, is_final).map(Left::Ended);
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

/// Whether the mainline of the movetext at `pos` has two moves; null moves count (has_moves of pgnfen.pgn.movetext).
fn has_moves(data: &[u8], mut pos: usize) -> bool {
    let (mut depth, mut moves) = (0usize, 0);
    while let Some(token) = lexer::next(data, pos) {
        pos = token.end;
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.saturating_sub(1),
            Kind::Move | Kind::Castling | Kind::Null if depth == 0 => moves += 1,
            _ => {}
        }
        if moves == 2 {
            return true;
        }
    }
    false
}

/// The byte that matters with which the line at `line` opens: `[`, blanks before it or none, `%`, or the first of a
/// blank line before text (lone CR is settled elsewhere).
fn opening_of_line(data: &[u8], line: usize) -> Option<usize> {
    match data.get(line)? {
        b'[' | b'%' => return Some(line),
        b' ' | b'\t' => {
            let at = skip_blanks(data, line, MOST_BLANKS);
            if data.get(at) == Some(&b'[') {
                return Some(at);
            }
        }
        _ => {}
    }
    paragraph_behind(data, line).map(|_| line)
}

#[cfg(test)]
mod tests;
