//! What stands behind a termination marker, and what of it opens the next game.

use crate::bytes::patterns::{broken_pair, move_start, pair, sign, unquoted_tag};
use crate::bytes::{
    Unsettled, at_data_end, begins_line, has_lone_cr, is_space, is_tag_like, opens_blank_line, opens_line,
};
use crate::definitions::LOOKAHEAD;

use super::{marker_word, skip_comment, skip_line};

/// Where the game ends whose termination marker ends at `pos`: comments, variations, more markers and stray text
/// belong to it.
pub fn behind(data: &[u8], mut pos: usize, is_final: bool) -> Result<usize, Unsettled> {
    let mut depth = 0usize;
    // Where a paragraph begins that has comments, NAGs and signs so far.
    let mut lead = None;
    while let Some(&byte) = data.get(pos) {
        if is_space(byte) {
            let spaces = data.get(pos..).unwrap_or(&[]).iter().take_while(|&&byte| is_space(byte)).count();
            let gap = data.get(pos..pos + spaces).unwrap_or(&[]);
            pos += spaces;
            if (0..spaces).any(|at| opens_blank_line(gap, at)) {
                lead = Some(pos);
            }
            continue;
        }
        match byte {
            b'{' => pos = skip_comment(data, pos, is_final)?,
            b';' => pos = skip_line(data, pos, is_final)?,
            b'%' if opens_line(data, pos) => pos = skip_line(data, pos, is_final)?,
            b'[' if begins_line(data, pos) && is_tag_like(data, pos, is_final)? => return Ok(pos),
            b'(' | b')' => {
                depth = if byte == b'(' { depth + 1 } else { depth.saturating_sub(1) };
                lead = None;
                pos += 1;
            }
            _ => {
                // Nothing that is asked of what follows looks further ahead.
                if !is_final && data.len() - pos < LOOKAHEAD {
                    return Err(Unsettled::More);
                }
                if opens_game(data, pos, byte, depth) {
                    let is_tag = byte == b'[' || opens_line(data, pos) && broken_pair(data, pos);
                    let begin = if is_tag { pos } else { lead.unwrap_or(pos) };
                    // A comment behind the game's end may itself end at a lone CR.
                    return if has_lone_cr(data.get(begin..pos).unwrap_or(&[])) {
                        Err(Unsettled::Careful)
                    } else {
                        Ok(begin)
                    };
                }
                match sign(data.get(pos..).unwrap_or(&[])) {
                    0 => {
                        lead = None;
                        pos = step_over(data, pos, is_final)?;
                    }
                    length => pos += length,
                }
            }
        }
    }
    at_data_end(data.len(), is_final)
}

/// Whether a game begins at `pos`; tag pairs that open a line have been looked for.
fn opens_game(data: &[u8], pos: usize, byte: u8, depth: usize) -> bool {
    if byte == b'[' {
        let window = data.get(..data.len().min(pos + LOOKAHEAD)).unwrap_or(&[]);
        return if begins_line(data, pos) { unquoted_tag(data, pos) } else { pair(window, pos).is_some() };
    }
    if depth > 0 {
        return false;
    }
    (opens_line(data, pos) && broken_pair(data, pos)) || (!is_marker(data, pos, byte) && move_start(data, pos))
}

fn is_marker(data: &[u8], pos: usize, byte: u8) -> bool {
    byte == b'*' || marker_word(data, pos, true).is_ok_and(|length| length > 0)
}

/// Behind the marker at `pos`; or behind stray text: nothing else on its line is taken for the first move of a game.
fn step_over(data: &[u8], pos: usize, is_final: bool) -> Result<usize, Unsettled> {
    if data.get(pos) == Some(&b'*') {
        return Ok(pos + 1);
    }
    match marker_word(data, pos, is_final)? {
        0 => {}
        length => return Ok(pos + length),
    }
    let rest = data.get(pos + 1..).unwrap_or(&[]);
    let stop = rest.iter().position(|byte| b"\r\n{;()[".contains(byte));
    stop.map_or_else(|| at_data_end(data.len(), is_final), |length| Ok(pos + 1 + length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percent_sign_escapes_a_line_from_its_first_column() {
        assert_eq!(behind(b"*\n% (\n1. d4 *", 1, true), Ok(6));
        assert_eq!(behind(b"* % (\n1. d4 *", 1, true), Ok(13)); // the variation is not closed
    }
}
