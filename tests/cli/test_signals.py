"""Ctrl-C, TERM, HUP and KILL at any moment: the program ends at once, outputs are whole or absent, nothing is left."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import programs
import pytest

from pgnfen.cli import app
from pgnfen.scale import jobs

pytestmark = [
    pytest.mark.usefixtures("either_reader"),
    pytest.mark.skipif(os.name != "posix" or shutil.which("ps") is None, reason="signals of POSIX, and ps"),
]

CLEAN = b'[Event "x"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n'
DIRTY = b'[Event "y"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O-O Be7 *\n\n'
WAYS = {
    "blocks one by one": (CLEAN, "filter - -o out.pgn --rest rest.pgn.gz"),
    "threads": (CLEAN, "filter --has R101 -j 2 - -o out.pgn --rest rest.pgn.gz"),
    "processes": (DIRTY, "filter --has R101 -j 2 - -o out.pgn --rest rest.pgn.gz"),
}
ENDING = ("SIGINT", "SIGTERM", "SIGHUP")
OLD = {"out.pgn": b"old", "rest.pgn.gz": b"old too"}


def feed(pipe: object, game: bytes) -> None:
    """Games without end: whatever the moment, there is work."""
    with contextlib.suppress(OSError, ValueError):
        while True:
            pipe.write(game * 2000)  # type: ignore[attr-defined]


@contextlib.contextmanager
def working(way: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The program at work on endless input, over outputs that are there already."""
    game, words = WAYS[way]
    for name, content in OLD.items():
        (folder / name).write_bytes(content)
    pipes = {"stdin": subprocess.PIPE, "stderr": subprocess.PIPE}
    with programs.start([*programs.PGNFEN, *words.split()], cwd=folder, **pipes) as process:
        thread = threading.Thread(target=feed, args=(process.stdin, game), daemon=True)
        thread.start()
        yield process
        process.wait(programs.TIMEOUT)
        with contextlib.suppress(OSError):
            process.stdin.close()  # type: ignore[union-attr]


def running() -> dict[int, int]:
    """The group of each process that runs, by its number."""
    lines = programs.run(["ps", "-A", "-o", "pid=,pgid=,stat="], text=True, check=True).stdout.splitlines()
    return {int(pid): int(group) for pid, group, state in map(str.split, lines) if not state.startswith("Z")}


def gone(group: int) -> bool:
    """Whether no process of a group runs, after as long as a system may take to end them."""
    for _ in range(50):
        if group not in running().values():
            return True
        time.sleep(0.1)
    return False


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def end_at_random(way: str, name: str, folder: Path, chance: random.Random) -> float:
    """The seconds that it takes to end a run, by a signal to the whole group, as a terminal's is, or to it alone."""
    number = signal.Signals[name]
    with working(way, folder) as process:
        time.sleep(chance.uniform(0.0, 1.5))
        send = os.killpg if chance.random() < 0.5 else os.kill
        began = time.perf_counter()
        send(process.pid, number)
        if chance.random() < 0.3:
            with contextlib.suppress(ProcessLookupError):
                send(process.pid, number)
        process.wait(programs.TIMEOUT)
        took = time.perf_counter() - began
        assert process.stderr is not None
        said = process.stderr.read().decode()
    at_start = process.returncode == 1 and '"<frozen site>"' in said  # Python itself, before anything of pgnfen's
    assert at_start or process.returncode in (-number, 128 + number)  # the first while Python is started, too
    if process.returncode > 1:
        assert said.startswith("pgnfen: ") and len(said.splitlines()) == 1
    assert files(folder) == OLD and gone(process.pid)
    return took


@pytest.mark.parametrize("name", ENDING)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("times", [1, pytest.param(4, marks=pytest.mark.exhaustive)])
def test_a_signal_ends_all_of_it_at_once(way: str, name: str, times: int, tmp_path: Path) -> None:
    took = [end_at_random(way, name, tmp_path, random.Random(f"{way} {name} {n}")) for n in range(times)]
    assert max(took) < 5  # a second, but for machines that have other work


