//! A game as a whole: where it ends, whether it is cleared, and why not.
//!
//! The moves of a game are clear where the walk along the mainline meets nothing that is not plain (see movetext)
//! and nothing but comments stands behind the marker. A game is cleared where, besides,
//! - its start is known and quiet: no rule of the tags has anything to say of SetUp, FEN and Variant,
//! - its tag section is regular, these three are spelled right, and Variant does not stand behind FEN,
//! - it is UTF-8 without control characters,
//! - its Result tag, if there is one, is the marker, and the marker agrees with mate or stalemate.
#![forbid(unsafe_code)]

use crate::bytes::{Unsettled, count_lines, has_control, has_lone_cr};
use crate::movetext::{Marker, Walk, Walker};
use crate::position::Position;
use crate::split::{find_end, trailing};
use crate::starts::{Start, Starts, write_key};
use crate::tags::{self, ORDERED, REGULAR, RESULT, SPELLED, Section};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Status {
    /// Python has to look.
    LookAgain = 0,
    /// Nothing to report.
    Cleared = 1,
    /// The moves are clear, something else is not.
    MovesClear = 2,
    /// The start is not known.
    UnknownStart = 3,
}

/// A game whose boundary is settled.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    /// Behind its last byte.
    pub end: usize,
    /// Its tags.
    pub section: Section,
    /// Line ends in it.
    pub lines: u32,
    /// What is said of it.
    pub status: Status,
    /// The flags of `tags` and those above.
    pub flags: u8,
    /// What a cleared mainline comes to: plies, marker (0: not clear), `MATE` and so on.
    pub plies: u16,
    /// See `plies`.
    pub marker: u8,
    /// See `plies`.
    pub board: u8,
}

/// What a clear mainline comes to.
struct Clear {
    plies: u16,
    marker: Marker,
    board: u8,
}

impl Clear {
    fn new(plies: u16, marker: Marker, position: &Position) -> Self {
        let mut board = if position.turn().is_white() { WHITE_TO_MOVE } else { 0 };
        // A game without moves has no outcome, whatever its start is.
        if plies > 0 && !position.has_legal_move() {
            board |= if position.checkers().any() { MATE } else { STALEMATE };
        }
        Self { plies, marker, board }
    }

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

/// Reads games of one piece of data; keeps room for the keys of starts.
pub struct Reader<'a> {
    data: &'a [u8],
    is_final: bool,
    starts: &'a Starts,
    key: Vec<u8>,
}

impl<'a> Reader<'a> {
    /// Games of `data`, which is all there is if `is_final`.
    pub const fn new(data: &'a [u8], is_final: bool, starts: &'a Starts) -> Self {
        Self { data, is_final, starts, key: Vec::new() }
    }

    /// The game at `start`.
    pub fn game(&mut self, start: usize) -> Result<Game, Unsettled> {
        self.read(start).map_err(|why| self.judge(why, start))
    }

    fn read(&mut self, start: usize) -> Result<Game, Unsettled> {
        let data = self.data;
        let section = tags::read(data, start, self.is_final)?;
        let mut flags = section.flags;
        let known = self.start_of(&section);
        let (end, clear) = match known.and_then(|start| start.position.as_ref()) {
            Some(position) => self.play(position, section.movetext, &mut flags)?,
            None => (find_end(data, section.movetext, self.is_final)?, None),
        };
        let raw = data.get(start..end).ok_or(Unsettled::Careful)?;
        if has_lone_cr(raw) {
            return Err(Unsettled::Careful);
        }
        if std::str::from_utf8(raw).is_ok() {
            flags |= UTF8;
        }
        if !has_control(raw) {
            flags |= PRINTABLE;
        }
        if known.is_some_and(|start| start.quiet) {
            flags |= START;
        }
        if clear.as_ref().is_some_and(|clear| clear.agrees(section.value(data, RESULT))) {
            flags |= AGREES;
        }
        let status = match (known.is_some(), &clear) {
            (false, _) => Status::UnknownStart,
            (true, None) => Status::LookAgain,
            (true, Some(_)) if flags & QUIET == QUIET => Status::Cleared,
            (true, Some(_)) => Status::MovesClear,
        };
        let (plies, marker, board) = clear.map_or((0, 0, 0), |c| (c.plies, c.marker as u8, c.board));
        Ok(Game { end, section, lines: count_lines(raw), status, flags, plies, marker, board })
    }

    fn start_of(&mut self, section: &Section) -> Option<&'a Start> {
        let value = |index| section.value(self.data, index);
        write_key(&mut self.key, [value(tags::SETUP), value(tags::FEN), value(tags::VARIANT)]);
        self.starts.find(&self.key)
    }

    /// Play the mainline at `pos`: where the game ends, and what it comes to if it is clear.
    fn play(&self, start: &Position, pos: usize, flags: &mut u8) -> Result<(usize, Option<Clear>), Unsettled> {
        let mut position = start.clone();
        let mut walker = Walker::new(self.data, self.is_final, &mut position);
        let walk = walker.walk(pos);
        let (plies, comments) = (walker.plies, walker.comments);
        match walk {
            Walk::Stopped(at) => Ok((find_end(self.data, at, self.is_final)?, None)),
            Walk::Marker(after, marker) => {
                let end = trailing(self.data, after, self.is_final)?;
                if comments || self.data.get(after..end).is_some_and(|rest| rest.iter().any(|b| b"{;".contains(b))) {
                    *flags |= COMMENTS;
                }
                Ok((end, u16::try_from(plies).ok().map(|plies| Clear::new(plies, marker, &position))))
            }
        }
    }

    /// Why no end is settled: where a lone CR stands, line ends have been misjudged.
    fn judge(&self, why: Unsettled, start: usize) -> Unsettled {
        let rest = self.data.get(start..).unwrap_or(&[]);
        // At the very end it may be half of a line end.
        if why == Unsettled::More && has_lone_cr(rest.strip_suffix(b"\r").unwrap_or(rest)) {
            return Unsettled::Careful;
        }
        why
    }
}
