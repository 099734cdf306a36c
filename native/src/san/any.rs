//! Moves in every spelling that pgnfen.replay.san knows.
#![forbid(unsafe_code)]

use shakmaty::{Bitboard, Rank, Role, Square};

use super::{San, file, officer, read, square};
use crate::definitions::dash;

/// What the words of MOVE and CASTLING tokens come to (pgnfen.replay.san.read_san).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelled {
    /// A plain move: the moves that it picks out on a board of chess are those of find_move (pgnfen.replay.find).
    San(San),
    /// A move for python-chess to judge: a drop, or both squares and no man but a pawn.
    Other,
    /// No move.
    None,
}

/// The move that a word spells in any way that read_san of pgnfen.replay.san knows.
#[inline]
pub fn read_any(word: &[u8]) -> Spelled {
    match read(word) {
        // `exe5` and `e4!`
        Some(San::Capture { from, to, .. }) if from == to.file() => read_odd(word),
        Some(_) if matches!(word.last(), Some(b'!' | b'?')) => Spelled::None,
        Some(san) => Spelled::San(san),
        None => read_odd(word),
    }
}

fn strip_sign(word: &[u8]) -> &[u8] {
    if let [rest @ .., b'+' | b'#'] = word { rest } else { word }
}

#[cold]
fn read_odd(word: &[u8]) -> Spelled {
    let word = strip_sign(strip_sign(word));
    match *word {
        [b'O', b'O'] | [b'o', b'o'] | [b'0', b'0'] => Spelled::San(San::Castling { kingside: true }),
        [b'O', b'O', b'O'] | [b'o', b'o', b'o'] | [b'0', b'0', b'0'] => Spelled::San(San::Castling { kingside: false }),
        [b'O' | b'o' | b'0', ref rest @ ..] => castling(rest).map_or(Spelled::None, Spelled::San),
        [b'@', f, r] | [b'K' | b'Q' | b'R' | b'B' | b'N' | b'P', b'@', f, r] if square(f, r).is_some() => {
            Spelled::Other
        }
        _ => movement(word).unwrap_or(Spelled::None),
    }
}

/// Castling, from its first dash on.
fn castling(rest: &[u8]) -> Option<San> {
    let leap = |rest| match <[u8]>::split_at_checked(rest, dash(rest))? {
        ([_, ..], [b'O' | b'o' | b'0', rest @ ..]) => Some(rest),
        _ => None,
    };
    let rest = leap(rest)?;
    if rest.is_empty() {
        return Some(San::Castling { kingside: true });
    }
    leap(rest)?.is_empty().then_some(San::Castling { kingside: false })
}

/// The first byte read as something, if it can be, and the rest.
fn taken<T>(word: &[u8], read: impl Fn(u8) -> Option<T>) -> (Option<T>, &[u8]) {
    match word.split_first().map(|(&first, rest)| (read(first), rest)) {
        Some((Some(found), rest)) => (Some(found), rest),
        _ => (None, word),
    }
}

fn movement(word: &[u8]) -> Option<Spelled> {
    let (word, promotion) = without_promotion(word)?;
    let [ref said @ .., f, r] = *word else { return None };
    let to = square(f, r)?;
    let (role, said) = taken(said, |b| if b == b'P' { Some(Role::Pawn) } else { officer(b) });
    let (from, said) = taken(said, file);
    let (rank, said) = taken(said, |b| if b.is_ascii_digit() { square(b'a', b).map(Square::rank) } else { None });
    if !matches!(said, [] | [b'x' | b':' | b'-']) {
        return None;
    }
    let role = role.unwrap_or(Role::Pawn);
    let mask = from.map_or(Bitboard::FULL, Bitboard::from_file) & rank.map_or(Bitboard::FULL, Bitboard::from_rank);
    let piece = |mask| San::Piece { role, mask, to };
    Some(Spelled::San(match (from, rank) {
        _ if role != Role::Pawn => piece(if promotion.is_none() { mask } else { Bitboard::EMPTY }),
        (Some(_), Some(_)) => return Some(Spelled::Other),
        _ if promotion == Some(Role::King) => piece(Bitboard::EMPTY),
        (Some(from), None) if from != to.file() => San::Capture { from, to, promotion },
        (_, None) => San::Push { to, promotion },
        (None, Some(rank)) => match (promotion, rank, to.rank()) {
            (None, ..) => piece(Bitboard::from_square(Square::from_coords(to.file(), rank))),
            // Whoever promotes comes from there.
            (_, Rank::Seventh, Rank::Eighth) | (_, Rank::Second, Rank::First) => San::Push { to, promotion },
            _ => piece(Bitboard::EMPTY),
        },
    }))
}

