//! The starts of games: what the raw values of SetUp, FEN and Variant stand for, as `fen` reads it, or Python has told.
//!
//! Each key of three values has an id that is never used again. Keys belong to a generation; the games of a table keep
//! the one under which they were placed, so that a full one can be left behind and is freed with its last table.
#![forbid(unsafe_code)]

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::conventions::Tally;
use crate::definitions::{ASKED, CODE_BITS, NO_ID};
use crate::fen::{self, Question, Remarks, ToPlay, has_wrong_rights, told};
use crate::kinds::Kinds;
use crate::position::Position;
use crate::table::Row;

/// With so many keys, a generation is left behind.
pub const MOST: usize = 65_536;
/// A longer key (a FEN of kilobytes) is not remembered, and its games are not played.
const LONGEST: usize = 4096;
/// The most questions that are answered at once.
pub const MOST_QUESTIONS: usize = (63 - CODE_BITS) as usize;
/// Its slot.
const NO_SLOT: u32 = u32::MAX;

/// What is known of a start.
#[derive(Clone, Debug)]
pub struct Start {
    /// The position to play from; `None`: the native engine does not play it.
    pub position: Option<Position>,
    /// The facts of it that every game has which begins so.
    pub kinds: Kinds,
    /// Whether no engine plays from it on a board of eight files: what is read is the tokens of the movetext alone.
    pub lexed: bool,
    /// Whether its FEN states the position; else moves are played from defaults, for what they prove.
    pub stated: bool,
}

impl Start {
    /// The position to play from, of a start that states it.
    pub fn stated(self) -> Option<Position> {
        self.position.filter(|_| self.stated)
    }
}

/// Of a game something that is equal where its start is, and `Plain::code` of a plain one; `None` of a start that is not
/// remembered.
pub type Told = Option<(u32, Option<u64>)>;

#[derive(Debug)]
struct Slot {
    id: u32,
    start: Option<Start>,
    /// Of a plain one what its columns say (see `Plain::code`) and what there is to remark.
    plain: Option<(u64, Remarks)>,
}

impl Slot {
    fn new(id: u32, values: [Option<&[u8]>; 3]) -> Self {
        let Some(plain) = fen::read(values) else { return Self { id, start: None, plain: None } };
        let known = Some((plain.code(), plain.remarks));
        let kinds = plain.kinds;
        let start = match plain.to_play {
            ToPlay::From(position) => Some(Start { position: Some(*position), kinds, lexed: false, stated: true }),
            ToPlay::Not => Some(Start { position: None, kinds, lexed: false, stated: true }),
            ToPlay::Asked => None,
        };
        Self { id, start, plain: known }
    }

    /// What Python is to be asked about it.
    fn asks(&self) -> Remarks {
        self.plain.filter(|_| self.start.is_some()).map_or(Remarks::Asked, |(_, remarks)| remarks)
    }
}

/// A start that Python may have something to say of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met {
    /// Its id.
    pub id: u32,
    /// Its first game.
    pub game: usize,
    /// Whether it is known what it stands for.
    pub learned: bool,
    /// Whether nothing is to be remarked that depends on the FEN.
    pub of_tags: bool,
}

#[derive(Debug, Default)]
struct Known {
    places: HashMap<Box<[u8]>, u32>,
    slots: Vec<Slot>,
}

/// Keys, and what is known of them.
#[derive(Debug)]
pub struct Generation {
    known: RwLock<Known>,
    next_id: Arc<AtomicU32>,
}

/// The games of a table with their starts: a slot in a generation each.
#[derive(Debug)]
pub struct Placed {
    generation: Arc<Generation>,
    slots: Vec<u32>,
}

/// The generation that new tables are placed in.
#[derive(Debug)]
pub struct Starts {
    current: Mutex<Arc<Generation>>,
    next_id: Arc<AtomicU32>,
}

impl Default for Starts {
    fn default() -> Self {
        let next_id = Arc::default();
        Self { current: Mutex::new(Generation::new(&next_id)), next_id }
    }
}

impl Starts {
    /// Give each game its slot that has none yet.
    pub fn place<'a>(&self, data: &[u8], rows: &[Row], placed: &'a mut Option<Placed>) -> &'a mut Placed {
        let placed = placed.get_or_insert_with(|| Placed { generation: self.current(), slots: Vec::new() });
        placed.extend(data, rows);
        placed
    }

    /// The generation for a new table.
    fn current(&self) -> Arc<Generation> {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if current.read().slots.len() >= MOST {
            *current = Generation::new(&self.next_id);
        }
        Arc::clone(&current)
    }
}

