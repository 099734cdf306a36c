"""A record written in a chosen castling and en passant convention; refused with a reason where it must guess.

- castling "fen" writes the KQkq of standard chess: kings on e, rooks on a and h; "x-fen" KQkq for outermost rooks and
  a file letter for an inner one; "shredder" file letters always. A record needs sound rights for each of them.
- en passant "1994", "x-fen", "legal" as in pgnfen.fen.en_passant. A square that one convention leaves out cannot be
  told from `-`, so that `-` after what may have been a double step is refused unless the source's convention is known.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pgnfen.errors import ConversionError, check_one_of, check_type
from pgnfen.fen.castling import NOT_CLASSIC, Right, needs_chess960, prefix_of, read_rights, write_rights
from pgnfen.fen.definitions import (
    CASTLING_CONVENTIONS,
    EN_PASSANT_CONVENTIONS,
    CastlingConvention,
    EnPassantConvention,
)
from pgnfen.fen.en_passant import capturers, impossible_double_step, legal_capture, square_fault
from pgnfen.fen.fault import DEFAULTS, FIELD_NAMES, Fault, joined
from pgnfen.fen.large import castling_prefix, x_fen_men
from pgnfen.fen.placement import Board, square_name
from pgnfen.fen.position import to_chess_board
from pgnfen.fen.record import FenRecord
from pgnfen.fen.variants import NO_CHECKS, STANDARD, Variant, rules_of


def write_fen(
    record: FenRecord,
    castling: CastlingConvention | None = None,
    en_passant: EnPassantConvention | None = None,
    variant: Variant | str | None = STANDARD,
    source: EnPassantConvention | None = None,
    assume: bool = False,
) -> str:
    """Write a record in six fields, each convention chosen by itself (None: the field as it came).

    `castling="x-fen"` also brings a 10x8 board's men to the letters A and C. `source` is the en passant convention
    that the record is known to follow. Check counters, pieces in hand and promoted men are kept. Raises ConversionError
    with a reason for a record that is not readable, for rights or a square that the position belies, where the
    record does not say what the convention asks for, and (unless `assume`) for one that lacks fields: the counters
    alone, which an EPD does not have, are written as 0 1. Raises ValueError for a convention or a variant that there is
    not.

    >>> from pgnfen.fen.record import read_fen
    >>> record = read_fen("rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11")
    >>> write_fen(record, "shredder").split()[2]
    'Gga'
    >>> write_fen(record, "fen")
    Traceback (most recent call last):
    ...
    pgnfen.errors.ConversionError: KQkq cannot express the castling right of White's rook on g1: another rook is...
    """
    check_type("record", record, FenRecord)
    variant = rules_of(variant)
    _check_conventions(castling=castling, en_passant=en_passant, source=source)
    board = _readable_board(record, variant)
    missing = record.missing_of(6)
    if missing and missing != FIELD_NAMES[4:] and not assume:
        raise ConversionError(f"missing in the record: {', '.join(missing)}")
    texts = [field if field is not None else DEFAULTS[i] for i, field in enumerate(record.fields)]
    if castling == "x-fen" and board.width == 10:
        board = x_fen_men(board, variant)
    texts[0] = board.to_text()
    if castling is not None:
        texts[2] = convert_castling(record, castling, variant)
    if en_passant is not None:
        texts[3] = convert_en_passant(record, en_passant, variant, source)
    elif castling is not None:
        _refuse_square(record, variant)
    return joined(texts, record.checks)


def _check_conventions(castling: str | None = None, **en_passant: str | None) -> None:
    """Raises ValueError for a convention that there is not; None is none."""
    if castling is not None:
        check_one_of("castling", castling, CASTLING_CONVENTIONS)
    for name, convention in en_passant.items():
        if convention is not None:
            check_one_of(name, convention, EN_PASSANT_CONVENTIONS)


def _readable_board(record: FenRecord, variant: Variant) -> Board:
    """The record's board; raises ConversionError where its fields cannot be read as those of chess."""
    if record.is_readable and record.board is not None and variant.has_fen_fields:
        return record.board
    raise ConversionError(unreadable(record.faults, "its fields are not those of chess"))


def unreadable(faults: Iterable[Fault], otherwise: str) -> str:
    """The message about a record that cannot be read: its first fault, or `otherwise` without one."""
    first = min(faults, key=lambda fault: (fault.column, fault.code), default=None)
    return f"the record cannot be read: {otherwise if first is None else first.message}"


def convert_castling(
    record: FenRecord, to: CastlingConvention, variant: Variant | str | None = STANDARD
) -> str:
    """The castling availability field in a convention; raises ConversionError where the position belies a right,
    or KQkq of standard chess ("fen") cannot say it.

    A prefix (`s`, `m`) is kept, but "fen" has none and is refused; "x-fen" adds it for Janus and Embassy chess.

    >>> from pgnfen.fen.record import read_fen
    >>> convert_castling(read_fen("bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"), "shredder")
    'HFhf'
    """
    check_one_of("to", to, CASTLING_CONVENTIONS)
    variant, board = rules_of(variant), record.board
    if board is None:
        raise ConversionError("the piece placement cannot be read")
    if record.castling != "-" and not record.rights:
        raise ConversionError(f"the castling availability {record.castling} cannot be read")
    for right in record.rights:
        if right.rook is None:
            raise ConversionError(_why_no_rook(right, board, record.castling))
    prefix = prefix_of(record.castling)
    if prefix and to == "fen":
        raise ConversionError(f"KQkq cannot express the castling that the prefix {prefix} requires")
    if to == "x-fen":
        prefix = prefix or castling_prefix(variant, board)
    text = write_rights(board, record.rights, to, prefix)
    if to == "fen":
        _refuse_inner_rook(write_rights(board, record.rights, "x-fen", prefix)[len(prefix) :])
        if needs_chess960(board, record.rights):
            raise ConversionError(NOT_CLASSIC)
    return text


