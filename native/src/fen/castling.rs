//! The castling availability field: what its letters mean on a board, and which conventions they follow.
#![forbid(unsafe_code)]

use shakmaty::{Bitboard, Color, Square};

use super::board::Board;
use super::fields::Fields;

const ALL: u8 = 0b111;
const FEN: u8 = 1;
const X_FEN: u8 = 2;
const SHREDDER: u8 = 4;
const E_FILE: usize = 4;

/// The side of the king that a right is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    King,
    Queen,
}

/// One letter of the field.
#[derive(Clone, Copy, Debug)]
struct Right {
    letter: u8,
    color: Color,
    /// `None` for a file letter where there is neither king nor rook.
    side: Option<Side>,
    /// The file of the rook, where king and rook are on the back rank.
    rook: Option<usize>,
    /// The file of the king.
    king: Option<usize>,
    /// Whether it is the outermost rook on that side.
    outermost: bool,
}

impl Right {
    /// Whether the letter is one of KQkq.
    fn is_classic(&self) -> bool {
        matches!(self.letter, b'K' | b'Q' | b'k' | b'q')
    }

    /// Whether king and rook stand where they do in standard chess.
    fn is_at_home(&self) -> bool {
        let corner = if self.side == Some(Side::King) { 7 } else { 0 };
        self.king == Some(E_FILE) && self.rook == Some(corner)
    }

    /// Whether king and rook stand there, and standard chess does not know the castling.
    fn is_foreign(&self) -> bool {
        self.rook.is_some() && (self.side.is_none() || !self.is_at_home())
    }
}

/// The rights that a field means, White's first.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rights {
    rights: [Option<Right>; 4],
    /// An array of the 960, or two, whichever rights it has.
    array: Option<(u16, u16)>,
}

impl Rights {
    /// `None` for a field that is not written in the order of its convention, or has two rights of one meaning.
    pub(super) fn read(field: &[u8], board: &Board) -> Option<Self> {
        let mut found = Self { array: board.array_numbers(), ..Self::default() };
        if field == b"-" {
            return Some(found);
        }
        let white = field.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
        let (white, black) = field.split_at_checked(white)?;
        let mut count = 0;
        for (letters, color) in [(white, Color::White), (black, Color::Black)] {
            let before = count;
            for pair in letters.windows(2) {
                if let [one, two] = pair
                    && place(*one)? >= place(*two)?
                {
                    return None;
                }
            }
            for &letter in letters {
                if letter.is_ascii_uppercase() != color.is_white() || count - before == 2 {
                    return None;
                }
                *found.rights.get_mut(count)? = Some(right(letter, color, board)?);
                count += 1;
            }
            if let Some([Some(one), Some(two)]) = found.rights.get(before..count)
                && one.side.is_some()
                && one.side == two.side
                && one.rook != two.rook
            {
                return None;
            }
        }
        (count > 0).then_some(found)
    }

    fn all(&self) -> impl Iterator<Item = &Right> {
        self.rights.iter().flatten()
    }

    fn count(&self) -> usize {
        self.all().count()
    }

    /// Whether king and rook stand there for each of them.
    pub(super) fn whole(&self) -> bool {
        self.all().all(|right| right.rook.is_some())
    }

    /// Whether both sides may castle on both sides.
    pub(super) fn full(&self) -> bool {
        let has =
            |color, side| self.all().any(|right| right.color == color && right.side == side && right.rook.is_some());
        let sides = [Some(Side::King), Some(Side::Queen)];
        self.count() == 4 && Color::ALL.iter().all(|&color| sides.iter().all(|&side| has(color, side)))
    }

    /// Whether there is none.
    pub(super) fn none(&self) -> bool {
        self.count() == 0
    }

    /// Whether there are file letters among them.
    pub(super) fn name_files(&self) -> bool {
        self.all().any(|right| !right.is_classic())
    }

    /// Whether all the rooks stand in corners, beside their kings' rights.
    pub(super) fn in_corners(&self) -> bool {
        self.all().all(|right| matches!(right.rook, Some(0 | 7)))
    }

    /// The squares of the rooks.
    pub(super) fn rooks(&self) -> Bitboard {
        let square = |right: &Right| {
            let rank = if right.color.is_white() { 0 } else { 56 };
            right.rook.map(|file| Square::new(rank + file as u32))
        };
        self.all().filter_map(square).collect()
    }

