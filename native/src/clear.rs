//! Which games of a table are cleared, and why not.
//!
//! The moves of a game are clear where the walk along the mainline meets nothing that is not plain (see movetext)
//! and nothing but comments stands behind the marker, to the end of the game. A game is cleared where, besides,
//! - its first move number, if there is one, is that of the position,
//! - its start is quiet: no rule of the tags has anything to say of SetUp, FEN and Variant,
//! - its tag section is regular, these three are spelled right, and Variant does not stand behind FEN,
//! - it is UTF-8 without control characters,
//! - its Result tag, if there is one, is the marker, and the marker agrees with mate or stalemate.
//!
//! Of games that Python has settled, and of those whose start it has not told of, nothing is said.
#![forbid(unsafe_code)]

use crate::bytes::survey;
use crate::movetext::{Marker, Walk, Walker};
use crate::position::Position;
use crate::scan::guarded;
use crate::split::trailing;
use crate::starts::Start;
use crate::table::{CAREFUL, Row, Table};
use crate::tags::{ORDERED, REGULAR, RESULT, SPELLED};

/// The movetext has a comment.
pub const COMMENTS: u8 = 8;
/// The game is UTF-8.
pub const UTF8: u8 = 16;
/// No control characters.
pub const PRINTABLE: u8 = 32;
/// Result tag, marker, and mate or stalemate agree (said of games whose moves are clear).
pub const AGREES: u8 = 64;
/// The start is known and quiet.
pub const START: u8 = 128;
const QUIET: u8 = REGULAR | SPELLED | ORDERED | UTF8 | PRINTABLE | AGREES | START;

/// The side to move is mated.
pub const MATE: u8 = 1;
/// Stalemate.
pub const STALEMATE: u8 = 2;
/// White is to move.
pub const WHITE_TO_MOVE: u8 = 4;

/// What is said of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Status {
    /// Python has to look.
    #[default]
    Look = 0,
    /// Nothing to report.
    Clear = 1,
    /// The moves are clear, something else is not.
    MovesClear = 2,
    /// The moves are clear down to a castling that cannot be played; with another right it may be.
    Castling = 3,
}

/// What is said of a game, and what its mainline comes to if it is clear.
#[derive(Clone, Copy, Debug, Default)]
pub struct Verdict {
    /// What is said.
    pub status: Status,
    /// The flags of `tags` and those above.
    pub flags: u8,
    /// See `Clear`.
    pub plies: u16,
    /// See `Clear`; 0: not clear.
    pub marker: u8,
    /// See `Clear`.
    pub board: u8,
    /// See `Clear`.
    pub number: u32,
}

/// What a clear mainline comes to.
#[derive(Clone, Copy, Debug)]
pub struct Clear {
    /// Moves played.
    pub plies: u16,
    /// The termination marker.
    pub marker: Marker,
    /// `MATE` and so on.
    pub board: u8,
    /// The first move number where it is not that of the position, else 0.
    pub number: u32,
    /// The plies at which White and Black castle, 0 where they do not.
    pub castlings: [u32; 2],
    /// Whether there is a comment.
    pub comments: bool,
}

/// How the moves of a game are played from a position.
#[derive(Clone, Copy, Debug)]
pub enum Played {
    /// All plain.
    Clear(Clear),
    /// All plain down to a castling that cannot be played.
    Castling,
    /// Not plain.
    Unclear,
}

/// Play the moves of a game of `data`.
pub fn play(data: &[u8], row: &Row, mut position: Position) -> Played {
    let end = row.end as usize;
    let Some(data) = data.get(..end) else { return Played::Unclear };
    let mut walker = Walker::new(data, &mut position);
    let walk = walker.walk(row.movetext as usize);
    let (number, castlings, mut comments) = (walker.number, walker.castlings, walker.comments());
    let (Walk::Marker(after, marker), Ok(plies)) = (walk, u16::try_from(walker.plies)) else {
        return if walker.refused_castling && number == 0 { Played::Castling } else { Played::Unclear };
    };
    if trailing(data, after, true) != Ok(end) {
        return Played::Unclear;
    }
    comments |= data.get(after..).is_some_and(|rest| rest.iter().any(|b| b"{;".contains(b)));
    let board = ending(plies, &position);
    Played::Clear(Clear { plies, marker, board, number, castlings, comments })
}

