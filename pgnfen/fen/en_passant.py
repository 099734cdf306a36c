"""The en passant target square: whether a double step can have passed it, and the conventions that write it.

- 1994: the square passed over by every double step (PGN 1994 section 16.1.3.4).
- x-fen: only where an enemy pawn stands beside the pawn (a pseudo-legal capture).
- legal: only where an en passant capture is legal (PGN v1.1).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from pgnfen.fen.definitions import EN_PASSANT_CONVENTIONS, EnPassantConvention
from pgnfen.fen.names import ADJECTIVES, SIDES
from pgnfen.fen.placement import Board, attackers, king_index, square_index, square_name


def is_square(text: str, width: int = 8) -> bool:
    """Whether a text names a square of the board."""
    return len(text) == 2 and text[0] in "abcdefghij"[:width] and text[1] in "12345678"


@lru_cache(maxsize=512)
def _neighbors(square: str, turn: str, width: int) -> tuple[int, int, int]:
    """Indices of the target square, of the pawn that has passed it, and of the square that it came from."""
    index = square_index(square, width)
    return (index, index + width, index - width) if turn == "w" else (index, index - width, index + width)


def square_fault(board: Board, turn: str, square: str) -> tuple[str, str] | None:
    """Code and message where no double step of the side not to move can have passed the square; else None."""
    rank = "6" if turn == "w" else "3"
    if square[1] != rank:
        message = f"en passant target square {square} is on the wrong rank"
        return "E101", f"{message}: with {SIDES[turn]} to move it must be on rank {rank}"
    target, pawn, origin = _neighbors(square, turn, board.width)
    man, color = ("p", "black") if turn == "w" else ("P", "white")
    squares = board.squares
    if squares[pawn] != man:
        where = square_name(pawn, board.width)
        return "E102", f"{_meaning(board, turn, square)}, but there is no {color} pawn on {where}"
    for index in (target, origin):
        if squares[index] != ".":
            return "E102", f"{_meaning(board, turn, square)}, but {square_name(index, board.width)} is not empty"
    return None


def _meaning(board: Board, turn: str, square: str) -> str:
    """What a square on the right rank says of the last move, as the beginning of a sentence."""
    _, pawn, origin = _neighbors(square, turn, board.width)
    step = f"{square_name(origin, board.width)} to {square_name(pawn, board.width)}"
    color = "black" if turn == "w" else "white"
    return f"en passant target square {square} means that a {color} pawn has just moved from {step}"


def impossible_double_step(board: Board, turn: str, square: str) -> str | None:
    """Why the last move cannot have been the double step past the square (E104), None where it can.

    Before it the king now to move cannot have been attacked, and one double step gives no two checks at once.
    The square must be sound (square_fault).

    >>> board = Board(8, "." * 32 + "k...P..R" + "." * 24)
    >>> impossible_double_step(board, "b", "e3").partition("but ")[2]
    'before that move the black king on a4 was already in check from h4'
    """
    squares, width = board.squares, board.width
    king = king_index(squares, turn)
    if king is None:
        return None
    enemy = "b" if turn == "w" else "w"
    _, pawn, origin = _neighbors(square, turn, width)
    checkers = attackers(squares, width, king, enemy)
    if len(checkers) > 2:  # impossible whatever the last move was: P105
        return None
    if len(checkers) > 1:
        where = " and ".join(square_name(i, width) for i in checkers)
        return f"{_meaning(board, turn, square)}, but that move cannot give both checks (from {where})"
    before = list(squares)
    before[pawn], before[origin] = ".", squares[pawn]
    earlier = attackers("".join(before), width, king, enemy)
    if not earlier:
        return None
    where = " and ".join(square_name(i, width) for i in earlier)
    at = square_name(king, width)
    before_it = f"before that move the {ADJECTIVES[turn]} king on {at} was already in check from {where}"
    return f"{_meaning(board, turn, square)}, but {before_it}"


def capturers(board: Board, turn: str, square: str) -> list[int]:
    """Indices of the pawns that stand beside the pawn that has passed a sound square.

    >>> capturers(Board(8, "." * 32 + "...pP..." + "." * 24), "b", "e3")
    [35]
    """
    _, pawn, _ = _neighbors(square, turn, board.width)
    file = pawn % board.width
    mine = "P" if turn == "w" else "p"
    beside = [pawn - 1] if file else []
    beside += [pawn + 1] if file < board.width - 1 else []
    return [i for i in beside if board.squares[i] == mine]


def legal_capture(board: Board, turn: str, square: str, checks: bool = True) -> bool:
    """Whether some en passant capture on a sound square leaves the capturer's king out of check.

    >>> pinned = Board(8, "." * 32 + "k.pP...R" + "." * 24)
    >>> legal_capture(pinned, "b", "d3"), legal_capture(pinned, "b", "d3", checks=False)
    (False, True)
    """
    squares, width = board.squares, board.width
    target, pawn, _ = _neighbors(square, turn, width)
    king = king_index(squares, turn)
    for capturer in capturers(board, turn, square):
        if king is None or not checks:
            return True
        after = list(squares)
        after[target], after[capturer], after[pawn] = squares[capturer], ".", "."
        if not attackers("".join(after), width, king, "b" if turn == "w" else "w"):
            return True
    return False


class Target(NamedTuple):
    """What a square of the field is on a board.

    `code` and `why`: what keeps a double step from having passed it (E101, E102 or E104), None where one may have;
    `conventions` those that write it, none where it cannot be true.
    """

    square: str
    code: str | None
    why: str | None
    conventions: tuple[EnPassantConvention, ...]


def read_target(board: Board, turn: str, square: str, checks: bool = True) -> Target:
    """What a square is on the board; `checks` is False in variants without check: E104 is not judged there, and every
    pseudo-legal capture is legal.

    >>> read_target(Board(8, "." * 32 + "....P..." + "." * 24), "b", "e3").conventions
    ('1994',)
    """
    code, why = square_fault(board, turn, square) or (None, None)
    if code is None and checks:
        why = impossible_double_step(board, turn, square)
        code = "E104" if why else None
    if code is not None:
        return Target(square, code, why, ())
    if not capturers(board, turn, square):
        return Target(square, None, None, ("1994",))
    legal = legal_capture(board, turn, square, checks)
    return Target(square, None, None, EN_PASSANT_CONVENTIONS if legal else ("1994", "x-fen"))


def en_passant_conventions(board: Board, turn: str, text: str, checks: bool = True) -> tuple[EnPassantConvention, ...]:
    """The conventions that the field is consistent with: all for `-`, none for a square that cannot be true.

    `checks` as in read_target.

    >>> board = Board(8, "." * 32 + "....P..." + "." * 24)
    >>> en_passant_conventions(board, "b", "e3"), en_passant_conventions(board, "b", "-")
    (('1994',), ('1994', 'x-fen', 'legal'))
    """
    return EN_PASSANT_CONVENTIONS if text == "-" else read_target(board, turn, text, checks).conventions
