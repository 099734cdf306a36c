//! The kind of start, recognized from the placement and the rights (see `pgnfen.fen.understand`).
#![forbid(unsafe_code)]

use shakmaty::{Bitboard, Color, Role};

use super::board::Board;
use super::castling::Rights;
use super::fields::Fields;
use crate::definitions::StartKind as Kind;
use crate::position::at;

const BLACK_HOME: &[u8] = b"rnbqkbnrpppppppp";
const WHITE_HOME: &[u8] = b"PPPPPPPPRNBQKBNR";
/// So many pieces may be missing on both sides.
const HALF: usize = 8;

/// A kind, with the Scharnagl number, and Black's where it differs.
pub(super) struct Found {
    pub(super) kind: Kind,
    pub(super) scharnagl: Option<u16>,
    pub(super) scharnagl_black: Option<u16>,
}

/// The array of Racing Kings, from a8 on.
const RACING_KINGS: &[u8; 64] = b"................................................krbnNBRKqrbnNBRQ";

/// Whether the men alone say that it is no chess: the array of Racing Kings, a white horde without a king.
pub(super) fn is_of_another_variant(board: &Board) -> bool {
    let kings = |color| board.men(color, Role::King);
    let is_horde = || board.king(Color::Black).is_some() && board.sides[at(Color::White)].count() > 16;
    let first_ranks = Bitboard(0xFFFF);
    (kings(Color::White).is_empty() && is_horde())
        || (board.occupied() == first_ranks && board.squares == *RACING_KINGS)
}

/// The kind of start of a record; `declared`: Variant says Chess960.
pub(super) fn of(board: &Board, fields: &Fields<'_>, rights: &Rights, declared: bool) -> Found {
    let of = |kind, scharnagl, scharnagl_black| Found { kind, scharnagl, scharnagl_black };
    if fields.en_passant != b"-" {
        return of(Kind::Position, None, None);
    }
    if fields.turn.is_white() && board.is_at_home() {
        let full = rights.full();
        match board.array_numbers() {
            Some((white, black)) if (full || declared) && white != black => {
                return of(Kind::DoubleChess960, Some(white), Some(black));
            }
            Some((518, _)) if full && !declared => return of(Kind::Standard, Some(518), None),
            Some((number, _)) if full || declared => return of(Kind::Chess960, Some(number), None),
            _ if rights.none() && Color::ALL.iter().all(|&color| is_whole(board.back_rank(color))) => {
                return of(Kind::Shuffle, None, None);
            }
            _ => {}
        }
    }
    of(if is_odds(board, rights, fields.turn) { Kind::Odds } else { Kind::Position }, None, None)
}

/// Whether a record is the standard array, White to move, all rights, whichever rules its game has.
pub(super) fn is_standard_array(board: &Board, fields: &Fields<'_>, rights: &Rights) -> bool {
    fields.en_passant == b"-" && fields.turn.is_white() && rights.full() && board.array_numbers() == Some((518, 518))
}

/// Whether a back rank has the men of an array in whatever order.
fn is_whole(rank: &[u8]) -> bool {
    let count = |man: u8| rank.iter().filter(|one| one.eq_ignore_ascii_case(&man)).count();
    [(b'R', 2), (b'N', 2), (b'B', 2), (b'Q', 1), (b'K', 1)].iter().all(|&(man, whole)| count(man) == whole)
}

/// Pieces or the move given before the game (see `pgnfen.fen.understand`).
fn is_odds(board: &Board, rights: &Rights, turn: Color) -> bool {
    let (black, rest) = board.squares.split_at(16);
    let (middle, white) = rest.split_at(32);
    let empty = middle.iter().all(|&man| man == b'.');
    if !empty || black.get(4) != Some(&b'k') || white.get(12) != Some(&b'K') || !rights.in_corners() {
        return false;
    }
    match (lacking(black, BLACK_HOME), lacking(white, WHITE_HOME)) {
        (Some(0), Some(0)) => turn.is_black() && rights.full(),
        (Some(0), Some(_)) | (Some(_), Some(0)) => true,
        (Some(lost), Some(more)) => lost <= HALF && more <= HALF && !are_equal(black, white),
        _ => false,
    }
}

/// Whether both sides have the same pieces.
fn are_equal(black: &[u8], white: &[u8]) -> bool {
    let count = |men: &[u8], man: u8| men.iter().filter(|one| one.eq_ignore_ascii_case(&man)).count();
    b"pnbrqk".iter().all(|&man| count(black, man) == count(white, man))
}

/// How many pieces of the whole array are not there; `None` where others are.
fn lacking(men: &[u8], home: &[u8]) -> Option<usize> {
    let there = |(man, whole): (&u8, &u8)| *man == b'.' || man == whole;
    men.iter().zip(home).all(there).then(|| men.iter().filter(|&&man| man == b'.').count())
}
