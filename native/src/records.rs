//! Files of records, a FEN or EPD a line: where each stands, and which of them something is to be said of.

use memchr::memchr2;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::block_facts::followed;
use crate::bytes::{count_lines, is_space, line_end_pairs};
use crate::columns::words;
use crate::conventions::Tally;
use crate::definitions::{ASKED, CODE_BITS, MOST_OPEN_RECORDS, NO_ID, RULES_DOUBT};
use crate::engine_records::SurveyedRecords;
use crate::epd::Line;
use crate::fen::{Plain, Question, read_alone, told};
use crate::kinds::FEN_FAULT;
use crate::questions::Questions;
use crate::scan::guarded;

const UNKNOWN: u64 = ASKED | NO_ID as u64;
const BOM: &[u8] = b"\xef\xbb\xbf";

/// Where a record stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    start: u32,
    end: u32,
    /// Line ends before it.
    pub lines: u32,
}

impl Place {
    /// The bytes of its line.
    pub fn of<'a>(&self, data: &'a [u8]) -> &'a [u8] {
        data.get(self.start as usize..self.end as usize).unwrap_or(&[])
    }

    /// Its first byte.
    pub const fn start(&self) -> u32 {
        self.start
    }
}

/// The records of data, which begins with a byte order mark or not; blank lines and comments are none.
fn split(data: &[u8], first: bool) -> Vec<Place> {
    let mut places = Vec::with_capacity(data.len() / 64);
    let (mut at, mut lines) = (0, 0);
    while let Some(rest) = data.get(at..).filter(|rest| !rest.is_empty()) {
        let length = memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let (line, behind) = rest.split_at(length);
        let mark = if at == 0 && first && line.starts_with(BOM) { BOM.len() } else { 0 };
        let opens = line.get(mark..).and_then(|line| line.iter().find(|&&byte| !is_space(byte)));
        if opens.is_some_and(|byte| !b"#%;".contains(byte)) {
            places.push(Place { start: (at + mark) as u32, end: (at + length) as u32, lines });
        }
        at += length + if behind.starts_with(b"\r\n") { 2 } else { 1 };
        lines += 1;
    }
    places
}

/// A record that takes no second look: its fields, and what they say.
pub fn read(line: &[u8]) -> Option<(Line<'_>, Plain)> {
    let line = Line::read(line)?;
    let plain = read_alone(&line.fields)?;
    Some((line, plain))
}

/// Whether anything is wrong with the position or the counters.
pub const fn is_faulty(plain: &Plain) -> bool {
    plain.kinds & FEN_FAULT != 0
}

/// The records of one piece of data, in order.
#[pyclass(frozen, module = "pgnfen._native")]
pub struct Records {
    /// Where they stand.
    pub places: Vec<Place>,
}

impl Records {
    fn words<'py>(&self, py: Python<'py>, of: impl Fn(&Place) -> u32) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &words(self.places.iter().map(of)))
    }
}

#[pymethods]
impl Records {
    /// The records of data[:end]; `first` says that the input begins with it.
    #[new]
    fn new(py: Python<'_>, data: &[u8], end: usize, first: bool) -> PyResult<Self> {
        let data = data.get(..end).filter(|data| u32::try_from(data.len()).is_ok());
        let data = data.ok_or_else(|| PyValueError::new_err("the end is within the data, of less than 4 GiB"))?;
        Ok(Self { places: py.detach(|| split(data, first)) })
    }

    fn __len__(&self) -> usize {
        self.places.len()
    }

    /// The first byte of the last.
    #[getter]
    fn last(&self) -> Option<u32> {
        self.places.last().map(Place::start)
    }

    /// All but the last.
    fn but_last(&self) -> Self {
        let (_, places) = self.places.split_last().unwrap_or((&Place { start: 0, end: 0, lines: 0 }, &[]));
        Self { places: places.to_vec() }
    }

