"""Compressed data that consists of many pieces, each decodable by itself, decoded by several threads.

Zstandard: frames, as pzstd, the seekable format or `cat` put them one behind the other; where a frame ends is said by
its own blocks, as the decoder follows them, so that no word of a skippable frame or a seek table is relied on. gzip:
members that say their size (bgzip); bzip2: streams (pbzip2). There the word may be wrong: what follows is then decoded
again from there, as if nothing had been said. In all of them no byte before a damage is lost.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator

from pgnfen.inputs.content import ZSTD_MAGIC, Damage, is_skippable
from pgnfen.inputs.parallel import HELD, Run, in_order
from pgnfen.inputs.raw import Raw
from pgnfen.lazy import regex

RUN = 1 << 20  # bytes, compressed: small pieces are decoded so many together
LARGEST = 16 << 20  # a larger piece is decoded as it comes: pzstd's have a third of that, or half
_BULK = 8 << 20  # bytes of content

_BZIP2 = regex(rb"BZh[1-9]1AY&SY")
_RLE, _RESERVED = 1, 3

Decoder = Callable[[Raw], Iterator[bytes]]
End = Callable[[bytes, int], "int | None"]
"""Where the piece ends that begins at a position; -1 where that is not in the data, None where it has no such end."""


def by_frames(raw: Raw, frame: Decoder, decode: Decoder, threads: int) -> Iterator[bytes]:
    """The content of Zstandard data, by `decode`; of the next frame alone, by `frame`.

    From a pipe the first of it is decoded as it comes: whoever writes little is not waited for.
    """
    made = _BULK if raw.seekable else 0
    while made < _BULK and raw.peek(1):
        for out in frame(raw):
            made += len(out)
            yield out
    while _ahead(raw, 1):
        yield from in_order(_runs(raw, zstandard_end), lambda run: decode(_raw(run)), threads)
        if _ahead(raw, 1):  # a piece that is large, damaged, or not all there
            yield from frame(raw)


def by_members(raw: Raw, end: End, decode: Decoder, threads: int) -> Iterator[bytes]:
    """The content of gzip or bzip2 data in a file, by `decode`, as far as its pieces tell where they end."""


    def decoded(run: Run) -> Iterator[bytes]:
        made = 0
        try:
            for out in decode(_raw(run)):
                made += len(out)
                yield out
        except Damage:
            raise _OtherwiseError(run.position, made) from None

    try:
        yield from in_order(_runs(raw, end), decoded, threads)
    except _OtherwiseError as otherwise:
        raw.seek(otherwise.position)
        made = otherwise.made
        for out in decode(raw):
            skipped = min(made, len(out))
            made -= skipped
            if len(out) > skipped:
                yield out[skipped:]


class _OtherwiseError(Exception):
    """From this position on the data is not as it says; so much of its content has been given out."""

    def __init__(self, position: int, made: int) -> None:
        super().__init__()
        self.position, self.made = position, made


def _raw(run: Run) -> Raw:
    file = io.BytesIO(run.data)
    return Raw(file.read, len(run.data), file.seek)


def _ahead(raw: Raw, n: int) -> bytes:
    """The next n bytes, fewer before the end or an error, which the decoder will meet in its place."""
    try:
        return raw.peek(n)
    except (Damage, OSError):
        return raw.peek(min(n, raw.buffered)) if raw.buffered else b"\0"


def _runs(raw: Raw, end: End) -> Iterator[Run]:
    """Whole pieces from `raw`, several together where they are small; what is left there is no whole piece."""
    while True:
        want, at = RUN, 0
        data = _ahead(raw, want)
        while at < RUN:
            to = end(data, at)
            if to is not None and to >= 0:
                at = to
            elif to is None or len(data) < want or want >= LARGEST or at:
                break
            else:
                want *= 2
                data = _ahead(raw, want)
        if not at:
            return
        del data
        yield Run(raw.position, raw.take(at))


def zstandard_end(data: bytes, at: int) -> int | None:
    """The end of the frame at `at`, skippable or not, or of padding; see End. A frame of much content is to be decoded
    as it comes.

    >>> zstandard_end(bytes.fromhex("50 2a 4d 18 04 00 00 00 11 22 33 44 28"), 0)
    12
    """
    head = data[at : at + 14]
    if len(head) < 8:
        return -1
    if is_skippable(head):
        end = at + 8 + int.from_bytes(head[4:8], "little")
        return end if end <= len(data) else -1
    if head[:4] != ZSTD_MAGIC:
        return None if any(head[:4]) else at + 4
    flags = head[4]
    single = bool(flags & 0x20)
    size = (1 if single else 0, 2, 4, 8)[flags >> 6]
    at += 5 + (not single) + (0, 1, 2, 4)[flags & 3]
    if size >= 4 and int.from_bytes(data[at : at + size], "little") > 2 * HELD:
        return None
    behind = _blocks_end(data, at + size)
    if behind is None or behind < 0:
        return behind
    end = behind + (4 if flags & 4 else 0)
    return end if end <= len(data) else -1


def _blocks_end(data: bytes, at: int) -> int | None:
    """The end of the blocks of a Zstandard frame, the first of which is at `at`; see End."""
    last = False
    while not last:
        block = int.from_bytes(data[at : at + 3], "little")
        kind = block >> 1 & 3
        if kind == _RESERVED and at + 3 <= len(data):
            return None
        last = bool(block & 1)
        at += 4 if kind == _RLE else 3 + (block >> 3)
        if at > len(data):
            return -1
    return at


def gzip_end(data: bytes, at: int) -> int | None:
    """The end of the member at `at` as its header says it (bgzip's subfield BC); see End."""
    head = data[at : at + 18]
    if head[:4] != b"\x1f\x8b\x08\x04" or head[12:16] != b"BC\x02\x00":
        return None
    end = at + int.from_bytes(head[16:18], "little") + 1
    return None if end <= at + 18 else end if end <= len(data) else -1


def bzip2_end(data: bytes, at: int) -> int | None:
    """The end of the stream at `at`: where something that looks like another begins; see End."""
    found = _BZIP2.search(data, at + 10)
    return found.start() if found else -1
