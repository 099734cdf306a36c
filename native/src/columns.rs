//! What a scan hands to Python: one buffer a column, numbers in the machine's byte order.
#![forbid(unsafe_code)]

use crate::clear::Game;

/// The length that stands for an absent value.
const ABSENT: u32 = u32::MAX;

/// The games of a scan, column by column.
#[derive(Debug, Default)]
pub struct Columns {
    /// How many games.
    pub count: usize,
    /// First bytes, u32.
    pub starts: Vec<u8>,
    /// Behind the last bytes, u32.
    pub ends: Vec<u8>,
    /// First bytes of movetext, u32.
    pub movetexts: Vec<u8>,
    /// Line ends, u32.
    pub lines: Vec<u8>,
    /// Eight pairs of start and length, u32.
    pub spans: Vec<u8>,
    /// u8.
    pub statuses: Vec<u8>,
    /// u8.
    pub flags: Vec<u8>,
    /// u16.
    pub plies: Vec<u8>,
    /// u8.
    pub markers: Vec<u8>,
    /// u8.
    pub boards: Vec<u8>,
}

/// A byte position; data is checked to be short enough before a scan.
fn short(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(ABSENT - 1)
}

impl Columns {
    /// Add the game that begins at `start`.
    pub fn add(&mut self, start: usize, game: &Game) {
        self.count += 1;
        self.starts.extend_from_slice(&short(start).to_ne_bytes());
        self.ends.extend_from_slice(&short(game.end).to_ne_bytes());
        self.movetexts.extend_from_slice(&short(game.section.movetext).to_ne_bytes());
        self.lines.extend_from_slice(&game.lines.to_ne_bytes());
        for span in game.section.values {
            let (start, length) = span.map_or((0, ABSENT), |(start, end)| (short(start), short(end - start)));
            self.spans.extend_from_slice(&start.to_ne_bytes());
            self.spans.extend_from_slice(&length.to_ne_bytes());
        }
        self.statuses.push(game.status as u8);
        self.flags.push(game.flags);
        self.plies.extend_from_slice(&game.plies.to_ne_bytes());
        self.markers.push(game.marker);
        self.boards.push(game.board);
    }
}
