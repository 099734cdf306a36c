"""Compression decoded in a stream.

A decoder is a generator over a Raw. It gives every byte that can be had and only then raises Damage;
it holds a few hundred KiB whatever the ratio.
"""

from __future__ import annotations

import bz2
import lzma
import zlib
from collections.abc import Callable, Generator, Iterator
from typing import Protocol

from pgnfen.inputs.content import GZIP_MAGIC, XZ_MAGIC, Damage, detect
from pgnfen.inputs.raw import WINDOW, Raw
from pgnfen.inputs.zstd import decode_zstd
from pgnfen.lazy import deferred

with deferred:
    from pgnfen.inputs.frames import by_members, bzip2_end, gzip_end

__all__ = ["Damage", "decode_bzip2", "decode_zstd", "decoded_by", "detect", "inflate"]

_IN = 1 << 16  # compressed bytes fed at a time
_OUT = 1 << 18  # the most that a call may put out
BZIP2_MAGIC = b"BZh"
_CAREFUL = 256  # fed at a time where going back is impossible (bzip2 and xz from a pipe)
_XZ_MEMORY = 256 << 20  # xz -9 needs 65 MiB


def inflate(raw: Raw, wbits: int = -15, kind: str = "zip") -> Iterator[bytes]:
    """One deflate stream (zlib's `wbits`); what follows it is left in `raw`'s place as far as read.

    Raises Damage when it is cut off or wrong.
    """
    yield from _deflate_stream(raw, b"", wbits, kind)


def _deflate_stream(raw: Raw, data: bytes, wbits: int, kind: str) -> Generator[bytes, None, bytes]:
    """Decode one stream that starts with `data`; returns (as a generator does) the bytes after it."""
    decoder = zlib.decompressobj(wbits)
    while not decoder.eof:
        if not data and not (data := raw.read(_IN)):
            if out := decoder.flush():
                yield out
            raise Damage("truncated", kind)
        before = decoder.copy()  # an error throws away what its call had put out
        try:
            out = decoder.decompress(data, _OUT)
        except zlib.error as error:
            yield from _bytewise(before, data)
            raise Damage("damaged", kind, str(error).rpartition(": ")[2]) from None
        data = decoder.unconsumed_tail
        if out:
            yield out
    return decoder.unused_data


def _bytewise(decoder: zlib._Decompress, data: bytes) -> Iterator[bytes]:
    """Everything that comes out before the error which is known to be in `data`."""
    for i in range(len(data)):
        try:
            out = decoder.decompress(data[i : i + 1])
        except zlib.error:
            return
        if out:
            yield out


def decode_gzip(raw: Raw, data: bytes = b"") -> Iterator[bytes]:
    """The content of every gzip member, the first of which begins with `data`; Damage after the last good byte."""
    while True:
        data = yield from _deflate_stream(raw, data, 31, "gzip")
        data = _next_stream(raw, data, GZIP_MAGIC, "gzip")
        if not data:
            return


def _next_stream(raw: Raw, data: bytes, magic: bytes, kind: str) -> bytes:
    """The bytes from the next stream's start, b"" at the end; NUL padding between is passed over."""
    while not (data := data.lstrip(b"\0")):
        if not (data := raw.read(_IN)):
            return b""
    while len(data) < len(magic) and (more := raw.read(_IN)):
        data += more
    if not data.startswith(magic[: len(data)]):
        raise Damage("damaged", kind, f"more data follows after the end of the {kind} data")
    return data


class _Decoder(Protocol):
    """What bz2 and lzma decompressors have in common."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int = -1) -> bytes: ...


def decode_bzip2(raw: Raw, data: bytes = b"") -> Iterator[bytes]:
    """As decode_gzip, of bzip2 streams (pipes: see _streams)."""
    return _streams(raw, data, bz2.BZ2Decompressor, BZIP2_MAGIC, "bzip2")


def decode_xz(raw: Raw) -> Iterator[bytes]:
    """The content of every xz stream; Damage after the last good byte (pipes: see _streams)."""
    return _streams(raw, b"", lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, _XZ_MEMORY), XZ_MAGIC, "xz")


def _streams(raw: Raw, data: bytes, make: Callable[[], _Decoder], magic: bytes, kind: str) -> Iterator[bytes]:
    """Decode streams one after the other.

    These decoders lose a call's output on an error and cannot be copied: a file is read a second time
    from the start of the stream, a pipe is fed in small pieces so that little is lost.
    """
    step = _IN if raw.seekable else _CAREFUL
    while True:
        decoder, start, made = make(), raw.position - len(data), 0
        fed = start
        while not decoder.eof:
            if decoder.needs_input:
                fed = raw.position - len(data)
                if not data and not (data := raw.read(step)):
                    raise Damage("truncated", kind)
            try:
                out = decoder.decompress(data, _OUT)
            except (OSError, lzma.LZMAError, EOFError) as error:
                if raw.seekable:
                    yield from _again(raw, make(), start, fed, made)
                raise Damage("damaged", kind, _plain(error)) from None
            data = b""
            made += len(out)
            if out:
                yield out
        data = _next_stream(raw, decoder.unused_data, magic, kind)
        if not data:
            return


def _again(raw: Raw, decoder: _Decoder, start: int, fed: int, made: int) -> Iterator[bytes]:
    """Decode once more from `start`, byte by byte from `fed` on; gives what comes after `made` bytes."""
    raw.seek(start)
    data = b""
    while True:
        if decoder.needs_input:
            data = raw.read(min(_IN, fed - raw.position) if raw.position < fed else 1)
            if not data:
                return
        try:
            out = decoder.decompress(data, _OUT)
        except (OSError, lzma.LZMAError, EOFError):
            return
        data = b""
        skipped = min(made, len(out))
        made -= skipped
        if len(out) > skipped:
            yield out[skipped:]


def _plain(error: Exception) -> str:
    text = str(error)
    if "emory" in text:
        return "it needs more than 256 MiB of memory; decompress it with xz -d"
    return text[:1].lower() + text[1:]


def decoded_by(kind: str, raw: Raw, window: int = WINDOW, threads: int = 1) -> Iterator[bytes]:
    """The content of `raw`, compressed as `detect` says; `window` and `threads` as in Limits."""
    if kind == "Zstandard":
        return decode_zstd(raw, window, threads)
    if kind == "xz":
        return decode_xz(raw)
    if threads > 1 and raw.seekable:
        return _by_threads(kind, raw, threads)
    return decode_gzip(raw) if kind == "gzip" else decode_bzip2(raw)


def _by_threads(kind: str, raw: Raw, threads: int) -> Iterator[bytes]:
    """The content of gzip or bzip2 data, as far as it comes in pieces by several threads."""
    decode, magic, end = decode_gzip, GZIP_MAGIC, gzip_end
    if kind == "bzip2":
        decode, magic, end = decode_bzip2, BZIP2_MAGIC, bzip2_end
    start = raw.position
    yield from by_members(raw, end, decode, threads)
    if raw.position == start:
        yield from decode(raw)
    elif data := _next_stream(raw, b"", magic, kind):
        yield from decode(raw, data)
