//! A position as a line of output, as `pgnfen.report.positions` writes it.
#![forbid(unsafe_code)]

use std::hash::{DefaultHasher, Hasher};

use super::columns::Columns;
use crate::line::short;
use crate::position::Position;
use crate::record::{
    Castling, EnPassant, Ends, Placements, is_classic, turn, write_castling, write_number, write_target,
};

/// How lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The record alone, and the move behind it where that is asked for.
    Text,
    /// CSV.
    Csv,
    /// JSON Lines.
    Jsonl,
    /// Columns, a buffer each.
    Columns,
}

/// What is written of a position, and how.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The form of the lines.
    pub format: Format,
    /// The castling convention.
    pub castling: Castling,
    /// Positions whose castling availability KQkq of standard chess cannot say are counted.
    pub classic: bool,
    /// The en passant convention.
    pub en_passant: EnPassant,
    /// Four fields alone.
    pub epd: bool,
    /// In text: the move as well.
    pub san: bool,
    /// The hashes of keys are kept.
    pub hashed: bool,
}

/// Lines, and what is said of them.
#[derive(Debug)]
pub struct Lines {
    /// How they are written.
    pub style: Style,
    /// What stands before the number of the game.
    path: Vec<u8>,
    /// The lines.
    pub out: Vec<u8>,
    /// 20 bytes for each: the hash of its key, and of how many bytes the line is (little-endian).
    pub hashes: Vec<u8>,
    /// How many lines.
    pub count: usize,
    /// Positions whose castling availability `Style::classic` cannot say.
    pub unsaid: usize,
    /// The rows, of `Format::Columns`.
    pub columns: Columns,
    placements: Placements,
    record: Vec<u8>,
    key: Vec<u8>,
}

/// What is taken back when a game turns out to be Python's.
#[derive(Clone, Copy, Debug)]
pub struct Mark(usize, usize, usize, usize);

impl Lines {
    pub fn new(style: Style, path: &[u8]) -> Self {
        Self {
            style,
            path: path.to_vec(),
            out: Vec::new(),
            hashes: Vec::new(),
            count: 0,
            unsaid: 0,
            columns: Columns::default(),
            placements: Placements::default(),
            record: Vec::new(),
            key: Vec::new(),
        }
    }

    /// How far it is written.
    pub const fn mark(&self) -> Mark {
        Mark(self.out.len(), self.hashes.len(), self.count, self.unsaid)
    }

    /// Take back what has been written since.
    pub fn back(&mut self, Mark(out, hashes, count, unsaid): Mark) {
        self.out.truncate(out);
        self.hashes.truncate(hashes);
        (self.count, self.unsaid) = (count, unsaid);
        if self.style.format == Format::Columns {
            self.columns.truncate(count);
        }
    }

    /// Write the position behind a ply, and the move that led to it (empty: the start).
    #[inline]
    pub fn write(&mut self, game: u64, ply: u32, san: &[u8], position: &Position) {
        self.count += 1;
        let (style, from) = (self.style, self.out.len());
        if style.classic {
            self.unsaid += usize::from(!is_classic(position));
        }
        if style.format == Format::Text {
            fen(&mut self.out, &mut self.placements, position, style);
            if style.san {
                self.out.push(b'\t');
                self.out.extend_from_slice(if san.is_empty() { b"-" } else { san });
            }
            self.out.push(b'\n');
        }
        if style.hashed || style.format != Format::Text {
            self.key.clear();
            let (castling, en_passant) = (Castling::Shredder, EnPassant::Legal);
            let style = Style { castling, en_passant, epd: true, ..style };
            fen(&mut self.key, &mut self.placements, position, style);
        }
        if style.format != Format::Text {
            self.record.clear();
            let ends = fen(&mut self.record, &mut self.placements, position, style);
            if style.format == Format::Columns {
                self.columns.push(game, ply, san, (&self.record, ends, &self.key), position);
            } else {
                self.row(game, ply, san, ends, position);
            }
        }
        if style.hashed {
            self.hashes.extend_from_slice(&hash(&self.key));
            self.hashes.extend_from_slice(&short(self.out.len() - from).to_le_bytes());
        }
    }

    fn row(&mut self, game: u64, ply: u32, san: &[u8], ends: Ends, position: &Position) {
        let csv = self.style.format == Format::Csv;
        let out = &mut self.out;
        out.extend_from_slice(&self.path);
        out.extend_from_slice(game.to_string().as_bytes());
        out.extend_from_slice(if csv { b"," } else { b", \"ply\": " });
        write_number(out, ply);
        let text = |out: &mut Vec<u8>, name: &str, value: &[u8]| {
            if csv {
                out.push(b',');
                out.extend_from_slice(value);
                return;
            }
            for part in [b", \"", name.as_bytes(), b"\": \"", value, b"\""] {
                out.extend_from_slice(part);
            }
        };
        let number = |out: &mut Vec<u8>, name: &str, value: u32| {
            if csv {
                out.push(b',');
            } else {
                for part in [b", \"", name.as_bytes(), b"\": "] {
                    out.extend_from_slice(part);
                }
            }
            write_number(out, value);
        };
        if san.is_empty() && !csv {
            out.extend_from_slice(b", \"san\": null");
        } else {
            text(out, "san", san);
        }
        text(out, "fen", &self.record);
        let mut from = 0;
        for (name, end) in ["placement", "turn", "castling", "en_passant"].into_iter().zip(ends) {
            text(out, name, self.record.get(from..end).unwrap_or(&[]));
            from = end + 1;
        }
        number(out, "halfmove", position.clock);
        number(out, "fullmove", position.number);
        text(out, "key", &self.key);
        out.extend_from_slice(if csv { b"\r\n" } else { b"}\n" });
    }
}

/// Write a record; where its fields end.
#[inline]
pub fn fen(out: &mut Vec<u8>, placements: &mut Placements, position: &Position, style: Style) -> Ends {
    let from = out.len();
    let mut ends = Ends::default();
    placements.write(out, position);
    ends[0] = out.len() - from;
    out.extend_from_slice(&[b' ', turn(position), b' ']);
    ends[1] = out.len() - from - 1;
    write_castling(out, position, style.castling);
    ends[2] = out.len() - from;
    out.push(b' ');
    write_target(out, position, style.en_passant);
    ends[3] = out.len() - from;
    if !style.epd {
        out.push(b' ');
        write_number(out, position.clock);
        out.push(b' ');
        write_number(out, position.number);
    }
    ends
}

/// 128 bits that say of two keys whether they are the same.
pub fn hash(key: &[u8]) -> [u8; 16] {
    let half = |first: u8| {
        let mut hasher = DefaultHasher::new();
        hasher.write_u8(first);
        hasher.write(key);
        hasher.finish()
    };
    let mut whole = [0; 16];
    for (place, number) in whole.chunks_exact_mut(8).zip([half(0), half(1)]) {
        place.copy_from_slice(&number.to_le_bytes());
    }
    whole
}
