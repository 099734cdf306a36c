"""What is wrong with a castling availability field: F401, F402 (its letters), C101-C103 (its letters on the board)."""

from __future__ import annotations

import re

from pgnfen.fen.castling import (
    Right,
    castling_syntax,
    clashing,
    king_squares,
    ordered,
    own_back_rank,
    write_rights,
)
from pgnfen.fen.fault import CASTLING, Fault, Fix, quote
from pgnfen.fen.placement import Board
from pgnfen.fen.variants import Variant

_NAMES = {"w": "White", "b": "Black"}
_PYTHON_CHESS = r"(?:-|[KQABCDEFGH]{0,2}[kqabcdefgh]{0,2})"
_NOTHING = frozenset(("–", "—", "−", "--", "0", "none", "None", "no", "_", "."))


def castling_text_faults(text: str, column: int, board: Board | None) -> tuple[Fault, ...]:
    """The faults of the field as text: F401 (then it cannot be read) or F402.

    `column` is the field's 0-based place; the board, where there is one, gives the width and shows whether two
    letters stand for the same side (`GH` with the king on f1).

    >>> castling_text_faults("kqKQ", 48, None)[0].expected
    'KQkq'
    """
    if text == "-":
        return ()
    width = board.width if board else 10
    wrong = castling_syntax(text, width)
    if wrong is None and board is not None:
        both = clashing(board, text)
        if both:
            owner = _NAMES[both[0].colour]
            wrong = f"{both[0].letter} and {both[1].letter} stand for the same side of {owner}'s king"
    if wrong is not None:
        at, length = _culprit(text, width)
        expected = _guess(text, width)
        fix: Fix | None = None if expected is None else "unsafe"
        return (Fault("F401", CASTLING, column + at, length, text, expected, wrong, fix),)
    expected = ordered(text)
    if expected == text:
        return ()
    message = f"{quote(text)} is not in the order of its convention, {quote(expected)}"
    if not re.fullmatch(_PYTHON_CHESS, text) and re.fullmatch(_PYTHON_CHESS, expected):
        message += "; python-chess refuses the FEN for it"
    return (Fault("F402", CASTLING, column, len(text), text, expected, message, "safe"),)


def _culprit(text: str, width: int) -> tuple[int, int]:
    """Offset and length of the first letter that no convention knows, or that stands twice; else all of it."""
    start = 1 if text[:1] in ("s", "m") and len(text) > 1 else 0
    for i in range(start, len(text)):
        if castling_syntax(text[i], width) or text[i] == "-" or text[i] in text[start:i]:
            return i, 1
    return 0, max(1, len(text))


def _guess(text: str, width: int) -> str | None:
    if text in _NOTHING:
        return "-"
    if text == "KQKQ":
        return "KQkq"
    kept = ""
    for c in text:
        if c not in kept and c != "-" and castling_syntax(c, width) is None:
            kept += c
    kept = ordered(kept)
    if kept and kept != text and castling_syntax(kept, width) is None:
        return kept
    return None


def castling_position_faults(
    board: Board, text: str, column: int, rights: tuple[Right, ...], variant: Variant
) -> tuple[Fault, ...]:
    """C101, C102 and C103 of a field whose letters are sound; `rights` as read_rights gives them.

    A right that is whole under X-FEN is a right of Chess960, whatever the Variant tag says: no fault here.

    >>> from pgnfen.fen.castling import read_rights
    >>> from pgnfen.fen.variants import STANDARD
    >>> board = Board(8, "r...k..r" + "." * 48 + "....K..R")
    >>> rights = read_rights(board, "KQkq")
    >>> [(f.code, f.expected) for f in castling_position_faults(board, "KQkq", 30, rights, STANDARD)]
    [('C102', 'Kkq')]
    """
    broken = [right for right in rights if right.rook is None]
    if not broken:
        return _mixed(board, text, column, rights)
    if variant.family == "standard" and board.width == 8:
        # A field with a right that cannot hold was filled in without a look at the board: its other letters
        # are no reason to think of Chess960.
        broken = [right for right in rights if right.rook is None or (right.king and right.king[0] != "e")]
    expected = "".join(c for c in text if all(c != right.letter for right in broken))
    if expected in ("", "s", "m"):
        expected = "-"
    faults = []
    for colour in ("w", "b"):
        mine = [right for right in broken if right.colour == colour]
        if not mine:
            continue
        classic = variant.family == "standard" and board.width == 8
        kingless = mine[0].king is None or (classic and mine[0].king[0] != "e")
        groups = [mine] if kingless else [[right] for right in mine]
        for group in groups:
            letters = "".join(right.letter for right in group)
            at = text.find(letters)
            at, length = (at, len(letters)) if at >= 0 else (text.index(letters[0], _offset(text)), 1)
            message = _kingless(board, colour, letters) if kingless else _rookless(board, group[0])
            code = "C101" if kingless else "C102"
            faults.append(Fault(code, CASTLING, column + at, length, text, expected, message, "unsafe"))
    return tuple(faults)


def _offset(text: str) -> int:
    return 1 if text[0] in "sm" else 0


def _kingless(board: Board, colour: str, letters: str) -> str:
    where = king_squares(board, colour)
    back = "first" if colour == "w" else "eighth"
    if not where:
        seen = "has no king"
    elif any(square[1] == ("1" if colour == "w" else "8") for square in where):
        home = "e1" if colour == "w" else "e8"
        return f"{letters}, but {_NAMES[colour]}'s king is on {where[0]}, not on {home}"
    else:
        return f"{letters}, but {_NAMES[colour]}'s king is on {where[0]}, not on the {back} rank"
    return f"{letters}, but {_NAMES[colour]} {seen}"


def _rookless(board: Board, right: Right) -> str:
    number = "1" if right.colour == "w" else "8"
    row = own_back_rank(board, right.colour)
    rook = "R" if right.colour == "w" else "r"
    rooks = [f"{'abcdefghij'[i]}{number}" for i, c in enumerate(row) if c == rook]
    seen = f"rooks on that rank: {', '.join(rooks)}" if rooks else "no rook on that rank"
    if right.letter in "KQkq":
        where = f"on the {right.side}'s side of {right.king}"
        return f"{right.letter}, but {_NAMES[right.colour]} has no rook {where} ({seen})"
    return f"{right.letter}, but {_NAMES[right.colour]} has no rook on {right.letter.lower()}{number} ({seen})"


def _mixed(board: Board, text: str, column: int, rights: tuple[Right, ...]) -> tuple[Fault, ...]:
    letters = [right.letter in "KQkq" for right in rights]
    if all(letters) or not any(letters):
        return ()
    prefix = text[0] if text[0] in "sm" else ""
    expected = write_rights(board, rights, "x-fen", prefix)
    outer = [r.letter for r in rights if r.letter not in "KQkq" and r.letter not in expected]
    if not outer:
        return ()
    at = text.index(outer[0], len(prefix))
    message = f"{quote(text)} mixes KQkq and file letters: X-FEN writes {quote(expected)}"
    return (Fault("C103", CASTLING, column + at, 1, text, expected, message, "safe"),)
