//! Splitting: game after game into a table, until one is not settled; panics end there.
#![forbid(unsafe_code)]

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::bytes::{Unsettled, count_lines, has_lone_cr, line_end_pairs};
use crate::definitions::{ABSENT, TAG_FEN};
use crate::ends::Ends;
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
    /// Line ends CR LF; `None` where a lone CR stands.
    pairs: Option<u32>,
}

/// Go on splitting `data` where the table stops; what a panic said, if there was one.
pub fn split(data: &[u8], table: &mut Table, is_final: bool) -> Option<String> {
    table.more = false;
    // A game is added whole or not at all: a panic leaves the table sound.
    let outcome = guarded(|| {
        let (mut reader, ends) = (Reader::new(data, is_final), Ends::new(data, is_final));
        while (table.stop as usize) < data.len() {
            match next_game(&mut reader, &ends, table.stop as usize) {
                Ok(game) => table.push(&game.section, game.end, game.lines, game.pairs),
                Err(why) => {
                    table.more = why == Unsettled::More;
                    break;
                }
            }
        }
    });
    outcome.err()
}

fn next_game(reader: &mut Reader<'_>, ends: &Ends<'_>, start: usize) -> Result<Game, Unsettled> {
    let data = reader.data;
    let game =
        reader.read(start).and_then(|section| whole(data, ends, section)).map_err(|why| judge(why, data, start))?;
    let pairs = line_end_pairs(data.get(start..game.end).ok_or(Unsettled::Careful)?);
    if pairs.is_some() {
        return Ok(Game { pairs, ..game });
    }
    // Line ends have been misjudged. In the tag section, a closer reader knows what they are.
    let game = whole(data, ends, reader.read_lines(start)?)?;
    let movetext = data.get(game.section.movetext..game.end).ok_or(Unsettled::Careful)?;
    if has_lone_cr(movetext) { Err(Unsettled::Careful) } else { Ok(game) }
}

/// The game with that tag section.
fn whole(data: &[u8], ends: &Ends<'_>, section: Section) -> Result<Game, Unsettled> {
    let set_up = section.spans[2 * TAG_FEN + 1] != ABSENT;
    let end = section.end.map_or_else(|| ends.find(section.movetext, set_up), Ok)?;
    let lines = section.lines.saturating_add(count_lines(data.get(section.movetext..end).unwrap_or(&[])));
    Ok(Game { section, end, lines, pairs: None })
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

    fn table(data: &[u8], is_final: bool) -> Table {
        let mut table = Table::default();
        assert_eq!(split(data, &mut table, is_final), None);
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
            "[Event \"C\"]\n[TAG_FEN \"\"]\n\n*\n",
        ];
        let data = games.concat();
        let whole = table(data.as_bytes(), true);
        assert_eq!((whole.stop as usize, whole.more, whole.lines), (data.len(), false, 13));
        assert_eq!(whole.rows.iter().map(|row| row.lines).collect::<Vec<_>>(), [0, 5, 9]);
        assert_eq!((whole.pairs, whole.lone_cr), (4, false));
        assert_eq!(whole.start_of(2) as usize, games[0].len() + games[1].len());
        let partial = table(data.as_bytes(), false);
        assert_eq!((partial.rows.len(), partial.more), (2, true));
    }

    #[test]
    fn games_without_tags_and_without_movetext() {
        let data = b"1. e4 1-0\n\n1. d4 d5 *\ne4\n*\n\n[A \"\"]\n[B \"\"]\n\n[A \"\"]\n1. c4\n[A \"\"]\n";
        let whole = table(data, true);
        assert_eq!(ends(&whole), [11, 22, 28, 43, 56, 63]);
        assert_eq!(whole.rows.iter().map(|row| row.movetext).collect::<Vec<_>>(), [0, 11, 22, 43, 50, 63]);
        assert_eq!(whole.rows.iter().map(|row| row.lines).collect::<Vec<_>>(), [0, 2, 3, 6, 9, 11]);
    }

    #[test]
    fn a_table_grows() {
        let game = b"[A \"\"]\n\n1. e4 *\n";
        let odd = b"[A \"\"]\n\n1. e4 {\r} *\n";
        let data = [&game[..], odd, game].concat();
        let mut table = Table::default();
        split(&data, &mut table, true);
        assert_eq!((table.rows.len(), table.stop as usize, table.more), (1, game.len(), false));
        let end = u32::try_from(game.len() + odd.len()).expect("short");
        table.add(end, table.stop + 9, 3, None, [0; 16], crate::definitions::CAREFUL);
        split(&data, &mut table, true);
        assert_eq!((table.rows.len(), table.stop as usize, table.lines), (3, data.len(), 9));
        assert!(table.lone_cr);
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
        for text in
            ["[A \"\"]\n\n1. e4 {\r} *", "[A \"\"]\n\n1. e4 *\r[B \"\"]\n\n*", "[A \"\"]\r\r*", "[A \"\"]\n\n1. e4 *\r"]
        {
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
