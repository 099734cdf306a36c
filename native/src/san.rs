//! Moves as movetext spells them; no board is looked at here. `read` reads the standard spelling, `read_any` them all.
#![forbid(unsafe_code)]

use shakmaty::{Bitboard, File, Rank, Role, Square};

pub mod any;

/// What a word of movetext says of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum San {
    /// O-O or O-O-O.
    Castling {
        /// O-O
        kingside: bool,
    },
    /// A pawn goes straight ahead.
    Push {
        /// Where to.
        to: Square,
        /// What it becomes.
        promotion: Option<Role>,
    },
    /// A pawn captures.
    Capture {
        /// The pawn's file.
        from: File,
        /// Where to.
        to: Square,
        /// What it becomes.
        promotion: Option<Role>,
    },
    /// Any other man; or a pawn that goes straight ahead from the one square of `mask` (`2e4`; of `read_any` only).
    ///
    /// With an empty `mask` it is no move on any board: `e8=K`, `Nf3=Q`.
    Piece {
        /// Which.
        role: Role,
        /// The squares that it may come from, as far as the spelling says.
        mask: Bitboard,
        /// Where to.
        to: Square,
    },
}

fn square(file: u8, rank: u8) -> Option<Square> {
    let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
    (file < 8 && rank < 8).then(|| Square::new(u32::from(rank * 8 + file)))
}

fn file(byte: u8) -> Option<File> {
    let index = byte.wrapping_sub(b'a');
    (index < 8).then(|| File::new(u32::from(index)))
}

/// The squares of a file letter or a rank digit.
fn origin(byte: u8) -> Option<Bitboard> {
    let rank = byte.wrapping_sub(b'1');
    if rank < 8 {
        return Some(Bitboard::from_rank(Rank::new(u32::from(rank))));
    }
    file(byte).map(Bitboard::from_file)
}

const fn officer(byte: u8) -> Option<Role> {
    match byte {
        b'N' => Some(Role::Knight),
        b'B' => Some(Role::Bishop),
        b'R' => Some(Role::Rook),
        b'Q' => Some(Role::Queen),
        b'K' => Some(Role::King),
        _ => None,
    }
}

fn promoted(byte: u8) -> Option<Option<Role>> {
    officer(byte).filter(|&role| role != Role::King).map(Some)
}

/// The word without `!` and `?` at its end, and without one `+` or `#` before them.
#[inline(always)]
fn core(mut word: &[u8]) -> &[u8] {
    while let [rest @ .., b'!' | b'?'] = word {
        word = rest;
    }
    if let [rest @ .., b'+' | b'#'] = word { rest } else { word }
}

/// The move that a word spells; `None` for any other spelling than those of PGN 1994 8.2.3 (the `x` may be missing).
#[inline(always)]
pub fn read(word: &[u8]) -> Option<San> {
    let core = core(word);
    match *core {
        [first @ b'a'..=b'h', ref rest @ ..] => pawn(first, rest),
        [b'O', b'-', b'O'] => Some(San::Castling { kingside: true }),
        [b'O', b'-', b'O', b'-', b'O'] => Some(San::Castling { kingside: false }),
        [first, ref rest @ ..] => piece(officer(first)?, rest),
        [] => None,
    }
}

#[inline(always)]
fn pawn(first: u8, rest: &[u8]) -> Option<San> {
    // What most moves are, before the rest.
    if let [r] = *rest {
        return Some(San::Push { to: square(first, r)?, promotion: None });
    }
    if let [b'x', f, r] = *rest {
        return capture(first, f, r, None);
    }
    match *rest {
        [f @ b'a'..=b'h', r] => capture(first, f, r, None),
        [r, b'=', p] | [r, p] => Some(San::Push { to: square(first, r)?, promotion: promoted(p)? }),
        [b'x', f, r, b'=', p] | [f @ b'a'..=b'h', r, b'=', p] => capture(first, f, r, promoted(p)?),
        [b'x', f, r, p] => capture(first, f, r, promoted(p)?),
        _ => None,
    }
}

#[inline(always)]
fn capture(from: u8, to_file: u8, to_rank: u8, promotion: Option<Role>) -> Option<San> {
    Some(San::Capture { from: file(from)?, to: square(to_file, to_rank)?, promotion })
}

#[inline(always)]
fn piece(role: Role, rest: &[u8]) -> Option<San> {
    let [ref said @ .., f, r] = *rest else { return None };
    let to = square(f, r)?;
    let mask = match *said.strip_suffix(b"x").unwrap_or(said) {
        [] => Bitboard::FULL,
        [o] => origin(o)?,
        [of, or] => Bitboard::from_square(square(of, or)?),
        _ => return None,
    };
    Some(San::Piece { role, mask, to })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings() {
        let e4 = San::Push { to: Square::E4, promotion: None };
        assert_eq!(read(b"e4"), Some(e4));
        assert_eq!(read(b"e4+!?"), Some(e4));
        let take = |promotion| San::Capture { from: File::D, to: Square::E8, promotion };
        for (word, promotion) in [
            (&b"dxe8"[..], None),
            (b"de8", None),
            (b"dxe8=N#", Some(Role::Knight)),
            (b"de8=Q", Some(Role::Queen)),
            (b"dxe8R", Some(Role::Rook)),
        ] {
            assert_eq!(read(word), Some(take(promotion)), "{}", word.escape_ascii());
        }
        assert_eq!(read(b"b8Q"), Some(San::Push { to: Square::B8, promotion: Some(Role::Queen) }));
        assert_eq!(read(b"O-O-O+"), Some(San::Castling { kingside: false }));
        let knight = |mask| San::Piece { role: Role::Knight, mask, to: Square::D7 };
        for (word, mask) in [
            (&b"Nd7"[..], Bitboard::FULL),
            (b"Nxd7", Bitboard::FULL),
            (b"Nbd7", Bitboard::from_file(File::B)),
            (b"Nbxd7", Bitboard::from_file(File::B)),
            (b"N8d7", Bitboard::from_rank(Rank::Eighth)),
            (b"Nb8d7", Bitboard::from_square(Square::B8)),
            (b"Nb8xd7", Bitboard::from_square(Square::B8)),
        ] {
            assert_eq!(read(word), Some(knight(mask)), "{}", word.escape_ascii());
        }
    }

    #[test]
    fn refused() {
        for word in [
            &b""[..],
            b"!",
            b"+",
            b"e",
            b"e9",
            b"i4",
            b"e2e4",
            b"e2-e4",
            b"Ng1-f3",
            b"Pe4",
            b"e8=K",
            b"e8=q",
            b"e8=",
            b"e4++",
            b"e4#+",
            b"0-0",
            b"o-o",
            b"O-O-",
            b"O-O-O-O",
            b"N@f3",
            b"--",
            b"Z0",
            b"e.p.",
            b"xe4",
            b"4e5",
            b"Nf3N",
            b"N",
            b"Nf",
            b"Nxf",
            b"exd",
            b"e4\xe2\x80",
            b"e8(Q)",
            b"Nxxf3",
            b"Naxaf3",
            b"N1a2b3",
            b"exd6e",
            b"e4!+",
        ] {
            assert_eq!(read(word), None, "{}", word.escape_ascii());
        }
    }
}