def test_a_second_signal_leaves_the_first_its_word(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("leave_interrupts", "remove_unfinished", "end_workers"):
        monkeypatch.setattr(app, name, lambda: None)
    ending, done = app._Ending(), list[object]()

    def say(line: str) -> None:
        ending(signal.SIGTERM, None)
        done.append(line)

    monkeypatch.setattr(app, "_say", say)
    monkeypatch.setattr(os, "_exit", done.append)
    ending(signal.SIGINT, None)
    assert done == ["pgnfen: interrupted\n", 130]


def test_a_signal_in_the_middle_of_an_import(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "multiprocessing", ModuleType("multiprocessing"))
    jobs.end_workers()


@pytest.mark.hours
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", ENDING)
@pytest.mark.parametrize("way", WAYS)
def test_many_signals(way: str, name: str, tmp_path: Path) -> None:
    """Prints what the table in docs/reliability.md says."""
    took = [end_at_random(way, name, tmp_path, random.Random(f"many {way} {name} {n}")) for n in range(40)]
    print(f"{way}, {len(took)} {name}: {sorted(took)[len(took) // 2]:.3f} s, at most {max(took):.3f} s")
    assert max(took) < 5


def kill_at_random(way: str, folder: Path, chance: random.Random) -> list[str]:
    """One run that KILL ends, and one after it that completes; the temporary files that the first had left."""
    with working(way, folder) as process:
        time.sleep(chance.uniform(0.0, 1.5))
        os.kill(process.pid, signal.SIGKILL)
        process.wait(programs.TIMEOUT)
    assert gone(process.pid)
    found = files(folder)
    left = [name for name in found if name not in OLD]
    assert {name: found[name] for name in OLD} == OLD
    assert set(left) <= {f".{name}.pgnfen-0.tmp" for name in OLD}
    done = programs.run([*programs.PGNFEN, *WAYS[way][1].split()], cwd=folder, input=CLEAN)
    assert done.returncode in (0, 1) and set(files(folder)) == set(OLD)
    return left


@pytest.mark.parametrize("way", WAYS)
def test_what_a_killed_run_leaves_the_next_removes(way: str, tmp_path: Path) -> None:
    left = [kill_at_random(way, tmp_path, random.Random(f"kill {way} {n}")) for n in range(2)]
    assert any(left)


@pytest.mark.hours
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("way", WAYS)
def test_many_kills(way: str, tmp_path: Path) -> None:
    left = [kill_at_random(way, tmp_path, random.Random(f"many kills {way} {n}")) for n in range(60)]
    print(f"{way}, {len(left)} KILL: {sum(map(bool, left))} with temporary files, all removed by the next run")


@pytest.mark.parametrize("name", ENDING)
def test_a_signal_that_is_ignored_stays_ignored(name: str, tmp_path: Path) -> None:
    """nohup, and a shell's `&`."""
    (tmp_path / "in.pgn").write_bytes(CLEAN * 20000)
    line = f'trap "" {name[3:]}; echo ready; exec "{sys.executable}" -m pgnfen audit -j 2 in.pgn'
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with programs.start(["sh", "-c", line], cwd=tmp_path, **pipes) as process:
        assert process.stdout is not None and process.stdout.readline() == b"ready\n"
        while process.poll() is None:
            os.killpg(process.pid, signal.Signals[name])
            time.sleep(0.05)
        assert process.returncode == 0


def test_a_reader_that_stalls_holds_up_no_interrupt(tmp_path: Path) -> None:
    """Nobody reads standard output, nor standard error, and both are full."""
    (tmp_path / "in.pgn").write_bytes(CLEAN * 20000)
    read, write = os.pipe()
    os.set_blocking(write, False)
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(write, b"x")
    os.set_blocking(write, True)
    with programs.start([*programs.PGNFEN, "filter", "in.pgn"], cwd=tmp_path, stdout=write, stderr=write) as process:
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
    os.close(read)
    os.close(write)


def _sleep(parent: int) -> None:
    jobs.end_with_parent(parent)
    time.sleep(programs.TIMEOUT)


def _start(platform: str, method: str) -> None:
    """A parent with a worker; it prints the worker's number and waits."""
    sys.platform = platform  # which way a worker takes is decided by that
    worker = multiprocessing.get_context(method).Process(target=_sleep, args=(os.getpid(),))
    worker.start()
    print(worker.pid, flush=True)
    time.sleep(programs.TIMEOUT)


@pytest.mark.skipif(sys.platform != "linux", reason="another platform is played")
@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_a_worker_ends_with_its_parent(platform: str) -> None:
    """Where the system tells it of the end, and where a pipe does."""
    program = f"import test_signals as t; t._start({platform!r}, 'fork')"
    path = os.pathsep.join([str(Path(__file__).parent), str(Path(programs.__file__).parent), *sys.path])
    environment = os.environ | {"PYTHONPATH": path}
    with programs.start([sys.executable, "-c", program], stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        worker = int(process.stdout.readline())
        time.sleep(0.5)
        assert worker in running()
        process.kill()
        process.wait()
        assert gone(process.pid)
