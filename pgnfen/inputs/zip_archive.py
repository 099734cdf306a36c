"""The PGN members of a zip archive, in archive order.

`zipfile` reads the directory; the members' data is decoded here, because ZipExtFile drops the last
bytes before a damage.
"""

from __future__ import annotations

import lzma
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO

from pgnfen.errors import InputError, MissingInputError, TruncatedInputError, UnreadableInputError
from pgnfen.inputs.compression import decode_bzip2, decode_zstd, inflate
from pgnfen.inputs.content import Damage
from pgnfen.inputs.names import wanted
from pgnfen.inputs.raw import Limits, Raw, raw_of_chunks
from pgnfen.inputs.stream import PassedOver, Source, source_of, why

_LOCAL = b"PK\x03\x04"
_SIZES_FOLLOW = 8  # flag: sizes and checksum stand after the data (and in the directory)
_UNKNOWN = -1  # no checksum
_FIELDS = ((6, 8), (8, 10), (14, 18), (18, 22), (22, 26), (26, 28), (28, 30))
_STORED, _DEFLATED, _BZIP2, _LZMA, _ZSTD = 0, 8, 12, 14, 93
# What zipfile raises for archives that are damaged, or beyond it.
_UNREADABLE = (zipfile.BadZipFile, NotImplementedError, EOFError, ValueError, struct.error)
_PLAIN: dict[int, Callable[[Raw], Iterator[bytes]]] = {
    _DEFLATED: inflate,
    _BZIP2: decode_bzip2,
}


class _Shared:
    """One open archive, closed when the last of its members is."""

    def __init__(self, file: BinaryIO, limits: Limits) -> None:
        self.file, self.users, self.limits = file, 1, limits

    def release(self) -> None:
        self.users -= 1
        if not self.users:
            self.file.close()

    def member(self, start: int, size: int) -> Raw:
        """A Raw over `size` bytes from `start`; several may be read in turns."""
        self.users += 1
        position = 0

        def read(n: int) -> bytes:
            nonlocal position
            self.file.seek(start + position)
            data = self.file.read(min(n, size - position))
            position += len(data)
            return data

        def seek(to: int) -> None:
            nonlocal position
            position = to

        return Raw(read, size, seek, self.release)


def zip_sources(
    file: BinaryIO, name: str, suffixes: Sequence[str], demand: bool, limits: Limits
) -> Iterator[Source | InputError]:
    """A Source for each PGN member of the open, seekable archive `file`, which is closed at the end.

    An archive without one is an InputError when `demand`ed, and so is each zip archive in it. The first Source has the
    names of the other members in `passed_over`.
    """
    shared = _Shared(file, limits)
    try:
        try:
            archive = zipfile.ZipFile(file)
        except _UNREADABLE as error:
            yield from _without_directory(shared, name, suffixes)
            reason = f"truncated or damaged zip archive ({why(error)}); get a complete copy of the file"
            yield TruncatedInputError(name, reason)
            return
        members = [info for info in archive.infolist() if _shown(info)]
        passed_over = [info.filename for info in members if not (_is_zip(info) or wanted(_path(info), suffixes))]
        if demand and len(passed_over) == len(members):
            holding = f"is a zip archive without a {' or '.join(suffixes)} file{_holding(passed_over)}"
            yield MissingInputError(name, holding)
        for info in members:
            if _is_zip(info):
                inner = f"{name}:{info.filename}"
                yield UnreadableInputError(inner, "is a zip archive in a zip archive; unpack it first")
            elif wanted(_path(info), suffixes):
                source = _member(shared, archive, info, name)
                if passed_over and isinstance(source, Source):
                    source.passed_over, passed_over = PassedOver(name, tuple(passed_over)), []
                yield source
    except OSError as error:
        yield UnreadableInputError(name, f"could not be read: {why(error)}")
    finally:
        shared.release()


def _path(info: zipfile.ZipInfo) -> str:
    return info.filename.replace("\\", "/")


def _shown(info: zipfile.ZipInfo) -> bool:
    """Whether this is a file that its owner sees, and no folder."""
    path = _path(info)
    return not (info.is_dir() or path.startswith("__MACOSX/") or path.rpartition("/")[2].startswith("."))


