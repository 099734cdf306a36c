"""What is wrong with the text of a record (family F), judged once all of it has been read; what is meant is guessed by
the board: the side to move, and rights that are not stated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from pgnfen.fen.castling import NO_RIGHTS, NOTHING, castling_syntax, ordered, prefix_of, read_rights
from pgnfen.fen.en_passant import is_square
from pgnfen.fen.fault import (
    ACTIVE,
    CASTLING,
    EN_PASSANT,
    FULLMOVE,
    HALFMOVE,
    PLACEMENT,
    RECORD,
    Fault,
    Fix,
    quote,
    quote_named,
)
from pgnfen.fen.fen_record import FenRecord
from pgnfen.fen.fields import number_for_clock
from pgnfen.fen.names import COLORS, SOME_NUMBER
from pgnfen.fen.placement import Board, attackers, king_index
from pgnfen.fen.scharnagl import array_numbers
from pgnfen.fen.variants import NO_CHECKS, Variant

_PYTHON_CHESS = r"(?:-|[KQABCDEFGH]{0,2}[kqabcdefgh]{0,2})"


def text_faults(
    record: FenRecord, found: Iterable[Fault], castling_wrong: str | None, variant: Variant
) -> tuple[Fault, ...]:
    """The faults of the notation: `found` of the fields' places and of the placement, and those of the other fields.

    `castling_wrong`: why the castling availability cannot be read.
    """
    _, active, castling, target, _, _ = record.fields
    board, columns = record.board, record.columns
    square = record.en_passant or "-"
    faults = [*found]
    if active is not None and record.active_color is None:
        faults.append(_active(active, columns[1], board, square, variant))
    if castling is not None:
        faults += _castling(castling, columns[2], board, castling_wrong)
    if target is not None and record.en_passant is None:
        faults.append(_square(target, columns[3], board))
    faults += _counters(record)
    if board is None:
        faults = [_without_guess(fault, record.fields[0] or "") for fault in faults]
    elif None in (active, castling):
        faults = [_with_meant(fault, record, board, square, variant) for fault in faults]
    if not record.is_readable:  # nor would it be with more fields
        faults = [fault._replace(expected=None, fix=None) if fault.code == "F101" else fault for fault in faults]
    return tuple(faults)


def _counters(record: FenRecord) -> list[Fault]:
    """F601 to F603."""
    halfmove, fullmove = record.fields[4:]
    faults, clock = [], record.halfmove
    if clock is None:
        faults.append(_not_a_number("F601", HALFMOVE, halfmove or "", record.columns[4], "0"))
        clock = int(faults[0].expected or 0)  # the clock that is meant
    if fullmove is not None and not record.fullmove:
        faults.append(_fullmove(record, fullmove, clock))
    return faults


def _without_guess(fault: Fault, placement: str) -> Fault:
    """A fault of a field behind what is not a piece placement, or that is one: nobody knows what belongs there."""
    if fault.field in (RECORD, PLACEMENT) or (placement.count("/") > 3 and "/" not in (fault.declared or "")):
        return fault
    return fault._replace(expected=None, fix=None)


def _with_meant(fault: Fault, record: FenRecord, board: Board, target: str, variant: Variant) -> Fault:
    """F101 with the record expected: of fields that are missing the color meant, and at an array that can castle by
    the variant's rules all rights."""
    expected = (fault.expected or "").split(" ")
    if fault.code != "F101" or len(expected) != 6:
        return fault
    if record.fields[1] is None:
        expected[1] = _color_shown(board, target, variant) or "w"
    if record.fields[2] is None:
        expected[2] = rights_meant(board, expected[1], variant)
    return fault._replace(expected=" ".join(expected))


def rights_meant(board: Board, color: str | None, variant: Variant) -> str:
    """The castling availability that is not stated: all rights at an array that castles by the variant's rules, White
    to move; else none."""
    numbers = array_numbers(board.squares)
    chess960 = variant.family == "chess960" and numbers is not None
    return "KQkq" if color == "w" and (chess960 or numbers == (518, 518)) else "-"


def _color_shown(board: Board, target: str, variant: Variant) -> Literal["w", "b"] | None:
    """The side to move as the board shows it: behind a double step the other side, else the one that alone is in
    check; None where it shows neither."""
    if target[1:] in ("3", "6"):
        return "b" if target[1:] == "3" else "w"
    if variant.key in NO_CHECKS:
        return None
    white, black = _in_check(board, "w", by="b"), _in_check(board, "b", by="w")
    return None if white == black else "w" if white else "b"


def _in_check(board: Board, color: str, by: str) -> bool:
    king = king_index(board.squares, color)
    return king is not None and bool(attackers(board.squares, board.width, king, by))


