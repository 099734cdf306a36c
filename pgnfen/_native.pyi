"""The native engine: splits data, says facts of games, writes rows; judges nothing. To be laid beside the extension."""

from collections.abc import Callable, Collection, Sequence
from typing import final

__all__ = [
    "BlockFacts",
    "Games",
    "Positions",
    "Questions",
    "Rows",
    "Scanner",
    "__version__",
    "keep_memory",
    "key_hash",
    "lex",
    "meaning",
    "only_english",
    "position",
    "read_number",
    "set_default_variant",
    "spell",
    "start",
]

__version__: str

ConventionEntry = tuple[int, int, int, int]
"""FENs that follow the same conventions: field (0 castling, 1 en passant), conventions as bits in the order of
fen/castling.py and fen/en_passant.py, how many, the first game (0-based). Of starts also what they tell about the rules
of the file and about rights at arrays (2, 3), as in fen/habit.py."""
Stopped = tuple[int, int, int, tuple[tuple[int, ...], int, int | None, bool, int, int], str, int]
"""Where moves stop: ply, bytes at and end of the token, the position before it (pawns, knights, bishops, rooks,
queens, kings, White's men, Black's men as sets of squares; castling rights as the rooks' squares; en passant square,
White to move, halfmove clock, fullmove number), its FEN, the tokens passed over before."""
LineTuple = tuple[int, int, int, bool, int, list[tuple[int, int, int, int, int]], Stopped | None, list[Stopped]]
"""A line: kinds, plies, an index of MARKERS, White to move, tokens passed over, facts with a place (kind, ply, at, end,
value), where the moves stop, and where those of variations do."""
Final = tuple[int, bytes | None, tuple[int, Stopped] | None]
"""How a game ends: its plies, its last position, as X-FEN with the en passant square where a capture is legal, or where
it stops: the kind of fact that does it, and the stop (its bytes are of no use where something is never closed, and its
position of none but at a move that cannot be played)."""
LeftHalted = tuple[int, int, int, int, Stopped]
"""Of a game that stops: the bytes and lines to its end, how many of its lines KQkq cannot say; and as in Final."""
Left = tuple[int, int, int, LeftHalted | None]
"""A game, or record, that is left to Python, or stops: its index, the bytes and lines before it."""
Written = tuple[bytes, int, int, bytes, list[Left], tuple[list[bytes], list[str]] | None]
"""Positions: lines, how many, how many KQkq cannot say (of "fen"), entries of pgnfen.report.unique, what is left; where
the format is columns, the buffers of pgnfen.report.position_table and the castling fields that occur, else None."""

@final
class Games:
    """The games of one piece of data, in order, as they are split: a table that grows.

    Columns are bytes for memoryview.cast, in the machine's byte order, made on demand.
    """

    def __new__(cls) -> Games: ...
    def __len__(self) -> int: ...
    @staticmethod
    def restore(numbers: bytes, lines: int) -> Games:
        """The games that `numbers` was made of, in another process; `lines` are the line ends in all of them."""

    def numbers(self) -> bytes:
        """What `restore` takes: the games without their data."""

    @property
    def stop(self) -> int:
        """Where the first game begins that is not in the table, or the data ends."""

    @property
    def more(self) -> bool:
        """Whether that game only wants more data (after a split that was not final)."""

    @property
    def lines(self) -> int:
        """Line ends in all games of the table."""

    def add(self, data: bytes, end: int, movetext: int, lines: int, spans: Sequence[int], flags: int) -> None:
        """Add a game that Python has settled, from `stop` to `end`; marked CAREFUL.

        `lines` are the line ends in it, `spans` and `flags` as the columns have them. ValueError where it does not end
        behind `stop` and within the data.
        """

    def starts(self) -> bytes:
        """u32: first bytes."""

    def ends(self) -> bytes:
        """u32: behind the last bytes."""

    def movetexts(self) -> bytes:
        """u32: first bytes of movetext."""

    def line_numbers(self) -> bytes:
        """u32: line ends before each game."""

    def spans(self) -> bytes:
        """u32, 16 a game: start and length of the raw values of layout.KEYS; length ABSENT: no such tag."""

    def flags(self) -> bytes:
        """u8: REGULAR, SPELLED, ORDERED, CAREFUL."""

    def values(self, data: bytes) -> list[tuple[bytes | None, ...]]:
        """The raw values of layout.KEYS, a tuple for each game."""

    def values_of(self, data: bytes, index: int) -> tuple[bytes | None, ...]:
        """The raw values of layout.KEYS of one game."""

    def start_key(self, data: bytes, index: int) -> tuple[bytes | None, ...]:
        """Those of SetUp, FEN and Variant."""

    def holding(self, data: bytes, text: bytes) -> list[int]:
        """The games that hold these bytes, in order."""

    def start_places(self, index: int) -> tuple[int, int, int]:
        """Where the raw values of SetUp, FEN and Variant of one game begin, -1 for an absent tag."""

