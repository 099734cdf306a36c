"""The output appears whole or not at all."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from pgnfen.errors import PgnfenError
from pgnfen.inputs.source import Source, find_sources
from pgnfen.inputs.writer import OutputFile


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_appears_when_complete(tmp_path: Path) -> None:
    target = tmp_path / "out.pgn"
    with OutputFile(target) as out:
        assert out.write(b"one ") == 4
        out.write(memoryview(b"two"))
        assert not target.exists() and len(names(tmp_path)) == 1
    assert target.read_bytes() == b"one two"
    assert names(tmp_path) == ["out.pgn"]


@pytest.mark.parametrize("name", ["out.pgn", "out.pgn.gz", "out.pgn.zst", "out.pgn.xz", "out.pgn.bz2"])
@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_an_error_leaves_the_old_file(tmp_path: Path, name: str, error: type[BaseException]) -> None:
    target = tmp_path / name
    target.write_bytes(b"old")
    with pytest.raises(error), OutputFile(target) as out:
        out.write(b"new" * 1_000_000)
        raise error
    assert target.read_bytes() == b"old"
    assert names(tmp_path) == [name]


@pytest.mark.parametrize(
    ("suffix", "unpack"),
    [(".gz", gzip.decompress), (".bz2", bz2.decompress), (".XZ", lzma.decompress),
     (".zst", lambda data: zstandard.ZstdDecompressor().stream_reader(data).read())],
)  # fmt: skip
def test_compressed_by_suffix(tmp_path: Path, suffix: str, unpack: Callable[[bytes], bytes]) -> None:
    target = tmp_path / f"out.pgn{suffix}"
    for _ in range(2):
        with OutputFile(target) as out:
            for _ in range(1000):
                out.write(b'[Event "x"]\n')
    assert unpack(target.read_bytes()) == b'[Event "x"]\n' * 1000
    [source] = find_sources([target])
    assert isinstance(source, Source)
    with source:
        assert source.read() == b'[Event "x"]\n' * 1000


def test_zip_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PgnfenError, match="zip output is not supported"):
        OutputFile(tmp_path / "out.zip")
    assert names(tmp_path) == []


def test_permission_bits(tmp_path: Path) -> None:
    target = tmp_path / "out.pgn"
    old = os.umask(0o027)
    try:
        OutputFile(target).commit()
    finally:
        os.umask(old)
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    target.chmod(0o604)
    with OutputFile(target) as out:
        out.write(b"x")
    assert stat.S_IMODE(target.stat().st_mode) == 0o604


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.pgn").write_bytes(b"old")
    link = tmp_path / "link.pgn"
    link.symlink_to("real.pgn")
    with OutputFile(link) as out:
        out.write(b"new")
    assert link.is_symlink() and (tmp_path / "real.pgn").read_bytes() == b"new"


def test_stdout_is_given_and_stays_open() -> None:
    for name in ("-", "/dev/stdout"):
        stream = io.BytesIO()
        with OutputFile(name, stream) as out:
            out.write(b"games")
        assert stream.getvalue() == b"games"
        with pytest.raises(RuntimeError), OutputFile(name, stream) as out:
            raise RuntimeError
        assert not stream.closed
    with pytest.raises(PgnfenError, match="no standard output"):
        OutputFile("-")


def test_descriptor_by_name_is_written_not_replaced(tmp_path: Path) -> None:
    target = tmp_path / "log"
    with target.open("ab") as file:
        file.write(b"before ")
        file.flush()
        with OutputFile(f"/dev/fd/{file.fileno()}") as out:
            out.write(b"after")
    assert target.read_bytes() == b"before after" and names(tmp_path) == ["log"]


def test_fifo_and_device_are_written_directly(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(fifo.read_bytes()))
    reader.start()
    with OutputFile(fifo) as out:
        out.write(b"through")
    reader.join(10)
    assert got == [b"through"] and stat.S_ISFIFO(fifo.stat().st_mode)
    with OutputFile("/dev/null") as out:
        out.write(b"x")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(PgnfenError, match=r"none/out\.pgn: cannot be written: No such file"):
        OutputFile(tmp_path / "none" / "out.pgn")
    with pytest.raises(PgnfenError, match="cannot be written: Is a directory"):
        OutputFile(tmp_path)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("size", [10, 5_000_000])
def test_a_full_disk_is_said(size: int) -> None:
    with pytest.raises(PgnfenError, match="No space left"), OutputFile("/dev/full") as out:
        out.write(b"x" * size)
