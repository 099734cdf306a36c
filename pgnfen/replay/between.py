"""Which small change of moves leads from one position to another.

The changes that are tried, each alone: another legal move in the place of one, two moves in turn or two of one side
swapped, one move or two in turn that are missing, a move that is written twice. How many plies lie between the
positions says which of these are possible. Every trial is counted by the moves it plays; after BOUND nothing is tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import chess

from pgnfen.replay.candidates import all_moves, play_on
from pgnfen.replay.find import find_move
from pgnfen.replay.quick_board import QuickBoard, quick_board
from pgnfen.replay.san import San

BOUND: Final = 8000  # moves played
_ENOUGH = 12  # changes: what of so many is meant nothing says


class Change(NamedTuple):
    """The `removed` moves from index `at` (0-based) on become `moves`, in SAN."""

    at: int
    removed: int
    moves: tuple[str, ...]


class Changes(NamedTuple):
    """The changes that were found, and whether all were tried."""

    found: tuple[Change, ...]
    complete: bool


def leads_to(first: chess.Board, moves: Sequence[San | None], last: chess.Board) -> bool:
    """Whether moves are legal from one position and reach the men of another; who is to move there they say."""
    search = _Search(first, moves, last)
    return search.whole and not search.differing


def changes_between(
    first: chess.Board, moves: Sequence[San | None], last: chess.Board, more: int, only: int | None = None
) -> Changes:
    """The changes after which `moves`, of which a None is what nobody can play, lead from `first` to `last`.

    `more`: by how many plies the positions are further apart than the moves say; `only`: the index before which moves
    are missing, where that is known. Nothing is tried for less than -1 and more than 2.
    """
    search = _Search(first, moves, last)
    tries = {0: search.others, 1: search.missing, 2: search.two_missing, -1: search.twice}.get(more)
    if tries is None or not search.boards:
        return Changes((), False)
    tries(only)
    found = tuple(search.change(*found) for found in search.found.values())
    return Changes(found, search.work <= BOUND and len(found) < _ENOUGH)


class _Search:
    """One search; `boards` are those before the moves that can be played, and behind the last of them."""

    def __init__(self, first: chess.Board, moves: Sequence[San | None], last: chess.Board) -> None:
        self.first, self.moves, self.target = first, moves, quick_board(last)
        self.boards: list[QuickBoard] = []
        self.codes: list[int] = []
        self.found: dict[tuple[int, ...], tuple[int, int, tuple[San, ...]]] = {}
        self.work = 0
        board = quick_board(first)
        if board is not None and self.target is not None:
            self._walk(board)
        self.whole = len(self.boards) == len(moves) + 1
        self.reach = [2 * left + 2 for left in range(len(moves) + 1)]  # squares that so many moves change; a castling
        self.differing = self._differing(self.boards[-1]) if self.whole else chess.BB_ALL

    def _walk(self, board: QuickBoard) -> None:
        self.boards.append(board)
        for san in self.moves:
            played = play_on(board.copy(), san) if san is not None else None
            if played is None:
                return
            board = played[0]
            self.boards.append(board)
            self.codes.append(played[1])

    @property
    def full(self) -> bool:
        """Whether no more is to be tried."""
        return self.work > BOUND or len(self.found) >= _ENOUGH

    def _differing(self, board: QuickBoard) -> int:
        """The squares on which the men are not those of the target."""
        assert self.target is not None
        found = 0
        for here, there in zip((*board.pieces, *board.sides), (*self.target.pieces, *self.target.sides), strict=True):
            found |= here ^ there
        return found

    def reached(self, board: QuickBoard) -> bool:
        """Whether a board is the target."""
        assert self.target is not None
        return board.white == self.target.white and not self._differing(board)

    def attempt(self, board: QuickBoard, codes: Sequence[int], at: int, removed: int, moves: tuple[San, ...]) -> None:
        """Play on from the board behind the changed moves, and keep a change that leads to the target."""
        line = [*self.codes[:at], *codes]
        for index in range(at + removed, len(self.moves)):
            san, left = self.moves[index], len(self.moves) - index
            if san is None or self._differing(board).bit_count() > self.reach[left]:
                return
            self.work += 1
            played = play_on(board, san)
            if played is None:
                return
            board = played[0]
            line.append(played[1])
        if self.reached(board):
            self.found.setdefault(tuple(line), (at, removed, moves))

    def _next(self, board: QuickBoard) -> Iterator[tuple[San, QuickBoard, int]]:
        """The legal moves, each with the board behind it."""
        for san in all_moves(board):
            if self.full:
                return
            self.work += 1
            played = play_on(board.copy(), san)
            if played is not None:
                yield san, *played

    # --- the changes

    def others(self, only: int | None) -> None:
        """Another move in the place of one, or two moves swapped."""
        for at in range(min(len(self.boards), len(self.moves)) - 1, -1, -1):
            before = self.boards[at]
            for apart in (1, 2):
                if at + apart < len(self.moves):
                    self._swapped(at, apart)
            old = _changed(before, self.boards[at + 1]) if at + 1 < len(self.boards) else chess.BB_ALL
            for san, board, code in self._next(before):
                other = at >= len(self.codes) or code != self.codes[at]
                if other and (old | _changed(before, board)) & self.differing:
                    self.attempt(board, (code,), at, 1, (san,))

    def _swapped(self, at: int, apart: int) -> None:
        sans = self.moves[at : at + apart + 1]
        turned = (sans[-1], *sans[1:-1], sans[0])
        board, codes = self.boards[at].copy(), []
        for san in turned:
            self.work += 1
            played = play_on(board, san) if san is not None else None
            if played is None:
                return
            board = played[0]
            codes.append(played[1])
        self.attempt(board, codes, at, apart + 1, tuple(san for san in turned if san is not None))

    def missing(self, only: int | None) -> None:
        """A move is missing."""
        for at in self._places(only):
            for san, board, code in self._next(self.boards[at]):
                self.attempt(board, (code,), at, 0, (san,))

    def two_missing(self, only: int | None) -> None:
        """Two moves in turn are missing."""
        for at in self._places(only):
            for san, between, first in self._next(self.boards[at]):
                if self._differing(between).bit_count() > self.reach[len(self.moves) - at] + 2:
                    continue
                for other, board, second in self._next(between):
                    self.attempt(board, (first, second), at, 0, (san, other))

    def _places(self, only: int | None) -> Sequence[int]:
        if only is not None:
            return [only] if only < len(self.boards) else []
        return range(len(self.boards) - 1, -1, -1)

    def twice(self, only: int | None) -> None:
        """A move is one too many."""
        for at in range(min(len(self.boards), len(self.moves))):
            self.attempt(self.boards[at].copy(), (), at, 1, ())

    def change(self, at: int, removed: int, moves: tuple[San, ...]) -> Change:
        """A change with its moves in SAN."""
        board, texts = self.boards[at].to_board(), []
        for san in moves:
            move = find_move(board, san)
            texts.append(board.san(move))
            board.push(move)
        return Change(at, removed, tuple(texts))


def _changed(before: QuickBoard, after: QuickBoard) -> int:
    """The squares that a move touches."""
    return (before.sides[0] ^ after.sides[0]) | (before.sides[1] ^ after.sides[1])
