//! Positions as columns in the layout of Arrow: numbers, and texts behind one another with the places where they end.
#![forbid(unsafe_code)]

use std::collections::HashMap;

use crate::position::Position;
use crate::record::{Ends, turn};

/// A column of texts: all bytes, and where each ends (i32). Arrow's ends begin with a 0.
#[derive(Debug)]
struct Texts {
    bytes: Vec<u8>,
    ends: Vec<u8>,
}

impl Default for Texts {
    fn default() -> Self {
        Self { bytes: Vec::new(), ends: vec![0; 4] }
    }
}

impl Texts {
    #[inline]
    fn push(&mut self, text: &[u8]) {
        self.bytes.extend_from_slice(text);
        // What does not fit is taken back: see `Columns::overflow`.
        self.ends.extend_from_slice(&i32::try_from(self.bytes.len()).unwrap_or(i32::MAX).to_ne_bytes());
    }

    fn truncate(&mut self, count: usize) {
        self.ends.truncate(4 * count + 4);
        let end = self.ends.last_chunk().map_or(0, |end| i32::from_ne_bytes(*end));
        self.bytes.truncate(usize::try_from(end).unwrap_or(0));
    }
}

/// The columns of rows, numbers as their bytes; see `Lines::write`.
#[derive(Debug, Default)]
pub struct Columns {
    count: usize,
    /// u64.
    game: Vec<u8>,
    /// u32.
    ply: Vec<u8>,
    /// Whether there is a move, a bit for each row, the lowest first.
    moved: Vec<u8>,
    san: Texts,
    fen: Texts,
    placement: Texts,
    /// i32; 0: White.
    turn: Vec<u8>,
    /// i32: an index of `fields`.
    castling: Vec<u8>,
    /// i32; 0: none; 1 to 8: a3 to h3; 9 to 16: a6 to h6.
    en_passant: Vec<u8>,
    /// u32.
    halfmove: Vec<u8>,
    /// u32.
    fullmove: Vec<u8>,
    key: Texts,
    /// The castling fields that occur, and their numbers.
    fields: Vec<String>,
    known: HashMap<Box<[u8]>, i32>,
    last: (Vec<u8>, i32),
}

impl Columns {
    /// One more row: the record, where its fields end, and the key.
    #[inline]
    pub fn push(&mut self, game: u64, ply: u32, san: &[u8], texts: (&[u8], Ends, &[u8]), position: &Position) {
        let (record, ends, key) = texts;
        let field = |from: usize, to: usize| record.get(from..to).unwrap_or(&[]);
        let row = self.count;
        self.count += 1;
        if row.is_multiple_of(8) {
            self.moved.push(0);
        }
        if let Some(bits) = self.moved.last_mut().filter(|_| !san.is_empty()) {
            *bits |= 1 << (row % 8);
        }
        self.game.extend_from_slice(&game.to_ne_bytes());
        self.ply.extend_from_slice(&ply.to_ne_bytes());
        self.san.push(san);
        self.fen.push(record);
        self.placement.push(field(0, ends[0]));
        self.turn.extend_from_slice(&i32::from(turn(position) == b'b').to_ne_bytes());
        self.castle(field(ends[1] + 1, ends[2]));
        let target = match field(ends[2] + 1, ends[3]) {
            [file @ b'a'..=b'h', rank] => i32::from(file - b'a') + if *rank == b'3' { 1 } else { 9 },
            _ => 0,
        };
        self.en_passant.extend_from_slice(&target.to_ne_bytes());
        self.halfmove.extend_from_slice(&position.clock.to_ne_bytes());
        self.fullmove.extend_from_slice(&position.number.to_ne_bytes());
        self.key.push(key);
    }

    #[inline]
    fn castle(&mut self, field: &[u8]) {
        if self.last.0 != field || self.fields.is_empty() {
            let number = self.known.get(field).copied().unwrap_or_else(|| {
                let number = i32::try_from(self.fields.len()).unwrap_or(i32::MAX);
                self.known.insert(field.into(), number);
                self.fields.push(String::from_utf8_lossy(field).into_owned());
                number
            });
            self.last = (field.to_vec(), number);
        }
        self.castling.extend_from_slice(&self.last.1.to_ne_bytes());
    }

    /// Whether texts take more bytes than their ends can say.
    pub fn overflow(&self) -> bool {
        [&self.san, &self.fen, &self.placement, &self.key].iter().any(|texts| texts.bytes.len() > i32::MAX as usize)
    }

    /// Keep the first so many rows.
    pub fn truncate(&mut self, count: usize) {
        self.count = count;
        self.game.truncate(8 * count);
        self.moved.truncate(count.div_ceil(8));
        if let Some(bits) = self.moved.last_mut().filter(|_| !count.is_multiple_of(8)) {
            *bits &= (1 << (count % 8)) - 1;
        }
        let (halfmove, fullmove) = (&mut self.halfmove, &mut self.fullmove);
        for numbers in [&mut self.ply, &mut self.turn, &mut self.castling, &mut self.en_passant, halfmove, fullmove] {
            numbers.truncate(4 * count);
        }
        for texts in [&mut self.san, &mut self.fen, &mut self.placement, &mut self.key] {
            texts.truncate(count);
        }
    }

    /// The buffers, made one by one: game, ply, bits of san, ends and bytes of san, fen, placement; turn, castling, en
    /// passant, halfmove, fullmove; ends and bytes of keys. And the castling fields.
    pub fn buffers<B>(self, make: impl Fn(&[u8]) -> B) -> (Vec<B>, Vec<String>) {
        let (san, fen, placement, key) = (self.san, self.fen, self.placement, self.key);
        let made = [
            self.game,
            self.ply,
            self.moved,
            san.ends,
            san.bytes,
            fen.ends,
            fen.bytes,
            placement.ends,
            placement.bytes,
            self.turn,
            self.castling,
            self.en_passant,
            self.halfmove,
            self.fullmove,
            key.ends,
            key.bytes,
        ];
        (made.iter().map(|buffer| make(buffer)).collect(), self.fields)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_taken_back() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true).expect("a sound FEN");
        let record = b"4k3/8/8/8/8/8/8/4K3 b KQ e6 0 1";
        let mut columns = Columns::default();
        let push = |columns: &mut Columns, count: u32| {
            for ply in 0..count {
                let san: &[u8] = if ply % 3 == 0 { b"" } else { b"e4" };
                columns.push(1, ply, san, (record, [19, 21, 24, 27, 29, 31], b"key"), &position);
            }
        };
        push(&mut columns, 11);
        columns.truncate(10);
        let mut other = Columns::default();
        push(&mut other, 10);
        let (made, fields) = columns.buffers(<[u8]>::to_vec);
        assert_eq!((made.clone(), fields.clone()), other.buffers(<[u8]>::to_vec));
        assert_eq!((made.len(), fields), (16, vec!["KQ".to_owned()]));
        assert_eq!((&made[2], made[4].len()), (&vec![0b1011_0110, 0b01], 12));
        assert_eq!(made[11], 13i32.to_ne_bytes().repeat(10));
    }
}
