"""One convention for an archive: the castling and en passant fields of a start as a convention writes them."""

from __future__ import annotations

from typing import NamedTuple

from pgnfen.errors import ConversionError
from pgnfen.fen.castling import CastlingConvention
from pgnfen.fen.convert import convert_castling, convert_en_passant
from pgnfen.fen.en_passant import EnPassantConvention
from pgnfen.fen.fault import CASTLING, EN_PASSANT
from pgnfen.fen.start import Start


class Conventions(NamedTuple):
    """What is asked for; None: the field stays as it is."""

    castling: CastlingConvention | None = None
    en_passant: EnPassantConvention | None = None


class Rewritten(NamedTuple):
    """A field in the convention asked for."""

    field: str
    declared: str
    expected: str


def rewritten(start: Start, asked: Conventions) -> tuple[tuple[Rewritten, ...], tuple[str, ...]]:
    """The fields of a start that change, and why others cannot be written in the convention asked for.

    >>> from pgnfen.fen.start import read_start
    >>> start = read_start(None, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", None)
    >>> rewritten(start, Conventions("shredder"))[0][0].expected
    'H'
    """
    changes: list[Rewritten] = []
    kept: list[str] = []
    record = start.record
    if record is None:
        return (), ()
    for field, index, to in ((CASTLING, 2, asked.castling), (EN_PASSANT, 3, asked.en_passant)):
        declared = record.fields[index]
        if to is None:
            continue
        if declared is None or not record.is_readable or not start.variant.has_fen_fields:
            kept.append(f"the FEN cannot be read as one of chess: its {field} stays")
            continue
        try:
            if field == CASTLING:
                expected = convert_castling(record, asked.castling or "fen", start.variant)
            else:
                expected = convert_en_passant(record, asked.en_passant or "1994", start.variant)
        except ConversionError as error:
            kept.append(str(error))
            continue
        if expected != declared:
            changes.append(Rewritten(field, declared, expected))
    return tuple(changes), tuple(kept)
