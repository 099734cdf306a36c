//! Moves, played where they are legal and not ambiguous. The men that can make a move are found by the attacks on its target; a king's safety
//! is looked at once the move is made, and before only where two men could make it.
#![forbid(unsafe_code)]

use shakmaty::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use shakmaty::{Bitboard, CastlingSide, Rank, Role, Square};

use crate::position::{Position, at, beyond, role_at};
use crate::san::San;

impl Position {
    /// Play a move; false where it cannot be (the position is then of no further use).
    #[inline]
    pub fn play(&mut self, san: San) -> bool {
        match san {
            San::Piece { role: Role::Pawn, mask, to } => self.push(mask, to, None),
            San::Piece { role, mask, to } => self.play_piece(role, mask, to),
            San::Push { to, promotion } => self.push(Bitboard::FULL, to, promotion),
            San::Capture { from, to, promotion } => self.capture(Bitboard::from_file(from), to, promotion),
            San::Castling { kingside } => {
                self.castle(if kingside { CastlingSide::KingSide } else { CastlingSide::QueenSide })
            }
        }
    }

    fn play_piece(&mut self, role: Role, mask: Bitboard, to: Square) -> bool {
        let own = self.side(self.turn);
        if own.contains(to) {
            return false;
        }
        let mut candidates = self.candidates(role, to) & own & mask;
        if candidates.more_than_one() {
            candidates = self.only_legal(role, candidates, to);
        }
        let Some(from) = candidates.single_square() else { return false };
        self.clock += 1;
        self.en_passant = None;
        if !self.relocate(role, from, to, None) {
            return false;
        }
        if role == Role::King {
            self.kings[at(self.turn)] = to;
            self.rights &= !Bitboard::from_rank(self.turn.backrank());
        }
        self.finish()
    }

    /// The men of that role, of either side, that reach the square; whether a king is left in check is not asked.
    #[inline]
    fn candidates(&self, role: Role, to: Square) -> Bitboard {
        let men = self.role(role);
        let reach = match role {
            Role::Knight => return knight_attacks(to) & men,
            Role::King => return king_attacks(to) & men,
            Role::Rook => rook_attacks(to, Bitboard::EMPTY),
            Role::Bishop => bishop_attacks(to, Bitboard::EMPTY),
            Role::Queen => queen_attacks(to, Bitboard::EMPTY),
            Role::Pawn => return Bitboard::EMPTY,
        };
        let occupied = self.occupied();
        let mut found = Bitboard::EMPTY;
        for man in reach & men & self.side(self.turn) {
            if (between(man, to) & occupied).is_empty() {
                found.add(man);
            }
        }
        found
    }

    fn only_legal(&self, role: Role, candidates: Bitboard, to: Square) -> Bitboard {
        candidates.into_iter().filter(|&from| self.is_safe(role, Bitboard::from_square(from), to)).collect()
    }

    fn push(&mut self, mask: Bitboard, to: Square, promotion: Option<Role>) -> bool {
        if self.occupied().contains(to) || !promotes(to, promotion) {
            return false;
        }
        let own = self.side(self.turn) & self.role(Role::Pawn);
        let back = self.turn.fold_wb(-8, 8);
        let Some(single) = to.offset(back) else { return false };
        let mut from = single;
        self.en_passant = None;
        if !own.contains(single) {
            let Some(double) = single.offset(back) else { return false };
            let fourth = self.turn.fold_wb(Rank::Fourth, Rank::Fifth);
            if to.rank() != fourth || !own.contains(double) || self.occupied().contains(single) {
                return false;
            }
            from = double;
            self.en_passant = Some(single);
        }
        self.clock = 0;
        mask.contains(from) && self.relocate(Role::Pawn, from, to, promotion) && self.finish()
    }

    fn capture(&mut self, file: Bitboard, to: Square, promotion: Option<Role>) -> bool {
        let from = pawn_attacks(!self.turn, to) & self.side(self.turn) & self.role(Role::Pawn) & file;
        let Some(from) = from.single_square() else {
            // `exe5` captures nothing: python-chess takes it for a pawn that goes straight ahead.
            return file.contains(to) && self.push(Bitboard::FULL, to, promotion);
        };
        if !promotes(to, promotion) || self.side(self.turn).contains(to) {
            return false;
        }
        if !self.side(!self.turn).contains(to) {
            let Some(victim) = self.victim(to) else { return false };
            self.roles[role_at(Role::Pawn)].discard(victim);
            self.sides[at(!self.turn)].discard(victim);
        }
        self.en_passant = None;
        self.clock = 0;
        self.relocate(Role::Pawn, from, to, promotion) && self.finish()
    }

