//! A move that can have been the last (see `pgnfen.fen.reachable.last_move`).
#![forbid(unsafe_code)]

use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use shakmaty::{Bitboard, Color, Square};

use super::{BACK, BISHOP, KING, KNIGHT, LIGHT, Men, PAWN, PAWNS_HOME, Position, QUEEN, ROOK, each};

/// Whether a move is seen that can have been the last; with a clock, one that is neither a capture nor a pawn's, or one
/// that is. It leaves neither king in check before it.
pub(super) fn found(position: &Position, fixed: u64, clock: Option<u64>) -> bool {
    let mover = 1 - position.turn;
    let (Some(king), Some(own)) = (square_of(position.of(position.turn, KING)), square_of(position.of(mover, KING)))
    else {
        return false;
    };
    let search = Search { position, mover, fixed, king, own };
    match clock {
        Some(0) => search.pawn() || search.piece(true) || search.pawn_capture(),
        Some(_) => search.piece(false),
        None => search.piece(false) || search.pawn(),
    }
}

/// Whether the double step past a square can have been the last move.
pub(super) fn passes(position: &Position, passed: Square) -> bool {
    let mover = 1 - position.turn;
    let (Some(king), Some(own)) = (square_of(position.of(position.turn, KING)), square_of(position.of(mover, KING)))
    else {
        return false;
    };
    let at = 1u64 << passed as u64;
    let (to, origin) = if mover == 0 { (at << 8, at >> 8) } else { (at >> 8, at << 8) };
    let search = Search { position, mover, fixed: 0, king, own };
    let mut men = search.men();
    men[PAWN] ^= to | origin;
    search.calm(&men, &position.men[position.turn & 1], position.occupied() ^ (to | origin))
}

fn square_of(king: u64) -> Option<Square> {
    Bitboard(king).first()
}

struct Search<'a> {
    position: &'a Position,
    mover: usize,
    fixed: u64,
    /// The king of the side to move.
    king: Square,
    own: Square,
}

impl Search<'_> {
    fn men(&self) -> Men {
        self.position.men[self.mover & 1]
    }

    /// Whether a piece can have moved; with `capturing`, have captured a pawn or a knight.
    fn piece(&self, capturing: bool) -> bool {
        let others = self.position.men[self.position.turn & 1];
        let occupied = self.position.occupied();
        let prey = if capturing { self.prey(&others) } else { [None, None] };
        if capturing && prey == [None, None] {
            return false;
        }
        for kind in [KNIGHT, QUEEN, ROOK, BISHOP, KING] {
            for to in each(self.men()[kind] & !self.fixed) {
                for origin in each(from(kind, to, occupied) & !occupied) {
                    let moved = 1 << to as u64 | 1 << origin as u64;
                    let mut men = self.men();
                    men[kind] ^= moved;
                    if capturing {
                        let filled = occupied | moved;
                        let taken = |prey: &Option<usize>| {
                            prey.is_some_and(|prey| {
                                let mut others = others;
                                others[prey] |= 1 << to as u64;
                                let back = (BACK[0] | BACK[1]) >> to as u64 & 1 == 1;
                                !(prey == PAWN && back) && self.calm(&men, &others, filled)
                            })
                        };
                        if prey.iter().any(taken) {
                            return true;
                        }
                    } else if self.calm(&men, &others, occupied ^ moved) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The kinds of men that can have been captured: a pawn, a knight.
    fn prey(&self, others: &Men) -> [Option<usize>; 2] {
        if self.position.missing(self.position.turn) == 0 {
            return [None, None];
        }
        let promoted = promoted(others);
        let pawns = others[PAWN].count_ones();
        let knight = others[KNIGHT].count_ones() < 2;
        [(pawns + promoted < 8).then_some(PAWN), knight.then_some(KNIGHT)]
    }

    /// Whether a pawn can have moved straight ahead.
    fn pawn(&self) -> bool {
        let occupied = self.position.occupied();
        let others = self.position.men[self.position.turn & 1];
        for to in each(self.men()[PAWN] & !PAWNS_HOME[self.mover & 1]) {
            let at = 1u64 << to as u64;
            let origin = if self.mover == 0 { at >> 8 } else { at << 8 };
            if occupied & origin != 0 {
                continue;
            }
            let mut men = self.men();
            men[PAWN] ^= at | origin;
            if self.calm(&men, &others, occupied ^ (at | origin)) {
                return true;
            }
            let twice = if self.mover == 0 { origin >> 8 } else { origin << 8 };
            if twice & PAWNS_HOME[self.mover & 1] != 0 && occupied & twice == 0 {
                let mut men = self.men();
                men[PAWN] ^= at | twice;
                if self.calm(&men, &others, occupied ^ (at | twice)) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a pawn can have captured a pawn or a knight.
    fn pawn_capture(&self) -> bool {
        let others = self.position.men[self.position.turn & 1];
        let (occupied, prey) = (self.position.occupied(), self.prey(&others));
        let from = if self.mover == 0 { Color::Black } else { Color::White };
        for to in each(self.men()[PAWN] & !PAWNS_HOME[self.mover & 1]) {
            for origin in each(pawn_attacks(from, to).0 & !occupied & !BACK[self.mover & 1]) {
                let at = 1u64 << to as u64;
                let mut men = self.men();
                men[PAWN] ^= at | 1 << origin as u64;
                let taken = |&prey: &usize| {
                    let mut others = others;
                    others[prey] |= at;
                    self.calm(&men, &others, occupied | 1 << origin as u64)
                };
                if prey.iter().flatten().any(taken) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether no king is in check.
    fn calm(&self, men: &Men, others: &Men, occupied: u64) -> bool {
        let own = square_of(men[KING]).unwrap_or(self.own);
        !attacked(self.king, self.mover, men, occupied) && !attacked(own, 1 - self.mover, others, occupied)
    }
}

fn promoted(men: &Men) -> u32 {
    let over = |kind: usize, whole: u32| men[kind].count_ones().saturating_sub(whole);
    let light = (men[BISHOP] & LIGHT).count_ones();
    let dark = men[BISHOP].count_ones() - light;
    over(KNIGHT, 2) + over(ROOK, 2) + over(QUEEN, 1) + light.saturating_sub(1) + dark.saturating_sub(1)
}

fn from(kind: usize, to: Square, occupied: u64) -> u64 {
    let occupied = Bitboard(occupied);
    match kind {
        KNIGHT => knight_attacks(to).0,
        KING => king_attacks(to).0,
        BISHOP => bishop_attacks(to, occupied).0,
        ROOK => rook_attacks(to, occupied).0,
        _ => bishop_attacks(to, occupied).0 | rook_attacks(to, occupied).0,
    }
}

/// Whether men of a side attack a square.
fn attacked(square: Square, side: usize, men: &Men, occupied: u64) -> bool {
    let other = if side == 0 { Color::Black } else { Color::White };
    let all = Bitboard(occupied);
    let (straight, slant) = (men[ROOK] | men[QUEEN], men[BISHOP] | men[QUEEN]);
    knight_attacks(square).0 & men[KNIGHT] != 0
        || king_attacks(square).0 & men[KING] != 0
        || pawn_attacks(other, square).0 & men[PAWN] != 0
        || rook_attacks(square, all).0 & straight != 0
        || bishop_attacks(square, all).0 & slant != 0
}