fn ending(plies: u16, position: &Position) -> u8 {
    let mut board = if position.turn().is_white() { WHITE_TO_MOVE } else { 0 };
    // A game without moves has no outcome, whatever its start is.
    if plies > 0 && !position.has_legal_move() {
        board |= if position.checkers().any() { MATE } else { STALEMATE };
    }
    board
}

impl Clear {
    fn agrees(&self, result: Option<&[u8]>) -> bool {
        let outcome = match (self.board & MATE != 0, self.board & STALEMATE != 0) {
            (true, _) if self.board & WHITE_TO_MOVE != 0 => Some(Marker::Black),
            (true, _) => Some(Marker::White),
            (_, true) => Some(Marker::Draw),
            _ => None,
        };
        result.is_none_or(|result| result == self.marker.text())
            && (self.marker == Marker::Open || outcome.is_none_or(|outcome| outcome == self.marker))
    }
}

/// What is said of each game of the table; and what a panic said, which leaves the rest at `Status::Look`.
pub fn clear(data: &[u8], table: &Table) -> (Vec<Verdict>, Option<String>) {
    let mut verdicts = vec![Verdict::default(); table.rows.len()];
    let unknown = || vec![None; table.rows.len()];
    let starts = table.generation.as_ref().map_or_else(unknown, |generation| generation.starts_of(&table.rows));
    let outcome = guarded(|| {
        let mut begin = 0;
        for ((row, start), verdict) in table.rows.iter().zip(starts).zip(&mut verdicts) {
            *verdict = judge(data, begin, row, start);
            begin = row.end as usize;
        }
    });
    (verdicts, outcome.err())
}

fn judge(data: &[u8], begin: usize, row: &Row, start: Option<Start>) -> Verdict {
    let mut verdict = Verdict { flags: row.flags & !CAREFUL, ..Verdict::default() };
    let Some(raw) = data.get(begin..row.end as usize) else { return verdict };
    let (utf8, printable) = survey(raw);
    for (holds, flag) in [(utf8, UTF8), (printable, PRINTABLE), (start.as_ref().is_some_and(|s| s.quiet), START)] {
        verdict.flags |= if holds { flag } else { 0 };
    }
    let Some(position) = start.filter(|_| !row.is_careful()).and_then(|start| start.position) else { return verdict };
    match play(data, row, position) {
        Played::Clear(clear) => settle(&mut verdict, &clear, row.value(data, RESULT)),
        Played::Castling => verdict.status = Status::Castling,
        Played::Unclear => {}
    }
    verdict
}

