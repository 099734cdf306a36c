//! The fields of a FEN, written into bytes; the ranks that a move has not touched are written once.
#![forbid(unsafe_code)]

use shakmaty::{Bitboard, CastlingSide, Color, Role, Square};

use crate::position::{Position, Roles, Sides, beyond};

/// Where the fields of a record end.
pub type Ends = [usize; 6];

/// By which convention the castling availability is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Castling {
    /// KQkq for the outermost rooks, file letters for inner ones.
    XFen,
    /// File letters.
    Shredder,
}

/// When the en passant target square is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnPassant {
    /// After every double step.
    Always,
    /// Where a pawn stands beside the one that has made it.
    Beside,
    /// Where a capture is legal.
    Legal,
}

/// The text of a rank, and how many bytes it takes.
type Rank = ([u8; 8], usize);

/// Writes piece placement fields; remembers the last one, rank by rank.
#[derive(Debug)]
pub struct Placements {
    roles: Roles,
    sides: Sides,
    ranks: [Rank; 8],
}

impl Default for Placements {
    fn default() -> Self {
        let ranks = [(EMPTY_SQUARES[0], 1); 8];
        Self { roles: [Bitboard::EMPTY; 6], sides: [Bitboard::EMPTY; 2], ranks }
    }
}

/// The longest placement: eight men a rank, and the slashes; eight bytes more, for a rank is copied whole.
const LONGEST: usize = 8 * 8 + 7 + 8;

impl Placements {
    /// Write the field of a position behind `out`.
    #[inline]
    pub fn write(&mut self, out: &mut Vec<u8>, position: &Position) {
        self.follow(position);
        let (mut field, mut at) = ([0; LONGEST], 0);
        for (text, length) in self.ranks.iter().rev() {
            if let Some(place) = field.get_mut(at..at + 8) {
                place.copy_from_slice(text);
            }
            at += length + 1;
            if let Some(slash) = field.get_mut(at - 1) {
                *slash = b'/';
            }
        }
        out.extend_from_slice(field.get(..at - 1).unwrap_or(&[]));
    }

    /// Write the ranks anew on which something has changed.
    #[inline]
    fn follow(&mut self, position: &Position) {
        let mut changed = 0;
        for (now, before) in position.roles.iter().zip(&self.roles).chain(position.sides.iter().zip(&self.sides)) {
            changed |= now.0 ^ before.0;
        }
        (self.roles, self.sides) = (position.roles, position.sides);
        while changed != 0 {
            let first = changed.trailing_zeros() & !7;
            changed &= !(0xff << first);
            if let Some(rank) = self.ranks.get_mut(first as usize / 8) {
                *rank = written(position, first);
            }
        }
    }
}

/// The rank whose first square has this number. Without a look at each square: which of them are empty is hard to foresee.
#[inline]
fn written(position: &Position, first: u32) -> Rank {
    let byte = |set: Bitboard| set.0 >> first & 0xff;
    // A byte for each file.
    let mut letters = 0;
    for (men, letter) in position.roles.iter().zip(b"pnbrqk") {
        letters |= spread(byte(*men)) * u64::from(*letter);
    }
    let [black, white] = position.sides.map(byte);
    letters -= spread(white) * u64::from(b'a' - b'A');
    let letters = letters.to_le_bytes();
    let mut men = black | white;
    let mut text = EMPTY_SQUARES[men as usize];
    let (places, length) = &PLACES[men as usize];
    while men != 0 {
        let file = men.trailing_zeros() as usize & 7;
        men &= men - 1;
        text[usize::from(places[file]) & 7] = letters[file];
    }
    (text, usize::from(*length))
}

