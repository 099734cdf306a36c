"""The native engine behind a block of games: which of them have nothing to report, and which to look at again.

It is told what SetUp, FEN and Variant stand for by Python, once for each start, and never decides more than that
a game is clear.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType

from pgnfen.fen.start import Start
from pgnfen.pgn.block import Block
from pgnfen.pgn.starts import SETUP, StartKey
from pgnfen.replay.interface import Cleared
from pgnfen.replay.python_chess import PythonChess, starting_board

LOOK, CLEAR, MOVES_CLEAR, UNKNOWN = range(4)
Judge = Callable[[StartKey], tuple[Start, bool]]
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Of each game of a block: CLEAR (no rule minds it), MOVES_CLEAR (the mainline is clear), or LOOK.

    `cleared` has what a clear mainline comes to, for the games that are MOVES_CLEAR.
    """

    statuses: bytes
    cleared: dict[int, Cleared]


class NativeClearer:
    """Clears games by the native engine; one a thread or process."""

    def __init__(self, native: ModuleType, judge: Judge) -> None:
        self._native = native
        self._scanner = native.Scanner()
        self._judge = judge
        self._reference = PythonChess()
        self._panics = 0

    def verdicts(self, block: Block) -> Verdicts:
        """What the engine says of a block's games; whatever it does not settle is LOOK."""
        statuses = bytearray(len(block))
        cleared: dict[int, Cleared] = {}
        data = block.data[: block.end]  # cut once: a block may hold many games that are not settled
        index = 0
        while index < len(block):
            scan = self._scanner.scan(data, block.starts[index], True)
            count = len(scan)
            if memoryview(scan.starts).cast("I").tolist() != block.starts[index : index + count]:
                break  # the splitters do not agree: nothing is cleared from here on
            statuses[index : index + count] = scan.statuses
            plies = memoryview(scan.plies).cast("H")
            for place in range(count):
                status = scan.statuses[place]
                if status == UNKNOWN:
                    self._meet(block, index + place, statuses, cleared)
                elif status == MOVES_CLEAR:
                    cleared[index + place] = self._cleared(plies[place], scan.markers[place], scan.boards[place])
            index += count + 1  # the game behind them is not settled
        self._report_panics()
        return Verdicts(bytes(statuses), cleared)

    def _meet(self, block: Block, index: int, statuses: bytearray, cleared: dict[int, Cleared]) -> None:
        """A start that the engine does not know: tell of it, and let it look once more."""
        key = block.values[index][SETUP:]
        start, quiet = self._judge(key)
        board = None
        if self._reference.plays(start) and start.variant.family != "python-chess":
            board = starting_board(start).fen(shredder=True, en_passant="fen")
        self._scanner.learn(*key, board, start.chess960, quiet)
        ends = block.starts[index + 1] if index + 1 < len(block) else block.end
        status, _, plies, marker, ending = self._scanner.look(block.data, block.starts[index], ends)
        statuses[index] = LOOK if status == UNKNOWN else status
        if status == MOVES_CLEAR:
            cleared[index] = self._cleared(plies, marker, ending)

    def _cleared(self, plies: int, marker: int, board: int) -> Cleared:
        native = self._native
        return Cleared(
            plies,
            native.MARKERS[marker],
            bool(board & native.MATE),
            bool(board & native.STALEMATE),
            bool(board & native.WHITE_TO_MOVE),
        )

    def _report_panics(self) -> None:
        if self._scanner.panics > self._panics:
            if not self._panics:
                _LOG.warning("the native engine panicked (games are looked at again): %s", self._scanner.last_panic)
            self._panics = self._scanner.panics
