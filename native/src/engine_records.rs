// Written by definitions/generate.py from definitions/engine.toml: change that one.
//! The records that Python is handed: named tuples of pgnfen.engine_records.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyTuple};
use pyo3::IntoPyObjectExt;

/// A record of these fields.
fn made<'py, const N: usize>(
    py: Python<'py>,
    class: &PyOnceLock<Py<PyAny>>,
    name: &str,
    fields: [Bound<'py, PyAny>; N],
) -> PyResult<Bound<'py, PyAny>> {
    static NEW: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let class = class.get_or_try_init(py, || {
        PyResult::Ok(py.import("pgnfen.engine_records")?.getattr(name)?.unbind())
    })?;
    let new = NEW.get_or_try_init(py, || PyResult::Ok(py.get_type::<PyTuple>().getattr("__new__")?.unbind()))?;
    new.bind(py).call1((class.bind(py), PyTuple::new(py, fields)?))
}

/// FENs that follow the same conventions.
pub struct FollowedConventions {
    /// 0 castling, 1 en passant; of starts also 2, 3: what they tell about the file (fen.habit).
    pub field: u8,
    /// Bits, in the order of fen.definitions.
    pub conventions: u8,
    /// How many.
    pub times: u32,
    /// The first (0-based).
    pub game: usize,
}

impl<'py> IntoPyObject<'py> for FollowedConventions {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        static FOLLOWEDCONVENTIONS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        made(py, &FOLLOWEDCONVENTIONS, "FollowedConventions", [
            self.field.into_bound_py_any(py)?,
            self.conventions.into_bound_py_any(py)?,
            self.times.into_bound_py_any(py)?,
            self.game.into_bound_py_any(py)?,
        ])
    }
}

/// Which conventions the FEN tags of a block follow.
pub struct StartConventions {
    /// Those that are read.
    pub followed: Vec<FollowedConventions>,
    /// The games whose starts Python is to read.
    pub others: Vec<usize>,
}

impl<'py> IntoPyObject<'py> for StartConventions {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        static STARTCONVENTIONS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        made(py, &STARTCONVENTIONS, "StartConventions", [
            self.followed.into_bound_py_any(py)?,
            self.others.into_bound_py_any(py)?,
        ])
    }
}

/// Records in which something may be wrong, and what all others follow.
pub struct SurveyedRecords {
    /// 0-based.
    pub doubtful: Vec<usize>,
    /// By all others.
    pub followed: Vec<FollowedConventions>,
    /// Those of the others that need the habit of the file.
    pub open: Vec<usize>,
    /// Those of the others with P106 as an info and no other finding: no game of standard chess.
    pub foreign: Vec<usize>,
}

impl<'py> IntoPyObject<'py> for SurveyedRecords {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        static SURVEYEDRECORDS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        made(py, &SURVEYEDRECORDS, "SurveyedRecords", [
            self.doubtful.into_bound_py_any(py)?,
            self.followed.into_bound_py_any(py)?,
            self.open.into_bound_py_any(py)?,
            self.foreign.into_bound_py_any(py)?,
        ])
    }
}

/// A start of a block, met for the first time.
pub struct MetStart {
    /// Its number.
    pub id: u32,
    /// Its first game (0-based).
    pub game: usize,
    /// The engine knows what it stands for.
    pub learned: bool,
    /// Nothing is to be remarked that depends on the FEN.
    pub of_tags: bool,
}

impl<'py> IntoPyObject<'py> for MetStart {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        static METSTART: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        made(py, &METSTART, "MetStart", [
            self.id.into_bound_py_any(py)?,
            self.game.into_bound_py_any(py)?,
            self.learned.into_bound_py_any(py)?,
            self.of_tags.into_bound_py_any(py)?,
        ])
    }
}

/// A position, as sets of squares.
pub struct BoardSets {
    /// See its name.
    pub pawns: u64,
    /// See its name.
    pub knights: u64,
    /// See its name.
    pub bishops: u64,
    /// See its name.
    pub rooks: u64,
    /// See its name.
    pub queens: u64,
    /// See its name.
    pub kings: u64,
    /// The pieces of White.
    pub white: u64,
    /// The pieces of Black.
    pub black: u64,
    /// The rooks that may castle.
    pub castling_rights: u64,
    /// The square passed over.
    pub en_passant: Option<u32>,
    /// See its name.
    pub white_to_move: bool,
    /// See its name.
    pub halfmove_clock: u32,
    /// See its name.
    pub fullmove_number: u32,
}

impl<'py> IntoPyObject<'py> for BoardSets {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        static BOARDSETS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        made(py, &BOARDSETS, "BoardSets", [
            self.pawns.into_bound_py_any(py)?,
            self.knights.into_bound_py_any(py)?,
            self.bishops.into_bound_py_any(py)?,
            self.rooks.into_bound_py_any(py)?,
            self.queens.into_bound_py_any(py)?,
            self.kings.into_bound_py_any(py)?,
            self.white.into_bound_py_any(py)?,
            self.black.into_bound_py_any(py)?,
            self.castling_rights.into_bound_py_any(py)?,
            self.en_passant.into_bound_py_any(py)?,
            self.white_to_move.into_bound_py_any(py)?,
            self.halfmove_clock.into_bound_py_any(py)?,
            self.fullmove_number.into_bound_py_any(py)?,
        ])
    }
}

