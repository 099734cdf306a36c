//! What comments and tags declare as a position, and is no FEN.
//!
//! The same as in pgnfen/facts/declared_text.py, whose patterns are the definition.
#![forbid(unsafe_code)]

use memchr::memchr2_iter;
use memchr::memmem::Finder;

use crate::declared::{fen_of, fields_end, has_word_before, is_blank, is_placement, is_run, skip, values};

/// What says that a position is not known.
const UNSAID: [&[u8]; 3] = [b"", b"?", b"-"];

/// Bytes of what is declared and is no FEN; the rest of a longer one is not looked at.
const LONGEST: usize = 1024;

/// What `[%fen` and `fen=` declare in the text of a comment and is no FEN: its bytes; arguments as in `in_comment`.
/// It ends where the next declaration begins.
pub fn unreadable_in_comment(raw: &[u8], from: usize, to: usize, lines: bool, mut tell: impl FnMut(usize, usize)) {
    let Some(raw) = raw.get(..to) else { return };
    let named = memchr2_iter(b'f', b'F', raw.get(from..).unwrap_or(&[]))
        .filter_map(|found| Some((from + found, value_at(raw, from, from + found, lines)?)));
    let mut named = named.peekable();
    while let Some((named_at, value)) = named.next() {
        let mut at = skip(raw, value, |byte| is_blank(byte, lines));
        let quoted = raw.get(at) == Some(&b'"');
        at += usize::from(quoted);
        let run = skip(raw, at, is_run);
        let placed = is_placement(raw.get(at..run).unwrap_or(&[]));
        let mut value = at;
        if let Some(fen) = fields_end(raw, run, lines).filter(|_| placed) {
            let delimited = quoted || is_bracketed(raw, from, named_at);
            let counted = raw.get(run..fen).unwrap_or(&[]).split(|&byte| is_blank(byte, lines));
            let counted = counted.filter(|field| !field.is_empty()).count() > 3;
            if !(if delimited { !ends(raw, fen, lines) } else { !counted && is_clock_alone(raw, fen, lines) }) {
                continue;
            }
            value = fen;
        }
        let next = named.peek().map_or(raw.len(), |&(f, _)| if is_bracketed(raw, from, f) { f - 2 } else { f });
        let limited = raw.get(..cut(raw, at, next).max(value)).unwrap_or(&[]);
        let end = skip(limited, value, |byte| !b"\"],;\r\n".contains(&byte));
        tell_said(raw, at, end, lines, &mut tell);
    }
}

/// Where a declaration from `at` ends at the latest, before `end`, not within a character of UTF-8.
fn cut(raw: &[u8], at: usize, end: usize) -> usize {
    if end <= at + LONGEST {
        return end;
    }
    let end = at + LONGEST;
    let within = |back: &usize| raw.get(end - back).is_some_and(|byte| byte & 0xc0 == 0x80);
    end - (0..3).find(|back| !within(back)).unwrap_or(3)
}

/// Whether a value in quotes or brackets ends at `at`, but for blanks.
fn ends(raw: &[u8], at: usize, lines: bool) -> bool {
    let at = skip(raw, at, |byte| is_blank(byte, lines));
    raw.get(at).is_none_or(|byte| b"\"],".contains(byte) || (*byte == b';' && !lines))
}

/// Whether a number is all that the value still has at `at`: a halfmove clock without fullmove number.
fn is_clock_alone(raw: &[u8], at: usize, lines: bool) -> bool {
    let digits = skip(raw, at, |byte| is_blank(byte, lines));
    let end = skip(raw, digits, |byte| byte.is_ascii_digit());
    let behind = skip(raw, end, |byte| matches!(byte, b' ' | b'\t'));
    digits > at && end > digits && raw.get(behind).is_none_or(|byte| b"\"],;\r\n".contains(byte))
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
    if is_bracketed(raw, from, at) {
        return raw.get(end).is_some_and(|&byte| is_blank(byte, false)).then_some(end);
    }
    let before = at.checked_sub(1).and_then(|before| raw.get(before)).copied().unwrap_or(b' ');
    let apart = !before.is_ascii_alphanumeric() && !b"_-[".contains(&before);
    let end = skip(raw, end, |byte| matches!(byte, b' ' | b'\t'));
    (raw.get(end) == Some(&b'=') && apart && !has_word_before(raw, from, at, lines)).then_some(end + 1)
}

/// Whether `[%` stands before `at`.
fn is_bracketed(raw: &[u8], from: usize, at: usize) -> bool {
    at >= from + 2 && raw.get(at - 2..at) == Some(b"[%")
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
        let spans = |text: &str| {
            let mut found = Vec::new();
            unreadable_in_comment(text.as_bytes(), 0, text.len(), false, |at, end| found.push((at, end)));
            found
        };
        assert_eq!(spans("fen=/ fen=8/8[%fen 8 [%fen x y fen=z"), [(4, 5), (10, 13), (19, 20), (27, 36)]);
        assert_eq!(spans(&format!("fen={}", "é".repeat(600))), [(4, 1028)]);
        assert_eq!(spans(&format!("fen=x{}", "é".repeat(600))), [(4, 1027)]);
        let fen = "8/8/8/8/8/8/8/8 w - -";
        for (text, none) in [
            ("[%fen F 0]", true),
            ("[%fen F 0 1 ]", false),
            ("fen=\"F x\"", true),
            ("fen=F x", false),
            ("fen=F 0", true),
            ("fen=F 0 1 2", false),
            ("fen=F 12 moves", false),
            ("fen=F 3 20:15", false),
        ] {
            let (text, mut count) = (text.replace('F', fen), 0);
            unreadable_in_comment(text.as_bytes(), 0, text.len(), false, |_, _| count += 1);
            assert_eq!(count, usize::from(none), "{text}");
        }
        let tags =
            "[CurrentPosition \"?\"]\n[CurrentPosition \" 8/8 \"]\n[CurrentPosition \"8/8/8/8/8/8/8/8 w - -\"]\n";
        let mut found = Vec::new();
        let heads = [Finder::new(b"[CurrentPosition \"")];
        unreadable_in_tags(tags.as_bytes(), &heads, |at, end| found.push(&tags[at..end]));
        assert_eq!(found, ["8/8"]);
    }
}
