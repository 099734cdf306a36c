"""The en passant target square: F501, E101-E104, and the conventions that a field is consistent with.

- 1994: the square passed over by every double step (PGN 1994 section 16.1.3.4).
- x-fen: only where an enemy pawn stands beside the pawn (a pseudo-legal capture).
- legal: only where an en passant capture is legal (PGN v1.1).
"""

from __future__ import annotations

from pgnfen.fen.fault import EN_PASSANT, HALFMOVE, Fault, Fix, quote
from pgnfen.fen.geometry import attackers, king_index
from pgnfen.fen.names import EN_PASSANT_CONVENTIONS, EnPassantConvention
from pgnfen.fen.placement import Board, square_index, square_name

_SIDES = {"w": "White", "b": "Black"}


def en_passant_syntax(text: str, column: int, width: int = 8) -> tuple[Fault, ...]:
    """F501 where the field is neither `-` nor the name of a square of the board; a square with a capital letter is
    expected with a small one.

    >>> en_passant_syntax("e9", 50)[0].message, en_passant_syntax("E3", 50)[0].expected
    ('"e9" is neither "-" nor a square', 'e3')
    """
    if text == "-" or _is_square(text, width):
        return ()
    if _is_square(text.lower(), width):
        message = f"{quote(text)} is not a square: its file is a small letter"
        return (Fault("F501", EN_PASSANT, column, len(text), text, text.lower(), message, "unsafe"),)
    message = f'{quote(text)} is neither "-" nor a square'
    return (Fault("F501", EN_PASSANT, column, max(1, len(text)), text, None, message),)


def _is_square(text: str, width: int) -> bool:
    return len(text) == 2 and text[0] in "abcdefghij"[:width] and text[1] in "12345678"


def _neighbours(square: str, turn: str, width: int) -> tuple[int, int, int]:
    """Indices of the target square, of the pawn that has passed it, and of the square that it came from."""
    index = square_index(square, width)
    return (index, index + width, index - width) if turn == "w" else (index, index - width, index + width)


def square_fault(board: Board, turn: str, square: str) -> tuple[str, str] | None:
    """Code and message where no double step of the side not to move can have passed the square; else None."""
    rank = "6" if turn == "w" else "3"
    if square[1] != rank:
        return "E101", f"{square} with {_SIDES[turn]} to move: the square must be on rank {rank}"
    target, pawn, origin = _neighbours(square, turn, board.width)
    man = "p" if turn == "w" else "P"
    squares = board.squares
    if squares[pawn] != man:
        where = square_name(pawn, board.width)
        return "E102", f"{square}, but there is no {'black' if turn == 'w' else 'white'} pawn on {where}"
    for index in (target, origin):
        if squares[index] != ".":
            return "E102", f"{square}, but {square_name(index, board.width)}, where the pawn has passed, is occupied"
    return None


def impossible_double_step(board: Board, turn: str, square: str) -> str | None:
    """Why the last move cannot have been the double step past the square (E104), None where it can.

    Before it the king now to move cannot have been attacked, and one double step gives no two checks at once.
    The square must be sound (square_fault).

    >>> board = Board(8, "." * 32 + "k...P..R" + "." * 24)
    >>> impossible_double_step(board, "b", "e3")
    'e3, but before e2-e4 the king on a4 would have stood in check from h4: that was not the last move'
    """
    squares, width = board.squares, board.width
    king = king_index(squares, turn)
    if king is None:
        return None
    enemy = "b" if turn == "w" else "w"
    _, pawn, origin = _neighbours(square, turn, width)
    step = f"{square_name(origin, width)}-{square_name(pawn, width)}"
    checkers = attackers(squares, width, king, enemy)
    if len(checkers) > 2:  # impossible whatever the last move was: P105
        return None
    if len(checkers) > 1:
        return f"{square}, but {step} cannot have given two checks at once"
    before = list(squares)
    before[pawn], before[origin] = ".", squares[pawn]
    earlier = attackers("".join(before), width, king, enemy)
    if not earlier:
        return None
    where = " and ".join(square_name(i, width) for i in earlier)
    at = square_name(king, width)
    why = f"before {step} the king on {at} would have stood in check from {where}"
    return f"{square}, but {why}: that was not the last move"


