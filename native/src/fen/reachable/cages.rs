//! Men that have never moved, and what they keep others from (see `pgnfen.fen.reachable.cages`).
#![forbid(unsafe_code)]

use shakmaty::attacks::king_attacks;

use super::men::{
    BACK, BISHOP, FILE_A, HOME, KING, KNIGHT, LIGHT, Men, PAWN, PAWNS_HOME, Position, QUEEN, ROOK, each, pawn_attacks,
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

/// The squares one step beside, in front of and behind these.
pub(super) const fn straight(squares: u64) -> u64 {
    squares << 8 | squares >> 8 | (squares & !(FILE_A << 7)) << 1 | (squares & !FILE_A) >> 1
}

/// The squares one step from these on a diagonal.
pub(super) const fn slant(squares: u64) -> u64 {
    let (right, left) = (squares & !(FILE_A << 7), squares & !FILE_A);
    right << 9 | right >> 7 | left << 7 | left >> 9
}

const fn steps(kind: usize, squares: u64) -> u64 {
    match kind {
        BISHOP => slant(squares),
        ROOK => straight(squares),
        _ => slant(squares) | straight(squares),
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

const RANKS_3_TO_6: u64 = 0x0000_FFFF_FFFF_0000;
const RANKS_4_AND_5: u64 = 0x0000_00FF_FF00_0000;

/// Of bishops, rooks and queens the room that has the middle of the board, which no fixed man closes: `Rooms::open`, of
/// all three at once.
struct OpenRooms {
    bishop: u64,
    rook: u64,
    queen: u64,
}

impl OpenRooms {
    const fn find(fixed: u64) -> Self {
        // Fixed men stand on the first two ranks of either side, and each free square of a second rank is beside the middle.
        let free = !fixed;
        let second = free & (PAWNS_HOME[0] | PAWNS_HOME[1]);
        let (middle, back) = (RANKS_3_TO_6 | second, free & (BACK[0] | BACK[1]));
        let (ahead, aslant) = (back & (second << 8 | second >> 8), back & slant(second));
        let bishop = middle | aslant;
        Self { bishop, rook: middle | along(ahead, back), queen: middle | along(ahead | aslant, back) }
    }
}

impl OpenRooms {
    /// Whether all bishops, rooks and queens are at ease in a game from the standard array (see `Cages::are_at_ease`): no
    /// more than it has; each of them is fixed or in its room, and so is each home that it has left.
    fn has_all(&self, position: &Position, fixed: u64) -> bool {
        let outside = |men: &Men, home: &Men| {
            let out = |kind: usize, open: u64| ((men[kind] & !fixed) | (home[kind] & !men[kind])) & !open;
            out(BISHOP, self.bishop) | out(ROOK, self.rook) | out(QUEEN, self.queen)
        };
        let over = |men: &Men| {
            let (light, dark) = (men[BISHOP] & LIGHT, men[BISHOP] & !LIGHT);
            are_over(light, 1) || are_over(dark, 1) || are_over(men[ROOK], 2) || are_over(men[QUEEN], 1)
        };
        let sides = || position.men.iter().zip(&HOME);
        sides().fold(0, |all, (men, home)| all | outside(men, home)) == 0 && !sides().any(|(men, _)| over(men))
    }
}

/// Whether there are more than one or two squares.
const fn are_over(squares: u64, count: u32) -> bool {
    let rest = squares & squares.wrapping_sub(1);
    if count == 1 { rest != 0 } else { rest & rest.wrapping_sub(1) != 0 }
}

/// What is beside these squares on their ranks, as far as the squares are `free`.
const fn along(squares: u64, free: u64) -> u64 {
    let (mut found, mut new) = (squares, squares);
    while new != 0 {
        new = ((new & !(FILE_A << 7)) << 1 | (new & !FILE_A) >> 1) & free & !found;
        found |= new;
    }
    found
}

/// The rooms of a kind of pieces.
struct Rooms {
    kind: usize,
    closed: u64,
    /// The one that has the middle of the board: where pieces of the kind can have been that were ever on the middle ranks,
    /// all these are one room for them (of bishops one for each color).
    open: u64,
}

impl Rooms {
    const fn of_king(closed: u64) -> Self {
        let mut open = RANKS_4_AND_5; // nothing is closed there
        loop {
            let more = open | steps(KING, open) & !closed;
            if more == open {
                return Self { kind: KING, closed, open };
            }
            open = more;
        }
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
    let (mut bishops, mut rooks, mut royals) = (0, 0, 0);
    for side in 0..2 {
        fixed |= position.of(side, PAWN) & PAWNS_HOME[side];
        let home = |kind: usize| if position.standard { HOME[side][kind] } else { BACK[side] };
        bishops |= position.of(side, BISHOP) & home(BISHOP);
        rooks |= position.of(side, ROOK) & home(ROOK);
        royals |= position.of(side, QUEEN) & home(QUEEN) | position.of(side, KING) & home(KING);
    }
    while fixed != 0 {
        let (beside, aslant) = (straight(!fixed), slant(!fixed));
        let more = (bishops & !aslant | rooks & !beside | royals & !(beside | aslant)) & !fixed;
        if more == 0 {
            break;
        }
        fixed |= more;
    }
    fixed
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
        let open = OpenRooms::find(fixed);
        let at_ease = position.standard && open.has_all(position, fixed);
        for (kind, open) in [(BISHOP, open.bishop), (ROOK, open.rook), (QUEEN, open.queen)] {
            if at_ease {
                break;
            }
            let rooms = Rooms { kind, closed: fixed, open };
            for side in 0..2 {
                if !cages.are_at_ease(position, side, &rooms) {
                    cages.hold(position, side, &rooms);
                }
            }
        }
        for side in 0..2 {
            if are_over(position.of(side, KNIGHT), 2) {
                cages.promoted[side] += position.of(side, KNIGHT).count_ones() - 2;
            }
            if !cages.is_king_at_ease(position, side, open.queen) {
                let rooms = Rooms::of_king(cages.closed_to_king(position, side));
                if !cages.are_at_ease(position, side, &rooms) {
                    cages.hold(position, side, &rooms);
                }
            }
        }
        cages
    }

    /// Whether it is seen at once that a king can have come from its home; `open`: the room of queens, which on the first
    /// five ranks of its side is that of the king as well.
    const fn is_king_at_ease(&self, position: &Position, side: usize, open: u64) -> bool {
        let (king, homes) = (position.men[side & 1][KING], self.homes(position, side, KING));
        let five = if side == 0 { 0xFF_FFFF_FFFF } else { !0xFF_FFFF };
        king & (homes | self.fixed) != 0 || (king & open & five != 0 && homes & open != 0)
    }

    /// The home squares of a kind.
    const fn homes(&self, position: &Position, side: usize, kind: usize) -> u64 {
        let side = side & 1;
        if position.standard { HOME[side][kind] } else { BACK[side] & !(self.fixed & !position.men[side][kind]) }
    }

    /// Whether it is seen at once that `hold` has nothing to say: no more pieces of the kind than an array has, each of
    /// them fixed or in the open room, which has homes enough, and no home of a captured one out of it.
    fn are_at_ease(&self, position: &Position, side: usize, rooms: &Rooms) -> bool {
        let (kind, men) = (rooms.kind, position.of(side, rooms.kind));
        let homes = self.homes(position, side, kind);
        let (still, free) = (men & self.fixed, men & !self.fixed);
        let lost = if position.standard && kind != KING { homes & !men } else { 0 };
        if (free | lost) & !rooms.open != 0 || still & !homes != 0 {
            return false;
        }
        let come = |men: u64, homes: u64| if men & free != 0 { still & men | rooms.open & homes } else { still & men };
        let one = |men: u64, homes: u64| men & men.wrapping_sub(1) == 0 && (men == 0 || come(men, homes) != 0);
        match kind {
            BISHOP => one(men & LIGHT, homes & LIGHT) && one(men & !LIGHT, homes & !LIGHT),
            ROOK => {
                let (rest, came) = (men & men.wrapping_sub(1), come(men, homes));
                rest & rest.wrapping_sub(1) == 0
                    && (men == 0 || came != 0)
                    && (rest == 0 || came & came.wrapping_sub(1) != 0)
            }
            _ => one(men, homes),
        }
    }

    /// Hold the pieces of a kind to the squares from which they can have come.
    fn hold(&mut self, position: &Position, side: usize, rooms: &Rooms) {
        let kind = rooms.kind;
        let men = position.of(side, kind);
        let homes = self.homes(position, side, kind);
        let (entries, prey) =
            (PAWNS_HOME[1 - side] & !self.fixed, pawn_attacks(1 - side, !self.fixed & !BACK[0] & !BACK[1]));
        let ahead = if side == 0 { entries << 8 } else { entries >> 8 };
        let promotable = if kind == KING { 0 } else { (ahead | pawn_attacks(side, entries)) & !self.fixed };
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
