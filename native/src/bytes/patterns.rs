//! The patterns of pgnfen.pgn.tagpairs and pgnfen.pgn.scan, in their names there. Each is matched at one position, to
//! the end of the data that is given: the caller sees to it that this is all there is, or longer than the pattern.

use super::{is_space, name_end, skip_blanks};

/// A tag pair: its name and its value, and the position behind its `]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// From and to.
    pub name: (usize, usize),
    /// From and to, the bytes between the quotes.
    pub value: (usize, usize),
    /// Behind its last byte.
    pub end: usize,
}

/// The name of the pair that begins at `pos`, and where its value begins.
fn opening(data: &[u8], pos: usize) -> Option<((usize, usize), usize)> {
    if data.get(pos) != Some(&b'[') {
        return None;
    }
    let begin = skip_blanks(data, pos + 1, 64);
    let end = name_end(data, begin)?;
    let quote = blanks_end(data, end);
    (data.get(quote) == Some(&b'"')).then_some(((begin, end), quote + 1))
}

/// The first quote at or behind `pos` without a backslash that stands for it, before the line ends.
fn closing(data: &[u8], mut pos: usize) -> Option<usize> {
    loop {
        match *data.get(pos)? {
            b'"' => return Some(pos),
            // A backslash takes any byte with it but LF.
            b'\\' if *data.get(pos + 1)? == b'\n' => return None,
            b'\\' => pos += 2,
            b'\r' | b'\n' => return None,
            _ => pos += 1,
        }
    }
}

/// PAIR.
pub fn pair(data: &[u8], pos: usize) -> Option<Pair> {
    let (name, begin) = opening(data, pos)?;
    let quote = closing(data, begin)?;
    let bracket = blanks_end(data, quote + 1);
    (data.get(bracket) == Some(&b']')).then_some(Pair { name, value: (begin, quote), end: bracket + 1 })
}

/// LOOSE_PAIR, where `line` ends with the line.
pub fn loose_pair(line: &[u8], pos: usize) -> Option<Pair> {
    let (name, begin) = opening(line, pos)?;
    let quoted = without_blanks(line).strip_suffix(b"]")?;
    let quote = without_blanks(quoted).strip_suffix(b"\"")?.len();
    (quote >= begin).then_some(Pair { name, value: (begin, quote), end: quoted.len() + 1 })
}

/// Whether a pair opens at `pos` whose value may end behind `line` only (SPREAD_PAIR).
pub fn may_be_spread(line: &[u8], pos: usize) -> bool {
    opening(line, pos).is_some_and(|(_, begin)| closing(line, begin).is_none())
}

/// SPREAD_PAIR, where nothing but its last quote stands behind the line end: the value takes the rest of `line`, the next
/// one begins at `after`. None too where the data ends with the pair.
pub fn ended_pair(data: &[u8], line: &[u8], pos: usize, after: usize) -> Option<Pair> {
    let (name, begin) = opening(line, pos)?;
    if data.get(after) != Some(&b'"') || closing(line, begin).is_some() {
        return None;
    }
    let bracket = blanks_end(data, after + 1);
    let behind = data.get(blanks_end(data, bracket + 1))?;
    (data.get(bracket) == Some(&b']') && b"\r\n[".contains(behind)).then_some(Pair {
        name,
        value: (begin, line.len()),
        end: bracket + 1,
    })
}

/// BROKEN_PAIR: a pair whose `[` is lost.
pub fn broken_pair(data: &[u8], pos: usize) -> bool {
    let rest = data.get(pos..).unwrap_or(&[]);
    if !rest.first().is_some_and(u8::is_ascii_alphabetic) {
        return false;
    }
    let Some(blanks) = rest.iter().take(65).position(|&byte| !in_word(byte)) else { return false };
    let quote = skip_blanks(rest, blanks, 64);
    if quote == blanks || rest.get(quote) != Some(&b'"') {
        return false;
    }
    let value = rest.get(quote + 1..).unwrap_or(&[]);
    let Some(length) = value.iter().take(256).position(|byte| b"\"\r\n".contains(byte)) else { return false };
    value.get(length..).is_some_and(|tail| tail.starts_with(b"\"]"))
        && ends_line(value, skip_blanks(value, length + 2, 64))
}

/// _TAG_LINE, its end: a tag pair that has its line to itself.
pub fn tag_line(data: &[u8], pos: usize) -> Option<usize> {
    let rest = data.get(pos + 1..)?;
    if !rest.first()?.is_ascii_alphabetic() {
        return None;
    }
    let blanks = rest.iter().take(65).position(|&byte| !in_word(byte))?;
    let quote = skip_blanks(rest, blanks, 64);
    if quote == blanks || rest.get(quote) != Some(&b'"') {
        return None;
    }
    let value = rest.get(quote + 1..)?;
    let line = value.get(..value.iter().position(|&byte| byte == b'\n' || byte == b'\r').unwrap_or(value.len()))?;
    let pair = without_blanks(line);
    (pair.ends_with(b"\"]") && line.len() - pair.len() <= 64).then_some(pos + 1 + quote + 1 + line.len())
}

