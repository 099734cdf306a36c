//! Piece letters: a glance that most movetext ends at. What other letters may mean Python finds out.

use pyo3::prelude::*;

use crate::definitions::PLAIN_MOVETEXT;

/// The bytes that English movetext without comments is made of, castling aside.
const PLAIN: [bool; 256] = {
    let (mut plain, text) = ([false; 256], PLAIN_MOVETEXT);
    let mut at = 0;
    while at < text.len() {
        plain[text[at] as usize] = true;
        at += 1;
    }
    plain
};

/// Whether the movetext at raw[movetext:] is made of such bytes alone, and of `O-O` and `O-O-O`: then no letter in it is
/// of another language.
#[pyfunction]
pub fn only_english(raw: &[u8], movetext: usize) -> bool {
    let mut rest = raw.get(movetext..).unwrap_or(&[]);
    while let Some(at) = rest.iter().position(|&byte| !PLAIN[usize::from(byte)]) {
        let (_, found) = rest.split_at(at);
        let castling: &[u8] = if found.starts_with(b"O-O-O") { b"O-O-O" } else { b"O-O" };
        let Some(behind) = found.strip_prefix(castling) else { return false };
        rest = behind;
    }
    true
}