/// Where moves stop.
pub struct Stopped {
    /// From 1.
    pub ply: u32,
    /// The first byte of the token.
    pub at: u32,
    /// Behind its last byte.
    pub end: u32,
    /// Before it.
    pub position: BoardSets,
    /// Of that position.
    pub fen: String,
    /// Tokens passed over before it.
    pub skipped: u32,
}

impl<'py> IntoPyObject<'py> for Stopped {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        static STOPPED: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        made(py, &STOPPED, "Stopped", [
            self.ply.into_bound_py_any(py)?,
            self.at.into_bound_py_any(py)?,
            self.end.into_bound_py_any(py)?,
            self.position.into_bound_py_any(py)?,
            self.fen.into_bound_py_any(py)?,
            self.skipped.into_bound_py_any(py)?,
        ])
    }
}

/// A fact with its place: bytes `at` to `end` (exclusive) of the game.
pub struct Noted {
    /// One bit of Fact.
    pub kind: u64,
    /// From 1; 0: no ply is meant.
    pub ply: u32,
    /// See its name.
    pub at: u32,
    /// See its name.
    pub end: u32,
    /// The number that Fact names.
    pub value: u32,
}

impl<'py> IntoPyObject<'py> for Noted {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        static NOTED: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        made(py, &NOTED, "Noted", [
            self.kind.into_bound_py_any(py)?,
            self.ply.into_bound_py_any(py)?,
            self.at.into_bound_py_any(py)?,
            self.end.into_bound_py_any(py)?,
            self.value.into_bound_py_any(py)?,
        ])
    }
}

/// The facts of a game, its stops not yet judged.
pub struct GameFacts {
    /// Bits of Fact.
    pub kinds: u64,
    /// Moves played.
    pub plies: u32,
    /// The number of the termination marker; 0: none.
    pub marker: u8,
    /// Behind the last move.
    pub white_to_move: bool,
    /// Tokens passed over.
    pub skipped: u32,
    /// Facts with a place.
    pub noted: Vec<Noted>,
    /// Where the moves of the mainline stop.
    pub stop: Option<Stopped>,
    /// Where those of variations do.
    pub variation_stops: Vec<Stopped>,
}

impl<'py> IntoPyObject<'py> for GameFacts {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        static GAMEFACTS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        made(py, &GAMEFACTS, "GameFacts", [
            self.kinds.into_bound_py_any(py)?,
            self.plies.into_bound_py_any(py)?,
            self.marker.into_bound_py_any(py)?,
            self.white_to_move.into_bound_py_any(py)?,
            self.skipped.into_bound_py_any(py)?,
            self.noted.into_bound_py_any(py)?,
            self.stop.into_bound_py_any(py)?,
            self.variation_stops.into_bound_py_any(py)?,
        ])
    }
}

/// What a game has.
pub struct GameKinds {
    /// Bits of Fact.
    pub kinds: u64,
    /// The id of its start.
    pub start: u32,
}

impl<'py> IntoPyObject<'py> for GameKinds {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        static GAMEKINDS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        made(py, &GAMEKINDS, "GameKinds", [
            self.kinds.into_bound_py_any(py)?,
            self.start.into_bound_py_any(py)?,
        ])
    }
}

/// How a game ends: with a position, or at a stop.
pub struct GameEnd {
    /// Moves played.
    pub plies: u32,
    /// The last position: X-FEN, the en passant square where a capture is legal.
    pub fen: Option<Vec<u8>>,
    /// Its halfmove clock; 0 at a stop.
    pub halfmove: u32,
    /// How often the game has come to it; 0 at a stop.
    pub times: u32,
    /// The kind of fact that stops it; 0: it does not stop.
    pub kind: u64,
    /// Its bytes are of no use where something is never closed.
    pub stop: Option<Stopped>,
}

impl<'py> IntoPyObject<'py> for GameEnd {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        static GAMEEND: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        made(py, &GAMEEND, "GameEnd", [
            self.plies.into_bound_py_any(py)?,
            self.fen.into_bound_py_any(py)?,
            self.halfmove.into_bound_py_any(py)?,
            self.times.into_bound_py_any(py)?,
            self.kind.into_bound_py_any(py)?,
            self.stop.into_bound_py_any(py)?,
        ])
    }
}

/// The lines of a game down to its stop.
pub struct HaltedGame {
    /// To their end.
    pub bytes: usize,
    /// To their end.
    pub lines: usize,
    /// Of its lines: so many cannot be written with KQkq.
    pub unsaid: usize,
    /// The kind of fact that stops it.
    pub kind: u64,
    /// See GameEnd.
    pub stop: Stopped,
}

