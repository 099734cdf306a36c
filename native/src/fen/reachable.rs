//! Whether nothing is proved against a position or its counters (P106, K105, K106), as `pgnfen.fen.reachable` has it.
//!
//! A proof takes much to find and to say, and is rare: here the common case is cleared alone. For each proof something is
//! looked for that refutes it, a last move, files that the pawns can have come from; where that is not found at once,
//! Python is to look. What is cleared here nothing is proved against there, which a differential test holds.
#![forbid(unsafe_code)]

mod cages;
mod last_move;
mod men;
mod origins;
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
    /// It may have begun at one of them, whatever it looks like.
    pub(super) any_array: bool,
    /// The record stands in no game: what is proved of the standard array alone is information.
    pub(super) alone: bool,
    /// The square that a pawn has passed with the last move.
    pub(super) passed: Option<Square>,
    /// It is known that no king is in check.
    pub(super) calm: bool,
}

/// Of a position against which nothing is proved.
pub(super) struct Cleared {
    /// Its counters are 0 1, and its men cannot stand so without moves.
    pub(super) is_early: bool,
    /// No game of standard chess leads to it, which is information on a record that may be of Chess960; else nothing is wrong.
    pub(super) excludes_standard: bool,
}

const AT_EASE: Option<Cleared> = Some(Cleared { is_early: false, excludes_standard: false });

/// What is found of a position from the arrays that it may come from.
#[derive(PartialEq, Eq)]
enum Found {
    Nothing,
    /// A proof, by where the men stand.
    Proof,
    /// No last move is seen.
    NoLastMove,
}

/// What is said of a position in which nothing else is wrong; `None`: something may be proved against it.
pub(super) fn cleared(board: &Board, fields: &Fields<'_>, rights: &Rights, asked: &Asked) -> Option<Cleared> {
    let unmoved = board.occupied().count() == 32 && board.is_at_home();
    let standard = !asked.chess960
        && !rights.name_files()
        && (!unmoved || board.array_numbers() == Some((STANDARD_ARRAY, STANDARD_ARRAY)));
    let mut position = Position::new(board, fields, rights, standard)?;
    let odds = || position.missing(0) > 0 || position.missing(1) > 0;
    if asked.kind == Kind::Shuffle || (asked.kind == Kind::Odds && odds()) {
        return AT_EASE;
    }
    let fragment = fields.halfmove.unwrap_or(0) == 0 && fields.fullmove == Some(1);
    let clock = fields.halfmove.filter(|_| !fragment);
    let mut excludes_standard = false;
    match find(&position, clock, asked) {
        Found::Nothing => {}
        Found::Proof if standard && asked.alone => {
            position.standard = false;
            if find(&position, clock, asked) != Found::Nothing {
                return None;
            }
            excludes_standard = true;
        }
        _ => return None,
    }
    let unmoved = matches!(asked.kind, Kind::Standard | Kind::Chess960 | Kind::DoubleChess960 | Kind::Odds);
    let at_ease = Some(Cleared { is_early: false, excludes_standard });
    let Some(number) = fields.fullmove.filter(|_| !unmoved) else { return at_ease };
    if fragment && fields.halfmove.is_none() {
        return at_ease;
    }
    position.standard &= !asked.any_array;
    let fits = plies::fits(&position, clock, 2 * number.saturating_sub(1) + position.turn as u64);
    (fits || fragment).then_some(Cleared { is_early: !fits, excludes_standard })
}

fn find(position: &Position, clock: Option<u64>, asked: &Asked) -> Found {
    let cages = cages::Cages::find(position);
    if !cages.clear || !pawns::clear(position, &cages) || cages.denies_turn(position) {
        return Found::Proof;
    }
    let moved = match asked.passed {
        Some(square) => last_move::passes(position, square),
        None => position.is_array() || last_move::found(position, cages.fixed, clock, asked.calm),
    };
    if moved { Found::Nothing } else { Found::NoLastMove }
}
