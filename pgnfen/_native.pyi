"""The native engine: it splits data, reports facts of games and writes rows; it judges nothing.

Records that it hands over are in pgnfen/engine_records.py, numbers and words in the definitions modules. Columns are
bytes for memoryview.cast, in the machine's byte order, made on demand. Where None is returned, Python has to look.
"""

from collections.abc import Callable, Collection, Sequence
from typing import final

from pgnfen import engine_records as engine

__version__: str
__definitions__: str  # the digest of the definitions that it was built from: see pgnfen.native
RawValues = tuple[bytes | None, ...]
"""The raw values of the tags in pgn.definitions.KEYS, or of SetUp, FEN and Variant; None: no such tag."""

@final
class Games:
    """The games of one piece of data, in order, as they are split: a table that grows."""

    stop: int  # where the first game begins that is not in the table, or the data ends
    more: bool  # that game only wants more data (after a split that was not final)
    lines: int  # line ends in all games of the table
    pairs: int | None  # those that are CR LF; None where a game has a lone CR
    def __new__(cls) -> Games: ...
    def __len__(self) -> int: ...
    @staticmethod
    def restore(numbers: bytes, lines: int, pairs: int | None) -> Games: ...  # what these were, in another process
    def numbers(self) -> bytes: ...  # the games without their data
    def add(self, data: bytes, end: int, movetext: int, lines: int, spans: Sequence[int], flags: int) -> None:
        """Add a game that Python has settled, from `stop` to `end`; ValueError where it ends elsewhere."""
    def starts(self) -> bytes: ...  # u32: first bytes
    def ends(self) -> bytes: ...  # u32: behind the last bytes
    def movetexts(self) -> bytes: ...  # u32: first bytes of movetext
    def line_numbers(self) -> bytes: ...  # u32: line ends before each game
    def spans(self) -> bytes: ...  # u32: start and length of each raw value of a game; length ABSENT: no such tag
    def flags(self) -> bytes: ...  # u8: REGULAR, SPELLED, ORDERED, CAREFUL
    def values(self, data: bytes) -> list[RawValues]: ...
    def values_of(self, data: bytes, index: int) -> RawValues: ...
    def start_key(self, data: bytes, index: int) -> RawValues: ...  # of the start
    def encodings(self, data: bytes) -> list[tuple[int, int]]:
        """How many games are in UTF-8 but not ASCII, and in another encoding, each with the first (0-based)."""
    def index_at(self, position: int) -> int: ...  # the game in which a byte stands (0-based)
    def holding(self, data: bytes, text: bytes) -> list[int]: ...  # the games that hold these bytes, in order
    def start_places(self, index: int) -> tuple[int, int, int]: ...  # where the values of the start begin; -1: absent

@final
class Scanner:
    """Splits data and reads games; threads may share one. A board is a FEN of six fields, Shredder castling letters."""

    panics: int
    last_panic: str | None
    def __new__(cls) -> Scanner: ...
    def split(self, data: bytes, games: Games, final: bool) -> None:
        """Go on at games.stop, up to the first game that is not settled natively."""
    def starts(self, data: bytes, games: Games, all: bool) -> list[engine.MetStart]:
        """The different starts that Python is to be asked about; with `all`, all of them."""
    def ids(self, data: bytes, games: Games) -> bytes:
        """u32: one number for each SetUp, FEN and Variant, never used again; NO_ID where they are too long."""
    def told(self, data: bytes, games: Games) -> list[tuple[RawValues, int | None]]:
        """The values of each start, and the StartCode of a plain one; equal starts are one object."""
    def codes(self, data: bytes, games: Games, questions: Questions) -> bytes:
        """u64: the StartCode of each game, above it a bit per question; ASKED and its id of a start not plain."""
    def conventions(self, data: bytes, games: Games) -> engine.StartConventions: ...
    def learn(
        self, games: Games, index: int, board: str | None, chess960: bool, kinds: int, stated: bool = ...
    ) -> bool:
        """Tell what a start stands for, and the facts of each game that begins so; whether it is played natively."""
    def learn_unplayed(self, games: Games, index: int, kinds: int) -> None: ...  # nobody plays from it: tokens are read
    def read(self, data: bytes, games: Games, moves: bool, position_tags: Sequence[bytes] = ...) -> BlockFacts:
        """The facts of each game, of its movetext too if `moves`; `position_tags` declare final positions."""
    def replays(self, raw: bytes, movetext: int, board: str) -> bool | None:
        """Whether the whole mainline, of one move or more, can be played from a position."""
    def read_from(
        self, raw: bytes, movetext: int, board: str, chess960: bool, position_tags: Sequence[bytes] = ...
    ) -> engine.GameFacts: ...  # the facts of the movetext, played from another position
    def positions(self, data: bytes, games: Games, writer: Positions, path: bytes, number: int) -> engine.Written: ...
    def finals(self, data: bytes, games: Games) -> list[engine.GameEnd | None]: ...
    def courses(self, data: bytes, games: Games, wanted: bytes, targets: Targets, ends: bool) -> bytes:
        """u8: the course (facts.courses) of each game that is `wanted` (u8, 0 or 1); of others 0."""
    def mainlines(self, data: bytes, games: Games) -> bytes: ...  # of each game an ENTRY (facts.mainlines)
    def passing(self, data: bytes, games: Games, beginnings: Beginnings) -> bytes: ...  # PASSING, of games that do

