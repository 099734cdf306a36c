"""What a position is for the side to move: check, mate, stalemate, how many legal moves, or why nobody can play on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pgnfen.fen.castling import prefix_of
from pgnfen.fen.start import Start
from pgnfen.replay.chess_player import starting_board
from pgnfen.replay.large.board import large_board
from pgnfen.replay.large.engine import INSTALL, Fairy
from pgnfen.replay.large.rules import why_not
from pgnfen.replay.python_chess import PythonChess

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
    """The status of a starting position, by python-chess or, on 10x8 boards, by pyffish.

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
    if Fairy().plays(start):
        large = large_board(start)
        assert large is not None  # it plays
        moves = len(large.legal_moves)
        return Status(_name(large.is_check(), moves), moves)
    if start.width == 10 and start.variant.family != "known":
        why = why_not(start) or f"no installed engine plays 10x8 boards; {INSTALL} installs one that does"
        return Status("unknown", None, why)
    return Status("unknown", None, f"pgnfen has no engine for {_rules_of(start)}")


def _name(check: bool, moves: int) -> StatusName:
    if check:
        return "check" if moves else "checkmate"
    return "ongoing" if moves else "stalemate"


def _rules_of(start: Start) -> str:
    """What the start would have to be played by."""
    prefix = prefix_of(start.record.castling) if start.record and start.record.rights else ""
    return f"castling with the prefix {prefix}" if prefix else start.variant.name
