"""Zstandard data of many frames in runs of frames, each decoded by itself.

Where frames end is taken from the skippable frame before each, with its size, as pzstd and pgnfen write them. That is
held to the data: a run that is not decoded to its very end, or is damaged, or holds too much, is no run.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import BinaryIO

from pgnfen.inputs.content import ZSTD_MAGIC, Damage
from pgnfen.inputs.raw import Raw
from pgnfen.inputs.zstd import decode_zstd
from pgnfen.pgn.ranges import Range

MOST = 512 << 20  # bytes of content of a run, which is held in memory
_RATIO = 8  # of text to what a run of it takes; archives have 4 to 7
_HINT = b"\x50\x2a\x4d\x18\x04\0\0\0"


def frame_runs(file: BinaryIO, size: int, part: int) -> tuple[Range, ...]:
    """The runs of a file of that many bytes, each of about `part` bytes of content; () where there is no more than one,
    or frames are without their sizes. Costs a read of 16 bytes a frame."""
    cuts, at = [0], 0
    while at < size:
        file.seek(at)
        head = file.read(16)
        if head[:8] != _HINT or head[12:] != ZSTD_MAGIC:
            return ()
        at += 12 + int.from_bytes(head[8:12], "little")
        if at - cuts[-1] >= part // _RATIO or at >= size:
            cuts.append(at)
    return tuple(map(Range, cuts, cuts[1:])) if at == size and len(cuts) > 2 else ()


class Run:
    """A run of frames as a file of text: seek and read, from its beginning to the end of all the data.

    `begin` is where its text begins in that of the whole, and offsets are those. Raises Damage where it is no run, and
    where what follows is damaged.
    """

    def __init__(self, file: BinaryIO, part: Range, window: int, begin: int = 0) -> None:
        self._file, self._end, self._window = file, part.end, window
        file.seek(part.begin)
        packed = file.read(part.end - part.begin)
        pieces, have = [], 0
        for piece in decode_zstd(_raw(io.BytesIO(packed)), window):
            pieces.append(piece)
            have += len(piece)
            if have > MOST:
                raise Damage("undecodable", "Zstandard", "it is too large for a run")
        self._text = b"".join(pieces)
        self.range = Range(begin, begin + have)
        self.seek(begin)

    def seek(self, offset: int) -> None:
        """Go to an offset, at least `begin`; in what follows the run, from its first byte on."""
        self._at = offset - self.range.begin
        self._after: Iterator[bytes] | None = None
        self._rest = b""
        left = self._at - len(self._text)
        while left > 0 and (data := self._following(left)):
            left -= len(data)

    def read(self, size: int = -1) -> bytes:
        """Up to so many bytes, b"" at the end."""
        data = self._text[self._at : self._at + size]
        if not data and size:
            return self._following(size)
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

