//! The mainline, read and played in one walk: as long as all is plain, to the termination marker.
//!
//! What is plain, and nothing else is: move numbers of digits and one to three dots, right for the position or for
//! the first of them (and not two of them before the first move); moves in the standard spelling, with `!` and `?` behind; NAGs; comments
//! that close; variations that close, whose contents are not looked at; one of the four markers.
#![forbid(unsafe_code)]

use shakmaty::Color;

use crate::beside::Beside;
use crate::bytes::is_space;
use crate::position::Position;
use crate::san::{self, San};
use crate::split::marker_word;

/// The halfmove clock at which a game has to be over (rule K102).
const LAST_CLOCK: u32 = 150;

/// The four termination markers, as they are handed to Python.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Marker {
    /// `*`
    Open = 1,
    /// `1-0`
    White = 2,
    /// `0-1`
    Black = 3,
    /// `1/2-1/2`
    Draw = 4,
}

impl Marker {
    /// As it is spelled.
    pub const fn text(self) -> &'static [u8] {
        match self {
            Self::Open => b"*",
            Self::White => b"1-0",
            Self::Black => b"0-1",
            Self::Draw => b"1/2-1/2",
        }
    }
}

/// How far the walk has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walk {
    /// To the marker: where it ends, which it is.
    Marker(usize, Marker),
    /// To something that is not plain, at this byte, outside comments and variations.
    Stopped(usize),
}

/// A walk along the mainline from `position`, which it leaves at the last move.
pub struct Walker<'a> {
    data: &'a [u8],
    position: &'a mut Position,
    beside: Beside<'a>,
    /// Moves played.
    pub plies: u32,
    /// The number before the first move where it is not the position's, else 0.
    pub number: u32,
    /// The plies at which White and Black have castled, 0 where they have not: nobody can do so twice.
    pub castlings: [u32; 2],
    /// Whether the walk has stopped at a castling that could not be played.
    pub refused_castling: bool,
    numbered: bool,
}

impl<'a> Walker<'a> {
    /// A walk through `data`, which is all there is.
    pub const fn new(data: &'a [u8], position: &'a mut Position) -> Self {
        Self {
            data,
            position,
            beside: Beside { data, comments: false },
            plies: 0,
            number: 0,
            castlings: [0; 2],
            refused_castling: false,
            numbered: false,
        }
    }

    /// Whether there has been a comment.
    pub const fn comments(&self) -> bool {
        self.beside.comments
    }

    /// Walk from `pos` as far as it goes.
    pub fn walk(&mut self, mut pos: usize) -> Walk {
        loop {
            let Some(&byte) = self.data.get(pos) else { return Walk::Stopped(pos) };
            let next = match byte {
                b' ' | b'\n' | b'\r' | b'\t' => Some(pos + 1),
                b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N' | b'O' => self.play(pos),
                b'1'..=b'9' => match self.number(pos) {
                    Some(next) => Some(next),
                    None => return self.marker(pos),
                },
                b'0' | b'*' => return self.marker(pos),
                _ => self.beside.step(pos, byte),
            };
            match next {
                Some(next) => pos = next,
                None => return Walk::Stopped(pos),
            }
        }
    }

