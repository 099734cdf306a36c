//! The kind of start, recognised from the placement and the rights (see `pgnfen.fen.kind`).
#![forbid(unsafe_code)]

use shakmaty::{Color, Role};

use super::board::Board;
use super::castling::Rights;
use super::fields::Fields;
use crate::position::at;

/// A kind of start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The standard array with all its rights.
    Standard,
    /// Another of the 960.
    Chess960,
    /// Two different arrays of the 960.
    DoubleChess960,
    /// Arrays of whatever order, castling denied.
    Shuffle,
    /// The standard array less some men of one side.
    Odds,
    /// Any other position.
    Position,
}

/// Their names, in the order of `Kind`.
pub const KINDS: [&str; 6] = ["standard", "chess960", "double-chess960", "shuffle", "odds", "position"];
const BLACK_HOME: &[u8] = b"rnbqkbnrpppppppp";
const WHITE_HOME: &[u8] = b"PPPPPPPPRNBQKBNR";

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
    let kings = |color| board.men(color, Role::King).count();
    let white = board.sides[at(Color::White)].count();
    (kings(Color::White) == 0 && kings(Color::Black) == 1 && white > 16) || board.squares == *RACING_KINGS
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
            Some((518, _)) if full => return of(Kind::Standard, Some(518), None),
            Some((number, _)) if full || declared => return of(Kind::Chess960, Some(number), None),
            _ if rights.none() && Color::ALL.iter().all(|&color| is_whole(board.back_rank(color))) => {
                return of(Kind::Shuffle, None, None);
            }
            _ => {}
        }
    }
    of(if is_odds(board, rights) { Kind::Odds } else { Kind::Position }, None, None)
}

/// Whether a back rank has the men of an array in whatever order.
fn is_whole(rank: &[u8]) -> bool {
    let count = |man: u8| rank.iter().filter(|one| one.eq_ignore_ascii_case(&man)).count();
    [(b'R', 2), (b'N', 2), (b'B', 2), (b'Q', 1), (b'K', 1)].iter().all(|&(man, whole)| count(man) == whole)
}

/// Men given before the game: one side complete at home, the other with its king and some men missing.
fn is_odds(board: &Board, rights: &Rights) -> bool {
    let (black, rest) = board.squares.split_at(16);
    let (middle, white) = rest.split_at(32);
    let empty = middle.iter().all(|&man| man == b'.');
    if !empty || black.get(4) != Some(&b'k') || white.get(12) != Some(&b'K') || !rights.in_corners() {
        return false;
    }
    (black == BLACK_HOME && lacks(white, WHITE_HOME)) || (white == WHITE_HOME && lacks(black, BLACK_HOME))
}

/// Whether the men are those of the whole array less one or more.
fn lacks(men: &[u8], home: &[u8]) -> bool {
    men != home && men.iter().zip(home).all(|(man, whole)| *man == b'.' || man == whole)
}
