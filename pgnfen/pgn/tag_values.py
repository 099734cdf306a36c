"""The value of a tag, whichever it is: of one game, of all games of a block."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pgnfen.pgn.definitions import CAREFUL, KEYS, REGULAR
from pgnfen.pgn.native_splitter import NativeBlock, column_of
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.pgn.tagpairs import read_tag_section, text_of
from pgnfen.pgn.value_types import any_date

if TYPE_CHECKING:
    from pgnfen.pgn.block import Block


_PARTS = {b"year": "????", b"month": "????.??"}
"""What may stand before the name of a tag with a date, and what it is of a value that is no date."""


def _part_of(part: bytes, value: str | None) -> str | None:
    """The year of a date, or year and month (`1994.08`)."""
    if value is None:
        return None
    unknown = _PARTS[part]
    return (any_date(value) or unknown)[: len(unknown)]


def tag_value(block: Block, index: int, name: bytes) -> str | None:
    """The value of a tag of the game at `index` (0-based, in the block); `name` in lower case. None: no such tag.

    `year:` and `month:` before the name of a tag with a date: that part of it.
    """
    part, colon, of = name.partition(b":")
    if colon and part in _PARTS:
        return _part_of(part, tag_value(block, index, of))
    if name in KEYS:
        return text_of(block.values[index][KEYS.index(name)])
    names = block.layouts[index].names
    if names is not None and not any(known.lower() == name for known in names):
        return None
    section = read_tag_section(block.data, block.starts[index], block.movetexts[index])
    found = [pair for pair in section.pairs if pair.name.lower() == name] if section else []
    return found[-1].value if found else None


def tag_column(block: Block, name: bytes) -> list[str | None]:
    """The value of a tag of each game (see tag_value); `name` in lower case.

    In a tag section without oddities a line that opens with the tag pair is it; others are read with care.
    """
    part, colon, of = name.partition(b":")
    if colon and part in _PARTS:
        values = tag_column(block, of)
        known = {value: _part_of(part, value) for value in set(values)}
        return [known[value] for value in values]
    if name in KEYS:
        return _texts(raw_column(block, KEYS.index(name)))
    if not isinstance(block, NativeBlock):
        return [tag_value(block, index, name) for index in range(len(block))]
    pair = re.compile(rb'(?:\A|[\r\n])\[' + re.escape(name) + rb' "([^"\\]*)"\]', re.IGNORECASE)
    mention = re.compile(rb"\[\s*" + re.escape(name))
    data, found = block.data, []
    for index, (flags, start, end) in enumerate(zip(block.flags, block.starts, block.movetexts, strict=True)):
        section = data[start:end]
        value: str | None = None
        if flags & (REGULAR | CAREFUL) != REGULAR or b"{" in section:
            value = tag_value(block, index, name)
        elif match := pair.search(section):
            value = text_of(match[1])
        elif mention.search(section.lower()):
            value = tag_value(block, index, name)
        found.append(value)
    return found


def raw_column(block: Block, place: int) -> Sequence[bytes | None]:
    """The raw values of one of layout.KEYS."""
    if isinstance(block, NativeBlock):
        return column_of(block, place)
    if isinstance(block, RecordBlock) and KEYS[place] != b"fen":
        return (None,) * len(block)
    return [values[place] for values in block.values]


def _texts(values: Sequence[bytes | None]) -> list[str | None]:
    known = {value: text_of(value) for value in set(values)}
    return [known[value] for value in values]
