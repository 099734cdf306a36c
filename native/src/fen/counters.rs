//! The counters against the rest of the record (K101, K103).
#![forbid(unsafe_code)]

use shakmaty::Color;

use super::board::Board;
use super::fields::Fields;
use crate::definitions::StartKind as Kind;

/// Whether something is wrong with counters that are stated; `kind` is the kind of start where all rights are there.
pub(super) fn faulty(fields: &Fields<'_>, board: &Board, kind: Kind) -> bool {
    let (Some(halfmove), Some(fullmove)) = (fields.halfmove, fields.fullmove) else { return false };
    if matches!(kind, Kind::Standard | Kind::Chess960 | Kind::DoubleChess960) {
        return (halfmove, fullmove) != (0, 1) && !returns(board, halfmove, fullmove - 1);
    }
    halfmove > 2 * (fullmove - 1) + u64::from(fields.turn.is_black())
}

/// Whether both sides can have moved away from an array with all rights and back in so many moves.
fn returns(board: &Board, halfmove: u64, moves: u64) -> bool {
    let room = |color: Color| {
        let parts = [b"QNN", b"NQN", b"NNQ"];
        board.back_rank(color).windows(3).any(|part| parts.iter().any(|room| part.eq_ignore_ascii_case(*room)))
    };
    halfmove == 2 * moves && (moves.is_multiple_of(2) || (moves >= 7 && Color::ALL.into_iter().all(room)))
}
