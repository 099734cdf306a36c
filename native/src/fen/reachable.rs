//! Whether nothing is proved against a position or its counters (P106, K105, K106), as `pgnfen.fen.reachable` has it.
//!
//! A proof takes much to find and to say, and is rare: here the common case is cleared alone. For each proof something is
//! looked for that refutes it, a last move, files that the pawns can have come from; where that is not found at once,
//! Python is to look. What is cleared here nothing is proved against there, which a differential test holds.
#![forbid(unsafe_code)]

mod cages;
mod last_move;
mod men;
mod pawns;
mod plies;

use shakmaty::Square;

use super::board::Board;
use super::castling::Rights;
use super::fields::Fields;
use crate::definitions::StartKind as Kind;
use men::Position;

/// The Scharnagl number of the standard array.
const STANDARD_ARRAY: u16 = 518;

/// What is asked of a position.
pub(super) struct Asked {
    pub(super) kind: Kind,
    /// The game began at one of Chess960's arrays.
    pub(super) chess960: bool,
    /// The square that a pawn has passed with the last move.
    pub(super) passed: Option<Square>,
}

/// Whether nothing is proved against a position in which nothing else is wrong.
pub(super) fn is_clear(board: &Board, fields: &Fields<'_>, rights: &Rights, asked: &Asked) -> bool {
    let unmoved = board.is_at_home() && board.occupied().count() == 32;
    let standard = !asked.chess960
        && !rights.name_files()
        && (!unmoved || board.array_numbers() == Some((STANDARD_ARRAY, STANDARD_ARRAY)));
    let Some(position) = Position::new(board, fields, rights, standard) else { return false };
    let odds = position.missing(0) > 0 || position.missing(1) > 0;
    if asked.kind == Kind::Shuffle || (asked.kind == Kind::Odds && odds) {
        return true;
    }
    let fragment = fields.halfmove.unwrap_or(0) == 0 && fields.fullmove == Some(1);
    let clock = fields.halfmove.filter(|_| !fragment);
    let cages = cages::Cages::find(&position);
    if !cages.clear || !pawns::clear(&position, &cages) || cages.denies_turn(&position) {
        return false;
    }
    let moved = match asked.passed {
        Some(square) => last_move::passes(&position, square),
        None => position.is_array() || last_move::found(&position, cages.fixed, clock),
    };
    if !moved {
        return false;
    }
    let unmoved = matches!(asked.kind, Kind::Standard | Kind::Chess960 | Kind::DoubleChess960 | Kind::Odds);
    fragment
        || unmoved
        || fields.fullmove.is_none_or(|number| {
            let needed = [plies::moves_needed(&position, 0), plies::moves_needed(&position, 1)];
            plies::needed(&position, needed, clock) <= 2 * number.saturating_sub(1) + position.turn as u64
        })
}
