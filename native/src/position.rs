//! A position of standard chess or Chess960 that plays moves, on shakmaty's attack tables.
//!
//! Of a move that it cannot play python-chess is the judge; the legal moves are never generated on the way.
#![forbid(unsafe_code)]

use shakmaty::attacks::{between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use shakmaty::fen::Fen;
use shakmaty::{Bitboard, CastlingSide, Color, Rank, Role, Square};

/// The men of pawn, knight, bishop, rook, queen, king.
pub(crate) type Roles = [Bitboard; 6];
/// The men of Black and White.
pub(crate) type Sides = [Bitboard; 2];

/// The men and all else that a move depends on; also the clocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(crate) roles: Roles,
    pub(crate) sides: Sides,
    pub(crate) kings: [Square; 2],
    pub(crate) rights: Bitboard,
    pub(crate) en_passant: Option<Square>,
    pub(crate) turn: Color,
    /// Halfmove clock.
    pub clock: u32,
    /// Fullmove number.
    pub number: u32,
}

/// The place of a color in `sides` and `kings`.
pub(crate) const fn at(color: Color) -> usize {
    match color {
        Color::Black => 0,
        Color::White => 1,
    }
}

pub(crate) const fn role_at(role: Role) -> usize {
    role as usize - 1
}

impl Position {
    /// The position of a six-field FEN with Shredder castling letters; `None` where it is not one to play from here.
    ///
    /// That wants one king a side, no pawn on a back rank, and rights that king and rook can have.
    pub fn from_fen(text: &str, chess960: bool) -> Option<Self> {
        let mut fields = text.split(' ').skip(4);
        let (clock, number) = (whole_number(fields.next()?)?, whole_number(fields.next()?)?);
        if fields.next().is_some() || number == 0 {
            return None;
        }
        let setup = Fen::from_ascii(text.as_bytes()).ok()?.into_setup();
        let (roles, sides) = setup.board.into_bitboards();
        if setup.pockets.is_some() || setup.remaining_checks.is_some() {
            return None;
        }
        let roles = [roles.pawn, roles.knight, roles.bishop, roles.rook, roles.queen, roles.king];
        let men = (roles, [sides.black, sides.white]);
        Self::new(men, setup.castling_rights, setup.ep_square, setup.turn, (clock, number), chess960)
    }