/// The word without its promotion, and that: a letter, with `=` or `/` and parentheses or without.
fn without_promotion(word: &[u8]) -> Option<(&[u8], Option<Role>)> {
    if word.last()?.is_ascii_digit() {
        return Some((word, None));
    }
    let [rest @ .., letter] = word.strip_suffix(b")").unwrap_or(word) else { return None };
    let role = officer(letter.to_ascii_uppercase())?;
    let rest = rest.strip_suffix(b"(").unwrap_or(rest);
    let rest = if let [rest @ .., b'=' | b'/'] = rest { rest } else { rest };
    Some((rest, Some(role)))
}

#[cfg(test)]
mod tests {
    use shakmaty::File;

    use super::*;

    #[test]
    fn any() {
        let to = Square::E8;
        let push = |promotion| Spelled::San(San::Push { to, promotion });
        for word in ["e8=Q", "e8Q+", "e8/q", "e8(Q)##", "e8=(q)", "Pe8=Q", "exe8=Q", "7e8=Q", "-e8=Q", "e8(Q"] {
            assert_eq!(read_any(word.as_bytes()), push(Some(Role::Queen)), "{word}");
        }
        for word in ["e8", "Pe8", ":e8", "Pexe8", "e-e8", "e8+#"] {
            assert_eq!(read_any(word.as_bytes()), push(None), "{word}");
        }
        for word in ["de8", "dxe8", "Pd:e8", "d-e8"] {
            let capture = San::Capture { from: File::D, to, promotion: None };
            assert_eq!(read_any(word.as_bytes()), Spelled::San(capture), "{word}");
        }
        let piece = |role, mask| Spelled::San(San::Piece { role, mask, to });
        for (word, role, mask) in [
            ("Nc7-e8", Role::Knight, Bitboard::from_square(Square::C7)),
            ("N:e8++", Role::Knight, Bitboard::FULL),
            ("R1xe8", Role::Rook, Bitboard::from_rank(Rank::First)),
            ("6e8", Role::Pawn, Bitboard::from_square(Square::E6)),
            ("2e8=Q", Role::Pawn, Bitboard::EMPTY),
            ("e8=K", Role::Pawn, Bitboard::EMPTY),
            ("Ne8=Q", Role::Knight, Bitboard::EMPTY),
        ] {
            assert_eq!(read_any(word.as_bytes()), piece(role, mask), "{word}");
        }
        for (word, kingside) in [("0-0", true), ("o\u{2013}O+", true), ("O\u{2212}0\u{2010}o##", false)] {
            assert_eq!(read_any(word.as_bytes()), Spelled::San(San::Castling { kingside }), "{word}");
        }
        for word in ["e2e4", "Pe2-e4", "e7xd8=Q", "N@f3", "@e4+"] {
            assert_eq!(read_any(word.as_bytes()), Spelled::Other, "{word}");
        }
        for word in ["", "+", "e4!", "e4+++", "e9", "i4", "O-", "O--O", "O-O-", "O-O-O-O", "@i4", "Nxxf3", "e8=", "(Q)"]
        {
            assert_eq!(read_any(word.as_bytes()), Spelled::None, "{word}");
        }
    }
}
