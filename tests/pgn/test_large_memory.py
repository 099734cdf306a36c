"""The memory that one game of any size takes, whatever it holds: of each process of a command."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import programs
import pytest
from large_games import SHAPES

pytestmark = [
    pytest.mark.usefixtures("either_reader"),
    pytest.mark.skipif(sys.platform != "linux", reason="/proc"),
]

MOST = 300 << 20
PAGE = os.sysconf("SC_PAGE_SIZE")
COMMANDS = (
    "tags", "audit", "filter --classic", "filter --has R101 -j 2", "fix --check", "fix", "split --by kind -d FOLDER",
)  # fmt: skip


def resident(group: int) -> int:
    """Bytes of memory of the largest process of a group; workers share with it what it had when they were started."""
    most = 0
    for path in Path("/proc").iterdir():
        if path.name.isdigit():
            with contextlib.suppress(OSError):
                if os.getpgid(int(path.name)) == group:
                    most = max(most, int((path / "statm").read_text().split()[1]) * PAGE)
    return most


def peak(words: str, pieces: Iterator[bytes]) -> int:
    """The most memory of `pgnfen` with a game on standard input, looked at many times a second."""
    command = [*programs.PGNFEN, *words.split(), "-"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    with programs.start(command, **pipes) as process:

        def feed() -> None:
            assert process.stdin is not None
            with contextlib.suppress(OSError):
                for piece in pieces:
                    process.stdin.write(piece)
                process.stdin.close()

        threading.Thread(target=feed, daemon=True).start()
        most = 0
        while process.poll() is None:
            most = max(most, resident(process.pid))
            time.sleep(0.02)
        assert process.stderr is not None
        assert process.returncode in (0, 1), process.stderr.read()
    return most


@pytest.mark.parametrize(
    ("command", "shape"),
    [
        ("audit", "one comment"),
        pytest.param("fix", "tags of a kind", marks=pytest.mark.exhaustive),
    ],
)
def test_memory_of_a_large_game(command: str, shape: str) -> None:
    assert peak(command, SHAPES[shape](72 << 20)) < MOST


@pytest.mark.hours
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("shape", SHAPES)
def test_memory_of_a_game_of_a_gigabyte(shape: str, command: str, tmp_path: Path) -> None:
    """Prints what docs/reliability.md says."""
    began = time.perf_counter()
    most = peak(command.replace("FOLDER", str(tmp_path / "out")), SHAPES[shape](1 << 30))
    shutil.rmtree(tmp_path / "out", ignore_errors=True)
    print(f"{shape}, {command}: {most >> 20} MiB, {time.perf_counter() - began:.0f} s")
    assert most < MOST
