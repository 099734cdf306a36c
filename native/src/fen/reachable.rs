//! Whether nothing is proved against a position or its counters (P106, K105, K106), as `pgnfen.fen.reachable` has it.
//!
//! A proof takes much to find and to say, and is rare: here the common case is cleared alone. For each proof something is
//! looked for that refutes it, a last move, files that the pawns can have come from; where that is not found at once,
//! Python is to look. What is cleared here nothing is proved against there, which a differential test holds.
#![forbid(unsafe_code)]

mod cages;
mod last_move;
mod pawns;
mod plies;

use shakmaty::{Bitboard, Color, Role, Square};

use super::board::Board;
use super::castling::Rights;
use super::fields::Fields;
use super::kind::Kind;

/// The men of pawn, knight, bishop, rook, queen, king.
type Men = [u64; 6];
const PAWN: usize = 0;
const KNIGHT: usize = 1;
const BISHOP: usize = 2;
const ROOK: usize = 3;
const QUEEN: usize = 4;
const KING: usize = 5;

const LIGHT: u64 = 0x55AA_55AA_55AA_55AA;
const BACK: [u64; 2] = [0xFF, 0xFF << 56];
const PAWNS_HOME: [u64; 2] = [0xFF << 8, 0xFF << 48];
const FILE_A: u64 = 0x0101_0101_0101_0101;
/// Where the men of the standard array stand.
const HOME: [Men; 2] = [
    [0xFF << 8, 0x42, 0x24, 0x81, 0x08, 0x10],
    [0xFF << 48, 0x42 << 56, 0x24 << 56, 0x81 << 56, 0x08 << 56, 0x10 << 56],
];

/// Its Scharnagl number.
const STANDARD_ARRAY: u16 = 518;

/// A position, White (0) before Black (1).
#[derive(Debug)]
struct Position {
    men: [Men; 2],
    sides: [u64; 2],
    turn: usize,
    /// Kings and rooks that have not moved, since they may castle.
    fixed: u64,
    /// The game began at the standard array.
    standard: bool,
}

impl Position {
    fn new(board: &Board, fields: &Fields<'_>, rights: &Rights, standard: bool) -> Option<Self> {
        let of = |color: Color| Role::ALL.map(|role| board.men(color, role).0);
        let men = [of(Color::White), of(Color::Black)];
        let king = |color: Color| board.king(color).map(Bitboard::from);
        let kings = [king(Color::White)?, king(Color::Black)?];
        let rooks = rights.rooks();
        let mut fixed = rooks.0;
        for (king, back) in kings.iter().zip(BACK) {
            fixed |= if rooks.0 & back != 0 { king.0 } else { 0 };
        }
        let sides = men.map(|men| men.iter().fold(0, |all, one| all | one));
        Some(Self { men, sides, turn: usize::from(fields.turn.is_black()), fixed, standard })
    }

    fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    /// How many men of a side were captured.
    fn missing(&self, side: usize) -> u32 {
        16u32.saturating_sub(self.sides[side & 1].count_ones())
    }

    fn of(&self, side: usize, kind: usize) -> u64 {
        self.men[side & 1][kind]
    }

    /// Whether nothing can have moved yet.
    fn is_array(&self) -> bool {
        self.turn == 0
            && (0..2).all(|side| {
                self.of(side, PAWN) == PAWNS_HOME[side] && self.sides[side] == PAWNS_HOME[side] | BACK[side]
            })
    }
}

/// What is asked of a position.
pub(super) struct Asked {
    pub(super) kind: Kind,
    /// The game began at one of Chess960's arrays.
    pub(super) chess960: bool,
    /// The square that a pawn has passed with the last move.
    pub(super) passed: Option<Square>,
    /// Nothing says which array the game began at: the record stands in no game.
    pub(super) open: bool,
    /// Something is wrong with the counters already.
    pub(super) counted: bool,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// Nothing is proved against it; whether its counters are those of a fragment.
    Clear(bool),
    /// Python is to look.
    Asked,
}

/// Whether nothing is proved against a position in which nothing else is wrong with men, rights and passed square.
pub(super) fn known(board: &Board, fields: &Fields<'_>, rights: &Rights, asked: &Asked) -> Known {
    let unmoved = board.is_at_home() && board.occupied().count() == 32;
    let standard = !asked.chess960
        && !rights.name_files()
        && (!unmoved || board.array_numbers() == Some((STANDARD_ARRAY, STANDARD_ARRAY)));
    let Some(position) = Position::new(board, fields, rights, standard) else { return Known::Asked };
    let odds = position.missing(0) > 0 || position.missing(1) > 0;
    if asked.kind == Kind::Shuffle || (asked.kind == Kind::Odds && odds) {
        return Known::Clear(false);
    }
    if asked.counted {
        return Known::Asked;
    }
    let fragment = fields.halfmove.unwrap_or(0) == 0 && fields.fullmove == Some(1);
    let is_array = matches!(asked.kind, Kind::Standard | Kind::Chess960 | Kind::DoubleChess960);
    let clock = fields.halfmove.filter(|_| !fragment);
    let cages = cages::Cages::find(&position);
    if !cages.clear || !pawns::clear(&position, &cages) || cages.tells_turn(&position) {
        return Known::Asked;
    }
    let moved = match asked.passed {
        Some(square) => last_move::passes(&position, square),
        None => position.is_array() || last_move::found(&position, cages.fixed, clock),
    };
    if !moved {
        return Known::Asked;
    }
    let needed = [plies::moves_needed(&position, 0), plies::moves_needed(&position, 1)];
    if fragment && asked.open {
        let open = Position { standard: false, ..position };
        let needed = [plies::moves_needed(&open, 0), plies::moves_needed(&open, 1)];
        return Known::Clear(!is_array && (needed[1] > 0 || u64::from(needed[0]) > open.turn as u64));
    }
    if fragment {
        return Known::Clear(!is_array && (needed[1] > 0 || u64::from(needed[0]) > position.turn as u64));
    }
    if let Some(number) = fields.fullmove
        && !is_array
        && asked.kind != Kind::Odds
        && plies::needed(&position, needed, clock) > 2 * (number - 1) + position.turn as u64
    {
        return Known::Asked;
    }
    Known::Clear(false)
}

/// The squares of a set.
fn each(squares: u64) -> impl Iterator<Item = Square> {
    Bitboard(squares).into_iter()
}

/// The squares that pawns attack.
const fn pawn_attacks(side: usize, pawns: u64) -> u64 {
    let (left, right) = (pawns & !FILE_A, pawns & !(FILE_A << 7));
    if side == 0 { left << 7 | right << 9 } else { left >> 9 | right >> 7 }
}
