//! Movetext, read and played in one walk: what stands there, said as facts (see `line`). The Python reader says the same.
//!
//! Plain moves and numbers are read in `plain`; every other token by `lexer`, whose reading of them is the same.
#![forbid(unsafe_code)]

mod beside;
mod declarations;
mod declared;
mod passed;
mod plain;
mod repeats;
mod state;
mod variation;
mod variations;
mod watch;

use memchr::memmem::Finder;
use memchr::{memchr, memchr_iter, memchr2, memchr2_iter};

use state::{Opening, Reader};

pub use state::Moves;
pub use watch::{Watched, watch};

use crate::blank;
use crate::definitions::{DECLARED_FEWEST_SLASHES, NAMED};
use crate::kinds::{
    CASTLING_SPELLING, DEAD, FIRST_COLOR, FIRST_NUMBER, MARKER_SPELLING, MATE, MOVE_NUMBER, NO_MARKER, NULL_MOVE,
    STALEMATE, STOP, STRAY_PARENTHESIS, UNREADABLE,
};
use crate::lexer::{self, Kind, Token};
use crate::line::{Line, Stop, marker_number, short};
use crate::position::Position;
use crate::results::last_result;
use crate::san::any::{Spelled, read_any};

/// The facts of the movetext at `from` of a game, its moves played from `start`; `heads` are how tags begin that
/// declare its final position.
pub fn read(raw: &[u8], from: usize, start: &Position, heads: &[Finder<'_>]) -> Line {
    let variations = raw.get(from..).is_some_and(|movetext| memchr(b'(', movetext).is_some());
    let strokes =
        raw.get(from..).is_some_and(|movetext| memchr_iter(b'/', movetext).nth(DECLARED_FEWEST_SLASHES - 1).is_some());
    let named = raw.get(from..).is_some_and(names_a_fen);
    let mut reader = Reader::new(raw, start.clone(), variations);
    (reader.declared.possible, reader.declared.named) = (strokes, named);
    reader.walk(from);
    if (reader.stopped.is_some() || reader.declared.differ) && !variations {
        // A move that cannot be played spoils the position: it is played to anew, and the one before each move kept;
        // also where a position is declared that may be that before the move.
        reader = Reader::new(raw, start.clone(), true);
        (reader.declared.possible, reader.declared.named) = (strokes, named);
        reader.walk(from);
    }
    if reader.unread {
        return Line::unread();
    }
    let repeats = reader.repeats.may_be;
    let mut line = reader.finish(from, heads);
    if line.kinds & DEAD != 0 {
        passed::note_dead(raw, from, start, &mut line);
    }
    if repeats {
        passed::note_fivefold(raw, from, start, &mut line);
    }
    blank::note(raw, from, &mut line);
    line
}

/// The facts of movetext whose moves nobody can play, for want of a starting position: those of its tokens.
pub fn lex(raw: &[u8], from: usize) -> Line {
    let Some(anything) = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1", false) else { return Line::unread() };
    let mut reader = Reader::new(raw, anything, true);
    reader.stopped = Some((from, from));
    reader.lexed = true;
    reader.walk(from);
    let mut line = reader.finish(from, &[]);
    blank::note(raw, from, &mut line);
    line
}

/// Whether a comment may say `fen=` or `[%fen`.
fn names_a_fen(movetext: &[u8]) -> bool {
    memchr2(b'{', b';', movetext).is_some()
        && memchr2_iter(b'=', b'%', movetext).any(|at| {
            let (before, behind) = movetext.split_at_checked(at).unwrap_or((movetext, &[]));
            let fen = match behind {
                [b'=', ..] => before.trim_ascii_end().last_chunk(),
                [_, behind @ ..] => behind.first_chunk(),
                [] => None,
            };
            fen.is_some_and(|fen: &[u8; NAMED.len()]| fen.eq_ignore_ascii_case(NAMED))
        })
}

/// Whether the whole mainline, of one move or more, can be played from `start`; `None` where `read` leaves it unread.
pub fn replays(raw: &[u8], from: usize, start: &Position) -> Option<bool> {
    let mut reader = Reader::new(raw, start.clone(), false);
    reader.walk(from);
    let whole = reader.stopped.is_none() && reader.line.skipped == 0;
    (!reader.unread).then_some(whole && reader.line.plies > 0)
}

impl Reader<'_> {
    fn walk(&mut self, from: usize) {
        let mut pos = from;
        while let Some(&byte) = self.raw.get(pos) {
            let next = match byte {
                b' ' | b'\n' | b'\r' | b'\t' => Some(pos + 1),
                b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N' | b'O' => self.plain_move(pos),
                b'1'..=b'9' => self.plain_number(pos),
                b'{' => Some(self.comment(pos)),
                b'$' => self.plain_nag(pos),
                b'(' => Some(self.variation(pos)),
                _ => None,
            };
            pos = match next {
                Some(next) => next,
                None => self.token(pos),
            };
        }
    }

    /// The token at or behind `pos`, as the lexer has it; where the walk goes on.
    #[cold]
    fn token(&mut self, pos: usize) -> usize {
        let Some(token) = lexer::next(self.raw, pos) else { return self.raw.len() };
        let span = (token.start, token.end);
        match token.kind {
            Kind::Open => return self.variation(token.start),
            Kind::Comment => return self.comment(token.start),
            Kind::LineComment | Kind::Escape => {
                if token.kind == Kind::LineComment {
                    self.lines_declare(token.start, false);
                }
                self.run = 0;
                return token.end;
            }
            Kind::Unreadable => {
                self.unreadable(span);
                return token.end;
            }
            Kind::Marker => {
                self.line.marker = marker_number(self.text(&token));
                self.remember(&token);
                self.behind(token.end);
                return self.raw.len();
            }
            _ => self.last = token.end,
        }
        match token.kind {
            Kind::Number => {
                let (number, dots) = lexer::number(self.text(&token));
                self.indication(number, dots, token.start);
            }
            Kind::Move => return self.spelled(&token),
            Kind::Castling => {
                let before = self.line.plies;
                let next = self.spelled(&token);
                let core = self.text(&token);
                let core = core.iter().rposition(|b| !b"+#".contains(b)).map_or(core, |at| &core[..=at]);
                if core != b"O-O" && core != b"O-O-O" {
                    let ply = if self.line.plies > before { self.line.plies } else { 0 };
                    self.line.note(CASTLING_SPELLING, ply, span, 0);
                }
                return next;
            }
            Kind::Null => return self.null(span),
            Kind::Close if self.line.kinds & STRAY_PARENTHESIS == 0 => self.line.note(STRAY_PARENTHESIS, 0, span, 0),
            _ => {}
        }
        token.end
    }

    fn spelled(&mut self, token: &Token) -> usize {
        if self.stopped.is_some() {
            self.stands = true;
            return token.end;
        }
        match read_any(self.text(token)) {
            Spelled::San(san) => {
                if !self.play(token.start, token.end, san) {
                    return self.halt((token.start, token.end));
                }
            }
            Spelled::Other => {
                self.unread = true;
                return self.raw.len();
            }
            Spelled::None => self.skip((token.start, token.end)),
        }
        token.end
    }

    fn null(&mut self, span: (usize, usize)) -> usize {
        let (mut ply, mut next) = (0, span.1);
        if self.stopped.is_none() {
            self.before = self.position.clone();
            if self.position.checkers().is_empty() {
                let clock = self.position.clock;
                self.position.pass();
                self.played(span, clock);
                ply = self.line.plies;
            } else {
                next = self.halt(span);
            }
        } else {
            self.stands = true;
        }
        self.line.note(NULL_MOVE, ply, span, 0);
        next
    }

    fn unreadable(&mut self, span: (usize, usize)) {
        let in_run = self.run > 0 && self.run == self.last;
        let run = if in_run { self.line.noted.iter_mut().rev().find(|one| one.kind == UNREADABLE) } else { None };
        match run {
            Some(run) => run.end = short(span.1),
            None => self.line.note(UNREADABLE, 0, span, 0),
        }
        self.last = span.1;
        self.run = span.1;
        if self.stopped.is_none() {
            self.skip(span);
        } else {
            self.stands = true;
        }
    }

    /// Which marker ends the game, or that there is none; where one that is misspelled begins, whose numbers are no move
    /// numbers.
    fn ending(&mut self, from: usize) -> usize {
        if self.line.marker == 0 && self.ends_in_marker() {
            self.line.marker = self.last_marker.1;
        }
        if self.line.marker != 0 {
            return usize::MAX;
        }
        let end = if self.last > 0 { self.last } else { from };
        self.line.note(NO_MARKER, 0, (end, end), 0);
        let Some((at, number)) = last_result(self.raw, from, end) else { return usize::MAX };
        self.line.note(MARKER_SPELLING, 0, (at, end), u32::from(number));
        at
    }

    fn finish(mut self, from: usize, heads: &[Finder<'_>]) -> Line {
        let spelled = self.ending(from);
        if self.lexed {
            return Line { white_to_move: true, ..self.line };
        }
        self.note_declared(from, heads);
        let mut line = self.line;
        if let Some((at, end)) = self.stopped {
            line.kinds |= STOP;
            let (ply, skipped) = (line.plies + 1, line.skipped);
            line.stops().mainline = Some(Stop { ply, at: short(at), end: short(end), skipped, position: self.before });
        }
        if let Some(Opening { number, dots, at }) = self.opening.filter(|opening| opening.at < spelled) {
            if number != self.first_number {
                line.note(FIRST_NUMBER, 1, (at, at), number);
            }
            if dots > 0 && self.black_first == (dots == 1) {
                line.note(FIRST_COLOR, 1, (at, dots as usize), number);
            }
        }
        self.wrong.retain(|wrong| (wrong.at as usize) < spelled);
        if !self.wrong.is_empty() {
            line.kinds |= MOVE_NUMBER;
            line.noted.append(&mut self.wrong);
        }
        line.white_to_move = if self.stopped.is_some() {
            self.black_first == (line.plies % 2 == 1)
        } else {
            self.position.turn().is_white()
        };
        if self.stopped.is_none() && line.skipped == 0 && line.plies > 0 {
            if !self.position.has_legal_move() {
                line.kinds |= if self.position.checkers().any() { MATE } else { STALEMATE };
            }
            line.kinds |= if self.position.is_dead() { DEAD } else { 0 };
        }
        line
    }
}

#[cfg(test)]
mod tests;
