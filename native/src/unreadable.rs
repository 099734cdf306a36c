//! What comments and tags declare as a position, and is no FEN.
//!
//! The same as in pgnfen/facts/declared_text.py, whose patterns are the definition.
#![forbid(unsafe_code)]

use memchr::memchr2_iter;
use memchr::memmem::Finder;

use crate::declared::{fen_of, fields_end, has_word_before, is_blank, is_placement, is_run, skip, values};

/// What says that a position is not known.
const UNSAID: [&[u8]; 3] = [b"", b"?", b"-"];

/// What `[%fen` and `fen=` declare in the text of a comment and is no FEN: its bytes; arguments as in `in_comment`.
pub fn unreadable_in_comment(raw: &[u8], from: usize, to: usize, lines: bool, mut tell: impl FnMut(usize, usize)) {
    let Some(raw) = raw.get(..to) else { return };
    for found in memchr2_iter(b'f', b'F', raw.get(from..).unwrap_or(&[])) {
        let Some(value) = value_at(raw, from, from + found, lines) else { continue };
        let mut at = skip(raw, value, |byte| is_blank(byte, lines));
        at += usize::from(raw.get(at) == Some(&b'"'));
        let run = skip(raw, at, is_run);
        if is_placement(raw.get(at..run).unwrap_or(&[])) && fields_end(raw, run, lines).is_some() {
            continue;
        }
        let end = skip(raw, at, |byte| !b"\"],;\r\n".contains(&byte));
        tell_said(raw, at, end, lines, &mut tell);
    }
}

/// The values of tags, each of which begins as one of `heads` does, that are no FEN: their bytes.
pub fn unreadable_in_tags(section: &[u8], heads: &[Finder<'_>], mut tell: impl FnMut(usize, usize)) {
    values(section, heads, |at, end| {
        if fen_of(section, at, end).is_none() {
            tell_said(section, at, end, false, &mut tell);
        }
    });
}

/// Where the value begins that `[%fen` or `fen=` declares, whose `f` stands at `at`.
fn value_at(raw: &[u8], from: usize, at: usize, lines: bool) -> Option<usize> {
    let end = at + 3;
    if !raw.get(at..end)?.eq_ignore_ascii_case(b"fen") {
        return None;
    }
    if at >= from + 2 && raw.get(at - 2..at) == Some(b"[%") {
        return raw.get(end).is_some_and(|&byte| is_blank(byte, false)).then_some(end);
    }
    let before = at.checked_sub(1).and_then(|before| raw.get(before)).copied().unwrap_or(b' ');
    let apart = !before.is_ascii_alphanumeric() && !b"_-[".contains(&before);
    let end = skip(raw, end, |byte| matches!(byte, b' ' | b'\t'));
    (raw.get(end) == Some(&b'=') && apart && !has_word_before(raw, from, at, lines)).then_some(end + 1)
}

fn tell_said(raw: &[u8], at: usize, end: usize, lines: bool, tell: &mut impl FnMut(usize, usize)) {
    let text = raw.get(at..end).unwrap_or(&[]);
    let length = text.iter().rposition(|&byte| !is_blank(byte, lines)).map_or(0, |last| last + 1);
    if !UNSAID.contains(&text.get(..length).unwrap_or(&[])) {
        tell(at, at + length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_fen() {
        let text = "[%fen 8/8/8 w] fen=?, Fen=8/8/8/8/8/8/8/8 w - -, start fen=x, xfen=x, FEN = \"junk\", fen=";
        let mut found = Vec::new();
        unreadable_in_comment(text.as_bytes(), 0, text.len(), false, |at, end| found.push(&text[at..end]));
        assert_eq!(found, ["8/8/8 w", "junk"]);
        let tags =
            "[CurrentPosition \"?\"]\n[CurrentPosition \" 8/8 \"]\n[CurrentPosition \"8/8/8/8/8/8/8/8 w - -\"]\n";
        let mut found = Vec::new();
        let heads = [Finder::new(b"[CurrentPosition \"")];
        unreadable_in_tags(tags.as_bytes(), &heads, |at, end| found.push(&tags[at..end]));
        assert_eq!(found, ["8/8"]);
    }
}