    /// The pawn that a capture en passant on `to` takes.
    pub(crate) fn victim(&self, to: Square) -> Option<Square> {
        let sixth = self.turn.fold_wb(Rank::Sixth, Rank::Third);
        let victim = to.offset(self.turn.fold_wb(-8, 8))?;
        let there = (self.role(Role::Pawn) & self.side(!self.turn)).contains(victim);
        (self.en_passant == Some(to) && to.rank() == sixth && there).then_some(victim)
    }

    /// Move a man of the side to move, what stands on `to` taken; false where that is a king.
    #[inline]
    fn relocate(&mut self, role: Role, from: Square, to: Square, promotion: Option<Role>) -> bool {
        let (from, target) = (Bitboard::from_square(from), Bitboard::from_square(to));
        let other = at(!self.turn);
        if (self.sides[other] & target).any() {
            if self.kings[other] == to {
                return false;
            }
            self.sides[other] &= !target;
            for men in &mut self.roles {
                *men &= !target;
            }
            self.clock = 0;
        }
        self.roles[role_at(role)] &= !from;
        self.roles[role_at(promotion.unwrap_or(role))] |= target;
        self.sides[at(self.turn)] ^= from | target;
        self.rights &= !(from | target);
        true
    }

    /// Whether the side that has moved is not in check; the turn passes.
    #[inline]
    fn finish(&mut self) -> bool {
        let mover = self.turn;
        self.turn = !mover;
        self.number = self.number.saturating_add(u32::from(mover.is_black()));
        !self.is_attacked(self.king(mover), mover, self.occupied(), self.side(self.turn))
    }

    /// The rook that may castle to that side, and where rook and king go; `None` where castling is not legal.
    pub(crate) fn castling(&self, side: CastlingSide) -> Option<(Square, Square, Square)> {
        let king = self.king(self.turn);
        let rank = self.turn.backrank();
        let rook = (self.rights & Bitboard::from_rank(rank) & beyond(king, side)).single_square()?;
        if king.rank() != rank || !(self.role(Role::Rook) & self.side(self.turn)).contains(rook) {
            return None;
        }
        let (rook_to, king_to) = (side.rook_to(self.turn), side.king_to(self.turn));
        let path = between(king, king_to).with(king_to);
        let blockers = self.occupied().without(king).without(rook);
        if (blockers & (path | between(rook, rook_to).with(rook_to))).any() {
            return None;
        }
        let enemy = self.side(!self.turn);
        let walked = path.without(king_to).with(king);
        let safe = !self.is_attacked(king_to, self.turn, blockers.with(rook_to), enemy)
            && !walked.into_iter().any(|square| self.is_attacked(square, self.turn, blockers.with(rook), enemy));
        safe.then_some((rook, rook_to, king_to))
    }

    fn castle(&mut self, side: CastlingSide) -> bool {
        let Some((rook, rook_to, king_to)) = self.castling(side) else { return false };
        let (turn, king) = (self.turn, self.king(self.turn));
        let own = &mut self.sides[at(turn)];
        *own = own.without(king).without(rook).with(king_to).with(rook_to);
        let kings = &mut self.roles[role_at(Role::King)];
        *kings = kings.without(king).with(king_to);
        let rooks = &mut self.roles[role_at(Role::Rook)];
        *rooks = rooks.without(rook).with(rook_to);
        self.kings[at(turn)] = king_to;
        self.rights &= !Bitboard::from_rank(turn.backrank());
        self.clock += 1;
        self.en_passant = None;
        self.finish()
    }
}

/// Whether the promotion is said where there is one, and only there.
fn promotes(to: Square, promotion: Option<Role>) -> bool {
    promotion.is_some() == matches!(to.rank(), Rank::First | Rank::Eighth)
}

#[cfg(test)]
mod tests {
    use crate::position::Position;
    use crate::san;

    /// The position after the moves, if all can be played.
    fn after(fen: &str, moves: &str) -> Option<Position> {
        let mut position = Position::from_fen(fen, true).expect("a sound FEN");
        moves
            .split(' ')
            .all(|word| san::read(word.as_bytes()).is_some_and(|san| position.play(san)))
            .then_some(position)
    }

    fn plays(fen: &str, moves: &str) -> bool {
        after(fen, moves).is_some()
    }

