//! What comments and tags declare as a position, and is no FEN.
//!
//! The same as in pgnfen/facts/declared_unreadable.py, whose patterns are the definition.
#![forbid(unsafe_code)]

use memchr::memmem::Finder;
use memchr::{memchr, memchr_iter, memchr2_iter};

use crate::declared::{
    declared_by, fen_of, fields_end, has_word_before, is_blank, is_placement, is_run, joins_fen, skip, values,
};
use crate::definitions::{
    DECLARED_FEWEST_SLASHES, DECLARED_LONGEST, DECLARED_LONGEST_PLACEMENT, DECLARED_SOUND_RANKS,
    DECLARED_UNSOUND_PARTS, NAMED, UNKNOWN,
};

/// The first letter of `NAMED`.
const FIRST: u8 = NAMED[0];

/// What `[%fen` or `fen=` declares: where that begins, and the value; whether brackets or quotes delimit it.
struct Named {
    begin: usize,
    at: usize,
    delimited: bool,
}

/// What looks like a piece placement and is declared as one, with the fields behind it: where the declaration begins,
/// and its bytes.
struct Broken {
    begin: usize,
    at: usize,
    end: usize,
}

/// What the text of a comment, raw[from..to], declares as a position and is no FEN: its bytes, in order. It ends where
/// the next declaration begins. `lines`: of line comments; `named`: there may be `fen=` or `[%fen`.
pub fn unreadable_in_comment(
    raw: &[u8],
    (from, to): (usize, usize),
    lines: bool,
    named: bool,
    mut tell: impl FnMut(usize, usize),
) {
    let Some(raw) = raw.get(..to) else { return };
    let named = if named { all_named(raw, from, lines) } else { Vec::new() };
    let mut broken = all_broken(raw, from, lines);
    if named.is_empty() && broken.is_empty() {
        return;
    }
    broken.retain(|one| named.binary_search_by_key(&one.at, |other| other.at).is_err());
    let mut begins: Vec<usize> = named.iter().map(|one| one.begin).chain(broken.iter().map(|one| one.begin)).collect();
    begins.sort_unstable();
    let mut found: Vec<(usize, usize)> = broken.iter().map(|one| (one.at, cut(raw, one.at, one.end))).collect();
    for one in &named {
        let following = begins.get(begins.partition_point(|&begin| begin <= one.begin)).copied().unwrap_or(raw.len());
        found.extend(behind_name(raw, one, following, lines));
    }
    found.sort_unstable();
    found.into_iter().for_each(|(at, end)| tell(at, end));
}

/// What `[%fen` and `fen=` declare.
fn all_named(raw: &[u8], from: usize, lines: bool) -> Vec<Named> {
    memchr2_iter(FIRST, FIRST.to_ascii_uppercase(), raw.get(from..).unwrap_or(&[]))
        .filter_map(|found| {
            let name = from + found;
            let bracketed = is_bracketed(raw, from, name);
            let at = skip(raw, value_at(raw, from, name, lines)?, |byte| is_blank(byte, lines));
            let quoted = raw.get(at) == Some(&b'"');
            let begin = if bracketed { name - 2 } else { name };
            Some(Named { begin, at: at + usize::from(quoted), delimited: bracketed || quoted })
        })
        .collect()
}

/// The value, where it is no FEN; the next declaration begins at `following`.
fn behind_name(raw: &[u8], one: &Named, following: usize, lines: bool) -> Option<(usize, usize)> {
    let at = one.at;
    let value = match fen_end(raw, at, lines) {
        Some((run, fen)) if !goes_on(raw, (run, fen), one.delimited, lines) => return None,
        Some((_, fen)) => fen,
        None => at,
    };
    let limited = raw.get(..cut(raw, at, following).max(value)).unwrap_or(&[]);
    let end = skip(limited, value, |byte| !b"\"],;\r\n".contains(&byte));
    spelled(raw, at, end, lines)
}

/// Where the piece placement and the FEN end that begin at `at`, if there is one.
fn fen_end(raw: &[u8], at: usize, lines: bool) -> Option<(usize, usize)> {
    let run = skip(raw, at, is_run);
    let fen = fields_end(raw, run, lines).filter(|_| is_placement(raw.get(at..run).unwrap_or(&[])))?;
    Some((run, fen))
}

