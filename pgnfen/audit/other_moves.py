"""Whether a declared position is that of a game with other moves: one more, another legal one, two in the other order;
and what the moves prove of its squares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import chess

from pgnfen.facts.agreement import PLACEMENT, men_of, men_on
from pgnfen.lazy import cached_property

if TYPE_CHECKING:
    from pgnfen.audit.game import Game
    from pgnfen.facts.declared import Declarations, Declared

_REPLIES = 1500  # positions behind one more move, or two, that a final position is compared with
_BACK = 60  # plies before a declared position in which a move may be another one
_BACK_OF_CLOCKS = 16  # plies before it in which two moves may stand in the other order
_TRIED = 4000  # moves that are played to find that out, in a game


class _Move(NamedTuple):
    """A move as it is written ("": nowhere), and as it is played."""

    text: str
    move: chess.Move


class OtherMoves:
    """Compares declared positions, those of the mainline, with what other moves lead to. `ended`: the search for such
    moves has come to its bound."""

    def __init__(self, game: Game, declarations: Declarations | None, positions: Sequence[Declared]) -> None:
        self.game, self.declarations, self.positions = game, declarations, positions
        self._left = _TRIED

    @property
    def ended(self) -> bool:
        """See the class."""
        return self._left < 0

    def may_follow(self, position: Declared) -> bool:
        """Whether a declared position of the end of the game comes of it by one more move, or two."""
        if position.ply < self.game.facts.plies:
            return False
        men = self._men(position)
        return men is not None and men in self._behind

    @cached_property
    def _behind(self) -> set[str]:
        """How the pieces stand after one or two more moves than the game has."""
        assert self.declarations is not None  # a position is declared
        final: chess.Board = self.declarations.replay.final  # type: ignore[assignment]
        return _behind(final)

    def of_another_move(self, position: Declared) -> bool:
        """Whether a declared position is reached where one move before it is another legal one, either of them from or
        to a square that differs; true too where that takes longer than the limit."""
        men = self._men(position)
        differing = {_square(at) for at, _ in self.other_men(position)}
        if men is None:
            return False
        proven = max((ply for ply in self._agreed if ply < position.ply), default=0)
        for ply in range(position.ply - 1, max(proven - 1, position.ply - _BACK), -1):
            here, played = self._line[ply]
            behind = [one for _, one in self._line[ply + 1 : position.ply]]
            touches = {played.move.from_square, played.move.to_square} & differing
            for other in list(here.legal_moves):
                if other == played.move or not (touches or {other.from_square, other.to_square} & differing):
                    continue
                if self._left < 0:
                    return True
                reached = self._played(here, [_Move("", other), *behind])
                if reached is not None and men_on(reached) == men:
                    return True
        return False

    def of_swapped_moves(self, position: Declared) -> bool:
        """Whether the pieces of a declared position, or else its halfmove clock, are those of the game with two moves
        of a side in the other order."""
        fields = self.game.raw[position.at : position.end].replace(b";", b" ").split()
        men = self._men(position)
        for first in range(max(1, position.ply - _BACK_OF_CLOCKS), position.ply - 1):
            if {first, first + 1} & self._agreed:
                continue  # another position proves the order
            one, between, other = (self._line[first + at - 1][1] for at in range(3))
            behind = [move for _, move in self._line[first + 2 : position.ply]]
            if self._left < 0:
                return True
            reached = self._played(self._line[first - 1][0], [other, between, one, *behind])
            if reached is None or men_on(reached) != men:
                continue
            if position.differs & PLACEMENT or reached.halfmove_clock == int(fields[4]):
                return True
        return False

    def _played(self, board: chess.Board, moves: Sequence[_Move]) -> chess.Board | None:
        """The board behind moves as they are written, or else as they were played; None where one is illegal."""
        board = board.copy(stack=False)
        self._left -= len(moves)
        for text, played in moves:
            try:
                board.push_san(text)
            except ValueError:
                if not board.is_legal(played):
                    return None
                board.push(played)
        return board

    @cached_property
    def _agreed(self) -> set[int]:
        """The plies behind which a declared position has the pieces of the game."""
        return {one.ply for one in self.positions if not one.differs & PLACEMENT}

    @cached_property
    def _line(self) -> list[tuple[chess.Board, _Move]]:
        """The moves of the mainline, each with the board before it."""
        if self.declarations is None:
            return []
        board: chess.Board = self.declarations.replay.board.copy(stack=False)
        line = []
        for played in self.declarations.replay.plies:
            text = self.declarations.raw[played.token.start : played.token.end].decode("ascii", "replace")
            line.append((board.copy(stack=False), _Move(text, played.move)))
            board.push(played.move)
        return line

    def stands_alone(self, position: Declared) -> bool:
        """Whether a square on which a declared position differs is what it is by the word of the FEN alone: no move has
        touched it, and no other declared position has it so."""
        if self.game.start.fen is None or self.declarations is None:
            return False
        touched = self._touched
        for at, men in self.other_men(position):
            square = _square(at)
            first = touched.get(square, self.game.facts.plies + 1)
            here = position.board.piece_at(square)
            if first <= position.ply or (here is not None and self._proves(square, empty=men == ".")):
                continue  # a move has put it there, or moves or takes it later
            if not any(self._agrees_on(one, at) for one in self.positions if one.ply < first and one is not position):
                return True
        return False

    def _proves(self, square: chess.Square, *, empty: bool) -> bool:
        """Whether the first move that touches a square says which piece stands there, since it leaves it; of a capture
        there, `empty`: that one does."""
        if square not in self._touched:
            return False
        arrives = self._line[self._touched[square] - 1][1].move.to_square == square
        return not arrives or (empty and square not in self._not_taken)

    def _agrees_on(self, position: Declared, at: int) -> bool:
        """Whether a declared position has on a square (a letter of `men_of`) what the game has there."""
        men = self._men(position)
        return men is not None and men[at] == men_on(position.board)[at]

    @cached_property
    def _touched(self) -> dict[chess.Square, int]:
        """The squares from or to which a move goes, each with the ply of the first."""
        found: dict[chess.Square, int] = {}
        for ply, (board, played) in enumerate(self._line, 1):
            squares = [played.move.from_square, played.move.to_square]
            if board.is_castling(played.move):
                rank = chess.square_rank(played.move.from_square)
                squares += [chess.square(file, rank) for file in range(8)]
            for square in squares:
                found.setdefault(square, ply)
        return found

    @cached_property
    def _not_taken(self) -> set[chess.Square]:
        """The squares of captures that are written without an x: what is taken there may not have been there."""
        return {
            played.move.to_square
            for board, played in self._line
            if board.is_capture(played.move) and "x" not in played.text
        }

    def _men(self, position: Declared) -> str | None:
        """The men of a declared position; None where they cannot be read."""
        return men_of(self.game.raw[position.at : position.end].split()[0].decode())

    def other_men(self, position: Declared) -> list[tuple[int, str]]:
        """The squares on which a declared position has something else, each with what it has there."""
        men, here = self._men(position) if position.differs & PLACEMENT else None, men_on(position.board)
        return [(at, one) for at, (one, other) in enumerate(zip(men or here, here, strict=True)) if one != other]


def _square(at: int) -> chess.Square:
    """The square of a letter of `men_of`."""
    return chess.square(at % 8, 7 - at // 8)


def _behind(board: chess.Board) -> set[str]:
    """How the men stand behind one more move, or two, as far as the limit goes."""
    found: set[str] = set()
    for move in list(board.legal_moves):
        board.push(move)
        found.add(men_on(board))
        for reply in list(board.legal_moves) if len(found) < _REPLIES else ():
            board.push(reply)
            found.add(men_on(board))
            board.pop()
        board.pop()
    return found
