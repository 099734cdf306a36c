//! The starts that Python has told of: what the raw values of SetUp, FEN and Variant stand for.
#![forbid(unsafe_code)]

use std::collections::HashMap;

use crate::position::Position;

/// Above so many, all are forgotten.
const MOST: usize = 65_536;

/// Starts with a longer key (a FEN of kilobytes) are not remembered, and not played.
const LONGEST: usize = 4096;

/// What is known of a start.
#[derive(Clone, Debug)]
pub struct Start {
    /// The position to play from; `None`: the native engine does not play it.
    pub position: Option<Position>,
    /// Whether no rule of the tags has anything to say.
    pub quiet: bool,
}

/// Starts by the raw values of SetUp, FEN and Variant.
#[derive(Debug)]
pub struct Starts {
    known: HashMap<Box<[u8]>, Start>,
    too_long: Start,
}

impl Default for Starts {
    fn default() -> Self {
        Self { known: HashMap::new(), too_long: Start { position: None, quiet: false } }
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

impl Starts {
    /// Remember a start.
    pub fn learn(&mut self, key: &[u8], start: Start) {
        if key.len() > LONGEST {
            return;
        }
        if self.known.len() >= MOST && !self.known.contains_key(key) {
            self.known.clear();
        }
        self.known.insert(key.into(), start);
    }

    /// What is known of a start.
    pub fn find(&self, key: &[u8]) -> Option<&Start> {
        if key.len() > LONGEST { Some(&self.too_long) } else { self.known.get(key) }
    }

    /// How many are known.
    pub fn count(&self) -> usize {
        self.known.len()
    }
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

    #[test]
    fn bounded() {
        let mut starts = Starts::default();
        for index in 0..=MOST {
            starts.learn(&index.to_le_bytes(), Start { position: None, quiet: true });
        }
        assert_eq!(starts.count(), 1);
        assert!(starts.find(&MOST.to_le_bytes()).is_some());
        starts.learn(&[0; LONGEST + 1], Start { position: None, quiet: true });
        assert_eq!(starts.count(), 1);
        assert!(starts.find(&[0; LONGEST + 1]).is_some_and(|start| start.position.is_none()));
    }
}
