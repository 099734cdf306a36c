//! Results that are not written as PGN writes them, as pgnfen.pgn.results reads them: `1/2`, `1:0`, `1 - 0`.
#![forbid(unsafe_code)]

use crate::bytes::is_space;
use crate::definitions::{
    MARKER_BLACK_WINS, MARKER_DRAW, MARKER_WHITE_WINS, RESULT_BETWEEN, RESULT_DECIMAL, RESULT_ENDS, RESULT_HALF,
    RESULT_LONGEST, RESULT_MOST_BLANKS, RESULT_NOUGHT, RESULT_ONE, dash,
};
use crate::line::marker_number;

/// A side's part of a result.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    One,
    Nought,
    /// A half that may stand alone.
    Half,
    /// One that may not: `0.5`.
    Decimal,
}

/// How each is spelled, what is longer before what begins it.
const PARTS: [(Part, &[&[u8]]); 4] = [
    (Part::Half, RESULT_HALF),
    (Part::Decimal, RESULT_DECIMAL),
    (Part::One, RESULT_ONE),
    (Part::Nought, RESULT_NOUGHT),
];

/// Where the misspelled result begins that data[begin..end] ends with, and the number of the marker that is meant.
pub fn last_result(data: &[u8], begin: usize, end: usize) -> Option<(usize, u8)> {
    let first = begin.max(end.saturating_sub(RESULT_LONGEST));
    (first..end).find_map(|at| {
        let opens = match at.checked_sub(1).and_then(|before| data.get(before)) {
            Some(&before) if at > first => is_space(before) || b"})".contains(&before),
            _ => true,
        };
        let text = data.get(at..end)?;
        let number = if opens { spelled(text) } else { None }?;
        (marker_number(text) == 0).then_some((at, number))
    })
}

/// The number of the marker that is meant by the whole of `text`.
fn spelled(text: &[u8]) -> Option<u8> {
    let text = RESULT_ENDS.iter().find_map(|&end| text.strip_suffix(end)).unwrap_or(text);
    let (left, length) = part(text)?;
    let rest = text.get(length..)?;
    if rest.is_empty() {
        return (left == Part::Half).then_some(MARKER_DRAW);
    }
    let rest = behind_blanks(rest);
    let parted =
        RESULT_BETWEEN.iter().find(|&&between| rest.starts_with(between)).map_or_else(|| dash(rest), |one| one.len());
    let rest = behind_blanks(rest.get(parted..).filter(|_| parted > 0)?);
    let (right, length) = part(rest)?;
    let marker = match (left, right) {
        (Part::One, Part::Nought) => MARKER_WHITE_WINS,
        (Part::Nought, Part::One) => MARKER_BLACK_WINS,
        (Part::Half | Part::Decimal, Part::Half | Part::Decimal) => MARKER_DRAW,
        _ => return None,
    };
    (length == rest.len()).then_some(marker)
}

/// Behind the blanks, of which so many are passed over at most.
fn behind_blanks(rest: &[u8]) -> &[u8] {
    let count = rest.iter().take(RESULT_MOST_BLANKS).take_while(|&byte| b" \t".contains(byte)).count();
    rest.get(count..).unwrap_or(&[])
}

/// The part that stands there, and its length.
fn part(rest: &[u8]) -> Option<(Part, usize)> {
    PARTS.iter().find_map(|&(part, words)| {
        let word = words.iter().find(|&&word| rest.starts_with(word))?;
        Some((part, word.len()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings() {
        let halves = "1. e4 e5 |1/2;|1/2 - 1/2;e4 |\u{bd}-\u{bd};e4\n|.5:0,5;{x}|1/2.;|\u{bd};e4 |1/2\u{2013}1/2";
        for (cases, marker) in [(halves, 4), ("|1:0;(x)|1 - 0;e4 |1-O;|1-0.", 2), ("|0:1;e4\t|o - 1", 3)] {
            for case in cases.split(';') {
                let at = case.find('|').expect("a place");
                let text = case.replace('|', "");
                assert_eq!(last_result(text.as_bytes(), 0, text.len()), Some((at, marker)), "{text}");
            }
        }
        for text in ["1-0", "*", "0.5", "1-1", "0:0", "x1:0", "1/2-", "1     - 0", "-", "", "1:0:", "1/2-1/2"] {
            assert_eq!(last_result(text.as_bytes(), 0, text.len()), None, "{text}");
        }
        assert_eq!(last_result(b"x1/2", 1, 4), Some((1, 4)));
    }
}
