"""`pgnfen split` as users run it."""

from __future__ import annotations

import csv
import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest
import zstandard
from programs import PGNFEN, pgnfen, start

GAME = '[Event "{}"]\n[White "{}"]\n\n1. e4 *\n\n'
FEN = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"
ARRAY = f'[Event "x"]\n[Variant "Chess960"]\n[SetUp "1"]\n[FEN "{FEN}"]\n\n*\n\n'
LONG = "x" * 299


def split(*arguments: object, **options: object) -> subprocess.CompletedProcess[bytes]:
    return pgnfen("split", *arguments, **options)


def index(folder: Path) -> list[dict[str, str]]:
    with (folder / "index.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def test_by_kind(tmp_path: Path) -> None:
    one, two = GAME.format("a", "x"), GAME.format("b", "y")
    done = split("--by", "kind", "-d", tmp_path / "out", input=(one + ARRAY + two).encode())
    assert (done.returncode, done.stdout) == (0, b""), done.stderr
    assert {path.name: path.read_text() for path in (tmp_path / "out").glob("*.pgn")} == {
        "standard.pgn": one + two,
        "chess960.pgn": ARRAY,
    }
    assert index(tmp_path / "out") == [
        {"file": "chess960.pgn", "value": "chess960", "games": "1", "bytes": str(len(ARRAY)), "first_input": "<stdin>",
         "first_game": "2"},
        {"file": "standard.pgn", "value": "standard", "games": "2", "bytes": str(len(one + two)),
         "first_input": "<stdin>", "first_game": "1"},
    ]  # fmt: skip


NASTY = ["a", "A", "á", "../../etc/passwd", "con", LONG + "x", LONG + "y", "a\tb", ".", "a.pgn", "index",
         "Ａ", "none", "-", "-x", "=1", "@a"]  # fmt: skip


def test_two_values_never_share_a_file(tmp_path: Path) -> None:
    games = [GAME.format(number, name.replace("\\", "\\\\")) for number, name in enumerate(NASTY)]
    games.append('[Event "no White"]\n\n*\n\n')
    games.append(GAME.format("empty", ""))
    out = tmp_path / "out"
    assert split("--by", "white", "-d", out, "--open", 3, input="".join(games).encode()).returncode == 0
    names = [path.name for path in out.iterdir()]
    assert len({name.lower() for name in names}) == len(games) + 1
    assert sorted(path.read_text() for path in out.glob("*.pgn")) == sorted(games)
    assert all(len(name) < 120 and name.isascii() and name[0] not in ".-+=@" for name in names)
    assert {row["file"] for row in index(out)} == {*names} - {"index.csv"}  # nothing to defuse


def test_a_tag_that_no_game_has_is_said(tmp_path: Path) -> None:
    done = split("--by", "schanagl", "-d", tmp_path / "out", input=GAME.format("a", "b").encode())
    assert done.returncode == 1
    assert done.stderr.decode().splitlines()[1] == (
        "--by: no game has the tag 'schanagl'; did you mean 'scharnagl'?"
    )
    assert len(list((tmp_path / "out").glob("*.pgn"))) == 1
    quiet = split("--by", "Year", "-q", "--dry-run", "-d", tmp_path / "year", input=GAME.format("a", "b").encode())
    assert quiet.stderr == b"--by: no game has the tag 'Year'; did you mean 'year:Date'?\n"
    assert split("--by", "White", "-d", tmp_path / "other", input=GAME.encode()).stderr.count(b"\n") == 1


def test_compressed_files_are_opened_again(tmp_path: Path) -> None:
    games = [GAME.format(number, f"p{number % 5}") for number in range(200)]
    out = tmp_path / "out"
    done = split("--by", "White", "-d", out, "--open", 2, "--suffix", ".pgn.zst", input="".join(games).encode())
    assert done.returncode == 0
    for number in range(5):
        with (out / f"p{number}.pgn.zst").open("rb") as file:
            reader = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)
            assert reader.read().decode() == "".join(games[number::5])


def test_by_finding(tmp_path: Path) -> None:
    games = ["1. e4 e5 *\n\n", '[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. Ke3 *\n\n', "1. e4 1-0 x\n\n"]
    games = ['[Event "x"]\n' + game for game in games]
    assert split("--by", "finding", "-d", tmp_path / "out", input="".join(games).encode()).returncode == 0
    rows = [(row["value"], row["games"]) for row in index(tmp_path / "out")]
    assert rows == [("R101", "1"), ("R103", "1"), ("clean", "1")]


