"""What may be written next: names of tags, fields of a FEN. What may stand in a field the judge of FENs is asked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from pgnfen.fen.arrays import start_fen
from pgnfen.fen.fault import CASTLING, DEFAULTS, EN_PASSANT, FIELD_NAMES
from pgnfen.fen.notation import read_noted
from pgnfen.lazy import regex
from pgnfen.lsp.parts import Document
from pgnfen.lsp.units import line_begin
from pgnfen.pgn.definitions import CANONICAL, VALUE_KINDS
from pgnfen.pgn.tagpairs import decode

_NAME = regex(r"\s*\[\s*([A-Za-z0-9_]*)")
_FEN = regex(r'\s*\[\s*FEN\s+"([^"\\]*)')
_ARRAY = start_fen(518).split(" ")


class Item(NamedTuple):
    """What may be written in the place of the `length` characters before the cursor."""

    text: str
    detail: str
    length: int
    is_tag: bool


def tag_names() -> list[str]:
    """The names that the definitions have."""
    return sorted({name.decode() for name in (*VALUE_KINDS, *CANONICAL.values())})


def items(document: Document, offset: int) -> Iterator[Item]:
    """What may stand at a byte of the document."""
    place = document.place_at(offset)
    if place is None:
        line = ""
    else:
        data = document.parts[place.part].data
        at = offset - document.begin(place.part)
        line = decode(data[line_begin(data, at) : at])
    if document.records:
        yield from _fields(line)
        return
    if match := _NAME.fullmatch(line):
        for name in tag_names():
            kind = VALUE_KINDS.get(name.encode(), "other")
            yield Item(name, "" if kind == "other" else kind.replace("_", " "), len(match[1]), True)
    elif match := _FEN.fullmatch(line):
        yield from _fields(match[1])


def _fields(text: str) -> Iterator[Item]:
    """The field of a FEN that is being written."""
    fields = text.split(" ")
    index, written = len(fields) - 1, fields[-1]
    if index >= len(FIELD_NAMES):
        return
    for candidate in _candidates(FIELD_NAMES[index], fields):
        if candidate.startswith(written) and _fits(fields[:-1], candidate, FIELD_NAMES[index]):
            yield Item(candidate, FIELD_NAMES[index], len(written), False)


def _candidates(name: str, fields: list[str]) -> Iterator[str]:
    index = FIELD_NAMES.index(name)
    if name == CASTLING:
        rights = _ARRAY[2]
        for count in range(len(rights), 0, -1):
            yield from map("".join, combinations(rights, count))
        yield DEFAULTS[index]
    elif name == EN_PASSANT:
        yield DEFAULTS[index]
        yield from (file + rank for rank in "36" for file in "abcdefgh")
    elif index == 1:
        yield from ("w", "b")
    else:
        yield _ARRAY[index]


def _fits(before: list[str], candidate: str, name: str) -> bool:
    """Whether nothing is wrong with a field, whatever is with the others."""
    text = " ".join([*before, candidate, *DEFAULTS[len(before) + 1 :]])
    return not any(fault.field == name for fault in read_noted(text, "fen").faults)
