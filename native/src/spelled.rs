//! What tests ask: how movetext is cut into tokens, what a word of it spells, and what a start is read as.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use shakmaty::{Bitboard, Role};

use crate::block_facts::board;
use crate::engine_records::{BoardSets, Identity, PlainRecord, PlainStart};
use crate::fen::{self, ToPlay};
use crate::lexer;
use crate::position::Position;
use crate::records;
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

/// A plain start from the raw values of SetUp, FEN and Variant. Moves begin at a position (see `position`), at one that
/// is not played (False), or Python is asked (None).
#[pyfunction]
pub fn start<'py>(
    py: Python<'py>,
    setup: Option<&[u8]>,
    fen: Option<&[u8]>,
    variant: Option<&[u8]>,
) -> PyResult<Option<PlainStart<'py>>> {
    let Some(plain) = fen::read([setup, fen, variant]) else { return Ok(None) };
    let to_play = match &plain.to_play {
        ToPlay::From(position) => Some(board(position).into_bound_py_any(py)?),
        ToPlay::Not => Some(false.into_bound_py_any(py)?),
        ToPlay::Asked => None,
    };
    let one = &plain.identity;
    let squares = one.squares.iter().map(|&byte| char::from(byte)).collect();
    let identity = Identity {
        squares,
        white_to_move: one.white_to_move,
        rooks: one.rooks.0,
        target: one.target.map(|square| square.to_u32()),
    };
    let (code, kinds, remarks) = (plain.code(), plain.kinds, plain.remarks as u8);
    Ok(Some(PlainStart { code, kinds, remarks, to_play, identity }))
}

/// A record that takes no second look: its columns, whether anything is wrong with it, the FEN that it is.
#[pyfunction]
pub fn record(line: &[u8]) -> Option<PlainRecord> {
    let (line, plain) = records::read(line)?;
    let mut fen = Vec::new();
    line.write_fen(&mut fen);
    Some(PlainRecord { code: plain.code(), is_faulty: records::is_faulty(&plain), fen })
}

/// Whether starts that state no variant have one that Python knows: then it is asked of each of them.
#[pyfunction]
pub fn set_default_variant(there_is: bool) {
    fen::set_default(there_is);
}

/// The position that `Scanner.learn` makes of a FEN.
#[pyfunction]
pub fn position(text: &str, chess960: bool) -> Option<BoardSets> {
    Position::from_fen(text, chess960).map(|position| board(&position))
}
