"""The native engine: clears games, never reports. To be laid beside the extension, as pgnfen/_native.pyi."""

from typing import final

__all__ = [
    "AGREES",
    "COMMENTS",
    "MARKERS",
    "MATE",
    "ORDERED",
    "PRINTABLE",
    "REGULAR",
    "SPELLED",
    "STALEMATE",
    "START",
    "UTF8",
    "WHITE_TO_MOVE",
    "Scan",
    "Scanner",
    "__version__",
]

__version__: str
MARKERS: tuple[bytes, ...]
"""The termination markers, by their number in Scan.markers; the first is empty: the moves are not clear."""
REGULAR: int
"""Flag: each tag name once, well formed (true of every game settled natively)."""
SPELLED: int
"""Flag: SetUp, FEN and Variant are spelled right wherever they stand."""
ORDERED: int
"""Flag: Variant does not stand behind FEN."""
COMMENTS: int
"""Flag: the movetext has comments (said of games whose moves are clear)."""
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

@final
class Scanner:
    """Scans blocks for games with nothing to report; one a thread is best."""

    def __new__(cls) -> Scanner: ...
    def learn(
        self,
        setup: bytes | None,
        fen: bytes | None,
        variant: bytes | None,
        board: str | None,
        chess960: bool,
        quiet: bool,
    ) -> bool:
        """Tell of a start; whether it is played natively. Above 65,536 starts all are forgotten."""

    def scan(self, data: bytes, start: int = 0, final: bool = True) -> Scan:
        """The games of data[start:] up to the first that is not settled natively."""

    def look(self, data: bytes, start: int, end: int) -> tuple[int, int, int, int, int]:
        """Status, flags, plies, marker, board of one game; zeros where it is not settled natively."""

    @property
    def panics(self) -> int: ...
    @property
    def last_panic(self) -> str | None: ...
    @property
    def starts(self) -> int: ...

@final
class Scan:
    """The games of a scan, column by column: bytes for memoryview.cast, in the machine's byte order."""

    def __len__(self) -> int: ...
    @property
    def stop(self) -> int:
        """Where the first unsettled game begins, or the data ends."""

    @property
    def more(self) -> bool:
        """Whether that game only wants more data (never with `final`)."""

    @property
    def count(self) -> int: ...

    @property
    def starts(self) -> bytes:
        """u32: first bytes."""

    @property
    def ends(self) -> bytes:
        """u32: behind the last bytes."""

    @property
    def movetexts(self) -> bytes:
        """u32: first bytes of movetext."""

    @property
    def lines(self) -> bytes:
        """u32: line ends."""

    @property
    def spans(self) -> bytes:
        """u32, 16 a game: start and length of the raw values of layout.KEYS; length 0xFFFFFFFF: no such tag."""

    @property
    def statuses(self) -> bytes:
        """u8: 0 look again, 1 cleared, 2 the moves are clear, 3 the start is not known."""

    @property
    def flags(self) -> bytes:
        """u8: REGULAR and so on."""

    @property
    def plies(self) -> bytes:
        """u16."""

    @property
    def markers(self) -> bytes:
        """u8: an index of MARKERS."""

    @property
    def boards(self) -> bytes:
        """u8: MATE and so on."""