@final
class Scanner:
    """Splits data and reads games; threads may share one."""

    def __new__(cls) -> Scanner: ...
    def split(self, data: bytes, games: Games, final: bool) -> None:
        """Go on at games.stop, up to the first game that is not settled natively."""

    def starts(self, data: bytes, games: Games, all: bool) -> list[tuple[int, int, bool, bool]]:
        """The different starts of the games that Python is to be asked about: the id of each, its first game, whether
        it has been learnt, whether nothing is to be remarked that depends on the FEN. With `all`, all of them, and
        nothing is known of remarks."""

    def ids(self, data: bytes, games: Games) -> bytes:
        """u32: one number for each SetUp, FEN and Variant (absent is not empty), never used again; NO_ID where they are
        too long to be remembered."""

    def told(self, data: bytes, games: Games) -> list[tuple[tuple[bytes | None, ...], int | None]]:
        """Of each game the raw values of SetUp, FEN and Variant, and the number that says the columns of a plain start,
        None of another; equal starts are one object."""

    def codes(self, data: bytes, games: Games, questions: Questions) -> bytes:
        """u64: a number for each game that says what the columns of its start do, and above its CODE_BITS bits one for
        each question, the first the lowest; of a start that is not plain ASKED and its id."""

    def conventions(self, data: bytes, games: Games) -> tuple[list[ConventionEntry], list[int]]:
        """Which conventions the FEN tags follow, and the games whose starts Python is to read."""

    def learn(
        self, games: Games, index: int, board: str | None, chess960: bool, kinds: int, stated: bool = True
    ) -> bool:
        """Tell what the start of a game stands for, once `starts` has been asked; whether it is played natively.

        `board` is the six-field FEN with Shredder castling letters, `kinds` the facts of every game that begins so,
        `stated` whether its FEN has the fields of a position.
        """

    def read(self, data: bytes, games: Games, moves: bool, position_tags: Sequence[bytes] = ...) -> BlockFacts:
        """The facts of each game, of its movetext too if `moves`; `position_tags` declare final positions."""

    def replays(self, raw: bytes, movetext: int, board: str) -> bool | None:
        """Whether the whole mainline, of one move or more, can be played from a position (see `learn`)."""

    def read_from(
        self, raw: bytes, movetext: int, board: str, chess960: bool, position_tags: Sequence[bytes] = ...
    ) -> LineTuple:
        """The facts of the movetext at `movetext` of a game, played from another position (see `learn`)."""

    def positions(
        self, data: bytes, games: Games, writer: Positions, path: bytes, number: int
    ) -> Written:
        """The positions of the games, as `writer` writes them."""

    def finals(self, data: bytes, games: Games) -> list[Final | None]:
        """How each game ends; None: Python has to look."""

    @property
    def panics(self) -> int: ...
    @property
    def last_panic(self) -> str | None: ...

@final
class BlockFacts:
    """The facts of the games of a table."""

    def __len__(self) -> int: ...
    def conventions(self) -> list[ConventionEntry]:
        """Which conventions the FENs follow that games declare on the way, and in which nothing is wrong; games that
        stop or have unreadable tokens are left out, and those that are left to Python."""

    def having(self, kinds: int, starts: Collection[int]) -> list[int]:
        """The games, in order, that have a fact of one of the kinds, or one of the starts (a set of ids)."""

    def kinds(self, index: int) -> tuple[int, int]:
        """The kinds of facts of a game, and the id of its start."""

    def game(self, index: int) -> LineTuple:
        """The facts of a game."""

@final
class Records:
    """The records of data[:end], in order; `first`: the input begins with it. Columns as of Games."""

    last: int | None
    """The first byte of the last."""

    def __new__(cls, data: bytes, end: int, first: bool) -> Records: ...
    def __len__(self) -> int: ...
    def but_last(self) -> Records:
        """All but the last."""

    def starts(self) -> bytes:
        """u32: first bytes."""

    def lengths(self) -> bytes:
        """u32: the bytes of each line."""

    def line_numbers(self) -> bytes:
        """u32: line ends before each record."""

    def codes(self, data: bytes, questions: Questions) -> bytes:
        """u64: a number for each record as Scanner.codes has it of games; ASKED | NO_ID of one that takes a second
        look."""

    def doubtful(self, data: bytes) -> tuple[list[int], list[ConventionEntry], list[int]]:
        """The records (0-based) that something may be wrong with, what all others follow, and which of those need the
        habit of the file; the interpreter is free meanwhile."""

@final
class Questions:
    """Questions on plain starts: whether one is a position, for each of `positions` (the men from a8 on, White to move,
    the squares of the rooks that may castle, the target of a legal en passant capture), then whether its board fits,
    for each of `patterns`: eight ranks, in which `.` is an empty square, `?` any one and `*` any run of squares."""

    def __new__(
        cls, positions: Sequence[tuple[bytes, bool, int, int | None]], patterns: Sequence[Sequence[bytes]]
    ) -> Questions: ...

