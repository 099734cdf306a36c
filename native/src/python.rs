//! What Python sees: Scanner and Scan.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::columns::Columns;
use crate::position::Position;
use crate::scan::{guarded, look, scan};
use crate::starts::{Start, Starts, write_key};

/// Scans blocks for games with nothing to report. Knows of starts only what it has been told.
///
/// Threads may share one, but learning waits for scans: one a thread is better.
#[pyclass(frozen, module = "pgnfen._native")]
struct Scanner {
    starts: RwLock<Starts>,
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
}

#[pymethods]
impl Scanner {
    #[new]
    fn new() -> Self {
        Self { starts: RwLock::default(), panics: AtomicU64::new(0), last_panic: Mutex::new(None) }
    }

    /// Tell what the raw values of SetUp, FEN and Variant (None: no such tag) stand for.
    ///
    /// `board` is the six-field FEN of the starting position with Shredder castling letters, None where the native
    /// engine is not to play it; `chess960` the castling mode; `quiet` says that no rule of the tags minds the
    /// three. Whether the engine plays the start is returned. Above 65,536 starts all are forgotten.
    #[pyo3(signature = (setup, fen, variant, board, chess960, quiet))]
    #[allow(clippy::too_many_arguments, reason = "one a field of the start")]
    fn learn(
        &self,
        py: Python<'_>,
        setup: Option<&[u8]>,
        fen: Option<&[u8]>,
        variant: Option<&[u8]>,
        board: Option<&str>,
        chess960: bool,
        quiet: bool,
    ) -> bool {
        let position =
            guarded(|| board.and_then(|board| Position::from_fen(board, chess960))).unwrap_or_else(|panic| {
                self.note(Some(panic));
                None
            });
        let plays = position.is_some();
        let mut key = Vec::new();
        write_key(&mut key, [setup, fen, variant]);
        py.detach(|| {
            let mut starts = self.starts.write().unwrap_or_else(PoisonError::into_inner);
            starts.learn(&key, Start { position, quiet });
        });
        plays
    }

    /// The whole games of data[start:], up to the first that is not settled here.
    ///
    /// `final` says that the data is all there is.
    #[pyo3(signature = (data, start = 0, r#final = true))]
    fn scan(&self, py: Python<'_>, data: &[u8], start: usize, r#final: bool) -> PyResult<Scan> {
        if u32::try_from(data.len()).is_err() {
            return Err(PyValueError::new_err("more than 4 GiB of data at once"));
        }
        let scanned = py.detach(|| {
            let starts = self.starts.read().unwrap_or_else(PoisonError::into_inner);
            scan(data, start, r#final, &starts)
        });
        self.note(scanned.panic);
        Ok(Scan::new(py, &scanned.games, scanned.stop, scanned.more))
    }

    /// Status, flags, plies, marker and board of the game that takes up data[start:end]; (0, 0, 0, 0, 0) where it is
    /// not settled here.
    fn look(&self, py: Python<'_>, data: &[u8], start: usize, end: usize) -> (u8, u8, u16, u8, u8) {
        let (game, panic) = py.detach(|| {
            let starts = self.starts.read().unwrap_or_else(PoisonError::into_inner);
            look(data, start, end, &starts)
        });
        self.note(panic);
        game.map_or((0, 0, 0, 0, 0), |g| (g.status as u8, g.flags, g.plies, g.marker, g.board))
    }

    /// How many panics have been caught; each made a game "look again".
    #[getter]
    fn panics(&self) -> u64 {
        self.panics.load(Ordering::Relaxed)
    }

    /// What the last of them said.
    #[getter]
    fn last_panic(&self) -> Option<String> {
        self.last_panic.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How many starts are known.
    #[getter]
    fn starts(&self) -> usize {
        self.starts.read().unwrap_or_else(PoisonError::into_inner).count()
    }
}

/// The games of a scan: one bytes object a column, numbers in the machine's byte order, for memoryview.cast.
#[pyclass(frozen, get_all, module = "pgnfen._native")]
struct Scan {
    /// Where the first unsettled game begins, or the data ends.
    stop: usize,
    /// Whether that game only wants more data.
    more: bool,
    /// How many games.
    count: usize,
    /// u32: first bytes.
    starts: Py<PyBytes>,
    /// u32: behind the last bytes.
    ends: Py<PyBytes>,
    /// u32: first bytes of movetext.
    movetexts: Py<PyBytes>,
    /// u32: line ends.
    lines: Py<PyBytes>,
    /// u32: start and length of the raw values of Event, Date, White, Black, Result, SetUp, FEN, Variant.
    spans: Py<PyBytes>,
    /// u8: 0 look again, 1 cleared, 2 the moves are clear, 3 the start is not known.
    statuses: Py<PyBytes>,
    /// u8: REGULAR and so on.
    flags: Py<PyBytes>,
    /// u16: moves played, where the moves are clear.
    plies: Py<PyBytes>,
    /// u8: an index of MARKERS, where the moves are clear.
    markers: Py<PyBytes>,
    /// u8: MATE, STALEMATE, WHITE_TO_MOVE, where the moves are clear.
    boards: Py<PyBytes>,
}

impl Scan {
    fn new(py: Python<'_>, games: &Columns, stop: usize, more: bool) -> Self {
        let bytes = |column: &[u8]| PyBytes::new(py, column).unbind();
        Self {
            stop,
            more,
            count: games.count,
            starts: bytes(&games.starts),
            ends: bytes(&games.ends),
            movetexts: bytes(&games.movetexts),
            lines: bytes(&games.lines),
            spans: bytes(&games.spans),
            statuses: bytes(&games.statuses),
            flags: bytes(&games.flags),
            plies: bytes(&games.plies),
            markers: bytes(&games.markers),
            boards: bytes(&games.boards),
        }
    }
}

#[pymethods]
impl Scan {
    fn __len__(&self) -> usize {
        self.count
    }
}

/// The native engine of pgnfen.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    use crate::clear::{AGREES, COMMENTS, MATE, PRINTABLE, STALEMATE, START, UTF8, WHITE_TO_MOVE};
    use crate::movetext::Marker;
    use crate::tags::{ORDERED, REGULAR, SPELLED};

    // What panics is counted and said through Scanner; nothing is written to stderr.
    std::panic::set_hook(Box::new(|_| {}));
    module.add_class::<Scanner>()?;
    module.add_class::<Scan>()?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    let markers = [Marker::Open, Marker::White, Marker::Black, Marker::Draw].map(Marker::text);
    let markers: Vec<Bound<'_, PyBytes>> =
        std::iter::once(&b""[..]).chain(markers).map(|text| PyBytes::new(module.py(), text)).collect();
    module.add("MARKERS", pyo3::types::PyTuple::new(module.py(), markers)?)?;
    for (name, value) in [
        ("REGULAR", REGULAR),
        ("SPELLED", SPELLED),
        ("ORDERED", ORDERED),
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
    Ok(())
}
