"""The native engine behind a block of games: which of them have nothing to report, and which to look at again.

It is told what SetUp, FEN and Variant stand for by Python, once for each start, and never decides more than that
a game is clear, or clear but for one remark that python-chess then has to make.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING

from pgnfen import native
from pgnfen.fen.start import Start
from pgnfen.pgn.layout import SETUP
from pgnfen.pgn.native_splitter import NativeBlock
from pgnfen.pgn.starts import StartKey
from pgnfen.replay.interface import Cleared

if TYPE_CHECKING:
    import chess

    from pgnfen._native import Look

LOOK, CLEAR, MOVES_CLEAR, CASTLING = range(4)
NUMBERED = frozenset({"K201"})
"""What must still be asked where the moves are numbered from another number than the FEN's."""
GRANTED = frozenset({"C201", "C202"})
"""What must still be asked where castling rights were added to the FEN's."""

_ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"
_FAMILIES = ("standard", "chess960", "unknown")
_LOG = logging.getLogger(__name__)


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

    def __init__(self, module: ModuleType, read: Callable[[StartKey], Start]) -> None:
        self.module = module
        self._scanner = native.scanner(module)
        self._read = read
        self._panics = self._scanner.panics

    def verdicts(self, block: NativeBlock) -> Verdicts:
        """What the engine says of a block's games; whatever it does not settle is LOOK."""
        games = block.games_table
        for index in self._scanner.unknown(games):
            start = self._read(games.values_of(block.data, index)[SETUP:])
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
        amended = _with_all_rights(start)
        if amended is None:
            return None
        look: Look | None = self._scanner.look(block.data, block.games_table, index, *amended)
        self._report_panics()
        if look is None or not look.castlings:
            return None
        but = GRANTED | NUMBERED if look.number else GRANTED
        return _cleared(self.module, look.plies, look.marker, look.board, but, max(look.castlings))

    def _report_panics(self) -> None:
        panics = self._scanner.panics
        if panics > self._panics:
            if not self._panics:
                _LOG.warning("the native engine panicked (games are looked at again): %s", self._scanner.last_panic)
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


def board_fen(start: Start) -> str | None:
    """The starting position as the engine takes it, with Shredder castling letters; None where it does not play it.

    A record without fault says it all; else python-chess says what remains of it.
    """
    record = start.record
    if start.variant.family not in _FAMILIES:
        return None
    if record is None:
        return _ARRAY if start.fen is None else None
    board = record.board
    in_doubt = any(fault.code[0] != "K" for fault in start.faults)  # counters are taken as they are
    if not in_doubt and board is not None and board.width == 8 and record.halfmove is not None and record.fullmove:
        rooks = [(right.rook, right.colour) for right in record.rights]
        if not (board.promoted or board.holdings is not None or record.checks or (None, "w") in rooks):
            letters = [rook[0].upper() if colour == "w" else rook[0] for rook, colour in rooks if rook]
            rights = "".join(letters) or "-"
            counters = f"{record.halfmove} {record.fullmove}"
            return f"{record.fields[0]} {record.active_colour} {rights} {record.en_passant} {counters}"
    from pgnfen.replay.python_chess import PythonChess, starting_board

    return starting_board(start).fen(shredder=True, en_passant="fen") if PythonChess().plays(start) else None


@lru_cache(maxsize=8192)
def _with_all_rights(start: Start) -> tuple[str, bool] | None:
    """The position with the right to castle added wherever a king and an outermost rook might have it and no right
    is declared, and whether it is Chess960's castling; None where nothing can be added. See grants."""
    from pgnfen.replay.python_chess import PythonChess, starting_board

    if start.record is None or not PythonChess().plays(start):
        return None
    board: chess.Board = starting_board(start).copy(stack=False)
    added = 0
    for colour in (True, False):
        for kingside in (True, False):
            rook = _outermost_rook(start, board, colour, kingside)
            if rook is not None:
                added |= 1 << rook
    if not added:
        return None
    board.castling_rights |= added
    board.chess960 = True
    return board.fen(shredder=True, en_passant="fen"), True


def _outermost_rook(start: Start, first: chess.Board, turn: bool, kingside: bool) -> int | None:
    """The rook that grants would try first, where no right of that side is declared."""
    import chess

    back_rank = chess.BB_RANK_1 if turn else chess.BB_RANK_8
    king = first.king(turn)
    if king is None or not chess.BB_SQUARES[king] & back_rank:
        return None
    beyond = back_rank & (~(chess.BB_SQUARES[king] * 2 - 1) if kingside else chess.BB_SQUARES[king] - 1)
    rooks = first.rooks & first.occupied_co[turn] & beyond
    if not rooks or first.castling_rights & beyond:
        return None
    rook = chess.msb(rooks) if kingside else chess.lsb(rooks)
    corner = chess.square_file(rook) in (0, 7) and chess.square_file(king) == 4
    return rook if corner or start.chess960 or start.variant_text is None else None
