"""Measures pgnfen beside pgn-extract and a bare python-chess visitor; prints medians and ratios as a table.

python benchmarks/speed.py FOLDER [--rounds 5] [--megabytes 50] [--only NAME,...]
"""

from __future__ import annotations

import argparse
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import pgnfen
from pgnfen.inputs.source import find_sources

PGNFEN = [sys.executable, "-m", "pgnfen"]
LONGEST = 60
EXTRACT = shutil.which("pgn-extract") or shutil.which("pgn-extract", path="/usr/games")
VISITOR = """
import chess.pgn, sys
class Mainline(chess.pgn.BaseVisitor):
    def begin_variation(self): return chess.pgn.SKIP
    def result(self): return True
with open(sys.argv[1], encoding="utf-8", errors="replace") as handle:
    while chess.pgn.read_game(handle, Visitor=Mainline): pass
"""


@dataclass(frozen=True, slots=True)
class Peer:
    """One command of a comparison: its seconds are compared with those of the comparison's first command."""

    name: str
    command: list[str]


def corpus(folder: str, size: int, path: Path) -> int:
    """Write the folder's PGN over and over until `size` bytes are reached; returns the number of games."""
    data = b""
    for source in find_sources([folder]):
        if isinstance(source, Exception):
            raise source
        with source:
            while chunk := source.read():
                data += chunk
    games = sum(1 for _ in pgnfen.read(data))
    times = max(1, round(size / len(data)))
    with path.open("wb") as file:
        for _ in range(times):
            file.write(data)
    return games * times


def seconds(command: list[str], output: Path) -> float:
    """Wall-clock seconds of one run, its output written to a file as a user's would be; infinite where it does not end
    in LONGEST seconds (pgn-extract, of comments that are never closed)."""
    with output.open("wb") as sink:
        begin = time.perf_counter()
        try:
            subprocess.run(
                command, stdout=sink, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, check=False, timeout=LONGEST
            )
        except subprocess.TimeoutExpired:
            return math.inf
        return time.perf_counter() - begin


def timed(peers: list[Peer], rounds: int, output: Path) -> list[list[float]]:
    """Seconds of each peer in each round; a round runs them all in turn."""
    taken: list[list[float]] = [[] for _ in peers]
    for _ in range(rounds):
        for times, peer in zip(taken, peers, strict=True):
            times.append(math.inf if math.inf in times else seconds(peer.command, output))
    return taken


def paired(peers: list[Peer], rounds: int, output: Path) -> list[tuple[str, float, float]]:
    """Name, median seconds, and median ratio (first peer's time in the round by this one's) of each peer."""
    taken = timed(peers, rounds, output)
    return [
        (peer.name, statistics.median(times), statistics.median(f / t for f, t in zip(taken[0], times, strict=True)))
        for peer, times in zip(peers, taken, strict=True)
    ]


def comparisons(big: Path, small: Path, out: Path) -> Iterator[tuple[str, Path, list[Peer]]]:
    """What is compared, on which file, the yardstick first."""
    extract = []
    if EXTRACT:
        extract.append(Peer("pgn-extract --onlysetuptags", [EXTRACT, "--onlysetuptags", f"-o{out}", str(big)]))
    start = Peer("pgnfen tags of nothing (start-up alone)", [*PGNFEN, "tags", os.devnull])
    header = [
        Peer(f"pgnfen {' '.join(args)}", [*PGNFEN, *args, "--no-progress", str(big)])
        for args in (
            ["tags", "--format", "jsonl"], ["tags", "--format", "csv"], ["tags"], ["filter", "--classic"],
            ["filter", "--chess960", "--not"],
        )
    ]  # fmt: skip
    yield "headers", big, [*extract, *header, start]
    audit = [*PGNFEN, "audit", "--no-progress", "--no-summary"]
    yield (
        "audit",
        small,
        [
            Peer("python-chess visitor", [sys.executable, "-c", VISITOR, str(small)]),
            Peer("pgnfen audit", [*audit, str(small)]),
        ],
    )
    yield (
        "jobs",
        small,
        [
            Peer("pgnfen audit --jobs 1", [*audit, "--jobs", "1", str(small)]),
            Peer("pgnfen audit --jobs 2", [*audit, "--jobs", "2", str(small)]),
        ],
    )


def peak(command: list[str], stdin: IO[bytes] | None = None) -> float:
    """The greatest memory of the command's process, in MB.

    A process of its own asks: to the system a child has used what its parent had when it was started.
    """
    asks = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, "
        "stderr=subprocess.DEVNULL); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    run = subprocess.run([sys.executable, "-c", asks, *command], stdin=stdin, stdout=subprocess.PIPE, check=True)
    return int(run.stdout) / 1000


def memory(path: Path, gigabytes: float) -> list[str]:
    """Peak memory of tags and audit on a stream through standard input, in MB."""
    lines = []
    for args, amount in (
        (["tags", "--format", "jsonl"], gigabytes), (["filter", "--classic"], gigabytes), (["audit"], gigabytes),
    ):  # fmt: skip
        times = int(amount * 1e9 / path.stat().st_size)
        feed = subprocess.Popen(["sh", "-c", f"for i in $(seq {times}); do cat '{path}'; done"], stdout=subprocess.PIPE)
        used = peak([*PGNFEN, *args], feed.stdout)
        feed.wait()
        lines.append(f"| pgnfen {' '.join(args)}, {amount:g} GB through stdin | {used:.0f} MB |")
    return lines


def main() -> None:
    """Parse arguments, run, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--megabytes", type=float, default=50)
    parser.add_argument("--gigabytes", type=float, default=1, help="size of the stream for the memory test")
    parser.add_argument("--only", default="headers,audit,jobs,memory")
    options = parser.parse_args()
    only: Callable[[str], bool] = set(options.only.split(",")).__contains__
    with tempfile.TemporaryDirectory() as folder:
        big, small, out = (Path(folder) / name for name in ("big.pgn", "small.pgn", "out"))
        sizes = ((big, int(options.megabytes * 1e6)), (small, 1))
        games = {path: corpus(options.folder, size, path) for path, size in sizes}
        for name, path, peers in comparisons(big, small, out):
            if not only(name):
                continue
            size = path.stat().st_size / 1e6
            print(f"\n{name}: {size:.1f} MB, {games[path]} games, median of {options.rounds} paired runs\n")
            print("| command | seconds | MB/s | games/s | ratio |\n|---|---|---|---|---|")
            for row, median, ratio in paired(peers, options.rounds, out):
                speed = f"{size / median:.0f} | {games[path] / median:.0f}"
                print(f"| {row} | {median:.2f} | {speed} | {ratio:.2f} |", flush=True)
        if only("memory"):
            print("\n| peak memory | |\n|---|---|")
            print("\n".join(memory(big, options.gigabytes)))


if __name__ == "__main__":
    main()
