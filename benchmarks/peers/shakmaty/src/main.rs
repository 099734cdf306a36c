//! Replays the mainlines of a PGN file with shakmaty and pgn-reader, and counts games, moves, and games that stop at a
//! move. It does less than an audit: one FEN tag, no numbers, no headers, no variations. For `benchmarks/shapes.py`.

use std::{env, error::Error, fs::File, ops::ControlFlow};

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{fen::Fen, CastlingMode, Chess, Position};

#[derive(Default)]
struct Counts {
    games: u64,
    moves: u64,
    stopped: u64,
}

impl Visitor for Counts {
    type Tags = Option<Chess>;
    type Movetext = Option<Chess>;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        self.games += 1;
        ControlFlow::Continue(Some(Chess::default()))
    }

    fn tag(&mut self, position: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).ok();
            *position = fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<Self::Output, Self::Movetext> {
        if tags.is_none() {
            self.stopped += 1;
        }
        ControlFlow::Continue(tags)
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, position: &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        if let Some(at) = position {
            match san.san.to_move(at) {
                Ok(played) => {
                    at.play_unchecked(played);
                    self.moves += 1;
                }
                Err(_) => {
                    self.stopped += 1;
                    *position = None;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: Self::Movetext) -> Self::Output {}
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut counts = Counts::default();
    for path in env::args().skip(1) {
        let mut reader = Reader::new(File::open(path)?);
        while reader.read_game(&mut counts)?.is_some() {}
    }
    println!("{} games, {} moves, {} games stop", counts.games, counts.moves, counts.stopped);
    Ok(())
}
