"""Zstandard frames, decoded block by block.

The frame and block headers (RFC 8878) are walked here and libzstd gets whole blocks (each at most 128 KiB of
output): so a damaged block or checksum costs no byte before it, truncation is noticed (both interfaces of
`zstandard` let it pass), memory stays small for any ratio, and skippable frames are welcome anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pgnfen.inputs.content import ZSTD_MAGIC, Damage, is_skippable
from pgnfen.inputs.raw import LARGEST_WINDOW, WINDOW, Raw, window_log
from pgnfen.lazy import deferred

with deferred:
    from pgnfen.inputs.frames import by_frames

if TYPE_CHECKING:
    import zstandard

_RLE, _RESERVED = 1, 3
_BLOCK = 1 << 17  # bytes that a block decodes to, at most
_TOGETHER = 8  # blocks in a call, where an error can be undone: each call waits for the interpreter


def decode_zstd(raw: Raw, window: int = WINDOW, threads: int = 1) -> Iterator[bytes]:
    """The content of every frame in pieces of at most 1 MiB; Damage behind the last good one.

    `window`, `threads`: see Limits.
    """
    if threads > 1:
        def frame(raw: Raw) -> Iterator[bytes]:
            return _next_frame(raw, window)

        def decode(raw: Raw) -> Iterator[bytes]:
            return decode_zstd(raw, window)

        yield from by_frames(raw, frame, decode, threads)
        return
    while raw.peek(1):
        yield from _next_frame(raw, window)


def _next_frame(raw: Raw, window: int) -> Iterator[bytes]:
    """The content of the next frame; padding and skippable frames have none."""
    head = raw.peek(4)
    if head == ZSTD_MAGIC:
        yield from _frame(raw, window)
    elif is_skippable(head):
        _skip_frame(raw)
    elif not any(head):
        raw.take(4)  # padding, as other formats allow it
    elif len(head) < 4:
        raise Damage("truncated", "Zstandard")
    else:
        raise Damage("damaged", "Zstandard", "more data follows after the end of the Zstandard data")


def _skip_frame(raw: Raw) -> None:
    head = raw.take(8)
    size = int.from_bytes(head[4:], "little")
    if len(head) < 8 or raw.skip(size) < size:
        raise Damage("truncated", "Zstandard")


def _frame(raw: Raw, window: int) -> Iterator[bytes]:
    """One frame. An error loses the output of its call: a file is then decoded again, a block at a time."""
    start, made = raw.position, 0
    if raw.seekable:
        try:
            for out in _decoded(raw, _TOGETHER, window):
                made += len(out)
                yield out
        except Damage as damage:
            if damage.what == "truncated":
                raise
            raw.seek(start)
        else:
            return
    for out in _decoded(raw, 1, window):
        skipped = min(made, len(out))
        made -= skipped
        if len(out) > skipped:
            yield out[skipped:]


def _decoded(raw: Raw, together: int, window: int) -> Iterator[bytes]:
    """The content of a frame, so many blocks at a time."""
    import zstandard  # slow to import, and other compression and archives are read without it

    header, checksum = _header(raw, window)
    decoder = zstandard.ZstdDecompressor(max_window_size=1 << window).decompressobj(write_size=together * _BLOCK)
    _feed(decoder, header)
    last = False
    while not last:
        blocks, last, whole = _blocks(raw, together)
        out = _feed(decoder, blocks)
        if out:
            yield out
        if not whole:
            raise Damage("truncated", "Zstandard")
    if checksum:
        tail = raw.take(4)
        _feed(decoder, tail)
        if len(tail) < 4:
            raise Damage("truncated", "Zstandard")


def _blocks(raw: Raw, most: int) -> tuple[bytes, bool, bool]:
    """The next blocks of a frame, whether they end it, and whether the last of them is whole."""
    parts: list[bytes] = []
    last = False
    while not last and len(parts) < most:
        try:
            head = int.from_bytes(raw.peek(3), "little")
            kind, length = head >> 1 & 3, 3 + (head >> 3)
            if kind == _RESERVED and parts:
                break
            if kind == _RLE:
                length = 4
            block = raw.take(length)
        except OSError:
            if parts:
                break  # it is raised again, once these are decoded
            raise
        if kind == _RESERVED and len(block) >= 3:
            raise Damage("damaged", "Zstandard", "a block of unknown type")
        parts.append(block)
        last = bool(head & 1)
        if len(block) < length:
            return b"".join(parts), last, False
    return b"".join(parts), last, True


def _feed(decoder: zstandard.ZstdDecompressionObj, data: bytes) -> bytes:
    import zstandard

    try:
        return decoder.decompress(data)
    except zstandard.ZstdError as error:
        raise Damage("damaged", "Zstandard", str(error).rpartition(": ")[2]) from None


def _header(raw: Raw, most: int) -> tuple[bytes, bool]:
    """Take a frame's header: its bytes, and whether a checksum ends the frame."""
    start = raw.peek(6)
    if len(start) < 6:
        raise Damage("truncated", "Zstandard")
    flags = start[4]
    single = bool(flags & 0x20)
    dictionary = (0, 1, 2, 4)[flags & 3]
    content = (1 if single else 0, 2, 4, 8)[flags >> 6]
    length = 5 + (not single) + dictionary + content
    header = raw.take(length)
    if len(header) < length:
        raise Damage("truncated", "Zstandard")
    if any(header[6 - single : 6 - single + dictionary]):
        raise Damage("damaged", "Zstandard", "it needs the dictionary it was compressed with")
    if single:
        window = int.from_bytes(header[length - content :], "little") + (256 if content == 2 else 0)
    else:
        base = 1 << (10 + (start[5] >> 3))
        window = base + (base >> 3) * (start[5] & 7)
    if window > 1 << most:
        log = window_log(window)
        how = f"--long {log} allows it" if log <= LARGEST_WINDOW else "no decoder supports it"
        raise Damage("undecodable", "Zstandard", f"it needs a window of {window >> 20} MiB; {how}")
    return header, bool(flags & 4)
