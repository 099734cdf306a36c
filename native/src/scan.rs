//! A scan over a piece of data: game after game until one is not settled; panics end there.
#![forbid(unsafe_code)]

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::bytes::Unsettled;
use crate::clear::{Game, Reader};
use crate::columns::Columns;
use crate::starts::Starts;

/// The games settled, and where and why the scan stopped.
#[derive(Debug, Default)]
pub struct Scanned {
    /// The games.
    pub games: Columns,
    /// Where the first unsettled game begins, or the data ends.
    pub stop: usize,
    /// Whether the unsettled game only wants more data.
    pub more: bool,
    /// What a panic said, if there was one.
    pub panic: Option<String>,
}

/// Run `work`; what it says if it panics.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        payload
            .downcast_ref::<&str>()
            .map(ToString::to_string)
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "a panic".to_string())
    })
}

/// Scan `data` from `start`.
pub fn scan(data: &[u8], start: usize, is_final: bool, starts: &Starts) -> Scanned {
    let mut scanned = Scanned { stop: start.min(data.len()), ..Scanned::default() };
    // The reader holds nothing but room for keys: after a panic nothing of it is used.
    let outcome = guarded(|| {
        let mut reader = Reader::new(data, is_final, starts);
        while scanned.stop < data.len() {
            match reader.game(scanned.stop) {
                Ok(game) => {
                    scanned.games.add(scanned.stop, &game);
                    scanned.stop = game.end;
                }
                Err(why) => {
                    scanned.more = why == Unsettled::More;
                    break;
                }
            }
        }
    });
    scanned.panic = outcome.err();
    scanned
}

/// The game that takes up data[start..end], if it is settled.
pub fn look(data: &[u8], start: usize, end: usize, starts: &Starts) -> (Option<Game>, Option<String>) {
    let Some(game) = data.get(..end).filter(|_| start < end) else { return (None, None) };
    match guarded(|| Reader::new(game, true, starts).game(start).ok().filter(|game| game.end == end)) {
        Ok(found) => (found, None),
        Err(panic) => (None, Some(panic)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clear::{AGREES, COMMENTS, PRINTABLE, UTF8};
    use crate::position::Position;
    use crate::starts::{Start, write_key};

    const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";

    fn standard() -> Starts {
        let mut starts = Starts::default();
        let mut key = Vec::new();
        write_key(&mut key, [None; 3]);
        starts.learn(&key, Start { position: Position::from_fen(ARRAY, false), quiet: true });
        starts
    }

    fn statuses(text: &[u8]) -> Vec<u8> {
        scan(text, 0, true, &standard()).games.statuses
    }

    #[test]
    fn games_in_a_row() {
        let data = b"[Event \"A\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n[Event \"B\"]\r\n\r\n1. d5 {x} *\r\n\r\n[Event \"C\"]\n[FEN \"\"]\n\n*\n";
        let scanned = scan(data, 0, true, &standard());
        assert_eq!((scanned.stop, scanned.more, scanned.games.count), (data.len(), false, 3));
        assert_eq!(scanned.games.statuses, [1, 0, 3]);
        let partial = scan(data, 0, false, &standard());
        assert_eq!((partial.games.count, partial.more), (2, true));
    }

    #[test]
    fn every_prefix_gives_the_same_games() {
        let data = b"[A \"\"]\n\n1. e4 (1. d4 *) {c} 1... e5 *\n{t}\n[B \"\"]\r\n\r\n1. e4 1-0\r\n\r\n[C \"\"]\n\n*\n[D \"\"]\n\n*\n";
        let starts = standard();
        let whole = scan(data, 0, false, &starts).games.ends;
        assert_eq!(whole.len(), 12);
        for length in 1..data.len() {
            let part = scan(&data[..length], 0, false, &starts);
            assert!(whole.starts_with(&part.games.ends), "{length}");
            assert!(part.more, "{length}");
        }
    }

    #[test]
    fn result_and_board() {
        for (text, status) in [
            ("[R \"\"]\n\n1. f3 e5 2. g4 Qh4# 0-1", 1),
            ("[R \"\"]\n\n1. f3 e5 2. g4 Qh4# *", 1),
            ("[R \"\"]\n\n1. f3 e5 2. g4 Qh4# 1-0", 2),
            ("[R \"\"]\n\n1. f3 e5 2. g4 Qh4# 1/2-1/2", 2),
            ("[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# *", 2),
            ("[Result \"1-0\"]\n\n1. f3 e5 2. g4 *", 2),
            ("[Result \"*\"]\n\n1. f3 e5 2. g4 *", 1),
            ("[R \"\u{e9}\"]\n\n1. f3 e5 2. g4 *", 1),
            ("[R \"\u{1}\"]\n\n1. f3 e5 2. g4 *", 2),
            ("[R \"\"]\n\n1. f3 {\u{1b}} e5 2. g4 *", 2),
        ] {
            assert_eq!(statuses(text.as_bytes()), [status], "{text}");
        }
        assert_eq!(statuses(b"[R \"\xe9\"]\n\n1. f3 e5 2. g4 *"), [2]);
    }

    #[test]
    fn flags() {
        let text = b"[R \"\"]\n\n1. f3 *\n{after}";
        let (game, _) = look(text, 0, text.len(), &standard());
        let game = game.expect("settled");
        assert_eq!(game.flags & (COMMENTS | UTF8 | PRINTABLE | AGREES), COMMENTS | UTF8 | PRINTABLE | AGREES);
        assert_eq!((game.plies, game.lines), (1, 3));
        assert!(look(text, 0, text.len() + 1, &standard()).0.is_none());
        assert!(look(text, 5, 5, &standard()).0.is_none());
        assert!(look(text, 0, 12, &standard()).0.is_some_and(|game| game.marker == 0));
    }

    #[test]
    fn careful() {
        for text in [
            "1. e4 *",
            "[A \"\"]\n\n1. e4 * 1. d4 *",
            "[A \"\"]\n\n1. e4 {\r} *",
            "[A \"\"]\r\r*",
            "\n[A \"\"]\n\n*",
            "[A \"\"]\n\n1. e4 *\r",
        ] {
            let scanned = scan(text.as_bytes(), 0, true, &standard());
            assert_eq!((scanned.games.count, scanned.stop, scanned.more), (0, 0, false), "{text}");
        }
        let mac = scan(b"[A \"\"]\r[B \"\"]\r\r1. e4 *\r", 0, false, &standard());
        assert!(!mac.more);
    }

    #[test]
    fn panics_are_caught() {
        std::panic::set_hook(Box::new(|_| {}));
        assert_eq!(guarded(|| -> u8 { panic!("why") }), Err("why".to_string()));
        assert_eq!(guarded(|| 1), Ok(1));
        let _ = std::panic::take_hook();
    }
}
