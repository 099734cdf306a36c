//! The fewest moves that a position takes (see `pgnfen.fen.reachable.plies`).
#![forbid(unsafe_code)]

use std::sync::LazyLock;

use shakmaty::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use shakmaty::{Bitboard, Square};

use super::men::{BACK, BISHOP, HOME, KING, KNIGHT, PAWN, Position, QUEEN, ROOK, each};

/// The fewest moves from the nearest home square of the standard array, by side, kind and square.
static NEAREST: LazyLock<[[[u8; 64]; 6]; 2]> = LazyLock::new(|| {
    let mut found = [[[0; 64]; 6]; 2];
    for (side, kinds) in found.iter_mut().enumerate() {
        for (kind, table) in kinds.iter_mut().enumerate().skip(KNIGHT) {
            for square in Square::ALL {
                table[square as usize] = distance(kind, HOME[side][kind], square);
            }
        }
    }
    found
});

fn distance(kind: usize, homes: u64, square: Square) -> u8 {
    let at = 1 << square as u64;
    if homes & at != 0 {
        return 0;
    }
    if kind == KING {
        return each(homes).map(|home| home.distance(square) as u8).min().unwrap_or(0);
    }
    let step = |from: u64| {
        each(from).fold(0, |found, one| {
            let straight = || rook_attacks(one, Bitboard::EMPTY).0;
            let slant = || bishop_attacks(one, Bitboard::EMPTY).0;
            found
                | match kind {
                    KNIGHT => knight_attacks(one).0,
                    BISHOP => slant(),
                    ROOK => straight(),
                    _ => straight() | slant(),
                }
        })
    };
    if kind != KNIGHT {
        return if step(homes) & at != 0 { 1 } else { 2 };
    }
    let (mut seen, mut count) = (homes, 0);
    while seen & at == 0 {
        seen |= step(seen);
        count += 1;
    }
    count
}

/// The fewest moves that the pawns on the board have made.
const fn pawn_moves(position: &Position, side: usize) -> u32 {
    let pawns = position.men[side & 1][PAWN];
    // how many there are on each rank as the side counts it, a byte for each
    let rows = if side == 0 { pawns } else { pawns.swap_bytes() };
    let pairs = rows - (rows >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let rows = ((fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F).to_le_bytes();
    rows[2] as u32 + rows[3] as u32 + 2 * rows[4] as u32 + 3 * rows[5] as u32 + 4 * rows[6] as u32
}

/// The fewest moves that a side has made; `pawns`: those of its pawns.
fn moves_needed(position: &Position, side: usize, pawns: u32) -> u32 {
    let off = (position.sides[side & 1] & !position.of(side, PAWN) & !BACK[side & 1]).count_ones();
    let pieces: u32 = if position.standard {
        let (table, homes) = (&NEAREST[side & 1], &HOME[side & 1]);
        let sum: u32 = [KNIGHT, BISHOP, ROOK, QUEEN, KING]
            .iter()
            .flat_map(|&kind| each(position.of(side, kind) & !homes[kind]).map(move |square| (kind, square)))
            .map(|(kind, square)| u32::from(table[kind][square as usize]))
            .sum();
        sum.saturating_sub(if position.of(side, KING) == homes[KING] { 0 } else { 2 })
    } else {
        0
    };
    (pawns + pieces.max(off)).max(position.missing(1 - side))
}

/// The ply of the last of so many moves of White and of Black.
fn last_ply(moves: [u32; 2]) -> u64 {
    (2 * u64::from(moves[0])).saturating_sub(1).max(2 * u64::from(moves[1]))
}

/// The most moves that men of a kind take from home: knight, bishop, rook, queen, king.
const FARTHEST: [u32; 6] = [0, 4, 2, 2, 2, 7];

/// As many moves as `moves_needed` has, or more: each man that has left home is as far away as can be.
fn moves_at_most(position: &Position, side: usize, pawns: u32) -> u32 {
    let (men, homes) = (&position.men[side & 1], &HOME[side & 1]);
    let off = if position.standard {
        men.iter().zip(homes).skip(KNIGHT).fold(0, |off, (men, homes)| off | men & !homes)
    } else {
        position.sides[side & 1] & !men[PAWN] & !BACK[side & 1]
    };
    let king = if off & men[KING] != 0 { FARTHEST[KING] - FARTHEST[QUEEN] } else { 0 };
    let (knights, off) = ((off & men[KNIGHT]).count_ones(), off.count_ones());
    let more = (FARTHEST[KNIGHT] - FARTHEST[QUEEN]) * knights + king; // than the others take
    (pawns + FARTHEST[QUEEN] * off + more).max(position.missing(1 - side))
}

/// Whether a position can have come about in so many plies.
pub(super) fn fits(position: &Position, clock: Option<u64>, plies: u64) -> bool {
    let pawns = [pawn_moves(position, 0), pawn_moves(position, 1)];
    let mut behind = 0;
    if let Some(clock) = clock.filter(|&clock| clock > 0) {
        let zeroing = [0, 1].map(|side| pawns[side].max(position.missing(1 - side)));
        behind = last_ply(zeroing).saturating_add(clock);
    }
    let enough = |moves: fn(&Position, usize, u32) -> u32| {
        let least = behind.max(last_ply([0, 1].map(|side| moves(position, side, pawns[side]))));
        least.saturating_add((least ^ position.turn as u64) & 1) <= plies
    };
    enough(moves_at_most) || enough(moves_needed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn none_is_farther_than_the_farthest() {
        for kinds in NEAREST.iter() {
            for (kind, table) in kinds.iter().enumerate().skip(KNIGHT) {
                assert_eq!(table.iter().max().copied().map(u32::from), Some(FARTHEST[kind]), "{kind}");
            }
        }
    }
}
