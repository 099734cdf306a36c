//! The words of movetext, each as its alternative of the pattern in pgnfen.pgn.movetext reads it.
//!
//! A reader has the length of the token of its kind at the first byte, 0 where there is none.
#![forbid(unsafe_code)]

use super::prose;
use super::token::{Kind, count, is_file, is_rank};
use crate::bytes::is_space;
use crate::definitions::dash;

type Reader = fn(&[u8]) -> usize;

/// The kinds of words, in the order of the pattern.
const READERS: [(Kind, Reader); 7] = [
    (Kind::Marker, marker),
    (Kind::Castling, castling),
    (Kind::Null, null),
    (Kind::Number, number),
    (Kind::Move, movement),
    (Kind::EnPassant, en_passant),
    (Kind::Annotation, annotation),
];

/// The token that begins with a man's letter other than P, or a file's: nothing that stands before moves in the
/// pattern reads what a move may begin with.
#[inline(never)]
pub(super) fn like_move(before: &[u8], rest: &[u8]) -> (Kind, usize) {
    match movement(rest) {
        0 => other(before, rest),
        length => (Kind::Move, length),
    }
}

/// The token that begins with a digit other than 0.
#[inline(never)]
pub(super) fn like_number(rest: &[u8]) -> (Kind, usize) {
    match (marker(rest), number(rest)) {
        (0, 0) => other(b"", rest),
        (0, length) => (Kind::Number, length),
        (length, _) => (Kind::Marker, length),
    }
}

/// Any other token of more than one character; `before` stands before it.
#[cold]
pub(super) fn other(before: &[u8], rest: &[u8]) -> (Kind, usize) {
    if let [.., b'1'..=b'8' | b'Q' | b'R' | b'B' | b'N' | b'+' | b'#' | b'O' | b'o' | b'0'] = *before {
        let length = mark(rest);
        if length > 0 {
            return (Kind::Annotation, length);
        }
    }
    for (kind, reader) in READERS {
        let length = reader(rest);
        if length > 0 {
            // A remark on no move is what is left of one.
            let cut_off = length == 1 && matches!(rest[0], b'N' | b'D') && behind_number(before);
            return (if cut_off { Kind::Unreadable } else { kind }, length);
        }
    }
    let length = unreadable(rest);
    (Kind::Unreadable, prose::length(before, rest, length).unwrap_or(length))
}

fn behind_number(before: &[u8]) -> bool {
    matches!(before, [.., b'.'] | [.., b'.', b' ' | b'\n'] | [.., b'.', b'\r', b'\n'])
}

/// The length of what is passed over although it is not white space.
#[inline]
pub(super) fn blank(rest: &[u8]) -> usize {
    match *rest {
        [0x1a, ..] => 1,
        [0xc2, 0xa0, ..] => 2,
        [0xef, 0xbb, 0xbf, ..] => 3,
        _ => 0,
    }
}

fn unreadable(rest: &[u8]) -> usize {
    match *rest {
        [b'[', ref inside @ ..] => {
            let length = 1 + count(inside, |b| !matches!(b, b']' | b'\r' | b'\n' | b'{'));
            length + usize::from(rest.get(length) == Some(&b']'))
        }
        [b']' | b'}', ..] => 1,
        _ => count(rest, |b| !is_space(b) && !b"{}();$!?[]*".contains(&b)),
    }
}

/// The byte there; white space at the end: whatever the pattern asks of what follows, both answer it alike.
#[inline]
fn byte(rest: &[u8], at: usize) -> u8 {
    rest.get(at).copied().unwrap_or(b' ')
}

/// Whether what stands there may follow a marker.
fn ends_marker(rest: &[u8], at: usize) -> bool {
    let byte = byte(rest, at);
    is_space(byte) || b"[({;)}*%!?$".contains(&byte)
}

/// Whether what stands there may follow a remark.
fn ends_remark(rest: &[u8], at: usize) -> bool {
    let byte = byte(rest, at);
    is_space(byte) || b"{}();$!?*".contains(&byte)
}

/// Whether what stands there may follow a move.
fn ends_move(rest: &[u8], at: usize) -> bool {
    let byte = byte(rest, at);
    !byte.is_ascii_alphanumeric() && byte != b'@'
}

fn marker(rest: &[u8]) -> usize {
    let length = match *rest {
        [b'1', b'-', b'0', ..] | [b'0', b'-', b'1', ..] => 3,
        _ if rest.starts_with(b"1/2-1/2") => 7,
        _ => return 0,
    };
    if ends_marker(rest, length) { length } else { 0 }
}

/// The length of a dash at `at` and the O behind it.
fn leap(rest: &[u8], at: usize) -> usize {
    match dash(rest.get(at..).unwrap_or(&[])) {
        0 => 0,
        length if matches!(byte(rest, at + length), b'O' | b'o' | b'0') => length + 1,
        _ => 0,
    }
}

