//! Bytes of a PGN file: the small questions that every other module asks.
#![forbid(unsafe_code)]

use memchr::{memchr, memchr_iter};

use crate::definitions::MOST_BLANKS;

pub mod patterns;

/// Why the end of a game is not settled here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsettled {
    /// The data ends before the game does, and more may come.
    More,
    /// Something asks for the careful splitter.
    Careful,
}

/// What ends the data: the input itself, or only what has been read of it.
pub fn at_data_end<T>(settled: T, is_final: bool) -> Result<T, Unsettled> {
    if is_final { Ok(settled) } else { Err(Unsettled::More) }
}

/// White space as `\s` of a bytes pattern has it.
pub const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// Whether `pos` is the first column of a line other than the first (lone CR is settled elsewhere).
pub fn opens_line(data: &[u8], pos: usize) -> bool {
    pos > 0 && matches!(data.get(pos - 1), Some(b'\n' | b'\r'))
}

/// Whether `pos` is the first column of a line other than the first, or at most `MOST_BLANKS` stand before it there.
pub fn begins_line(data: &[u8], pos: usize) -> bool {
    if !pos.checked_sub(1).and_then(|before| data.get(before)).is_some_and(|&byte| is_space(byte)) {
        return false;
    }
    let before = data.get(pos.saturating_sub(MOST_BLANKS + 1)..pos).unwrap_or(&[]);
    before.iter().rev().find(|&&byte| byte != b' ' && byte != b'\t').is_some_and(|byte| matches!(byte, b'\n' | b'\r'))
}

/// Whether a line end stands at `at`, and a blank line behind it (BLANK_LINE of pgnfen.pgn.tagpairs).
pub fn opens_blank_line(window: &[u8], at: usize) -> bool {
    let blanks = blanks(window, at + 1);
    match (window[at], window.get(at + 1 + blanks)) {
        (b'\n' | b'\r', Some(b'\r')) | (b'\n', Some(b'\n')) => true,
        (b'\r', Some(b'\n')) => blanks > 0,
        _ => false,
    }
}