@final
class Positions:
    """Writes positions as lines of a format (text, jsonl, csv, csv-raw) or as columns, in a castling (fen, x-fen,
    shredder) and an en passant convention (1994, x-fen, legal); `epd`: four fields; `san`: the move in text too;
    `hashed`: with entries of pgnfen.report.unique. Wanted are `all` positions of a game, its `last`, one in `every` so
    many plies (0: none), those of `ranges`."""

    def __new__(
        cls,
        format: str,
        castling: str,
        en_passant: str,
        *,
        epd: bool,
        san: bool,
        hashed: bool,
        all: bool,
        last: bool,
        every: int,
        ranges: Sequence[tuple[int, int]],
    ) -> Positions: ...
    def records(
        self, data: bytes, records: Records, path: bytes, number: int
    ) -> Written:
        """The positions of the records, the first of which has this number, behind `path`."""

@final
class Rows:
    """Writes the rows of `pgnfen tags` in one format (text, jsonl, csv, csv-raw); what a callback has said is
    remembered, within bounds.

    A row is path, number, line, offset, start, White, Black, Date, Event, Result; the ten `pieces` stand before each
    but the path, and behind the last. `value` writes a raw value (None: no such tag), `start` what the raw values of
    SetUp, FEN and Variant decide, where they are not plain; what they raise is passed on. Each is remembered in at most
    `room` bytes.
    """

    def __new__(
        cls,
        format: str,
        pieces: Sequence[bytes],
        value: Callable[[bytes | None], bytes],
        start: Callable[[bytes | None, bytes | None, bytes | None], bytes],
        room: int,
    ) -> Rows: ...
    def block(self, data: bytes, games: Games, path: bytes, place: tuple[int, int, int]) -> bytes:
        """The rows of `games`, split from `data`; `place` is number, line and offset of the first."""

    def records(
        self,
        data: bytes,
        records: Records,
        path: bytes,
        place: tuple[int, int, int],
        ask: Callable[[int], bytes],
    ) -> bytes:
        """The rows of `records`; `place` is number, line and offset of the first byte. `ask` writes the start of the
        record at an index (0-based) that takes a second look."""

def key_hash(key: bytes) -> bytes:
    """The 16 bytes that say of two keys whether they are the same."""

def keep_memory(piece: int, kept: int) -> bool:
    """Have the allocator of this process keep what is freed, in pieces of up to so many bytes and so many bytes in all,
    instead of giving it back to the system; False where it cannot be told to."""

def only_english(raw: bytes, movetext: int) -> bool:
    """Whether the movetext at raw[movetext:] has no comments and no letter that may be of another language: then
    pgnfen.pgn.piece_letters.translations finds none. False says nothing."""

def lex(data: bytes, start: int) -> list[tuple[int, int, int]]:
    """The tokens of data[start:] as kind, start, end: those of pgnfen.pgn.movetext.lex, without their depths."""

def read_number(text: bytes) -> tuple[int | None, int]:
    """As pgnfen.pgn.movetext.read_number, for numbers of at most nine digits."""

def spell(word: bytes) -> int:
    """Whether the word of a MOVE or CASTLING token spells a move: 0 it does not, 1 a plain one, 2 another."""

def meaning(word: bytes) -> tuple[str, int, int, int, int | None] | None:
    """The plain move that a word spells: castling, push, capture or piece; piece, origins, target and promotion.

    They are python-chess's numbers; of castling the mask of origins says whether it is kingside. No origins: no move.
    """

Board = tuple[tuple[int, ...], int, int | None, bool, int, int]
"""A position as in Stopped."""

def start(
    setup: bytes | None, fen: bytes | None, variant: bytes | None
) -> tuple[int, int, int, Board | bool | None, tuple[str, bool, int, int | None]] | None:
    """A plain start from raw values (None: Python reads it): its columns as a number (see `Plain::code` in
    native/src/fen.rs), its kinds of facts, remarks (0 none, 1 none that depends on the FEN, 2 Python is asked), where
    the moves begin (False: not played here, None: Python is asked), and what makes two starts the same position: the
    men from a8 on, White to move, the squares of the rooks that may castle, the target of a legal en passant
    capture."""

def set_default_variant(there_is: bool) -> None:
    """Whether starts that state no variant have one that Python knows: then it is asked of each of them."""

def position(text: str, chess960: bool) -> Board | None:
    """The position that `Scanner.learn` makes of a FEN with Shredder castling letters; None where it does not play
    it."""

def record(line: bytes) -> tuple[int, bool, bytes] | None:
    """A record that takes no second look (None: Python reads it): its columns as a number (see `start`), whether
    anything is wrong with it, the FEN that it is."""
