//! What makes a position, and what can be asked of it.
#![forbid(unsafe_code)]

use shakmaty::{Bitboard, Square};

/// What makes two records the same position whatever conventions they are written in, counters aside. Men in hand and
/// checks left are not in it: a record that has them is not plain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The men from a8 on, `.` for an empty square.
    pub squares: [u8; 64],
    /// Whether White is to move.
    pub white_to_move: bool,
    /// The rooks that may castle.
    pub rooks: Bitboard,
    /// The en passant square, where a capture on it is legal.
    pub target: Option<Square>,
}

/// A question.
#[derive(Clone, Debug)]
pub enum Question {
    /// Whether it is this position, whatever conventions it is written in.
    Same(Box<Identity>),
    /// Whether the ranks of its board, from the eighth on, fit: men, `.` for an empty square, `?` for any one square, `*`
    /// for any run of squares.
    Placement(Vec<Vec<u8>>),
}

impl Question {
    /// The answer.
    pub fn answer(&self, of: &Identity) -> bool {
        match self {
            Self::Same(identity) => *of == **identity,
            Self::Placement(ranks) => {
                let (rows, _) = of.squares.as_chunks::<8>();
                ranks.len() == rows.len() && ranks.iter().zip(rows).all(|(rank, row)| fits(rank, row))
            }
        }
    }
}

/// Whether a row of squares fits a pattern of one rank.
pub fn fits(rank: &[u8], row: &[u8]) -> bool {
    match (rank, row) {
        ([], row) => row.is_empty(),
        ([b'*', rest @ ..], row) => (0..=row.len()).any(|run| row.get(run..).is_some_and(|row| fits(rest, row))),
        ([one, rest @ ..], [square, row @ ..]) => (*one == b'?' || one == square) && fits(rest, row),
        (_, []) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_fit_patterns() {
        let row = b"r...k..r";
        for rank in [&b"r...k..r"[..], b"*", b"r*", b"*k*", b"r???k??r", b"*r*r*", b"**k??*"] {
            assert!(fits(rank, row), "{rank:?}");
        }
        for rank in [&b"R...k..r"[..], b"", b"r", b"*k", b"r???k??", b"*r*r*r*", b"*q*"] {
            assert!(!fits(rank, row), "{rank:?}");
        }
    }
}
