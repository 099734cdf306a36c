"""What reading may cost: a bomb is stopped with a clear line, and a large window is refused by name."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zipfile
from collections.abc import Callable
from pathlib import Path

import programs
import pytest
import zstandard

from pgnfen.errors import InputError
from pgnfen.inputs.raw import Limits
from pgnfen.inputs.source import Source, find_sources

GAME = b'[Event "x"]\n\n1. e4 *\n\n'
PACKERS: list[Callable[[bytes], bytes]] = [bytes, gzip.compress, bz2.compress, lzma.compress, zstandard.compress]


def outcome(limits: Limits, *inputs: Path | bytes) -> tuple[list[bytes], list[str]]:
    """What is read of each input, and what is said."""
    read, said = [], []
    for source in find_sources(inputs, limits=limits):
        if isinstance(source, InputError):
            said.append(str(source))
            continue
        parts = []
        with source:
            try:
                while data := source.read(1000):
                    parts.append(data)
            except InputError as error:
                said.append(error.reason)
        read.append(b"".join(parts))
    return read, said


@pytest.mark.parametrize("pack", PACKERS)
def test_a_bomb_is_stopped(pack: Callable[[bytes], bytes]) -> None:
    data = pack(GAME * 100_000)
    read, said = outcome(Limits(12_345), data, GAME)
    assert read == [(GAME * 1000)[:12_345]]
    rest = "the rest of this input and all other inputs are not read"
    assert said == [f"more than 12345 bytes to read (--max-bytes); {rest}"]


@pytest.mark.parametrize("pack", PACKERS)
def test_exactly_so_much_may_be_read(pack: Callable[[bytes], bytes]) -> None:
    size = len(GAME) * 100
    assert outcome(Limits(size), pack(GAME * 60), pack(GAME * 40), b"") == ([GAME * 60, GAME * 40, b""], [])
    read, said = outcome(Limits(size), pack(GAME * 60), pack(GAME * 41), GAME)
    assert read == [GAME * 60, GAME * 40] and len(said) == 1


def test_members_of_an_archive_count_together(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("a", "b", "c"):
            archive.writestr(f"{name}.pgn", GAME * 100)
    read, said = outcome(Limits(len(GAME) * 150), tmp_path / "a.zip", GAME)
    assert read == [GAME * 100, GAME * 50] and len(said) == 1


def test_an_archive_from_a_pipe_is_not_kept_beyond_the_limit(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("a.pgn", GAME * 100_000)
    with (tmp_path / "a.zip").open("rb") as file:
        [error] = find_sources(["-", GAME], io.BufferedReader(file), limits=Limits(100_000))  # type: ignore[arg-type]
    assert str(error).startswith("<stdin>: could not be read: more than 100000 bytes")


def windowed(log: int) -> bytes:
    """A frame that asks for a window of that size and holds little."""
    parameters = zstandard.ZstdCompressionParameters(window_log=log, write_content_size=False)
    packer = zstandard.ZstdCompressor(compression_params=parameters).compressobj()
    return packer.compress(GAME) + packer.flush()


def test_a_large_window_is_refused_by_the_option_that_allows_it(tmp_path: Path) -> None:
    (tmp_path / "a.pgn.zst").write_bytes(windowed(27))
    (tmp_path / "b.pgn.zst").write_bytes(windowed(28))
    with zipfile.ZipFile(tmp_path / "c.zip", "w") as archive:
        archive.writestr("c.pgn.zst", windowed(28))
    done = programs.pgnfen("tags", tmp_path, text=True)
    assert done.returncode == 2 and done.stdout.count("\n") == 1 and "a.pgn.zst" in done.stdout
    said = "Zstandard data that this installation cannot read: it needs a window of 256 MiB; --long 28 allows it"
    assert [line.rpartition(": Z")[2] for line in done.stderr.splitlines()[:-1]] == [said.removeprefix("Z")] * 2
    done = programs.pgnfen("tags", "--long", "28", tmp_path, text=True)
    assert (done.returncode, done.stdout.count("\n"), done.stderr) == (0, 3, "")


def test_a_window_that_no_decoder_has() -> None:
    [source] = find_sources([bytes.fromhex("28b52ffd") + b"\x00\xf8" + bytes(20)], limits=Limits(window=31))
    assert isinstance(source, Source)
    with pytest.raises(InputError, match="no decoder supports it"):
        source.read()


def test_the_options(tmp_path: Path) -> None:
    (tmp_path / "a.pgn.gz").write_bytes(gzip.compress(GAME * 1000))
    (tmp_path / "b.epd").write_bytes(b"4k3/8/8/8/8/8/4P3/4K3 w - - id 1\n" * 3)
    for words in ("tags", "audit --exit-zero", "filter --classic -o out.pgn"):
        done = programs.pgnfen(*words.split(), "--max-bytes", "1k", "a.pgn.gz", "a.pgn.gz", cwd=tmp_path, text=True)
        said = [line for line in done.stderr.splitlines() if line.startswith("pgnfen:")]
        assert done.returncode == 2 and len(said) == 1
        assert said[0].startswith("pgnfen: a.pgn.gz: more than 1024 bytes to read (--max-bytes)")
    assert (tmp_path / "out.pgn").read_bytes() == (GAME * 1000)[:1024]
    assert programs.pgnfen("tags", "--max-bytes", "1g", "a.pgn.gz", cwd=tmp_path).returncode == 0
    done = programs.pgnfen("fen", "--max-bytes", "50", "--file", "b.epd", cwd=tmp_path, text=True)
    assert done.returncode == 2 and "more than 50 bytes" in done.stderr
    done = programs.pgnfen("tags", "--max-bytes", "1.5G", "a.pgn.gz", cwd=tmp_path, text=True)
    assert done.returncode == 2 and "is not a number of bytes" in done.stderr
