"""What is asked of the course of a game: a position that it reaches, and how it ends on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from pgnfen.facts.course_bits import ENDS, OF_NAME
from pgnfen.facts.courses import Sought
from pgnfen.fen.placement import Board
from pgnfen.fen.variants import STANDARD
from pgnfen.lazy import deferred
from pgnfen.pgn.results import meant
from pgnfen.select.conditions import Position, position_of
from pgnfen.select.placement_pattern import PlacementPattern
from pgnfen.words import unknown

with deferred:
    from pgnfen.fen.key import position_key
    from pgnfen.fen.record import read_fen
    from pgnfen.fen.start import read_start

if TYPE_CHECKING:
    from pgnfen._native import Wanted

_ADJUDICATED = "adjudicated"
END_NAMES = (*OF_NAME, _ADJUDICATED)
"""How a game ends on the board; adjudicated: with a result, and none of the others."""
_REST = ("w", "-", "-", "0", "1")  # in place of the fields that are not given
_NO_SQUARE = 64


def read_sought(text: str) -> Sought:
    """A FEN, its first fields, or a placement pattern, a side to move behind it or not. Raises ValueError for others.

    Fields that are not given may be any; counters never matter.

    >>> read_sought("*/*/*/*/4P3/*/*/*  b").turn
    'b'
    >>> found = read_sought("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3")
    >>> found.turn, found.castling, found.en_passant
    ('b', 'HAha', '-')
    """
    fields = text.split()
    if not fields:
        raise ValueError("an empty text is not a position")
    if set(fields[0]) & {"*", "?"}:
        return _pattern(text, fields)
    whole = " ".join([*fields, *_REST[len(fields) - 1 :]])
    own = read_start(None, whole, None).variant
    record = read_fen(whole, own)
    key, board = position_key(record, own), record.board
    if key is None or board is None:
        reasons = "; ".join(fault.message for fault in record.faults) or "a field is missing"
        raise ValueError(f"{text!r} is not a position: {reasons}")
    _, turn, castling, en_passant, *_ = key.split(" ")
    number = len(fields)
    given = turn if number > 1 else None, castling if number > 2 else None, en_passant if number > 3 else None
    hands = "".join(sorted(board.holdings)) if board.holdings is not None else None
    checks = "{}+{}".format(*record.checks_left) if record.checks is not None and record.checks_left else None
    pattern = PlacementPattern(Board(board.width, board.squares).to_text())
    position = position_of(record, STANDARD) if not hands and checks is None else None
    target = _target(pattern, position, number) if position is not None else None
    return Sought(pattern.matches, *given, hands, checks, target)


def _target(pattern: PlacementPattern, position: Position, number: int) -> Wanted:
    """A position as the native engine looks for it, of which so many fields are given."""
    _, white, rooks, square = position
    ranks = tuple(rank.encode() for rank in pattern.ranks)
    square = _NO_SQUARE if square is None else square
    return ranks, white if number > 1 else None, rooks if number > 2 else None, square if number > 3 else None


def _pattern(text: str, fields: Sequence[str]) -> Sought:
    pattern = PlacementPattern(fields[0])
    turn = fields[1] if len(fields) > 1 else None
    if turn not in (None, "w", "b") or len(fields) > 2:
        raise ValueError(f"{text!r}: after a pattern with ? or *, only w or b may follow")
    white = None if turn is None else turn == "w"
    target = tuple(rank.encode() for rank in pattern.ranks), white, None, None
    return Sought(pattern.matches, turn, None, None, None, None, target)


def check_ends(names: Iterable[str]) -> frozenset[str]:
    """Names of END_NAMES; raises ValueError for another."""
    wanted = frozenset(names)
    for name in sorted(wanted - set(END_NAMES)):
        raise ValueError(unknown("end", name, END_NAMES))
    return wanted


def ends_so(course: int, wanted: frozenset[str], result: Callable[[], bytes | None]) -> bool:
    """Whether a game with that last position ends in one of these ways; `result` says what is decided, if it is."""
    if any(course & bit for name, bit in OF_NAME.items() if name in wanted):
        return True
    return _ADJUDICATED in wanted and not course & ENDS and result() is not None


@cache
def decided(value: bytes | None) -> bytes | None:
    """The result that a Result tag or a last word means, as a termination marker; None where it decides nothing."""
    marker = meant(value) if value is not None else None
    return None if marker == b"*" else marker
