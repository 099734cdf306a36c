//! The facts of the games of a block: their bytes, their tag sections, their mainlines.
#![forbid(unsafe_code)]

use memchr::memchr2_iter;
use memchr::memmem::Finder;

use crate::bytes::{controls, survey};
use crate::definitions::{MARKERS, ORDERED, REGULAR, SPELLED, TAG_RESULT};
use crate::endings;
use crate::kinds::{
    CONTROL_CHARACTER, DEAD, ENDING_DIFFERS, IRREGULAR_TAGS, Kinds, MATE, NOT_UTF8, OPEN_COMMENT, OPEN_VARIATION,
    OUTCOME_DIFFERS, PLY_COUNT_DIFFERS, RESULT_DIFFERS, RESULT_SPELLING, STALEMATE, STOP, TAG_ORDER, TAG_SPELLING,
    TAG_VALUE, UNREAD,
};
use crate::line::{Line, marker_number};
use crate::position::Position;
use crate::reader;
use crate::scan::guarded;
use crate::starts::Start;
use crate::table::{Row, Table};
use crate::values::{self, tomorrow};

/// The facts of each game of the table, its moves read if `moves`; and what a panic said, which leaves the games from
/// there on to Python. `heads` as in `reader::read`.
pub fn read(
    data: &[u8],
    table: &Table,
    starts: Vec<Option<Start>>,
    moves: bool,
    heads: &[Finder<'_>],
) -> (Vec<Line>, Option<String>) {
    let mut lines = Vec::with_capacity(table.rows.len());
    let mut starts = starts.into_iter();
    let outcome = guarded(|| {
        let mut begin = 0;
        let latest = tomorrow();
        for row in &table.rows {
            let raw = data.get(begin..row.end as usize).unwrap_or(&[]);
            let tags = raw.get(..(row.movetext as usize).saturating_sub(begin)).unwrap_or(&[]);
            let values = values::read(tags, latest);
            let named = endings::named_end(values.termination);
            let mut line = game(data, raw, begin, row, starts.next().flatten(), moves.then_some(heads), named);
            line.kinds |= if values.are_plain { 0 } else { TAG_VALUE };
            lines.push(line);
            begin = row.end as usize;
        }
    });
    lines.resize_with(table.rows.len(), Line::unread);
    (lines, outcome.err())
}

/// The facts of one game; of its moves where there are `heads`. `named` is the end that Termination names.
fn game(
    data: &[u8],
    raw: &[u8],
    begin: usize,
    row: &Row,
    start: Option<Start>,
    heads: Option<&[Finder<'_>]>,
    named: u8,
) -> Line {
    let moves = heads.is_some();
    let from = (row.movetext as usize).saturating_sub(begin);
    let (known, lexed) = (start.is_some(), start.as_ref().is_some_and(|start| start.lexed));
    let kinds = start.as_ref().map_or(0, |start| start.kinds);
    let named = if start.as_ref().is_some_and(|start| start.stated) { named } else { 0 };
    let mut line = match start.and_then(|start| start.position) {
        _ if !known => Line::unread(),
        _ if !moves => Line { white_to_move: true, ..Line::default() },
        Some(position) => {
            let mut line = reader::read(raw, from, &position, heads.unwrap_or(&[]));
            if named != 0 {
                line.kinds |= ending(raw, from, &position, &line, named);
            }
            line
        }
        None if lexed => reader::lex(raw, from),
        None => Line::unread(),
    };
    line.kinds |= kinds;
    for (holds, kind) in [(REGULAR, IRREGULAR_TAGS), (SPELLED, TAG_SPELLING), (ORDERED, TAG_ORDER)] {
        line.kinds |= if row.flags & holds == 0 { kind } else { 0 };
    }
    let marker = MARKERS.get(usize::from(line.marker)).copied().unwrap_or(b"");
    if let Some(result) = row.value(data, TAG_RESULT) {
        line.kinds |= if marker_number(result) == 0 { RESULT_SPELLING } else { 0 };
        line.kinds |= if !marker.is_empty() && result != marker { RESULT_DIFFERS } else { 0 };
    }
    line.kinds |= outcome(&line, marker);
    if moves && !lexed && line.kinds & (UNREAD | STOP) == 0 && line.skipped == 0 {
        line.kinds |= ply_count(raw.get(..from).unwrap_or(&[]), &line);
    }
    bytes(raw, &mut line);
    line
}

/// Whether the last position is not what Termination says. Costs a second replay, but for mate and stalemate.
#[cold]
fn ending(raw: &[u8], from: usize, start: &Position, line: &Line, named: u8) -> Kinds {
    if line.kinds & (UNREAD | STOP | OPEN_COMMENT | OPEN_VARIATION) != 0 || line.skipped > 0 || line.plies == 0 {
        return 0;
    }
    let shown = match named {
        endings::MATE => line.kinds & MATE != 0,
        endings::STALEMATE => line.kinds & STALEMATE != 0,
        _ => endings::played(raw, from, start).is_none_or(|ends| ends & named != 0),
    };
    if shown { 0 } else { ENDING_DIFFERS }
}

fn outcome(line: &Line, marker: &[u8]) -> Kinds {
    let asked: &[u8] = match (line.kinds & MATE != 0, line.kinds & (STALEMATE | DEAD) != 0) {
        (true, _) if line.white_to_move => b"0-1",
        (true, _) => b"1-0",
        (_, true) => b"1/2-1/2",
        _ => return 0,
    };
    if marker == asked || marker == b"*" { 0 } else { OUTCOME_DIFFERS }
}

fn ply_count(tags: &[u8], line: &Line) -> Kinds {
    let Some(at) = find_name(tags, 0) else { return 0 };
    let right = format!("[PlyCount \"{}\"]", line.plies);
    let there = at.checked_sub(1).and_then(|bracket| tags.get(bracket..));
    let fits = there.is_some_and(|tag| tag.starts_with(right.as_bytes())) && find_name(tags, at + 8).is_none();
    if fits { 0 } else { PLY_COUNT_DIFFERS }
}

/// Where the name PlyCount stands at or behind `from`, in whatever letter case.
fn find_name(tags: &[u8], from: usize) -> Option<usize> {
    const NAME: &[u8] = b"plycount";
    let rest = tags.get(from..)?;
    let found = memchr2_iter(b'p', b'P', rest)
        .find(|&at| rest.get(at..at + NAME.len()).is_some_and(|word| word.eq_ignore_ascii_case(NAME)))?;
    Some(from + found)
}

fn bytes(raw: &[u8], line: &mut Line) {
    let (utf8, printable) = survey(raw);
    if !utf8 && let Err(error) = std::str::from_utf8(raw) {
        let at = error.valid_up_to();
        line.note(NOT_UTF8, 0, (at, at + 1), 0);
    }
    if !printable && let Some((first, count)) = controls(raw) {
        line.note(CONTROL_CHARACTER, 0, (first, first + 1), crate::line::short(count));
    }
}
