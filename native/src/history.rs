//! Positions that occur again, and positions in which neither side can mate.
#![forbid(unsafe_code)]

use shakmaty::{Bitboard, Role, Square};

use crate::position::Position;

/// The positions since the last capture or pawn move: no earlier position can occur again.
#[derive(Clone, Debug, Default)]
pub struct History {
    seen: Vec<Seen>,
}

/// What makes a position the same: pieces, side to move, rooks that may castle, target of a legal en passant capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seen {
    words: [u64; 8],
    white: bool,
    target: Option<Square>,
}

impl History {
    /// Add the next position of a game.
    pub fn push(&mut self, position: &Position) {
        if position.clock == 0 {
            self.seen.clear();
        }
        let role = |role: Role| position.role(role).0;
        self.seen.push(Seen {
            words: [
                position.sides[0].0,
                position.sides[1].0,
                role(Role::Pawn),
                role(Role::Knight),
                role(Role::Bishop),
                role(Role::Rook),
                role(Role::Queen),
                position.rights.0,
            ],
            white: position.turn().is_white(),
            target: position.en_passant.filter(|_| position.can_capture_en_passant()),
        });
    }

    /// How often the last position has occurred.
    pub fn times(&self) -> u32 {
        let last = self.seen.last();
        self.seen.iter().rev().fold(0, |times, one| times + u32::from(Some(one) == last))
    }
}

impl Position {
    /// Whether neither side can mate with its pieces, whatever the other does.
    pub fn is_dead(&self) -> bool {
        if (self.role(Role::Pawn) | self.role(Role::Rook) | self.role(Role::Queen)).any() {
            return false;
        }
        let bishops = self.role(Role::Bishop);
        if self.role(Role::Knight).any() {
            return self.occupied().count() <= 3;
        }
        (bishops & Bitboard::DARK_SQUARES).is_empty() || (bishops & Bitboard::LIGHT_SQUARES).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dead(placement: &str) -> bool {
        Position::from_fen(&format!("{placement} w - - 0 1"), false).expect("a position").is_dead()
    }

    #[test]
    fn who_can_mate() {
        for placement in
            ["4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4KN2", "2b1k3/8/8/8/8/8/8/4KB2", "4k3/8/8/8/8/8/8/B3K3"]
        {
            assert!(dead(placement), "{placement}");
        }
        for placement in
            ["4k3/8/8/8/8/8/4P3/4K3", "4k1n1/8/8/8/8/8/8/4KN2", "4kb2/8/8/8/8/8/8/4KB2", "4k3/8/8/8/8/8/8/2B1KB2"]
        {
            assert!(!dead(placement), "{placement}");
        }
    }
}
