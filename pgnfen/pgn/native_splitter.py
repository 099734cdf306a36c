"""The splitter at the speed of the native engine: the same games, from the same definition.

The extension settles what needs no care; at a game that does, the careful path of the Python splitter takes over for
that one game.
"""

from __future__ import annotations

from itertools import accumulate
from types import ModuleType

from pgnfen.pgn.block import Block, count_lines
from pgnfen.pgn.layout import KEYS, Layout
from pgnfen.pgn.splitter import Splitter

_ABSENT = 0xFFFFFFFF
_WIDTH = 2 * len(KEYS)


class NativeSplitter(Splitter):
    """See Splitter; `split` gives the same blocks."""

    def __init__(self, native: ModuleType) -> None:
        super().__init__()
        self._scanner = native.Scanner()  # it is told of no start, so it only splits
        regular, spelled = native.REGULAR, native.SPELLED
        all_three = regular | spelled | native.ORDERED
        # One layout for each combination of flags: names are not looked at, only whether a rule could mind them.
        self._table = [
            Layout(None, bool(flags & regular), bool(flags & spelled), flags & all_three == all_three)
            for flags in range(256)
        ]

    def split(self, data: bytes, final: bool) -> Block:
        """The whole games at the start of `data`, as a block; with `final`, all of it."""
        block = Block(b"", self.offset, self.number)
        pos, line, size = 0, self.line, len(data)
        while pos < size:
            scan = self._scanner.scan(data, pos, final)
            if len(scan):
                lines = list(accumulate(memoryview(scan.lines).cast("I"), initial=line))
                line = lines.pop()
                block.starts += memoryview(scan.starts).cast("I").tolist()
                block.movetexts += memoryview(scan.movetexts).cast("I").tolist()
                block.lines += lines
                block.layouts += [self._table[flags] for flags in scan.flags]
                block.values += values_of(data, scan.spans)
                pos = scan.stop
            if pos == size or scan.more:
                break
            end = self._careful(data, pos, final, block)
            if end is None:
                break
            block.starts.append(pos)
            block.lines.append(line)
            line += count_lines(data, pos, end)
            pos = end
        return self._close(block, data, pos, line, final)


def values_of(data: bytes, spans: bytes) -> list[tuple[bytes | None, ...]]:
    """The raw tag values of each game, in the order of KEYS, from their spans (start and length, u32)."""
    numbers = memoryview(spans).cast("I").tolist()
    parts = [
        None if length == _ABSENT else data[start : start + length]
        for start, length in zip(numbers[::2], numbers[1::2], strict=True)
    ]
    return list(zip(*[iter(parts)] * len(KEYS), strict=True))
