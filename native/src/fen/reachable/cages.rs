//! Men that have never moved, and what they keep others from (see `pgnfen.fen.reachable.cages`).
#![forbid(unsafe_code)]

use shakmaty::attacks::king_attacks;

use super::men::{
    BACK, BISHOP, FILE_A, HOME, KING, KNIGHT, LIGHT, PAWN, PAWNS_HOME, Position, QUEEN, ROOK, each, pawn_attacks,
    promoted,
};

/// What men that have never moved say.
#[derive(Debug)]
pub(super) struct Cages {
    /// Men that have never moved.
    pub(super) fixed: u64,
    /// Nothing is impossible by them.
    pub(super) clear: bool,
    /// Of each side how many men must be promoted.
    pub(super) promoted: [u32; 2],
    /// Of each side how many men were captured at home where no pawn captures, and on which squares.
    pub(super) lost: [u64; 2],
}

fn steps(kind: usize, squares: u64) -> u64 {
    let (right, left) = (squares & !(FILE_A << 7), squares & !FILE_A);
    let slant = right << 9 | right >> 7 | left << 7 | left >> 9;
    let straight = squares << 8 | squares >> 8 | right << 1 | left >> 1;
    match kind {
        BISHOP => slant,
        ROOK => straight,
        _ => slant | straight,
    }
}

fn spread(kind: usize, from: u64, closed: u64) -> u64 {
    let (mut found, mut new) = (from, from);
    while new != 0 {
        new = steps(kind, new) & !found & !closed;
        found |= new;
    }
    found
}

/// Where pieces of a kind can have been that were ever on the middle ranks: all these are one room for them (of bishops
/// one for each color). `middle`: ranks on which nothing is closed.
fn open_squares(kind: usize, middle: u64, closed: u64) -> u64 {
    let (mut found, mut new) = (middle, middle);
    while new != 0 {
        new = steps(kind, new) & !found & !closed;
        found |= new;
    }
    found
}

const RANKS_3_TO_6: u64 = 0x0000_FFFF_FFFF_0000;
const RANKS_4_AND_5: u64 = 0x0000_00FF_FF00_0000;

/// The rooms of a kind of pieces.
struct Rooms {
    kind: usize,
    closed: u64,
    /// The one that has the middle of the board.
    open: u64,
}

impl Rooms {
    fn of(kind: usize, closed: u64) -> Self {
        let middle = if kind == KING { RANKS_4_AND_5 } else { RANKS_3_TO_6 };
        Self { kind, closed, open: open_squares(kind, middle, closed) }
    }

    /// All squares that a piece can have been on that stands here.
    fn around(&self, square: u64) -> u64 {
        if self.open & square == 0 {
            return spread(self.kind, square, self.closed);
        }
        if self.kind != BISHOP {
            return self.open;
        }
        self.open & if LIGHT & square != 0 { LIGHT } else { !LIGHT }
    }
}

fn fixed_squares(position: &Position) -> u64 {
    let mut fixed = position.fixed;
    for (side, home) in PAWNS_HOME.iter().enumerate() {
        fixed |= position.of(side, PAWN) & home;
    }
    loop {
        let before = fixed;
        for side in 0..2 {
            for kind in [BISHOP, ROOK, QUEEN, KING] {
                let home = if position.standard { HOME[side][kind] } else { BACK[side] };
                for square in each(position.of(side, kind) & home & !fixed) {
                    if steps(kind, 1 << square as u64) & !fixed == 0 {
                        fixed |= 1 << square as u64;
                    }
                }
            }
        }
        if fixed == before {
            return fixed;
        }
    }
}

