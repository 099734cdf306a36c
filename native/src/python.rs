//! What Python sees: Scanner, and the module.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use memchr::memmem::Finder;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::block_facts::{BlockFacts, followed, game_facts, stopped};
use crate::definitions::DIGEST;
use crate::engine_records::{GameEnd, GameFacts, MetStart, StartConventions, Written};
use crate::facts;
use crate::games::{self, Games};
use crate::kinds::Kinds;
use crate::letters;
use crate::line::Line;
use crate::memory;
use crate::position::Position;
use crate::positions::{self, Beginnings, Positions, Targets};
use crate::questions::Questions;
use crate::reader;
use crate::records::Records;
use crate::rows::Rows;
use crate::scan::{guarded, split};
use crate::spelled;
use crate::starts::{Met, Start, Starts};
use crate::table::Row;

/// Splits data and reads games. Knows of starts only what it has been told; threads may share one.
#[pyclass(frozen, module = "pgnfen._native")]
struct Scanner {
    starts: Starts,
    panics: AtomicU64,
    last_panic: Mutex<Option<String>>,
}

impl Scanner {
    fn note(&self, panic: Option<String>) {
        if let Some(message) = panic {
            self.panics.fetch_add(1, Ordering::Relaxed);
            *self.last_panic.lock().unwrap_or_else(PoisonError::into_inner) = Some(message);
        }
    }

    /// What `work` gives, or `otherwise` if it panics.
    fn noting<T>(&self, otherwise: T, work: impl FnOnce() -> T) -> T {
        guarded(work).unwrap_or_else(|panic| {
            self.note(Some(panic));
            otherwise
        })
    }

    fn position(&self, board: &str, chess960: bool) -> Option<Position> {
        self.noting(None, || Position::from_fen(board, chess960))
    }
}

#[pymethods]
impl Scanner {
    #[new]
    fn new() -> Self {
        Self { starts: Starts::default(), panics: AtomicU64::new(0), last_panic: Mutex::new(None) }
    }

    /// Go on splitting `data` where `games` stops, up to the first game that is not settled here.
    ///
    /// `final` says that the data is all there is.
    #[pyo3(signature = (data, games, r#final))]
    fn split(&self, py: Python<'_>, data: &[u8], games: &Bound<'_, Games>, r#final: bool) -> PyResult<()> {
        if u32::try_from(data.len()).is_err() {
            return Err(PyValueError::new_err("more than 4 GiB of data at once"));
        }
        let games = games.get();
        self.note(py.detach(|| split(data, &mut games.table(), r#final)));
        Ok(())
    }

    /// The different starts of the games that Python is to be asked about: the id of each, its first game, whether it
    /// has been learned, whether nothing is to be remarked that depends on the FEN. With `all`, all of them, and
    /// nothing is known of remarks.
    fn starts(&self, data: &[u8], games: &Bound<'_, Games>, all: bool) -> Vec<MetStart> {
        let games = games.get();
        let (table, mut placed) = (games.table(), games.placed());
        let different = self.starts.place(data, &table.rows, &mut placed).different(all);
        different.into_iter().map(met).collect()
    }

    /// u32: the ids of the games' starts; NO_ID where they are not remembered.
    fn ids<'py>(&self, py: Python<'py>, data: &[u8], games: &Bound<'py, Games>) -> Bound<'py, PyBytes> {
        let inner = games.get();
        let ids = {
            let (table, mut placed) = (inner.table(), inner.placed());
            self.starts.place(data, &table.rows, &mut placed).ids()
        };
        PyBytes::new(py, &crate::columns::words(ids.into_iter()))
    }

    /// Of each game the raw values of SetUp, FEN and Variant, and the number that says the columns of a plain start
    /// (`Plain::code`), None of another; equal starts are one object.
    fn told<'py>(&self, py: Python<'py>, data: &[u8], games: &Bound<'py, Games>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let inner = games.get();
        let (rows, told) = {
            let (table, mut placed) = (inner.table(), inner.placed());
            (table.rows.clone(), self.starts.place(data, &table.rows, &mut placed).told())
        };
        games::starts(py, data, &rows, &told)
    }

    /// u64: a number for each game that says what `questions` and the columns of its start do (see `Placed::codes`).
    fn codes<'py>(
        &self,
        py: Python<'py>,
        data: &[u8],
        games: &Bound<'py, Games>,
        questions: &Bound<'py, Questions>,
    ) -> Bound<'py, PyBytes> {
        let inner = games.get();
        let codes: Vec<u8> = {
            let (table, mut placed) = (inner.table(), inner.placed());
            let placed = self.starts.place(data, &table.rows, &mut placed);
            let codes = placed.codes(data, &table.rows, &questions.get().questions);
            codes.into_iter().flat_map(u64::to_ne_bytes).collect()
        };
        PyBytes::new(py, &codes)
    }

