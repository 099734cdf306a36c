//! Moves, numbers and NAGs as nearly all movetext has them, read without the lexer.
#![forbid(unsafe_code)]

use super::state::Reader;
use crate::bytes::is_space;
use crate::san::{self, San};

/// A move number: what it says, where it ends, and where the walk goes on.
pub(super) struct Number {
    value: u32,
    dots: u32,
    end: usize,
    pub(super) next: usize,
}

impl<'a> Reader<'a> {
    /// The word at `pos`: up to white space, another control character, or a brace.
    #[inline]
    pub(super) fn word(&self, pos: usize) -> &'a [u8] {
        const ONES: u64 = 0x0101_0101_0101_0101;
        let rest = self.raw.get(pos..).unwrap_or(&[]);
        if let Some(Ok(eight)) = rest.get(..8).map(<[u8; 8]>::try_from) {
            let bytes = u64::from_le_bytes(eight);
            // The lowest bit set is that of the first byte below 0x21.
            let blanks = bytes.wrapping_sub(ONES * 0x21) & !bytes & (ONES * 0x80);
            if blanks != 0 {
                return rest.get(..blanks.trailing_zeros() as usize / 8).unwrap_or(&[]);
            }
        }
        long_word(rest)
    }

    /// The move in standard spelling at `pos`; where the walk goes on, `None` where there is none.
    #[inline]
    pub(super) fn plain_move(&mut self, pos: usize) -> Option<usize> {
        let word = self.word(pos);
        match san::read(word) {
            Some(san) => Some(self.plain(pos, word.len(), san)),
            None => {
                let word = long_word(word);
                let san = san::read(word)?;
                Some(self.plain(pos, word.len(), san))
            }
        }
    }

    #[inline(always)]
    fn plain(&mut self, pos: usize, length: usize, san: San) -> usize {
        let end = pos + length;
        self.last = end;
        if self.stopped.is_some() {
            self.stands = true;
        } else if !self.play(pos, end, san) {
            return self.halt((pos, self.token_end(pos, end)));
        }
        // Behind the blank, as there mostly is one.
        if self.raw.get(end) == Some(&b' ') { end + 1 } else { end }
    }

    /// The move number at `pos`, as most are written; where the walk goes on, `None` where the lexer has to look.
    #[inline]
    pub(super) fn plain_number(&mut self, pos: usize) -> Option<usize> {
        let number = self.number(pos)?;
        self.last = number.end;
        self.indication(Some(number.value), number.dots, pos);
        Some(number.next)
    }

    /// The move number at `pos`, as most are written.
    #[inline(always)]
    pub(super) fn number(&self, pos: usize) -> Option<Number> {
        let mut at = pos;
        let mut value = 0u32;
        while let Some(digit) = self.raw.get(at).filter(|b| b.is_ascii_digit()) {
            if at - pos == 6 {
                return None;
            }
            value = value * 10 + u32::from(digit - b'0');
            at += 1;
        }
        let digits_end = at;
        while self.raw.get(at) == Some(&b'.') {
            at += 1;
        }
        let dots = at - digits_end;
        let next = *self.raw.get(at)?;
        if !matches!(dots, 1..=3) || !(matches!(next, b' ' | b'\n' | b'\r') || next.is_ascii_alphabetic()) {
            return None;
        }
        // Behind the blank, as there mostly is one.
        Some(Number { value, dots: dots as u32, end: at, next: if next == b' ' { at + 1 } else { at } })
    }

    #[inline]
    pub(super) fn plain_nag(&mut self, pos: usize) -> Option<usize> {
        self.last = self.nag(pos)?;
        Some(self.last)
    }

    /// Where the NAG at `pos` ends: `$`, one to three digits, then white space or a parenthesis.
    #[inline]
    pub(super) fn nag(&self, pos: usize) -> Option<usize> {
        let rest = self.raw.get(pos + 1..)?;
        let length = rest.iter().take(4).position(|b| !b.is_ascii_digit())?;
        let ends = rest.get(length).is_some_and(|&next| is_space(next) || next == b')');
        (length > 0 && ends).then_some(pos + 1 + length)
    }
}

/// No move is longer; of a longer word the lexer reads what is one.
const LONGEST: usize = 32;

#[cold]
fn long_word(rest: &[u8]) -> &[u8] {
    let rest = rest.get(..LONGEST).unwrap_or(rest);
    let end = rest.iter().position(|&b| b < 0x21 || b == b'{').unwrap_or(rest.len());
    rest.get(..end).unwrap_or(&[])
}
