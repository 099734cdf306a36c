//! The positions of games, written as lines: each is played once, and written where it stands. Games in which anything is
//! out of the ordinary are left to Python.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

mod columns;
mod fields;
mod plies;
mod row;

use crate::fen::{ToPlay, read_to_play};
use crate::games::Games;
use crate::position::Position;
use crate::reader::{Moves, watch};
use crate::records::{self, Records};
use crate::scan::guarded;
use crate::starts::Start;
use crate::table::Row;

use fields::{Castling, EnPassant, Placements};
use plies::Plies;
use row::{Format, Lines, Style};

/// The lines of a block: their bytes, how many they are, how many of them `Style::classic` cannot say, their hashes; of
/// each game that is left to Python its index, and the bytes and lines before it; and where columns are asked for,
/// these, and the castling fields that occur.
pub type Written<'py> = (Bound<'py, PyBytes>, usize, usize, Bound<'py, PyBytes>, Vec<Left>, Buffers<'py>);
type Buffers<'py> = Option<(Vec<Bound<'py, PyBytes>>, Vec<String>)>;
type Left = (usize, usize, usize);

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
    fn played(&mut self, position: &Position, spelled: &[u8]) {
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
            let position = start.and_then(|start| start.position);
            let done = position
                .is_some_and(|position| guarded(|| self.game(&mut lines, raw, from, &position, game)).unwrap_or(false));
            if !done {
                lines.back(mark);
                left.push((index, lines.out.len(), lines.count));
            }
        }
        (lines, left)
    }

    /// Write the positions of a game; false where it is Python's.
    fn game(&self, lines: &mut Lines, raw: &[u8], from: usize, start: &Position, game: u64) -> bool {
        if (start.clock.max(start.number) as usize).saturating_add(raw.len()) > u32::MAX as usize {
            return false;
        }
        let written = self.plies.wants(0);
        if written {
            lines.write(game, 0, &[], start);
        }
        if self.plies.start_alone() {
            return true;
        }
        let spelled = self.style.san || self.style.format != Format::Text;
        let san = ([0; 16], 0);
        let mut seen = Watch { lines, plies: &self.plies, game, ply: 0, san, written, spelled, odd: false };
        let Some(last) = watch(raw, from, start, &mut seen) else { return false };
        if self.plies.last && !seen.written {
            let (ply, (san, length)) = (seen.ply, seen.san);
            seen.lines.write(game, ply, san.get(..length).unwrap_or(&[]), &last);
        }
        !seen.odd && !lines.columns.overflow()
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
        let style = Style {
            format: match format {
                "text" => Format::Text,
                "csv" | "csv-raw" => Format::Csv,
                "jsonl" => Format::Jsonl,
                "columns" => Format::Columns,
                _ => return Err(unknown(format)),
            },
            castling: match castling {
                "fen" | "x-fen" => Castling::XFen,
                "shredder" => Castling::Shredder,
                _ => return Err(unknown(castling)),
            },
            classic: castling == "fen",
            en_passant: match en_passant {
                "1994" => EnPassant::Always,
                "x-fen" => EnPassant::Beside,
                "legal" => EnPassant::Legal,
                _ => return Err(unknown(en_passant)),
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
                    left.push((index, lines.out.len(), lines.count));
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

fn written(py: Python<'_>, lines: Lines, left: Vec<Left>) -> Written<'_> {
    let columns = lines.style.format == Format::Columns;
    let buffers = columns.then(|| lines.columns.buffers(|data| PyBytes::new(py, data)));
    (PyBytes::new(py, &lines.out), lines.count, lines.unsaid, PyBytes::new(py, &lines.hashes), left, buffers)
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

/// The last position of each game and its plies; `None`: Python has to look.
pub fn finals(data: &[u8], rows: &[Row], starts: Vec<Option<Start>>) -> Vec<Option<(u32, Vec<u8>)>> {
    let style = Style {
        format: Format::Text,
        castling: Castling::XFen,
        classic: false,
        en_passant: EnPassant::Legal,
        epd: false,
        san: false,
        hashed: false,
    };
    let (mut placements, mut begin) = (Placements::default(), 0);
    let of_game = |(row, start): (&Row, Option<Start>)| {
        let raw = data.get(begin..row.end as usize).unwrap_or(&[]);
        let from = (row.movetext as usize).saturating_sub(begin);
        begin = row.end as usize;
        let start = start?.position?;
        let mut count = Count(0);
        let last = guarded(|| watch(raw, from, &start, &mut count)).ok()??;
        let mut fen = Vec::with_capacity(90);
        row::fen(&mut fen, &mut placements, &last, style);
        Some((count.0, fen))
    };
    rows.iter().zip(starts).map(of_game).collect()
}

/// Counts moves.
struct Count(u32);

impl Moves for Count {
    fn played(&mut self, _: &Position, _: &[u8]) {
        self.0 += 1;
    }
}

/// The 16 bytes that say of two keys whether they are the same.
#[pyfunction]
pub fn key_hash<'py>(py: Python<'py>, key: &[u8]) -> Bound<'py, PyBytes> {
    PyBytes::new(py, &row::hash(key))
}
