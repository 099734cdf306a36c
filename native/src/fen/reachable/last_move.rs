//! A move that can have been the last (see `pgnfen.fen.reachable.last_move`).
#![forbid(unsafe_code)]

use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use shakmaty::{Bitboard, Color, Square};

use super::cages::{slant, straight};
use super::men::{BACK, BISHOP, FILE_A, KING, KNIGHT, Men, PAWN, PAWNS_HOME, Position, QUEEN, ROOK, each, promoted};

/// Whether a move is seen that can have been the last; with a clock, one that is neither a capture nor a pawn's, or one
/// that is. It leaves neither king in check before it. `calm`: it is known that no king is in check.
pub(super) fn found(position: &Position, fixed: u64, clock: Option<u64>, calm: bool) -> bool {
    let mover = 1 - position.turn;
    let (Some(king), Some(own)) = (square_of(position.of(position.turn, KING)), square_of(position.of(mover, KING)))
    else {
        return false;
    };
    let search = Search { position, mover, fixed, king, own, deep: true };
    if calm && (if clock == Some(0) { search.pawn_at_sight() } else { search.piece_at_sight() }) {
        return true;
    }
    match clock {
        Some(0) => search.pawn() || search.piece(true) || search.pawn_capture() || search.promotion(),
        Some(_) => search.piece(false),
        None => search.piece(false) || search.pawn() || search.piece(true) || search.pawn_capture(),
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
    let search = Search { position, mover, fixed: 0, king, own, deep: true };
    let mut men = search.men();
    men[PAWN] ^= to | origin;
    search.calm(&men, &position.men[position.turn & 1], position.occupied() ^ (to | origin))
}

/// The squares on a line with this one.
fn lines(square: Square) -> u64 {
    bishop_attacks(square, Bitboard::EMPTY).0 | rook_attacks(square, Bitboard::EMPTY).0
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
    /// A check before the move may be one that the other side has given with the move before.
    deep: bool,
}

impl Search<'_> {
    fn men(&self) -> Men {
        self.position.men[self.mover & 1]
    }

    /// Whether a piece can have moved that stands on no line with a king, from where it gave no check: where no king is in
    /// check behind such a move, none was before it.
    fn piece_at_sight(&self) -> bool {
        let free = !self.position.occupied();
        let (theirs, ours) = (lines(self.king), lines(self.own));
        let movers = self.men().map(|men| men & !self.fixed & !theirs & !ours);
        let (straight, aslant) = (straight(movers[ROOK] | movers[QUEEN]), slant(movers[BISHOP] | movers[QUEEN]));
        if (straight | aslant) & free & !theirs != 0 {
            return true;
        }
        let silent = free & !knight_attacks(self.king).0;
        each(movers[KNIGHT]).any(|to| knight_attacks(to).0 & silent != 0)
    }

    /// Whether a pawn can have moved straight ahead that stands on no line with a king, likewise.
    fn pawn_at_sight(&self) -> bool {
        let pawns = self.men()[PAWN] & !PAWNS_HOME[self.mover & 1] & !lines(self.king) & !lines(self.own);
        let from = if self.mover == 0 { pawns >> 8 } else { pawns << 8 };
        let giving = pawn_attacks(if self.mover == 0 { Color::Black } else { Color::White }, self.king).0;
        from & !self.position.occupied() & !giving != 0
    }

    /// Whether a piece can have moved; with `capturing`, have captured something.
    fn piece(&self, capturing: bool) -> bool {
        let others = self.position.men[self.position.turn & 1];
        let occupied = self.position.occupied();
        if capturing && self.position.missing(self.position.turn) == 0 {
            return false;
        }
        for kind in [KNIGHT, QUEEN, ROOK, BISHOP, KING] {
            for to in each(self.men()[kind] & !self.fixed) {
                for origin in each(from(kind, to, occupied) & !occupied) {
                    let moved = 1 << to as u64 | 1 << origin as u64;
                    let mut men = self.men();
                    men[kind] ^= moved;
                    let holds = if capturing {
                        self.captured(&men, to, occupied | moved)
                    } else {
                        self.calm(&men, &others, occupied ^ moved)
                    };
                    if holds {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether the move can have captured something on a square; `men` and `occupied` are those before it.
    fn captured(&self, men: &Men, to: Square, occupied: u64) -> bool {
        let others = self.position.men[self.position.turn & 1];
        let at = 1u64 << to as u64;
        let back = (BACK[0] | BACK[1]) & at != 0;
        self.position.missing(self.position.turn) > 0
            && [PAWN, KNIGHT, ROOK, BISHOP, QUEEN].iter().any(|&prey| {
                let mut others = others;
                others[prey] |= at;
                !(prey == PAWN && back) && fits(&others) && self.calm(men, &others, occupied)
            })
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

    /// Whether a pawn can have captured, en passant too.
    fn pawn_capture(&self) -> bool {
        let occupied = self.position.occupied();
        let from = if self.mover == 0 { Color::Black } else { Color::White };
        for to in each(self.men()[PAWN] & !PAWNS_HOME[self.mover & 1]) {
            for origin in each(pawn_attacks(from, to).0 & !occupied & !BACK[self.mover & 1]) {
                let mut men = self.men();
                men[PAWN] ^= 1 << to as u64 | 1 << origin as u64;
                if self.captured(&men, to, occupied | 1 << origin as u64) || self.en_passant(&men, to, origin) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the capture can have been one en passant, and the double step before it.
    fn en_passant(&self, men: &Men, to: Square, origin: Square) -> bool {
        let (at, from) = (1u64 << to as u64, 1u64 << origin as u64);
        let (sixth, taken, came) =
            if self.mover == 0 { (0xFF << 40, at >> 8, at << 8) } else { (0xFF << 16, at << 8, at >> 8) };
        let occupied = self.position.occupied();
        if at & sixth == 0 || occupied & (taken | came) != 0 || self.position.missing(self.position.turn) == 0 {
            return false;
        }
        let mut others = self.position.men[self.position.turn & 1];
        others[PAWN] |= came;
        let own = square_of(men[KING]).unwrap_or(self.own);
        fits(&others)
            && !attacked(self.king, self.mover, men, occupied ^ (at | from | taken))
            && !attacked(own, 1 - self.mover, &others, occupied ^ (at | from | came))
    }

    /// Whether a pawn can have been promoted, with or without a capture.
    fn promotion(&self) -> bool {
        let occupied = self.position.occupied();
        let others = self.position.men[self.position.turn & 1];
        let side = if self.mover == 0 { Color::Black } else { Color::White };
        for kind in [QUEEN, ROOK, BISHOP, KNIGHT] {
            for to in each(self.men()[kind] & BACK[1 - self.mover] & !self.fixed) {
                let at = 1u64 << to as u64;
                let ahead = if self.mover == 0 { at >> 8 } else { at << 8 };
                let unmade = |origin: u64| {
                    let mut men = self.men();
                    men[kind] ^= at;
                    men[PAWN] |= origin;
                    men
                };
                if !fits(&unmade(ahead)) {
                    continue;
                }
                if occupied & ahead == 0 && self.calm(&unmade(ahead), &others, occupied ^ (at | ahead)) {
                    return true;
                }
                for origin in each(pawn_attacks(side, to).0 & !occupied) {
                    let from = 1u64 << origin as u64;
                    if self.captured(&unmade(from), to, occupied | from) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether no king is in check before the move, but for the mover's by a move of the other side.
    fn calm(&self, men: &Men, others: &Men, occupied: u64) -> bool {
        let own = square_of(men[KING]).unwrap_or(self.own);
        if attacked(self.king, self.mover, men, occupied) {
            return false;
        }
        !attacked(own, 1 - self.mover, others, occupied) || (self.deep && self.given(men, others))
    }

    /// Whether a move that is neither a capture nor a promotion can have given the check in which the mover was.
    fn given(&self, men: &Men, others: &Men) -> bool {
        let both = if self.mover == 0 { [*men, *others] } else { [*others, *men] };
        let before = Position::of_men(both, self.mover, self.position.fixed, self.position.standard);
        let (Some(king), Some(own)) = (square_of(men[KING]), square_of(others[KING])) else { return false };
        let mover = 1 - self.mover;
        let search = Search { position: &before, mover, fixed: self.fixed, king, own, deep: false };
        search.piece(false) || search.pawn()
    }
}

/// Whether a side can have so many men of each kind.
fn fits(men: &Men) -> bool {
    men[PAWN].count_ones() + promoted(men) <= 8
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
    let lines = FILE_A << u32::from(square.file()) | BACK[0] << (8 * u32::from(square.rank()));
    knight_attacks(square).0 & men[KNIGHT] != 0
        || king_attacks(square).0 & men[KING] != 0
        || pawn_attacks(other, square).0 & men[PAWN] != 0
        || (straight & lines != 0 && rook_attacks(square, all).0 & straight != 0)
        || bishop_attacks(square, all).0 & slant != 0
}
