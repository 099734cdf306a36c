"""What a position is for the side to move: check, mate, stalemate, how many legal moves, or why nobody can play on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pgnfen.fen.start import Start
from pgnfen.lazy import deferred
from pgnfen.replay.engines import PythonChess

with deferred:
    from pgnfen.replay.chess_player import starting_board
    from pgnfen.replay.large.board import fairy_board
    from pgnfen.replay.large.engine import why_unplayed

StatusName = Literal["ongoing", "check", "checkmate", "stalemate", "over", "unplayable", "unknown"]
_UNPLAYABLE = ("P101", "P102", "P103")


@dataclass(frozen=True, slots=True)
class Status:
    """`name` of the position's state ("over": ended by the variant's rules, "unknown": no installed engine plays it);
    `legal_moves` None where nobody counts them; `why` a position is unplayable or unknown."""

    name: StatusName
    legal_moves: int | None = None
    why: str | None = None


def status_of(start: Start) -> Status:
    """The status of a starting position, by python-chess or pyffish.

    >>> from pgnfen.fen.start import read_start
    >>> status_of(read_start(None, "6r1/6pp/7r/1B5K/1P3k2/N7/3R4/8 w - - 30 79", None))
    Status(name='checkmate', legal_moves=0, why=None)
    >>> status_of(read_start(None, "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", None)).name
    'unplayable'
    """
    if start.kind == "unreadable":
        return Status("unplayable", None, "the record cannot be read")
    for fault in start.faults:
        if fault.code in _UNPLAYABLE:
            return Status("unplayable", None, fault.message)
    if PythonChess().plays(start):
        board = starting_board(start)
        moves = board.legal_moves.count()
        if board.is_variant_end():
            return Status("over", moves)
        return Status(_name(board.is_check(), moves), moves)
    played = fairy_board(start)
    if played is not None:
        moves = len(played.legal_moves)
        if played.writing is None and not moves:
            return Status("over", moves)
        return Status(_name(played.is_check(), moves), moves)
    return Status("unknown", None, why_unplayed(start) or "pgnfen has no engine for it")


def _name(check: bool, moves: int) -> StatusName:
    if check:
        return "check" if moves else "checkmate"
    return "ongoing" if moves else "stalemate"
