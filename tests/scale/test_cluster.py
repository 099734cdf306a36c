"""--cluster: what workers do, whole files and ranges, is what one process does, byte for byte; also where one dies."""

from __future__ import annotations

import importlib.util
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import programs
import pytest
import zstandard
from test_frame_runs import framed

from pgnfen.errors import InputError, PgnfenError
from pgnfen.pgn.ranges import Range
from pgnfen.scale import parts
from pgnfen.scale.parts import Unit, units

needs_dask = pytest.mark.skipif(not importlib.util.find_spec("distributed"), reason="pip install 'pgnfen[cluster]'")

GAMES = [
    '[Event "{0}"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 Kd{1} *\n\n',
    '[Event "{0}"]\r\n\r\n1. e4 {{\r\n[Event "no"]\r\n[Event "nor this"]\r\n }} e5 2. Ke3 *\r\n\r\n',
    '[Event "{0}"]\n[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n\n1. e4 (1. d5) e5 *\n\n',
]
# The program with small ranges.
PROGRAM = "from pgnfen.scale import parts; parts.PART = {0}; from pgnfen.cli import main; main()"
WORDS = (
    "audit --severity info", "audit --format jsonl --max-game 9000", "tags --format jsonl", "audit --format full",
    "filter --tag Event=7 --max-game 9000 -o {out}/o.pgn --rest {out}/r.pgn --input-format pgn",
    "filter --has R101 --classic --input-format pgn", "split --by finding -d {out}/split --input-format pgn",
    "split --by Event -d {out}/split --dry-run --max-game 9000 --input-format pgn", "stats", "stats --by Event --plies",
    "dedupe --input-format pgn -o {out}/o.pgn --rest {out}/r.pgn --log {out}/log.jsonl",
    "dedupe --same prefix --merge tags --input-format pgn --max-game 9000 --memory 1K",
    "dedupe --same bytes --dry-run --input-format pgn",
    "stats --findings --format jsonl", "positions --format jsonl", "positions --unique --every 2 -o {out}/o.epd",
)  # fmt: skip
DASK = [sys.executable, "-m", "dask"]
QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archive")
    luck = random.Random(3)

    def games(count: int) -> bytes:
        return "".join(luck.choice(GAMES).format(n, luck.choice("588")) for n in range(count)).encode()

    large = b'[Event "large"]\n\n1. e4 {' + b"x " * 30_000 + b"} *\n\n"
    (folder / "a.pgn").write_bytes(games(3000) + large + games(99))
    (folder / "b.pgn.zst").write_bytes(framed(games(2000), [30_000, 60_000]))
    (folder / "c.pgn").write_bytes(zstandard.compress(games(500))[:-300])
    (folder / "d.pgn").write_bytes(b"\x89PNG\r\n\x1a\n")
    (folder / "e.epd").write_bytes(b"4k3/8/8/8/8/8/4P3/4K3 w - -\n" * 9)
    return folder


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a scheduler with two workers."""
    with a_scheduler(tmp_path_factory.mktemp("dask")) as (address, _):
        yield address


@contextmanager
def a_scheduler(folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Address and process of a scheduler with two workers, all of them started as docs/scale.md says."""
    where = folder / "where"
    words = [*DASK, "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", where]
    with programs.start(words, **QUIET) as process:
        while not (where.exists() and where.read_bytes()):
            time.sleep(0.05)
        address: str = json.loads(where.read_bytes())["address"]
        words = [*DASK, "worker", address, "--nworkers", "2", "--nthreads", "1", "--no-dashboard",
                 "--local-directory", folder]  # fmt: skip
        with programs.start(words, **QUIET):
            yield address, process


def outcome(
    words: str, archive: Path, part: int = 20_000, out: Path = Path(), program: str = PROGRAM
) -> tuple[Any, ...]:
    """Status, standard output, messages, the files written by the program with parts of so many bytes."""
    out.mkdir(exist_ok=True)
    command = [sys.executable, "-c", program.replace("{0}", str(part)), *words.format(out=out).split()]
    done = programs.run([*command, "--no-progress", archive])
    files = {path.relative_to(out): path.read_bytes() for path in out.rglob("*") if path.is_file()} if out.name else {}
    return done.returncode, done.stdout, done.stderr.replace(bytes(out), b""), files


@needs_dask
@pytest.mark.parametrize("words", WORDS)
def test_the_output_is_that_of_one_process(archive: Path, words: str, scheduler: str, tmp_path: Path) -> None:
    expected = outcome(words, archive, out=tmp_path / "one")
    assert outcome(f"{words} --cluster {scheduler}", archive, out=tmp_path / "two") == expected
    assert expected[0] == 2


@needs_dask
def test_a_cluster_beside_another(archive: Path) -> None:
    with socket.socket() as other:
        with suppress(OSError):  # then it is taken already
            other.bind(("", 8787))
            other.listen()
        assert outcome(f"{WORDS[0]} --cluster local:1", archive) == outcome(WORDS[0], archive)


