"""Decoded by several threads: the same bytes and the same errors as by one, wherever the data is damaged."""

from __future__ import annotations

import bz2
import gzip
import io
import random
import shutil
import subprocess
import threading
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
import zstandard

from pgnfen.errors import InputError
from pgnfen.inputs import frames, parallel
from pgnfen.inputs.raw import Limits
from pgnfen.inputs.source import Source, find_sources
from pgnfen.inputs.writer import OutputFile
from pgnfen.inputs.zstd_writer import FRAME

TEXT = b"".join(b"%d. Nf%d " % one for one in enumerate(random.Random(1).choices(range(9), k=60_000)))
PADDING = bytes(4)


@pytest.fixture(autouse=True)
def small_runs(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Limits that a test's data reaches; and no thread is left."""
    monkeypatch.setattr(frames, "RUN", 3000)
    monkeypatch.setattr(frames, "LARGEST", 20_000)
    monkeypatch.setattr(frames, "_BULK", 50_000)
    monkeypatch.setattr(parallel, "HELD", 40_000)
    yield
    end = time.monotonic() + 5
    while threads() and time.monotonic() < end:
        time.sleep(0.01)
    assert not threads()


def threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "decode"]


def skippable(content: bytes, magic: int = 0x50) -> bytes:
    return bytes([magic]) + b"\x2a\x4d\x18" + len(content).to_bytes(4, "little") + content


def pieces(size: int) -> list[bytes]:
    return [TEXT[at : at + size] for at in range(0, len(TEXT), size)]


def _frames(size: int) -> list[bytes]:
    packer = zstandard.ZstdCompressor(write_checksum=True)
    return [packer.compress(piece) for piece in pieces(size)]


def seek_table(parts: list[bytes], size: int) -> bytes:
    rows = b"".join(len(part).to_bytes(4, "little") + size.to_bytes(4, "little") for part in parts)
    return skippable(rows + len(parts).to_bytes(4, "little") + b"\x00" + bytes.fromhex("b1ea928f"), 0x5E)


def bgzf(data: bytes, lie: int = 0) -> bytes:
    packer = zlib.compressobj(6, zlib.DEFLATED, -15)
    body = packer.compress(data) + packer.flush()
    size = (len(body) + 26 - 1 + lie) & 0xFFFF
    head = b"\x1f\x8b\x08\x04" + bytes(4) + b"\x00\xff\x06\x00BC\x02\x00" + size.to_bytes(2, "little")
    return head + body + zlib.crc32(data).to_bytes(4, "little") + len(data).to_bytes(4, "little")


PACKED = {
    "pzstd": b"".join(skippable(len(part).to_bytes(4, "little")) + part for part in _frames(50_000)),
    "pzstd that lies": b"".join(skippable(b"\x03\x00\x00\x00") + part for part in _frames(50_000)),
    "seekable": b"".join(_frames(20_000)) + seek_table(_frames(20_000), 20_000),
    "tiny frames": b"".join(_frames(700)),
    "padded": PADDING.join(_frames(30_000)) + PADDING,
    "one frame": b"".join(_frames(len(TEXT))),
    "large and small": b"".join(zstandard.compress(TEXT[a:b]) for a, b in ((0, 200_000), (200_000, 210_000),
                                (210_000, 220_000), (220_000, 500_000), (500_000, len(TEXT)))),
    "empty frames": zstandard.compress(b"").join(_frames(5000)),
    "runs of one byte": b"".join(zstandard.compress(b"[" * 300_000) for _ in range(3)) + _frames(len(TEXT))[0],
    "bgzip": b"".join(map(bgzf, pieces(3000))) + bgzf(b""),
    "bgzip, then gzip": b"".join(map(bgzf, pieces(3000)[:20])) + gzip.compress(TEXT[60_000:]),
    "pbzip2": b"".join(map(bz2.compress, pieces(9000))),
    "bzip2": bz2.compress(TEXT),
}


def content(data: bytes, threads: int, pipe: bool) -> tuple[bytes, str]:
    """What comes out, and the error at the end."""
    source: Source | InputError
    if pipe:
        [source] = find_sources([], io.BytesIO(data), limits=Limits(threads=threads))
    else:
        [source] = find_sources([data], limits=Limits(threads=threads))
    if isinstance(source, InputError):
        return b"", str(source)
    out = bytearray()
    with source:
        try:
            while piece := source.read(10_000):
                out += piece
        except InputError as error:
            return bytes(out), str(error)
    return bytes(out), ""


@pytest.mark.parametrize("pipe", [False, True])
@pytest.mark.parametrize("name", PACKED)
def test_whole_data(name: str, pipe: bool) -> None:
    expected = content(PACKED[name], 1, pipe)
    assert expected[0].endswith(TEXT) and not expected[1]
    for threads in (2, 3, 8):
        assert content(PACKED[name], threads, pipe) == expected


