//! The positions of games, written as lines: each is played once, and written where it stands. Games in which anything is
//! out of the ordinary are left to Python.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

mod columns;
mod course;
mod finals;
mod left;
mod mainlines;
mod plies;
mod row;

use crate::definitions::{CastlingConvention, EnPassantConvention};
use crate::engine_records::Written;
use crate::fen::{ToPlay, read_to_play};
use crate::games::Games;
use crate::kinds::Kinds;
use crate::line::Stop;
use crate::position::Position;
use crate::reader::{Moves, Watched, watch};
use crate::records::{self, Records};
use crate::scan::guarded;
use crate::starts::Start;
use crate::table::Row;

use crate::record::{Castling, EnPassant};
pub use course::{Targets, courses};
pub use finals::{Final, finals};
use left::{Halted, Left, written};
pub use mainlines::{Beginnings, mainlines, passing};
use plies::Plies;
use row::{Format, Lines, Style};

/// How the lines of a game have been written.
enum Done {
    Whole,
    Halts(Kinds, Box<Stop>),
    /// Python writes them.
    Left,
}

/// Which positions are written, and how.
#[pyclass(frozen, module = "pgnfen._native")]
pub struct Positions {
    style: Style,
    plies: Plies,
}

/// Writes the positions of one game as it is played.
struct Watch<'a> {
    lines: &'a mut Lines,
    plies: &'a Plies,
    game: u64,
    ply: u32,
    /// Where the last move stands in `line`, and whether the position behind it has been written.
    san: ([u8; 16], usize),
    written: bool,
    /// Whether moves are written too, and one of them is spelled in a way that Python has to write.
    spelled: bool,
    odd: bool,
}

impl Moves for Watch<'_> {
    #[inline]
    fn played(&mut self, position: &Position, spelled: &[u8], _: usize) {
        self.ply += 1;
        self.written = self.plies.wants(self.ply);
        let san = if self.spelled { without_remarks(spelled) } else { &[] };
        self.odd |= self.spelled && !is_plain(san);
        if self.written {
            self.lines.write(self.game, self.ply, san, position);
        } else if self.plies.last {
            self.keep(san);
        }
    }
}

impl Watch<'_> {
    fn keep(&mut self, san: &[u8]) {
        self.san.1 = 0;
        if let Some(place) = self.san.0.get_mut(..san.len()) {
            place.copy_from_slice(san);
            self.san.1 = san.len();
        } else {
            self.odd = true;
        }
    }
}

fn without_remarks(mut san: &[u8]) -> &[u8] {
    while let [rest @ .., b'!' | b'?'] = san {
        san = rest;
    }
    san
}

/// Whether a move needs no quotes anywhere, and is no formula to a spreadsheet.
fn is_plain(san: &[u8]) -> bool {
    san.first().is_some_and(u8::is_ascii_alphanumeric)
        && san.iter().all(|byte| byte.is_ascii_alphanumeric() || b"+#=-/():".contains(byte))
}

impl Positions {
    /// The lines of games from known starts; `number` is that of the first.
    fn lines(&self, data: &[u8], rows: &[Row], starts: Vec<Option<Start>>, at: (&[u8], u64)) -> (Lines, Vec<Left>) {
        let (path, number) = at;
        let (mut lines, mut left, mut begin) = (Lines::new(self.style, path), Vec::new(), 0);
        for (index, ((row, start), game)) in rows.iter().zip(starts).zip(number..).enumerate() {
            let raw = data.get(begin..row.end as usize).unwrap_or(&[]);
            let from = (row.movetext as usize).saturating_sub(begin);
            begin = row.end as usize;
            let mark = lines.mark();
            let (bytes, count, unsaid) = (lines.out.len(), lines.count, lines.unsaid);
            let done = start.and_then(Start::stated).map_or(Done::Left, |position| {
                guarded(|| self.game(&mut lines, raw, from, &position, game)).unwrap_or(Done::Left)
            });
            let halted = match done {
                Done::Whole => continue,
                Done::Halts(kind, stop) => {
                    let unsaid = lines.unsaid - unsaid;
                    Some(Halted { bytes: lines.out.len(), lines: lines.count, unsaid, kind, stop })
                }
                Done::Left => {
                    lines.back(mark);
                    None
                }
            };
            left.push(Left { index, bytes, lines: count, halted });
        }
        (lines, left)
    }

