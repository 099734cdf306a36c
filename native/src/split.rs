//! The steps of a walk through movetext as pgnfen.pgn.scan takes them, wherever that needs not much care.
#![forbid(unsafe_code)]

use crate::definitions::{COMMENT_LIMIT, MOST_BLANKS};
use memchr::{memchr, memchr_iter};

use crate::bytes::patterns::tag_line;
use crate::bytes::{Unsettled, at_data_end, is_space, line_feed, skip_blanks};

pub mod behind;
pub mod restart;

/// The position behind the comment whose `{` is at `at`; one that may end where the next tag section begins asks for
/// care.
pub fn skip_comment(data: &[u8], at: usize, is_final: bool) -> Result<usize, Unsettled> {
    let window = data.get(at..data.len().min(at + COMMENT_LIMIT)).unwrap_or(&[]);
    let Some(length) = memchr(b'}', window) else {
        let more = !is_final && window.len() < COMMENT_LIMIT;
        return Err(if more { Unsettled::More } else { Unsettled::Careful });
    };
    let inside = window.get(..length).unwrap_or(&[]);
    let tags = memchr_iter(b'\n', inside)
        .filter(|feed| inside.get(feed + 1) == Some(&b'['))
        .find_map(|feed| tag_line(inside, feed + 1));
    if tags.and_then(|end| inside.get(end..)).is_some_and(|rest| memchr(b'{', rest).is_some()) {
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

/// Whether a blank line follows (_BLANK_LINE of pgnfen.pgn.scan).
pub fn is_blank_line(data: &[u8], pos: usize, is_final: bool) -> Result<bool, Unsettled> {
    let at = skip_blanks(data, pos, MOST_BLANKS);
    let next = match (data.get(at), data.get(at + 1)) {
        (None, _) => return at_data_end(true, is_final),
        (Some(b'\n'), _) => at + 1,
        (Some(b'\r'), Some(b'\n')) => at + 2,
        (Some(b'\r'), None) if !is_final => return Err(Unsettled::More),
        (Some(b'\r'), _) => return Err(Unsettled::Careful),
        (Some(_), _) => return Ok(false),
    };
    match data.get(skip_blanks(data, next, 64)) {
        None => at_data_end(true, is_final),
        Some(&byte) => Ok(byte == b'\n' || byte == b'\r'),
    }
}