@final
class BlockFacts:
    """The facts of the games of a table."""

    def __len__(self) -> int: ...
    def conventions(self) -> list[engine.FollowedConventions]: ...  # of FENs declared on the way, in games wholly read
    def having(self, kinds: int, starts: Collection[int]) -> list[int]: ...  # games with one of the kinds or starts
    def kinds(self, index: int) -> engine.GameKinds: ...
    def game(self, index: int) -> engine.GameFacts: ...

@final
class Records:
    """The records of data[:end], in order; `first`: the input begins with it."""

    last: int | None  # the first byte of the last
    def __new__(cls, data: bytes, end: int, first: bool) -> Records: ...
    def __len__(self) -> int: ...
    def but_last(self) -> Records: ...
    def starts(self) -> bytes: ...  # u32: first bytes
    def lengths(self) -> bytes: ...  # u32: the bytes of each line
    def line_numbers(self) -> bytes: ...  # u32: line ends before each record
    def first(self) -> tuple[int, int]: ...  # the first byte of the first record, and the line ends before it
    def index_at(self, position: int) -> int: ...  # the record (0-based) in which a byte stands, or the one before it
    def line_ends(self, data: bytes) -> tuple[int, int, int]: ...  # lines that end with LF, CR LF and CR
    def codes(self, data: bytes, questions: Questions) -> bytes: ...  # as of Scanner; ASKED | NO_ID: not plain
    def doubtful(self, data: bytes) -> engine.SurveyedRecords: ...  # the interpreter is free meanwhile

Position = tuple[bytes, bool, int, int | None]
"""As engine_records.Identity."""

@final
class Questions:
    """Whether a plain start is one of `positions`, then whether its board fits `patterns`: eight ranks, `.` an empty
    square, `?` any square, `*` any run of squares."""

    def __new__(cls, positions: Sequence[Position], patterns: Sequence[Sequence[bytes]]) -> Questions: ...

@final
class Positions:
    """Writes positions in a format (text, jsonl, csv, csv-raw, columns) and conventions; `hashed`: with entries of
    report.unique. Wanted are `all` of a game, its `last`, one in `every` so many plies (0: none), those of `ranges`."""

    def __new__(
        cls, format: str, castling: str, en_passant: str, *, epd: bool, san: bool, hashed: bool,
        all: bool, last: bool, every: int, ranges: Sequence[tuple[int, int]],
    ) -> Positions: ...  # fmt: skip
    def records(self, data: bytes, records: Records, path: bytes, number: int) -> engine.Written: ...

@final
class Beginnings:
    """Mainlines of `fewest` plies or more that others may begin with: the first 8 bytes of the number of each."""

    def __new__(cls, hashes: bytes, fewest: int) -> Beginnings: ...

Wanted = tuple[Sequence[bytes], bool | None, int | None, int | None]
"""Eight ranks as in Questions; White to move, rooks that may castle, target of a legal en passant capture (64: none),
each None where it does not matter."""

@final
class Targets:
    """Positions that are looked for."""

    def __new__(cls, wanted: Sequence[Wanted]) -> Targets: ...

Place = tuple[int, int, int]  # number, line and offset of the first game, or byte

@final
class Rows:
    """Writes rows of `tags` in a format (text, jsonl, csv, csv-raw): path, number, line, offset, start and the tags of
    `columns` (places in KEYS), with `pieces` around them. `value` writes a raw value, `start` the values of a start
    that is not plain; answers are remembered in `room` bytes."""

    def __new__(
        cls, format: str, pieces: Sequence[bytes], columns: Sequence[int], value: Callable[[bytes | None], bytes],
        start: Callable[[bytes | None, bytes | None, bytes | None], bytes], room: int,
    ) -> Rows: ...  # fmt: skip
    def block(self, data: bytes, games: Games, path: bytes, place: Place) -> bytes: ...
    def records(
        self, data: bytes, records: Records, path: bytes, place: Place, ask: Callable[[int], bytes]
    ) -> bytes: ...  # `ask` writes the start of the record at an index (0-based) that is not plain

def key_hash(key: bytes) -> bytes: ...  # 16 bytes that say of two keys whether they are the same
def keep_memory(piece: int, kept: int) -> bool: ...  # keep freed pieces of up to so many bytes, `kept` bytes in all
def only_english(raw: bytes, movetext: int) -> bool: ...  # True: pgn.piece_letters finds nothing to translate
def set_default_variant(there_is: bool) -> None: ...  # whether starts without a Variant tag are Python's to read

# For tests: tokens as kind, start and end; number and dots; 0 no move, 1 a plain one, 2 another; what a word spells
# (castling, push, capture or piece; piece, origins, target, promotion as python-chess has them); single starts.
def lex(data: bytes, start: int) -> list[tuple[int, int, int]]: ...
def read_number(text: bytes) -> tuple[int | None, int]: ...
def spell(word: bytes) -> int: ...
def meaning(word: bytes) -> tuple[str, int, int, int, int | None] | None: ...
def start(setup: bytes | None, fen: bytes | None, variant: bytes | None) -> engine.PlainStart | None: ...
def position(text: str, chess960: bool) -> engine.BoardSets | None: ...
def record(line: bytes) -> engine.PlainRecord | None: ...
