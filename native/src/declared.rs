//! Positions that a game declares on the way: FENs in comments and in tags such as CurrentPosition.
//!
//! The same as in pgnfen/facts/declared.py, whose patterns are the definition.
#![forbid(unsafe_code)]

use memchr::{memchr, memchr_iter, memchr2};

use crate::definitions::{NOT_BEFORE_WORDS, WORDS};

/// As in `WORDS`.
type Words = (&'static [u8], &'static [u8], bool);

/// A FEN that is declared: its bytes, and whether it is said to be the final position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The first byte.
    pub at: usize,
    /// Behind the last byte.
    pub end: usize,
    /// It is said to be that of the final position.
    pub last: bool,
}

pub(crate) const fn is_run(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'/'
}

/// What parts fields; in lines that each open with `;`, that as well.
pub(crate) const fn is_blank(byte: u8, lines: bool) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n') || (lines && byte == b';')
}

/// The FENs that the text of a comment declares, raw[from..to] without its brackets; `lines`: of line comments.
pub fn in_comment(raw: &[u8], from: usize, to: usize, lines: bool, mut declare: impl FnMut(Found)) {
    let Some(raw) = raw.get(..to) else { return };
    let mut pos = from;
    while let Some(slash) = raw.get(pos..).and_then(|rest| memchr(b'/', rest)) {
        let slash = pos + slash;
        let before = raw.get(pos..slash).unwrap_or(&[]);
        let at = pos + before.iter().rposition(|&byte| !is_run(byte)).map_or(0, |last| last + 1);
        let end = skip(raw, slash, is_run);
        pos = end;
        if is_placement(raw.get(at..end).unwrap_or(&[]))
            && let Some(end) = fields_end(raw, end, lines)
            && let Some((_, last)) = declared_by(raw, from, (at, end), lines)
        {
            declare(Found { at, end, last });
        }
    }
}