/// One key of three values, written to `key`.
pub fn write_key(key: &mut Vec<u8>, values: [Option<&[u8]>; 3]) {
    key.clear();
    for value in values {
        // A length that no value has stands for an absent one.
        let length = value.map_or(u64::MAX, |value| value.len() as u64);
        key.extend_from_slice(&length.to_le_bytes());
        key.extend_from_slice(value.unwrap_or(&[]));
    }
}

impl Known {
    /// The slot of a key, made where there is none.
    fn place(&mut self, key: &[u8], values: [Option<&[u8]>; 3], next_id: &AtomicU32) -> u32 {
        // Most are new, or each_key would have found them before.
        let place = match self.places.entry(key.into()) {
            Entry::Occupied(known) => return *known.get(),
            Entry::Vacant(place) => place,
        };
        let id = next_id.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |id| id.checked_add(1));
        let (Ok(id), Ok(slot)) = (id, u32::try_from(self.slots.len())) else { return NO_SLOT };
        self.slots.push(Slot::new(id, values));
        *place.insert(slot)
    }

    fn slot(&self, slot: u32) -> Option<&Slot> {
        self.slots.get(slot as usize)
    }
}

impl Generation {
    fn new(next_id: &Arc<AtomicU32>) -> Arc<Self> {
        Arc::new(Self { known: RwLock::default(), next_id: Arc::clone(next_id) })
    }

    fn read(&self) -> RwLockReadGuard<'_, Known> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Known> {
        self.known.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remember what the start in `slot` stands for; false where there is no such slot.
    fn learn(&self, slot: u32, start: Start) -> bool {
        let mut known = self.write();
        let Some(slot) = known.slots.get_mut(slot as usize) else { return false };
        slot.start = Some(start);
        true
    }
}

impl Placed {
    /// Known keys first, so that threads seldom wait for one another.
    fn extend(&mut self, data: &[u8], rows: &[Row]) {
        let from = self.slots.len();
        let rows = rows.get(from..).unwrap_or(&[]);
        self.slots.resize(from + rows.len(), NO_SLOT);
        let slots = self.slots.get_mut(from..).unwrap_or(&mut []);
        let known = self.generation.read();
        let missing = each_key(data, rows, slots, |key, _| known.places.get(key).copied().unwrap_or(NO_SLOT));
        drop(known);
        if missing {
            let mut known = self.generation.write();
            each_key(data, rows, slots, |key, values| known.place(key, values, &self.generation.next_id));
        }
    }

    /// Remember what the start of the game at `index` stands for; false where it is not remembered.
    pub fn learn(&self, index: usize, start: Start) -> bool {
        self.slots.get(index).is_some_and(|&slot| self.generation.learn(slot, start))
    }

    /// What is known of each game's start, copied, so that nobody waits until all are played.
    pub fn starts(&self) -> Vec<Option<Start>> {
        let known = self.generation.read();
        self.slots.iter().map(|&slot| known.slot(slot)?.start.clone()).collect()
    }

    /// The ids of the games' starts.
    pub fn ids(&self) -> Vec<u32> {
        let known = self.generation.read();
        self.slots.iter().map(|&slot| known.slot(slot).map_or(NO_ID, |slot| slot.id)).collect()
    }

    /// A number for each game that says all that `questions` and the columns of its start do: `Plain::code` and above it
    /// a bit for each question, the first the lowest; of a start that is not plain `ASKED` and its id.
    pub fn codes(&self, data: &[u8], rows: &[Row], questions: &[Question]) -> Vec<u64> {
        let known = self.generation.read();
        let (mut last, mut answers) = (NO_SLOT, 0);
        let code = |(&slot, row): (&u32, &Row)| {
            let Some(there) = known.slot(slot) else { return ASKED | u64::from(NO_ID) };
            let Some((code, _)) = there.plain else { return ASKED | u64::from(there.id) };
            if slot != last && !questions.is_empty() {
                let plain = fen::read(row.start_values(data));
                let answer = |question: &Question| plain.as_ref().is_some_and(|plain| question.answer(&plain.identity));
                answers = questions.iter().rev().fold(0, |bits, question| bits << 1 | u64::from(answer(question)));
                last = slot;
            }
            code | answers << CODE_BITS
        };
        self.slots.iter().zip(rows).map(code).collect()
    }

    /// What is known of each game's start.
    pub fn told(&self) -> Vec<Told> {
        let known = self.generation.read();
        let told = |&slot: &u32| known.slot(slot).map(|there| (slot, there.plain.map(|(code, _)| code)));
        self.slots.iter().map(told).collect()
    }

