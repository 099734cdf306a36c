"""The course of mainlines: whether one reaches a wanted position, and what its last position is.

Of each game a number, in which bits are set. The native reader gives the same (native/src/positions/course.rs).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from pgnfen import native
from pgnfen.facts.course_bits import REACHES, STOPS
from pgnfen.facts.endings import Endings
from pgnfen.facts.reader import Reader
from pgnfen.lazy import cached_property, deferred
from pgnfen.pgn.blocks import Piece
from pgnfen.pgn.native_splitter import NativeBlock
from pgnfen.replay.conventions import Conventions

with deferred:
    from pgnfen.facts.positions import MainlineReader
    from pgnfen.fen.placement import read_placement
    from pgnfen.replay.position_record import key_of

if TYPE_CHECKING:
    from pgnfen._native import Targets
    from pgnfen._native import Wanted as NativeTarget
    from pgnfen.fen.placement import Board
    from pgnfen.fen.start import Start
    from pgnfen.pgn.block import Block
    from pgnfen.replay.interface import Position

_LEFT = 128  # of the native reader: Python has to look

_WRITTEN = Conventions("x-fen", "legal")


class Sought(NamedTuple):
    """A position that is looked for: whether a board fits, the fields of its key behind the placement, pieces in hand
    and checks left (None: whichever). `target`: the same for the native reader (None: no game that it plays fits)."""

    fits: Callable[[Board], bool]
    turn: str | None
    castling: str | None
    en_passant: str | None
    hands: str | None
    checks: str | None
    target: NativeTarget | None

    def is_key(self, key: str, start: Start) -> bool:
        """Whether a position from that start has a key that fits."""
        placement, turn, castling, en_passant, *checks = key.split(" ")
        pairs = (self.turn, turn), (self.castling, castling), (self.en_passant, en_passant)
        if any(wanted not in (None, found) for wanted, found in pairs):
            return False
        if self.checks is not None and checks != [self.checks]:
            return False
        board = read_placement(placement, 0, start.variant)[0]
        if board is None or (self.hands is not None and "".join(sorted(board.holdings or "")) != self.hands):
            return False
        return self.fits(board)


class Courses:
    """Find the courses of the games of blocks: whether they reach one of the positions; with `ends`, how they end."""

    def __init__(self, sought: Sequence[Sought], ends: bool) -> None:
        self._sought, self._ends = sought, ends
        self._reader = Reader()
        self.seconds = 0.0  # in which the interpreter was free

    def of(self, block: Block, wanted: Sequence[bool]) -> Sequence[int]:
        """The course of each game that is wanted, of others 0; of a record that of its position."""
        if isinstance(block, Piece):
            return [STOPS * one for one in wanted]
        reader = self._reader.native
        if reader is None or not isinstance(block, NativeBlock):
            return [self._of(block, index) if one else 0 for index, one in enumerate(wanted)]
        reader.starts(block, False)
        began = perf_counter()
        found = reader.scanner.courses(block.data, block.games_table, bytes(wanted), self._targets, self._ends)
        self.seconds += perf_counter() - began
        if max(found, default=0) < _LEFT:
            return found
        return [self._of(block, index) if one & _LEFT else one for index, one in enumerate(found)]

    @cached_property
    def _targets(self) -> Targets:
        made: Targets = native.module().Targets([one.target for one in self._sought if one.target is not None])
        return made

    @cached_property
    def _python(self) -> MainlineReader:
        return MainlineReader(self._reader.engine)

    def _of(self, block: Block, index: int) -> int:
        mainline = self._python.of(block, index)
        if mainline.halt is not None or mainline.first is None:
            return STOPS
        boards = (board for _, _, board in mainline.positions())
        return self._course(boards, block.start(index))

    def _course(self, boards: Iterator[Position], start: Start) -> int:
        reaches, endings = False, Endings(start)
        for board in boards:
            if self._sought and not reaches:
                key = key_of(board, start, _WRITTEN)
                reaches = any(one.is_key(key, start) for one in self._sought)
            if self._ends:
                endings.add(board)
        return (endings.of(board) if self._ends else 0) | (REACHES if reaches else 0)
