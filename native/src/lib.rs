//! The native engine of pgnfen: it splits data into games and says facts of them, and writes the rows of `tags` as
//! Python words them; it judges nothing.
//!
//! This crate goes over whole blocks of input with the GIL released. Data is split once, into a table (`table`); what
//! stands in a game is said as facts (`kinds`, `line`): rules in Python judge them, and python-chess is the judge of
//! moves that cannot be played here.

mod agreement;
mod blank;
mod block_facts;
pub mod bytes;
mod columns;
pub mod conventions;
pub mod declared;
#[rustfmt::skip]
pub mod definitions;
pub mod endings;
mod ends;
#[rustfmt::skip]
mod engine_records;
pub mod epd;
pub mod facts;
pub mod fen;
#[cfg(test)]
mod fuzz_tests;
mod games;
mod history;
pub mod kinds;
mod legal;
mod letters;
pub mod lexer;
pub mod line;
mod memory;
mod names;
mod play;
pub mod position;
mod positions;
mod python;
mod questions;
pub mod reader;
mod record;
mod records;
mod results;
mod rows;
pub mod san;
pub mod scan;
mod spelled;
pub mod split;
pub mod starts;
pub mod table;
pub mod tags;
mod unreadable;
pub mod values;
