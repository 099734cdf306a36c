//! How games end.
#![forbid(unsafe_code)]

use super::row::{self, Format, Style};
use crate::history::History;
use crate::kinds::Kinds;
use crate::line::Stop;
use crate::position::Position;
use crate::reader::{Moves, Watched, watch};
use crate::record::{Castling, EnPassant, Placements};
use crate::scan::guarded;
use crate::starts::Start;
use crate::table::Row;

/// How a game ends: its plies, and its last position, or where it stops.
pub type Final = (u32, Result<Last, (Kinds, Box<Stop>)>);

/// A last position.
pub struct Last {
    /// As X-FEN.
    pub fen: Vec<u8>,
    /// Its halfmove clock.
    pub clock: u32,
    /// How often it has occurred.
    pub times: u32,
}

/// How each game ends; `None`: Python has to look.
pub fn finals(data: &[u8], rows: &[Row], starts: Vec<Option<Start>>) -> Vec<Option<Final>> {
    let style = Style {
        format: Format::Text,
        castling: Castling::XFen,
        classic: false,
        en_passant: EnPassant::Legal,
        epd: false,
        san: false,
        hashed: false,
    };
    let (mut placements, mut begin) = (Placements::default(), 0);
    let of_game = |(row, start): (&Row, Option<Start>)| {
        let raw = data.get(begin..row.end as usize).unwrap_or(&[]);
        let from = (row.movetext as usize).saturating_sub(begin);
        begin = row.end as usize;
        let start = start?.stated()?;
        let mut count = Count { plies: 0, history: History::default() };
        count.history.push(&start);
        match guarded(|| watch(raw, from, &start, &mut count)).ok()?? {
            Watched::Halts(kind, stop) => Some((count.plies, Err((kind, stop)))),
            Watched::Whole(last) => {
                let mut fen = Vec::with_capacity(90);
                row::fen(&mut fen, &mut placements, &last, style);
                Some((count.plies, Ok(Last { fen, clock: last.clock, times: count.history.times() })))
            }
        }
    };
    rows.iter().zip(starts).map(of_game).collect()
}

/// Counts moves and positions.
struct Count {
    plies: u32,
    history: History,
}

impl Moves for Count {
    fn played(&mut self, position: &Position, _: &[u8], _: usize) {
        self.plies += 1;
        self.history.push(position);
    }
}
