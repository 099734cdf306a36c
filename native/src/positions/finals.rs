//! How games end.
#![forbid(unsafe_code)]

use super::row::{self, Format, Style};
use crate::kinds::Kinds;
use crate::line::Stop;
use crate::position::Position;
use crate::reader::{Moves, Watched, watch};
use crate::record::{Castling, EnPassant, Placements};
use crate::scan::guarded;
use crate::starts::Start;
use crate::table::Row;

/// How a game ends: its plies, and its last position, or where it stops.
pub type Final = (u32, Result<Vec<u8>, (Kinds, Box<Stop>)>);

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
        let mut count = Count(0);
        match guarded(|| watch(raw, from, &start, &mut count)).ok()?? {
            Watched::Halts(kind, stop) => Some((count.0, Err((kind, stop)))),
            Watched::Whole(last) => {
                let mut fen = Vec::with_capacity(90);
                row::fen(&mut fen, &mut placements, &last, style);
                Some((count.0, Ok(fen)))
            }
        }
    };
    rows.iter().zip(starts).map(of_game).collect()
}

/// Counts moves.
struct Count(u32);

impl Moves for Count {
    fn played(&mut self, _: &Position, _: &[u8]) {
        self.0 += 1;
    }
}
