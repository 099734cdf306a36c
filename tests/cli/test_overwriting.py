"""Inputs are never overwritten, by whatever name or stream the output reaches them."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import programs
import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the shell's redirections")

GAMES = b"1. e4 1-0\n\n1. d4 1-0\n"
FEN = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
REFUSED = (
    "filter in.pgn -o in.pgn",
    "filter file://$PWD/in.pgn -o in.pgn",
    "filter file://localhost$PWD/in.pgn -o in.pgn",
    "filter -o in.pgn < in.pgn",
    "filter - - -o in.pgn < in.pgn",
    "filter /dev/stdin -o in.pgn < in.pgn",
    "filter /dev/fd/7 -o in.pgn 7< in.pgn",
    "filter hard.pgn -o in.pgn",
    "filter soft.pgn -o in.pgn",
    "filter in.pgn -o soft.pgn",
    "filter in.pgn -o hard.pgn",
    "filter . -o in.pgn",
    "filter '*.pgn' -o in.pgn",
    "filter '**' -o folder/a.pgn",
    "filter folder/a.pgn in.pgn -o in.pgn",
    "filter folder/a.pgn in.pgn --rest in.pgn",
    "filter --has R in.pgn -o out.pgn --rest in.pgn",
    "filter zip.pgn -o zip.pgn",
    "filter in.pgn >> in.pgn",
    "filter folder/a.pgn in.pgn >> in.pgn",
    "filter file://$PWD/in.pgn >> in.pgn",
    "filter < in.pgn >> in.pgn",
    "filter - - < in.pgn >> in.pgn",
    "filter . >> in.pgn",
    "filter '*.pgn' >> hard.pgn",
    "filter zip.pgn >> zip.pgn",
    "filter in.pgn 1<> in.pgn",
    "filter <> in.pgn >&0",
    "filter in.pgn -o /dev/stdout >> in.pgn",
    "filter in.pgn -o /dev/fd/7 7>> in.pgn",
    "filter in.pgn -o out.pgn --rest /dev/fd/7 7<> in.pgn",
    "filter in.pgn -o /dev/stderr 2>> in.pgn",
    "tags in.pgn >> in.pgn",
    "tags --format csv in.pgn 1<> in.pgn",
    "tags --format csv file://$PWD/in.pgn >> in.pgn",
    "tags -j 2 --progress . >> in.pgn",
    "audit --format csv in.pgn >> in.pgn",
    "audit -j 2 < in.pgn >> in.pgn",
    "fen --file in.epd >> in.epd",
    "fen in.epd >> in.epd",
    "fen --file one.epd --file in.epd >> in.epd",
    "fen < in.epd >> in.epd",
    "fen --file in.epd --svg in.epd",
    "fen --svg in.epd < in.epd",
    "fen --file one.epd --file in.epd --svg in.epd",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Inputs by many names."""
    (tmp_path / "in.pgn").write_bytes(GAMES)
    (tmp_path / "in.epd").write_bytes(FEN)
    (tmp_path / "hard.pgn").hardlink_to(tmp_path / "in.pgn")
    (tmp_path / "soft.pgn").symlink_to("in.pgn")
    (tmp_path / "folder").mkdir()
    for name in ("a.pgn", "b.pgn", "c.pgn"):
        (tmp_path / "folder" / name).write_bytes(GAMES)
    (tmp_path / "one.epd").write_bytes(FEN)
    with zipfile.ZipFile(tmp_path / "zip.pgn", "w") as archive:
        archive.writestr("in.pgn", GAMES)
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def run(words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    if not set("<>$'|;") & set(words):
        return programs.pgnfen(*words.split(), cwd=cwd, text=True)
    command = ["bash", "-c", f'"{sys.executable}" -m pgnfen {words}']
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, timeout=60, check=False)


@pytest.mark.parametrize("words", REFUSED)
def test_nothing_is_read_or_written(words: str, folder: Path) -> None:
    before = contents(folder)
    done = run(words, folder)
    assert done.returncode == 2 and done.stdout == ""
    if "2>>" not in words:
        assert len(done.stderr.splitlines()) == 1 and done.stderr.startswith("pgnfen: "), done.stderr
    after = contents(folder)
    if "2>>" in words:  # the refusal itself is all that is there
        assert after[f"{folder}/in.pgn"].removeprefix(GAMES).count(b"\n") == 1
    else:
        assert after == before


@pytest.mark.parametrize("command", ["filter --has G", "filter", "tags", "audit", "tags --format csv"])
def test_an_output_in_the_folder_that_is_read(command: str, folder: Path) -> None:
    """The shell has made it empty: it is refused when it is reached, as grep does, and the others are read."""
    alone = run(f"{command} folder/a.pgn folder/c.pgn", folder)
    done = run(f"{command} folder > folder/b.pgn", folder)
    assert done.returncode == 2
    assert done.stderr.splitlines()[0] == "pgnfen: folder/b.pgn: not read: this file is also standard output"
    assert (folder / "folder" / "b.pgn").read_text() == alone.stdout


def test_an_empty_file_cannot_grow(folder: Path) -> None:
    """What `command x > x` leaves of x, cat lets pass."""
    done = run("tags in.pgn > in.pgn", folder)
    assert (done.returncode, done.stderr) == (0, "") and (folder / "in.pgn").read_bytes() == b""
    done = run("fen --fix in.epd 2>> in.epd", folder)
    assert done.returncode == 2


@pytest.mark.parametrize("words", ["filter folder -o new.pgn", "filter folder > new.pgn", "filter folder >> new.pgn"])
def test_other_files_are_written(words: str, folder: Path) -> None:
    assert run(words, folder).returncode == 0
    assert (folder / "new.pgn").read_bytes() == (GAMES + b"\n") * 2 + GAMES


def test_a_file_that_is_written_may_be_what_standard_input_is_while_that_is_not_read(folder: Path) -> None:
    assert run("filter folder/a.pgn -o in.pgn < in.pgn", folder).returncode == 0