/// The FENs that are the values of tags, each of which begins as one of `heads` does (`[CurrentPosition "`).
pub fn in_tags(section: &[u8], heads: &[memchr::memmem::Finder<'_>], mut declare: impl FnMut(Found)) {
    values(section, heads, |at, end| {
        if let Some(fen) = fen_of(section, at, end) {
            declare(Found { at, end: fen, last: true });
        }
    });
}

/// The values of tags, without the blanks before them, each of which begins as one of `heads` does.
pub(crate) fn values(section: &[u8], heads: &[memchr::memmem::Finder<'_>], mut tell: impl FnMut(usize, usize)) {
    for head in heads {
        for bracket in head.find_iter(section) {
            if bracket > 0 && !matches!(section.get(bracket - 1), Some(b'\n' | b'\r')) {
                continue;
            }
            let value = bracket + head.needle().len();
            let rest = section.get(value..).unwrap_or(&[]);
            let Some(length) = memchr(b'"', rest) else { continue };
            let end = value + length;
            tell(skip(section.get(..end).unwrap_or(&[]), value, |byte| is_blank(byte, false)), end);
        }
    }
}

/// Where the FEN ends that is all of a tag's value; `None` where that is none.
pub(crate) fn fen_of(section: &[u8], at: usize, end: usize) -> Option<usize> {
    let value = section.get(..end)?;
    let run = skip(value, at, is_run);
    let fen = fields_end(value, run, false).filter(|_| is_placement(value.get(at..run).unwrap_or(&[])))?;
    (skip(value, fen, |byte| is_blank(byte, false)) == end).then_some(fen)
}

/// The end of the line comments, one behind the other, of which the first begins at `start`.
pub fn lines_end(raw: &[u8], start: usize) -> usize {
    let line_end =
        |from: usize| raw.get(from..).and_then(|rest| memchr2(b'\r', b'\n', rest)).map_or(raw.len(), |at| from + at);
    let mut end = line_end(start);
    loop {
        let next = skip(raw, end, |byte| is_blank(byte, false));
        if raw.get(next) != Some(&b';') {
            return end;
        }
        end = line_end(next);
    }
}

pub(crate) fn skip(raw: &[u8], from: usize, fits: impl Fn(u8) -> bool) -> usize {
    from + raw.get(from..).map_or(0, |rest| rest.iter().take_while(|&&byte| fits(byte)).count())
}

/// Eight parts, none of them empty.
pub(crate) fn is_placement(run: &[u8]) -> bool {
    memchr_iter(b'/', run).count() == 7 && run.split(|&byte| byte == b'/').all(|part| !part.is_empty())
}

/// Where the fields behind the piece placement end: three, or five with the counters; `None` where there are none.
pub(crate) fn fields_end(raw: &[u8], placement: usize, lines: bool) -> Option<usize> {
    let field = |from: usize| {
        let at = skip(raw, from, |byte| is_blank(byte, lines));
        (at > from).then_some(at)
    };
    let letters = |at: usize| skip(raw, at, |byte| byte.is_ascii_alphabetic()) - at;
    let turn = field(placement).filter(|&at| letters(at) == 1)?;
    let castling = field(turn + 1)?;
    let length = if raw.get(castling) == Some(&b'-') { 1 } else { letters(castling) };
    let target = field(castling + length).filter(|_| (1..=4).contains(&length))?;
    let length = if raw.get(target) == Some(&b'-') {
        1
    } else {
        (letters(target) == 1 && raw.get(target + 1)?.is_ascii_digit()).then_some(2)?
    };
    let end = target + length;
    if raw.get(end).is_some_and(|&byte| is_run(byte) || byte == b'-') {
        return None;
    }
    Some(counters_end(raw, end, field).unwrap_or(end))
}

fn counters_end(raw: &[u8], from: usize, field: impl Fn(usize) -> Option<usize>) -> Option<usize> {
    let number = |at: usize| {
        let digits = skip(raw, at, |byte| byte.is_ascii_digit()) - at;
        (1..=5).contains(&digits).then_some(at + digits)
    };
    let end = number(field(number(field(from)?)?)?)?;
    let goes_on = match raw.get(end) {
        Some(b'.') => raw.get(end + 1).is_some_and(u8::is_ascii_digit),
        Some(&byte) => is_run(byte) || matches!(byte, b':' | b'%' | b'-'),
        None => false,
    };
    (!goes_on).then_some(end)
}

/// Whether what stands around a FEN says that it is declared: where the words begin that do, and `true` for the final
/// position.
pub(crate) fn declared_by(raw: &[u8], from: usize, (at, end): (usize, usize), lines: bool) -> Option<(usize, bool)> {
    let blank = |byte: u8| is_blank(byte, lines);
    let back = |mut at: usize, fits: &dyn Fn(u8) -> bool| {
        while at > from && raw.get(at - 1).is_some_and(|&byte| fits(byte)) {
            at -= 1;
        }
        at
    };
    let before = |at: usize| at.checked_sub(1).filter(|&at| at >= from).and_then(|at| raw.get(at)).copied();
    let quote = if before(at) == Some(b'"') { at - 1 } else { at };
    let open = back(quote, &blank);
    if matches!(before(open), None | Some(b']')) {
        let behind = if raw.get(end) == Some(&b'"') { end + 1 } else { end };
        let behind = skip(raw, behind, blank);
        return matches!(raw.get(behind), None | Some(b'[')).then_some((at, false));
    }
    let behind_word = if matches!(before(open), Some(b'=' | b':')) { back(open - 1, &blank) } else { open };
    let letters = |byte: u8| byte.is_ascii_alphabetic();
    let mut first = back(behind_word, &letters);
    let is =
        |first: usize, end: usize, word: &[u8]| raw.get(first..end).is_some_and(|text| text.eq_ignore_ascii_case(word));
    let second = WORDS.iter().any(|&(before, word, _)| !before.is_empty() && is(first, behind_word, word));
    let last = if second {
        let end = back(first, &blank);
        let word = first;
        first = back(end, &letters);
        let fits = |&&(before, second, _): &&Words| is(first, end, before) && is(word, behind_word, second);
        WORDS.iter().find(fits)?.2
    } else {
        let fits = |&&(before, word, _): &&Words| {
            let (begin, rest) =
                raw.get(first..behind_word).unwrap_or(&[]).split_at_checked(before.len()).unwrap_or_default();
            begin.eq_ignore_ascii_case(before) && rest.eq_ignore_ascii_case(word)
        };
        WORDS.iter().find(fits)?.2
    };
    let apart = !before(first).is_some_and(joins_fen);
    (apart && !has_word_before(raw, from, first, lines)).then_some((first, last))
}

/// Whether a byte parts no word from `fen=` behind it: that of a name like `start_fen`, or of a URL.
pub(crate) fn joins_fen(byte: u8) -> bool {
    NOT_BEFORE_WORDS.contains(&byte)
}

/// Whether there is a word before it on the same line: `the start FEN`; a brace comment may be broken anywhere.
pub(crate) fn has_word_before(raw: &[u8], from: usize, first: usize, lines: bool) -> bool {
    let beside = |byte: u8| if lines { matches!(byte, b' ' | b'\t') } else { is_blank(byte, lines) };
    let before = raw.get(from..first).unwrap_or(&[]);
    before.iter().rev().find(|&&byte| !beside(byte)).is_some_and(u8::is_ascii_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, lines: bool) -> Vec<(&str, bool)> {
        let mut all = Vec::new();
        in_comment(text.as_bytes(), 0, text.len(), lines, |one| all.push((&text[one.at..one.end], one.last)));
        all
    }

    #[test]
    fn what_is_declared() {
        const FEN: &str = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        for text in ["{}", " {} ", "\"{}\"", "[%clk 0:10:00] {}", "fen={}", "d=3, fen = \"{}\", x", "[%fen {}]"] {
            assert_eq!(found(&text.replace("{}", FEN), false), [(FEN, false)], "{text}");
        }
        for text in ["Finalposition {} }", "x\n; Final position: {}"] {
            assert_eq!(found(&text.replace("{}", FEN), true), [(FEN, true)], "{text}");
        }
        for text in
            ["as in {}", "start fen={}", "[FEN \"{}\"]", "startfen={}", "start_fen={}", "{} wins", "position: {}"]
        {
            assert_eq!(found(&text.replace("{}", FEN), false), [], "{text}");
        }
        let broken = "; fen=4k3/8/8/8/8/8/8/4K2R w\n; K - 0\n;1";
        assert_eq!(found(broken, true), [("4k3/8/8/8/8/8/8/4K2R w\n; K - 0\n;1", false)]);
        assert_eq!(lines_end(broken.as_bytes(), 0), broken.len());
    }

    #[test]
    fn values_of_tags() {
        let finders = [memchr::memmem::Finder::new(b"[FEN \"")];
        for (section, expected) in [
            ("[FEN \"a\"]", vec!["a"]),
            ("[A \"x\"]\n[FEN \" a\"]\r[FEN \"b\"]\r\n[FEN \"c\"]", vec!["a", "b", "c"]),
            ("[A \"[FEN \"]", vec![]),
            ("[FEN \"a", vec![]),
        ] {
            let mut all = Vec::new();
            values(section.as_bytes(), &finders, |at, end| all.push(&section[at..end]));
            assert_eq!(all, expected, "{section}");
        }
    }

    #[test]
    fn fields() {
        let end = |text: &str| fields_end(text.as_bytes(), 0, false);
        assert_eq!(end(" w KQkq e3 0 1"), Some(14));
        assert_eq!((end(" w - -"), end(" w - - 12 moves"), end(" w - - 3 20:15")), (Some(6), Some(6), Some(6)));
        assert_eq!((end(" w - e"), end(" w KQkqK - 0 1"), end(" ww - - 0 1"), end("w - -")), (None, None, None, None));
    }
}
