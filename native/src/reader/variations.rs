//! Recursive annotation variations: their moves are played from where they branch off, their tokens are read.
#![forbid(unsafe_code)]

use super::state::Reader;
use super::variation::Variation;
use crate::definitions::DEEPEST_VARIATION;
use crate::kinds::{BARE_VARIATION, VARIATION_STOP, VARIATION_UNREADABLE};
use crate::lexer::{self, Kind, Token};
use crate::line::{Stop, short};
use crate::san;
use crate::san::any::{Spelled, read_any};

impl Reader<'_> {
    /// Read the variation whose `(` is at `open`, and those in it; where the walk goes on.
    pub(super) fn variation(&mut self, open: usize) -> usize {
        let in_run = self.run > 0 && self.run == self.last;
        // How many are not played, one in the other: they stand within those of `variations`.
        let (mut pos, mut unplayed) = (open, 0usize);
        // Whether no move stands before, in the line that is read.
        let mut bare = if self.stopped.is_some() {
            self.lexed && !self.stands
        } else {
            self.line.plies == 0 && self.line.skipped == 0
        };
        self.variations.clear();
        while let Some(&byte) = self.raw.get(pos) {
            let next = match byte {
                b' ' | b'\n' | b'\r' | b'\t' => Some(pos + 1),
                b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N' | b'O' => self.move_beside(pos, unplayed == 0),
                b'1'..=b'9' => self.number(pos).map(|number| number.next),
                b'{' => Some(self.comment_beside(pos, unplayed == 0)),
                b'$' => self.nag(pos),
                b'(' => {
                    if bare {
                        self.bare_variation(pos, pos > open);
                    }
                    bare = true;
                    if unplayed > 0 || !self.branch() {
                        unplayed += 1;
                    }
                    Some(pos + 1)
                }
                b')' => {
                    bare = false; // it was not, or the first one has been noted
                    if unplayed > 0 {
                        unplayed -= 1;
                    } else {
                        self.variations.pop();
                    }
                    if unplayed == 0 && self.variations.is_empty() {
                        // A variation does not part the tokens around it.
                        self.last = pos + 1;
                        self.run = if in_run { self.last } else { 0 };
                        return self.last;
                    }
                    Some(pos + 1)
                }
                _ => None,
            };
            bare = bare && next.map_or_else(|| self.stands_for_no_move(pos), |_| !byte.is_ascii_alphabetic());
            pos = match next {
                Some(next) => next,
                None => self.token_beside(pos, unplayed == 0),
            };
        }
        self.open_variation(open);
        self.raw.len()
    }

    /// The first variation with no move before it, in the mainline or `nested`.
    #[cold]
    fn bare_variation(&mut self, open: usize, nested: bool) {
        if self.line.kinds & BARE_VARIATION == 0 {
            self.line.note(BARE_VARIATION, 0, (open, open + 1), u32::from(nested));
        }
    }

    /// Whether the token at or behind `pos` is neither a move nor what may be one.
    #[cold]
    fn stands_for_no_move(&self, pos: usize) -> bool {
        lexer::next(self.raw, pos).is_none_or(|token| {
            !matches!(token.kind, Kind::Move | Kind::Castling | Kind::Null | Kind::Unreadable | Kind::Marker)
        })
    }

    /// Begin a variation behind what has been read; false where it cannot be played.
    fn branch(&mut self) -> bool {
        let (open, before, plies, skipped) = match self.variations.last() {
            Some(around) => (around.open, &around.before, around.plies, around.skipped),
            None => {
                let plies = self.line.plies;
                let open = self.keeps && self.stopped.is_none() && self.skipped_at != Some(plies);
                (open, &self.before, plies, self.line.skipped)
            }
        };
        if !open || self.variations.len() >= DEEPEST_VARIATION {
            return false;
        }
        let (plies, open, stopped) = (plies.saturating_sub(1), false, false);
        let (before, position) = (before.clone(), before.clone());
        self.variations.push(Variation { position, before, plies, skipped, open, stopped });
        true
    }

    /// The variation whose moves are played.
    #[inline]
    fn played_variation(&mut self, played: bool) -> Option<&mut Variation> {
        if !played {
            return None;
        }
        self.variations.last_mut().filter(|variation| !variation.stopped)
    }

    /// The move in standard spelling at `pos`; where the walk goes on, `None` where there is none.
    #[inline]
    fn move_beside(&mut self, pos: usize, played: bool) -> Option<usize> {
        let word = self.word(pos);
        let (length, san) = match san::read(word) {
            Some(san) => (word.len(), san),
            None => {
                let length = word.iter().position(|b| matches!(b, b')' | b'{'))?;
                (length, san::read(word.get(..length)?)?)
            }
        };
        if let Some(variation) = self.played_variation(played)
            && !variation.play(san)
        {
            self.halt_beside(pos, self.token_end(pos, pos + length));
        }
        Some(pos + length)
    }

    /// The token at or behind `pos`, as the lexer has it; where the walk goes on.
    #[cold]
    fn token_beside(&mut self, pos: usize, played: bool) -> usize {
        let Some(token) = lexer::next(self.raw, pos) else { return self.raw.len() };
        match token.kind {
            // Brackets are read by the walk.
            Kind::Open | Kind::Close => return token.start,
            Kind::Comment => return self.comment_beside(token.start, played),
            Kind::LineComment if played => self.lines_declare(token.start, true),
            Kind::Unreadable => self.unreadable_beside(&token),
            _ => {}
        }
        let text = self.text(&token);
        let Some(variation) = self.played_variation(played) else { return token.end };
        let goes_on = match token.kind {
            Kind::Move | Kind::Castling => match read_any(text) {
                Spelled::San(san) => variation.play(san),
                Spelled::Other => {
                    self.unread = true;
                    return self.raw.len();
                }
                Spelled::None => {
                    variation.skip();
                    true
                }
            },
            Kind::Null => variation.pass(),
            Kind::Unreadable => {
                variation.skip();
                true
            }
            _ => true,
        };
        if !goes_on {
            self.halt_beside(token.start, token.end);
        }
        token.end
    }

    /// The moves of the variation that is read stop at that token.
    #[cold]
    fn halt_beside(&mut self, at: usize, end: usize) {
        let Some(variation) = self.variations.last() else { return };
        let (ply, skipped, position) = (variation.plies + 1, variation.skipped, variation.before.clone());
        self.line.kinds |= VARIATION_STOP;
        self.line.stops().variations.push(Stop { ply, at: short(at), end: short(end), skipped, position });
    }

    fn unreadable_beside(&mut self, token: &Token) {
        let raw = self.raw;
        let before = self.line.noted.last_mut().filter(|one| one.kind == VARIATION_UNREADABLE);
        // Neighbors: nothing stands between the two.
        match before.filter(|one| lexer::next(raw, one.end as usize).is_some_and(|next| next.start == token.start)) {
            Some(run) => run.end = short(token.end),
            None => self.line.note(VARIATION_UNREADABLE, 0, (token.start, token.end), 0),
        }
    }
}
