//! The native engine of pgnfen: it clears games, and writes the rows of `tags` as Python words them; it never reports.
//!
//! Python splits with care, audits and reports; python-chess is the judge. This crate goes over whole blocks of input
//! with the GIL released and says of each game "nothing to report" or "look again". It may be wrong in one direction
//! only: it may fail to clear. Data is split once, into a table (`table`); what clears a game is said in `clear`.

mod beside;
pub mod bytes;
pub mod clear;
mod columns;
pub mod ends;
mod games;
mod legal;
pub mod movetext;
mod names;
mod play;
pub mod position;
mod python;
mod rows;
pub mod san;
pub mod scan;
pub mod split;
pub mod starts;
pub mod table;
pub mod tags;
