//! Results that are not written as PGN writes them, as pgnfen.pgn.results reads them: `1/2`, `1:0`, `1 - 0`.
#![forbid(unsafe_code)]

use crate::bytes::is_space;
use crate::lexer::dash;
use crate::line::marker_number;

/// More than any spelling has bytes, the one before it included.
const LONGEST: usize = 24;

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

/// Where the misspelled result begins that data[begin..end] ends with, and the number of the marker that is meant.
pub fn last_result(data: &[u8], begin: usize, end: usize) -> Option<(usize, u8)> {
    let first = begin.max(end.saturating_sub(LONGEST));
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
    let text = text.strip_suffix(b".").or_else(|| text.strip_suffix(b",")).unwrap_or(text);
    let (left, length) = part(text)?;
    let rest = text.get(length..)?;
    if rest.is_empty() {
        return (left == Part::Half).then(|| marker_number(b"1/2-1/2"));
    }
    let rest = behind_blanks(rest);
    let parted = match rest.first() {
        Some(b':') => 1,
        _ => dash(rest),
    };
    let rest = behind_blanks(rest.get(parted..).filter(|_| parted > 0)?);
    let (right, length) = part(rest)?;
    let marker: &[u8] = match (left, right) {
        (Part::One, Part::Nought) => b"1-0",
        (Part::Nought, Part::One) => b"0-1",
        (Part::Half | Part::Decimal, Part::Half | Part::Decimal) => b"1/2-1/2",
        _ => return None,
    };
    (length == rest.len()).then(|| marker_number(marker))
}

/// Behind the blanks, of which at most four are passed over.
fn behind_blanks(rest: &[u8]) -> &[u8] {
    let count = rest.iter().take(4).take_while(|&byte| b" \t".contains(byte)).count();
    rest.get(count..).unwrap_or(&[])
}

/// The part that stands there, and its length.
fn part(rest: &[u8]) -> Option<(Part, usize)> {
    Some(match *rest {
        [b'1', b'/', b'2', ..] => (Part::Half, 3),
        [0xc2, 0xbd, ..] => (Part::Half, 2),
        [0xbd, ..] => (Part::Half, 1),
        [b'0', b'.' | b',', b'5', ..] => (Part::Decimal, 3),
        [b'.' | b',', b'5', ..] => (Part::Decimal, 2),
        [b'1', ..] => (Part::One, 1),
        [b'0' | b'O' | b'o', ..] => (Part::Nought, 1),
        _ => return None,
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
