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

/// The fewest captures by which the pawns come from files of their own; `crossed`: files on which none has stayed all the
/// time. `None` where that cannot be.
fn fewest(pawns: u64, side: usize, crossed: u64) -> Option<u32> {
    if crossed == 0 && (0..8).all(|file| (pawns & FILE_A << file).count_ones() <= 1) {
        return Some(0);
    }
    const NEVER: u8 = 99;
    let mut costs = [NEVER; 256];
    costs[0] = 0;
    for square in super::each(pawns) {
        let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
        let advance = if side == 0 { rank - 1 } else { 6 - rank };
        let mut following = [NEVER; 256];
        for origin in (file - advance).max(0)..=(file + advance).min(7) {
            let stays = origin == file && crossed >> file & 1 == 1;
            if stays && advance < 2 {
                continue;
            }
            let captures = if stays { 2 } else { (origin - file).unsigned_abs() as u8 };
            for (taken, &cost) in costs.iter().enumerate().filter(|&(taken, _)| taken >> origin & 1 == 0) {
                let place = &mut following[(taken | 1 << origin) & 255];
                *place = (*place).min(cost.saturating_add(captures));
            }
        }
        costs = following;
    }
    costs.into_iter().min().filter(|&cost| cost < NEVER).map(u32::from)
}
