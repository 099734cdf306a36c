//! What stands beside the moves of a mainline: comments, escapes, NAGs, variations. The walk steps over them.
#![forbid(unsafe_code)]

use crate::bytes::{is_space, opens_line};
use crate::split::{blank_line, marker_at, skip_comment, skip_line};

/// What stands beside the moves of some data, which is all there is.
pub struct Beside<'a> {
    /// The data.
    pub data: &'a [u8],
    /// Whether there has been a comment.
    pub comments: bool,
}

impl Beside<'_> {
    /// Step over what begins at `pos` with `byte`; where the walk goes on, `None` where it is not plain.
    #[cold]
    pub fn step(&mut self, pos: usize, byte: u8) -> Option<usize> {
        match byte {
            b'{' => {
                self.comments = true;
                skip_comment(self.data, pos, true).ok()
            }
            b'(' => self.variation(pos),
            b'$' => self.nag(pos),
            b';' => {
                self.comments = true;
                skip_line(self.data, pos, true).ok()
            }
            b'%' if opens_line(self.data, pos) => skip_line(self.data, pos, true).ok(),
            0x0b | 0x0c => Some(pos + 1),
            _ => None,
        }
    }

    /// Step over a NAG: `$`, one to three digits, then white space or a comment.
    fn nag(&self, pos: usize) -> Option<usize> {
        let rest = self.data.get(pos + 1..)?;
        let length = rest.iter().position(|b| !b.is_ascii_digit())?;
        let next = *rest.get(length)?;
        (matches!(length, 1..=3) && (is_space(next) || next == b'{')).then_some(pos + 1 + length)
    }

    /// Step over the variation whose `(` is at `pos`.
    ///
    /// Parentheses, comments and escapes nest in it as the lexer has them; what else it holds is not judged. A `[`
    /// (which the lexer reads to its `]`) in it stops the walk, as does a termination marker before a blank line.
    fn variation(&mut self, pos: usize) -> Option<usize> {
        let mut at = pos;
        let mut depth = 0usize;
        loop {
            match *self.data.get(at)? {
                b'(' => depth += 1,
                b')' => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(at + 1);
                    }
                }
                byte @ (b'{' | b';') => {
                    at = self.step(at, byte)?;
                    continue;
                }
                b'%' if opens_line(self.data, at) => {
                    at = skip_line(self.data, at, true).ok()?;
                    continue;
                }
                b'[' => return None,
                b'*' | b'0' | b'1' => {
                    // A marker ends the game even here if a blank line follows.
                    let length = marker_at(self.data, at, true).ok()?;
                    if length > 0 && blank_line(self.data, at + length, true) != Ok(false) {
                        return None;
                    }
                    at += length.max(1);
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
    }
}
