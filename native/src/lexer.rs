//! Movetext as tokens, byte for byte those of pgnfen.pgn.movetext.lex on boards of 8x8 (whose pattern is the definition).
//!
//! `plain` has the moves and numbers that nearly all movetext consists of, `words` all words, in the order of the
//! pattern's alternatives.
#![forbid(unsafe_code)]

mod plain;
mod prose;
mod token;
mod words;

use memchr::{memchr, memchr2};

use crate::bytes::opens_line;
use token::count;
pub use token::{Kind, Token};

/// The token at or behind `pos` of a game's bytes; `None` at the end. White space, no-break spaces, byte order marks
/// and 0x1a between tokens are passed over. Linear in what is passed over and the token.
///
/// `raw` is all there is; what stands before `pos` says whether a `%` begins a line (the first of `raw` does not).
#[inline]
pub fn next(raw: &[u8], mut pos: usize) -> Option<Token> {
    // Between nearly all tokens there is one: without a branch, since none can be foretold.
    pos += usize::from(matches!(raw.get(pos), Some(b' ' | b'\n')));
    loop {
        let rest = raw.get(pos..)?;
        let (kind, length) = match *rest.first()? {
            b' ' | b'\n' | b'\r' | b'\t' | 0x0b | 0x0c => {
                pos += 1;
                continue;
            }
            b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N' => match plain::movement(rest) {
                0 => words::like_move(&raw[..pos], rest),
                length => (Kind::Move, length),
            },
            b'1'..=b'9' => match plain::number(rest) {
                0 => words::like_number(rest),
                length => (Kind::Number, length),
            },
            b'{' => (Kind::Comment, memchr(b'}', rest).map_or(rest.len(), |at| at + 1)),
            b'(' => (Kind::Open, 1),
            b')' => (Kind::Close, 1),
            b'$' => nag(rest),
            b'*' => (Kind::Marker, 1),
            b'!' | b'?' => (Kind::Annotation, count(rest, |b| matches!(b, b'!' | b'?'))),
            b';' => (Kind::LineComment, line(rest)),
            b'%' if opens_line(raw, pos) => (Kind::Escape, line(rest)),
            _ => match words::blank(rest) {
                0 => words::other(&raw[..pos], rest),
                length => {
                    pos += length;
                    continue;
                }
            },
        };
        return Some(Token { kind, start: pos, end: pos + length });
    }
}

/// Number and dots of a move number indication, as pgnfen.pgn.movetext.read_number has them; the number is `None` for
/// dots alone. A number of more than nine digits, which no token has, may come out as `u32::MAX`.
pub fn number(raw: &[u8]) -> (Option<u32>, u32) {
    let digits = count(raw, |b| b.is_ascii_digit());
    let (digits, behind) = raw.split_at_checked(digits).unwrap_or((raw, &[]));
    let value = digits.iter().fold(0u32, |value, b| value.saturating_mul(10).saturating_add(u32::from(b & 0xf)));
    let none = digits.is_empty() || behind.iter().any(u8::is_ascii_digit);
    let mut dots = 0u32;
    for (at, &byte) in raw.iter().enumerate() {
        match byte {
            b'.' => dots = dots.saturating_add(1),
            0xe2 if raw.get(at + 1..at + 3) == Some(b"\x80\xa6") => dots = dots.saturating_add(3),
            _ => {}
        }
    }
    ((!none).then_some(value), dots)
}

/// The length of the rest of the line.
fn line(rest: &[u8]) -> usize {
    memchr2(b'\r', b'\n', rest).unwrap_or(rest.len())
}

fn nag(rest: &[u8]) -> (Kind, usize) {
    let digits = rest.get(1..rest.len().min(10)).unwrap_or(&[]);
    match count(digits, |b| b.is_ascii_digit()) {
        0 => (Kind::Unreadable, 1),
        length => (Kind::Nag, length + 1),
    }
}

#[cfg(test)]
mod tests;
