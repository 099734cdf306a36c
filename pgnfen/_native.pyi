"""The native engine: splits data, clears games, writes rows; never reports. To be laid beside the extension."""

from collections.abc import Callable, Sequence
from typing import final

__all__ = [
    "ABSENT",
    "AGREES",
    "CAREFUL",
    "COMMENTS",
    "MARKERS",
    "MATE",
    "NO_ID",
    "ORDERED",
    "PRINTABLE",
    "REGULAR",
    "SPELLED",
    "STALEMATE",
    "START",
    "UTF8",
    "WHITE_TO_MOVE",
    "Games",
    "Look",
    "Rows",
    "Scanner",
    "Verdicts",
    "__version__",
]

__version__: str
MARKERS: tuple[bytes, ...]
"""The termination markers, by their number in Verdicts.markers; the first is empty: the moves are not clear."""
REGULAR: int
"""Flag: each tag name once, well formed (true of every game settled natively)."""
SPELLED: int
"""Flag: SetUp, FEN and Variant are spelled right wherever they stand."""
ORDERED: int
"""Flag: Variant does not stand behind FEN."""
CAREFUL: int
"""Flag of Games: settled by Python."""
COMMENTS: int
"""Flag of Verdicts: the movetext has comments (said of games whose moves are clear). The same bit as CAREFUL."""
UTF8: int
"""Flag: the game is UTF-8."""
PRINTABLE: int
"""Flag: no control characters."""
AGREES: int
"""Flag: Result tag, marker, and mate or stalemate agree (said of games whose moves are clear)."""
START: int
"""Flag: the start is known, and no rule of the tags minds it."""
MATE: int
"""Board flag: the side to move is mated; never of a game without moves."""
STALEMATE: int
"""Board flag; never of a game without moves."""
WHITE_TO_MOVE: int
"""Board flag."""

ABSENT: int
"""The length of a value that is absent, in Games.spans."""
NO_ID: int
"""The id of a start that is not remembered, in Games.ids."""

@final
class Games:
    """The games of one piece of data, in order, as they are split: a table that grows.

    Columns are bytes for memoryview.cast, in the machine's byte order, made on demand.
    """

    def __new__(cls) -> Games: ...
    def __len__(self) -> int: ...
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
        """Add a game that Python has settled, from `stop` to `end`; marked CAREFUL: never cleared, without an id.

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

    def ids(self) -> bytes:
        """u32: one number for each SetUp, FEN and Variant (absent is not empty), never used again by the scanner."""

    def values(self, data: bytes) -> list[tuple[bytes | None, ...]]:
        """The raw values of layout.KEYS, a tuple for each game."""

    def values_of(self, data: bytes, index: int) -> tuple[bytes | None, ...]:
        """The raw values of layout.KEYS of one game."""

@final
class Scanner:
    """Splits data and clears games; threads may share one."""

    def __new__(cls) -> Scanner: ...
    def split(self, data: bytes, games: Games, final: bool) -> None:
        """Go on at games.stop, up to the first game that is not settled natively."""

    def unknown(self, games: Games) -> list[int]:
        """The games whose start has not been learnt: the first of each."""

    def learn(self, games: Games, index: int, board: str | None, chess960: bool, quiet: bool) -> bool:
        """Tell what the start of a game stands for; whether it is played natively.

        `board` is the six-field FEN with Shredder castling letters, `quiet` says that no rule of the tags minds it.
        """

    def clear(self, data: bytes, games: Games) -> Verdicts:
        """What is said of each game."""

    def look(self, data: bytes, games: Games, index: int, board: str, chess960: bool) -> Look | None:
        """What the moves of a game come to from another position; None where they are not clear from there."""

    @property
    def panics(self) -> int: ...
    @property
    def last_panic(self) -> str | None: ...

@final
class Verdicts:
    """What is said of the games of a table, column by column as in Games."""

    def __len__(self) -> int: ...
    @property
    def statuses(self) -> bytes:
        """u8: 0 look again, 1 clear, 2 the moves are clear, 3 they are down to a castling that cannot be played."""

    def flags(self) -> bytes:
        """u8: those of Games without CAREFUL, and COMMENTS, UTF8, PRINTABLE, AGREES, START."""

    def plies(self) -> bytes:
        """u16: moves played, where the moves are clear."""

    def markers(self) -> bytes:
        """u8: an index of MARKERS, where the moves are clear."""

    def boards(self) -> bytes:
        """u8: MATE and so on, where the moves are clear."""

    def numbers(self) -> bytes:
        """u32: the first move number where it is not the position's and the moves are clear; else 0."""

@final
class Look:
    """What the moves of a game come to from another position."""

    @property
    def plies(self) -> int: ...
    @property
    def marker(self) -> int: ...
    @property
    def board(self) -> int: ...
    @property
    def castlings(self) -> tuple[int, int]:
        """The plies, from 1, at which White and Black castle, 0 where they do not."""

    @property
    def number(self) -> int:
        """See Verdicts.numbers."""

@final
class Rows:
    """Writes the rows of `pgnfen tags` in one format; what a callback has said is remembered, within bounds.

    A row is path, number, line, offset, start, White, Black, Date, Event, Result; the ten `pieces` stand before each
    but the path, and behind the last. `value` writes a raw value (None: no such tag), `start` what the raw values of
    SetUp, FEN and Variant decide; what they raise is passed on. Each is remembered in at most `room` bytes.
    """

    def __new__(
        cls,
        pieces: Sequence[bytes],
        value: Callable[[bytes | None], bytes],
        start: Callable[[bytes | None, bytes | None, bytes | None], bytes],
        room: int,
    ) -> Rows: ...
    def block(self, data: bytes, games: Games, path: bytes, place: tuple[int, int, int]) -> bytes:
        """The rows of `games`, split from `data`; `place` is number, line and offset of the first."""
