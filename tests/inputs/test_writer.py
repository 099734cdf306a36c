"""The output appears whole or not at all."""

from __future__ import annotations

import bz2
import errno
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
from pgnfen.inputs.writer import OutputFile, Together


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
    with pytest.raises(PgnfenError, match="-: standard output is not available"):
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


@pytest.mark.parametrize("name", ["x/", "x//", "", "new/x/"])
def test_a_name_of_no_file_is_refused(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "new").mkdir()
    with pytest.raises(PgnfenError, match="cannot be written because this is not a file name"):
        OutputFile(name)
    assert names(tmp_path) == ["new"] and names(tmp_path / "new") == []


def test_the_disk_has_it_before_and_after_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The order of what is asked of the system: the file to the disk, its name, the folder to the disk."""
    done: list[str] = []
    real_sync, real_replace = os.fsync, os.replace

    def fsync(descriptor: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else f"{os.fstat(descriptor).st_size} bytes")
        real_sync(descriptor)

    def replace(old: str, new: str) -> None:
        done.append("name")
        real_replace(old, new)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "replace", replace)
    with OutputFile(tmp_path / "out.pgn") as out:
        out.write(b"games")
    assert done == ["5 bytes", "name", "folder"]


def test_a_disk_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "out.pgn"
    target.write_bytes(b"old")

    def fsync(_: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(PgnfenError, match="Input/output error"), OutputFile(target) as out:
        out.write(b"new")
    assert target.read_bytes() == b"old" and names(tmp_path) == ["out.pgn"]


@pytest.mark.parametrize(("mode", "kept"), [(0o4755, 0o755), (0o2770, 0o770), (0o1600, 0o600), (0o640, 0o640)])
def test_setuid_is_dropped(tmp_path: Path, mode: int, kept: int) -> None:
    target = tmp_path / "out.pgn"
    target.write_bytes(b"old")
    target.chmod(mode)
    OutputFile(target).commit()
    assert stat.S_IMODE(target.stat().st_mode) == kept


@pytest.mark.skipif(os.geteuid() != 0, reason="root alone may give files away")
def test_the_owner_is_kept(tmp_path: Path) -> None:
    target = tmp_path / "out.pgn"
    target.write_bytes(b"old")
    target.chmod(0o640)
    os.chown(target, 1234, 5678)
    with OutputFile(target) as out:
        [temporary] = [path for path in tmp_path.iterdir() if path != target]
        assert (temporary.stat().st_uid, stat.S_IMODE(temporary.stat().st_mode)) == (1234, 0o640)
        out.write(b"new")
    status = target.stat()
    assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (1234, 5678, 0o640)


def test_a_group_that_cannot_be_kept_is_allowed_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "out.pgn"
    target.write_bytes(b"old")
    target.chmod(0o664)
    real = os.stat

    def refuse(*_: object) -> None:
        raise PermissionError

    def of_others(path: object, **options: object) -> os.stat_result:
        status = real(path, **options)  # type: ignore[arg-type, call-overload]
        return os.stat_result((*status[:4], 4321, 4321, *status[6:]))

    monkeypatch.setattr(os, "fchown", refuse)
    monkeypatch.setattr(os, "stat", of_others)
    out = OutputFile(target)
    monkeypatch.undo()
    out.commit()
    assert stat.S_IMODE(target.stat().st_mode) == 0o604


def test_what_a_dead_run_left_is_removed_and_what_a_living_one_writes_is_not(tmp_path: Path) -> None:
    target = tmp_path / ("n" * 250)
    prefix = f".{'n' * 200}.pgnfen-"
    for number in (0, 3, 9):
        (tmp_path / f"{prefix}{number}.tmp").write_bytes(b"left")
    (tmp_path / ".other.pgnfen-0.tmp").write_bytes(b"of another output")
    with OutputFile(target) as one, OutputFile(target) as two:
        one.write(b"one")
        two.write(b"two")
        assert names(tmp_path) == [f"{prefix}0.tmp", f"{prefix}1.tmp", ".other.pgnfen-0.tmp"]
    assert names(tmp_path) == [".other.pgnfen-0.tmp", target.name] and target.read_bytes() == b"one"


def test_what_looks_like_a_temporary_file_and_is_none_stays(tmp_path: Path) -> None:
    (tmp_path / "precious").write_bytes(b"precious")
    (tmp_path / ".out.pgn.pgnfen-0.tmp").symlink_to("precious")
    (tmp_path / ".out.pgn.pgnfen-1.tmp").mkdir()
    os.mkfifo(tmp_path / ".out.pgn.pgnfen-2.tmp")
    before = names(tmp_path)
    with OutputFile(tmp_path / "out.pgn") as out:
        out.write(b"new")
    assert names(tmp_path) == [*before[:3], "out.pgn", "precious"]
    assert (tmp_path / "precious").read_bytes() == b"precious"


def test_outputs_that_appear_together(tmp_path: Path) -> None:
    with Together() as outputs:
        for name in ("a.pgn", "b.pgn.gz"):
            outputs.add(OutputFile(tmp_path / name)).write(b"games")
    assert names(tmp_path) == ["a.pgn", "b.pgn.gz"]
    (tmp_path / "a.pgn").write_bytes(b"old")
    with pytest.raises(PgnfenError, match="No space left"), Together() as outputs:
        outputs.add(OutputFile(tmp_path / "a.pgn")).write(b"new")
        outputs.add(OutputFile(tmp_path / "c.pgn")).write(b"new")
        outputs.add(OutputFile("/dev/full")).write(b"new")
    assert names(tmp_path) == ["a.pgn", "b.pgn.gz"] and (tmp_path / "a.pgn").read_bytes() == b"old"
