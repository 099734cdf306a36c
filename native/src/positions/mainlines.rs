//! What tells mainlines apart: a number of 128 bits for the start and the moves from it, however they are spelled. The
//! Python reader says the same (pgnfen/facts/mainlines.py).

use pyo3::prelude::*;
use shakmaty::{Color, Role};

use super::row::{self, Format, Style};
use crate::position::{Position, at};
use crate::reader::{Moves, Watched, watch};
use crate::record::{Castling, EnPassant, Placements};
use crate::scan::guarded;
use crate::starts::Start;
use crate::table::Row;

/// Of a game whose moves Python has to look at.
pub const LEFT: u16 = u16::MAX;
/// The most plies that are told; longer mainlines have so many.
const MOST: u16 = 0x7FFE;
const SEED: (u64, u64) = (0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F);
const FACTORS: (u64, u64) = (0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB);

/// The number so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hash(u64, u64);

fn folded(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
    (product as u64) ^ ((product >> 64) as u64)
}

impl Hash {
    fn add(&mut self, one: u64, other: u64) {
        let Self(first, second) = *self;
        *self = Self(folded(first ^ one, FACTORS.0 ^ other), folded(second ^ other, FACTORS.1 ^ one));
    }

    /// Of the key of a position.
    fn of_key(key: &[u8]) -> Self {
        let mut hash = Self(SEED.0, SEED.1);
        for (chunk, number) in key.chunks(8).zip(1..) {
            let mut word = [0; 8];
            for (place, byte) in word.iter_mut().zip(chunk) {
                *place = *byte;
            }
            hash.add(u64::from_le_bytes(word), number);
        }
        hash.add(key.len() as u64, 0);
        hash
    }

    /// A move has been played, to this position.
    #[inline]
    fn played(&mut self, position: &Position) {
        let mover: Color = !position.turn();
        let role = |role: Role| position.role(role).0;
        let pieces = role(Role::Knight)
            ^ role(Role::Bishop).rotate_left(13)
            ^ role(Role::Rook).rotate_left(29)
            ^ role(Role::Queen).rotate_left(47)
            ^ role(Role::King).rotate_left(7);
        self.add(position.sides[at(mover)].0, pieces);
    }

    fn bytes(self) -> [u8; 16] {
        ((u128::from(self.1) << 64) | u128::from(self.0)).to_le_bytes()
    }
}

/// The numbers of starts; that of the last one is remembered.
struct Keys {
    placements: Placements,
    key: Vec<u8>,
    last: Option<(Position, Hash)>,
}

impl Keys {
    fn new() -> Self {
        Self { placements: Placements::default(), key: Vec::with_capacity(90), last: None }
    }

    fn of(&mut self, start: &Position) -> Hash {
        if let Some((position, hash)) = &self.last
            && position == start
        {
            return *hash;
        }
        let style = Style {
            format: Format::Text,
            castling: Castling::Shredder,
            classic: false,
            en_passant: EnPassant::Legal,
            epd: true,
            san: false,
            hashed: false,
        };
        self.key.clear();
        row::fen(&mut self.key, &mut self.placements, start, style);
        let hash = Hash::of_key(&self.key);
        self.last = Some((start.clone(), hash));
        hash
    }
}

/// Of each game 18 bytes: the number of its mainline, and its plies (LEFT: Python has to look).
pub fn mainlines(data: &[u8], rows: &[Row], starts: Vec<Option<Start>>) -> Vec<u8> {
    let (mut keys, mut begin) = (Keys::new(), 0);
    let mut found = Vec::with_capacity(18 * rows.len());
    for (row, start) in rows.iter().zip(starts) {
        let raw = data.get(begin..row.end as usize).unwrap_or(&[]);
        let from = (row.movetext as usize).saturating_sub(begin);
        begin = row.end as usize;
        let told = start.and_then(Start::stated).and_then(|start| {
            let mut line = Line { hash: keys.of(&start), plies: 0 };
            let watched = guarded(|| watch(raw, from, &start, &mut line)).ok()??;
            matches!(watched, Watched::Whole(_)).then_some((line.hash.bytes(), line.plies))
        });
        let (hash, plies) = told.unwrap_or(([0; 16], LEFT));
        found.extend_from_slice(&hash);
        found.extend_from_slice(&plies.to_le_bytes());
    }
    found
}

