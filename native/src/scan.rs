//! Splitting: game after game into a table, until one is not settled; panics end there.
#![forbid(unsafe_code)]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::bytes::{Unsettled, count_lines, has_lone_cr};
use crate::ends::Ends;
use crate::starts::Starts;
use crate::table::Table;
use crate::tags::{Reader, Section};

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

/// A game whose boundary is settled.
struct Game {
    section: Section,
    end: usize,
    lines: u32,
}

/// Go on splitting `data` where the table stops; what a panic said, if there was one.
pub fn split(data: &[u8], table: &mut Table, is_final: bool, starts: &Starts) -> Option<String> {
    let generation = Arc::clone(table.generation.get_or_insert_with(|| starts.current()));
    let from = table.rows.len();
    table.more = false;
    // A game is added whole or not at all: a panic leaves the table sound.
    let outcome = guarded(|| {
        let (mut reader, ends) = (Reader::new(data, is_final), Ends::new(data, is_final));
        while (table.stop as usize) < data.len() {
            match next_game(&mut reader, &ends, table.stop as usize) {
                Ok(game) => table.push(&game.section, game.end, game.lines),
                Err(why) => {
                    table.more = why == Unsettled::More;
                    break;
                }
            }
        }
    });
    let placed = guarded(|| generation.place(data, table.rows.get_mut(from..).unwrap_or_default()));
    outcome.and(placed).err()
}

fn next_game(reader: &mut Reader<'_>, ends: &Ends<'_>, start: usize) -> Result<Game, Unsettled> {
    let data = reader.data;
    let section = reader.read(start).map_err(|why| judge(why, data, start))?;
    let end = ends.find(section.movetext).map_err(|why| judge(why, data, start))?;
    let raw = data.get(start..end).ok_or(Unsettled::Careful)?;
    if has_lone_cr(raw) {
        return Err(Unsettled::Careful);
    }
    let lines = section.lines.saturating_add(count_lines(data.get(section.movetext..end).unwrap_or(&[])));
    Ok(Game { section, end, lines })
}

/// Why no end is settled: where a lone CR stands, line ends have been misjudged.
fn judge(why: Unsettled, data: &[u8], start: usize) -> Unsettled {
    let rest = data.get(start..).unwrap_or(&[]);
    // At the very end it may be half of a line end.
    if why == Unsettled::More && has_lone_cr(rest.strip_suffix(b"\r").unwrap_or(rest)) {
        return Unsettled::Careful;
    }
    why
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::starts::ids;

    fn table(data: &[u8], is_final: bool) -> Table {
        let mut table = Table::default();
        assert_eq!(split(data, &mut table, is_final, &Starts::default()), None);
        table
    }

    fn ends(table: &Table) -> Vec<u32> {
        table.rows.iter().map(|row| row.end).collect()
    }

    #[test]
    fn games_in_a_row() {
        let games = [
            "[Event \"A\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n",
            "[Event \"B\"]\r\n\r\n1. d5 {x} *\r\n\r\n",
            "[Event \"C\"]\n[FEN \"\"]\n\n*\n",
        ];
        let data = games.concat();
        let whole = table(data.as_bytes(), true);
        assert_eq!((whole.stop as usize, whole.more, whole.lines, ids(&whole)), (data.len(), false, 13, vec![0, 0, 1]));
        assert_eq!(whole.rows.iter().map(|row| row.lines).collect::<Vec<_>>(), [0, 5, 9]);
        assert_eq!(whole.start_of(2) as usize, games[0].len() + games[1].len());
        let partial = table(data.as_bytes(), false);
        assert_eq!((partial.rows.len(), partial.more), (2, true));
    }

    #[test]
    fn a_table_grows() {
        let game = b"[A \"\"]\n\n1. e4 *\n";
        let odd = b"[A \"\"] \n\n1. e4 *\n";
        let data = [&game[..], odd, game].concat();
        let (mut table, starts) = (Table::default(), Starts::default());
        split(&data, &mut table, true, &starts);
        assert_eq!((table.rows.len(), table.stop as usize, table.more), (1, game.len(), false));
        let end = u32::try_from(game.len() + odd.len()).expect("short");
        table.add(end, table.stop + 9, 3, [0; 16], crate::table::CAREFUL);
        split(&data, &mut table, true, &starts);
        assert_eq!((table.rows.len(), table.stop as usize, table.lines), (3, data.len(), 9));
        assert_eq!(ids(&table), [0, crate::starts::NO_ID, 0]);
    }

    #[test]
    fn every_prefix_gives_the_same_games() {
        let data = b"[A \"\"]\n\n1. e4 (1. d4 *) {c} 1... e5 *\n{t}\n[B \"\"]\r\n\r\n1. e4 1-0\r\n\r\n[C \"\"]\n\n*\n[D \"\"]\n\n*\n";
        let whole = ends(&table(data, false));
        assert_eq!(whole.len(), 3);
        for length in 1..data.len() {
            let part = table(&data[..length], false);
            assert!(whole.starts_with(&ends(&part)), "{length}");
            assert!(part.more, "{length}");
        }
    }

    #[test]
    fn careful() {
        for text in [
            "1. e4 *",
            "[A \"\"]\n\n1. e4 * 1. d4 *",
            "[A \"\"]\n\n1. e4 {\r} *",
            "[A \"\"]\n\n1. e4 *\r[B \"\"]\n\n*",
            "[A \"\"]\r\r*",
            "\n[A \"\"]\n\n*",
            "[A \"\"]\n\n1. e4 *\r",
        ] {
            let table = table(text.as_bytes(), true);
            assert_eq!((table.rows.len(), table.stop, table.more), (0, 0, false), "{text}");
        }
        assert!(!table(b"[A \"\"]\r[B \"\"]\r\r1. e4 *\r", false).more);
    }

    #[test]
    fn panics_are_caught() {
        std::panic::set_hook(Box::new(|_| {}));
        assert_eq!(guarded(|| -> u8 { panic!("why") }), Err("why".to_string()));
        assert_eq!(guarded(|| 1), Ok(1));
        let _ = std::panic::take_hook();
    }
}