fn castling(rest: &[u8]) -> usize {
    if !matches!(byte(rest, 0), b'O' | b'o' | b'0') {
        return 0;
    }
    let (first, second) = match leap(rest, 1) {
        0 => return without_hyphens(rest),
        length => (1 + length, leap(rest, 1 + length)),
    };
    match castled(rest, first + second) {
        // A dash may follow.
        0 if second > 0 => castled(rest, first),
        length => length,
    }
}

/// Where the castling ends that reaches to `at` without the `+` and `#`; 0 where none may end there.
fn castled(rest: &[u8], at: usize) -> usize {
    let signs = (0..2).take_while(|&more| matches!(byte(rest, at + more), b'+' | b'#')).count();
    // The last sign is left to the next token, since it may follow a castling.
    let may_end = |end: &usize| ends_move(rest, *end) || rest.get(*end..).is_some_and(|tail| mark(tail) > 0);
    (at..=at + signs).rev().find(may_end).unwrap_or(0)
}

/// `OO` and `OOO`, or small letters, or zeros, before what ends a token alone.
fn without_hyphens(rest: &[u8]) -> usize {
    let letters = rest.iter().take(4).take_while(|&&byte| byte == rest[0]).count();
    if !(2..=3).contains(&letters) {
        return 0;
    }
    let signs = rest[letters..].iter().take(2).take_while(|byte| matches!(byte, b'+' | b'#')).count();
    if ends_remark(rest, letters + signs) { letters + signs } else { 0 }
}

/// Where the move ends that reaches to `at` without the `+` and `#`, two at most; 0 where none may end there.
fn checks(rest: &[u8], at: usize, en_passant: bool) -> usize {
    let signs = (0..2).take_while(|&more| matches!(byte(rest, at + more), b'+' | b'#')).count();
    let end = at + signs;
    if ends_move(rest, end) || en_passant && (opens_en_passant(rest, end) || before_mark(rest, end)) {
        end
    } else if signs > 0 {
        // The last sign is left to the next token, since it may follow a move.
        end - 1
    } else {
        0
    }
}

/// The length of the mark of a diagram, D, or of a novelty, N, with the check signs of the move before it.
fn mark(rest: &[u8]) -> usize {
    let signs = (1..3).take_while(|&at| matches!(byte(rest, at), b'+' | b'#')).count();
    if matches!(byte(rest, 0), b'D' | b'N') && ends_remark(rest, 1 + signs) { 1 + signs } else { 0 }
}

/// Whether a mark stands right behind a move; behind a pawn's on the outer ranks it may be a promotion.
fn before_mark(rest: &[u8], at: usize) -> bool {
    cannot_promote(&rest[..at]) && mark(&rest[at..]) > 0
}

/// Whether no promotion can follow this move.
fn cannot_promote(text: &[u8]) -> bool {
    matches!(
        text,
        [.., b'2'..=b'7' | b'+' | b'#']
            | [.., b'=', b'Q' | b'R' | b'B' | b'N']
            | [b'K' | b'Q' | b'R' | b'B' | b'N', .., b'1' | b'8']
    )
}

fn opens_en_passant(rest: &[u8], at: usize) -> bool {
    matches!(rest.get(at..), Some([b'e', b'p', ..] | [b'e', b'.', b'p', ..]))
}

fn null(rest: &[u8]) -> usize {
    let length = match *rest {
        [b'-', b'-', ..] | [b'Z', b'0', ..] => 2,
        [b'0', b'0', b'0', b'0', ..] | [b'@', b'@', b'@', b'@', ..] => 4,
        [a, b, c, d, ..] if matches!(&[a, b, c, d].map(|b| b.to_ascii_lowercase()), b"null" | b"pass") => 4,
        _ => return 0,
    };
    let behind = byte(rest, length);
    if behind.is_ascii_alphanumeric() || behind == b'-' { 0 } else { length }
}

fn number(rest: &[u8]) -> usize {
    let digits = count(rest.get(..rest.len().min(10)).unwrap_or(&[]), |b| b.is_ascii_digit());
    match digits {
        0 => match dot(rest, 0) {
            1 => count(rest, |b| b == b'.'),
            length => length,
        },
        1..=9 => match dots(rest, digits) {
            0 => {
                let behind = byte(rest, digits);
                if behind.is_ascii_alphanumeric() || b"/-.,:%+".contains(&behind) { 0 } else { digits }
            }
            length => digits + length,
        },
        _ => 0,
    }
}

/// The length of the dot or ellipsis there.
#[inline]
fn dot(rest: &[u8], at: usize) -> usize {
    match rest.get(at..) {
        Some([b'.', ..]) => 1,
        Some([0xe2, 0x80, 0xa6, ..]) => 3,
        _ => 0,
    }
}