    /// Write the positions of a game, down to where it stops.
    fn game(&self, lines: &mut Lines, raw: &[u8], from: usize, start: &Position, game: u64) -> Done {
        if (start.clock.max(start.number) as usize).saturating_add(raw.len()) > u32::MAX as usize {
            return Done::Left;
        }
        let written = self.plies.wants(0);
        if written {
            lines.write(game, 0, &[], start);
        }
        if self.plies.start_alone() {
            return Done::Whole;
        }
        let spelled = self.style.san || self.style.format != Format::Text;
        let san = ([0; 16], 0);
        let mut seen = Watch { lines, plies: &self.plies, game, ply: 0, san, written, spelled, odd: false };
        let done = watch(raw, from, start, &mut seen);
        let done = match done {
            _ if seen.odd => Done::Left,
            None => Done::Left,
            Some(Watched::Halts(kind, stop)) => Done::Halts(kind, stop),
            Some(Watched::Whole(last)) => {
                if self.plies.last && !seen.written {
                    let (ply, (san, length)) = (seen.ply, seen.san);
                    seen.lines.write(game, ply, san.get(..length).unwrap_or(&[]), &last);
                }
                Done::Whole
            }
        };
        if lines.columns.overflow() { Done::Left } else { done }
    }
}

#[pymethods]
impl Positions {
    /// `format` is text, csv, jsonl or columns; `castling` fen, x-fen or shredder; `en_passant` 1994, x-fen or legal. `epd`: four
    /// fields alone; `san`: the move in text too; `hashed`: with the hashes of keys. Wanted are `all` positions, the
    /// `last` one of each game, one in `every` so many plies (0: none), those of `ranges`.
    #[new]
    #[allow(clippy::too_many_arguments, reason = "the options of the command")]
    #[pyo3(signature = (format, castling, en_passant, *, epd, san, hashed, all, last, every, ranges))]
    fn new(
        format: &str,
        castling: &str,
        en_passant: &str,
        epd: bool,
        san: bool,
        hashed: bool,
        all: bool,
        last: bool,
        every: u32,
        ranges: Vec<(u32, u32)>,
    ) -> PyResult<Self> {
        let unknown = |name: &str| PyValueError::new_err(format!("{name} is not known"));
        let of_castling = CastlingConvention::named(castling).ok_or_else(|| unknown(castling))?;
        let style = Style {
            format: match format {
                "text" => Format::Text,
                "csv" | "csv-raw" => Format::Csv,
                "jsonl" => Format::Jsonl,
                "columns" => Format::Columns,
                _ => return Err(unknown(format)),
            },
            castling: match of_castling {
                CastlingConvention::Fen | CastlingConvention::XFen => Castling::XFen,
                CastlingConvention::Shredder => Castling::Shredder,
            },
            classic: of_castling == CastlingConvention::Fen,
            en_passant: match EnPassantConvention::named(en_passant).ok_or_else(|| unknown(en_passant))? {
                EnPassantConvention::Of1994 => EnPassant::Always,
                EnPassantConvention::XFen => EnPassant::Beside,
                EnPassantConvention::Legal => EnPassant::Legal,
            },
            epd,
            san,
            hashed,
        };
        Ok(Self { style, plies: Plies { all, last, every, ranges } })
    }

    /// The lines of `records`, the first of which has this `number`; `path` stands before the number.
    fn records<'py>(
        &self,
        py: Python<'py>,
        data: &[u8],
        records: &Bound<'py, Records>,
        path: &[u8],
        number: u64,
    ) -> Written<'py> {
        let places = &records.get().places;
        let (lines, left) = py.detach(|| {
            let (mut lines, mut left) = (Lines::new(self.style, path), Vec::new());
            // Of a record without moves the start is the last position too.
            let wanted = self.plies.wants(0) || self.plies.last;
            for (index, (place, number)) in places.iter().zip(number..).enumerate() {
                let mark = lines.mark();
                let done = guarded(|| {
                    let Some(position) = to_play(place.of(data)) else { return false };
                    if wanted {
                        lines.write(number, 0, &[], &position);
                    }
                    true
                });
                if !done.unwrap_or(false) {
                    lines.back(mark);
                    left.push(Left { index, bytes: lines.out.len(), lines: lines.count, halted: None });
                }
            }
            (lines, left)
        });
        written(py, lines, left)
    }
}

/// The position of a record; `None`: Python has to look.
fn to_play(line: &[u8]) -> Option<Position> {
    let (line, _) = records::read(line)?;
    match read_to_play(&line.fields)? {
        ToPlay::From(position) => Some(*position),
        _ => None,
    }
}

/// The lines of the games of a table; `starts` are theirs.
pub fn block<'py>(
    py: Python<'py>,
    positions: &Positions,
    (data, games): (&[u8], &Games),
    starts: impl FnOnce(&[Row]) -> Vec<Option<Start>> + Send,
    path: &[u8],
    number: u64,
) -> Written<'py> {
    let (lines, left) = py.detach(|| {
        let rows = games.table().rows.clone();
        positions.lines(data, &rows, starts(&rows), (path, number))
    });
    written(py, lines, left)
}

/// The 16 bytes that say of two keys whether they are the same.
#[pyfunction]
pub fn key_hash<'py>(py: Python<'py>, key: &[u8]) -> Bound<'py, PyBytes> {
    PyBytes::new(py, &row::hash(key))
}