impl Cages {
    pub(super) fn find(position: &Position) -> Self {
        let fixed = fixed_squares(position);
        if fixed == 0 {
            return Self {
                fixed,
                clear: true,
                promoted: [0, 1].map(|side| promoted(&position.men[side])),
                lost: [0; 2],
            };
        }
        let mut cages = Self { fixed, clear: true, promoted: [0; 2], lost: [0; 2] };
        let rooms = [BISHOP, ROOK, QUEEN].map(|kind| Rooms::of(kind, fixed));
        for side in 0..2 {
            let enemy = 1 - side;
            let entries = PAWNS_HOME[enemy] & !fixed;
            let ahead = if side == 0 { entries << 8 } else { entries >> 8 };
            let promotable = (ahead | pawn_attacks(side, entries)) & !fixed;
            let prey = pawn_attacks(enemy, !fixed & !BACK[0] & !BACK[1]);
            cages.promoted[side] += position.of(side, KNIGHT).count_ones().saturating_sub(2);
            for rooms in &rooms {
                cages.hold(position, side, rooms, (promotable, prey));
            }
            cages.hold(position, side, &Rooms::of(KING, cages.closed_to_king(position, side)), (0, prey));
        }
        cages
    }

    /// Hold the pieces of a kind to the squares from which they can have come.
    fn hold(&mut self, position: &Position, side: usize, rooms: &Rooms, (promotable, prey): (u64, u64)) {
        let kind = rooms.kind;
        let men = position.of(side, kind);
        let homes = if position.standard { HOME[side][kind] } else { BACK[side] & !(self.fixed & !men) };
        let whole: &[(u64, u32)] = match kind {
            BISHOP => &[(LIGHT, 1), (!LIGHT, 1)],
            ROOK => &[(!0, 2)],
            _ => &[(!0, 1)],
        };
        for &(color, room) in whole {
            let (mut all, mut union, mut caged, mut caged_union) = (0, 0, 0, 0);
            for square in each(men & color) {
                let at = 1 << square as u64;
                let way = if self.fixed & at != 0 { at } else { rooms.around(at) };
                let home = way & homes;
                if home == 0 {
                    self.clear &= way & promotable != 0;
                    self.promoted[side] += 1;
                    continue;
                }
                (all, union) = (all + 1, union | home);
                if way & promotable == 0 {
                    (caged, caged_union) = (caged + 1, caged_union | home);
                }
            }
            let matched = |count: u32, union: u64| count.min(room).min(union.count_ones());
            self.promoted[side] += all - matched(all, union);
            self.clear &= caged <= matched(caged, caged_union);
        }
        if position.standard && kind != KING {
            for home in each(homes & !men & !rooms.open) {
                let at = 1 << home as u64;
                let reach = spread(kind, at, rooms.closed & !at);
                if reach & men == 0 && reach & prey == 0 {
                    self.lost[side] |= at;
                }
            }
        }
    }

    fn closed_to_king(&self, position: &Position, side: usize) -> u64 {
        let enemy = 1 - side;
        let mut closed = self.fixed | pawn_attacks(enemy, position.of(enemy, PAWN) & self.fixed);
        for king in each(position.of(enemy, KING) & self.fixed) {
            closed |= king_attacks(king).0;
        }
        closed
    }

    /// Whether the squares of the pieces say that it is the other side's turn: each of them changes its color with each
    /// move.
    pub(super) fn denies_turn(&self, position: &Position) -> bool {
        match (self.odd(position, 0), self.odd(position, 1)) {
            (Some(white), Some(black)) => (white != black) != (position.turn == 1),
            _ => false,
        }
    }

    /// Whether a side has made an odd number of moves; `None` where that is not certain.
    fn odd(&self, position: &Position, side: usize) -> Option<bool> {
        let (pawns, third) = (position.of(side, PAWN), 0xFF << if side == 0 { 16 } else { 40 });
        let moved = pawns & !PAWNS_HOME[side & 1];
        if position.missing(side) > 0 || moved & !third != 0 || position.of(side, KING) & !self.fixed != 0 {
            return None;
        }
        let movers = position.sides[side & 1] & !pawns & !self.fixed;
        let homes = BACK[side & 1] & !self.fixed;
        let certain = |kind: usize| {
            each(position.of(side, kind) & movers)
                .all(|square| spread(kind, 1 << square as u64, self.fixed).count_ones() <= 2)
        };
        if movers.count_ones() != homes.count_ones() || ![BISHOP, ROOK, QUEEN].iter().all(|&kind| certain(kind)) {
            return None;
        }
        let moves = moved.count_ones() + (movers & LIGHT).count_ones() + (homes & LIGHT).count_ones();
        Some(moves % 2 == 1)
    }
}
