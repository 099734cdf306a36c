//! The piece placement field: the men on a board of 8x8.
#![forbid(unsafe_code)]

use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use shakmaty::{Bitboard, Color, Rank, Role, Square};

use super::scharnagl::number;
use crate::position::{Roles, Sides, at, role_at};

/// The men, as text and as sets.
#[derive(Clone, Debug)]
pub struct Board {
    /// From a8 on, `.` for an empty square.
    pub squares: [u8; 64],
    pub(crate) roles: Roles,
    pub(crate) sides: Sides,
}

/// The longest field: 64 men and the slashes.
const LONGEST: usize = 64 + 7;

/// What a byte of the field does.
#[derive(Clone, Copy)]
struct Step {
    /// How many squares it stands for.
    squares: u8,
    /// Of a man its role, and 6 more for White's; of all else NO_MAN.
    man: u8,
    /// The man, or `.`.
    letter: u8,
    slash: bool,
    count: bool,
    /// It stands in no field.
    odd: bool,
}

const NO_MAN: u8 = 12;

/// What each byte does.
static STEPS: [Step; 256] = {
    let mut steps = [Step { squares: 0, man: NO_MAN, letter: b'.', slash: false, count: false, odd: true }; 256];
    steps[b'/' as usize] = Step { slash: true, odd: false, ..steps[0] };
    let mut number = 1;
    while number <= 8 {
        steps[(b'0' + number) as usize] = Step { squares: number, count: true, odd: false, ..steps[0] };
        number += 1;
    }
    let (letters, mut man) = (b"pnbrqkPNBRQK", 0);
    while man < NO_MAN {
        let letter = letters[man as usize];
        steps[letter as usize] = Step { squares: 1, man, letter, odd: false, ..steps[0] };
        man += 1;
    }
    steps
};

impl Board {
    /// The board of a field without any oddity: eight ranks of eight squares, neighboring empty ones counted together.
    ///
    /// Without a branch on what a byte is: that is hard to foresee, and most of the work on a FEN.
    pub(super) fn read(text: &[u8]) -> Option<Self> {
        if text.len() > LONGEST {
            return None;
        }
        let (mut squares, mut men) = ([b'.'; 64], [0u64; 16]);
        // Squares so far, where the rank ends, whether the byte before was a digit, whether something is wrong.
        let (mut square, mut end, mut counted, mut odd) = (0usize, 8usize, false, false);
        for &byte in text {
            let step = &STEPS[usize::from(byte)];
            odd |= step.odd | (step.slash & ((square != end) | (end == 64))) | (step.count & counted);
            end += if step.slash { 8 } else { 0 };
            let place = square & 63;
            squares[place] = step.letter;
            men[usize::from(step.man & 15)] |= 1 << (place ^ 56);
            square += usize::from(step.squares);
            odd |= square > end;
            counted = step.count;
        }
        if odd || square != 64 {
            return None;
        }
        let (mut roles, mut sides) = ([Bitboard::EMPTY; 6], [Bitboard::EMPTY; 2]);
        for (side, men) in sides.iter_mut().zip(men.chunks_exact(6)) {
            for (role, men) in roles.iter_mut().zip(men) {
                *role |= Bitboard(*men);
                *side |= Bitboard(*men);
            }
        }
        Some(Self { squares, roles, sides })
    }

    /// The men of a role and a color.
    pub(super) const fn men(&self, color: Color, role: Role) -> Bitboard {
        Bitboard(self.roles[role_at(role)].0 & self.sides[at(color)].0)
    }

    /// The one king of a color.
    pub(super) fn king(&self, color: Color) -> Option<Square> {
        self.men(color, Role::King).single_square()
    }

    pub(super) fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// The back rank of a color from the a-file on.
    pub(super) fn back_rank(&self, color: Color) -> &[u8] {
        let from = if color.is_white() { 56 } else { 0 };
        self.squares.get(from..from + 8).unwrap_or(&[])
    }