@pytest.mark.parametrize("turns", [4, pytest.param(20, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("pipe", [False, True])
@pytest.mark.parametrize("name", PACKED)
def test_damaged_data(name: str, pipe: bool, turns: int) -> None:
    """Cut off, changed, with a piece missing, with other data behind: the same bytes, the same words."""
    data, luck = PACKED[name], random.Random(name)
    if pipe and "bzip2" in name:
        pytest.skip("decoded by one thread")
    for turn in range(turns):
        at = luck.randrange(10, len(data))
        damaged = (
            data[:at],
            data[:at] + bytes([data[at] ^ 1 << luck.randrange(8)]) + data[at + 1 :],
            data[:at] + data[at + luck.randrange(1, 300) :],
            data + luck.choice([b"[Event", bytes(7), b"\x28\xb5\x2f", data[: luck.randrange(1, 200)]]),
        )[turn % 4]
        assert content(damaged, 2, pipe) == content(damaged, 1, pipe), (turn, at)


@pytest.mark.parametrize("lie", [-1, 1, 500, -200, 3001])
def test_sizes_that_are_wrong_cost_nothing(lie: int) -> None:
    parts = pieces(3000)
    data = b"".join(bgzf(part, lie if number == 30 else 0) for number, part in enumerate(parts))
    assert content(data, 2, False) == (TEXT, "")


def test_what_looks_like_another_stream_is_none() -> None:
    for at in (500, 2000, 4000, 9000):  # within a stream: the end that is found is none
        data = b"".join(map(bz2.compress, (TEXT[:9000], TEXT[9000:18_000], TEXT[18_000:])))
        cut = data[:at] + b"BZh91AY&SY" + data[at + 10 :]
        assert content(cut, 2, False) == content(cut, 1, False)


def test_no_more_is_decoded_than_there_is_room_for() -> None:
    made = [0, 0, 0, 0]

    def decode(run: parallel.Run) -> Iterator[bytes]:
        for _ in range(1000):
            made[run.position] += 1000
            yield bytes(1000)

    runs = iter([parallel.Run(number, b"x") for number in range(4)])
    content = parallel.in_order(runs, decode, 2)
    next(content)
    time.sleep(0.3)
    assert max(made[1:]) <= parallel.HELD + 1000 and made[2] == made[3] == 0
    assert sum(map(len, content)) == 4_000_000 - 1000


def test_whatever_is_raised_comes_in_its_place_and_nothing_runs_on() -> None:
    def decode(run: parallel.Run) -> Iterator[bytes]:
        yield run.data
        if run.position == 3:
            raise ZeroDivisionError

    content = parallel.in_order((parallel.Run(number, b"%d" % number) for number in range(9)), decode, 3)
    assert [next(content) for _ in range(4)] == [b"0", b"1", b"2", b"3"]
    with pytest.raises(ZeroDivisionError):
        next(content)


def test_a_reader_that_stops_early_leaves_no_thread() -> None:
    [source] = find_sources([PACKED["seekable"]], limits=Limits(threads=2))
    assert isinstance(source, Source) and source.read(1000) and threads()
    source.close()


def test_it_goes_on_where_no_thread_can_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert content(PACKED["pzstd"], 2, False) == (TEXT, "")


def test_one_frame_takes_no_thread() -> None:
    [source] = find_sources([PACKED["one frame"]], limits=Limits(threads=2))
    assert isinstance(source, Source) and source.read(1000) and not threads()


@pytest.mark.parametrize("size", [0, 1, FRAME - 1, FRAME, FRAME + 1, 3 * FRAME])
def test_what_is_written_is_in_frames_with_their_sizes(tmp_path: Path, size: int) -> None:
    data = (TEXT * (size // len(TEXT) + 1))[:size]
    path = tmp_path / "a.pgn.zst"
    with OutputFile(path) as file:
        for at in range(0, size, 700_001):
            file.write(data[at : at + 700_001])
    packed, at, sizes = path.read_bytes(), 0, []
    while at < len(packed):
        assert packed[at : at + 8] == skippable(bytes(4))[:8]
        end = at + 12 + int.from_bytes(packed[at + 8 : at + 12], "little")
        sizes.append(len(zstandard.ZstdDecompressor().decompressobj().decompress(packed[at + 12 : end])))
        at = end
    assert sizes == ([FRAME] * (size // FRAME) + [size % FRAME] * (size % FRAME > 0) or [0])
    assert content(packed, 2, False) == (data, "")
    for command in ("zstd", "pzstd"):
        if shutil.which(command):
            done = subprocess.run([command, "-dcq", path], capture_output=True, check=True, timeout=60)
            assert done.stdout == data