@needs_dask
def test_a_worker_that_is_killed(archive: Path, tmp_path: Path) -> None:
    large = tmp_path / "large.pgn"
    large.write_bytes((archive / "a.pgn").read_bytes() * 5)
    expected = outcome("audit --format jsonl", large)
    words = [sys.executable, "-c", PROGRAM.format(120_000), "audit", "--format", "jsonl", "--cluster", "local:2", large]
    with programs.start(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout
        first = process.stdout.read(1000)  # they are at work
        [*workers] = spawned(process.pid)
        assert len(workers) == 2
        os.kill(workers[0], signal.SIGKILL)
        assert first + process.stdout.read() == expected[1]
        assert process.wait(60) == 1
        assert workers[0] not in spawned(process.pid)


def spawned(parent: int) -> list[int]:
    """The workers that a process has started."""
    found = []
    for line in programs.run(["ps", "-A", "-ww", "-o", "pid=,ppid=,args="], text=True).stdout.splitlines():
        pid, ppid, words = line.split(None, 2)
        if int(ppid) == parent and "spawn_main" in words:
            found.append(int(pid))
    return found


# As PROGRAM, ended by KILL in the middle of writing its N-th record.
KILLED = """
import os, signal
from pgnfen.cli import main
from pgnfen.scale import journal, parts
parts.PART, left, whole = {0}, {1}, journal.RunFile._write
def write(self, kind, content):
    global left
    left -= 1
    if not left:
        self._file.write(journal._record(kind, content)[:-1])
        os.kill(os.getpid(), signal.SIGKILL)
    whole(self, kind, content)
journal.RunFile._write = write
main()
"""


@needs_dask
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no KILL")
@pytest.mark.parametrize("words", [WORDS[n] for n in (1, 4, 7, 10, 15)])
def test_a_driver_that_is_killed_goes_on(archive: Path, words: str, scheduler: str, tmp_path: Path) -> None:
    expected, run = outcome(words, archive, out=tmp_path / "one"), tmp_path / "run"
    again = f"{words} --cluster {scheduler} --resume {run}"
    sizes = [0]
    for moment in (2, 5, 9):
        killed = outcome(again, archive, out=tmp_path / "two", program=KILLED.replace("{1}", str(moment)))
        sizes.append(run.stat().st_size)
        assert killed[0] == -signal.SIGKILL and sizes[-1] > sizes[-2]
    assert outcome(again, archive, out=tmp_path / "two") == expected
    assert not run.exists()


@needs_dask
def test_inputs_that_have_changed_are_not_gone_on_with(archive: Path, scheduler: str, tmp_path: Path) -> None:
    games, run = tmp_path / "games.pgn", tmp_path / "run"
    for change in (b" ", b""):
        games.write_bytes((archive / "a.pgn").read_bytes())
        words = f"audit --cluster {scheduler} --resume {run}"
        assert outcome(words, games, program=KILLED.replace("{1}", "4"))[0] == -signal.SIGKILL
        if change:
            games.write_bytes(games.read_bytes() + change)
            status, _, messages, _ = outcome(words, games)
            assert status == 2 and b"have changed since the run saved" in messages
        for other in ("audit --each", "tags"):
            status, _, messages, _ = outcome(words.replace("audit", other), games)
            assert status == 2 and b"belongs to another run" in messages
        status, _, messages, _ = outcome(f"audit --resume {run}", games)
        assert status == 2 and b"belongs to another run" in messages
        run.unlink()


@needs_dask
def test_a_scheduler_that_is_killed(archive: Path, scheduler: str, tmp_path: Path) -> None:
    large, run = tmp_path / "large.pgn", tmp_path / "run"
    large.write_bytes((archive / "a.pgn").read_bytes() * 5)
    expected = outcome("audit --format jsonl", large)
    with a_scheduler(tmp_path) as (address, process):
        command = [sys.executable, "-c", PROGRAM.format(60_000), "audit", "--format", "jsonl", "--resume", run]
        with programs.start([*command, "--cluster", address, large], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE) as driver:  # fmt: skip
            assert driver.stdout and driver.stderr
            assert driver.stdout.read(1000)  # they are at work
            process.kill()
            process.wait()
            driver.stdout.read()
            [line] = driver.stderr.read().splitlines()
            assert driver.wait(60) == 2
    assert line.startswith(b"pgnfen: --cluster tcp:") and b"the connection to the scheduler is lost" in line
    assert run.stat().st_size > 1000
    assert outcome(f"audit --format jsonl --resume {run} --cluster {scheduler}", large, 60_000) == expected
    assert not run.exists()


@needs_dask
@pytest.mark.parametrize("words", ["tags --format csv", "positions --format jsonl --ply 1-2", "audit --format csv"])
def test_files_of_parts(archive: Path, words: str, scheduler: str, tmp_path: Path) -> None:
    expected, out, run = outcome(words, archive), tmp_path / "out", tmp_path / "run"
    again = f"{words} --cluster {scheduler} --resume {run} -o {out}/part-*.txt"
    for moment in (2, 6):
        assert outcome(again, archive, program=KILLED.replace("{1}", str(moment)))[0] == -signal.SIGKILL
    status, stdout, messages, _ = outcome(again, archive)
    assert (status, stdout, messages) == (expected[0], b"", expected[2])
    files = [path.read_bytes() for path in sorted(out.glob("part-*.txt"))]
    assert len(files) > 8 and not run.exists()
    if "csv" in words:
        [head] = {file[: file.index(b"\n") + 1] for file in files}
        files = [head, *(file.removeprefix(head) for file in files)]
    lines, one = b"".join(files).splitlines(), expected[1].splitlines()
    assert sorted(lines) == sorted(one) if "audit" in words else lines == one  # what files have as a whole is the last
    for _ in range(2):
        status, _, messages, _ = outcome(again, archive)
        assert status == 2 and b"000001" in messages


@needs_dask
@pytest.mark.skipif(not importlib.util.find_spec("pyarrow"), reason="pip install 'pgnfen[parquet]'")
@pytest.mark.parametrize("words", ["tags", "positions --last", "audit --severity info"])
def test_files_of_parts_in_parquet(archive: Path, words: str, scheduler: str, tmp_path: Path) -> None:
    from pyarrow import parquet

    words, one, out = f"{words} --format parquet", tmp_path / "one.parquet", tmp_path / "out"
    expected = outcome(f"{words} -o {one}", archive)
    assert outcome(f"{words} --cluster {scheduler} -o {out}/*.parquet", archive) == expected
    files = [parquet.read_table(path).to_pylist() for path in sorted(out.glob("*.parquet"))]
    assert len(files) > 8
    rows, all_rows = [row for file in files for row in file], parquet.read_table(one).to_pylist()
    assert sorted(map(str, rows)) == sorted(map(str, all_rows)) if "audit" in words else rows == all_rows


@needs_dask
def test_files_of_parts_that_cannot_be(archive: Path, scheduler: str, tmp_path: Path) -> None:
    for words, said in (
        ("audit -o part-*", b"need --format jsonl"), ("positions --unique -o part-*", b"with --unique"),
        ("tags -o part-*-*", b"one * for the number"), (f"tags -o {archive}/a.pgn/part-*", b"cannot be written"),
    ):  # fmt: skip
        status, _, messages, _ = outcome(f"{words} --cluster {scheduler}", archive / "a.pgn")
        assert status == 2 and said in messages
    plain = tmp_path / "a*.txt"
    assert os.name == "nt" or (outcome(f"tags -o {plain}", archive / "a.pgn")[0] == 0 and plain.exists())


@needs_dask
def test_outputs_that_are_inputs_and_kinds_that_differ(archive: Path, scheduler: str) -> None:
    done = programs.pgnfen("filter", "--classic", archive / "a.pgn", "-o", archive / "a.pgn", "--cluster", scheduler)
    assert done.returncode == 2 and b"are the same file" in done.stderr
    done = programs.pgnfen("filter", "--classic", archive, "--cluster", scheduler)
    assert done.returncode == 2 and b"cannot go into one output" in done.stderr


@needs_dask
def test_progress(archive: Path, scheduler: str) -> None:
    words = ["stats", "--progress", "--cluster", scheduler, archive / "a.pgn", archive / "b.pgn.zst"]
    done = programs.run([sys.executable, "-c", PROGRAM.format(20_000), *words])
    assert b"file 1 of 2" in done.stderr and b" games]" in done.stderr and not done.returncode


def test_what_does_not_go_together(archive: Path, tmp_path: Path) -> None:
    for words in ("--cluster nowhere", "--cluster local:0"):
        assert programs.pgnfen("audit", *words.split(), archive).returncode == 2
    done = programs.pgnfen("audit", "--cluster", "local:1", "--max-bytes", "1M", archive, text=True)
    assert done.returncode == 2 and "--max-bytes" in done.stderr


@pytest.mark.skipif(bool(importlib.util.find_spec("distributed")), reason="Dask is installed")
def test_what_to_install_is_said(archive: Path) -> None:
    done = programs.pgnfen("audit", "--cluster", "local:2", archive, text=True)
    assert done.returncode == 2 and "install it with pip install \"pgnfen[cluster]\"" in done.stderr


def test_what_inputs_mean(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "PART", 20_000)
    found = {Path(one.name).name: one for one in units([str(archive), "nowhere.pgn", "no*.pgn"], "auto")}
    assert list(found) == ["a.pgn", "b.pgn.zst", "c.pgn", "d.pgn", "e.epd", "nowhere.pgn", "no*.pgn"]
    large = found.pop("a.pgn")
    assert isinstance(large, Unit) and len(large.parts) > 5
    assert large.parts[0].begin == 0 and large.parts[-1].end == (archive / "a.pgn").stat().st_size
    assert all(one.end == two.begin for one, two in zip(large.parts, large.parts[1:], strict=False))
    packed = found.pop("b.pgn.zst")
    assert isinstance(packed, Unit) and packed.packed and len(packed.parts) == 3
    assert not any(isinstance(one, Unit) and one.parts for one in found.values())
    assert isinstance(found["no*.pgn"], InputError) and isinstance(large.parts[0], Range)
    with pytest.raises(PgnfenError, match="standard input"):
        list(units([], "auto"))
