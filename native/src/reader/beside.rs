//! What stands beside the mainline, and behind its termination marker: comments, and brackets that do not match.
#![forbid(unsafe_code)]

use memchr::memchr;

use super::state::Reader;
use crate::kinds::{BEHIND_MARKER, OPEN_COMMENT, OPEN_VARIATION, STRAY_PARENTHESIS};
use crate::lexer::{self, Kind};

impl Reader<'_> {
    /// Step over the comment whose `{` is at `pos`.
    #[inline]
    pub(super) fn comment(&mut self, pos: usize) -> usize {
        self.run = 0;
        let kinds = self.line.kinds;
        let end = self.beside(pos);
        if self.line.kinds == kinds {
            self.comment_declares(pos, end);
        }
        end
    }

    /// Step over a comment in a variation, which is `played`.
    #[inline]
    pub(super) fn comment_beside(&mut self, pos: usize, played: bool) -> usize {
        let end = self.beside(pos);
        if played && self.may_declare(pos, end) && self.line.kinds & OPEN_COMMENT == 0 {
            self.declares(pos + 1, end - 1, false, true);
        }
        end
    }

    pub(super) fn beside(&mut self, pos: usize) -> usize {
        match self.raw.get(pos..).and_then(|rest| memchr(b'}', rest)) {
            Some(length) => pos + length + 1,
            None => {
                self.line.note(OPEN_COMMENT, 0, (pos, self.raw.len()), 0);
                self.raw.len()
            }
        }
    }

    /// The variation at `open` is never closed: which token ends the game is still asked for.
    #[cold]
    pub(super) fn open_variation(&mut self, open: usize) {
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
        self.declares_the_last();
        while let Some(token) = lexer::next(self.raw, pos) {
            pos = token.end;
            self.remember(&token);
            match token.kind {
                Kind::Comment if depth == 0 => {
                    self.comment(token.start);
                }
                Kind::Comment => {
                    self.beside(token.start);
                }
                Kind::LineComment if depth == 0 => self.lines_declare(token.start, false),
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
