"""A FEN record read: its six fields, and what is wrong with their text; nothing that can be described is refused."""

from __future__ import annotations

import re
from typing import Literal

from pgnfen.errors import check_type
from pgnfen.fen.castling import ordered, read_castling
from pgnfen.fen.en_passant import is_square
from pgnfen.fen.fault import RECORD, Fault
from pgnfen.fen.fen_record import FenRecord
from pgnfen.fen.names import COUNTER
from pgnfen.fen.placement import Board, read_placement
from pgnfen.fen.variants import STANDARD, Variant, rules_of
from pgnfen.lazy import deferred, regex

with deferred:
    from pgnfen.fen.fields import read_fields
    from pgnfen.fen.text_faults import text_faults

_PLAIN = regex(
    r"([KQRBNPkqrbnp1-8/]{15,71}) ([wb]) (-|[KQA-H]{0,2}[kqa-h]{0,2}) (-|[a-h][1-8])"
    r" (0|[1-9][0-9]{0,4}) ([1-9][0-9]{0,4})"
)
_COLORS: dict[str, Literal["w", "b"]] = {"w": "w", "b": "b"}
_LONGEST = 1024  # bytes

__all__ = ["FenRecord", "read_fen"]


def read_fen(text: str, variant: Variant | str | None = STANDARD) -> FenRecord:
    """Read one record, of FEN, X-FEN or Shredder-FEN, 8x8 or 10x8.

    Raises TypeError for what is no str, ValueError for a name that no variant has.

    `faults` are those of the text (family F). Position, castling rights, en passant square and counters are not judged
    here; read_noted judges a record as `pgnfen fen` does.

    Source of the rules: PGN 1994 section 16.1, the X-FEN article for castling and 10x8 boards.

    >>> record = read_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")
    >>> record.active_color, record.en_passant, record.faults, record.is_readable
    ('b', 'e3', (), True)
    >>> [fault.code for fault in read_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR W qkQK - x 0").faults]
    ['F301', 'F402', 'F601', 'F603']
    """
    check_type("text", text, str)
    if variant.__class__ is not Variant:
        variant = rules_of(variant)
    if len(text) > _LONGEST or (not text.isascii() and len(text.encode("utf-8", "surrogatepass")) > _LONGEST):
        return _too_long(text)
    match = _PLAIN.fullmatch(text)
    if match and variant.has_fen_fields:
        record = _read_plain(text, match, variant)
        if record:
            return record
    return _read_carefully(text, variant)


def _too_long(text: str) -> FenRecord:
    """A record of which nothing is read."""
    size = len(text.encode("utf-8", "surrogatepass"))
    message = f"{size} bytes: a FEN is never longer than {_LONGEST} bytes"
    fault = Fault("F103", RECORD, 0, len(text), text[:80], None, message)
    return FenRecord(text, (None,) * 6, (0,) * 6, None, None, "-", (), None, None, None, None, (fault,), False)


def _read_plain(text: str, match: re.Match[str], variant: Variant) -> FenRecord | None:
    """The record where nothing is wrong with its notation, else None."""
    placement, active, castling, target, halfmove, fullmove = fields = match.groups()
    board, faults = read_placement(placement, 0, variant)
    if board is None or faults:
        return None
    rights, wrong = read_castling(board, castling)
    if wrong or (castling != "-" and ordered(castling) != castling):
        return None
    columns = tuple([match.start(i) for i in range(1, 7)])
    color: Literal["w", "b"] = "w" if active == "w" else "b"
    return FenRecord(
        text, fields, columns, board, color, castling, rights, target, int(halfmove), int(fullmove), None, (), True
    )


def _read_carefully(text: str, variant: Variant) -> FenRecord:
    """Read each field, then judge the text of all. Of a variant whose fields mean other things they are kept as they
    came, and only blanks are judged."""
    own = variant.has_fen_fields
    fields = read_fields(text, foreign=not own)
    placement, active, castling, target, halfmove, fullmove = fields.raw
    board, found = read_placement(placement, fields.columns[0], variant) if placement is not None else (None, ())
    rights, wrong = read_castling(board, castling or "-") if own else ((), None)
    color = _COLORS.get(active or "w")
    square = _read_target(target or ("-" if own else ""), board if own else None)
    readable = wrong is None and None not in (board, color, square)
    record = FenRecord(
        text, fields.raw, fields.columns, board, color, castling or "-", rights, square, _counter(halfmove, 0),
        _counter(fullmove, 1), fields.checks[0] if fields.checks else None, fields.faults, readable,
    )  # fmt: skip
    if not own:
        return record._replace(is_readable=placement is not None)
    return record._replace(faults=text_faults(record, (*fields.faults, *found), wrong, variant))


def _read_target(text: str, board: Board | None) -> str | None:
    """The en passant target square, or "-"; None for what is neither."""
    return text if text == "-" or is_square(text, board.width if board else 10) else None


def _counter(text: str | None, default: int) -> int | None:
    if text is None:
        return default
    return int(text) if re.fullmatch(COUNTER, text) else None
