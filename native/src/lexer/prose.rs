//! Prose in movetext: paragraphs whose words, moves that they name among them, are not the game's (_prose_end of
//! pgnfen.pgn.movetext).
#![forbid(unsafe_code)]

use crate::bytes::{is_space, opens_blank_line};
use crate::definitions::{BEFORE_PROSE, PROSE};

/// The length of the prose that begins with the unreadable word of `length` bytes, which `before` precedes.
#[cold]
pub(super) fn length(before: &[u8], rest: &[u8], length: usize) -> Option<usize> {
    if !is_word(rest.get(..length)?) || !opens_paragraph(before) {
        return None;
    }
    let window = rest.get(..rest.len().min(PROSE))?;
    let end = (0..window.len()).find(|&at| stops(window, at)).unwrap_or(window.len());
    let text = window.get(..end)?;
    let text = text.get(..text.iter().rposition(|&byte| !is_space(byte))? + 1)?;
    let words = text.split(|&byte| is_space(byte)).filter(|word| !word.is_empty());
    let (letters, all) = words.fold((0, 0), |(letters, all), word| (letters + usize::from(is_word(word)), all + 1));
    (letters >= 3 && 2 * letters > all).then_some(text.len())
}

/// Whether a word consists of letters, two or more, signs around it aside.
fn is_word(word: &[u8]) -> bool {
    let is_sign = |byte: &u8| b".,:!?'\"-".contains(byte);
    let Some(first) = word.iter().position(|byte| !is_sign(byte)) else { return false };
    let last = word.iter().rposition(|byte| !is_sign(byte)).unwrap_or(first);
    let core = word.get(first..=last).unwrap_or(&[]);
    core.len() > 1 && core.iter().all(|&byte| byte.is_ascii_alphabetic() || byte >= 0x80)
}

/// Whether a blank line precedes.
fn opens_paragraph(before: &[u8]) -> bool {
    let before = before.get(before.len().saturating_sub(BEFORE_PROSE)..).unwrap_or(&[]);
    let Some((line, b'\n' | b'\r')) = trimmed(before).split_last().map(|(last, line)| (line, *last)) else {
        return false;
    };
    let line = if before_feed(trimmed(before)) { line.strip_suffix(b"\r").unwrap_or(line) } else { line };
    matches!(trimmed(line).last(), Some(b'\n' | b'\r'))
}

fn before_feed(text: &[u8]) -> bool {
    text.last() == Some(&b'\n')
}

fn trimmed(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|byte| !matches!(byte, b' ' | b'\t')).map_or(0, |last| last + 1);
    text.get(..end).unwrap_or(&[])
}

/// Whether prose stops at a byte: before a sign of movetext, a move number, a marker or a blank line.
fn stops(text: &[u8], at: usize) -> bool {
    let byte = text[at];
    let before = at.checked_sub(1).map(|before| text[before]);
    match byte {
        b'{' | b'}' | b'(' | b')' | b';' | b'*' | b'[' | b']' | b'$' => true,
        b'0'..=b'9' => {
            let rest = &text[at..];
            let digits = rest.iter().take(4).take_while(|byte| byte.is_ascii_digit()).count();
            let numbered = rest.get(digits) == Some(&b'.') && !before.is_some_and(|byte| byte.is_ascii_alphanumeric());
            let alone = !before.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'/' || byte == b'-');
            numbered || alone && [&b"1-0"[..], b"0-1", b"1/2-1/2"].iter().any(|marker| rest.starts_with(marker))
        }
        b'\n' | b'\r' => opens_blank_line(text, at),
        _ => false,
    }
}