fn settle(verdict: &mut Verdict, clear: &Clear, result: Option<&[u8]>) {
    if clear.agrees(result) {
        verdict.flags |= AGREES;
    }
    if clear.comments {
        verdict.flags |= COMMENTS;
    }
    let quiet = verdict.flags & QUIET == QUIET && clear.number == 0;
    verdict.status = if quiet { Status::Clear } else { Status::MovesClear };
    verdict.plies = clear.plies;
    verdict.marker = clear.marker as u8;
    verdict.board = clear.board;
    verdict.number = clear.number;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::split;
    use crate::starts::Starts;

    const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";

    /// The one game of the text, its start the standard array.
    fn verdict(text: &[u8]) -> Verdict {
        let (mut table, starts) = (Table::default(), Starts::default());
        split(text, &mut table, true, &starts);
        assert_eq!((table.rows.len(), table.stop as usize), (1, text.len()));
        assert_eq!(clear(text, &table).0[0].status, Status::Look, "the start is not known");
        let start = Start { position: Position::from_fen(ARRAY, false), quiet: true };
        assert!(table.generation.as_ref().is_some_and(|generation| generation.learn(0, start)));
        let (verdicts, panic) = clear(text, &table);
        assert_eq!((verdicts.len(), panic), (1, None));
        verdicts[0]
    }

    #[test]
    fn result_and_board() {
        for (text, status) in [
            ("[R \"\"]\n\n1. f3 e5 2. g4 Qh4# 0-1", Status::Clear),
            ("[R \"\"]\n\n1. f3 e5 2. g4 Qh4# *", Status::Clear),
            ("[R \"\"]\n\n1. f3 e5 2. g4 Qh4# 1-0", Status::MovesClear),
            ("[R \"\"]\n\n1. f3 e5 2. g4 Qh4# 1/2-1/2", Status::MovesClear),
            ("[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# *", Status::MovesClear),
            ("[Result \"1-0\"]\n\n1. f3 e5 2. g4 *", Status::MovesClear),
            ("[Result \"*\"]\n\n1. f3 e5 2. g4 *", Status::Clear),
            ("[R \"\u{e9}\"]\n\n1. f3 e5 2. g4 *", Status::Clear),
            ("[R \"\u{1}\"]\n\n1. f3 e5 2. g4 *", Status::MovesClear),
            ("[R \"\"]\n\n1. f3 {\u{1b}} e5 2. g4 *", Status::MovesClear),
            ("[R \"\"]\n\n1. f3 e5 2. g5 *", Status::Look),
        ] {
            assert_eq!(verdict(text.as_bytes()).status, status, "{text}");
        }
        assert_eq!(verdict(b"[R \"\xe9\"]\n\n1. f3 e5 2. g4 *").status, Status::MovesClear);
    }

    #[test]
    fn flags() {
        let verdict = verdict(b"[R \"\"]\n\n1. f3 *\n{after}");
        let all = COMMENTS | UTF8 | PRINTABLE | AGREES | START | REGULAR | SPELLED | ORDERED;
        assert_eq!((verdict.flags, verdict.plies, verdict.number), (all, 1, 0));
    }

    #[test]
    fn numbers() {
        for (text, status, number) in [
            ("[R \"\"]\n\n7. f3 e5 8. g4 *", Status::MovesClear, 7),
            ("[R \"\"]\n\n7. f3 e5 2. g4 *", Status::Look, 0),
            ("[R \"\"]\n\n7... f3 *", Status::Look, 0),
            ("[R \"\"]\n\n7. 1. f3 *", Status::Look, 0),
            ("[R \"\"]\n\n07. f3 *", Status::Look, 0),
            ("[R \"\"]\n\n0. f3 *", Status::Look, 0),
            ("[R \"\"]\n\n999999. f3 e5 1000000. f4 *", Status::Look, 0),
            ("[R \"\"]\n\n7. *", Status::MovesClear, 7),
        ] {
            let verdict = verdict(text.as_bytes());
            assert_eq!((verdict.status, verdict.number), (status, number), "{text}");
        }
    }

    #[test]
    fn castling() {
        for (text, status) in [
            ("[R \"\"]\n\n1. Nf3 Nf6 2. O-O *", Status::Castling),
            ("[R \"\"]\n\n1. Nf3 Nf6 2. O-O-O+ xyz", Status::Castling),
            ("[R \"\"]\n\n4. Nf3 Nf6 5. O-O *", Status::Look),
            ("[R \"\"]\n\n1. Nf3 Nf6 2. 0-0 *", Status::Look),
        ] {
            assert_eq!(verdict(text.as_bytes()).status, status, "{text}");
        }
    }

    #[test]
    fn where_castlings_stand() {
        let text = b"[R \"\"]\n\n1. Ra7 O-O 2. O-O-O *\n";
        let mut table = Table::default();
        split(text, &mut table, true, &Starts::default());
        let position = Position::from_fen("4k2r/8/8/8/8/8/8/R3K2R w HAh - 0 1", false).expect("a sound FEN");
        assert!(matches!(play(text, &table.rows[0], position), Played::Castling), "the rook has left");
        let text = b"[R \"\"]\n\n1. Rh2 O-O 2. O-O-O *\n";
        let position = Position::from_fen("4k2r/8/8/8/8/8/8/R3K2R w HAh - 0 1", false).expect("a sound FEN");
        let Played::Clear(clear) = play(text, &table.rows[0], position) else { panic!("clear") };
        assert_eq!((clear.plies, clear.castlings), (3, [3, 2]));
    }
}