/// _UNQUOTED_TAG.
pub fn unquoted_tag(data: &[u8], pos: usize) -> bool {
    let name = data.get(pos + 1..).unwrap_or(&[]);
    let length = name.iter().take(65).position(|&byte| !in_word(byte)).unwrap_or(0);
    name.first().is_some_and(u8::is_ascii_uppercase) && length > 1 && matches!(name.get(length), Some(b' ' | b'\t'))
}

/// MOVE_START.
pub fn move_start(data: &[u8], pos: usize) -> bool {
    let rest = data.get(pos..).unwrap_or(&[]);
    san(rest) || numbered(rest).is_some_and(san)
}

/// What stands behind a move number and its dots, which 1 may lack.
fn numbered(rest: &[u8]) -> Option<&[u8]> {
    if !matches!(rest.first()?, b'1'..=b'9') {
        return None;
    }
    let digits = rest.iter().take(4).take_while(|byte| byte.is_ascii_digit()).count();
    let behind = rest.get(digits..)?;
    let spaces = behind.iter().take(32).take_while(|&&byte| is_space(byte)).count();
    if let Some(dots) = behind.get(spaces..)?.strip_prefix(b".") {
        return dots.get(dots.iter().take(32).take_while(|&&byte| byte == b'.' || is_space(byte)).count()..);
    }
    let blanks = skip_blanks(behind, 0, 8);
    if rest.starts_with(b"1") && digits == 1 && blanks > 0 { behind.get(blanks..) } else { None }
}

/// SIGN: the length of a NAG or a sign before white space, which may stand before a game's moves; 0: there is none.
pub fn sign(rest: &[u8]) -> usize {
    let run = |set: &[u8], most: usize| rest.iter().take(most).take_while(|byte| set.contains(byte)).count();
    let length = match rest.first() {
        Some(b'$') => match rest.iter().skip(1).take(9).take_while(|byte| byte.is_ascii_digit()).count() {
            0 => 0,
            digits => digits + 1,
        },
        Some(b'!' | b'?') => run(b"!?", 8),
        Some(b'+' | b'-' | b'=' | b'/') => run(b"+-=/", 3),
        Some(b'N' | b'D') => 1,
        _ if rest.starts_with(b"RR") || rest.starts_with(b"TN") => 2,
        _ => 0,
    };
    if rest.get(length).is_some_and(|&byte| is_space(byte)) { length } else { 0 }
}

/// _SIGNED_MOVE: a move behind a NAG or a sign.
pub fn signed_move(data: &[u8], pos: usize) -> bool {
    let behind = pos + sign(data.get(pos..).unwrap_or(&[]));
    let rest = data.get(behind..).unwrap_or(&[]);
    behind > pos && move_start(data, behind + rest.iter().take(32).take_while(|&&byte| is_space(byte)).count())
}

/// The beginning of a move.
fn san(rest: &[u8]) -> bool {
    match rest {
        [b'-', b'-', after @ ..] => after.first() != Some(&b'-'),
        [b'Z', b'0', ..] => true,
        [b'O' | b'o' | b'0', after @ ..] if castles(after) => true,
        [b'@', square @ ..] | [b'A'..=b'Z', b'@', square @ ..] => is_square(square),
        [b'K' | b'Q' | b'R' | b'B' | b'N' | b'P', origin @ ..] => reaches(origin),
        _ => reaches(rest),
    }
}

/// `-`, whatever its sign, and the second letter.
fn castles(rest: &[u8]) -> bool {
    let second = match rest {
        [b'-' | 0x96 | 0x97, second, ..] | [0xe2, 0x80, 0x90..=0x95, second, ..] => second,
        _ => return false,
    };
    matches!(second, b'O' | b'o' | b'0')
}

/// `[a-h]?[1-8]?[x\-]?[a-h][1-8]`.
fn reaches(rest: &[u8]) -> bool {
    let separated = |rest: &[u8]| is_square(rest.strip_prefix(b"x").or(rest.strip_prefix(b"-")).unwrap_or(rest));
    let ranked = |rest: &[u8]| separated(rest) || matches!(rest, [b'1'..=b'8', after @ ..] if separated(after));
    ranked(rest) || matches!(rest, [b'a'..=b'h', after @ ..] if ranked(after))
}

const fn is_square(rest: &[u8]) -> bool {
    matches!(rest, [b'a'..=b'h', b'1'..=b'8', ..])
}

const fn in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn ends_line(data: &[u8], pos: usize) -> bool {
    matches!(data.get(pos), None | Some(b'\r' | b'\n'))
}

/// The position behind all blanks at `pos`.
pub fn blanks_end(data: &[u8], pos: usize) -> usize {
    skip_blanks(data, pos, data.len())
}

fn without_blanks(data: &[u8]) -> &[u8] {
    let length = data.iter().rposition(|&byte| byte != b' ' && byte != b'\t').map_or(0, |last| last + 1);
    data.get(..length).unwrap_or(&[])
}
