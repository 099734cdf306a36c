//! Whether the pawns can have come from files of their own at all, by every way that there is, as
//! `pgnfen.fen.reachable.pawns` tries them: what `pawns` does not see at first sight is looked at here.
#![forbid(unsafe_code)]

use std::collections::BTreeMap;

use shakmaty::Square;

use super::cages::Cages;
use super::men::{BACK, BISHOP, FILE_A, HOME, LIGHT, PAWN, PAWNS_HOME, Position, each};

/// Captures in all, those on light and those on dark squares for certain.
pub(super) type Captures = [u32; 3];

/// How a pawn can have come: from a file, by so many captures, so many of them on light, on dark squares for certain.
#[derive(Clone, Copy)]
struct Way {
    file: u32,
    captures: Captures,
}

/// The pawns of a side whose captures are asked for (`_Side` in Python).
struct Asked {
    side: usize,
    pawns: u64,
    /// Files on which none of them has stayed.
    crossed: u64,
    /// How many are promoted.
    raised: u32,
    /// Men that have never moved.
    fixed: u64,
    /// Files that no pawn runs down from end to end.
    blocked: u64,
}

impl Asked {
    const fn of(side: usize, pawns: u64, crossed: u64) -> Self {
        Self { side, pawns, crossed, raised: 0, fixed: 0, blocked: 0 }
    }

    /// The ways of a pawn with so many captures at most.
    fn ways_of_pawn(&self, square: Square, most: u32) -> Vec<Way> {
        let (file, rank) = (u32::from(square.file()), u32::from(square.rank()));
        let advance = if self.side == 0 { rank.saturating_sub(1) } else { 6u32.saturating_sub(rank) };
        let mut ways = Vec::new();
        for origin in file.saturating_sub(advance)..=(file + advance).min(7) {
            let mut count = origin.abs_diff(file);
            if count == 0 && self.crossed >> file & 1 == 1 {
                count = 2; // it left the file, and came back
                if advance < 2 {
                    continue;
                }
            }
            if count > most {
                continue;
            }
            let home = origin + if self.side == 0 { 8 } else { 48 };
            let certain = if count == advance { count } else { 0 }; // all its moves were captures
            let light = if LIGHT >> home & 1 == 1 { certain } else { 0 };
            ways.push(Way { file: origin, captures: [count, light, certain - light] });
        }
        ways
    }

    /// The ways of a pawn that is promoted.
    fn ways_of_promoted(&self, most: u32) -> Vec<Way> {
        let (seventh, eighth) = if self.side == 0 { (48, 56) } else { (8, 0) };
        let fewest = |origin: u32| {
            let files = (0..8u32).filter(|file| self.fixed >> (seventh + file) & 1 == 0);
            files
                .map(|file| {
                    let count = origin.abs_diff(file) + (self.fixed >> (eighth + file) & 1) as u32;
                    count.max((self.blocked >> file & 1) as u32) // else it leaves the file before the enemy pawn
                })
                .min()
        };
        let way = |file: u32| fewest(file).filter(|&count| count <= most).map(|count| (file, count));
        (0..8).filter_map(way).map(|(file, count)| Way { file, captures: [count, 0, 0] }).collect()
    }

    /// Whether all can come from files of their own by captures of what there is to capture.
    fn is_possible(&self, prey: Option<Captures>) -> bool {
        let Some(prey) = prey else { return false };
        let [most, ..] = prey;
        let mut options: Vec<_> = each(self.pawns).map(|square| self.ways_of_pawn(square, most)).collect();
        options.extend((0..self.raised).map(|_| self.ways_of_promoted(most)));
        options.sort_by_key(Vec::len);
        let mut states = BTreeMap::from([(0u32, vec![[0; 3]])]);
        for ways in options {
            let mut following = BTreeMap::<u32, Vec<Captures>>::new();
            for (taken, sums) in &states {
                for way in ways.iter().filter(|way| taken >> way.file & 1 == 0) {
                    let place = following.entry(taken | 1 << way.file).or_default();
                    sums.iter().map(|sum| plus(sum, &way.captures)).for_each(|sum| {
                        if at_most(&sum, &prey) && !place.iter().any(|other| at_most(other, &sum)) {
                            place.push(sum);
                        }
                    });
                }
            }
            following.retain(|_, sums| !sums.is_empty());
            states = following;
        }
        !states.is_empty()
    }
}

const fn plus(one: &Captures, other: &Captures) -> Captures {
    [one[0] + other[0], one[1] + other[1], one[2] + other[2]]
}

fn at_most(one: &Captures, other: &Captures) -> bool {
    one.iter().zip(other).all(|(one, other)| one <= other)
}

/// Whether the pawns of both sides can have come to where they are; that enough of them got past each other is asked
/// elsewhere.
pub(super) fn are_possible(position: &Position, cages: &Cages) -> bool {
    let preys = [0, 1].map(|side| captures(position, cages, side));
    let alone = |side: usize| is_side_possible(position, cages, side, preys);
    if !alone(0) || !alone(1) {
        return false;
    }
    let pawns = [position.of(0, PAWN), position.of(1, PAWN)];
    let crossed = crossed_files(pawns);
    let holds = |side: usize, part: u64| Asked::of(side, pawns[side & 1], part).is_possible(preys[side & 1]);
    // each way to share the files on which pawns have passed each other
    (0..=crossed).filter(|part| part & !crossed == 0).any(|part| holds(0, part) && holds(1, crossed ^ part))
}

fn is_side_possible(position: &Position, cages: &Cages, side: usize, preys: [Option<Captures>; 2]) -> bool {
    let (pawns, raised) = (position.of(side, PAWN), cages.promoted[side & 1]);
    let (enemy, seventh) = (1 - side, PAWNS_HOME[1 - side]);
    if pawns.count_ones() + raised > 8 || (raised > 0 && seventh & !cages.fixed == 0) {
        return false;
    }
    let theirs = position.of(enemy, PAWN);
    let stays =
        |file: u32| theirs & FILE_A << file != 0 && !Asked::of(enemy, theirs, 1 << file).is_possible(preys[enemy & 1]);
    let blocked =
        if raised > 0 { (0..8).filter(|&file| stays(file)).fold(0, |files, file| files | 1 << file) } else { 0 };
    let fixed = cages.fixed & (seventh | BACK[1 - side]);
    Asked { side, pawns, crossed: 0, raised, fixed, blocked }.is_possible(preys[side & 1])
}

/// How many men there are that pawns of a side can have captured, at most on light squares, on dark ones; `None` where
/// more men must be missing than are.
pub(super) fn captures(position: &Position, cages: &Cages, side: usize) -> Option<Captures> {
    let enemy = 1 - side;
    let count = position.missing(enemy).checked_sub(cages.lost[enemy & 1].count_ones())?;
    let homes = if position.standard { HOME[enemy & 1][BISHOP] } else { 0 };
    let lost = |squares: u64| {
        let lost_at_home = homes & squares & cages.lost[enemy & 1] != 0;
        u32::from(position.of(enemy, BISHOP) & squares == 0 && !lost_at_home)
    };
    Some([count, count.checked_sub(lost(!LIGHT))?, count.checked_sub(lost(LIGHT))?])
}

/// The files on which all white pawns stand beyond all black ones.
pub(super) fn crossed_files([white, black]: [u64; 2]) -> u64 {
    let mut found = 0;
    for file in 0..8 {
        let (ours, theirs) = (white & FILE_A << file, black & FILE_A << file);
        if theirs != 0 && ours & ours.wrapping_neg() > theirs {
            found |= 1 << file;
        }
    }
    found
}