def test_records(tmp_path: Path) -> None:
    (tmp_path / "book.epd").write_text("# top\n4k3/8/8/8/8/8/8/4K3 w - - id 1;\n4k3/8/8/8/8/8/8/4K3 w - - 0 9\n")
    assert split("--by", "key", "-d", tmp_path / "out", tmp_path / "book.epd").returncode == 0
    [path] = (tmp_path / "out").glob("*.epd")
    assert path.read_text() == (tmp_path / "book.epd").read_text()


def test_nothing_is_overwritten_and_no_half_is_left(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "x").touch()
    done = split("--by", "kind", "-d", out, input=b"*\n")
    assert done.returncode == 2 and b"this name exists already" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    (out / "x").unlink()  # an empty one is taken
    assert split("--by", "kind", "-d", out, input=b"*\n").returncode == 0
    assert split("--by", "not a tag", "-d", tmp_path / "new", input=b"*\n").returncode == 2
    broken = tmp_path / "broken.pgn.zst"
    broken.write_bytes(zstandard.compress(b"1. e4 *\n" * 99)[:-5])
    assert split("--by", "kind", "-d", tmp_path / "new", broken).returncode == 2


def test_an_input_that_is_not_there_leaves_no_folder(tmp_path: Path) -> None:
    games, out = tmp_path / "games.pgn", tmp_path / "out"
    done = split("--by", "kind", "-d", out, games)
    assert done.returncode == 2 and b"not written because no input was read" in done.stderr
    assert not list(tmp_path.iterdir())
    games.write_text(GAME)
    assert split("--by", "kind", "-d", out, tmp_path / "other.pgn", games).returncode == 2  # one of them is read
    assert [one["games"] for one in index(out)] == ["1"]


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_killed_run_leaves_nothing_that_the_next_does_not_remove(tmp_path: Path) -> None:
    out = tmp_path / "out"
    for ending in (signal.SIGKILL, signal.SIGTERM):
        command = [*PGNFEN, "split", "--by", "kind", "-d", out]
        with start(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdin is not None
            process.stdin.write(GAME.format("a", "b").encode() * 100_000)
            process.stdin.flush()
            for _ in range(100):
                if list(tmp_path.glob(".out*/*.pgn")):
                    break
                time.sleep(0.05)
            process.send_signal(ending)
            process.wait()
        assert not out.exists()
        assert len(list(tmp_path.iterdir())) == (ending == signal.SIGKILL)
    assert split("--by", "kind", "-d", out, input=b"*\n").returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def killed(command: list[object], seconds: float, folder: Path | None) -> None:
    """A run ended by KILL so long after its start, or after its last file has come into being in `folder`."""
    with start([*PGNFEN, "split", *map(str, command)], stderr=subprocess.DEVNULL) as process:
        while folder is not None and process.poll() is None and not list(folder.glob(".out*/index.csv")):
            time.sleep(0.001)
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        process.wait()


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.timeout(300)
@pytest.mark.parametrize("kills", [6, pytest.param(25, marks=pytest.mark.exhaustive)])
def test_killed_at_any_moment_the_folder_is_whole_or_absent(tmp_path: Path, kills: int) -> None:
    """Prints what the table in docs/reliability.md says. Every other run is killed while the folder gets its name."""
    source, out = tmp_path / "in.pgn", tmp_path / "out"
    source.write_text("".join(GAME.format(number, f"p{number % 40}") for number in range(8_000)))
    command = ["--by", "White", "-d", out, "--open", "7", "--suffix", ".pgn.gz", source]
    began = time.monotonic()
    assert split(*command).returncode == 0
    took = time.monotonic() - began
    whole = {path.name: path.read_bytes() for path in out.iterdir()}
    assert len(whole) == 41
    chance, ended, left = random.Random(kills), 0, 0
    for number in range(kills):
        for path in out.iterdir():
            path.unlink()
        late = number % 2 == 0
        killed(command, chance.uniform(0, 0.1 if late else took), tmp_path if late else None)
        found = {path.name: path.read_bytes() for path in out.iterdir()}
        assert found in ({}, whole)
        ended += found == whole
        left += len(list(tmp_path.iterdir())) > 2
    print(f"split, {kills} KILL: {ended} whole, {kills - ended} absent, {left} with a temporary folder")
    for path in out.iterdir():
        path.unlink()
    assert split(*command).returncode == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.pgn", "out"]


def test_quiet(tmp_path: Path) -> None:
    done = split("--quiet", "--by", "kind", "-d", tmp_path / "out", "-", input=b"1. e4 *\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert [row["value"] for row in index(tmp_path / "out")] == ["standard"]