/// The length of the dots there, each with at most eight blanks before it.
fn dots(rest: &[u8], at: usize) -> usize {
    let mut end = at;
    loop {
        let blanks = (0..8).take_while(|&more| matches!(byte(rest, end + more), b' ' | b'\t')).count();
        match dot(rest, end + blanks) {
            0 => return end - at,
            length => end += blanks + length,
        }
    }
}

fn is_square(rest: &[u8], at: usize) -> bool {
    is_file(byte(rest, at)) && is_rank(byte(rest, at + 1))
}

fn movement(rest: &[u8]) -> usize {
    let man = usize::from(matches!(byte(rest, 0), b'K' | b'Q' | b'R' | b'B' | b'N' | b'P'));
    if byte(rest, man) == b'@' {
        return if is_square(rest, man + 1) { checks(rest, man + 3, true) } else { 0 };
    }
    let file = usize::from(is_file(byte(rest, man)));
    let rank = usize::from(is_rank(byte(rest, man + file)));
    let origin = man + file + rank;
    let to = origin + usize::from(matches!(byte(rest, origin), b'x' | b':' | b'-'));
    let length = if is_square(rest, to) { behind_square(rest, to + 2) } else { 0 };
    if length == 0 && file + rank == 2 {
        // What seems to be the origin may be the target.
        return behind_square(rest, origin);
    }
    length
}

/// Where the move ends whose target ends at `at`.
fn behind_square(rest: &[u8], at: usize) -> usize {
    match promotion(rest, at) {
        0 => checks(rest, at, true),
        length => match checks(rest, at + length, true) {
            0 => checks(rest, at, true),
            end => end,
        },
    }
}

fn promotion(rest: &[u8], at: usize) -> usize {
    let sign = usize::from(matches!(byte(rest, at), b'=' | b'/'));
    if byte(rest, at) == b'N' && cannot_promote(rest.get(..at).unwrap_or(&[])) {
        return 0;
    }
    match rest.get(at + sign..) {
        Some([b'Q' | b'R' | b'B' | b'N' | b'K' | b'q' | b'r' | b'b' | b'n' | b'k', ..]) => sign + 1,
        Some([b'(', b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n', b')', ..]) if byte(rest, at) != b'/' => {
            sign + 3
        }
        _ => 0,
    }
}

fn en_passant(rest: &[u8]) -> usize {
    let mut at = 1;
    if byte(rest, 0) != b'e' {
        return 0;
    }
    for optional in *b". " {
        at += usize::from(byte(rest, at) == optional);
    }
    if byte(rest, at) != b'p' {
        return 0;
    }
    at += 1;
    if byte(rest, at) == b'.' && ends_move(rest, at + 1) {
        at + 1
    } else if ends_move(rest, at) {
        at
    } else {
        0
    }
}

fn annotation(rest: &[u8]) -> usize {
    match *rest {
        [b'+' | b'-', b'/', b'+' | b'-' | b'=', ..] | [b'=', b'/', b'+' | b'-', ..] => 3,
        [b'+', b'-' | b'=', ..] | [b'-' | b'=', b'+', ..] => 2,
        [b'=' | b'~', ..] => 1,
        [b'/', b'\\', ..] | [b'<' | b'>', b'=', ..] | [0xc2, 0xb1, ..] => 2,
        [b'+', b'+', ..] if ends_remark(rest, 2) => 2,
        [b'+' | b'#', ..] if ends_remark(rest, 1) => 1,
        [0xe2, 0x80, 0xa0 | 0xa1, ..] | [0xe2, 0x86, 0x91 | 0x92, ..] | [0xe2, 0x87, 0x86, ..] => 3,
        [0xe2, 0x88, 0x93 | 0x9e, ..] | [0xe2, 0x8c, 0x93, ..] | [0xe2, 0x96, 0xa1 | 0xb3, ..] => 3,
        [0xe2, 0xa9, 0xb1 | 0xb2, ..] => 3,
        _ => remark(rest),
    }
}

/// Whether a termination marker follows the first byte, blanks before it.
fn is_last(rest: &[u8]) -> bool {
    let spaces = rest.iter().skip(1).take(8).take_while(|&&byte| is_space(byte)).count();
    let behind = rest.get(1 + spaces..).unwrap_or(&[]);
    spaces > 0 && [&b"*"[..], b"1-0", b"0-1", b"1/2-1/2"].iter().any(|marker| behind.starts_with(marker))
}

fn remark(rest: &[u8]) -> usize {
    const REMARKS: [&[u8]; 13] =
        [b"N", b"RR", b"D", b"TN", b"inf", b"unclear", b"ch", b"mate", b"dbl", b"dis", b"eg", b"ch.", b"mate."];
    if matches!(rest, [b'N' | b'D', b'!' | b'?', ..]) || (rest.first() == Some(&b'D') && is_last(rest)) {
        return 0; // of a move that was cut off
    }
    let found = REMARKS.iter().find(|word| rest.starts_with(word) && ends_remark(rest, word.len()));
    found.map_or(0, |word| word.len())
}
