//! The native engine of pgnfen: it clears games, it never reports.
//!
//! Python splits with care, audits and reports; python-chess is the judge. This crate goes over whole blocks of input
//! with the GIL released and says of each game "nothing to report" or "look again". It may be wrong in one direction
//! only: it may fail to clear. What clears a game is said in `clear`.

pub mod bytes;
pub mod clear;
pub mod columns;
mod legal;
pub mod movetext;
mod play;
pub mod position;
mod python;
pub mod san;
pub mod scan;
pub mod split;
pub mod starts;
pub mod tags;
