"""The records that the native engine hands over: pgnfen/_native.pyi says which of its functions do."""

# Written by definitions/generate.py from definitions/engine.toml: change that one.

from typing import NamedTuple


class FollowedConventions(NamedTuple):
    """FENs that follow the same conventions."""

    field: int
    """0 castling, 1 en passant; of starts also 2, 3: what they tell about the file (fen.habit)."""
    conventions: int
    """Bits, in the order of fen.definitions."""
    times: int
    """How many."""
    game: int
    """The first (0-based)."""


class StartConventions(NamedTuple):
    """Which conventions the FEN tags of a block follow."""

    followed: list[FollowedConventions]
    """Those that are read."""
    others: list[int]
    """The games whose starts Python is to read."""


class SurveyedRecords(NamedTuple):
    """Records in which something may be wrong, and what all others follow."""

    doubtful: list[int]
    """0-based."""
    followed: list[FollowedConventions]
    """By all others."""
    open: list[int]
    """Those of the others that need the habit of the file."""
    foreign: list[int]
    """Those of the others with P106 as an info and no other finding: no game of standard chess."""


class MetStart(NamedTuple):
    """A start of a block, met for the first time."""

    id: int
    """Its number."""
    game: int
    """Its first game (0-based)."""
    learned: bool
    """The engine knows what it stands for."""
    of_tags: bool
    """Nothing is to be remarked that depends on the FEN."""


class BoardSets(NamedTuple):
    """A position, as sets of squares."""

    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    kings: int
    white: int
    """The pieces of White."""
    black: int
    """The pieces of Black."""
    castling_rights: int
    """The rooks that may castle."""
    en_passant: int | None
    """The square passed over."""
    white_to_move: bool
    halfmove_clock: int
    fullmove_number: int


class Stopped(NamedTuple):
    """Where moves stop."""

    ply: int
    """From 1."""
    at: int
    """The first byte of the token."""
    end: int
    """Behind its last byte."""
    position: BoardSets
    """Before it."""
    fen: str
    """Of that position."""
    skipped: int
    """Tokens passed over before it."""


class Noted(NamedTuple):
    """A fact with its place: bytes `at` to `end` (exclusive) of the game."""

    kind: int
    """One bit of Fact."""
    ply: int
    """From 1; 0: no ply is meant."""
    at: int
    end: int
    value: int
    """The number that Fact names."""


class GameFacts(NamedTuple):
    """The facts of a game, its stops not yet judged."""

    kinds: int
    """Bits of Fact."""
    plies: int
    """Moves played."""
    marker: int
    """The number of the termination marker; 0: none."""
    white_to_move: bool
    """Behind the last move."""
    skipped: int
    """Tokens passed over."""
    noted: list[Noted]
    """Facts with a place."""
    stop: Stopped | None
    """Where the moves of the mainline stop."""
    variation_stops: list[Stopped]
    """Where those of variations do."""


class GameKinds(NamedTuple):
    """What a game has."""

    kinds: int
    """Bits of Fact."""
    start: int
    """The id of its start."""


class GameEnd(NamedTuple):
    """How a game ends: with a position, or at a stop."""

    plies: int
    """Moves played."""
    fen: bytes | None
    """The last position: X-FEN, the en passant square where a capture is legal."""
    halfmove: int
    """Its halfmove clock; 0 at a stop."""
    times: int
    """How often the game has come to it; 0 at a stop."""
    kind: int
    """The kind of fact that stops it; 0: it does not stop."""
    stop: Stopped | None
    """Its bytes are of no use where something is never closed."""


class HaltedGame(NamedTuple):
    """The lines of a game down to its stop."""

    bytes: int
    """To their end."""
    lines: int
    """To their end."""
    unsaid: int
    """Of its lines: so many cannot be written with KQkq."""
    kind: int
    """The kind of fact that stops it."""
    stop: Stopped
    """See GameEnd."""


class LeftGame(NamedTuple):
    """A game or record whose positions Python writes, or which stops."""

    game: int
    """0-based."""
    bytes: int
    """Written before it."""
    lines: int
    """Written before it."""
    halted: HaltedGame | None
    """None: Python writes it."""


class ColumnBuffers(NamedTuple):
    """Positions as columns."""

    buffers: list[bytes]
    """Those of pgnfen.report.position_table."""
    castling: list[str]
    """The castling fields that occur."""


class Written(NamedTuple):
    """Positions of a block."""

    lines: bytes
    """In their format."""
    written: int
    """How many."""
    unsaid: int
    """Of them: so many cannot be written with KQkq."""
    hashes: bytes
    """Entries of pgnfen.report.unique."""
    left: list[LeftGame]
    """Games that Python has a word on."""
    columns: ColumnBuffers | None
    """Where the format is columns."""


class Identity(NamedTuple):
    """What makes two starts the same position."""

    squares: str
    """The pieces from a8 on, a dot for an empty square."""
    white_to_move: bool
    rooks: int
    """Those that may castle."""
    target: int | None
    """Of a legal en passant capture."""


class PlainStart(NamedTuple):
    """A start that Python need not read."""

    code: int
    """Its columns (fen.definitions.StartCode)."""
    kinds: int
    """Bits of Fact."""
    remarks: int
    """0 none, 1 none that depends on the FEN, 2 Python is asked."""
    to_play: BoardSets | bool | None
    """False: it is not played here; None: Python is asked."""
    identity: Identity


class PlainRecord(NamedTuple):
    """A record that Python need not read."""

    code: int
    """Its columns (fen.definitions.StartCode)."""
    is_faulty: bool
    """Something is wrong with it."""
    fen: bytes
    """The FEN that it is."""
