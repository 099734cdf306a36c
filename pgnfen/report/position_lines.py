"""Which positions are written, and how; what comes of a block."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from pgnfen.columns import Column
from pgnfen.fen.definitions import EnPassantConvention
from pgnfen.replay.conventions import Conventions, Notation

if TYPE_CHECKING:
    import pyarrow as pa


class GamePosition(NamedTuple):
    """A position of a game; see docs/positions.md."""

    path: Annotated[str, Column("word", "the input")]
    game: Annotated[int, Column("u64", "from 1 in each input")]
    ply: Annotated[int, Column("u32", "0 is the start")]
    san: Annotated[str | None, Column("text", "the move that led there; null for the start")]
    fen: Annotated[str, Column("text", "the record, in the notation that is asked for")]
    placement: Annotated[str, Column("text", "the first field of `fen`")]
    turn: Annotated[str, Column("word", "the second field")]
    castling: Annotated[str, Column("word", "the third field")]
    en_passant: Annotated[str, Column("word", "the fourth field")]
    halfmove: Annotated[int, Column("u32", "the fifth; null for what is larger")]
    fullmove: Annotated[int, Column("u32", "the sixth; null for what is larger")]
    key: Annotated[str, Column("text", "equal for equal positions; see [positions](positions.md)")]


COLUMNS = GamePosition._fields


class Plies(NamedTuple):
    """Which positions of a game are wanted: plies count from 0, the start.

    `all` of them; the `last`, behind the last move; every so many (`every`, 0: none), the start included; those of
    `ranges`, from and to.
    """

    all: bool = False
    last: bool = False
    every: int = 0
    ranges: tuple[tuple[int, int], ...] = ()

    def wants(self, ply: int) -> bool:
        """Whether a position is wanted wherever the game ends."""
        if self.all or (self.every and ply % self.every == 0):
            return True
        return any(begin <= ply <= end for begin, end in self.ranges)

    @property
    def start_alone(self) -> bool:
        """Whether nothing but the start is wanted: no move has to be read."""
        return not (self.all or self.last or self.every or any(end for _, end in self.ranges))


def plies_of(start: bool, last: bool, every: int | None, ranges: tuple[tuple[int, int], ...]) -> Plies:
    """What options ask for: all positions, where they name none.

    >>> plies_of(False, False, None, ()), plies_of(True, False, 10, ())
    (Plies(all=True, last=False, every=0, ranges=()), Plies(all=False, last=False, every=10, ranges=((0, 0),)))
    """
    some = start or last or every or ranges
    return Plies(not some, last, every or 0, (*ranges, *([(0, 0)] if start else [])))


class PositionsOptions(NamedTuple):
    """Which positions are written, and how; `format` is text, jsonl, csv, csv-raw or columns.

    `hashed`: with the hashes of their keys; `san`: the move in text too. `variant`: of games that state none.
    `packed`: columns are given as bytes, which a journal keeps.
    """

    plies: Plies = Plies(all=True)
    format: str = "text"
    notation: Notation = "x-fen"
    en_passant: EnPassantConvention = "legal"
    san: bool = False
    hashed: bool = False
    variant: str | None = None
    packed: bool = False

    @property
    def conventions(self) -> Conventions:
        """How positions are written."""
        return Conventions.of(self.notation, self.en_passant)


class Halted(NamedTuple):
    """A game whose moves stop: its number, the ply that cannot be played (0: there is no start), and why."""

    game: int
    ply: int
    why: str


@dataclass(slots=True)
class Part:
    """The positions of a block: lines, how many, how many of them the castling convention cannot say, the hashes of
    their keys (entries of `unique`); the games that stop. Of the format columns, in the place of lines: `rows` of a
    game, from its number on, `batches` of a block."""

    data: bytes = b""
    count: int = 0
    unsaid: int = 0
    hashes: bytes = b""
    halted: list[Halted] = field(default_factory=list)
    rows: list[tuple[Any, ...]] = field(default_factory=list)
    batches: list[pa.RecordBatch] = field(default_factory=list)

    def add(self, game: Part) -> None:
        """Count a game with the others."""
        self.count += game.count
        self.unsaid += game.unsaid
        self.halted += game.halted