    /// Which conventions the FEN tags follow: field (0 castling, 1 en passant), conventions as bits, how many, the first
    /// game; behind these fields what the starts tell about the file (see `fen::told`); and the games
    /// whose starts Python is to read.
    fn conventions(&self, data: &[u8], games: &Bound<'_, Games>) -> StartConventions {
        let games = games.get();
        let (table, mut placed) = (games.table(), games.placed());
        let (tally, asked) = self.starts.place(data, &table.rows, &mut placed).conventions();
        StartConventions { followed: followed(tally.entries()), others: asked }
    }

    /// Tell what the start of the game at `index` stands for, once `starts` has been asked; whether the engine plays it.
    ///
    /// `board` is the six-field FEN of the starting position with Shredder castling letters, None where the native
    /// engine is not to play it; `chess960` the castling mode; `kinds` the facts of every game that begins so; `stated`
    /// whether its FEN has the fields of a position.
    #[pyo3(signature = (games, index, board, chess960, kinds, stated = true))]
    fn learn(
        &self,
        games: &Bound<'_, Games>,
        index: usize,
        board: Option<&str>,
        chess960: bool,
        kinds: Kinds,
        stated: bool,
    ) -> bool {
        let position = board.and_then(|board| self.position(board, chess960));
        let plays = position.is_some();
        let start = Start { position, kinds, lexed: false, stated };
        games.get().placed().as_ref().is_some_and(|placed| placed.learn(index, start)) && plays
    }

    /// Tell that nobody plays from the start of the game at `index`, and that the movetext behind it is that of a board
    /// of eight files: its tokens are read. `kinds` as in `learn`.
    fn learn_unplayed(&self, games: &Bound<'_, Games>, index: usize, kinds: Kinds) {
        if let Some(placed) = games.get().placed().as_ref() {
            placed.learn(index, Start { position: None, kinds, lexed: true, stated: true });
        }
    }

    /// The facts of each game; of its moves too if `moves`. `position_tags` are the tags that declare final positions.
    #[pyo3(signature = (data, games, moves, position_tags = Vec::new()))]
    fn read(
        &self,
        py: Python<'_>,
        data: &[u8],
        games: &Bound<'_, Games>,
        moves: bool,
        position_tags: Vec<Vec<u8>>,
    ) -> BlockFacts {
        let games = games.get();
        let (lines, ids, panic) = py.detach(|| {
            let heads = heads(&position_tags);
            let (table, mut placed) = (games.table(), games.placed());
            let placed = self.starts.place(data, &table.rows, &mut placed);
            let (lines, panic) = facts::read(data, &table, placed.starts(), moves, &heads);
            (lines, placed.ids(), panic)
        });
        self.note(panic);
        BlockFacts::new(lines, ids)
    }

    /// The facts of the movetext at `movetext` of the game `raw` from a starting position (see `learn` and `read`).
    #[pyo3(signature = (raw, movetext, board, chess960, position_tags = Vec::new()))]
    fn read_from(
        &self,
        raw: &[u8],
        movetext: usize,
        board: &str,
        chess960: bool,
        position_tags: Vec<Vec<u8>>,
    ) -> PyResult<GameFacts> {
        if movetext > raw.len() {
            return Err(PyIndexError::new_err("movetext begins within the game"));
        }
        let line = match self.position(board, chess960) {
            Some(position) => {
                self.noting(Line::unread(), || reader::read(raw, movetext, &position, &heads(&position_tags)))
            }
            None => Line::unread(),
        };
        Ok(game_facts(&line))
    }

    /// Whether the whole mainline, of one move or more, can be played from a position (see `learn`; castling as in
    /// Chess960); None where it is left to Python.
    fn replays(&self, raw: &[u8], movetext: usize, board: &str) -> Option<bool> {
        let position = self.position(board, true)?;
        self.noting(None, || reader::replays(raw, movetext, &position))
    }

