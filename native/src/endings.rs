//! How mainlines end: what the last position is, and how often it has occurred; said in bits. The Python reader says the
//! same (pgnfen/facts/endings.py).
#![forbid(unsafe_code)]

use crate::definitions::{NAMED_BEHIND, NAMED_FIFTY, NAMED_MATE, NAMED_REPETITION, NAMED_STALEMATE};
use crate::history::History;
use crate::position::Position;
use crate::reader::{Moves, Watched, watch};

/// The side to move is mated.
pub const MATE: u8 = 2;
/// It has no move and is not in check.
pub const STALEMATE: u8 = 4;
const REPETITION: u8 = 8;
const FIFTY: u8 = 16;
const DEAD: u8 = 32;

const THREE: u32 = 3;
const FIFTY_CLOCK: u32 = 100;

/// The end of a game that a Termination tag names, as pgnfen.pgn.value_types has it: what the last position has to be; 0: it
/// names none.
pub fn named_end(termination: &[u8]) -> u8 {
    let names = |words: &[&[u8]]| {
        words
            .iter()
            .filter_map(|word| termination.strip_suffix(*word))
            .any(|before| before.is_empty() || NAMED_BEHIND.iter().any(|behind| before.ends_with(behind)))
    };
    let ends = [(NAMED_MATE, MATE), (NAMED_STALEMATE, STALEMATE), (NAMED_REPETITION, REPETITION), (NAMED_FIFTY, FIFTY)];
    if termination.is_empty() { 0 } else { ends.iter().find(|(words, _)| names(words)).map_or(0, |(_, end)| *end) }
}

/// What the last position of a game is.
pub fn of(last: &Position, history: &History) -> u8 {
    let mut found = 0;
    if !last.has_legal_move() {
        found |= if last.checkers().any() { MATE } else { STALEMATE };
    }
    for (holds, bit) in
        [(history.times() >= THREE, REPETITION), (last.clock >= FIFTY_CLOCK, FIFTY), (last.is_dead(), DEAD)]
    {
        found |= if holds { bit } else { 0 };
    }
    found
}

/// How the mainline of the movetext at `from` ends; `None` where it cannot be played to its end.
pub fn played(raw: &[u8], from: usize, start: &Position) -> Option<u8> {
    let mut history = History::default();
    history.push(start);
    match watch(raw, from, start, &mut history)? {
        Watched::Whole(last) => Some(of(&last, &history)),
        Watched::Halts(..) => None,
    }
}

impl Moves for History {
    #[inline]
    fn played(&mut self, position: &Position, _: &[u8], _: usize) {
        self.push(position);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named() {
        for (termination, end) in [
            ("Ann won by checkmate", MATE),
            ("checkmate", MATE),
            ("Game drawn by insufficient material", 0),
            ("Game drawn by timeout vs insufficient material", 0),
            ("3-fold rep", REPETITION),
            ("50-move rule", FIFTY),
            ("Game drawn by stalemate", STALEMATE),
            ("by checkmate", 0),
            ("normal", 0),
            ("", 0),
        ] {
            assert_eq!(named_end(termination.as_bytes()), end, "{termination}");
        }
    }

    #[test]
    fn ends() {
        let ends =
            |fen: &str, text: &str| played(text.as_bytes(), 0, &Position::from_fen(fen, true).expect("a position"));
        let fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
        assert_eq!(ends(fen, "Ra8# 1-0"), Some(MATE));
        assert_eq!(ends(fen, "Ra7 Kf8 Ra1 Kg8 Ra7 Kf8 Ra1 Kg8 1/2-1/2"), Some(REPETITION));
        assert_eq!(ends(fen, "Ra7 Ra8 *"), None);
    }
}
