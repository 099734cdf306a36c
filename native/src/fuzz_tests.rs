//! Whatever the bytes: nothing panics, and what is settled with more to come stays so.
//!
//! `PGNFEN_FUZZ=1000000 PGNFEN_SEED=7 cargo test --release fuzz_tests` tries more, and others.
#![forbid(unsafe_code)]

use memchr::memmem::Finder;

use crate::definitions::{MARKERS, WORDS};
use crate::lexer;
use crate::position::Position;
use crate::reader::read;
use crate::records;
use crate::scan::{guarded, split};
use crate::table::Table;

const FRAGMENTS: [&str; 64] = [
    "[Event \"x\"]\n",
    "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n",
    "[SetUp \"1\"]\r\n",
    "[a \"b",
    "\"]",
    "[",
    "]",
    "\"",
    "\\",
    "{",
    "}",
    "(",
    ")",
    ";",
    "%",
    "*",
    "1-0",
    "1/2-1/2",
    "1/2",
    "0-1",
    "\n",
    "\r",
    "\r\n",
    "\n\n",
    " ",
    "\t",
    "1.",
    "1...",
    "12. ",
    "e4 ",
    "e5 ",
    "d4 ",
    "Nf3 ",
    "Nc6 ",
    "exd6 ",
    "a8=Q+ ",
    "O-O ",
    "0-0-0",
    "Qh9",
    "--",
    "Z0 ",
    "$1",
    "!?",
    "e.p.",
    "+",
    "#",
    "=",
    "/",
    "-",
    ".",
    "0",
    "1",
    "8",
    "K",
    "k",
    "\0",
    "\u{1a}",
    "\u{feff}",
    "\u{a0}",
    "\u{2013}",
    "Кf3 ",
    "w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "bm e4; id \"x\";",
];

/// xorshift64*
struct Luck(u64);

impl Luck {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(high).unwrap_or(0) % most
    }

    fn bytes(&mut self) -> Vec<u8> {
        let mut made = Vec::new();
        for _ in 0..self.below(40) {
            if self.below(12) == 0 {
                made.push(u8::try_from(self.below(256)).unwrap_or(0));
            } else {
                made.extend_from_slice(fragment(self.below(FRAGMENTS.len() + MARKERS.len() + 2 * WORDS.len())));
            }
        }
        made
    }
}

fn number_from(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// One of what is put together: the fragments, termination markers, words that declare positions.
fn fragment(number: usize) -> &'static [u8] {
    let words = WORDS.iter().flat_map(|&(before, word, _)| [before, word]);
    let all = FRAGMENTS.iter().map(|text| text.as_bytes()).chain(MARKERS).chain(words);
    all.into_iter().nth(number).unwrap_or(b"")
}

fn ends(data: &[u8], is_final: bool) -> Vec<u32> {
    let mut table = Table::default();
    assert_eq!(split(data, &mut table, is_final), None, "{:?}", String::from_utf8_lossy(data));
    table.rows.iter().map(|row| row.end).collect()
}

/// Tokens in order, none empty; the last ends in the data.
fn tokens(data: &[u8]) {
    let mut pos = 0;
    while let Some(token) = lexer::next(data, pos) {
        assert!(token.start >= pos && token.end > token.start && token.end <= data.len());
        pos = token.end;
    }
}

#[test]
fn any_bytes() {
    let start =
        Position::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", true).expect("the array");
    // xorshift never leaves 0
    let mut luck = Luck(number_from("PGNFEN_SEED", 2026).max(1));
    for _ in 0..number_from("PGNFEN_FUZZ", 20_000) {
        let data = luck.bytes();
        let whole = ends(&data, false);
        let part = ends(data.get(..luck.below(data.len() + 1)).unwrap_or(&[]), false);
        assert!(whole.starts_with(&part), "{:?}", String::from_utf8_lossy(&data));
        assert!(ends(&data, true).starts_with(&whole), "{:?}", String::from_utf8_lossy(&data));
        tokens(&data);
        let outcome = guarded(|| {
            read(&data, 0, &start, &[Finder::new(b"Nf"), Finder::new(b"KQkq")]);
            for line in data.split(|&byte| byte == b'\n') {
                records::read(line);
            }
        });
        assert_eq!(outcome, Ok(()), "{:?}", String::from_utf8_lossy(&data));
    }
}
