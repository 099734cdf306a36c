"""The native engine behind a block of games: which of them have nothing to report, and which to look at again.

It is told what SetUp, FEN and Variant stand for by Python, once for each start, and never decides more than that
a game is clear, or clear but for one remark that python-chess then has to make.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING

from pgnfen import native
from pgnfen.fen.start import Start
from pgnfen.pgn.native_splitter import NativeBlock
from pgnfen.pgn.start_tags import start_of_key
from pgnfen.replay.interface import Cleared
from pgnfen.replay.native_start import board_fen, fen_with_all_rights

if TYPE_CHECKING:
    from pgnfen._native import Look

LOOK, CLEAR, MOVES_CLEAR, CASTLING = range(4)
NUMBERED = frozenset({"K201"})
"""What must still be asked where the moves are numbered from another number than the FEN's."""
GRANTED = frozenset({"C201", "C202"})
"""What must still be asked where castling rights were added to the FEN's."""


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Of each game of a block: CLEAR (nothing in it but, perhaps, its tags), MOVES_CLEAR (the mainline is clear),
    CASTLING (clear up to a castling that the start denies), or LOOK.

    `flags` as the extension has them, `ids` a number for each start; the others belong to clear mainlines.
    """

    statuses: bytes
    flags: bytes
    ids: memoryview
    plies: memoryview
    markers: bytes
    boards: bytes
    numbers: memoryview

    def cleared(self, index: int, module: ModuleType) -> Cleared:
        """What a clear mainline comes to."""
        ending = self.plies[index], self.markers[index], self.boards[index]
        return _cleared(module, *ending, NUMBERED if self.numbers[index] else frozenset(), 0)


class NativeClearer:
    """Clears games by the native engine; threads may share it."""

    def __init__(self, module: ModuleType) -> None:
        self.module = module
        self._scanner = native.scanner(module)
        self._panics = self._scanner.panics

    def verdicts(self, block: NativeBlock) -> Verdicts:
        """What the engine says of a block's games; whatever it does not settle is LOOK."""
        games = block.games_table
        for index in self._scanner.unknown(games):
            start = start_of_key(block.start_key(index))
            self._scanner.learn(games, index, board_fen(start), start.chess960, True)
        found = self._scanner.clear(block.data, games)
        self._report_panics()
        return Verdicts(
            found.statuses,
            found.flags(),
            memoryview(games.ids()).cast("I"),
            memoryview(found.plies()).cast("H"),
            found.markers(),
            found.boards(),
            memoryview(found.numbers()).cast("I"),
        )

    def clears_with_rights(self, block: NativeBlock, index: int, start: Start) -> Cleared | None:
        """What the mainline comes to with the castling rights that the start may have left out; None where it
        is not clear with them either."""
        amended = fen_with_all_rights(start)
        if amended is None:
            return None
        fen, added = amended
        look: Look | None = self._scanner.look(block.data, block.games_table, index, fen, True)
        self._report_panics()
        if look is None:
            return None
        white, black = look.castlings
        last_ply = max(white if added != added.lower() else 0, black if added != added.upper() else 0)
        if not last_ply:
            return None
        but = GRANTED | NUMBERED if look.number else GRANTED
        return _cleared(self.module, look.plies, look.marker, look.board, but, last_ply)

    def _report_panics(self) -> None:
        panics = self._scanner.panics
        if panics > self._panics:
            if not self._panics:
                import logging  # for what should never happen

                said = "the native engine panicked (games are looked at again): %s"
                logging.getLogger(__name__).warning(said, self._scanner.last_panic)
            self._panics = panics


def _cleared(module: ModuleType, plies: int, marker: int, board: int, but: frozenset[str], last_ply: int) -> Cleared:
    return Cleared(
        plies,
        module.MARKERS[marker],
        bool(board & module.MATE),
        bool(board & module.STALEMATE),
        bool(board & module.WHITE_TO_MOVE),
        but,
        last_ply if but else None,
    )