    /// The position of these men, rooks that may castle, halfmove clock and fullmove number; `None` as in `from_fen`.
    pub(crate) fn new(
        (roles, sides): (Roles, Sides),
        rights: Bitboard,
        en_passant: Option<Square>,
        turn: Color,
        (clock, number): (u32, u32),
        chess960: bool,
    ) -> Option<Self> {
        let king = |color: Color| (sides[at(color)] & roles[role_at(Role::King)]).single_square();
        let kings = [king(Color::Black)?, king(Color::White)?];
        let backranks = Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth);
        if (roles[role_at(Role::Pawn)] & backranks).any() {
            return None;
        }
        let position = Self { roles, sides, kings, rights, en_passant, turn, clock, number };
        position.rights_are_sound(chess960).then_some(position)
    }

    fn rights_are_sound(&self, chess960: bool) -> bool {
        let mut rest = self.rights;
        for color in [Color::White, Color::Black] {
            let (king, rank) = (self.king(color), color.backrank());
            let mine = self.rights & Bitboard::from_rank(rank);
            rest &= !mine;
            let corners = Bitboard::from_square(Square::A1)
                | Bitboard::from_square(Square::H1)
                | Bitboard::from_square(Square::A8)
                | Bitboard::from_square(Square::H8);
            let home = chess960 || ((mine & !corners).is_empty() && king.file() == shakmaty::File::E);
            let rooks = (mine & !(self.role(Role::Rook) & self.side(color))).is_empty();
            let sides = (mine & beyond(king, CastlingSide::KingSide)).count() <= 1
                && (mine & beyond(king, CastlingSide::QueenSide)).count() <= 1;
            if mine.any() && !(home && rooks && sides && king.rank() == rank) {
                return false;
            }
        }
        rest.is_empty()
    }

    /// Pass: the other side is to move.
    pub fn pass(&mut self) {
        self.number = self.number.saturating_add(u32::from(self.turn.is_black()));
        self.turn = !self.turn;
        self.clock = self.clock.saturating_add(1);
        self.en_passant = None;
    }

    /// The piece placement field.
    #[cfg(test)]
    pub fn placement(&self) -> String {
        let mut board = shakmaty::Board::empty();
        for (men, role) in self.roles.iter().zip(Role::ALL) {
            for (side, color) in self.sides.iter().zip([Color::Black, Color::White]) {
                for square in *men & *side {
                    board.set_piece_at(square, role.of(color));
                }
            }
        }
        board.board_fen().to_string()
    }

    /// Whose move it is.
    pub const fn turn(&self) -> Color {
        self.turn
    }

    #[inline]
    pub(crate) const fn role(&self, role: Role) -> Bitboard {
        self.roles[role_at(role)]
    }

    #[inline]
    pub(crate) const fn side(&self, color: Color) -> Bitboard {
        self.sides[at(color)]
    }

    #[inline]
    pub(crate) const fn king(&self, color: Color) -> Square {
        self.kings[at(color)]
    }

    #[inline]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// The men among `enemy` that attack `square`, on which a king of `color` stands or would stand, on a board
    /// with `occupied` squares.
    #[inline]
    pub(crate) fn attackers(&self, square: Square, color: Color, occupied: Bitboard, enemy: Bitboard) -> Bitboard {
        let queens = self.role(Role::Queen);
        let snipers = (rook_attacks(square, Bitboard::EMPTY) & (self.role(Role::Rook) | queens))
            | (bishop_attacks(square, Bitboard::EMPTY) & (self.role(Role::Bishop) | queens));
        let mut found = ((knight_attacks(square) & self.role(Role::Knight))
            | (pawn_attacks(color, square) & self.role(Role::Pawn))
            | (king_attacks(square) & self.role(Role::King)))
            & enemy;
        for sniper in snipers & enemy {
            if (between(square, sniper) & occupied).is_empty() {
                found.add(sniper);
            }
        }
        found
    }

    #[inline]
    pub(crate) fn is_attacked(&self, square: Square, color: Color, occupied: Bitboard, enemy: Bitboard) -> bool {
        self.attackers(square, color, occupied, enemy).any()
    }

    /// The men that give check.
    pub fn checkers(&self) -> Bitboard {
        self.attackers(self.king(self.turn), self.turn, self.occupied(), self.side(!self.turn))
    }

    /// Whether the king is safe once a man of the side to move has gone from `from` to `to`.
    pub(crate) fn is_safe(&self, role: Role, from: Bitboard, to: Square) -> bool {
        let target = Bitboard::from_square(to);
        let occupied = (self.occupied() & !from) | target;
        let king = if role == Role::King { to } else { self.king(self.turn) };
        !self.is_attacked(king, self.turn, occupied, self.side(!self.turn) & !target)
    }
}

/// A number of digits only; shakmaty would round a great one down.
fn whole_number(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// The squares of higher (king's side) or lower number than the king's.
pub(crate) fn beyond(king: Square, side: CastlingSide) -> Bitboard {
    let below = Bitboard((1u64 << king.to_u32()) - 1);
    match side {
        CastlingSide::KingSide => !below.with(king),
        CastlingSide::QueenSide => below,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_fields_and_a_move_number() {
        let read = |counters: &str| Position::from_fen(&format!("4k3/8/8/8/8/8/8/4K3 w - - {counters}"), true);
        assert!(read("0 1").is_some());
        for counters in ["0 0", "0 1 2", "0"] {
            assert!(read(counters).is_none(), "{counters}");
        }
    }
}