impl<'py> IntoPyObject<'py> for HaltedGame {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        static HALTEDGAME: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        made(py, &HALTEDGAME, "HaltedGame", [
            self.bytes.into_bound_py_any(py)?,
            self.lines.into_bound_py_any(py)?,
            self.unsaid.into_bound_py_any(py)?,
            self.kind.into_bound_py_any(py)?,
            self.stop.into_bound_py_any(py)?,
        ])
    }
}

/// A game or record whose positions Python writes, or which stops.
pub struct LeftGame {
    /// 0-based.
    pub game: usize,
    /// Written before it.
    pub bytes: usize,
    /// Written before it.
    pub lines: usize,
    /// None: Python writes it.
    pub halted: Option<HaltedGame>,
}

impl<'py> IntoPyObject<'py> for LeftGame {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        static LEFTGAME: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        made(py, &LEFTGAME, "LeftGame", [
            self.game.into_bound_py_any(py)?,
            self.bytes.into_bound_py_any(py)?,
            self.lines.into_bound_py_any(py)?,
            self.halted.into_bound_py_any(py)?,
        ])
    }
}

/// Positions as columns.
pub struct ColumnBuffers<'py> {
    /// Those of pgnfen.report.position_table.
    pub buffers: Vec<Bound<'py, PyBytes>>,
    /// The castling fields that occur.
    pub castling: Vec<String>,
}

impl<'py> IntoPyObject<'py> for ColumnBuffers<'py> {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        static COLUMNBUFFERS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        made(py, &COLUMNBUFFERS, "ColumnBuffers", [
            self.buffers.into_bound_py_any(py)?,
            self.castling.into_bound_py_any(py)?,
        ])
    }
}

/// Positions of a block.
pub struct Written<'py> {
    /// In their format.
    pub lines: Bound<'py, PyBytes>,
    /// How many.
    pub written: usize,
    /// Of them: so many cannot be written with KQkq.
    pub unsaid: usize,
    /// Entries of pgnfen.report.unique.
    pub hashes: Bound<'py, PyBytes>,
    /// Games that Python has a word on.
    pub left: Vec<LeftGame>,
    /// Where the format is columns.
    pub columns: Option<ColumnBuffers<'py>>,
}

impl<'py> IntoPyObject<'py> for Written<'py> {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        static WRITTEN: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        made(py, &WRITTEN, "Written", [
            self.lines.into_bound_py_any(py)?,
            self.written.into_bound_py_any(py)?,
            self.unsaid.into_bound_py_any(py)?,
            self.hashes.into_bound_py_any(py)?,
            self.left.into_bound_py_any(py)?,
            self.columns.into_bound_py_any(py)?,
        ])
    }
}

/// What makes two starts the same position.
pub struct Identity {
    /// The pieces from a8 on, a dot for an empty square.
    pub squares: String,
    /// See its name.
    pub white_to_move: bool,
    /// Those that may castle.
    pub rooks: u64,
    /// Of a legal en passant capture.
    pub target: Option<u32>,
}

impl<'py> IntoPyObject<'py> for Identity {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        static IDENTITY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        made(py, &IDENTITY, "Identity", [
            self.squares.into_bound_py_any(py)?,
            self.white_to_move.into_bound_py_any(py)?,
            self.rooks.into_bound_py_any(py)?,
            self.target.into_bound_py_any(py)?,
        ])
    }
}

/// A start that Python need not read.
pub struct PlainStart<'py> {
    /// Its columns (fen.definitions.StartCode).
    pub code: u64,
    /// Bits of Fact.
    pub kinds: u64,
    /// 0 none, 1 none that depends on the FEN, 2 Python is asked.
    pub remarks: u8,
    /// False: it is not played here; None: Python is asked.
    pub to_play: Option<Bound<'py, PyAny>>,
    /// See its name.
    pub identity: Identity,
}

impl<'py> IntoPyObject<'py> for PlainStart<'py> {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        static PLAINSTART: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        made(py, &PLAINSTART, "PlainStart", [
            self.code.into_bound_py_any(py)?,
            self.kinds.into_bound_py_any(py)?,
            self.remarks.into_bound_py_any(py)?,
            self.to_play.into_bound_py_any(py)?,
            self.identity.into_bound_py_any(py)?,
        ])
    }
}

/// A record that Python need not read.
pub struct PlainRecord {
    /// Its columns (fen.definitions.StartCode).
    pub code: u64,
    /// Something is wrong with it.
    pub is_faulty: bool,
    /// The FEN that it is.
    pub fen: Vec<u8>,
}

impl<'py> IntoPyObject<'py> for PlainRecord {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        static PLAINRECORD: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        made(py, &PLAINRECORD, "PlainRecord", [
            self.code.into_bound_py_any(py)?,
            self.is_faulty.into_bound_py_any(py)?,
            self.fen.into_bound_py_any(py)?,
        ])
    }
}