/// The bits of a byte as bytes of 0 or 1, the lowest first.
#[inline]
const fn spread(bits: u64) -> u64 {
    let parted = (bits * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    (parted + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101
}

/// By the files that are occupied: a rank with its digits alone.
static EMPTY_SQUARES: [[u8; 8]; 256] = RANKS.0;
/// By the files that are occupied: where the letter of each is written, and how long the rank is.
static PLACES: [([u8; 8], u8); 256] = RANKS.1;

/// Texts, places and lengths.
type Ranks = ([[u8; 8]; 256], [([u8; 8], u8); 256]);
const RANKS: Ranks = ranks();

const fn ranks() -> Ranks {
    let (mut texts, mut places) = ([[0; 8]; 256], [([0; 8], 0); 256]);
    let mut men = 0;
    while men < 256 {
        let (mut file, mut at, mut empty) = (0, 0, 0u8);
        while file <= 8 {
            let occupied = file < 8 && men >> file & 1 == 1;
            if empty > 0 && (occupied || file == 8) {
                texts[men][at] = b'0' + empty;
                at += 1;
                empty = 0;
            }
            if occupied {
                places[men].0[file] = at as u8;
                at += 1;
            } else {
                empty += 1;
            }
            file += 1;
        }
        places[men].1 = at as u8;
        men += 1;
    }
    (texts, places)
}

/// The letter of whose move it is.
pub const fn turn(position: &Position) -> u8 {
    match position.turn() {
        Color::White => b'w',
        Color::Black => b'b',
    }
}

/// Write the castling availability.
#[inline]
pub fn write_castling(out: &mut Vec<u8>, position: &Position, convention: Castling) {
    if position.rights.is_empty() {
        out.push(b'-');
        return;
    }
    for color in [Color::White, Color::Black] {
        let rank = Bitboard::from_rank(color.backrank());
        let rooks = position.role(Role::Rook) & position.side(color) & rank;
        for side in [CastlingSide::KingSide, CastlingSide::QueenSide] {
            let there = beyond(position.king(color), side);
            let Some(rook) = (position.rights & rank & there).single_square() else { continue };
            let outer = match side {
                CastlingSide::KingSide => (rooks & there).last(),
                CastlingSide::QueenSide => (rooks & there).first(),
            };
            let letter = match (convention, side) {
                (Castling::XFen, CastlingSide::KingSide) if outer == Some(rook) => b'k',
                (Castling::XFen, CastlingSide::QueenSide) if outer == Some(rook) => b'q',
                _ => b'a' + rook.file() as u8,
            };
            out.push(if color.is_white() { letter.to_ascii_uppercase() } else { letter });
        }
    }
}

/// Whether KQkq of standard chess says the castling availability: kings on e, rooks on a and h.
#[inline]
pub fn is_classic(position: &Position) -> bool {
    const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);
    let at_home = |color: Color| {
        let king = Square::from_coords(shakmaty::File::E, color.backrank());
        (position.rights & Bitboard::from_rank(color.backrank())).is_empty() || position.king(color) == king
    };
    (position.rights & !CORNERS).is_empty() && at_home(Color::White) && at_home(Color::Black)
}

/// Write the en passant target square, or `-`.
#[inline]
pub fn write_target(out: &mut Vec<u8>, position: &Position, convention: EnPassant) {
    match position.en_passant.filter(|_| is_written(position, convention)) {
        Some(target) => out.extend_from_slice(&[b'a' + target.file() as u8, b'1' + target.rank() as u8]),
        None => out.push(b'-'),
    }
}

fn is_written(position: &Position, convention: EnPassant) -> bool {
    match convention {
        EnPassant::Always => true,
        EnPassant::Beside => position.capturers_en_passant().any(),
        EnPassant::Legal => position.can_capture_en_passant(),
    }
}

/// Write a number.
#[inline]
pub fn write_number(out: &mut Vec<u8>, number: impl Into<u64>) {
    let mut number: u64 = number.into();
    let (mut digits, mut at) = ([0; 20], 20);
    loop {
        at -= 1;
        if let Some(place) = digits.get_mut(at) {
            *place = b'0' + (number % 10) as u8;
        }
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend_from_slice(digits.get(at..).unwrap_or(&[]));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::san;

    fn fen(position: &Position, placements: &mut Placements, castling: Castling, en_passant: EnPassant) -> String {
        let mut out = Vec::new();
        placements.write(&mut out, position);
        out.extend_from_slice(&[b' ', turn(position), b' ']);
        write_castling(&mut out, position, castling);
        out.push(b' ');
        write_target(&mut out, position, en_passant);
        for number in [position.clock, position.number] {
            out.push(b' ');
            write_number(&mut out, number);
        }
        String::from_utf8(out).expect("ASCII")
    }

    #[test]
    fn fields() {
        let start = "bqnbrkr1/pppp1ppp/8/3Pp3/8/8/PPP1PPPP/BQNBRKR1 w GEge e6 0 10";
        let position = Position::from_fen(start, true).expect("a sound FEN");
        let mut placements = Placements::default();
        let mut say = |castling, en_passant| fen(&position, &mut placements, castling, en_passant);
        assert_eq!(say(Castling::Shredder, EnPassant::Always), start);
        assert_eq!(say(Castling::XFen, EnPassant::Legal), start.replace("GEge", "KQkq"));
    }

    #[test]
    fn spread_bits() {
        for bits in 0..256u64 {
            assert_eq!(spread(bits).to_le_bytes(), std::array::from_fn(|file| (bits >> file & 1) as u8));
        }
    }

    #[test]
    fn target_squares() {
        let write = |text: &str, convention| {
            let mut out = Vec::new();
            write_target(&mut out, &Position::from_fen(text, true).expect("a sound FEN"), convention);
            String::from_utf8(out).expect("ASCII")
        };
        let all = [EnPassant::Always, EnPassant::Beside, EnPassant::Legal];
        let pinned = "8/8/8/KPp4r/8/8/8/4k3 w - c6 0 2";
        assert_eq!(all.map(|one| write(pinned, one)), ["c6", "c6", "-"]);
        assert_eq!(all.map(|one| write("4k3/8/8/8/2P5/8/8/4K3 b - c3 0 2", one)), ["c3", "-", "-"]);
        assert_eq!(all.map(|one| write("4k3/8/8/8/2Pp4/8/8/4K3 b - c3 0 2", one)), ["c3"; 3]);
    }

    #[test]
    fn an_inner_rook() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/1RR1K1RR w GB - 0 1", true).expect("a sound FEN");
        let mut out = Vec::new();
        write_castling(&mut out, &position, Castling::XFen);
        assert_eq!((out.as_slice(), is_classic(&position)), (&b"GQ"[..], false));
    }

    #[test]
    fn ranks_follow_the_moves() {
        let start = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w HAha - 0 1";
        let mut position = Position::from_fen(start, true).expect("a sound FEN");
        let mut kept = Placements::default();
        for word in "e4 d5 exd5 O-O-O O-O e5 dxe6 Rhe8 exf7 Rxd2 fxe8=Q+".split(' ') {
            assert!(position.play(san::read(word.as_bytes()).expect("SAN")));
            let write = |placements: &mut Placements| fen(&position, placements, Castling::XFen, EnPassant::Beside);
            assert_eq!(write(&mut kept), write(&mut Placements::default()));
        }
        assert_eq!(
            fen(&position, &mut kept, Castling::XFen, EnPassant::Legal),
            "2k1Q3/ppp3pp/8/8/8/8/PPPr1PPP/R4RK1 b - - 0 6"
        );
    }
}