def en_passant_faults(
    board: Board,
    turn: str,
    square: str,
    column: int,
    halfmove: int | None = None,
    halfmove_text: tuple[str, int] | None = None,
    checks: bool = True,
    fullmove: int | None = 1,
) -> tuple[Fault, ...]:
    """E101 to E104 of one square, the first that applies.

    Of a wrong rank the right one is expected, if that may be; unsafe where a pawn stands ready to capture there.

    `column` is the field's; `halfmove` the clock where it could be read, with its text and column in
    `halfmove_text`; `fullmove` the number. `checks` is False in variants without check (then E104 is not judged).

    >>> board = Board(8, "." * 32 + "....P..." + "." * 24)
    >>> [f.code for f in en_passant_faults(board, "b", "e3", 40)], en_passant_faults(board, "w", "e3", 40)[0].code
    ([], 'E101')
    """
    found = square_fault(board, turn, square)
    if found is None and checks:
        why = impossible_double_step(board, turn, square)
        found = ("E104", why) if why else None
    if found:
        code, message = found
        expected = "-"
        fix: Fix = "safe"
        if code == "E101" and not halfmove:
            meant = square[0] + ("6" if turn == "w" else "3")
            if square_fault(board, turn, meant) is None and not (checks and impossible_double_step(board, turn, meant)):
                expected = meant
                fix = "unsafe" if capturers(board, turn, meant) else "safe"  # readers have not had that capture
                message += f", and {meant} is one that a pawn may have passed"
        if code == "E101" and square_fault(board, "b" if turn == "w" else "w", square) is None:
            fix = "unsafe"  # the colour may be the one that is wrong
        return (Fault(code, EN_PASSANT, column, 2, square, expected, message, fix),)
    if halfmove and halfmove_text:
        text, at = halfmove_text
        message = f"{square} says that a pawn has just moved, so the halfmove clock must be 0, not {halfmove}"
        # Where the number is 0, the two may be swapped, and F603 comes first.
        return (Fault("E103", HALFMOVE, at, len(text), text, "0", message, "safe" if fullmove else None),)
    return ()


def capturers(board: Board, turn: str, square: str) -> list[int]:
    """Indices of the pawns that stand beside the pawn that has passed a sound square.

    >>> capturers(Board(8, "." * 32 + "...pP..." + "." * 24), "b", "e3")
    [35]
    """
    _, pawn, _ = _neighbours(square, turn, board.width)
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
    target, pawn, _ = _neighbours(square, turn, width)
    king = king_index(squares, turn)
    for capturer in capturers(board, turn, square):
        if king is None or not checks:
            return True
        after = list(squares)
        after[target], after[capturer], after[pawn] = squares[capturer], ".", "."
        if not attackers("".join(after), width, king, "b" if turn == "w" else "w"):
            return True
    return False


def en_passant_conventions(board: Board, turn: str, text: str, checks: bool = True) -> tuple[EnPassantConvention, ...]:
    """The conventions that the field is consistent with: all for `-`, none for a square that cannot be true.

    `checks` is False in variants without check, where every pseudo-legal capture is legal.

    >>> board = Board(8, "." * 32 + "....P..." + "." * 24)
    >>> en_passant_conventions(board, "b", "e3"), en_passant_conventions(board, "b", "-")
    (('1994',), ('1994', 'x-fen', 'legal'))
    """
    if text == "-":
        return EN_PASSANT_CONVENTIONS
    if square_fault(board, turn, text) or (checks and impossible_double_step(board, turn, text)):
        return ()
    if not capturers(board, turn, text):
        return ("1994",)
    return EN_PASSANT_CONVENTIONS if legal_capture(board, turn, text, checks) else ("1994", "x-fen")
