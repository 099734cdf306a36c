"""Zstandard written in frames, each behind a skippable frame with its size, as pzstd does it.

`zstd -d` decodes it as ever; pzstd, and `frames` here, decode the frames by several threads.
"""

from __future__ import annotations

from typing import BinaryIO

import zstandard

FRAME = 4 << 20  # bytes of content: what is held of it, compressed, is about a third
_SIZE_FOLLOWS = bytes.fromhex("50 2a 4d 18 04 00 00 00")


class FramesWriter:
    """A file whose content is written to `file`, compressed; `file` stays open."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._compressor = zstandard.ZstdCompressor(write_checksum=True)
        self._begin()
        self._empty = True

    def _begin(self) -> None:
        self._frame = self._compressor.compressobj()
        self._parts: list[bytes] = []
        self._left = FRAME

    def write(self, data: bytes | bytearray | memoryview) -> int:
        """Append bytes; returns how many."""
        view = memoryview(data).cast("B")
        size = len(view)
        while view:
            piece, view = view[: self._left], view[self._left :]
            self._left -= len(piece)
            if out := self._frame.compress(piece):
                self._parts.append(out)
            if not self._left:
                self._end()
                self._begin()
        return size

    def _end(self) -> None:
        frame = b"".join((*self._parts, self._frame.flush()))
        self._file.write(_SIZE_FOLLOWS + len(frame).to_bytes(4, "little") + frame)
        self._empty = False

    def close(self) -> None:
        """Write what is left; nothing is Zstandard data only as an empty frame."""
        if self._left < FRAME or self._empty:
            self._end()
            self._left, self._empty = FRAME, False
