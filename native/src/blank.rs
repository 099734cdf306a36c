//! Blank lines where other readers end the game: two between tags and movetext, one inside the movetext. What
//! `pgnfen/facts/structure.py` says.
#![forbid(unsafe_code)]

use memchr::memchr2_iter;

use crate::kinds::BLANK_LINES;
use crate::lexer::{self, Kind};
use crate::line::Line;

/// Note those of the game `raw`, whose movetext is at `from`: the first between tags and movetext and how many stand
/// there, the first inside the movetext and how many places have some.
pub fn note(raw: &[u8], from: usize, line: &mut Line) {
    let (tags, movetext) = raw.split_at_checked(from).unwrap_or((raw, &[]));
    let between = between(tags);
    let (first, places) = if may_be_inside(movetext) { inside(raw, from) } else { (None, 0) };
    if let Some((at, count)) = between
        && (first.is_some() || has_moves(raw, from))
    {
        line.note(BLANK_LINES, 0, (at, from), count);
    }
    if let Some((at, end)) = first {
        line.note(BLANK_LINES, 0, (at, end), places);
    }
}

/// Two blank lines or more at the end of the tags: the second, and how many there are.
fn between(tags: &[u8]) -> Option<(usize, u32)> {
    let mut at = tags.iter().rposition(|byte| !b" \t\r\n".contains(byte))? + 1;
    let (mut ends, mut second) = (0u32, 0);
    while at < tags.len() {
        let length = line_end(tags, at);
        at += length.max(1);
        ends += u32::from(length > 0);
        if ends == 2 && length > 0 {
            second = at;
        }
    }
    (ends > 2).then(|| (second, ends - 1))
}

/// The length of the line end at `at`, 0 where there is none.
fn line_end(data: &[u8], at: usize) -> usize {
    match (data.get(at), data.get(at + 1)) {
        (Some(b'\r'), Some(b'\n')) => 2,
        (Some(b'\r' | b'\n'), _) => 1,
        _ => 0,
    }
}

/// Whether a blank line stands in the movetext, in a comment perhaps, and something behind it.
fn may_be_inside(movetext: &[u8]) -> bool {
    let movetext = movetext.trim_ascii_end();
    memchr2_iter(b'\n', b'\r', movetext).any(|at| blank_behind(movetext, at).is_some())
}

/// Where the blank line begins that follows the line end at `at`.
fn blank_behind(data: &[u8], at: usize) -> Option<usize> {
    let begin = at + line_end(data, at);
    let blanks = data.get(begin..)?.iter().position(|byte| !b" \t".contains(byte))?;
    matches!(data.get(begin + blanks), Some(b'\r' | b'\n')).then_some(begin)
}

/// The first blank line between tokens of the movetext before its termination marker, or before the last move, and
/// where the next token begins; and how many such places there are.
#[cold]
fn inside(raw: &[u8], from: usize) -> (Option<(usize, usize)>, u32) {
    let (mut first, mut places, mut doubtful) = (None, 0, 0);
    let (mut end, mut depth) = (from, 0usize);
    while let Some(token) = lexer::next(raw, end) {
        let gap = raw.get(..token.start).unwrap_or(&[]);
        let blank = (end..token.start).filter(|&at| line_end(gap, at) > 0).find_map(|at| blank_behind(gap, at));
        if let Some(at) = blank.filter(|_| end > from) {
            first = first.or(Some((at, token.start)));
            doubtful += 1;
        }
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.saturating_sub(1),
            Kind::Move | Kind::Castling | Kind::Null | Kind::Marker => {
                places += doubtful;
                doubtful = 0;
                if token.kind == Kind::Marker && depth == 0 {
                    break;
                }
            }
            _ => {}
        }
        end = token.end;
    }
    (first.filter(|_| places > 0), places)
}

/// Whether the movetext has a move, in a variation perhaps, or a termination marker.
#[cold]
fn has_moves(raw: &[u8], mut pos: usize) -> bool {
    while let Some(token) = lexer::next(raw, pos) {
        if matches!(token.kind, Kind::Move | Kind::Castling | Kind::Null | Kind::Marker) {
            return true;
        }
        pos = token.end;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The facts of a game: what stands from each place on, and its number.
    fn noted(text: &str) -> Vec<(&str, u32)> {
        let from = text.find("1.").unwrap_or(text.len());
        let mut line = Line::default();
        note(text.as_bytes(), from, &mut line);
        line.noted.iter().map(|one| (&text[one.at as usize..one.end as usize], one.value)).collect()
    }

    #[test]
    fn between_tags_and_movetext() {
        for text in
            ["[A \"\"]\n\n1. e4 *\n\n\n", "\n\n\n1. e4 *", "[A \"\"]\n\n\n", "[A \"\"]\n\n\n1. ?", "[A \"\"] 1. e4"]
        {
            assert_eq!(noted(text), [], "{text}");
        }
        assert_eq!(noted("[A \"\"]\n\n\n1. e4 *"), [("\n", 2)]);
        assert_eq!(noted("[A \"\"]\r\n\r\n \t\r\n\r\n  1. e4"), [(" \t\r\n\r\n  ", 3)]);
        assert_eq!(noted("[A \"\"]\r\r\r1. *"), [("\r", 2)]);
    }

    #[test]
    fn inside_the_movetext() {
        for text in
            ["1. e4\n *\n\n", "1. e4 {\n\n} *", "1. e4 *\n\n{x}", "1. e4 ;\n *", "1. e4\n\nand so on", "1. e4\r\n*"]
        {
            assert_eq!(noted(text), [], "{text}");
        }
        assert_eq!(noted("1. e4\n\ne5\n \n\n*"), [("\n", 2)]);
        assert_eq!(noted("1. e4\r\n \r\nor\r\n\r\n{x} e5 *"), [(" \r\n", 2)]);
        assert_eq!(noted("[A \"\"]\n\n\n1. e4 (1. d4 *\n\n1. c4) * e5\n\n*"), [("\n", 2), ("\n", 1)]);
    }
}
