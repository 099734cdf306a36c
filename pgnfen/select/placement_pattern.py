"""A pattern over piece placement: FEN's own notation, `?` for one square, `*` for any run of squares in a rank."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pgnfen.fen.placement import Board

_REGEX = {".": r"\.", "?": ".", "*": ".*"}
_TOKEN = r"10|[1-9]|[A-Za-z]|\?|\*"


class PlacementPattern:
    """Matches boards whose every rank fits; raises ValueError for a pattern that is none.

    >>> from pgnfen.fen.record import read_fen
    >>> board = read_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1").board
    >>> PlacementPattern("*/pppppppp/8/8/4P3/8/*/R???K??R").matches(board)
    True
    """

    def __init__(self, pattern: str) -> None:
        ranks = pattern.strip().split("/")
        if len(ranks) != 8:
            raise ValueError(f"a placement pattern has eight ranks, {pattern!r} has {len(ranks)}")
        for rank in ranks:
            self._check_width(rank, pattern)
        self.ranks = [self._rank(rank, pattern) for rank in ranks]  # `.` is an empty square
        self._ranks = [re.compile("".join(_REGEX.get(one, one) for one in rank)) for rank in self.ranks]

    @staticmethod
    def _check_width(rank: str, pattern: str) -> None:
        """Refuse a rank that can fit neither eight files nor ten."""
        width = sum(int(token) if token.isdigit() else token != "*" for token in re.findall(_TOKEN, rank))
        if width > 10 or (width not in (8, 10) and "*" not in rank):
            raise ValueError(f"the rank {rank!r} in {pattern!r} has {width} squares; it must have 8")

    @staticmethod
    def _rank(rank: str, pattern: str) -> str:
        parts: list[str] = []
        pos = 0
        while pos < len(rank):
            token = re.match(_TOKEN, rank[pos:])
            if token is None:
                raise ValueError(f"{rank[pos]!r} in {pattern!r} is not a piece letter, digit, ? or *")
            text = token[0]
            if text != "*" or parts[-1:] != ["*"]:  # several in a row say no more, and would be tried in all ways
                parts.append("." * int(text) if text.isdigit() else text)
            pos += token.end()
        return "".join(parts)

    def matches(self, board: Board) -> bool:
        """Whether every rank of the board fits its part of the pattern."""
        width = board.width
        rows = (board.squares[at : at + width] for at in range(0, 8 * width, width))
        return all(rank.fullmatch(row) for rank, row in zip(self._ranks, rows, strict=True))