/// Whether the value goes on behind its FEN, whose placement and fields end there.
fn goes_on(raw: &[u8], (run, fen): (usize, usize), delimited: bool, lines: bool) -> bool {
    if delimited {
        return !ends(raw, fen, lines);
    }
    let counted = raw.get(run..fen).unwrap_or(&[]).split(|&byte| is_blank(byte, lines));
    counted.filter(|field| !field.is_empty()).count() == 3 && is_clock_alone(raw, fen, lines)
}

/// What looks like a piece placement where a FEN would be declared. Nothing that is a FEN; words may follow that.
fn all_broken(raw: &[u8], from: usize, lines: bool) -> Vec<Broken> {
    let mut found = Vec::new();
    let mut pos = from;
    while let Some(slash) = raw.get(pos..).and_then(|rest| memchr(b'/', rest)) {
        let slash = pos + slash;
        let before = raw.get(pos..slash).unwrap_or(&[]);
        let at = pos + before.iter().rposition(|&byte| !is_word(byte)).map_or(0, |last| last + 1);
        let word_end = skip(raw, slash, is_word);
        pos = word_end;
        if !looks_like_placement(raw.get(at..word_end).unwrap_or(&[])) {
            continue;
        }
        let quoted = at > from && raw.get(at - 1) == Some(&b'"');
        if fen_end(raw, at, lines).is_some_and(|fen| !goes_on(raw, fen, quoted, lines)) {
            continue;
        }
        let end = like_fields_end(raw, word_end, lines);
        if let Some((begin, _)) = declared_by(raw, from, (at, end), lines) {
            found.push(Broken { begin, at, end });
        }
    }
    found
}

/// What a piece placement may be made of that cannot be read.
const fn is_word(byte: u8) -> bool {
    !matches!(
        byte,
        b' ' | b'\t' | b'\r' | b'\n' | b'"' | b';' | b',' | b'[' | b']' | b'{' | b'}' | b'(' | b')' | b'=' | b':'
    )
}

/// Whether two ranks or more have eight squares, one of them with a piece, and at most two parts are something else.
fn looks_like_placement(word: &[u8]) -> bool {
    let slashes = memchr_iter(b'/', word).count();
    if slashes < DECLARED_FEWEST_SLASHES
        || word.len() > DECLARED_LONGEST_PLACEMENT
        || word.iter().any(|byte| b"_.\\@%".contains(byte))
    {
        return false;
    }
    let (mut sound, mut unsound, mut pieces) = (0, 0, false);
    for part in word.split(|&byte| byte == b'/') {
        let squares = part.iter().map(|&byte| match byte {
            b'1'..=b'8' => usize::from(byte - b'0'),
            _ if b"KQRBNPkqrbnp".contains(&byte) => 1,
            _ => 9,
        });
        if squares.sum::<usize>() == 8 {
            sound += 1;
            pieces |= !part.iter().all(u8::is_ascii_digit);
        } else {
            unsound += 1;
        }
    }
    sound >= DECLARED_SOUND_RANKS && unsound <= DECLARED_UNSOUND_PARTS && pieces
}

/// Where the words end behind a piece placement that look like a FEN's other fields.
fn like_fields_end(raw: &[u8], placement: usize, lines: bool) -> usize {
    let mut end = placement;
    loop {
        let at = skip(raw, end, |byte| is_blank(byte, lines));
        let next = skip(raw, at, is_word);
        let is_field = match raw.get(at..next).unwrap_or(&[]) {
            [b'-'] | [b'a'..=b'h', b'1'..=b'8'] => true,
            [] => false,
            word if word.iter().all(u8::is_ascii_digit) => word.len() <= 5,
            word => {
                word.len() <= 4
                    && word.iter().all(|byte| matches!(byte.to_ascii_lowercase(), b'a'..=b'h' | b'k' | b'q' | b'w'))
            }
        };
        if at == end || !is_field {
            return end;
        }
        end = next;
    }
}

/// Where a declaration from `at` ends at the latest, before `end`, not within a character of UTF-8.
fn cut(raw: &[u8], at: usize, end: usize) -> usize {
    if end <= at + DECLARED_LONGEST {
        return end;
    }
    let end = at + DECLARED_LONGEST;
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
        if fen_of(section, at, end).is_none()
            && let Some((at, end)) = spelled(section, at, end, false)
        {
            tell(at, end);
        }
    });
}

