//! The positions that comments and tags declare, held to those that the moves lead to.
#![forbid(unsafe_code)]

use memchr::memmem::Finder;

use super::declarations::Beside;
use super::state::Reader;
use crate::agreement::{PLACEMENT, differs, fields};
use crate::conventions::followed;
use crate::declared::{Found, in_comment, in_tags, lines_end};
use crate::definitions::DECLARED_SHORTEST;
use crate::kinds::{BEHIND_MARKER, DECLARED, DECLARED_BEFORE, DECLARED_UNREADABLE, OPEN_COMMENT, OPEN_VARIATION};
use crate::line::{Noted, short};
use crate::position::Position;
use crate::unreadable::{unreadable_in_comment, unreadable_in_tags};

impl Reader<'_> {
    /// What stands behind the termination marker is said of the final position.
    pub(super) fn declares_the_last(&mut self) {
        self.declared.behind = true;
    }

    /// Look for positions in the comment from `open` to `end`.
    #[inline]
    pub(super) fn comment_declares(&mut self, open: usize, end: usize) {
        if self.may_declare(open, end) {
            self.declares(open + 1, end - 1, false, false);
        }
    }

    /// Whether there may be a position in the comment from `open` to `end`.
    #[inline]
    pub(super) fn may_declare(&self, open: usize, end: usize) -> bool {
        self.declared.named || (self.declared.possible && end - open > DECLARED_SHORTEST + 1)
    }

    /// Look for positions in the line comment at `start`, and in those that follow it.
    #[cold]
    pub(super) fn lines_declare(&mut self, start: usize, in_variation: bool) {
        if (self.declared.possible || self.declared.named) && start >= self.declared.lines {
            self.declared.lines = lines_end(self.raw, start);
            self.declares(start + 1, self.declared.lines, true, in_variation);
        }
    }

    #[inline(never)]
    pub(super) fn declares(&mut self, from: usize, to: usize, lines: bool, in_variation: bool) {
        let known = if in_variation {
            self.variations.last().is_some_and(|variation| !variation.stopped && variation.skipped == 0)
        } else {
            self.stopped.is_none() && self.line.skipped == 0
        };
        if !known {
            return;
        }
        let (raw, before) = (self.raw, self.declared.unreadable.len());
        let named = self.declared.named;
        unreadable_in_comment(raw, (from, to), lines, named, |at, end| self.declared.unreadable.push((at, end)));
        in_comment(raw, from, to, lines, |found| {
            let none = self.declared.unreadable.get(before..).unwrap_or(&[]);
            if none.binary_search_by_key(&found.at, |&(at, _)| at).is_err() {
                self.declare(found, in_variation);
            }
        });
    }

    fn declare(&mut self, found: Found, in_variation: bool) {
        let variation = self.variations.last().filter(|_| in_variation);
        if found.last || self.declared.behind {
            // Which position is the final one of a variation nobody says.
            if !in_variation {
                self.declared.last.push(found);
            }
            return;
        }
        let (ply, moved, position, last) = match variation {
            Some(variation) => (variation.plies, variation.open, &variation.position, &variation.before),
            None => (self.line.plies, self.line.plies > 0, &self.position, &self.before),
        };
        let fen = self.raw.get(found.at..found.end).unwrap_or(&[]);
        let after = differs(fen, position, ply == 0);
        let follows = self.follows(found, position, ply == 0);
        if self.keeps {
            let before = moved.then(|| differs(fen, last, ply == 1));
            let follows = [follows, self.follows(found, last, ply <= 1)];
            self.declared.beside.push(Beside { found, ply, after, before, follows, in_variation });
        } else {
            self.declared.differ |= after != 0;
            if after == 0 {
                self.count(follows);
            }
        }
    }

    /// The conventions that a FEN follows, if it is that of the position.
    fn follows(&self, found: Found, position: &Position, first: bool) -> [u8; 2] {
        let fen = self.raw.get(found.at..found.end).unwrap_or(&[]);
        let mut fields = fields(fen).skip(2);
        followed(fields.next().unwrap_or(b"-"), fields.next().unwrap_or(b"-"), position, first)
    }

    fn count(&mut self, follows: [u8; 2]) {
        self.line.conventions.get_or_insert_default().add(follows, 1, 0);
    }

    /// Note what differs, the game being read; the tags stand before `from`.
    pub(super) fn note_declared(&mut self, from: usize, heads: &[Finder<'_>]) {
        let mut noted = self.differing();
        let whole = self.stopped.is_none() && self.line.skipped == 0 && self.line.plies > 0;
        if whole && self.line.kinds & (OPEN_COMMENT | OPEN_VARIATION | BEHIND_MARKER) == 0 {
            let mut last = std::mem::take(&mut self.declared.last);
            in_tags(self.raw.get(..from).unwrap_or(&[]), heads, |found| last.push(found));
            for one in last {
                if differs(self.raw.get(one.at..one.end).unwrap_or(&[]), &self.position, false) != 0 {
                    noted.push((one, self.line.plies, false));
                } else {
                    self.count(self.follows(one, &self.position, false));
                }
            }
        }
        for (Found { at, end, .. }, ply, in_variation) in noted {
            self.line.kinds |= DECLARED;
            let (at, end, value) = (short(at), short(end), u32::from(in_variation));
            self.line.noted.push(Noted { kind: DECLARED, ply, at, end, value });
        }
        let mut unreadable = std::mem::take(&mut self.declared.unreadable);
        unreadable_in_tags(self.raw.get(..from).unwrap_or(&[]), heads, |at, end| unreadable.push((at, end)));
        for span in unreadable {
            self.line.note(DECLARED_UNREADABLE, 0, span, 0);
        }
    }

    /// What differs in comments beside the moves: from the positions behind them, or from those before them, whichever
    /// there is more of (in the mainline, if it has any). With the plies before each, and whether it stands in a variation.
    fn differing(&mut self) -> Vec<(Found, u32, bool)> {
        let beside = std::mem::take(&mut self.declared.beside);
        let before = |one: &Beside| one.before.is_some_and(|before| before & PLACEMENT == 0);
        let after = |one: &Beside| one.before.is_some() && one.after & PLACEMENT == 0;
        // What the mainline says of itself variations do not outvote.
        let told = beside.iter().any(|one| !one.in_variation && (before(one) || after(one)));
        let voters = || beside.iter().filter(|one| !(told && one.in_variation));
        if voters().filter(|one| before(one)).count() <= voters().filter(|one| after(one)).count() {
            beside.iter().filter(|one| one.after == 0).for_each(|one| self.count(one.follows[0]));
            let differing = beside.iter().filter(|one| one.after != 0);
            return differing.map(|one| (one.found, one.ply, one.in_variation)).collect();
        }
        let for_before = beside.iter().filter(|one| before(one)).count();
        if let Some(first) = beside.iter().find(|one| before(one)) {
            let span = (first.found.at, first.found.end);
            let ply = if first.in_variation { 0 } else { first.ply };
            self.line.note(DECLARED_BEFORE, ply, span, short(for_before));
        }
        for one in &beside {
            match one.before {
                Some(0) => self.count(one.follows[1]),
                None if one.after == 0 => self.count(one.follows[0]),
                _ => {}
            }
        }
        let differing = beside.iter().filter(|one| one.before.unwrap_or(one.after) != 0);
        // Before the first move of a line there is no other position.
        let ply = |one: &Beside| one.ply - u32::from(one.before.is_some());
        differing.map(|one| (one.found, ply(one), one.in_variation)).collect()
    }
}
