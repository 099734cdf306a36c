"""One convention for an archive: castling and en passant fields as a convention writes them, of starts and of positions
declared on the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from pgnfen.errors import ConversionError
from pgnfen.fen.castling import NOT_CLASSIC
from pgnfen.fen.convert import convert_castling, convert_en_passant
from pgnfen.fen.definitions import CastlingConvention, EnPassantConvention
from pgnfen.fen.fault import CASTLING, EN_PASSANT
from pgnfen.fen.start import Start
from pgnfen.replay.position_record import TARGETS, is_classic

if TYPE_CHECKING:
    from pgnfen.facts.declared import Declared


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


class RewrittenAt(NamedTuple):
    """A field of a declared FEN in the convention asked for, and its first byte; `kept`: why it cannot be."""

    at: int
    change: Rewritten
    kept: str | None = None


def rewritten_declared(one: Declared, fen: bytes, asked: Conventions) -> Iterator[RewrittenAt]:
    """The fields that change of a declared FEN in which nothing is wrong; its position is that of python-chess."""
    board, fields, at = one.board, fen.split(), one.at
    places = []
    for field in fields:
        at += fen.index(field, at - one.at) - (at - one.at)
        places.append(at)
        at += len(field)
    if asked.castling is not None:
        castling = board.castling_shredder_fen() if asked.castling == "shredder" else board.castling_xfen()
        change = Rewritten(CASTLING, fields[2].decode(), castling)
        if asked.castling == "fen" and not is_classic(board):
            yield RewrittenAt(places[2], change, NOT_CLASSIC)
        elif castling != change.declared:
            yield RewrittenAt(places[2], change)
    if asked.en_passant is not None and (one.ply or board.ep_square is not None):
        target = board.epd(en_passant=TARGETS[asked.en_passant]).split()[3]
        change = Rewritten(EN_PASSANT, fields[3].decode(), target)
        if change.expected != change.declared:
            yield RewrittenAt(places[3], change)
