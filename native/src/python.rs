//! What Python sees: Scanner, and the module.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::clear::{Played, clear, play};
use crate::games::{Games, Look, Verdicts};
use crate::position::Position;
use crate::rows::Rows;
use crate::scan::{guarded, split};
use crate::starts::{Start, Starts};
use crate::table::Row;

/// Splits data and clears games. Knows of starts only what it has been told; threads may share one.
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

    /// What `work` gives, or the default if it panics.
    fn noting<T: Default>(&self, work: impl FnOnce() -> T) -> T {
        guarded(work).unwrap_or_else(|panic| {
            self.note(Some(panic));
            T::default()
        })
    }

    fn position(&self, board: &str, chess960: bool) -> Option<Position> {
        self.noting(|| Position::from_fen(board, chess960))
    }
}

fn row(games: &Bound<'_, Games>, index: usize) -> PyResult<Row> {
    let row = games.get().table().rows.get(index).copied();
    row.ok_or_else(|| PyIndexError::new_err("no such game"))
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
        self.note(py.detach(|| split(data, &mut games.table(), r#final, &self.starts)));
        Ok(())
    }

    /// The games whose start has not been learnt: the first of each.
    fn unknown(&self, games: &Bound<'_, Games>) -> Vec<usize> {
        let table = games.get().table();
        table.generation.as_ref().map_or_else(Vec::new, |generation| generation.unknown(&table.rows))
    }

    /// Tell what the start of the game at `index` stands for; whether the engine plays it.
    ///
    /// `board` is the six-field FEN of the starting position with Shredder castling letters, None where the native
    /// engine is not to play it; `chess960` the castling mode; `quiet` says that no rule of the tags minds SetUp, FEN
    /// and Variant.
    fn learn(
        &self,
        games: &Bound<'_, Games>,
        index: usize,
        board: Option<&str>,
        chess960: bool,
        quiet: bool,
    ) -> PyResult<bool> {
        let slot = row(games, index)?.slot;
        let position = board.and_then(|board| self.position(board, chess960));
        let plays = position.is_some();
        let generation = games.get().table().generation.clone();
        Ok(generation.is_some_and(|generation| generation.learn(slot, Start { position, quiet })) && plays)
    }

    /// What is said of each game.
    fn clear(&self, py: Python<'_>, data: &[u8], games: &Bound<'_, Games>) -> Verdicts {
        let games = games.get();
        let (verdicts, panic) = py.detach(|| clear(data, &games.table()));
        self.note(panic);
        Verdicts::new(py, verdicts)
    }

    /// What the moves of the game at `index` come to from another starting position (see `learn`); None where they
    /// are not clear from there.
    fn look(
        &self,
        data: &[u8],
        games: &Bound<'_, Games>,
        index: usize,
        board: &str,
        chess960: bool,
    ) -> PyResult<Option<Look>> {
        let row = row(games, index)?;
        let Some(position) = self.position(board, chess960).filter(|_| !row.is_careful()) else { return Ok(None) };
        let played = self.noting(|| Some(play(data, &row, position)));
        Ok(if let Some(Played::Clear(clear)) = played { Some(Look::new(&clear)) } else { None })
    }

    /// How many panics have been caught; each left games at "look again".
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

/// The native engine of pgnfen.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    use crate::clear::{AGREES, COMMENTS, MATE, PRINTABLE, STALEMATE, START, UTF8, WHITE_TO_MOVE};
    use crate::movetext::Marker;
    use crate::starts::NO_ID;
    use crate::table::CAREFUL;
    use crate::tags::{ABSENT, ORDERED, REGULAR, SPELLED};

    // What panics is counted and said through Scanner; nothing is written to stderr.
    std::panic::set_hook(Box::new(|_| {}));
    module.add_class::<Scanner>()?;
    module.add_class::<Games>()?;
    module.add_class::<Verdicts>()?;
    module.add_class::<Look>()?;
    module.add_class::<Rows>()?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    let markers = [Marker::Open, Marker::White, Marker::Black, Marker::Draw].map(Marker::text);
    let markers: Vec<Bound<'_, PyBytes>> =
        std::iter::once(&b""[..]).chain(markers).map(|text| PyBytes::new(module.py(), text)).collect();
    module.add("MARKERS", PyTuple::new(module.py(), markers)?)?;
    for (name, value) in [
        ("REGULAR", REGULAR),
        ("SPELLED", SPELLED),
        ("ORDERED", ORDERED),
        ("CAREFUL", CAREFUL),
        ("COMMENTS", COMMENTS),
        ("UTF8", UTF8),
        ("PRINTABLE", PRINTABLE),
        ("AGREES", AGREES),
        ("START", START),
        ("MATE", MATE),
        ("STALEMATE", STALEMATE),
        ("WHITE_TO_MOVE", WHITE_TO_MOVE),
    ] {
        module.add(name, value)?;
    }
    module.add("ABSENT", ABSENT)?;
    module.add("NO_ID", NO_ID)
}
