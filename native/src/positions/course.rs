//! The course of mainlines: whether one reaches a wanted position, and what its last position is. The Python
//! reader gives the same (pgnfen/facts/courses.py).

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use shakmaty::{Bitboard, Role, Square};

use crate::endings;
use crate::fen::fits;
use crate::history::History;
use crate::position::{Position, role_at};
use crate::reader::{Moves, Watched, watch};
use crate::scan::guarded;
use crate::starts::Start;
use crate::table::Row;

const REACHES: u8 = 1;
/// Of a game whose moves Python has to look at.
const LEFT: u8 = 128;

/// A position that is looked for: the ranks of its board from the eighth on (see `Question::Placement`); whether White is
/// to move, the rooks that may castle, the target of a legal en passant capture (64: there is none), where they matter.
type Wanted = (Vec<Vec<u8>>, Option<bool>, Option<u64>, Option<u32>);

/// Positions that are looked for.
#[pyclass(frozen, module = "pgnfen._native")]
pub struct Targets {
    targets: Vec<Target>,
}

#[pymethods]
impl Targets {
    #[new]
    fn new(wanted: Vec<Wanted>) -> PyResult<Self> {
        if wanted.iter().any(|(ranks, ..)| ranks.len() != 8) {
            return Err(PyValueError::new_err("a board has eight ranks"));
        }
        Ok(Self { targets: wanted.into_iter().filter_map(Target::new).collect() })
    }
}

/// The squares whose pieces are known, and what stands there; ranks that are to be looked at besides.
struct Target {
    known: Bitboard,
    sides: [Bitboard; 2],
    roles: [Bitboard; 6],
    loose: Vec<(usize, Vec<u8>)>,
    white_to_move: Option<bool>,
    rooks: Option<Bitboard>,
    target: Option<Option<Square>>,
}

impl Target {
    /// `None`: no board of chess fits.
    fn new((ranks, white_to_move, rooks, target): Wanted) -> Option<Self> {
        let mut one = Self {
            known: Bitboard::EMPTY,
            sides: [Bitboard::EMPTY; 2],
            roles: [Bitboard::EMPTY; 6],
            loose: Vec::new(),
            white_to_move,
            rooks: rooks.map(Bitboard),
            target: target.map(|square| Square::try_from(square).ok()),
        };
        for (rank, number) in ranks.into_iter().zip(0..8u32) {
            let begin = rank.iter().position(|byte| *byte == b'*').unwrap_or(rank.len());
            let end = rank.iter().rposition(|byte| *byte == b'*').map_or(rank.len(), |at| at + 1);
            let (head, tail) = (rank.get(..begin)?, rank.get(end..)?);
            let length = head.len() + tail.len();
            if length > 8 || (length < 8 && begin == rank.len()) {
                return None;
            }
            let from = 8 * (7 - number);
            let behind = (from + 8).checked_sub(u32::try_from(tail.len()).ok()?)?;
            for (byte, square) in head.iter().zip(from..).chain(tail.iter().zip(behind..)) {
                one.stands(*byte, Square::try_from(square).ok()?)?;
            }
            if end > begin + 1 {
                one.loose.push((from as usize, rank));
            }
        }
        Some(one)
    }

    fn stands(&mut self, byte: u8, square: Square) -> Option<()> {
        if byte == b'?' {
            return Some(());
        }
        self.known.add(square);
        if byte != b'.' {
            let role = Role::from_char(byte.into())?;
            self.roles.get_mut(role_at(role))?.add(square);
            self.sides.get_mut(usize::from(byte.is_ascii_uppercase()))?.add(square);
        }
        Some(())
    }

    #[inline]
    fn fits(&self, position: &Position) -> bool {
        let differs = |found: &[Bitboard], wanted: &[Bitboard]| {
            found.iter().zip(wanted).any(|(one, other)| ((*one ^ *other) & self.known).any())
        };
        if differs(&position.sides, &self.sides) || differs(&position.roles, &self.roles) {
            return false;
        }
        self.white_to_move.is_none_or(|white| white == position.turn().is_white())
            && self.rooks.is_none_or(|rooks| rooks == position.rights)
            && self.loose.iter().all(|(from, rank)| fits(rank, &row(position, *from)))
            && self
                .target
                .is_none_or(|target| target == position.en_passant.filter(|_| position.can_capture_en_passant()))
    }
}

/// the pieces of a rank, whose first square has that number.
fn row(position: &Position, from: usize) -> [u8; 8] {
    let mut row = [b'.'; 8];
    for (place, square) in row.iter_mut().zip(from as u32..) {
        let square = Bitboard(1 << square);
        let role = Role::ALL.into_iter().find(|role| (position.role(*role) & square).any());
        if let Some(role) = role {
            let letter = role.char() as u8;
            *place = if (position.sides[1] & square).any() { letter.to_ascii_uppercase() } else { letter };
        }
    }
    row
}

/// Watches a game.
struct Course<'a> {
    targets: &'a [Target],
    reached: bool,
    history: Option<History>,
}

impl Course<'_> {
    #[inline]
    fn comes_to(&mut self, position: &Position) {
        self.reached = self.reached || self.targets.iter().any(|target| target.fits(position));
        if let Some(history) = &mut self.history {
            history.push(position);
        }
    }
}

impl Moves for Course<'_> {
    #[inline]
    fn played(&mut self, position: &Position, _: &[u8], _: usize) {
        self.comes_to(position);
    }
}

/// Of each game a byte: whether its mainline reaches one of the `targets` and, with `ends`, what its last position is;
/// nothing of games that are not `wanted` (a byte each, 0 or 1).
pub fn courses(
    data: &[u8],
    rows: &[Row],
    starts: Vec<Option<Start>>,
    wanted: &[u8],
    targets: &Targets,
    ends: bool,
) -> Vec<u8> {
    let mut begin = 0;
    let of_game = |((row, start), wanted): ((&Row, Option<Start>), &u8)| {
        let raw = data.get(begin..row.end as usize).unwrap_or(&[]);
        let from = (row.movetext as usize).saturating_sub(begin);
        begin = row.end as usize;
        if *wanted == 0 {
            return 0;
        }
        start.and_then(Start::stated).and_then(|start| course(raw, from, &start, targets, ends)).unwrap_or(LEFT)
    };
    rows.iter().zip(starts).zip(wanted).map(of_game).collect()
}

fn course(raw: &[u8], from: usize, start: &Position, targets: &Targets, ends: bool) -> Option<u8> {
    let mut course = Course { targets: &targets.targets, reached: false, history: ends.then(History::default) };
    course.comes_to(start);
    let Watched::Whole(last) = guarded(|| watch(raw, from, start, &mut course)).ok()?? else { return None };
    let mut found = if course.reached { REACHES } else { 0 };
    if let Some(history) = course.history {
        found |= endings::of(&last, &history);
    }
    Some(found)
}
