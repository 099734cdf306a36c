"""Zstandard data of many frames in runs of frames, each decoded by itself.

Where frames end is taken from the skippable frame before each, with its size, as pzstd and pgnfen write them. That is
held to the data: a run that is not decoded to its very end, or is damaged, or holds too much, is no run.
"""

from __future__ import annotations

import io
from bisect import bisect_right
from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO

from pgnfen.inputs.content import ZSTD_MAGIC, Damage
from pgnfen.inputs.raw import Raw
from pgnfen.inputs.zstd import decode_zstd
from pgnfen.pgn.ranges import Range

MOST = 512 << 20  # bytes of content of a run, which is held in memory
_PIECE = 1 << 20  # bytes that are read at once: those of a piece are not copied
_HINT = b"\x50\x2a\x4d\x18\x04\0\0\0"


def frame_runs(file: BinaryIO, size: int, part: int) -> tuple[Range, ...]:
    """The runs of a file of that many bytes, each of at least `part` of them; () where there is no more than one, or
    frames are without their sizes. Costs a read of 16 bytes a frame."""
    cuts, at = [0], 0
    while at < size:
        file.seek(at)
        head = file.read(16)
        if head[:8] != _HINT or head[12:] != ZSTD_MAGIC:
            return ()
        at += 12 + int.from_bytes(head[8:12], "little")
        if min(at, size) - cuts[-1] >= part:
            cuts.append(at)
    if at != size or len(cuts) < 3:
        return ()
    cuts[-1] = size  # what is left is not worth a run
    return tuple(map(Range, cuts, cuts[1:]))


class Run:
    """A run of frames as a file of text: seek and read, from its beginning to the end of all the data; offsets are
    those of its own text. Raises Damage where it is no run, and where what follows is damaged."""

    def __init__(self, file: BinaryIO, part: Range, window: int) -> None:
        self._file, self._end, self._window = file, part.end, window
        file.seek(part.begin)
        packed = file.read(part.end - part.begin)
        self._pieces, self._begins, have = list[bytes](), list[int](), 0
        small: list[bytes] = []
        begin = 0
        for piece in chain(decode_zstd(_raw(io.BytesIO(packed)), window), [b""]):
            small.append(piece)
            have += len(piece)
            if have > MOST:
                raise Damage("undecodable", "Zstandard", "it is too large for a run")
            if have - begin >= _PIECE or not piece:
                self._pieces.append(small[0] if len(small) == 1 else b"".join(small))
                self._begins.append(begin)
                begin = have
                small.clear()
        self.range = Range(0, have)
        self.seek(0)

    def seek(self, offset: int) -> None:
        """Go to an offset; in what follows the run, from its first byte on."""
        self._at = offset
        self._after: Iterator[bytes] | None = None
        self._rest = b""
        left = offset - self.range.end
        while left > 0 and (data := self._following(left)):
            left -= len(data)

    def read(self, size: int = -1) -> bytes:
        """Up to so many bytes, b"" at the end."""
        at = self._at
        if at >= self.range.end:
            return self._following(size)
        number = bisect_right(self._begins, at) - 1
        at -= self._begins[number]
        data = self._pieces[number][at : at + size]
        self._at += len(data)
        return data

    def _following(self, size: int) -> bytes:
        """Up to so many bytes of what follows."""
        if self._after is None:
            self._file.seek(self._end)
            self._after = decode_zstd(_raw(self._file), self._window)
        while not self._rest:
            piece = next(self._after, None)
            if piece is None:
                return b""
            self._rest = piece
        data, self._rest = self._rest[:size], self._rest[size:]
        return data


def _raw(file: BinaryIO) -> Raw:
    return Raw(file.read)

