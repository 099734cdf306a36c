"""Where a finding stands, as people look at it: its line, and what of it is at fault."""

from __future__ import annotations

from typing import NamedTuple

from pgnfen.audit.finding import Placed
from pgnfen.lazy import regex
from pgnfen.pgn.block import Block
from pgnfen.pgn.blocks import Piece, neighbors_of
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.pgn.tagpairs import decode

AROUND = 120  # characters that are shown before and behind the place
_MOST = 80  # characters that are marked
_TOKEN = regex(rb'[^\s"(){};]{1,80}')
_LINE_END = regex(rb"[\r\n]")


class Excerpt(NamedTuple):
    """`text` is what the game has of the line, or the part around the place where that is long; `at` and `length` are
    the characters in it that are at fault (0-based; at the end of the line none). `first` is the column, from 1, of the
    text's first character; `whole`: nothing behind the text is left out. `within`: the game begins within the line, and
    columns count from there."""

    text: str
    at: int
    length: int
    first: int
    whole: bool
    within: bool = False

    @property
    def column(self) -> int | None:
        """Where the fault begins in the line: characters (code points), from 1; None where the game begins within it:
        what stands before is of no game that is at hand wherever the input is cut."""
        return None if self.within else self.first + self.at


def excerpt(block: Block, placed: Placed) -> Excerpt:
    """The line of a finding, as far as it is its game's; cost: the length of the line."""
    data, at = block.data, min(placed.offset - block.offset, block.end)
    first, stop, within = _game(block, placed.game - block.number)
    begin = max(data.rfind(b"\n", first, at), data.rfind(b"\r", first, at)) + 1 or first
    found = _LINE_END.search(data, at, stop)
    end = found.start() if found else stop
    stop = _whole_character(data, at + _length(data, at, end, placed.remark.declared), end)
    last = _whole_character(data, stop + 4 * AROUND, end)
    before, fault, behind = decode(data[begin:at]), decode(data[at:stop]), decode(data[stop:last])
    shown, rest = before[-AROUND:], behind[:AROUND]
    whole = len(shown) == len(before) and len(rest) == len(behind) and last == end
    return Excerpt(shown + fault + rest, len(shown), len(fault), len(before) - len(shown) + 1, whole,
                   within and begin == first)  # fmt: skip


def _game(block: Block, index: int) -> tuple[int, int, bool]:
    """The first byte and the end of a game in its block, and whether it begins within a line."""
    if isinstance(block, (RecordBlock, Piece)):  # lines are whole there
        return 0, block.end, False
    starts = block.starts
    before = neighbors_of(block, index).before
    within = before is None or before[-1:] not in (b"", b"\n", b"\r")
    return starts[index], starts[index + 1] if index + 1 < len(starts) else block.end, within


def _length(data: bytes, at: int, end: int, declared: str | None) -> int:
    """The bytes that are at fault: what is declared, if it stands there, a tag pair, or a token."""
    for encoding in ("utf-8", "cp1252") if declared and not declared.isascii() else ("utf-8",):
        said = (declared or "").encode(encoding, "replace")
        if said and data.startswith(said, at) and at + len(said) <= end:
            return min(len(said), _MOST)
    if data.startswith(b"[", at):
        return min(len(data[at:end].rstrip()), _MOST)
    token = _TOKEN.match(data, at, end)
    return len(token.group()) if token else min(1, end - at)


def _whole_character(data: bytes, at: int, end: int) -> int:
    """The first byte from `at` on that does not continue a character of UTF-8, `end` at most."""
    for _ in range(3):
        if at < end and data[at] & 0xC0 == 0x80:
            at += 1
    return min(at, end)