    #[test]
    fn en_passant() {
        assert!(plays("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9", "exd6"));
        assert!(!plays("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 9", "exd6"));
        assert!(!plays("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9", "Kd1 Kd8 exd6"));
        assert!(!plays("8/8/8/KPp4r/8/8/8/4k3 w - c6 0 2", "bxc6"), "both pawns leave the king's rank");
        assert!(plays("8/8/8/2k5/2Pp4/8/8/4K3 b - c3 0 2", "dxc3"), "the pawn taken gives no check");
        assert!(plays("8/8/8/3k4/2Pp4/8/8/4K3 b - c3 0 2", "dxc3"), "the pawn taken gives check");
        assert!(!plays("4k3/8/8/4P3/8/8/8/4K3 w - d6 0 9", "exd6"), "no pawn to take");
    }

    #[test]
    fn castling() {
        let fen = |men: &str| format!("4k3/8/8/8/8/8/8/{men} w HA - 0 1");
        assert!(plays(&fen("R3K2R"), "O-O") && plays(&fen("R3K2R"), "O-O-O"));
        assert!(!plays(&fen("R3K1NR"), "O-O") && !plays(&fen("RN2K2R"), "O-O-O"));
        assert!(!plays(&fen("R3K2R"), "Ke2 Kd7 Ke1 Ke8 O-O"), "the king has moved");
        assert!(!plays(&fen("R3K2R"), "Rg1 Kd7 Rh1 Ke8 O-O"), "the rook has moved");
        let other = "b3k3/8/8/7R/8/8/8/4K2R b H - 0 1";
        assert!(plays(other, "Bc6 R5h3 Bd7 O-O") && !plays(other, "Bxh1 Rxh1 Kd7 O-O"), "another rook on its square");
        assert!(!plays("r3k2r/8/8/8/8/8/6p1/R3K2R b ha - 0 1", "gxh1=Q+ Kd2 O-O Kd3 O-O-O"));
        assert!(!plays("5r1k/8/8/8/8/8/8/4K2R w H - 0 1", "O-O"), "across an attacked square");
        assert!(!plays("4r2k/8/8/8/8/8/8/4K2R w H - 0 1", "O-O"), "out of check");
        assert!(plays("1r5k/8/8/8/8/8/8/R3K3 w A - 0 1", "O-O-O"), "the rook may pass an attacked square");
        assert!(!plays("7k/8/8/8/8/8/8/rRK5 w B - 0 1", "O-O-O"), "the rook has shielded the king");
        assert!(plays("7k/8/8/8/8/8/8/5KR1 w G - 0 1", "O-O"), "king and rook change places");
        assert!(!plays("7k/8/8/8/8/8/8/5KRN w G - 0 1", "O-O-O"));
    }

    #[test]
    fn who_can() {
        let pinned = "4r2k/8/8/8/8/8/4N3/1N2K3 w - - 0 1";
        assert!(plays(pinned, "Nc3"), "the other knight is pinned");
        assert!(!plays(pinned, "Nec3") && plays(pinned, "Nbc3"));
        assert!(!plays("7k/8/8/8/8/8/4N3/1N2K3 w - - 0 1", "Nc3"), "ambiguous");
        assert!(!plays("7k/8/8/8/8/8/8/R2QK2R w - - 0 1", "Rd1"), "own man there");
        assert!(!plays("7k/8/8/8/8/8/8/R2QK2R w - - 0 1", "Rb2") && !plays("7k/8/8/8/8/8/8/R2QK2R w - - 0 1", "Rf2"));
        assert!(!plays("8/8/8/8/8/5k2/4R3/4K3 w - - 0 1", "Rf2 Kxf2 Kxf2"), "a king is not taken");
        assert!(!plays("8/8/8/8/8/8/5k2/4K3 w - - 0 1", "Kxf2"));
    }

    #[test]
    fn pawns() {
        let fen = "4k3/P6P/8/8/8/3p4/3P1P2/4K3 w - - 5 1";
        assert!(plays(fen, "a8=Q+") && !plays(fen, "a8") && !plays(fen, "f8=Q"));
        assert!(plays(fen, "f4") && plays(fen, "f3") && !plays(fen, "d4") && !plays(fen, "d3") && !plays(fen, "f5"));
        assert!(!plays(fen, "f3=Q") && !plays(fen, "fxe3") && !plays(fen, "Kxd2"));
        let position = after(fen, "f4").expect("legal");
        assert_eq!((position.clock, position.number), (0, 1));
        assert_eq!(after(fen, "f4 Kd7").map(|p| (p.clock, p.number)), Some((1, 2)));
    }
}
