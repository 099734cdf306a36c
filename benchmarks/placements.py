"""Random placements of men: uniform ones among all that the counts of men allow, as John Tromp drew his.

His sample of 10,000 (github.com/tromp/ChessPositionRanking) was drawn uniformly from 8.7e45 placements: a king a side,
as many promoted men as there are pawns missing, and files with opposed pawns enough for the promotions. The same is
drawn here, but for castling rights and passed squares, which 1.1 % of his have: first the men of both sides by the
number of placements that they have, then their squares; and again, where too few files have opposed pawns.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Iterator
from itertools import accumulate
from math import comb, factorial, perm
from typing import NamedTuple

import chess


class Army(NamedTuple):
    """The men of a side beside its king, and how many of them are promoted at least."""

    pawns: int
    pieces: tuple[int, int, int, int]  # knights, bishops, rooks, queens
    promoted: int

    @property
    def ways(self) -> int:
        """The orders of pieces that look alike."""
        ways = 1
        for count in self.pieces:
            ways *= factorial(count)
        return ways


def armies() -> Iterator[Army]:
    """All that a side can have by their number."""
    for queens in range(10):
        for rooks in range(11):
            for bishops in range(11):
                for knights in range(11):
                    pieces = knights, bishops, rooks, queens
                    promoted = sum(max(0, count - whole) for count, whole in zip(pieces, (2, 2, 2, 1), strict=True))
                    for pawns in range(9 - promoted):
                        yield Army(pawns, pieces, promoted)


def opposed(white: Army, black: Army) -> int:
    """On how many files a white pawn must stand before a black one; more than 8 where there are too few captures.

    A pawn is promoted past its opposite after a capture, by either, or where that was captured.
    """
    missing = 30 - sum(side.pawns + sum(side.pieces) for side in (white, black))
    lost = [8 - side.pawns - side.promoted for side in (white, black)]
    free = [lost[1] + missing - white.promoted, lost[0] + missing - black.promoted]
    return max(0, white.pawns - free[0]) if min(free) >= 0 else 9


class Placements:
    """Draws placements, all equally likely."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        # Men that are alike in what follows are drawn together, then one of them by the orders of its pieces.
        groups: dict[tuple[int, int, int], list[Army]] = {}
        for army in armies():
            groups.setdefault((army.pawns, sum(army.pieces), army.promoted), []).append(army)
        self._groups = [(members, [1 / army.ways for army in members]) for members in groups.values()]
        self._pairs, weights = [], []
        for one in self._groups:
            for other in self._groups:
                if opposed(one[0][0], other[0][0]) > 8:
                    continue
                self._pairs.append((one, other))
                weights.append(_placements(one[0][0], other[0][0]) * sum(one[1]) * sum(other[1]))
        self._sums = list(accumulate(weights))

    def board(self) -> chess.Board:
        """The next one."""
        while True:
            pair = self._pairs[bisect(self._sums, self._rng.random() * self._sums[-1])]
            white, black = (self._rng.choices(members, weights)[0] for members, weights in pair)
            board = self._placed(white, black)
            if opposed(white, black) <= sum(map(_is_opposed, [board] * 8, range(8))):
                return board

    def _placed(self, white: Army, black: Army) -> chess.Board:
        board = chess.Board(None)
        squares = self._rng.sample(range(8, 56), white.pawns + black.pawns)
        for index, square in enumerate(squares):
            board.set_piece_at(square, chess.Piece(chess.PAWN, index < white.pawns))
        free = [square for square in range(64) if board.piece_at(square) is None]
        self._rng.shuffle(free)
        for army, color in ((white, True), (black, False)):
            for kind, count in zip(range(chess.KNIGHT, chess.KING + 1), (*army.pieces, 1), strict=True):
                for _ in range(count):
                    board.set_piece_at(free.pop(), chess.Piece(kind, color))
        board.turn, board.fullmove_number = self._rng.random() < 0.5, 150
        return board


def _placements(white: Army, black: Army) -> float:
    """How many placements two armies have whose pieces all look different."""
    pawns = comb(48, white.pawns + black.pawns) * comb(white.pawns + black.pawns, white.pawns)
    pieces = sum(white.pieces) + sum(black.pieces) + 2
    return float(pawns * perm(64 - white.pawns - black.pawns, pieces))


def _is_opposed(board: chess.Board, file: int) -> bool:
    """Whether on a file a white pawn stands before a black one."""
    ours = board.pieces(chess.PAWN, True) & chess.BB_FILES[file]
    theirs = board.pieces(chess.PAWN, False) & chess.BB_FILES[file]
    return bool(ours and theirs) and min(ours) < max(theirs)


def scattered(rng: random.Random) -> chess.Board:
    """Two kings and 18 to 30 other men, as many of a kind as an array has at most, somewhere; pawns on their ranks."""
    board = chess.Board(None)
    squares = rng.sample(range(64), 64)
    board.set_piece_at(squares.pop(), chess.Piece(chess.KING, True))
    board.set_piece_at(squares.pop(), chess.Piece(chess.KING, False))
    others = [chess.Piece.from_symbol(letter) for letter in "PPPPPPPPNNBBRRQppppppppnnbbrrq"]
    for piece in rng.sample(others, rng.randrange(18, 31)):
        fits = (one for one in squares if piece.piece_type != chess.PAWN or 8 <= one < 56)
        square = next(fits)
        squares.remove(square)
        board.set_piece_at(square, piece)
    board.turn, board.fullmove_number = rng.random() < 0.5, 60
    return board