def _why_no_rook(right: Right, board: Board, castling: str) -> str:
    color = "White" if right.color == "w" else "Black"
    if any(held.letter == right.letter and held.rook for held in read_rights(board, castling)):
        return f"{right.letter}: {color} has that right only by the rules of Chess960; use --variant Chess960"
    return f"{right.letter}: {color} has no king and rook on the back rank for that right"


def _refuse_inner_rook(rights: str) -> None:
    """Raise ConversionError where rights in X-FEN name the file of a rook: KQkq means the outermost."""
    for letter in rights:
        if letter not in "KQkq-":
            color, number = ("White", "1") if letter.isupper() else ("Black", "8")
            where = f"{color}'s rook on {letter.lower()}{number}"
            raise ConversionError(
                f"KQkq cannot express the castling right of {where}: another rook is farther from the king"
            )


def convert_en_passant(
    record: FenRecord,
    to: EnPassantConvention,
    variant: Variant | str | None = STANDARD,
    source: EnPassantConvention | None = None,
) -> str:
    """The en passant target square in a convention; raises ConversionError for a square that no double step can have
    passed, and for a `-` that may hide a square which the convention asks for.

    >>> from pgnfen.fen.record import read_fen
    >>> record = read_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")
    >>> convert_en_passant(record, "1994"), convert_en_passant(record, "x-fen")
    ('e3', '-')
    >>> hidden = read_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    >>> convert_en_passant(hidden, "1994", source="1994")
    '-'
    >>> convert_en_passant(hidden, "1994")
    Traceback (most recent call last):
    ...
    pgnfen.errors.ConversionError: "-" does not show whether the last move was e2-e4, and the 1994...
    """
    check_one_of("to", to, EN_PASSANT_CONVENTIONS)
    _check_conventions(source=source)
    variant = rules_of(variant)
    board, turn, square = record.board, record.active_color, record.en_passant
    if board is None or turn is None or square is None:
        raise ConversionError("the position or the en passant target square cannot be read")
    if square == "-":
        hidden = _may_hide(record, to, variant, source)
        if hidden:
            name = "1994 convention" if to == "1994" else "X-FEN convention"
            step = f"{hidden[0]}{'7' if turn == 'w' else '2'}-{hidden[0]}{'5' if turn == 'w' else '4'}"
            raise ConversionError(
                f'"-" does not show whether the last move was {step}, and the {name} requires {hidden}'
            )
        return "-"
    _refuse_square(record, variant)
    return square if _asked_for(record, square, to, variant) else "-"


def _refuse_square(record: FenRecord, variant: Variant) -> None:
    """Raise ConversionError for an en passant target square that no double step can have passed."""
    board, turn, square = record.board, record.active_color, record.en_passant
    if board is None or turn is None or square is None or square == "-":
        return
    wrong = _why_not_passed(board, turn, square, variant)
    if wrong:
        raise ConversionError(wrong)


def _why_not_passed(board: Board, turn: Literal["w", "b"], square: str, variant: Variant) -> str | None:
    """Why no double step can have passed the square; None where one can."""
    wrong = square_fault(board, turn, square)
    if wrong:
        return wrong[1]
    return impossible_double_step(board, turn, square) if variant.key not in NO_CHECKS else None


def _asked_for(record: FenRecord, square: str, convention: EnPassantConvention, variant: Variant) -> bool:
    """Whether a convention writes a sound square."""
    board, turn = record.board, record.active_color
    if board is None or turn is None or convention == "1994":
        return True
    if not capturers(board, turn, square):
        return False
    if convention == "x-fen":
        return True
    if variant.key == "atomic":
        played = to_chess_board(record, variant)
        played.ep_square = (ord(square[0]) - 97) + 8 * (int(square[1]) - 1)
        return played.has_legal_en_passant()
    return legal_capture(board, turn, square, variant.key not in NO_CHECKS)


def _may_hide(
    record: FenRecord, to: EnPassantConvention, variant: Variant, source: EnPassantConvention | None
) -> str | None:
    """A square that the last move may have passed, that `to` writes and that the source may have left out."""
    board, turn = record.board, record.active_color
    if board is None or turn is None or record.halfmove or to == "legal" or source == "1994" or source == to:
        return None
    leaves_out: EnPassantConvention = "x-fen" if source == "x-fen" else "legal"
    row = 2 if turn == "w" else 5
    for index in range(row * board.width, (row + 1) * board.width):
        square = square_name(index, board.width)
        if _why_not_passed(board, turn, square, variant):
            continue
        if _asked_for(record, square, to, variant) and not _asked_for(record, square, leaves_out, variant):
            return square
    return None
