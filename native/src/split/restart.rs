//! Whether a paragraph of movetext may begin another game without tags: pgnfen.pgn.scan and pgnfen.pgn.restart.
#![forbid(unsafe_code)]

use crate::bytes::{blanks, opens_blank_line};
use crate::definitions::PARAGRAPH;
use crate::lexer::{self, Kind, Token};

/// The paragraph behind the blank line at `pos`; `None` where no line begins there, one that is not blank, or where no
/// text follows but another blank line or a `[`.
pub fn paragraph_behind(data: &[u8], pos: usize) -> Option<usize> {
    if data.get(pos.checked_sub(1)?) != Some(&b'\n') {
        return None;
    }
    let at = pos + blanks(data, pos);
    let behind = match (data.get(at)?, data.get(at + 1)) {
        (b'\n', _) => at + 1,
        (b'\r', Some(b'\n')) => at + 2,
        _ => return None,
    };
    (!matches!(data.get(behind)?, b'[' | b'\n' | b'\r')).then_some(behind)
}

/// Where a game begins in the paragraph at `at`, if its moves can be those of another game.
pub fn place(data: &[u8], at: usize) -> Option<usize> {
    let window = data.get(at..data.len().min(at + PARAGRAPH))?;
    let paragraph = window.get(..end(window))?;
    let number = leading_number(paragraph)?;
    can_open_game(paragraph, number.end).then(|| at + opening(paragraph, &number))
}

/// Where the first blank line of a paragraph begins, line end before it included; else its length.
fn end(window: &[u8]) -> usize {
    if matches!(window.first(), Some(b'\r' | b'\n')) {
        return 0;
    }
    (0..window.len()).find(|&at| opens_blank_line(window, at)).unwrap_or(window.len())
}

/// The move number 1, one dot or none behind it, that is the first: comments, NAGs and prose aside.
fn leading_number(paragraph: &[u8]) -> Option<Token> {
    let mut pos = 0;
    while let Some(token) = lexer::next(paragraph, pos) {
        match token.kind {
            Kind::Number => return matches!(number(paragraph, &token), (Some(1), 0 | 1)).then_some(token),
            Kind::Unreadable if paragraph.get(token.start) != Some(&b'[') => {}
            kind if is_beside(kind) => {}
            _ => return None,
        }
        pos = token.end;
    }
    None
}

/// Where the game of a leading number begins: at the first token, behind prose at the number.
fn opening(paragraph: &[u8], number: &Token) -> usize {
    let before = paragraph.get(..number.start).unwrap_or(&[]);
    let (mut pos, mut first) = (0, None);
    while let Some(token) = lexer::next(before, pos) {
        if token.kind == Kind::Unreadable {
            return number.start;
        }
        first = first.or(Some(token.start));
        pos = token.end;
    }
    first.unwrap_or(number.start)
}

/// Whether the moves from `pos` on, behind the number 1, can be the first from the standard array.
fn can_open_game(paragraph: &[u8], mut pos: usize) -> bool {
    let mut next = || {
        while let Some(token) = lexer::next(paragraph, pos) {
            pos = token.end;
            if !is_beside(token.kind) {
                return Some(token);
            }
        }
        None
    };
    let text = |token: &Token| paragraph.get(token.start..token.end).unwrap_or(&[]);
    if !next().is_some_and(|token| token.kind == Kind::Move && opens_array(text(&token), true)) {
        return false;
    }
    let mut reply = next();
    if let Some(token) = reply.as_ref().filter(|token| token.kind == Kind::Number) {
        match number(paragraph, token).0 {
            Some(1) | None => reply = next(),
            value => return value == Some(2),
        }
    }
    match reply {
        Some(token) if token.kind == Kind::Move => {
            let later = next().filter(|token| token.kind == Kind::Number);
            opens_array(text(&token), false)
                && later.is_none_or(|token| matches!(number(paragraph, &token).0, Some(2) | None))
        }
        Some(token) => !matches!(token.kind, Kind::Castling | Kind::Null),
        None => true,
    }
}

fn number(paragraph: &[u8], token: &Token) -> (Option<u32>, u32) {
    lexer::number(paragraph.get(token.start..token.end).unwrap_or(&[]))
}

fn is_beside(kind: Kind) -> bool {
    matches!(kind, Kind::Comment | Kind::LineComment | Kind::Escape | Kind::Nag | Kind::Annotation)
}

/// Whether a move, short or long, can be the first of White, or of Black, from the standard array.
fn opens_array(mut text: &[u8], white: bool) -> bool {
    let (home, pawns, near, far) = if white { (b'1', b'2', b'3', b'4') } else { (b'8', b'7', b'6', b'5') };
    while let Some(core) = text.strip_suffix(b"+").or_else(|| text.strip_suffix(b"#")) {
        text = core;
    }
    let Some((origin, &[file, rank])) = text.split_last_chunk::<2>() else { return false };
    if let Some(origin) = origin.strip_prefix(b"N") {
        let from = match file {
            b'a' | b'c' => b'b',
            b'f' | b'h' => b'g',
            _ => return false,
        };
        return rank == near
            && (origin.is_empty() || [&[from][..], &[from, home], &[from, home, b'-']].contains(&origin));
    }
    let origin = origin.strip_prefix(b"P").unwrap_or(origin);
    (rank == near || rank == far)
        && file.is_ascii_lowercase()
        && (origin.is_empty() || origin == [file, pawns] || origin == [file, pawns, b'-'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_that_open_a_game() {
        for (text, opens) in [
            ("1. d4 2. c4", true),
            ("1. d4 3. c4", false),
            ("1. d4 1... d5", true),
            ("1. d4 d5 2. c4", true),
            ("1. d4 d5 3. c4", false),
            ("1. d4 O-O", false),
            ("1. Nxe5", false),
        ] {
            assert_eq!(place(text.as_bytes(), 0), opens.then_some(0), "{text}");
        }
    }
}