    /// Whether one of them needs Chess960's castling.
    pub(super) fn need_chess960(&self) -> bool {
        self.all().any(Right::is_foreign)
    }

    /// Under the rules of standard chess: a right that only Chess960 knows has no rook, unless the record itself asks
    /// for Chess960's rules; `alone`: or all of them hold by these.
    pub(super) fn known_to_standard(mut self, alone: bool) -> Self {
        if !self.need_chess960() || (alone && self.whole()) || self.ask_for_chess960() {
            return self;
        }
        for right in self.rights.iter_mut().flatten() {
            right.rook = right.rook.filter(|_| !right.is_foreign());
        }
        self
    }

    /// Whether a record with such rights can only be meant by Chess960's rules (see `pgnfen.fen.castling`).
    pub(super) fn ask_for_chess960(&self) -> bool {
        if self.array.is_some() {
            return true;
        }
        let named = |right: &&Right| right.is_foreign() && !right.is_classic() && !b"AHah".contains(&right.letter);
        if self.all().any(|right| named(&right)) {
            return true;
        }
        let both = Color::ALL.iter().all(|&color| self.all().any(|right| right.color == color && right.is_foreign()));
        let mut kings = self.all().map(|right| right.king);
        let first = kings.next();
        self.whole() && both && kings.all(|king| Some(king) == first)
    }

    /// The conventions that the field is consistent with; of rights as the letters have them.
    pub(super) fn conventions(&self, field: &[u8]) -> u8 {
        if field == b"-" {
            return ALL;
        }
        if !self.whole() {
            return 0;
        }
        self.all().fold(ALL, |found, right| {
            found
                & match (right.is_classic(), right.outermost) {
                    (true, _) if right.is_at_home() => FEN | X_FEN,
                    (true, _) => X_FEN,
                    (false, false) => X_FEN | SHREDDER,
                    (false, true) => SHREDDER,
                }
        })
    }

    /// Whether something is wrong with them (C101 to C105); `file_letters`: also with file letters alone, where they
    /// are those of standard chess.
    pub(super) fn faulty(&self, fields: &Fields<'_>, declared: bool, file_letters: bool) -> bool {
        if !self.whole() {
            return true;
        }
        if fields.turn.is_white() && self.count() < 4 && self.array.is_some() && declared {
            return true;
        }
        if self.none() {
            return false;
        }
        let classic = self.all().any(Right::is_classic);
        let files = self.all().any(|right| !right.is_classic());
        if classic && files {
            return self.all().any(|right| !right.is_classic() && right.outermost);
        }
        file_letters && !classic && !self.need_chess960()
    }
}

/// The place of a letter in the order of its color: K, the files from h on, Q.
fn place(letter: u8) -> Option<u8> {
    match letter.to_ascii_lowercase() {
        b'k' => Some(0),
        b'q' => Some(9),
        file @ b'a'..=b'h' => Some(b'i' - file),
        _ => None,
    }
}

fn right(letter: u8, color: Color, board: &Board) -> Option<Right> {
    place(letter)?;
    let row = board.back_rank(color);
    let man = |white: u8| if color.is_white() { white } else { white.to_ascii_lowercase() };
    let at_e = row.get(E_FILE) == Some(&man(b'K'));
    let king = if at_e { Some(E_FILE) } else { row.iter().position(|&one| one == man(b'K')) };
    let first = row.iter().position(|&one| one == man(b'R'));
    let last = row.iter().rposition(|&one| one == man(b'R'));
    let (side, rook) = match letter.to_ascii_lowercase() {
        b'k' => (Some(Side::King), last.filter(|&rook| king.is_some_and(|king| rook > king))),
        b'q' => (Some(Side::Queen), first.filter(|&rook| king.is_some_and(|king| rook < king))),
        file => {
            let file = usize::from(file - b'a');
            let side = king.map(|king| if file > king { Side::King } else { Side::Queen });
            (side, (row.get(file) == Some(&man(b'R'))).then_some(file))
        }
    };
    let rook = rook.filter(|_| king.is_some());
    let outermost = rook == if side == Some(Side::King) { last } else { first };
    Some(Right { letter, color, side, rook, king, outermost })
}