    /// The men of color `by` that attack a square, on a board with these `occupied` squares and these of its `pawns`.
    pub(super) fn attackers(&self, square: Square, by: Color, occupied: Bitboard, pawns: Bitboard) -> Bitboard {
        let queens = self.men(by, Role::Queen);
        (knight_attacks(square) & self.men(by, Role::Knight))
            | (king_attacks(square) & self.men(by, Role::King))
            | (pawn_attacks(!by, square) & pawns)
            | (rook_attacks(square, occupied) & (self.men(by, Role::Rook) | queens))
            | (bishop_attacks(square, occupied) & (self.men(by, Role::Bishop) | queens))
    }

    /// The men that attack the one king of a color.
    pub(super) fn checkers(&self, color: Color) -> Bitboard {
        let pawns = self.men(!color, Role::Pawn);
        self.king(color).map_or(Bitboard::EMPTY, |king| self.attackers(king, !color, self.occupied(), pawns))
    }

    /// Whether the pawns stand as in an array, and of other men only those of their side behind them.
    pub(super) fn is_at_home(&self) -> bool {
        let home = |color: Color, pawns: Rank, behind: Rank| {
            let (side, pawns) = (self.sides[at(color)], Bitboard::from_rank(pawns));
            side & !Bitboard::from_rank(behind) == pawns
                && side != pawns
                && (pawns & !self.men(color, Role::Pawn)).is_empty()
        };
        home(Color::White, Rank::Second, Rank::First) && home(Color::Black, Rank::Seventh, Rank::Eighth)
    }

    /// The Scharnagl numbers of White and Black where the men of both stand in an array.
    pub(super) fn array_numbers(&self) -> Option<(u16, u16)> {
        if !self.is_at_home() {
            return None;
        }
        Some((number(self.back_rank(Color::White))?, number(self.back_rank(Color::Black))?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_on_their_squares() {
        let board = Board::read(b"r3k2r/8/8/3pP3/8/8/8/R3K2R").expect("a sound field");
        assert_eq!(&board.squares[..8], b"r...k..r");
        assert_eq!(&board.squares[24..32], b"...pP...");
        assert_eq!(board.men(Color::White, Role::Pawn), Square::E5.into());
        assert_eq!(board.king(Color::Black), Some(Square::E8));
        assert_eq!(board.men(Color::White, Role::Rook), Bitboard(0x81));
        assert_eq!(board.occupied().count(), 8);
    }

    #[test]
    fn odd_fields() {
        assert!(Board::read(b"8/8/8/8/8/8/8/8").is_some());
        assert!(Board::read(["rnbqkbnr"; 8].join("/").as_bytes()).is_some());
        for text in [
            "",
            "8",
            "8/8/8/8/8/8/8",
            "8/8/8/8/8/8/8/8/",
            "8/8/8/8/8/8/8/8/8",
            "/8/8/8/8/8/8/8/8",
            "8//8/8/8/8/8/8",
            "7/8/8/8/8/8/8/8",
            "9/8/8/8/8/8/8/8",
            "08/8/8/8/8/8/8/8",
            "44/8/8/8/8/8/8/8",
            "8/8/8/8/8/8/8/7K1",
            "p8/8/8/8/8/8/8/8",
            "8p/8/8/8/8/8/8/8",
            "4p4/8/8/8/8/8/8/8",
            "8/8/8/8/8/8/8/8[]",
            "7P~/8/8/8/8/8/8/8",
            "x7/8/8/8/8/8/8/8",
            "8 8/8/8/8/8/8/8",
            "88888888",
            "pppppppppppppppp/8/8/8/8/8/8",
            "K\u{e9}6/8/8/8/8/8/8/8",
        ] {
            assert!(Board::read(text.as_bytes()).is_none(), "{text}");
        }
        assert!(Board::read(&[b'8'; 4096]).is_none());
    }
}