struct Line {
    hash: Hash,
    plies: u16,
}

impl Moves for Line {
    #[inline]
    fn played(&mut self, position: &Position, _: &[u8], _: usize) {
        self.hash.played(position);
        self.plies = MOST.min(self.plies + 1);
    }
}

/// Mainlines that are looked for as beginnings of others: the first halves of their numbers, sorted; bits that tell of
/// most others that they are not there.
#[pyclass(frozen, module = "pgnfen._native")]
pub struct Beginnings {
    known: Vec<u64>,
    bits: Vec<u64>,
    fewest: u16,
}

#[pymethods]
impl Beginnings {
    /// Of numbers as they stand in `bytes`, 8 each; of games of `fewest` plies or more.
    #[new]
    fn new(bytes: &[u8], fewest: u16) -> Self {
        let (words, _) = bytes.as_chunks::<8>();
        let mut known: Vec<u64> = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
        known.sort_unstable();
        known.dedup();
        let mut bits = vec![0; (known.len() / 4).next_power_of_two()];
        for one in &known {
            let (word, bit) = Self::place(bits.len(), *one);
            if let Some(word) = bits.get_mut(word) {
                *word |= bit;
            }
        }
        Self { known, bits, fewest }
    }
}

impl Beginnings {
    fn place(words: usize, one: u64) -> (usize, u64) {
        ((one >> 6) as usize & (words - 1), 1 << (one & 63))
    }

    fn has(&self, one: u64) -> bool {
        let (word, bit) = Self::place(self.bits.len(), one);
        self.bits.get(word).is_some_and(|word| word & bit != 0) && self.known.binary_search(&one).is_ok()
    }
}

/// Looks at each position of a mainline for one that another may end in.
struct Passing<'a> {
    line: Line,
    beginnings: &'a Beginnings,
    met: Vec<(u16, Hash)>,
}

impl Moves for Passing<'_> {
    fn played(&mut self, position: &Position, spelled: &[u8], at: usize) {
        self.line.played(position, spelled, at);
        if self.line.plies >= self.beginnings.fewest && self.beginnings.has(self.line.hash.0) {
            self.met.push((self.line.plies, self.line.hash));
        }
    }
}

/// Of the games whose mainlines begin as others may be: the index of the game (u32), the number of the beginning, the plies
/// of the whole (u16); of each game that Python has to look at its index alone, with LEFT.
pub fn passing(data: &[u8], rows: &[Row], starts: Vec<Option<Start>>, beginnings: &Beginnings) -> Vec<u8> {
    let (mut keys, mut begin, mut found) = (Keys::new(), 0, Vec::new());
    for ((row, start), index) in rows.iter().zip(starts).zip(0u32..) {
        let raw = data.get(begin..row.end as usize).unwrap_or(&[]);
        let from = (row.movetext as usize).saturating_sub(begin);
        begin = row.end as usize;
        let told = start.and_then(Start::stated).and_then(|start| {
            let line = Line { hash: keys.of(&start), plies: 0 };
            let mut passing = Passing { line, beginnings, met: Vec::new() };
            let watched = guarded(|| watch(raw, from, &start, &mut passing)).ok()??;
            let plies = passing.line.plies;
            passing.met.retain(|(ply, _)| *ply < plies);
            let whole = matches!(watched, Watched::Whole(_));
            whole.then(|| passing.met.into_iter().map(|(_, hash)| (plies, hash)).collect())
        });
        for (plies, hash) in told.unwrap_or_else(|| vec![(LEFT, Hash(0, 0))]) {
            found.extend_from_slice(&index.to_le_bytes());
            found.extend_from_slice(&hash.bytes());
            found.extend_from_slice(&plies.to_le_bytes());
        }
    }
    found
}