/// Where the value begins that `[%fen` or `fen=` declares, whose `f` stands at `at`.
fn value_at(raw: &[u8], from: usize, at: usize, lines: bool) -> Option<usize> {
    let end = at + NAMED.len();
    if !raw.get(at..end)?.eq_ignore_ascii_case(NAMED) {
        return None;
    }
    if is_bracketed(raw, from, at) {
        return Some(end);
    }
    let before = at.checked_sub(1).and_then(|before| raw.get(before)).copied().unwrap_or(b' ');
    let apart = !before.is_ascii_alphabetic() && !joins_fen(before);
    let end = skip(raw, end, |byte| matches!(byte, b' ' | b'\t'));
    (raw.get(end) == Some(&b'=') && apart && !has_word_before(raw, from, at, lines)).then_some(end + 1)
}

/// Whether `[%` stands before the name at `at`, and a blank behind it.
fn is_bracketed(raw: &[u8], from: usize, at: usize) -> bool {
    let behind = raw.get(at + NAMED.len());
    at >= from + 2 && raw.get(at - 2..at) == Some(b"[%") && behind.is_some_and(|&byte| is_blank(byte, false))
}

/// The bytes of a value without the blanks behind it; `None` where it says that nothing is known.
fn spelled(raw: &[u8], at: usize, end: usize, lines: bool) -> Option<(usize, usize)> {
    let text = raw.get(at..end).unwrap_or(&[]);
    let length = text.iter().rposition(|&byte| !is_blank(byte, lines)).map_or(0, |last| last + 1);
    (!UNKNOWN.contains(&text.get(..length).unwrap_or(&[]))).then_some((at, at + length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_fen() {
        let text = "[%fen 8/8/8 w] fen=?, Fen=8/8/8/8/8/8/8/8 w - -, start fen=x, xfen=x, FEN = \"junk\", fen=";
        let mut found = Vec::new();
        unreadable_in_comment(text.as_bytes(), (0, text.len()), false, true, |at, end| found.push(&text[at..end]));
        assert_eq!(found, ["8/8/8 w", "junk"]);
        let spans = |text: &str| {
            let mut found = Vec::new();
            unreadable_in_comment(text.as_bytes(), (0, text.len()), false, true, |at, end| found.push((at, end)));
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
            ("[%fen=F 3", true),
        ] {
            let (text, mut count) = (text.replace('F', fen), 0);
            unreadable_in_comment(text.as_bytes(), (0, text.len()), false, true, |_, _| count += 1);
            assert_eq!(count, usize::from(none), "{text}");
        }
        let placement = "rnbqkbnr/pppppppp/8/8/4P3/PPPP1PPP/RNBQKBNR";
        for (text, found) in [
            ("Final position: P b KQkq - 0 1 and more", "P b KQkq - 0 1"),
            ("x=1, Current position P", "P"),
            ("FEN: \"P b -\"", "P b -"),
            ("[%clk 0:10:00] P b KQkq e3 0 1 ", "P b KQkq e3 0 1"),
            ("fen=1 FEN: P b", "1|P b"),
            ("P b KQkq - 0 1 and more", ""),
            ("after P", ""),
            ("https://x.org/?fen=P", ""),
            ("https://x.org/fen=P", ""),
            ("x/P_b", ""),
            ("Final position: 4k3/8/8/8/8/8/8/4K3 w - - 12 moves", ""),
            ("4k3/8/8/8/8/8/8/4K3 w - - 12", "4k3/8/8/8/8/8/8/4K3 w - - 12"),
            ("8/8/8/8/8/8 w - -", ""),
            ("4k3/8/8/x/y/z/4K3 w - -", ""),
        ] {
            let text = text.replace('P', placement);
            let mut told = Vec::new();
            let span = (0, text.len());
            unreadable_in_comment(text.as_bytes(), span, false, true, |at, end| told.push(&text[at..end]));
            assert_eq!(told.join("|"), found.replace('P', placement), "{text}");
        }
        let tags =
            "[CurrentPosition \"?\"]\n[CurrentPosition \" 8/8 \"]\n[CurrentPosition \"8/8/8/8/8/8/8/8 w - -\"]\n";
        let mut found = Vec::new();
        let heads = [Finder::new(b"[CurrentPosition \"")];
        unreadable_in_tags(tags.as_bytes(), &heads, |at, end| found.push(&tags[at..end]));
        assert_eq!(found, ["8/8"]);
    }
}
