//! What tests ask: how movetext is cut into tokens, and what a word of it spells.

use pyo3::prelude::*;
use shakmaty::{Bitboard, Role};

use crate::lexer;
use crate::san::San;
use crate::san::any::{Spelled, read_any};

/// The tokens of data[start:], each as kind, start, end (see `lexer`).
#[pyfunction]
pub fn lex(data: &[u8], start: usize) -> Vec<(u8, usize, usize)> {
    let after = |pos: usize| lexer::next(data, pos);
    std::iter::successors(after(start), |token| after(token.end))
        .map(|token| (token.kind as u8, token.start, token.end))
        .collect()
}

/// Number and dots of a move number indication (see `lexer::number`).
#[pyfunction]
pub fn read_number(text: &[u8]) -> (Option<u32>, u32) {
    lexer::number(text)
}

/// Whether a word spells a move: 0 it does not, 1 a plain one, 2 another (see `san::read_any`).
#[pyfunction]
pub fn spell(word: &[u8]) -> u8 {
    match read_any(word) {
        Spelled::None => 0,
        Spelled::San(_) => 1,
        Spelled::Other => 2,
    }
}

/// The plain move that a word spells: how it goes, piece, mask of its origins, target, promotion, as python-chess's
/// numbers; of castling `mask` says whether it is kingside.
#[pyfunction]
pub fn meaning(word: &[u8]) -> Option<(&'static str, u8, u64, u8, Option<u8>)> {
    let Spelled::San(san) = read_any(word) else { return None };
    let number = |promotion: Option<Role>| promotion.map(u8::from);
    Some(match san {
        San::Castling { kingside } => ("castling", 6, u64::from(kingside), 0, None),
        San::Push { to, promotion } => ("push", 1, Bitboard::from_file(to.file()).0, to.into(), number(promotion)),
        San::Capture { from, to, promotion } => {
            ("capture", 1, Bitboard::from_file(from).0, to.into(), number(promotion))
        }
        San::Piece { role, mask, to } => ("piece", role.into(), mask.0, to.into(), None),
    })
}
