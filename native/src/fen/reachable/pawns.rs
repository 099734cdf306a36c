//! Files that the pawns can have come from (see `pgnfen.fen.reachable.pawns`).
#![forbid(unsafe_code)]

use super::cages::Cages;
use super::{BISHOP, FILE_A, HOME, LIGHT, PAWN, Position};

/// Whether the pawns can have come from files of their own by the captures that there were, at first sight.
pub(super) fn clear(position: &Position, cages: &Cages) -> bool {
    let pawns = [position.of(0, PAWN), position.of(1, PAWN)];
    if cages.promoted != [0, 0] {
        return false;
    }
    let room = [captures(position, cages, 0), captures(position, cages, 1)];
    let costs = |crossed: u64| -> Option<[u32; 2]> { Some([fewest(pawns[0], 0, crossed)?, fewest(pawns[1], 1, 0)?]) };
    let crossed = crossed_files(pawns);
    costs(crossed).is_some_and(|costs| costs[0] <= room[0] && costs[1] <= room[1])
}

/// How many captures of pawns of a side there are men for on squares of either color.
fn captures(position: &Position, cages: &Cages, side: usize) -> u32 {
    let enemy = 1 - side;
    let count = position.missing(enemy).saturating_sub(cages.lost[enemy].count_ones());
    let homes = if position.standard { HOME[enemy][BISHOP] } else { 0 };
    let of_color = |squares: u64| {
        let lost_at_home = homes & squares & cages.lost[enemy] != 0;
        u32::from(position.of(enemy, BISHOP) & squares == 0 && !lost_at_home)
    };
    count.saturating_sub(of_color(LIGHT).max(of_color(!LIGHT)))
}

/// The files on which all white pawns stand beyond all black ones.
fn crossed_files([white, black]: [u64; 2]) -> u64 {
    let mut found = 0;
    for file in 0..8 {
        let (ours, theirs) = (white & FILE_A << file, black & FILE_A << file);
        if theirs != 0 && ours & ours.wrapping_neg() > theirs {
            found |= 1 << file;
        }
    }
    found
}

/// Captures by which the pawns come from files of their own, each from the nearest that is left; `crossed`: files on
/// which none can have stayed. `None` where that does not do.
fn fewest(pawns: u64, side: usize, crossed: u64) -> Option<u32> {
    let (mut taken, mut sum, mut left) = (0u32, 0, 0u64);
    for file in 0..8u32 {
        let mut men = pawns & FILE_A << file;
        if men == 0 {
            continue;
        }
        // The one that has gone least far stays on its file.
        let first = if side == 0 { men & men.wrapping_neg() } else { 1 << (63 - men.leading_zeros()) };
        if crossed >> file & 1 == 0 {
            men ^= first;
            taken |= 1 << file;
        }
        left |= men;
    }
    for (square, file) in super::each(left).map(|square| (square as u32, square as u32 & 7)) {
        let advance = if side == 0 { (square >> 3) - 1 } else { 6 - (square >> 3) };
        let mut found = None;
        for away in 1..=advance {
            let sides = [file.checked_sub(away), Some(file + away).filter(|&file| file < 8)];
            if let Some(origin) = sides.into_iter().flatten().find(|&file| taken >> file & 1 == 0) {
                found = Some((origin, away));
                break;
            }
        }
        let (origin, away) = found?;
        taken |= 1 << origin;
        sum += away;
    }
    Some(sum)
}
