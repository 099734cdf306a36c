//! What Python sees of questions on starts.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use shakmaty::{Bitboard, Square};

use crate::fen::{Identity, Question};
use crate::starts::MOST_QUESTIONS;

/// Questions on plain starts, for `Scanner.codes`.
#[pyclass(frozen, module = "pgnfen._native")]
pub struct Questions {
    /// In the order in which they were added.
    pub questions: Vec<Question>,
}

/// A position: the men from a8 on, whether White is to move, the squares of the rooks that may castle, the target of a
/// legal en passant capture.
type Position = (Vec<u8>, bool, u64, Option<u32>);

#[pymethods]
impl Questions {
    /// Whether a start is one of the positions, each a question, then whether its board fits the patterns, each eight
    /// ranks.
    #[new]
    fn new(positions: Vec<Position>, patterns: Vec<Vec<Vec<u8>>>) -> PyResult<Self> {
        if positions.len() + patterns.len() > MOST_QUESTIONS {
            return Err(PyValueError::new_err("too many questions at once"));
        }
        let same = positions.into_iter().map(same).collect::<PyResult<Vec<_>>>()?;
        Ok(Self { questions: same.into_iter().chain(patterns.into_iter().map(Question::Placement)).collect() })
    }
}

fn same((squares, white_to_move, rooks, target): Position) -> PyResult<Question> {
    let squares = squares.try_into().map_err(|_| PyValueError::new_err("a board has 64 squares"))?;
    let target = target.map(|square| Square::try_from(square).map_err(|_| PyValueError::new_err("no square")));
    let target = target.transpose()?;
    Ok(Question::Same(Box::new(Identity { squares, white_to_move, rooks: Bitboard(rooks), target })))
}
