//! How many FENs are consistent with which castling and en passant conventions, and which of them is the first.
#![forbid(unsafe_code)]

use shakmaty::{Bitboard, CastlingSide, Color, File};

use crate::definitions::{CastlingConvention, EnPassantConvention};
use crate::position::{Position, beyond};

/// Consistent with all conventions of its field, or with none: it tells nothing.
const ALL: u8 = CastlingConvention::ALL | EnPassantConvention::ALL;
const FEN: u8 = CastlingConvention::Fen.bit();
const X_FEN: u8 = CastlingConvention::XFen.bit();
const SHREDDER: u8 = CastlingConvention::Shredder.bit();
const PASSED: u8 = EnPassantConvention::Of1994.bit();
const BESIDE: u8 = EnPassantConvention::XFen.bit();
const LEGAL: u8 = EnPassantConvention::Legal.bit();

/// Field (0 castling, 1 en passant; behind them what `told` in `fen` has), conventions as bits, how many, the first
/// game.
pub type Entry = (u8, u8, u32, usize);

/// For castling (0) and en passant (1) and each set of conventions, as in `fen`: how many, and the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally<const FIELDS: usize = 2> {
    found: [[(u32, usize); 8]; FIELDS],
}

impl<const FIELDS: usize> Default for Tally<FIELDS> {
    fn default() -> Self {
        Self { found: [[(0, 0); 8]; FIELDS] }
    }
}

impl<const FIELDS: usize> Tally<FIELDS> {
    /// Count `count` FENs of the game at `index`, consistent with these conventions of castling and en passant.
    pub fn add(&mut self, masks: [u8; FIELDS], count: u32, index: usize) {
        for (field, mask) in self.found.iter_mut().zip(masks) {
            if mask != ALL
                && mask != 0
                && let Some(known) = field.get_mut(usize::from(mask))
            {
                known.1 = if known.0 == 0 { index } else { known.1 };
                known.0 = known.0.saturating_add(count);
            }
        }
    }

    /// Count all that another has, of the game at `index`.
    pub fn extend(&mut self, other: &Self, index: usize) {
        for (field, mask, count, _) in other.entries() {
            let mut masks = [ALL; FIELDS];
            if let Some(of_field) = masks.get_mut(usize::from(field)) {
                *of_field = mask;
            }
            self.add(masks, count, index);
        }
    }

    /// Field, conventions, how many, the first.
    pub fn entries(&self) -> Vec<Entry> {
        let each = |(field, masks): (usize, &[(u32, usize); 8])| {
            let known = masks.iter().enumerate().filter(|(_, (count, _))| *count > 0);
            known.map(|(mask, &(count, first))| (field as u8, mask as u8, count, first)).collect::<Vec<_>>()
        };
        self.found.iter().enumerate().flat_map(each).collect()
    }
}

/// With which conventions a FEN is consistent that has nothing wrong for the position; `first`: no move has been played.
pub fn followed(castling: &[u8], target: &[u8], position: &Position, first: bool) -> [u8; 2] {
    [of_castling(castling, position), if first { ALL } else { of_target(target, position) }]
}

fn of_castling(text: &[u8], position: &Position) -> u8 {
    if text == b"-" {
        return ALL;
    }
    let corners = Bitboard::from_file(File::A) | Bitboard::from_file(File::H);
    let mut found = ALL;
    for &letter in text {
        let color = Color::from_white(letter.is_ascii_uppercase());
        let king = position.king(color);
        let rank = Bitboard::from_rank(color.backrank());
        let rooks = position.role(shakmaty::Role::Rook) & position.side(color) & rank;
        let side = |side| position.rights & rank & beyond(king, side);
        let (right, beside) = match letter.to_ascii_uppercase() {
            b'K' => (side(CastlingSide::KingSide), CastlingSide::KingSide),
            b'Q' => (side(CastlingSide::QueenSide), CastlingSide::QueenSide),
            file => {
                let right = rank & Bitboard::from_file(File::new(u32::from(file.saturating_sub(b'A').min(7))));
                let is_kings = (right & beyond(king, CastlingSide::KingSide)).any();
                (right, if is_kings { CastlingSide::KingSide } else { CastlingSide::QueenSide })
            }
        };
        let Some(rook) = right.single_square() else { return 0 };
        let outermost = (rooks & beyond(rook, beside)).without(rook).is_empty();
        found &= if matches!(letter, b'K' | b'Q' | b'k' | b'q') {
            let home = king.file() == File::E && corners.contains(rook);
            (u8::from(home) * FEN) | (u8::from(outermost) * X_FEN)
        } else {
            SHREDDER | (u8::from(!outermost) * X_FEN)
        };
    }
    found
}

fn of_target(text: &[u8], position: &Position) -> u8 {
    if position.en_passant.is_none() || position.can_capture_en_passant() {
        return ALL;
    }
    match (text == b"-", position.has_pseudo_legal_en_passant()) {
        (true, true) => LEGAL,
        (true, false) => LEGAL | BESIDE,
        (false, true) => BESIDE | PASSED,
        (false, false) => PASSED,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castling() {
        let said = |fen: &str, text: &str| of_castling(text.as_bytes(), &Position::from_fen(fen, true).expect("sound"));
        let home = "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 9";
        assert_eq!((said(home, "KQkq"), said(home, "HAha"), said(home, "KQha"), said(home, "-")), (3, 4, 0, 7));
        let inner = "r3k2r/8/8/8/8/8/8/R3K1RR w GAha - 0 9";
        assert_eq!((said(inner, "GQkq"), said(inner, "KQkq"), said(inner, "GAha")), (2, 0, 4));
        assert_eq!(said("4k3/8/8/8/8/8/8/4K1RR w G - 0 9", "G"), 6);
        assert_eq!(said("1r2k3/8/8/8/8/8/8/4K3 w b - 0 9", "q"), 2);
    }

    #[test]
    fn counted() {
        let mut one = Tally::<2>::default();
        one.add([3, 7], 1, 4);
        one.add([3, 1], 2, 5);
        let mut all = Tally::default();
        all.extend(&one, 9);
        assert_eq!(one.entries(), [(0, 3, 3, 4), (1, 1, 2, 5)]);
        assert_eq!(all.entries(), [(0, 3, 3, 9), (1, 1, 2, 9)]);
    }
}
