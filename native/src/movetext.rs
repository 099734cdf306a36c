//! The mainline, read and played in one walk: as long as all is plain, to the termination marker.
//!
//! What is plain, and nothing else is: move numbers of digits and one to three dots, right for the position (and
//! not two of them before the first move); moves in the standard spelling, with `!` and `?` behind; NAGs; comments
//! that close; variations that close, whose contents are not looked at; one of the four markers.
#![forbid(unsafe_code)]

use crate::bytes::{is_space, opens_line};
use crate::position::Position;
use crate::san;
use crate::split::{blank_line, marker_at, marker_word, skip_comment, skip_line};

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
    is_final: bool,
    position: &'a mut Position,
    /// Moves played.
    pub plies: u32,
    /// Whether there has been a comment.
    pub comments: bool,
    numbered: bool,
}

impl<'a> Walker<'a> {
    /// A walk through `data`.
    pub const fn new(data: &'a [u8], is_final: bool, position: &'a mut Position) -> Self {
        Self { data, is_final, position, plies: 0, comments: false, numbered: false }
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
                _ => self.aside(pos, byte),
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
        let mut word = self.word(pos);
        let san = if let Some(san) = san::read(word) {
            san
        } else {
            word = self.long_word(word);
            san::read(word)?
        };
        if self.position.clock >= LAST_CLOCK || !self.position.play(san) {
            return None;
        }
        self.plies += 1;
        Some(pos + word.len())
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
        if !matches!(dots, 1..=3) || value != self.position.number {
            return None;
        }
        if self.plies == 0 {
            // Rule K202 sums the dots before the first move.
            if self.numbered || self.position.turn().is_white() != (dots == 1) {
                return None;
            }
            self.numbered = true;
        }
        match self.data.get(at) {
            Some(&b) if is_space(b) || b.is_ascii_alphabetic() || b == b'{' => Some(at),
            _ => None,
        }
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
        if length > 1 && marker_word(self.data, pos, self.is_final) != Ok(length) {
            return Walk::Stopped(pos);
        }
        Walk::Marker(pos + length, marker)
    }

    /// Step over what stands beside the moves.
    #[cold]
    fn aside(&mut self, pos: usize, byte: u8) -> Option<usize> {
        match byte {
            b'{' => {
                self.comments = true;
                skip_comment(self.data, pos, self.is_final).ok()
            }
            b'(' => self.variation(pos),
            b'$' => self.nag(pos),
            b';' => {
                self.comments = true;
                skip_line(self.data, pos, self.is_final).ok()
            }
            b'%' if opens_line(self.data, pos) => skip_line(self.data, pos, self.is_final).ok(),
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
                b'{' => {
                    self.comments = true;
                    at = skip_comment(self.data, at, self.is_final).ok()?;
                    continue;
                }
                b';' => {
                    self.comments = true;
                    at = skip_line(self.data, at, self.is_final).ok()?;
                    continue;
                }
                b'%' if opens_line(self.data, at) => {
                    at = skip_line(self.data, at, self.is_final).ok()?;
                    continue;
                }
                b'[' => return None,
                b'*' | b'0' | b'1' => {
                    // A marker ends the game even here if a blank line follows.
                    let length = marker_at(self.data, at, self.is_final).ok()?;
                    if length > 0 && blank_line(self.data, at + length, self.is_final) != Ok(false) {
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

#[cfg(test)]
mod tests {
    use super::*;

    const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";

    fn walk(fen: &str, text: &str) -> (Walk, u32) {
        let mut position = Position::from_fen(fen, true).expect("a sound FEN");
        let mut walker = Walker::new(text.as_bytes(), true, &mut position);
        (walker.walk(0), walker.plies)
    }

    fn clears(text: &str) -> bool {
        matches!(walk(ARRAY, text).0, Walk::Marker(..))
    }

    #[test]
    fn plain() {
        for text in [
            "1. e4 e5 2. Nf3 Nc6 1-0",
            "1.e4 e5 2.Nf3 1/2-1/2",
            "1. e4! $1 {good} e5?! (1... c5 (1... e6) 2. c3 ;)\n) 2. Nf3{x}\n%esc\n *",
            "1. e4 1... e5 2. Nf3 2... Nc6 0-1",
            "e4 e5 Nf3 *",
            "*",
            "1. e4 (1. d4 $1 {)} ) 1... e5 *",
            "1. e4 (1. d4 1-0) (1. c4 *\nx1-0) 1... e5 *",
        ] {
            assert!(clears(text), "{text}");
        }
    }

    #[test]
    fn not_plain() {
        for text in [
            "",
            "1. e4",
            "1. e4 1-",
            "1. e4 1-01",
            "1... e4 *",
            "2. e4 *",
            "1. 1. e4 *",
            "1. ... e4 *",
            "1 e4 *",
            "1.... e4 *",
            "01. e4 *",
            "1. e4 e5 3. Nf3 *",
            "1. e4 e5 2 Nf3 *",
            "1. e5 *",
            "1. e4 -- *",
            "1. e4 e5 2. Ke3 *",
            "1. e4 [x] *",
            "1. e4 (1. d4 *",
            "1. e4 ) *",
            "1. e4 {open *",
            "1. e4 } *",
            "1. e4 e.p. *",
            "1. e4 e5 2. 0-0 *",
            "1. e4 (1. d4 [ ) *",
            "1. e4 (1. d4 1-0\n\n) *",
            "1. e4 (1. d4 *\r\n) *",
            "1. e4 $ *",
            "1. e4 $1234 *",
            "1. e4$1 *",
            "1. e4 % *",
            "1. e4 !? *",
            "1. e4 e5 2. Nf3 Nc6 3. d4 d5 4. Nd2 1. *",
            "1. e4 e5 2. Bc4 Bc5 3. Qh5 Nf6 4. Kxf7 *",
            "1. e4 \x01 *",
            "1. e4 e5 1-0x",
            "Nf3 Nf6 Ng1 Ng8 d4 d5 Nd2 Nf6 Ngf3 Nd7 Ne5 Ne4 Nd3 Nf3 *",
        ] {
            assert!(!clears(text), "{text}");
        }
    }

    #[test]
    fn black_begins() {
        let fen = "4k3/4p3/8/8/8/8/4P3/4K3 b - - 3 9";
        assert_eq!(walk(fen, "9... e5 10. e4 *"), (Walk::Marker(16, Marker::Open), 2));
        assert_eq!(walk(fen, "9. e5 *").0, Walk::Stopped(0));
    }

    #[test]
    fn clock() {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 149 99";
        assert_eq!(walk(fen, "99. Kd1 *").1, 1);
        assert_eq!(walk(fen, "99. Kd1 Kd7 *").0, Walk::Stopped(8));
        assert_eq!(walk(fen, "99. e4 Kd7 *").1, 2);
    }
}
