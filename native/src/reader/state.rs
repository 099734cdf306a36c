//! How far a game has been read: the position, the numbers, the last tokens.
#![forbid(unsafe_code)]

use super::declarations::Declarations;
use super::repeats::{self, Repeats};
use super::variation::Variation;
use crate::kinds::{LONG_CLOCK, MOVE_NUMBER};
use crate::lexer::{self, Kind, Token};
use crate::line::{Line, Noted, marker_number, short};
use crate::position::Position;
use crate::san::San;

/// Is told of the moves of the mainline as they are played, down to the first token that nobody can read.
pub trait Moves {
    /// The position behind a move, the bytes that spell it, with `!` and `?` or without, and where in the game they begin.
    fn played(&mut self, position: &Position, spelled: &[u8], at: usize);
}

/// The halfmove clock at which a game has to be over.
const LAST_CLOCK: u32 = 150;

/// The move number indication before the first move: its number, its dots (summed where it stands in pieces), its place.
#[derive(Clone, Copy)]
pub(super) struct Opening {
    pub(super) number: u32,
    pub(super) dots: u32,
    pub(super) at: usize,
}

/// Reads the movetext of one game.
pub(super) struct Reader<'a> {
    pub(super) raw: &'a [u8],
    pub(super) position: Position,
    /// The position before the last move, also one that cannot be played; if such are kept.
    pub(super) before: Position,
    pub(super) line: Line,
    /// The position before each move is kept: for variations, and for the stop. Without, nothing is read behind that.
    pub(super) keeps: bool,
    /// The plies before the last token that has been passed over.
    pub(super) skipped_at: Option<u32>,
    /// The plies before the first one, and its bytes.
    pub(super) first_skipped: Option<(u32, (usize, usize))>,
    /// The variations around the token that is read; empty in the mainline, and kept for the next one.
    pub(super) variations: Vec<Variation>,
    /// Why moves are no longer played.
    pub(super) stopped: Option<(usize, usize)>,
    /// No move is played from the beginning on.
    pub(super) lexed: bool,
    /// Of movetext that is not played: whether a move, or what may be one, has been read in the mainline.
    pub(super) stands: bool,
    /// The movetext holds what only Python reads.
    pub(super) unread: bool,
    pub(super) first_number: u32,
    pub(super) black_first: bool,
    pub(super) opening: Option<Opening>,
    /// Move numbers that do not follow from the first.
    pub(super) wrong: Vec<Noted>,
    /// Where the last token ends that is no comment; 0: there is none.
    pub(super) last: usize,
    /// Where the last token of the mainline ends, if it cannot be read.
    pub(super) run: usize,
    /// The last termination marker: where it ends, and its number.
    pub(super) last_marker: (usize, u8),
    /// The positions that comments declare.
    pub(super) declared: Declarations,
    pub(super) moves: Option<&'a mut dyn Moves>,
    pub(super) repeats: Repeats,
}

impl<'a> Reader<'a> {
    pub(super) fn new(raw: &'a [u8], position: Position, keeps: bool) -> Self {
        let (first_number, black_first) = (position.number, position.turn().is_black());
        let repeats = Repeats::new(&position);
        Self {
            raw,
            before: position.clone(),
            position,
            line: Line::default(),
            keeps,
            skipped_at: None,
            first_skipped: None,
            variations: Vec::new(),
            stopped: None,
            lexed: false,
            stands: false,
            unread: false,
            first_number,
            black_first,
            opening: None,
            wrong: Vec::new(),
            last: 0,
            run: 0,
            last_marker: (0, 0),
            declared: Declarations::default(),
            moves: None,
            repeats,
        }
    }

    /// Where the walk goes on once the moves stop.
    #[cold]
    pub(super) fn halt(&mut self, span: (usize, usize)) -> usize {
        self.stopped = Some(span);
        if self.keeps { span.1 } else { self.raw.len() }
    }

    pub(super) fn text(&self, token: &Token) -> &'a [u8] {
        self.raw.get(token.start..token.end).unwrap_or(&[])
    }

    /// Play a move; false where it cannot be (the position is then of no further use).
    #[inline(always)]
    pub(super) fn play(&mut self, at: usize, end: usize, san: San) -> bool {
        let clock = self.position.clock;
        if self.keeps {
            self.before.clone_from(&self.position);
        }
        let played = self.position.play(san);
        if played {
            self.played((at, end), clock);
        }
        played
    }

    /// A move has been played, before which the halfmove clock stood there.
    #[inline(always)]
    pub(super) fn played(&mut self, span: (usize, usize), clock: u32) {
        self.line.plies += 1;
        self.repeats.note(&self.position);
        if clock >= repeats::FIRST_CLOCK {
            self.quiet(span, clock);
        }
        if let Some(moves) = self.moves.as_mut().filter(|_| self.line.skipped == 0) {
            moves.played(&self.position, self.raw.get(span.0..span.1).unwrap_or(&[]), span.0);
        }
    }

    /// A move has been played behind some others without a capture and without a pawn's move.
    #[inline(never)]
    fn quiet(&mut self, span: (usize, usize), clock: u32) {
        if clock >= LAST_CLOCK {
            self.long_clock(span, clock);
        }
        if self.position.clock > clock {
            self.repeats.look(self.position.clock);
        }
    }

    #[cold]
    pub(super) fn long_clock(&mut self, (at, end): (usize, usize), clock: u32) {
        if self.line.kinds & LONG_CLOCK == 0 {
            let span = (at, self.token_end(at, end));
            self.line.note(LONG_CLOCK, self.line.plies, span, clock);
        }
    }

    /// Where the token at `at` ends, of which a word up to `end` has been read: the lexer's has no `!` behind a move.
    pub(super) fn token_end(&self, at: usize, end: usize) -> usize {
        lexer::next(self.raw, at).map_or(end, |token| token.end)
    }

    #[inline]
    pub(super) fn indication(&mut self, number: Option<u32>, dots: u32, at: usize) {
        if self.stopped.is_some() {
            return;
        }
        let plies = self.line.plies;
        if plies == 0 {
            match (number, &mut self.opening) {
                (Some(number), opening) => *opening = Some(Opening { number, dots, at }),
                (None, Some(opening)) => opening.dots = opening.dots.saturating_add(dots),
                (None, None) => {}
            }
        } else if let Some(number) = number {
            let first = self.opening.map_or(self.first_number, |opening| opening.number);
            if u64::from(number) != u64::from(first) + (u64::from(plies) + u64::from(self.black_first)) / 2 {
                let at = short(at);
                self.wrong.push(Noted { kind: MOVE_NUMBER, ply: plies + 1, at, end: at, value: number });
            }
        }
    }

    /// A token is passed over; a number right before it is no move number.
    pub(super) fn skip(&mut self, span: (usize, usize)) {
        self.line.skipped += 1;
        let plies = self.line.plies;
        self.first_skipped.get_or_insert((plies, span));
        self.skipped_at = Some(plies);
        if plies == 0 {
            self.opening = None;
        }
        while self.wrong.last().is_some_and(|wrong| wrong.ply > plies) {
            self.wrong.pop();
        }
    }

    pub(super) fn remember(&mut self, token: &Token) {
        if token.kind == Kind::Marker {
            self.last_marker = (token.end, marker_number(self.text(token)));
        }
        if !matches!(token.kind, Kind::Comment | Kind::LineComment | Kind::Escape) {
            self.last = token.end;
        }
    }

    /// Whether the last token that is no comment is a termination marker.
    pub(super) fn ends_in_marker(&self) -> bool {
        self.last > 0 && self.last_marker.0 == self.last
    }
}
