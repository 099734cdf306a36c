//! A mainline, played for whoever watches its moves.
#![forbid(unsafe_code)]

use super::state::{Moves, Reader};
use crate::kinds::{Kinds, OPEN_COMMENT, OPEN_VARIATION, STOP, UNREADABLE};
use crate::line::{Stop, short};
use crate::position::Position;
use crate::results::last_result;

/// What a mainline comes to.
#[derive(Debug)]
pub enum Watched {
    /// All of it has been played: the last position.
    Whole(Position),
    /// The moves stop: at one that cannot be played (STOP), at a token that nobody can read (UNREADABLE), or in a comment
    /// or a variation that is never closed (OPEN_COMMENT, OPEN_VARIATION): moves may be lost in it. The position is that
    /// before a move that cannot be played, and of no use otherwise.
    Halts(Kinds, Box<Stop>),
}

/// Tell `moves` of each move of the mainline down to where it stops; `None` where Python has to read it.
pub fn watch<'a>(raw: &'a [u8], from: usize, start: &Position, moves: &'a mut dyn Moves) -> Option<Watched> {
    let mut reader = Reader::new(raw, start.clone(), false);
    reader.moves = Some(moves);
    reader.walk(from);
    if reader.unread {
        return None;
    }
    if reader.stopped.is_none() && reader.line.skipped == 0 && reader.open() == 0 {
        return Some(Watched::Whole(reader.position));
    }
    reader.halts(from, start)
}

impl Reader<'_> {
    /// The kind of what is never closed; 0 where nothing is, or where the mainline has ended before.
    fn open(&self) -> Kinds {
        match self.line.kinds & (OPEN_COMMENT | OPEN_VARIATION) {
            0 => 0,
            _ if self.line.marker != 0 => 0,
            kinds if kinds & OPEN_COMMENT != 0 => OPEN_COMMENT,
            _ => OPEN_VARIATION,
        }
    }

    #[cold]
    fn halts(self, from: usize, start: &Position) -> Option<Watched> {
        let stop = |ply: u32, (at, end): (usize, usize), position: Position| {
            Box::new(Stop { ply: ply + 1, at: short(at), end: short(end), skipped: 0, position })
        };
        let limit = if self.stopped.is_some() { usize::MAX } else { self.misspelled(from) };
        if let Some((plies, (at, end))) = self.first_skipped.filter(|(_, span)| span.0 < limit) {
            // Neighbors make one.
            let run = self.line.noted.iter().find(|one| one.kind == UNREADABLE && one.at as usize == at);
            let end = run.map_or(end, |run| run.end as usize).min(limit);
            return Some(Watched::Halts(UNREADABLE, stop(plies, (at, end), self.position)));
        }
        if let Some(span) = self.stopped {
            // The move that cannot be played has spoiled the position: it is played to anew.
            let mut before = Reader::new(self.raw.get(..span.0)?, start.clone(), false);
            before.walk(from);
            let same = before.line.plies == self.line.plies && before.stopped.is_none() && !before.unread;
            return same.then(|| Watched::Halts(STOP, stop(self.line.plies, span, before.position)));
        }
        match self.open() {
            0 => Some(Watched::Whole(self.position)),
            kind => Some(Watched::Halts(kind, stop(self.line.plies, (0, 0), self.position))),
        }
    }

    /// Where a misspelled termination marker begins, if there is one.
    fn misspelled(&self, from: usize) -> usize {
        let end = if self.line.marker == 0 { self.last } else { 0 };
        last_result(self.raw, from, end).map_or(usize::MAX, |(at, _)| at)
    }
}