def _is_zip(info: zipfile.ZipInfo) -> bool:
    return info.filename.lower().endswith(".zip")


def _holding(names: Sequence[str]) -> str:
    """What an archive holds instead of what was looked for."""
    if not names:
        return ""
    more = f" and {len(names) - 1:,} more" if len(names) > 1 else ""
    return f"; it contains {names[0]}{more}"


def _member(
    shared: _Shared, archive: zipfile.ZipFile | None, info: zipfile.ZipInfo, name: str
) -> Source | InputError:
    shown = f"{name}:{info.filename}"
    if info.flag_bits & 1:
        return UnreadableInputError(shown, "is encrypted; unpack the archive with its password first")
    shared.file.seek(max(0, info.header_offset))  # a damaged directory may point before the start
    header = shared.file.read(30) if info.header_offset >= 0 else b""
    if len(header) < 30 or header[:4] != _LOCAL:
        return UnreadableInputError(shown, "damaged zip archive (a file is missing at its listed position)")
    skip = 30 + int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
    raw = shared.member(info.header_offset + skip, info.compress_size)
    if info.compress_type == _STORED:
        chunks = _stored(raw)
    elif info.compress_type in _PLAIN:
        chunks = _PLAIN[info.compress_type](raw)
    elif info.compress_type == _ZSTD:
        chunks = decode_zstd(raw, shared.limits.window)
    elif info.compress_type == _LZMA and archive is not None:
        chunks = _by_zipfile(archive, info, raw)
    else:
        raw.close()
        return UnreadableInputError(shown, f"compressed by zip method {info.compress_type}; unpack the archive first")
    return source_of(raw, shown, raw_of_chunks(_checked(chunks, info), raw), limits=shared.limits)


def _stored(raw: Raw) -> Iterator[bytes]:
    while data := raw.read(1 << 18):
        yield data
    if raw.size is not None and raw.position < raw.size:
        raise Damage("truncated", "zip")


def _by_zipfile(archive: zipfile.ZipFile, info: zipfile.ZipInfo, raw: Raw) -> Iterator[bytes]:
    """LZMA members, which few archives have, the standard library's way."""
    try:
        with archive.open(info) as member:
            while data := member.read(1 << 16):
                raw.consumed = min(raw.consumed + len(data), info.compress_size)
                yield data
    except (*_UNREADABLE, lzma.LZMAError, RuntimeError) as error:
        raise Damage("damaged", "zip", why(error)) from None


def _checked(chunks: Iterator[bytes], info: zipfile.ZipInfo) -> Iterator[bytes]:
    """The chunks; Damage at their end when length or checksum are not those of the directory."""
    crc = size = 0
    for chunk in chunks:
        crc, size = zlib.crc32(chunk, crc), size + len(chunk)
        yield chunk
    if info.CRC != _UNKNOWN and (crc, size) != (info.CRC, info.file_size):
        raise Damage("damaged", "zip", "length or checksum is wrong")


def _without_directory(shared: _Shared, name: str, suffixes: Sequence[str]) -> Iterator[Source | InputError]:
    """The members of an archive that lost its directory, by the headers before each of them."""
    end = shared.file.seek(0, 2)
    at = 0
    while at + 30 <= end:
        shared.file.seek(at)
        header = shared.file.read(30)
        if header[:4] != _LOCAL:
            return
        fields = [int.from_bytes(header[a:b], "little") for a, b in _FIELDS]
        flags, method, crc, packed, size, name_length, extra_length = fields
        filename = shared.file.read(name_length)
        info = zipfile.ZipInfo(filename.decode("utf-8" if flags & 0x800 else "cp437", "replace"))
        info.flag_bits, info.compress_type, info.CRC = flags, method, crc
        info.file_size, info.header_offset = size, at
        start = at + 30 + name_length + extra_length
        unknown = bool(flags & _SIZES_FOLLOW) or packed == 0xFFFFFFFF
        if unknown:
            info.CRC = _UNKNOWN
        info.compress_size = end - start if unknown else packed
        if wanted(info.filename, suffixes) and not info.is_dir():
            yield _member(shared, None, info, name)
        if unknown:  # where the next one starts is not known
            return
        at = start + packed
