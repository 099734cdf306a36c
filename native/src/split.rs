//! The steps of a walk through movetext as pgnfen.pgn.scan takes them, wherever that needs not much care.
#![forbid(unsafe_code)]

use memchr::{memchr, memchr_iter};

use crate::bytes::{Unsettled, at_data_end, is_space, is_tag_like, line_feed, opens_line, skip_blanks};

/// No comment is longer (COMMENT_LIMIT of pgnfen.pgn.scan).
pub const COMMENT_LIMIT: usize = 1 << 20;

/// The position behind the comment whose `{` is at `at`; a comment that holds what looks like tags asks for care.
pub fn skip_comment(data: &[u8], at: usize, is_final: bool) -> Result<usize, Unsettled> {
    let window = data.get(at..data.len().min(at + COMMENT_LIMIT)).unwrap_or(&[]);
    let Some(length) = memchr(b'}', window) else {
        let more = !is_final && window.len() < COMMENT_LIMIT;
        return Err(if more { Unsettled::More } else { Unsettled::Careful });
    };
    let inside = window.get(..length).unwrap_or(&[]);
    if memchr_iter(b'\n', inside).any(|feed| inside.get(feed + 1) == Some(&b'[')) {
        return Err(Unsettled::Careful);
    }
    Ok(at + length + 1)
}

/// The position of the end of the line that a `;` or `%` at `at` comments out.
pub fn skip_line(data: &[u8], at: usize, is_final: bool) -> Result<usize, Unsettled> {
    line_feed(data, at).map_or_else(|| at_data_end(data.len(), is_final), Ok)
}

/// The length of the termination marker at `pos` (not `*`), 0 where there is none.
pub fn marker_word(data: &[u8], pos: usize, is_final: bool) -> Result<usize, Unsettled> {
    let rest = data.get(pos..).unwrap_or(&[]);
    let mut prefix = false;
    for word in [&b"1-0"[..], b"0-1", b"1/2-1/2"] {
        if rest.starts_with(word) {
            return match rest.get(word.len()) {
                None => at_data_end(word.len(), is_final),
                Some(&next) if is_space(next) || b"[({;)}*%!?$".contains(&next) => Ok(word.len()),
                Some(_) => Ok(0),
            };
        }
        prefix |= word.starts_with(rest);
    }
    if prefix { at_data_end(0, is_final) } else { Ok(0) }
}

/// Whether a byte before `0` or `1` keeps a termination marker from beginning there.
fn holds_on(byte: Option<&u8>) -> bool {
    byte.is_some_and(|&b| b.is_ascii_alphanumeric() || b == b'/' || b == b'-')
}

/// The length of the termination marker at `pos`, 0 where there is none.
pub fn marker_at(data: &[u8], pos: usize, is_final: bool) -> Result<usize, Unsettled> {
    if data.get(pos) == Some(&b'*') {
        return Ok(1);
    }
    if holds_on(pos.checked_sub(1).and_then(|before| data.get(before))) {
        return Ok(0);
    }
    marker_word(data, pos, is_final)
}

/// Whether a blank line follows (_BLANK_LINE of pgnfen.pgn.scan, which finds one in any CRLF).
pub fn blank_line(data: &[u8], pos: usize, is_final: bool) -> Result<bool, Unsettled> {
    let at = skip_blanks(data, pos, 64);
    match data.get(at) {
        None => at_data_end(true, is_final),
        Some(b'\r') => Err(Unsettled::Careful),
        Some(b'\n') => {
            let next = skip_blanks(data, at + 1, 64);
            match data.get(next) {
                None => at_data_end(true, is_final),
                Some(&byte) => Ok(byte == b'\n' || byte == b'\r'),
            }
        }
        Some(_) => Ok(false),
    }
}

/// Where the game ends whose termination marker ends at `pos`.
pub fn trailing(data: &[u8], mut pos: usize, is_final: bool) -> Result<usize, Unsettled> {
    while let Some(&byte) = data.get(pos) {
        match byte {
            _ if is_space(byte) => pos += 1,
            b'{' => pos = skip_comment(data, pos, is_final)?,
            b';' => pos = skip_line(data, pos, is_final)?,
            b'%' if opens_line(data, pos) => pos = skip_line(data, pos, is_final)?,
            b'[' if opens_line(data, pos) && is_tag_like(data, pos, is_final)? => return Ok(pos),
            _ => return Err(Unsettled::Careful),
        }
    }
    at_data_end(data.len(), is_final)
}