def _active(text: str, column: int, board: Board | None, target: str, variant: Variant) -> Fault:
    """F301 with the color that the word means, or else the one that the board shows."""
    expected = COLORS.get(text.lower())
    if expected is None and board is not None:
        expected = _color_shown(board, target, variant)
    message = f'{quote(text)} is neither "w" nor "b"'
    return Fault("F301", ACTIVE, column, max(1, len(text)), text, expected, message, "unsafe" if expected else None)


def _castling(text: str, column: int, board: Board | None, wrong: str | None) -> tuple[Fault, ...]:
    """F401 (`wrong`: why it cannot be read) or F402."""
    if text == "-":
        return ()
    if wrong is not None:
        at, length = _culprit(text, board.width if board else 10)
        expected = _rights_guessed(text, board)
        fix: Fix | None = None if expected is None else "unsafe"
        return (Fault("F401", CASTLING, column + at, length, text, expected, wrong, fix),)
    in_order = ordered(text)
    if in_order == text:
        return ()
    message = f"{quote(text)} is not in the usual order, {quote(in_order)}"
    harmful = re.fullmatch(_PYTHON_CHESS, in_order) and not re.fullmatch(_PYTHON_CHESS, text)
    message += "; python-chess rejects such a FEN" if harmful else ""
    # Whose rights they are, nobody can tell without the pieces.
    fix = None if board is None else "safe" if harmful else "unsafe"
    return (Fault("F402", CASTLING, column, len(text), text, in_order, message, fix, None if harmful else "info"),)


def _rights_guessed(text: str, board: Board | None) -> str | None:
    """What a field that cannot be read may mean; of rights those whose rooks stand there, since the others would be the
    next fault."""
    expected = _guess(text, board.width if board else 10)
    if expected in (None, "-") or prefix_of(expected or "") or board is None:
        return expected
    return "".join(right.letter for right in read_rights(board, expected or "") if right.rook) or None


def _culprit(text: str, width: int) -> tuple[int, int]:
    """Offset and length of the first letter that no convention knows, or that occurs twice; else all of it."""
    start = 1 if text[:1] in ("s", "m") and len(text) > 1 else 0
    for i in range(start, len(text)):
        if castling_syntax(text[i], width) or text[i] == "-" or text[i] in text[start:i]:
            return i, 1
    return 0, max(1, len(text))


def _guess(text: str, width: int) -> str | None:
    if text in NO_RIGHTS:
        return "-"
    if text in ("KQKQ", "kqkq"):
        return "KQkq"
    kept = ""
    for c in text:
        if c not in kept and c != "-" and castling_syntax(c, width) is None:
            kept += c
    kept = ordered(kept)
    if kept and kept != text and castling_syntax(kept, width) is None:
        return kept
    return None


def _square(text: str, column: int, board: Board | None) -> Fault:
    """F501; of a square with a capital letter the one with a small letter is expected."""
    if is_square(text.lower(), board.width if board else 10):
        message = f"{quote(text)} is not a square: write the file as a lowercase letter"
        return Fault("F501", EN_PASSANT, column, len(text), text, text.lower(), message, "unsafe")
    message = f'{quote_named(text)} is neither "-" nor a square'
    length = max(1, len(text))
    if text in NOTHING:
        return Fault("F501", EN_PASSANT, column, length, text, "-", message, "unsafe")
    return Fault("F501", EN_PASSANT, column, length, text, None, message)


def _not_a_number(code: str, field: str, text: str, column: int, default: str) -> Fault:
    message = f"{quote(text)} is not a whole number"
    if text.isascii() and text.isdigit():
        message = f"{quote(text)} is not a valid number of moves"
    return Fault(code, field, column, max(1, len(text)), text, _digits(text) or default, message, "unsafe")


def _digits(text: str) -> str | None:
    """The number that is meant, where it can be told (`+3`)."""
    digits = re.fullmatch(SOME_NUMBER, text)
    return digits[1] if digits else None


def _fullmove(record: FenRecord, text: str, clock: int) -> Fault:
    """F602 of what is no number, F603 of the number 0; `clock` the halfmove clock that is meant."""
    column = record.columns[5]
    if record.fullmove is None:
        fault = _not_a_number("F602", FULLMOVE, text, column, "1")
        if not clock:
            return fault
        message = f"{fault.message}; {number_for_clock(clock, record.active_color)}"
        digits = fault.expected if _digits(text) else None
        return fault._replace(message=message, expected=digits, fix="unsafe" if digits else None)
    message, place = "the fullmove number is 0, but it starts at 1", (FULLMOVE, column, len(text), text)
    if record.halfmove and record.en_passant not in (None, "-"):  # behind a double step the halfmove clock is 0
        message += f" (the counters may be swapped: after a double step the halfmove clock is 0, not {clock})"
        return Fault("F603", *place, str(clock), message, "unsafe")
    if clock:  # the number is not known, only the least that it can be
        return Fault("F603", *place, None, f"{message}; {number_for_clock(clock, record.active_color)}")
    return Fault("F603", *place, "1", message, "safe")
