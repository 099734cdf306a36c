//! A position as sets of squares (see `pgnfen.fen.reachable.position`).
#![forbid(unsafe_code)]

use shakmaty::{Bitboard, Color, Role, Square};

use crate::fen::board::Board;
use crate::fen::castling::Rights;
use crate::fen::fields::Fields;

/// The men of pawn, knight, bishop, rook, queen, king.
pub(super) type Men = [u64; 6];
pub(super) const PAWN: usize = 0;
pub(super) const KNIGHT: usize = 1;
pub(super) const BISHOP: usize = 2;
pub(super) const ROOK: usize = 3;
pub(super) const QUEEN: usize = 4;
pub(super) const KING: usize = 5;

pub(super) const LIGHT: u64 = 0x55AA_55AA_55AA_55AA;
pub(super) const BACK: [u64; 2] = [0xFF, 0xFF << 56];
pub(super) const PAWNS_HOME: [u64; 2] = [0xFF << 8, 0xFF << 48];
pub(super) const FILE_A: u64 = 0x0101_0101_0101_0101;
/// Where the men of the standard array stand.
pub(super) const HOME: [Men; 2] = [
    [0xFF << 8, 0x42, 0x24, 0x81, 0x08, 0x10],
    [0xFF << 48, 0x42 << 56, 0x24 << 56, 0x81 << 56, 0x08 << 56, 0x10 << 56],
];

/// A position, White (0) before Black (1).
#[derive(Debug)]
pub(super) struct Position {
    pub(super) men: [Men; 2],
    pub(super) sides: [u64; 2],
    /// How many men of each side were captured.
    missing: [u32; 2],
    pub(super) turn: usize,
    /// Kings and rooks that have not moved, since they may castle.
    pub(super) fixed: u64,
    /// The game began at the standard array.
    pub(super) standard: bool,
}

impl Position {
    pub(super) fn new(board: &Board, fields: &Fields<'_>, rights: &Rights, standard: bool) -> Option<Self> {
        let of = |color: Color| Role::ALL.map(|role| board.men(color, role).0);
        let men = [of(Color::White), of(Color::Black)];
        let king = |color: Color| board.king(color).map(Bitboard::from);
        let kings = [king(Color::White)?, king(Color::Black)?];
        let rooks = rights.rooks();
        let mut fixed = rooks.0;
        for (king, back) in kings.iter().zip(BACK) {
            fixed |= if rooks.0 & back != 0 { king.0 } else { 0 };
        }
        Some(Self::of_men(men, usize::from(fields.turn.is_black()), fixed, standard))
    }

    pub(super) fn of_men(men: [Men; 2], turn: usize, fixed: u64, standard: bool) -> Self {
        let sides = men.map(|men| men.iter().fold(0, |all, one| all | one));
        let missing = sides.map(|side: u64| 16u32.saturating_sub(side.count_ones()));
        Self { men, sides, missing, turn, fixed, standard }
    }

    pub(super) fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    /// How many men of a side were captured.
    pub(super) fn missing(&self, side: usize) -> u32 {
        self.missing[side & 1]
    }

    pub(super) fn of(&self, side: usize, kind: usize) -> u64 {
        self.men[side & 1][kind]
    }

    /// Whether nothing can have moved yet.
    pub(super) fn is_array(&self) -> bool {
        self.turn == 0
            && (0..2).all(|side| {
                self.of(side, PAWN) == PAWNS_HOME[side] && self.sides[side] == PAWNS_HOME[side] | BACK[side]
            })
    }
}

/// The squares of a set.
pub(super) fn each(squares: u64) -> impl Iterator<Item = Square> {
    Bitboard(squares).into_iter()
}

/// The squares that pawns attack.
pub(super) const fn pawn_attacks(side: usize, pawns: u64) -> u64 {
    let (left, right) = (pawns & !FILE_A, pawns & !(FILE_A << 7));
    if side == 0 { left << 7 | right << 9 } else { left >> 9 | right >> 7 }
}

/// How many men of a side must be promoted by their number.
pub(super) fn promoted(men: &Men) -> u32 {
    let over = |kind: usize, whole: u32| men[kind].count_ones().saturating_sub(whole);
    let light = (men[BISHOP] & LIGHT).count_ones();
    let dark = men[BISHOP].count_ones() - light;
    over(KNIGHT, 2) + over(ROOK, 2) + over(QUEEN, 1) + light.saturating_sub(1) + dark.saturating_sub(1)
}