    /// The length of the word at `pos`: up to white space, another control character, or a brace.
    #[inline]
    fn word(&self, pos: usize) -> &'a [u8] {
        const ONES: u64 = 0x0101_0101_0101_0101;
        let rest = self.data.get(pos..).unwrap_or(&[]);
        if let Some(Ok(eight)) = rest.get(..8).map(<[u8; 8]>::try_from) {
            let bytes = u64::from_le_bytes(eight);
            // The lowest bit set is that of the first byte below 0x21.
            let blanks = bytes.wrapping_sub(ONES * 0x21) & !bytes & (ONES * 0x80);
            if blanks != 0 {
                return rest.get(..blanks.trailing_zeros() as usize / 8).unwrap_or(&[]);
            }
        }
        self.long_word(rest)
    }

    #[cold]
    fn long_word(&self, rest: &'a [u8]) -> &'a [u8] {
        let end = rest.iter().position(|&b| b < 0x21 || b == b'{').unwrap_or(rest.len());
        rest.get(..end).unwrap_or(&[])
    }

    /// Play the move that the word at `pos` spells; where the walk goes on.
    #[inline]
    fn play(&mut self, pos: usize) -> Option<usize> {
        let word = self.word(pos);
        match san::read(word) {
            Some(san) => self.make(pos + word.len(), san),
            None => self.play_long(pos, word),
        }
    }

    /// The same for a word with more behind it than a move: a brace, or nothing at all.
    #[cold]
    #[inline(never)]
    fn play_long(&mut self, pos: usize, word: &'a [u8]) -> Option<usize> {
        let word = self.long_word(word);
        self.make(pos + word.len(), san::read(word)?)
    }

    #[inline(always)]
    fn make(&mut self, after: usize, san: San) -> Option<usize> {
        if self.position.clock >= LAST_CLOCK {
            return None;
        }
        let played = if matches!(san, San::Castling { .. }) { self.castle(san) } else { self.position.play(san) };
        if !played {
            return None;
        }
        self.plies += 1;
        Some(self.behind(after))
    }

    fn castle(&mut self, san: San) -> bool {
        let colour = self.position.turn();
        let played = self.position.play(san);
        self.refused_castling = !played;
        if played {
            match colour {
                Color::White => self.castlings[0] = self.plies + 1,
                Color::Black => self.castlings[1] = self.plies + 1,
            }
        }
        played
    }

    /// Read the move number at `pos`; `None` where there is none, or where it is wrong.
    #[inline]
    fn number(&mut self, pos: usize) -> Option<usize> {
        let mut at = pos;
        let mut value = 0u32;
        while let Some(digit) = self.data.get(at).filter(|b| b.is_ascii_digit()) {
            if at - pos == 6 {
                return None;
            }
            value = value * 10 + u32::from(digit - b'0');
            at += 1;
        }
        let digits_end = at;
        while self.data.get(at) == Some(&b'.') {
            at += 1;
        }
        let dots = at - digits_end;
        if !matches!(dots, 1..=3) {
            return None;
        }
        if self.plies == 0 {
            // Rule K202 sums the dots before the first move.
            if self.numbered || self.position.turn().is_white() != (dots == 1) {
                return None;
            }
            self.numbered = true;
            if value != self.position.number {
                // Rule K203 counts from the first number, whatever it is.
                self.number = value;
                self.position.number = value;
            }
        }
        if value != self.position.number {
            return None;
        }
        match self.data.get(at) {
            Some(b' ') => Some(at + 1),
            Some(&b) if is_space(b) || b.is_ascii_alphabetic() || b == b'{' => Some(at),
            _ => None,
        }
    }

    /// Where the walk goes on behind a word that ends at `pos`: behind the blank, as there mostly is one.
    #[inline]
    fn behind(&self, pos: usize) -> usize {
        if self.data.get(pos) == Some(&b' ') { pos + 1 } else { pos }
    }

    /// Read the termination marker at `pos`, which ends the walk one way or the other.
    fn marker(&self, pos: usize) -> Walk {
        let (marker, length) = match self.data.get(pos..pos + 3) {
            _ if self.data.get(pos) == Some(&b'*') => (Marker::Open, 1),
            Some(b"1-0") => (Marker::White, 3),
            Some(b"0-1") => (Marker::Black, 3),
            Some(b"1/2") => (Marker::Draw, 7),
            _ => return Walk::Stopped(pos),
        };
        if length > 1 && marker_word(self.data, pos, true) != Ok(length) {
            return Walk::Stopped(pos);
        }
        Walk::Marker(pos + length, marker)
    }
}

#[cfg(test)]
mod tests;
