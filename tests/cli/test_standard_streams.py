"""Standard streams that are closed, full, or without a reader: what is lost is said, what is not needed not missed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, BinaryIO

import programs
import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the shell's redirections")

GAME = b'[Variant "Chess960"]\n[SetUp "1"]\n[FEN "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"]\n\n*\n'
BAD = b'[Event "x"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e5 *\n\n'
FULL = "cannot write to standard output: No space left on device"
COMMANDS = (
    "tags", "tags --format csv", "tags -j 2 --progress", "audit", "audit -j 2", "audit --progress", "filter",
    "filter --has R101", "filter -o /dev/stdout", "filter --not --chess960 -o - --rest out.pgn", "fen --file in.epd",
    "fen --to shredder < in.epd", "positions", "positions -j 2 --unique --format csv", "positions -o /dev/stdout",
    "stats", "stats --by White", "stats -j 2 --findings",
)  # fmt: skip


PRINTED = (
    "--help", "--version", "-h", "tags --help", "fen -h", "completion bash", "completion fish", "audit --show-config",
    "rules C101", "rules --format jsonl",
)  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A few games and records, and more than any buffer holds."""
    (tmp_path / "few.pgn").write_bytes(GAME + b"\n" + BAD)
    (tmp_path / "many.pgn").write_bytes(BAD * 2000)
    (tmp_path / "in.epd").write_bytes(b"4k3/8/8/8/8/8/4P3/4K3 w - - id 1\n" * 3)
    return tmp_path


def run(words: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """By bash, which says the status of a pipe's first command."""
    line = f'"{sys.executable}" -m pgnfen {words}'
    environment = {**os.environ, **environment}
    return subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, cwd=cwd, timeout=60, check=False, env=environment
    )


def started(line: str, cwd: Path, **streams: Any) -> subprocess.CompletedProcess[str]:
    """Without bash."""
    words, *stdin = line.split(" < ")
    content = Path(cwd, *stdin).read_text() if stdin else ""
    return programs.pgnfen(*words.split(), cwd=cwd, text=True, input=content, **streams)


def without_reader() -> BinaryIO:
    """A pipe that nobody reads."""
    read, write = os.pipe()
    os.close(read)
    return os.fdopen(write, "wb")


def of(command: str, name: str) -> str:
    return command if command.startswith("fen") else f"{command} {name}"


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("stderr", "name"),
    [("", "many.pgn"), ("/dev/full", "none.pgn few.pgn"), (">&-", "none.pgn few.pgn"),
     *(pytest.param(*one, marks=pytest.mark.exhaustive)
       for one in (("> >(true)", "none.pgn few.pgn"), (">/dev/full", "many.pgn"), (">&-", "many.pgn")))],
)  # fmt: skip
def test_standard_error_that_takes_nothing_changes_nothing(stderr: str, command: str, name: str, folder: Path) -> None:
    whole = started(of(command, name), folder)
    if stderr.startswith(">"):
        done = run(f"{of(command, name)} 2{stderr}", folder)
    else:
        with Path(stderr).open("wb") if stderr else without_reader() as taking_nothing:
            done = started(of(command, name), folder, stderr=taking_nothing)
    assert (done.stdout, done.returncode) == (whole.stdout, whole.returncode)


