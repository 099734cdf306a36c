//! Whether a position can be one of chess (P101 to P105).
#![forbid(unsafe_code)]

use shakmaty::attacks::aligned;
use shakmaty::{Bitboard, Color, Rank, Role};

use super::board::Board;

/// Whether something is wrong with the men, or with who is in check; if not, whether it is known that nobody is.
pub(super) fn of_position(board: &Board, turn: Color) -> (bool, bool) {
    let back_ranks = Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth);
    let pawns = board.men(Color::White, Role::Pawn) | board.men(Color::Black, Role::Pawn);
    let kings = Color::ALL.iter().all(|&color| board.king(color).is_some());
    if !kings || (pawns & back_ranks).any() || Color::ALL.iter().any(|&color| too_many(board, color)) {
        return (true, false);
    }
    if board.is_at_home() {
        return (false, false);
    }
    let checkers = board.checkers(turn);
    (board.checkers(!turn).any() || impossible_check(board, turn, checkers), checkers.is_empty())
}

/// Whether a side has more men, pawns or promoted men than a game can have.
fn too_many(board: &Board, color: Color) -> bool {
    let count = |role| board.men(color, role).count();
    let two = |role| {
        let men = board.men(color, role).0;
        let rest = men & men.wrapping_sub(1);
        (rest, rest & rest.wrapping_sub(1))
    };
    let pawns = count(Role::Pawn);
    let (queens, others) = (two(Role::Queen).0, [Role::Rook, Role::Bishop, Role::Knight].map(|role| two(role).1));
    if pawns <= 8 && queens == 0 && others == [0; 3] {
        return false; // no more of a kind than an array has, as almost always
    }
    let home = [(Role::Queen, 1), (Role::Rook, 2), (Role::Bishop, 2), (Role::Knight, 2)];
    let promoted: usize = home.iter().map(|&(role, whole)| count(role).saturating_sub(whole)).sum();
    pawns + promoted > 8
}

/// Whether no move gives these checks. (Where a sound en passant square says which the last move was, it is that one that
/// cannot have given two of them, E104.)
fn impossible_check(board: &Board, turn: Color, checkers: Bitboard) -> bool {
    let Some(king) = board.king(turn) else { return false };
    let mut squares = checkers.into_iter();
    match (squares.next(), squares.next(), squares.next()) {
        (_, _, Some(_)) => true,
        (Some(one), Some(two), None) => aligned(king, one, two),
        _ => false,
    }
}