    /// The positions of the games as lines; see `Positions`. `path` stands before the number of the game, `number` is that
    /// of the first.
    fn positions<'py>(
        &self,
        py: Python<'py>,
        data: &[u8],
        games: &Bound<'py, Games>,
        writer: &Bound<'py, Positions>,
        path: &[u8],
        number: u64,
    ) -> Written<'py> {
        let games = games.get();
        let starts = |rows: &[Row]| self.starts.place(data, rows, &mut games.placed()).starts();
        positions::block(py, writer.get(), (data, games), starts, path, number)
    }

    /// Of each game its plies and its last position, as X-FEN with the en passant square where a capture is legal, or
    /// where it stops: the kind, and the stop (see `Watched`). `None`: Python has to look.
    fn finals<'py>(&self, py: Python<'py>, data: &[u8], games: &Bound<'py, Games>) -> Vec<Option<GameEnd>> {
        let games = games.get();
        let found = py.detach(|| {
            let rows = games.table().rows.clone();
            let starts = self.starts.place(data, &rows, &mut games.placed()).starts();
            positions::finals(data, &rows, starts)
        });
        let ended = |(plies, end): positions::Final| match end {
            Ok(last) => {
                GameEnd { plies, fen: Some(last.fen), halfmove: last.clock, times: last.times, kind: 0, stop: None }
            }
            Err((kind, stop)) => GameEnd { plies, fen: None, halfmove: 0, times: 0, kind, stop: Some(stopped(&stop)) },
        };
        found.into_iter().map(|found| found.map(ended)).collect()
    }

    /// Of each game that is `wanted` a byte that says its course; with `ends`, how it ends too (see `positions::courses`).
    fn courses<'py>(
        &self,
        py: Python<'py>,
        data: &[u8],
        games: &Bound<'py, Games>,
        wanted: &[u8],
        targets: &Bound<'py, Targets>,
        ends: bool,
    ) -> Bound<'py, PyBytes> {
        let (games, targets) = (games.get(), targets.get());
        let found = py.detach(|| {
            let rows = games.table().rows.clone();
            let starts = self.starts.place(data, &rows, &mut games.placed()).starts();
            positions::courses(data, &rows, starts, wanted, targets, ends)
        });
        PyBytes::new(py, &found)
    }

    /// Of each game 18 bytes: a number of its start and mainline, and its plies (see `positions::mainlines`).
    fn mainlines<'py>(&self, py: Python<'py>, data: &[u8], games: &Bound<'py, Games>) -> Bound<'py, PyBytes> {
        let games = games.get();
        let found = py.detach(|| {
            let rows = games.table().rows.clone();
            let starts = self.starts.place(data, &rows, &mut games.placed()).starts();
            positions::mainlines(data, &rows, starts)
        });
        PyBytes::new(py, &found)
    }

    /// Which of the `beginnings` the mainlines of games have (see `positions::passing`).
    fn passing<'py>(
        &self,
        py: Python<'py>,
        data: &[u8],
        games: &Bound<'py, Games>,
        beginnings: &Bound<'py, Beginnings>,
    ) -> Bound<'py, PyBytes> {
        let (games, beginnings) = (games.get(), beginnings.get());
        let found = py.detach(|| {
            let rows = games.table().rows.clone();
            let starts = self.starts.place(data, &rows, &mut games.placed()).starts();
            positions::passing(data, &rows, starts, beginnings)
        });
        PyBytes::new(py, &found)
    }

    /// How many panics have been caught; each left games to Python.
    #[getter]
    fn panics(&self) -> u64 {
        self.panics.load(Ordering::Relaxed)
    }

    /// What the last of them said.
    #[getter]
    fn last_panic(&self) -> Option<String> {
        self.last_panic.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// A start as Python takes it.
fn met(start: Met) -> MetStart {
    MetStart { id: start.id, game: start.game, learned: start.learned, of_tags: start.of_tags }
}

/// How the tags of these names begin.
fn heads(names: &[Vec<u8>]) -> Vec<Finder<'static>> {
    let head = |name: &Vec<u8>| Finder::new(&[b"[", name.as_slice(), b" \""].concat()).into_owned();
    names.iter().map(head).collect()
}

/// The native engine of pgnfen.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    // What panics is counted and said through Scanner; nothing is written to stderr.
    std::panic::set_hook(Box::new(|_| {}));
    module.add_class::<Scanner>()?;
    module.add_class::<Games>()?;
    module.add_class::<BlockFacts>()?;
    module.add_class::<Rows>()?;
    module.add_class::<Records>()?;
    module.add_class::<Questions>()?;
    module.add_class::<Positions>()?;
    module.add_class::<Beginnings>()?;
    module.add_class::<Targets>()?;
    module.add_function(wrap_pyfunction!(positions::key_hash, module)?)?;
    module.add_function(wrap_pyfunction!(letters::only_english, module)?)?;
    module.add_function(wrap_pyfunction!(memory::keep_memory, module)?)?;
    module.add_function(wrap_pyfunction!(spelled::lex, module)?)?;
    module.add_function(wrap_pyfunction!(spelled::read_number, module)?)?;
    module.add_function(wrap_pyfunction!(spelled::spell, module)?)?;
    module.add_function(wrap_pyfunction!(spelled::meaning, module)?)?;
    module.add_function(wrap_pyfunction!(spelled::start, module)?)?;
    module.add_function(wrap_pyfunction!(spelled::record, module)?)?;
    module.add_function(wrap_pyfunction!(spelled::position, module)?)?;
    module.add_function(wrap_pyfunction!(spelled::set_default_variant, module)?)?;
    module.add("__definitions__", DIGEST)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
