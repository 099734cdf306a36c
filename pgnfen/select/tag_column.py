"""The values of one tag, whichever it is, for all games of a block."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pgnfen.pgn.layout import KEYS
from pgnfen.pgn.native_splitter import CAREFUL, REGULAR, NativeBlock, column_of
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.pgn.tagpairs import text_of
from pgnfen.select.partition import tag_value

if TYPE_CHECKING:
    from pgnfen.pgn.block import Block


def tag_column(block: Block, name: bytes) -> list[str | None]:
    """The value of a tag of each game (see tag_value); `name` in lower case.

    In a tag section without oddities a line that opens with the tag pair is it; others are read with care.
    """
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
