//! Files that the pawns can have come from (see `pgnfen.fen.reachable.pawns`).
#![forbid(unsafe_code)]

use shakmaty::Square;

use super::cages::Cages;
use super::men::{FILE_A, LIGHT, PAWN, Position, each};
use super::origins::{Captures, are_possible, captures, crossed_files};

/// Whether the pawns, and those that were promoted, can have come from files of their own by the captures that there
/// were: at first sight, or by whichever way.
pub(super) fn clear(position: &Position, cages: &Cages) -> bool {
    if cages.promoted == [0, 0] && are_apart(position.of(0, PAWN), position.of(1, PAWN)) {
        return true;
    }
    let crossed = crossed_files([position.of(0, PAWN), position.of(1, PAWN)]);
    let fits = |side: usize, crossed: u64| of_side(position, cages, side, crossed);
    if !can_pass(position, cages) {
        return false;
    }
    (fits(0, crossed) && fits(1, 0))
        || (crossed != 0 && fits(0, 0) && fits(1, crossed))
        || are_possible(position, cages)
}

/// Whether no pawn shares its file with another of its side, nor has got past an enemy pawn: none has captured for sure,
/// and each file without an enemy pawn is that of one that is missing.
const fn are_apart(white: u64, black: u64) -> bool {
    let (over_white, over_black) = (north(white), north(black));
    white & over_white == 0 && black & over_black == 0 && white & over_black == 0
}

/// The squares north of these.
const fn north(squares: u64) -> u64 {
    let one = squares << 8;
    let two = one | one << 8;
    let four = two | two << 16;
    four | four << 32
}

/// Whether there were captures enough for all pawns to get past the enemy pawns of their files that have done so.
fn can_pass(position: &Position, cages: &Cages) -> bool {
    let [white, black] = [position.of(0, PAWN), position.of(1, PAWN)];
    let pawns = [0, 1].map(|side| position.of(side, PAWN).count_ones() + cages.promoted[side]);
    let captures: u32 = (0..2).map(|side| position.missing(side).saturating_sub(cages.lost[side].count_ones())).sum();
    let room = |side: usize| captures + 8u32.saturating_sub(pawns[1 - side]).min(position.missing(1 - side));
    if (0..2).all(|side| pawns[side] <= room(side)) {
        return true;
    }
    let files = (0..8).map(|file| FILE_A << file).map(|file| (white & file, black & file));
    let facing = files.filter(|&(ours, theirs)| ours != 0 && ours & ours.wrapping_neg() < theirs).count() as u32;
    (0..2).all(|side| pawns[side] <= room(side) + facing)
}

fn of_side(position: &Position, cages: &Cages, side: usize, crossed: u64) -> bool {
    let (pawns, raised) = (position.of(side, PAWN), cages.promoted[side & 1]);
    if raised == 0 && crossed == 0 && pawns & north(pawns) == 0 {
        return true; // each on a file of its own
    }
    if pawns.count_ones() + raised > 8 {
        return false;
    }
    let Some(room) = captures(position, cages, side) else { return false };
    let fits = |needed: Captures| needed.iter().zip(room).all(|(needed, room)| *needed <= room);
    let at_once = at_sight(pawns, side, crossed).and_then(|(captures, free)| {
        let more = if raised > 0 { promotions(position, cages, (side, raised), free)? } else { 0 };
        Some([captures[0] + more, captures[1], captures[2]])
    });
    at_once.is_some_and(fits)
}

/// Captures by which the pawns come from files of their own, not always the fewest, and the files that are left.
fn at_sight(pawns: u64, side: usize, crossed: u64) -> Option<(Captures, u64)> {
    let advance = |square: Square| {
        let rank = u32::from(square.rank());
        if side == 0 { rank.saturating_sub(1) } else { 6u32.saturating_sub(rank) }
    };
    let on = |file: u32| pawns & FILE_A << file;
    let mut free = (0..8).filter(|&file| on(file) == 0).fold(0u64, |files, file| files | 1 << file);
    let mut captures = [0; 3];
    let mut count = |square: Square, origin: u32, more: u32| {
        captures[0] += more;
        if more == advance(square) {
            let home = origin + if side == 0 { 8 } else { 48 };
            captures[if LIGHT >> home & 1 == 1 { 1 } else { 2 }] += more; // all its moves were captures
        }
    };
    for file in 0..8 {
        let Some(stays) = each(on(file)).min_by_key(|&square| advance(square)) else { continue };
        if crossed >> file & 1 == 1 {
            if advance(stays) < 2 {
                return None;
            }
            count(stays, file, 2);
        }
        for square in each(on(file)).filter(|&square| square != stays) {
            let away = |origin: &u32| origin.abs_diff(file);
            let origin = (0..8).filter(|origin| free >> origin & 1 == 1).min_by_key(away)?;
            if away(&origin) > advance(square) {
                return None;
            }
            count(square, origin, away(&origin));
            free ^= 1 << origin;
        }
    }
    Some((captures, free))
}

/// Captures by which so many pawns come from these files to where they are promoted, not always the fewest.
fn promotions(position: &Position, cages: &Cages, (side, raised): (usize, u32), free: u64) -> Option<u32> {
    let (seventh, eighth) = if side == 0 { (48, 56) } else { (8, 0) };
    let fewest = |origin: u32| {
        let way = |file: u32| {
            let closed = |first: u32| cages.fixed >> (first + file) & 1;
            let captures = origin.abs_diff(file) + closed(eighth) as u32;
            let met = position.of(1 - side, PAWN) & FILE_A << file != 0;
            (closed(seventh) == 0).then_some(if captures == 0 && met { 1 } else { captures })
        };
        (0..8).filter_map(way).min()
    };
    let mut costs: Vec<u32> = (0..8).filter(|origin| free >> origin & 1 == 1).filter_map(fewest).collect();
    costs.sort_unstable();
    let raised = raised as usize;
    (costs.len() >= raised).then(|| costs.iter().take(raised).sum())
}
