//! Which fields of a declared FEN a position does not have; the same as `differs` in pgnfen/facts/agreement.py.
#![forbid(unsafe_code)]

use shakmaty::{Bitboard, CastlingSide, Color, Role, Square};

use crate::position::{Position, beyond};

/// The piece placement differs.
pub const PLACEMENT: u8 = 1;
const TURN: u8 = 2;
const CASTLING: u8 = 4;
const EN_PASSANT: u8 = 8;
const HALFMOVE: u8 = 16;
const FULLMOVE: u8 = 32;

/// The fields of a declared FEN.
pub fn fields(fen: &[u8]) -> impl Iterator<Item = &[u8]> {
    fen.split(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b';')).filter(|field| !field.is_empty())
}

/// The fields of a FEN of four or six that differ from the position, a bit each. `first`: no move has been played, and
/// an en passant square that nobody can capture on may be stated or not.
pub fn differs(fen: &[u8], position: &Position, first: bool) -> u8 {
    let mut fields = fields(fen);
    let mut next = || fields.next().unwrap_or(&[]);
    let (placement, turn, castling, target, halfmove, fullmove) = (next(), next(), next(), next(), next(), next());
    let is_turn = turn == if position.turn().is_white() { b"w" } else { b"b" };
    let counter = |text: &[u8], number: u32| text.is_empty() || number_of(text) == Some(number);
    [
        (PLACEMENT, same_placement(placement, position)),
        (TURN, is_turn),
        (CASTLING, same_rights(castling, position)),
        (EN_PASSANT, same_target(target, position, first)),
        (HALFMOVE, counter(halfmove, position.clock)),
        (FULLMOVE, counter(fullmove, position.number)),
    ]
    .into_iter()
    .map(|(bit, same)| if same { 0 } else { bit })
    .sum()
}

fn number_of(digits: &[u8]) -> Option<u32> {
    std::str::from_utf8(digits).ok()?.parse().ok()
}

fn same_placement(text: &[u8], position: &Position) -> bool {
    let (mut rank, mut file, mut men) = (7u32, 0u32, 0);
    for &byte in text {
        match byte {
            b'/' => {
                if file != 8 || rank == 0 {
                    return false;
                }
                (rank, file) = (rank - 1, 0);
            }
            b'1'..=b'8' => file += u32::from(byte - b'0'),
            _ => {
                let Some(role) = Role::from_char(char::from(byte)) else { return false };
                if file > 7 {
                    return false;
                }
                let color = Color::from_white(byte.is_ascii_uppercase());
                let square = Square::new(8 * rank + file);
                if !(position.role(role) & position.side(color)).contains(square) {
                    return false;
                }
                (file, men) = (file + 1, men + 1);
            }
        }
        if file > 8 {
            return false;
        }
    }
    rank == 0 && file == 8 && position.occupied().count() == men
}

/// Whether these are the rights, however they are spelled.
fn same_rights(text: &[u8], position: &Position) -> bool {
    let mut named = Bitboard::EMPTY;
    for &letter in if text == b"-" { &[][..] } else { text } {
        let color = Color::from_white(letter.is_ascii_uppercase());
        let own = position.rights & Bitboard::from_rank(color.backrank());
        let king = position.king(color);
        let right = match letter.to_ascii_uppercase() {
            b'K' => own & beyond(king, CastlingSide::KingSide),
            b'Q' => own & beyond(king, CastlingSide::QueenSide),
            file @ b'A'..=b'H' => own & Bitboard::from_file(shakmaty::File::new(u32::from(file - b'A'))),
            _ => return false,
        };
        if right.is_empty() || (right & named).any() {
            return false;
        }
        named |= right;
    }
    named == position.rights
}

fn same_target(text: &[u8], position: &Position, first: bool) -> bool {
    let square = Square::from_ascii(text).ok();
    if position.can_capture_en_passant() {
        return square.is_some() && square == position.en_passant;
    }
    first || text == b"-" || (square.is_some() && square == position.en_passant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields() {
        let position = Position::from_fen("r3k2r/8/8/8/3pP3/8/8/R3K2R b Ha e3 3 9", true).expect("a position");
        let said = |fen: &str| differs(fen.as_bytes(), &position, false);
        assert_eq!(said("r3k2r/8/8/8/3pP3/8/8/R3K2R b Kq e3 3 9"), 0);
        assert_eq!(said("r3k2r/8/8/8/3pP3/8/8/R3K2R\nb aH e3"), 0);
        assert_eq!(said("r3k2r/8/8/8/3pP3/8/8/R3K2R w Ha e3 3 9"), TURN);
        assert_eq!(said("r3k2r/8/8/8/3pP3/8/8/R3K2R b HHa - 3 9"), CASTLING | EN_PASSANT);
        assert_eq!(said("r3k2r/8/8/8/3pP3/8/8/R3K1R1 b - e3 4 8"), PLACEMENT | CASTLING | HALFMOVE | FULLMOVE);
        for placement in [
            "r3k2r/8/8/8/3pP3/8/8/R3K3",
            "r3k2r/8/8/8/3pP2/8/8/R3K2R",
            "r3k2r/8/8/8/3pPx2/8/8/R3K2R",
            "r3k2rr/8/8/8/3pP3/8/8/R3K2R",
            "r3k2r/8/8/8/3pP3/8/8/R3K2R1",
        ] {
            assert_eq!(said(&format!("{placement} b Ha e3 3 9")), PLACEMENT);
        }
        let quiet = Position::from_fen("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 9", true).expect("a position");
        for (target, first, expected) in [("e3", false, 0), ("-", false, 0), ("d3", false, 8), ("d3", true, 0)] {
            let fen = format!("4k3/8/8/8/4P3/8/8/4K3 b - {target}");
            assert_eq!(differs(fen.as_bytes(), &quiet, first), expected, "{target}");
        }
    }
}
