//! The starts of games: what the raw values of SetUp, FEN and Variant stand for, as Python has told.
//!
//! Each key of three values has an id that is never used again. Keys belong to a generation; a table of games keeps
//! the one under which it was split, so that a full one can be left behind and is freed with its last table.
#![forbid(unsafe_code)]

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::position::Position;
use crate::table::{NO_SLOT, Row, Table};

/// With so many keys, a generation is left behind.
pub const MOST: usize = 65_536;
/// A longer key (a FEN of kilobytes) is not remembered, and its games are not played.
const LONGEST: usize = 4096;
/// The id of a game whose start is not remembered.
pub const NO_ID: u32 = u32::MAX;

/// What is known of a start.
#[derive(Clone, Debug)]
pub struct Start {
    /// The position to play from; `None`: the native engine does not play it.
    pub position: Option<Position>,
    /// Whether no rule of the tags has anything to say.
    pub quiet: bool,
}

#[derive(Debug)]
struct Slot {
    id: u32,
    start: Option<Start>,
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

/// The generation that new tables are split under.
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
    /// The generation for a new table.
    pub fn current(&self) -> Arc<Generation> {
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
    fn place(&mut self, key: &[u8], next_id: &AtomicU32) -> u32 {
        if let Some(&slot) = self.places.get(key) {
            return slot;
        }
        let id = next_id.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |id| id.checked_add(1));
        let (Ok(id), Ok(slot)) = (id, u32::try_from(self.slots.len())) else { return NO_SLOT };
        self.places.insert(key.into(), slot);
        self.slots.push(Slot { id, start: None });
        slot
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

    /// Give each game its slot. Known keys first, so that threads seldom wait for one another.
    pub fn place(&self, data: &[u8], rows: &mut [Row]) {
        let known = self.read();
        let missing = each_key(data, rows, |key| known.places.get(key).copied().unwrap_or(NO_SLOT));
        drop(known);
        if missing {
            let mut known = self.write();
            each_key(data, rows, |key| known.place(key, &self.next_id));
        }
    }

    /// Remember what the start in `slot` stands for; false where there is no such slot.
    pub fn learn(&self, slot: u32, start: Start) -> bool {
        let mut known = self.write();
        let Some(slot) = known.slots.get_mut(slot as usize) else { return false };
        slot.start = Some(start);
        true
    }

    /// What is known of each game's start, copied, so that nobody waits until all are played.
    pub fn starts_of(&self, rows: &[Row]) -> Vec<Option<Start>> {
        let known = self.read();
        rows.iter().map(|row| known.slot(row.slot)?.start.clone()).collect()
    }

    /// The games whose start has not been learnt, the first of each.
    pub fn unknown(&self, rows: &[Row]) -> Vec<usize> {
        let known = self.read();
        let mut met = HashSet::new();
        let unlearnt = |row: &Row| known.slot(row.slot).is_some_and(|slot| slot.start.is_none());
        rows.iter()
            .enumerate()
            .filter(|(_, row)| unlearnt(row) && met.insert(row.slot))
            .map(|(index, _)| index)
            .collect()
    }
}

/// Set the slots that `place` finds for keys, of games that have none yet; whether one is missing still.
fn each_key(data: &[u8], rows: &mut [Row], mut place: impl FnMut(&[u8]) -> u32) -> bool {
    let (mut key, mut last, mut slot, mut missing) = (Vec::new(), Vec::new(), NO_SLOT, false);
    for row in rows.iter_mut().filter(|row| row.slot == NO_SLOT && !row.is_careful()) {
        write_key(&mut key, row.start_values(data));
        if key.len() > LONGEST {
            continue;
        }
        // Archives say the same of game after game.
        if key != last {
            slot = place(&key);
            std::mem::swap(&mut key, &mut last);
        }
        row.slot = slot;
        missing |= slot == NO_SLOT;
    }
    missing
}

/// The ids of a table's games.
pub fn ids(table: &Table) -> Vec<u32> {
    let Some(generation) = &table.generation else { return vec![NO_ID; table.rows.len()] };
    let known = generation.read();
    table.rows.iter().map(|row| known.slot(row.slot).map_or(NO_ID, |slot| slot.id)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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

    /// A table of games without FEN but for one of that length, placed.
    fn table(starts: &Starts, data: &[u8], length: u32) -> Table {
        let mut table = Table { generation: Some(starts.current()), ..Table::default() };
        let mut spans = [u32::MAX; 16];
        table.add(1, 1, 0, spans, 0);
        [spans[2 * crate::tags::FEN], spans[2 * crate::tags::FEN + 1]] = [0, length];
        table.add(2, 2, 0, spans, 0);
        let generation = starts.current();
        generation.place(data, &mut table.rows);
        table
    }

    #[test]
    fn ids_are_never_used_again() {
        let starts = Starts::default();
        let first = table(&starts, b"abc", 3);
        assert_eq!((ids(&first), ids(&table(&starts, b"abc", 2))), (vec![0, 1], vec![0, 2]));
        let generation = starts.current();
        for key in 0..MOST {
            generation.write().place(&key.to_le_bytes(), &generation.next_id);
        }
        let next = table(&starts, b"abc", 3);
        let base = u32::try_from(MOST).expect("short") + 3;
        assert_eq!((ids(&next), ids(&first)), (vec![base, base + 1], vec![0, 1]));
        assert!(next.generation.as_ref().is_some_and(|generation| generation.unknown(&next.rows) == [0, 1]));
    }

    #[test]
    fn long_keys_are_not_remembered() {
        let starts = Starts::default();
        let table = table(&starts, &[b'x'; 5000], 5000);
        assert_eq!(ids(&table), [0, NO_ID]);
        let generation = starts.current();
        assert_eq!(generation.unknown(&table.rows), [0]);
        assert!(!generation.learn(NO_SLOT, Start { position: None, quiet: true }));
        assert!(generation.learn(0, Start { position: None, quiet: true }));
        assert!(generation.unknown(&table.rows).is_empty());
        assert!(generation.starts_of(&table.rows)[0].is_some() && generation.starts_of(&table.rows)[1].is_none());
    }
}
