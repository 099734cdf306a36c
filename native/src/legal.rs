//! Whether there is a legal move: asked once a game, at its end.
#![forbid(unsafe_code)]

use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks};
use shakmaty::{Bitboard, CastlingSide, Rank, Role, Square};

use crate::position::Position;

impl Position {
    /// Whether the side to move has a legal move.
    pub fn has_legal_move(&self) -> bool {
        let own = self.side(self.turn);
        let occupied = self.occupied();
        for from in own {
            let role = self.role_of(from);
            let targets = match role {
                Role::Pawn => self.pawn_targets(from),
                Role::Knight => knight_attacks(from),
                Role::Bishop => bishop_attacks(from, occupied),
                Role::Rook => rook_attacks(from, occupied),
                Role::Queen => queen_attacks(from, occupied),
                Role::King => king_attacks(from),
            };
            if (targets & !own).into_iter().any(|to| self.is_safe(role, Bitboard::from_square(from), to)) {
                return true;
            }
        }
        self.can_capture_en_passant()
            || self.castling(CastlingSide::KingSide).is_some()
            || self.castling(CastlingSide::QueenSide).is_some()
    }

    fn role_of(&self, square: Square) -> Role {
        Role::ALL.into_iter().find(|&role| self.role(role).contains(square)).unwrap_or(Role::Pawn)
    }

    /// Where the pawn can go to, en passant aside.
    fn pawn_targets(&self, from: Square) -> Bitboard {
        let occupied = self.occupied();
        let forward = self.turn.fold_wb(8, -8);
        let mut targets = pawn_attacks(self.turn, from) & self.side(!self.turn);
        if let Some(single) = from.offset(forward).filter(|&to| !occupied.contains(to)) {
            targets.add(single);
            let home = from.rank() == self.turn.fold_wb(Rank::Second, Rank::Seventh);
            if let Some(double) = single.offset(forward).filter(|&to| home && !occupied.contains(to)) {
                targets.add(double);
            }
        }
        targets
    }

    /// Whether a pawn stands beside the one that has just passed the en passant square.
    pub(crate) fn has_pseudo_legal_en_passant(&self) -> bool {
        self.capturers_en_passant().any() && self.en_passant.is_some_and(|to| self.victim(to).is_some())
    }

    /// The pawns that stand ready to capture en passant.
    pub(crate) fn capturers_en_passant(&self) -> Bitboard {
        let pawns = self.side(self.turn) & self.role(Role::Pawn);
        self.en_passant.map_or(Bitboard::EMPTY, |to| pawn_attacks(!self.turn, to) & pawns)
    }

    /// Whether a capture en passant is legal.
    pub(crate) fn can_capture_en_passant(&self) -> bool {
        let pawns = self.capturers_en_passant();
        if pawns.is_empty() {
            return false;
        }
        let Some((to, victim)) = self.en_passant.and_then(|to| Some((to, self.victim(to)?))) else { return false };
        let occupied = self.occupied().without(victim).with(to);
        let enemy = self.side(!self.turn).without(victim);
        let king = self.king(self.turn);
        pawns.into_iter().any(|from| !self.is_attacked(king, self.turn, occupied.without(from), enemy))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legal_moves() {
        for (fen, expected) in [
            ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w HAha - 1 3", false),
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false),
            ("7k/8/5Q2/6K1/8/8/8/8 b - - 0 1", true),
            ("k7/P7/K7/8/8/8/8/8 b - - 0 1", false),
            ("k7/P7/K7/8/8/p7/8/8 b - - 0 1", true),
            ("k7/P7/K7/8/7p/7P/8/8 b - - 0 1", false),
            ("k7/P7/K7/8/6Pp/7P/8/8 b - g3 0 1", true),
            ("k7/P7/K7/8/6Pp/7P/8/8 b - - 0 1", false),
        ] {
            let position = Position::from_fen(fen, true).expect("a sound FEN");
            assert_eq!(position.has_legal_move(), expected, "{fen}");
        }
    }
}
