"""Edits of the FEN tag: a field, or the record as a whole."""

from __future__ import annotations

from collections.abc import Iterator

from pgnfen.fen.fault import CASTLING, DEFAULTS, FIELD_NAMES, RECORD
from pgnfen.fen.record import FenRecord
from pgnfen.pgn.tagpairs import TagPair
from pgnfen.repair import tag_edits
from pgnfen.repair.edits import Edit


def field(pair: TagPair, record: FenRecord, name: str, declared: str | None, expected: str, at: int) -> Iterator[Edit]:
    """The edit by which a field (or RECORD) of the FEN says what is expected.

    `at` is the byte of the finding: where a part of the field is at fault, what is declared stands there. A field that
    is not stated is added, with those before it that are not stated either.
    """
    text = pair.value
    if name == RECORD:
        yield tag_edits.value(pair, expected)
        return
    index = FIELD_NAMES.index(name)
    column, stated = record.columns[index], record.fields[index]
    if stated is None:
        missing = [DEFAULTS[i] for i in range(1, index) if record.fields[i] is None]
        yield tag_edits.value(pair, " ".join([text[:column], *missing, expected]) + text[column:])
        return
    length, place = len(stated), at - pair.value_start
    plain = pair.raw_value.isascii() and b"\\" not in pair.raw_value
    part = declared is not None and name != CASTLING and text.startswith(declared, place) and place >= 0
    if plain and part and declared is not None and column <= place < column + length:
        column, length = place, len(declared)
    if not plain:
        yield tag_edits.value(pair, text[:column] + expected + text[column + length :])
        return
    start = pair.value_start + column
    yield Edit(start, start + length, expected.encode("ascii", "replace"))