    /// u32: first bytes.
    fn starts<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.words(py, Place::start)
    }

    /// u32: the bytes of each line.
    fn lengths<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.words(py, |place| place.end - place.start)
    }

    /// u32: line ends before each record.
    fn line_numbers<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.words(py, |place| place.lines)
    }

    /// The first byte of the first record, and the line ends before it.
    fn first(&self) -> (usize, u32) {
        self.places.first().map_or((0, 0), |place| (place.start as usize, place.lines))
    }

    /// The record in which a byte stands (0-based), or the one before it; the first where there is none.
    fn index_at(&self, position: usize) -> usize {
        self.places.partition_point(|place| place.start as usize <= position).saturating_sub(1)
    }

    /// How many lines of the data end with LF, CR LF and CR.
    fn line_ends(&self, data: &[u8]) -> (u32, u32, u32) {
        let feeds = count_lines(data);
        let Some(pairs) = line_end_pairs(data) else {
            let pairs = data.windows(2).filter(|two| *two == b"\r\n").count() as u32;
            let returns = data.iter().filter(|byte| **byte == b'\r').count() as u32;
            return (feeds - pairs, pairs, returns - pairs);
        };
        (feeds - pairs, pairs, 0)
    }

    /// u64: a number for each record that says what `questions` and its columns do, as `Scanner.codes` has it of games;
    /// `ASKED` and `NO_ID` of one that takes a second look.
    fn codes<'py>(&self, py: Python<'py>, data: &[u8], questions: &Bound<'py, Questions>) -> Bound<'py, PyBytes> {
        let questions = &questions.get().questions;
        let code = |place: &Place| {
            let Some((_, plain)) = read(place.of(data)) else { return UNKNOWN };
            let bit = |question: &Question| u64::from(question.answer(&plain.identity));
            plain.code() | questions.iter().rev().fold(0, |bits, question| bits << 1 | bit(question)) << CODE_BITS
        };
        let codes = || self.places.iter().flat_map(|place| code(place).to_ne_bytes()).collect::<Vec<u8>>();
        let unknown = |_| UNKNOWN.to_ne_bytes().repeat(self.places.len());
        PyBytes::new(py, &py.detach(|| guarded(codes)).unwrap_or_else(unknown))
    }

    /// The records (0-based) that something may be wrong with, and which conventions all others follow, as
    /// `Scanner.conventions` has it of games; then the first of the others whose rules only the file can tell. The
    /// interpreter is free meanwhile.
    fn doubtful(&self, py: Python<'_>, data: &[u8]) -> SurveyedRecords {
        let survey = || {
            let (mut doubtful, mut tally, mut open) = (Vec::new(), Tally::<5>::default(), Vec::new());
            let mut foreign = Vec::new();
            for (index, place) in self.places.iter().enumerate() {
                match read(place.of(data)).filter(|(_, plain)| !is_faulty(plain) || plain.excludes_standard) {
                    Some((line, plain)) => {
                        if plain.excludes_standard {
                            foreign.push(index);
                        }
                        let [castling, en_passant, rules, rights, early] = told(plain.code());
                        let rules = if plain.is_open { RULES_DOUBT } else { rules };
                        let early = if line.counted { early } else { 0 }; // an EPD may state no counters
                        tally.add([castling, en_passant, rules, rights, early], 1, index);
                        if plain.is_open && open.len() < MOST_OPEN_RECORDS {
                            open.push(index);
                        }
                    }
                    None => doubtful.push(index),
                }
            }
            SurveyedRecords { doubtful, followed: followed(tally.entries()), open, foreign }
        };
        py.detach(|| guarded(survey)).unwrap_or_else(|_| {
            let doubtful = (0..self.places.len()).collect();
            SurveyedRecords { doubtful, followed: Vec::new(), open: Vec::new(), foreign: Vec::new() }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_lines() {
        let found = |data: &[u8], first| {
            let places = split(data, first);
            places.iter().map(|place| (place.start, place.end, place.lines)).collect::<Vec<_>>()
        };
        assert_eq!(found(b"\xef\xbb\xbfa\r\n#b\n\n c\r;\rd", true), [(3, 4, 0), (10, 12, 3), (15, 16, 5)]);
        assert_eq!(found(b"\xef\xbb\xbf\n", true), []);
        assert_eq!(found(b"\xef\xbb\xbf\n", false), [(0, 3, 0)]);
    }
}