    /// Which conventions the FEN tags of plain starts follow and what they tell about the file (see `fen::told`), and
    /// the games whose starts are not plain.
    pub fn conventions(&self) -> (Tally<5>, Vec<usize>) {
        let known = self.generation.read();
        let (mut tally, mut asked) = (Tally::default(), Vec::new());
        for (index, &slot) in self.slots.iter().enumerate() {
            match known.slot(slot).and_then(|slot| slot.plain) {
                Some((code, _)) if !has_wrong_rights(code) => tally.add(told(code), 1, index),
                _ => asked.push(index),
            }
        }
        (tally, asked)
    }

    /// The different starts that Python is to be asked about, or all of them; NO_ID is not among them.
    pub fn different(&self, all: bool) -> Vec<Met> {
        let known = self.generation.read();
        let (mut met, mut last) = (HashSet::new(), NO_SLOT);
        let mut found = Vec::new();
        for (game, &slot) in self.slots.iter().enumerate() {
            if slot != last
                && let Some(there) = known.slot(slot)
                && (all || there.asks() != Remarks::None)
                && met.insert(slot)
            {
                let of_tags = !all && there.asks() == Remarks::OfTags;
                found.push(Met { id: there.id, game, learned: there.start.is_some(), of_tags });
            }
            last = slot;
        }
        found
    }
}

/// Set the slots that `place` finds for keys, of games that have none yet; whether one is missing still.
fn each_key(
    data: &[u8],
    rows: &[Row],
    slots: &mut [u32],
    mut place: impl FnMut(&[u8], [Option<&[u8]>; 3]) -> u32,
) -> bool {
    let (mut key, mut last, mut found, mut missing) = (Vec::new(), Vec::new(), NO_SLOT, false);
    for (row, slot) in rows.iter().zip(slots).filter(|(_, slot)| **slot == NO_SLOT) {
        let values = row.start_values(data);
        write_key(&mut key, values);
        if key.len() > LONGEST {
            continue;
        }
        // Archives say the same of game after game.
        if key != last {
            found = place(&key, values);
            std::mem::swap(&mut key, &mut last);
        }
        *slot = found;
        missing |= found == NO_SLOT;
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Table;

    #[test]
    fn absent_is_not_empty() {
        let mut keys = Vec::new();
        for values in [[None, Some(&b""[..]), None], [None; 3], [Some(&b""[..]), None, None]] {
            let mut key = Vec::new();
            write_key(&mut key, values);
            assert!(!keys.contains(&key));
            keys.push(key);
        }
    }

    /// The games of a table without FEN but for one of that length, placed.
    fn placed(starts: &Starts, data: &[u8], length: u32) -> Placed {
        let mut table = Table::default();
        let mut spans = [u32::MAX; 16];
        table.add(1, 1, 0, None, spans, 0);
        [spans[2 * crate::definitions::TAG_FEN], spans[2 * crate::definitions::TAG_FEN + 1]] = [0, length];
        table.add(2, 2, 0, None, spans, 0);
        let mut placed = None;
        starts.place(data, &table.rows, &mut placed);
        placed.expect("placed")
    }

    #[test]
    fn ids_are_never_used_again() {
        let starts = Starts::default();
        let first = placed(&starts, b"abc", 3);
        assert_eq!((first.ids(), placed(&starts, b"abc", 2).ids()), (vec![0, 1], vec![0, 2]));
        let generation = starts.current();
        for key in 0..MOST {
            generation.write().place(&key.to_le_bytes(), [None; 3], &generation.next_id);
        }
        let next = placed(&starts, b"abc", 3);
        let base = u32::try_from(MOST).expect("short") + 3;
        assert_eq!((next.ids(), first.ids()), (vec![base, base + 1], vec![0, 1]));
        assert_eq!(next.different(false), [Met { id: base + 1, game: 1, learned: false, of_tags: false }]);
    }

    #[test]
    fn long_keys_are_not_remembered() {
        let starts = Starts::default();
        let placed = placed(&starts, &[b'x'; 5000], 5000);
        assert_eq!(placed.ids(), [0, NO_ID]);
        assert!(placed.different(false).is_empty());
        assert!(!placed.learn(1, Start { position: None, kinds: 0, lexed: false, stated: true }));
        assert!(placed.learn(0, Start { position: None, kinds: 1, lexed: false, stated: true }));
        assert_eq!(placed.starts()[0].as_ref().map(|start| start.kinds), Some(1));
        assert!(placed.starts()[0].is_some() && placed.starts()[1].is_none());
    }
}