/// How many blanks stand at `pos`, `MOST_BLANKS` at most.
pub fn blanks(data: &[u8], pos: usize) -> usize {
    let rest = data.get(pos..).unwrap_or(&[]);
    rest.iter().take(MOST_BLANKS).take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// The position of the line feed at or behind `pos`.
pub fn line_feed(data: &[u8], pos: usize) -> Option<usize> {
    memchr(b'\n', data.get(pos..)?).map(|at| pos + at)
}

/// How many line feeds there are.
pub fn count_lines(data: &[u8]) -> u32 {
    u32::try_from(memchr_iter(b'\n', data).count()).unwrap_or(u32::MAX)
}

/// Whether a CR stands without the LF behind it.
pub fn has_lone_cr(data: &[u8]) -> bool {
    line_end_pairs(data).is_none()
}

/// How many CR stand, each with a LF behind it; `None` where one has none.
pub fn line_end_pairs(data: &[u8]) -> Option<u32> {
    let mut pairs = 0;
    for at in memchr_iter(b'\r', data) {
        if data.get(at + 1) != Some(&b'\n') {
            return None;
        }
        pairs += 1;
    }
    Some(pairs)
}

/// Whether all is UTF-8, and whether there are no control characters (as rule G108 has them).
pub fn survey(data: &[u8]) -> (bool, bool) {
    let (mut high, mut control) = (0u8, false);
    // Without an early way out: the compiler makes vector code of it.
    for &byte in data {
        high |= byte;
        control |= is_control(byte);
    }
    (high < 0x80 || std::str::from_utf8(data).is_ok(), !control)
}

/// The first control character, and how many there are.
pub fn controls(data: &[u8]) -> Option<(usize, usize)> {
    let first = data.iter().position(|&byte| is_control(byte))?;
    Some((first, data.iter().filter(|&&byte| is_control(byte)).count()))
}

const fn is_control(byte: u8) -> bool {
    // Not && and ||: no branches.
    ((byte < 0x20) & (byte != b'\t') & (byte != b'\n') & (byte != b'\r')) | (byte == 0x7f)
}

/// Which bytes these are.
pub const fn table(bytes: &[u8]) -> [bool; 256] {
    let (mut table, mut at) = ([false; 256], 0);
    while at < bytes.len() {
        table[bytes[at] as usize] = true;
        at += 1;
    }
    table
}

/// The bytes that may open a tag name.
const fn opens_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The bytes of a tag name.
pub const fn in_name(byte: u8) -> bool {
    opens_name(byte) || matches!(byte, b'+' | b'#' | b'=' | b':' | b'-')
}

/// Where the tag name at `pos` ends; `None` where there is none or it is longer than 64 bytes.
pub fn name_end(data: &[u8], pos: usize) -> Option<usize> {
    if !data.get(pos).is_some_and(|&b| opens_name(b)) {
        return None;
    }
    let window = data.get(pos..data.len().min(pos + 65))?;
    let length = window.iter().position(|&b| !in_name(b)).unwrap_or(window.len());
    (length <= 64).then_some(pos + length)
}

/// Whether a tag pair seems to begin at the `[` at `pos`: the pattern TAG_LIKE of pgnfen.pgn.tagpairs.
pub fn is_tag_like(data: &[u8], pos: usize, is_final: bool) -> Result<bool, Unsettled> {
    let inside = if data.get(pos + 1) == Some(&b'[') { pos + 2 } else { pos + 1 };
    let mut at = skip_blanks(data, inside, MOST_BLANKS);
    if at >= data.len() {
        return at_data_end(false, is_final);
    }
    let Some(end) = name_end(data, at) else {
        return Ok(false);
    };
    at = skip_blanks(data, end, MOST_BLANKS);
    match data.get(at) {
        Some(&byte) => Ok(byte == b'"'),
        None => at_data_end(false, is_final),
    }
}

/// The position behind at most `limit` blanks (space or tab) at `pos`.
pub fn skip_blanks(data: &[u8], pos: usize, limit: usize) -> usize {
    let window = data.get(pos..data.len().min(pos.saturating_add(limit))).unwrap_or(&[]);
    pos + window.iter().position(|&b| b != b' ' && b != b'\t').unwrap_or(window.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tag_like() {
        assert_eq!(is_tag_like(b"[Event \"", 0, true), Ok(true));
        assert_eq!(is_tag_like(b"[ Event\t\"", 0, true), Ok(true));
        assert_eq!(is_tag_like(b"[[Event \"", 0, true), Ok(true));
        assert_eq!(is_tag_like(b"[[[Event \"", 0, true), Ok(false));
        assert_eq!(is_tag_like(b"[Event", 0, false), Err(Unsettled::More));
        assert_eq!(is_tag_like(b"[", 0, false), Err(Unsettled::More));
        assert_eq!(is_tag_like(b"[Event", 0, true), Ok(false));
        assert_eq!(is_tag_like(b"[%clk 1]", 0, true), Ok(false));
        let long = [b"[".as_slice(), &[b'a'; 65], b" \""].concat();
        assert_eq!(is_tag_like(&long, 0, true), Ok(false));
        let longest = [b"[".as_slice(), &[b'a'; 64], b" \""].concat();
        assert_eq!(is_tag_like(&longest, 0, true), Ok(true));
    }

    #[test]
    fn blank_lines() {
        for text in ["\n\n", "\n \t\n", "\r\r", "\r\n\r\n", "\n\r\n", "\r \n", "\n\r"] {
            let opens = (0..text.len()).any(|at| opens_blank_line(text.as_bytes(), at));
            assert!(opens, "{text:?}");
        }
        for text in ["\r\n", "\n", "\n x\n", "\r\nx\r\n", "\rx\n", "x \n"] {
            let opens = (0..text.len()).any(|at| opens_blank_line(text.as_bytes(), at));
            assert!(!opens, "{text:?}");
        }
    }

    #[test]
    fn beginnings_of_lines() {
        let indented = |blanks: usize| [&b"\n"[..], &vec![b' '; blanks], b"["].concat();
        for (blanks, begins) in [(0, true), (1, true), (64, true), (65, false)] {
            assert_eq!(begins_line(&indented(blanks), blanks + 1), begins);
        }
        assert!(begins_line(b"\r\t[", 2));
        assert!(!begins_line(b" [", 1) && !begins_line(b"[", 0) && !begins_line(b"\nx [", 3));
    }

    #[test]
    fn surveys() {
        assert_eq!(survey("[Event \"Zürich\"]\r\n\t1. e4".as_bytes()), (true, true));
        for byte in [0u8, 8, 0x0b, 0x0c, 0x0e, 0x1b, 0x1f, 0x7f] {
            let mut data = vec![b'a'; 200];
            for at in [0, 63, 64, 130, 199] {
                data[at] = byte;
                assert_eq!(survey(&data), (true, false));
                data[at] = 0xe9;
                assert_eq!(survey(&data), (false, true));
                data[at] = b'a';
            }
        }
    }

    #[test]
    fn lone_cr() {
        assert!(!has_lone_cr(b"a\r\nb\n"));
        assert!(has_lone_cr(b"a\rb"));
        assert!(has_lone_cr(b"a\r\n\r"));
    }
}
