//! What stands beside the mainline, and behind its termination marker: comments and variations. Their moves are not
//! played.
#![forbid(unsafe_code)]

use memchr::memchr;

use super::state::Reader;
use crate::bytes::opens_line;
use crate::kinds::{BEHIND_MARKER, OPEN_COMMENT, OPEN_VARIATION, STRAY_PARENTHESIS};
use crate::lexer::{self, Kind};

/// The bytes that matter in a variation.
const MATTERS: [bool; 256] = crate::bytes::table(b"{;%()[");

impl Reader<'_> {
    /// Step over the comment whose `{` is at `pos`.
    #[inline]
    pub(super) fn comment(&mut self, pos: usize) -> usize {
        self.run = 0;
        self.beside(pos)
    }

    fn beside(&mut self, pos: usize) -> usize {
        match self.raw.get(pos..).and_then(|rest| memchr(b'}', rest)) {
            Some(length) => pos + length + 1,
            None => {
                self.line.note(OPEN_COMMENT, 0, (pos, self.raw.len()), 0);
                self.raw.len()
            }
        }
    }

    /// Step over the variation whose `(` is at `open`. What it holds is not judged.
    pub(super) fn variation(&mut self, open: usize) -> usize {
        let (raw, mut pos, mut depth) = (self.raw, open, 0usize);
        let in_run = self.run > 0 && self.run == self.last;
        while let Some(found) = raw.get(pos..).and_then(|rest| rest.iter().position(|&b| MATTERS[usize::from(b)])) {
            pos += found;
            pos = match raw.get(pos) {
                Some(b'{') => self.beside(pos),
                Some(b';') => line_end(raw, pos),
                Some(b'%') if opens_line(raw, pos) => line_end(raw, pos),
                Some(b'[') => bracket_end(raw, pos),
                Some(b'(') => {
                    depth += 1;
                    pos + 1
                }
                Some(b')') => {
                    depth -= 1;
                    if depth == 0 {
                        // A variation does not part the tokens around it.
                        self.last = pos + 1;
                        self.run = if in_run { self.last } else { 0 };
                        return self.last;
                    }
                    pos + 1
                }
                _ => pos + 1,
            };
        }
        self.open_variation(open);
        raw.len()
    }

    /// The variation at `open` is never closed: which token ends the game is still asked for.
    #[cold]
    fn open_variation(&mut self, open: usize) {
        let mut pos = open;
        while let Some(token) = lexer::next(self.raw, pos) {
            self.remember(&token);
            pos = token.end;
        }
        let ends_in_marker = self.ends_in_marker();
        self.line.note(OPEN_VARIATION, 0, (open, open + 1), u32::from(ends_in_marker));
    }

    /// What stands behind the termination marker.
    pub(super) fn behind(&mut self, mut pos: usize) {
        let (mut depth, mut open, mut span) = (0usize, 0, None);
        while let Some(token) = lexer::next(self.raw, pos) {
            pos = token.end;
            self.remember(&token);
            match token.kind {
                Kind::Comment => {
                    self.beside(token.start);
                }
                Kind::Open => {
                    if depth == 0 {
                        open = token.start;
                    }
                    depth += 1;
                }
                Kind::Close if depth > 0 => depth -= 1,
                Kind::Close if self.line.kinds & STRAY_PARENTHESIS == 0 => {
                    self.line.note(STRAY_PARENTHESIS, 0, (token.start, token.end), 0);
                }
                _ => {}
            }
            let silent = matches!(
                token.kind,
                Kind::Comment | Kind::LineComment | Kind::Escape | Kind::Nag | Kind::Annotation | Kind::EnPassant
            );
            if !silent {
                span = Some((span.map_or(token.start, |(start, _)| start), token.end));
            }
        }
        if let Some(span) = span {
            self.line.note(BEHIND_MARKER, 0, span, 0);
        }
        if depth > 0 {
            let ends_in_marker = self.ends_in_marker();
            self.line.note(OPEN_VARIATION, 0, (open, open + 1), u32::from(ends_in_marker));
        }
    }
}

/// Where the line ends, without its line end.
fn line_end(raw: &[u8], pos: usize) -> usize {
    raw.get(pos..).and_then(|rest| memchr::memchr2(b'\r', b'\n', rest)).map_or(raw.len(), |length| pos + length)
}

/// Where the token ends that `[` begins: behind its `]`, before a line end or a brace.
fn bracket_end(raw: &[u8], pos: usize) -> usize {
    let rest = raw.get(pos..).unwrap_or(&[]);
    let length = rest.iter().position(|b| b"]\r\n{".contains(b)).unwrap_or(rest.len());
    pos + length + usize::from(rest.get(length) == Some(&b']'))
}