def test_standard_error_whose_reader_leaves(folder: Path) -> None:
    """Many messages, of which one is read."""
    names = "no.pgn " * 5000
    whole = run(f"tags {names} few.pgn", folder)
    done = run(f"tags {names} few.pgn 2> >(head -n 1 >&2)", folder)
    assert (done.stdout, done.returncode) == (whole.stdout, 2) and len(whole.stdout.splitlines()) == 2
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("unbuffered", ["", pytest.param("1", marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize(
    "words",
    [*(of(command, "few.pgn") for command in COMMANDS), *(of(command, "many.pgn") for command in COMMANDS[:9]),
     "tags none.pgn few.pgn --no-progress", "rules", "rules C201", "--help", "--version", "tags --help",
     "fen --scharnagl 1"],
)  # fmt: skip
def test_a_full_standard_output_is_said_once(words: str, unbuffered: str, folder: Path) -> None:
    if unbuffered:
        done = run(f"{words} > /dev/full", folder, PYTHONUNBUFFERED=unbuffered)
        both = run(f"{words} > /dev/full 2>&1", folder)
    else:
        with Path("/dev/full").open("wb") as full:
            done = started(words, folder, stdout=full)
            both = started(words, folder, stdout=full, stderr=full)
    said = [line for line in done.stderr.splitlines() if FULL in line]
    assert done.returncode == 2 and len(said) == 1 and said[0].endswith(f"pgnfen: {FULL}")
    assert "Traceback" not in done.stderr and "Exception" not in done.stderr
    if "progress" not in words:
        assert len(done.stderr.splitlines()) == 1
    assert both.returncode == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_an_unused_full_standard_output_is_no_error(folder: Path) -> None:
    assert run("filter few.pgn -o out.pgn > /dev/full", folder).returncode == 0
    assert (folder / "out.pgn").read_bytes() == (folder / "few.pgn").read_bytes()


@pytest.mark.parametrize("unbuffered", ["", pytest.param("1", marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("words", ["tags many.pgn", "audit --each many.pgn", "filter many.pgn", "rules", "--help"])
@pytest.mark.parametrize("reader", ["head -n 1", "true"])
def test_a_closed_pipe_is_no_error(reader: str, words: str, unbuffered: str, folder: Path) -> None:
    line = f'{words} | {reader} > /dev/null; echo "${{PIPESTATUS[0]}}"'
    done = run(line, folder, PYTHONUNBUFFERED=unbuffered)
    assert done.stdout == "0\n" and ("rror" not in done.stderr or "findings" in done.stderr)


def test_a_slow_reader_gets_everything(folder: Path) -> None:
    """Whoever shares the pipe may have made it non-blocking."""
    read, write = os.pipe()
    os.set_blocking(write, False)
    command = [sys.executable, "-m", "pgnfen", "filter", "many.pgn"]
    process = subprocess.Popen(command, stdout=write, stderr=subprocess.DEVNULL, cwd=folder)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        assert pipe.read() == (folder / "many.pgn").read_bytes()
    assert process.wait(60) == 0


@pytest.mark.parametrize(
    ("command", "status", "said"),
    [
        ("tags {game} <&-", 0, "chess960\t1"),
        ("tags <&-", 2, "there is no standard input"),
        ("audit --exit-zero {game} 2>&-", 0, ""),
        ("audit {game} >&-", 2, "standard output is closed"),
        ("rules >&-", 2, "standard output is closed"),
        ("fen --scharnagl 1 >&-", 2, "standard output is closed"),
        *((f"{words} >&-", 2, "standard output is closed") for words in PRINTED),
        ("fen <&-", 2, "RECORD is missing"),
        ("filter --chess960 {game} >&-", 2, "-: standard output is not available"),
        ("filter --chess960 {game} -o {out} <&- >&-", 0, "1 of 1 games match"),
        ("filter --chess960 {game} -o {out} <&- >&- 2>&-", 0, ""),
        ("filter --chess960 {game} -o {out} --rest /dev/stdout >&-", 0, "1 of 1 games match"),
        ("filter --classic {game} -o out2.pgn --rest /dev/stdout >&-", 2, "Bad file descriptor"),
        ("filter --classic {game} -o out2.pgn --rest /dev/stderr 2>&-", 2, ""),
        ("tags --progress {game} 2>&-", 0, "chess960\t1"),
        ("tags --nonsense {game} 2>&-", 2, ""),
    ],
)
def test_closed_standard_streams(command: str, status: int, said: str, folder: Path) -> None:
    """A daemon's standard streams may be closed: what is not needed is not missed."""
    game, out = folder / "game.pgn", folder / "out.pgn"
    game.write_bytes(GAME)
    done = run(command.format(game=game, out=out), folder)
    assert done.returncode == status
    assert said in done.stdout + done.stderr and "Traceback" not in done.stderr
    assert " >&-" not in command or status == 0 or done.stderr.count("\n") == 1
    if "{out}" in command:
        assert out.read_bytes() == GAME


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("words", PRINTED)
def test_what_is_printed_does_not_fit(words: str, folder: Path) -> None:
    done = run(f"{words} > /dev/full", folder)
    assert done.returncode == 2 and done.stderr == f"pgnfen: {FULL}\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("name", ["few.pgn", "many.pgn"])
def test_a_partition_is_there_as_a_whole_or_not_at_all(name: str, folder: Path) -> None:
    """The half that standard output did not take is missing, so the other half says nothing."""
    (folder / "rest.pgn").write_bytes(b"old")
    done = run(f"filter --chess960 {name} few.pgn -o rest.pgn --rest - > /dev/full", folder)
    assert done.returncode == 2 and FULL in done.stderr
    assert (folder / "rest.pgn").read_bytes() == b"old" and not list(folder.glob(".*"))


def test_a_partition_whose_reader_leaves(folder: Path) -> None:
    line = 'filter --not --chess960 many.pgn few.pgn --rest rest.pgn | head -n 1 > /dev/null; echo "${PIPESTATUS[0]}"'
    done = run(line, folder)
    said = "pgnfen: rest.pgn: not written because the program that reads the other output closed it early\n"
    assert (done.stdout, done.stderr) == ("2\n", said) and not (folder / "rest.pgn").exists()
    done = run('filter --not --chess960 few.pgn --rest rest.pgn | cat; echo "${PIPESTATUS[0]}"', folder)
    assert done.stdout.endswith("*\n\n0\n") and (folder / "rest.pgn").read_bytes().startswith(b"[Variant")
