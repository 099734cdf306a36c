"""Each format, in one and in several parts, cut off and damaged, whatever the sizes of the reads."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import random
import struct
from collections.abc import Callable

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from pgnfen.inputs.compression import Damage, decoded_by, detect
from pgnfen.inputs.raw import Raw


def _text(size: int, seed: int = 1) -> bytes:
    words = random.Random(seed)
    return b" ".join(words.choice((b"e4", b"Nf3", b"O-O", b"Qxh7+", b"%d." % words.randrange(99)))
                     for _ in range(size // 3))  # fmt: skip


def _zstd(data: bytes) -> bytes:
    return zstandard.ZstdCompressor(write_checksum=True).compress(data)


PACK: dict[str, Callable[[bytes], bytes]] = {
    "gzip": lambda data: gzip.compress(data, mtime=0),
    "bzip2": lambda data: bz2.compress(data, 1),
    "xz": lzma.compress,
    "Zstandard": _zstd,
}
TEXT = _text(400_000)
PACKED = {kind: pack(TEXT) for kind, pack in PACK.items()}
SKIPPABLE = struct.pack("<II", 0x184D2A5C, 300_000) + b"s" * 300_000
KINDS = list(PACK)


class Pipe:
    """Reads of at most `most` bytes, no way back."""

    def __init__(self, data: bytes, most: int) -> None:
        self.file, self.most = io.BytesIO(data), most

    def read(self, n: int) -> bytes:
        return self.file.read(min(n, self.most))


def decode(kind: str, data: bytes, most: int = 0) -> tuple[bytes, Damage | None]:
    """Decode from a file, or from a pipe of short reads; what came out, and the damage."""
    file = io.BytesIO(data)
    raw = Raw(Pipe(data, most).read) if most else Raw(file.read, len(data), file.seek)
    out = bytearray()
    try:
        for chunk in decoded_by(kind, raw):
            assert 0 < len(chunk) <= 1 << (20 if kind == "Zstandard" else 18)
            out += chunk
    except Damage as damage:
        return bytes(out), damage
    return bytes(out), None


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("most", [0, 1000, 65536])
def test_whole(kind: str, most: int) -> None:
    assert detect(PACKED[kind][:10]) == kind
    assert decode(kind, PACKED[kind], most) == (TEXT, None)


@pytest.mark.parametrize("kind", KINDS)
@given(parts=st.lists(st.binary(max_size=300), min_size=1, max_size=5), most=st.integers(0, 40))
def test_several_parts_in_any_reads(kind: str, parts: list[bytes], most: int) -> None:
    packed = b"".join(PACK[kind](part) for part in parts)
    assert decode(kind, packed, most) == (b"".join(parts), None)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("most", [0, 777])
def test_cut_off_gives_what_there_is(kind: str, most: int) -> None:
    packed = PACKED[kind]
    for length in (len(packed) // 2, len(packed) - 1):
        out, damage = decode(kind, packed[:length], most)
        assert damage is not None and damage.what == "truncated"
        assert TEXT.startswith(out) and len(out) > len(TEXT) * 0.2
    assert out == TEXT or kind == "bzip2"


@pytest.mark.parametrize("kind", KINDS)
def test_cut_off_anywhere(kind: str) -> None:
    packed = PACK[kind](b"[Event]\n" * 9)
    for length in range(1, len(packed)):
        damage = decode(kind, packed + packed[:length])[1]
        assert damage is not None, length


@pytest.mark.parametrize("kind", KINDS)
def test_damage_in_the_second_part_costs_nothing_of_the_first(kind: str) -> None:
    broken = bytearray(PACKED[kind])
    broken[14:40] = b"\xff" * 26
    out, damage = decode(kind, PACKED[kind] + bytes(broken))
    assert damage is not None and damage.what == "damaged"
    assert out.startswith(TEXT)


@pytest.mark.parametrize("kind", KINDS)
def test_damage_late_gives_all_before_it(kind: str) -> None:
    packed = bytearray(PACKED[kind])
    at = len(packed) * 3 // 4
    packed[at : at + 2000] = bytes(2000)
    out, damage = decode(kind, bytes(packed))
    reference, cut = decode(kind, PACKED[kind][:at])
    assert damage is not None and damage.what == "damaged" and cut is not None
    assert out.startswith(reference) and len(reference) > len(TEXT) // 2


@pytest.mark.parametrize("kind", ["gzip", "Zstandard"])
@pytest.mark.parametrize("most", [0, 777])
def test_wrong_checksum_comes_after_the_last_byte(kind: str, most: int) -> None:
    at = -1 if kind == "Zstandard" else -5
    packed = bytearray(PACKED[kind])
    packed[at] ^= 1
    out, damage = decode(kind, bytes(packed), most)
    assert out == TEXT
    assert damage is not None and "check" in damage.detail


@pytest.mark.parametrize("kind", KINDS)
def test_other_data_behind(kind: str) -> None:
    out, damage = decode(kind, PACKED[kind] + b"no such data here")
    assert out == TEXT
    assert damage is not None and "more data follows after the end of the" in damage.detail
    assert decode(kind, PACKED[kind] + bytes(70_000)) == (TEXT, None)


def test_skippable_frames_anywhere() -> None:
    frame = PACKED["Zstandard"]
    assert detect(SKIPPABLE) == "Zstandard"
    assert decode("Zstandard", SKIPPABLE + frame + SKIPPABLE * 2 + frame + SKIPPABLE, 5000) == (TEXT * 2, None)
    assert decode("Zstandard", SKIPPABLE) == (b"", None)
    out, damage = decode("Zstandard", frame + SKIPPABLE[:-1])
    assert out == TEXT and damage is not None and damage.what == "truncated"


def test_zstandard_headers_of_every_kind() -> None:
    for size in (0, 1, 255, 256, 70_000, 700_000):
        for named in (True, False):
            packer = zstandard.ZstdCompressor(write_content_size=named, write_checksum=not named)
            assert decode("Zstandard", packer.compress(TEXT[:size])) == (TEXT[:size], None)
    stream = zstandard.ZstdCompressor(level=19).compressobj()  # size not known when it starts
    packed = stream.compress(TEXT) + stream.flush()
    assert decode("Zstandard", packed) == (TEXT, None)


def test_zstandard_window_too_large_says_what_to_do() -> None:
    settings = zstandard.ZstdCompressionParameters(window_log=28, write_content_size=False)
    stream = zstandard.ZstdCompressor(compression_params=settings).compressobj()
    out, damage = decode("Zstandard", stream.compress(b"x" * 9999) + stream.flush())
    assert out == b"" and damage is not None
    assert "256 MiB" in damage.detail and "--long 28" in damage.detail


@pytest.mark.parametrize("kind", KINDS)
def test_a_bomb_comes_in_small_pieces(kind: str) -> None:
    packed = PACK[kind](bytes(30_000_000))
    assert len(packed) < 40_000
    assert decode(kind, packed) == (bytes(30_000_000), None)  # decode() looks at each chunk's size


def test_detect_is_not_fooled_by_text() -> None:
    for text in (b"", b"B", b"BZh", b"BZh9 is no", b"PK\x03", b"P", b"[Event \"x\"]", b"PPPP*M\x18"):
        assert detect(text) is None
    assert detect(bz2.compress(b"")[:10]) == "bzip2"


def test_zstandard_blocks_decoded_together_lose_nothing_to_damage() -> None:
    """From a file many blocks are decoded at a time, from a pipe one: both give every byte before the damage."""
    packed = _zstd(_text(3_000_000))
    chance, cut = random.Random(3), 0
    for _ in range(60):
        at = chance.randrange(len(packed))
        damaged = packed[:at] + bytes([packed[at] ^ chance.randrange(1, 256)]) + packed[at + 1 :]
        (out, damage), (expected, reason) = decode("Zstandard", damaged), decode("Zstandard", damaged, 65536)
        assert (out, str(damage)) == (expected, str(reason))
        cut += damage is not None and len(out) > 1 << 18
    assert cut > 20


def test_a_read_that_fails_comes_after_the_blocks_before_it() -> None:
    packed = _zstd(_text(3_000_000))
    middle = len(packed) // 2

    class Failing(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            if self.tell() >= middle:
                raise OSError("the disk is gone")
            return super().read(min(size or 0, middle - self.tell()))

    file, out = Failing(packed), bytearray()
    with pytest.raises(OSError, match="the disk is gone"):
        for chunk in decoded_by("Zstandard", Raw(file.read, len(packed), file.seek)):
            out += chunk
    expected, damage = decode("Zstandard", packed[:middle], 65536)
    assert damage is not None and bytes(out) == expected and len(out) > 1_000_000
