//! The en passant target square on a board.
#![forbid(unsafe_code)]

use shakmaty::attacks::pawn_attacks;
use shakmaty::{Bitboard, Color, Rank, Role, Square};

use super::board::Board;
use super::fields::Fields;
use crate::definitions::EnPassantConvention;

const ALL: u8 = EnPassantConvention::ALL;
const LEGAL: u8 = EnPassantConvention::Legal.bit();

/// The field, read on a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    /// The square that is named, if there is one.
    pub(super) square: Option<Square>,
    /// The conventions that the field is consistent with.
    pub(super) conventions: u8,
}

/// A sound square, the pawn that has passed it, and where that came from.
struct Step {
    target: Square,
    pawn: Square,
    origin: Square,
}

impl Target {
    /// `None` for a field that is neither `-` nor a square.
    pub(super) fn read(field: &[u8], board: &Board, turn: Color) -> Option<Self> {
        if field == b"-" {
            return Some(Self { square: None, conventions: ALL });
        }
        let square = Square::from_ascii(field).ok()?;
        let step = Step::to(square, board, turn);
        let possible = step.as_ref().filter(|step| !step.is_impossible(board, turn));
        let conventions = possible.map_or(0, |step| step.conventions(board, turn));
        Some(Self { square: Some(square), conventions })
    }

    /// The square, if a capture on it is legal.
    pub(super) fn legal(&self) -> Option<Square> {
        self.square.filter(|_| self.conventions & LEGAL != 0)
    }

    /// Whether something is wrong with the field (E101 to E104).
    pub(super) fn faulty(&self, fields: &Fields<'_>) -> bool {
        self.square.is_some() && (self.conventions == 0 || fields.halfmove.is_some_and(|clock| clock > 0))
    }
}

impl Step {
    /// `None` where there is no such pawn, or it has not passed the square.
    fn to(target: Square, board: &Board, turn: Color) -> Option<Self> {
        let (rank, ahead) = if turn.is_white() { (Rank::Sixth, -8) } else { (Rank::Third, 8) };
        if target.rank() != rank {
            return None;
        }
        let (pawn, origin) = (target.offset(ahead)?, target.offset(-ahead)?);
        let free = (board.occupied() & (Bitboard::from(target) | Bitboard::from(origin))).is_empty();
        (free && board.men(!turn, Role::Pawn).contains(pawn)).then_some(Self { target, pawn, origin })
    }

    /// Whether it cannot have been the last move: the king now to move would have stood in check before it, or it
    /// gives two checks at once.
    fn is_impossible(&self, board: &Board, turn: Color) -> bool {
        let Some(king) = board.king(turn) else { return false };
        let (by, occupied) = (!turn, board.occupied());
        let pawns = board.men(by, Role::Pawn);
        match board.attackers(king, by, occupied, pawns).count() {
            0 | 1 => {}
            2 => return true,
            _ => return false, // impossible whatever the last move was
        }
        let before = |men: Bitboard| men.without(self.pawn).with(self.origin);
        board.attackers(king, by, before(occupied), before(pawns)).any()
    }

    fn conventions(&self, board: &Board, turn: Color) -> u8 {
        let capturers = pawn_attacks(!turn, self.target) & board.men(turn, Role::Pawn);
        if capturers.is_empty() {
            return EnPassantConvention::Of1994.bit();
        }
        let pawns = board.men(!turn, Role::Pawn).without(self.pawn);
        let is_legal = |capturer: Square| {
            let occupied = board.occupied().without(self.pawn).without(capturer).with(self.target);
            board.king(turn).is_none_or(|king| board.attackers(king, !turn, occupied, pawns).is_empty())
        };
        if capturers.into_iter().any(is_legal) { ALL } else { ALL & !LEGAL }
    }
}
