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

impl Board {
    /// The board of a field without any oddity: eight ranks of eight squares, neighbouring empty ones counted together.
    pub(super) fn read(text: &[u8]) -> Option<Self> {
        let mut board = Self { squares: [b'.'; 64], roles: [Bitboard::EMPTY; 6], sides: [Bitboard::EMPTY; 2] };
        let (mut rank, mut file, mut counted) = (0, 0, false);
        for &byte in text {
            let digit = byte.is_ascii_digit();
            match byte {
                b'/' if file == 8 && rank < 7 => (rank, file) = (rank + 1, 0),
                b'1'..=b'8' if !counted => file += usize::from(byte - b'0'),
                _ => {
                    let role = Role::from_char(char::from(byte))?;
                    if file > 7 {
                        return None;
                    }
                    *board.squares.get_mut(rank * 8 + file)? = byte;
                    let square = Square::new(((7 - rank) * 8 + file) as u32);
                    let color = Color::from_white(byte.is_ascii_uppercase());
                    board.roles[role_at(role)].add(square);
                    board.sides[at(color)].add(square);
                    file += 1;
                }
            }
            if file > 8 {
                return None;
            }
            counted = digit;
        }
        (rank == 7 && file == 8).then_some(board)
    }

    /// The men of a role and a colour.
    pub(super) const fn men(&self, color: Color, role: Role) -> Bitboard {
        Bitboard(self.roles[role_at(role)].0 & self.sides[at(color)].0)
    }

    /// The one king of a colour.
    pub(super) fn king(&self, color: Color) -> Option<Square> {
        self.men(color, Role::King).single_square()
    }

    pub(super) fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// The back rank of a colour from the a-file on.
    pub(super) fn back_rank(&self, color: Color) -> &[u8] {
        let from = if color.is_white() { 56 } else { 0 };
        self.squares.get(from..from + 8).unwrap_or(&[])
    }

    /// The men of colour `by` that attack a square, on a board with these `occupied` squares and these of its `pawns`.
    pub(super) fn attackers(&self, square: Square, by: Color, occupied: Bitboard, pawns: Bitboard) -> Bitboard {
        let queens = self.men(by, Role::Queen);
        (knight_attacks(square) & self.men(by, Role::Knight))
            | (king_attacks(square) & self.men(by, Role::King))
            | (pawn_attacks(!by, square) & pawns)
            | (rook_attacks(square, occupied) & (self.men(by, Role::Rook) | queens))
            | (bishop_attacks(square, occupied) & (self.men(by, Role::Bishop) | queens))
    }

    /// The men that attack the one king of a colour.
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
