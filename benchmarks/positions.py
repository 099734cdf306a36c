"""Measures `pgnfen positions` beside pgn-extract -Wepd and python-chess: positions a second of processor time.

    python benchmarks/positions.py FILE [--rounds 5] [--megabytes 20] [--small 1]

Each round runs all commands in turn, and writes what they write to a file; ratios are taken within a round, and their
medians are shown. python-chess, with or without pgnfen, reads a smaller file: its start-up is taken off.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from speed import EXTRACT, PGNFEN, corpus

POSITIONS = [*PGNFEN, "positions", "--no-progress", "--jobs", "1"]
PEER = """
import chess.pgn, sys
with open(sys.argv[1], encoding="utf-8", errors="replace") as handle:
    while game := chess.pgn.read_game(handle):
        board = game.board()
        print(board.fen())
        for move in game.mainline_moves():
            board.push(move)
            print(board.fen())
"""


@dataclass(frozen=True, slots=True)
class Peer:
    """A command on a file; `start_up` is the same without work."""

    name: str
    command: list[str]
    start_up: list[str] | None = None
    engine: str = "native"


def cpu(command: list[str], output: Path, engine: str) -> float:
    """Seconds of processor time of one run, of the user and of the system."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with output.open("wb") as sink:
        environment = {**os.environ, "PGNFEN_ENGINE": engine}
        subprocess.run(command, stdout=sink, stderr=subprocess.DEVNULL, check=False, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measured(peers: list[Peer], rounds: int, folder: Path) -> tuple[list[list[float]], list[int]]:
    """Seconds of each peer in each round, and how many lines each writes."""
    taken: list[list[float]] = [[] for _ in peers]
    lines = []
    for number in range(rounds):
        for times, peer in zip(taken, peers, strict=True):
            out = folder / "out"
            seconds = cpu(peer.command, out, peer.engine)
            if not number:
                lines.append(positions_in(out))
            if peer.start_up is not None:
                seconds -= cpu(peer.start_up, folder / "none", peer.engine)
            times.append(seconds)
    return taken, lines


def positions_in(path: Path) -> int:
    """The lines of a file that are not blank."""
    with path.open("rb") as file:
        return sum(1 for line in file if line.strip())


def main() -> None:
    """Parse arguments, run, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--megabytes", type=float, default=20)
    parser.add_argument("--small", type=float, default=1, help="megabytes for python-chess")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        big, small, empty = folder / "big.pgn", folder / "small.pgn", folder / "empty.pgn"
        corpus(options.file, int(options.megabytes * 1e6), big)
        with big.open("rb") as file:
            data = file.read(int(options.small * 1e6))
        small.write_bytes(data[: data.rfind(b"\n\n[") + 2])
        empty.write_bytes(b"")
        extract = [Peer("pgn-extract -Wepd", [EXTRACT, "-s", "-Wepd", str(big)])] if EXTRACT else []
        own = [
            Peer(f"pgnfen positions {' '.join(args)}".rstrip(), [*POSITIONS, *args, str(big)])
            for args in ([], ["--notation", "epd", "--en-passant", "1994"], ["--format", "jsonl"], ["--unique"])
        ]
        slow = [
            Peer("python-chess", [sys.executable, "-c", PEER, str(small)], [sys.executable, "-c", PEER, str(empty)]),
            Peer("pgnfen positions, without the native engine", [*POSITIONS, str(small)], [*POSITIONS, str(empty)],
                 "python-chess"),
        ]  # fmt: skip
        peers = [*extract, *own, *slow]
        taken, lines = measured(peers, options.rounds, folder)
        print(f"median of {options.rounds} rounds; beside {peers[0].name}\n")
        print("| command | positions | CPU seconds | million a CPU-second | ratio |\n|---|---|---|---|---|")
        for peer, times, count in zip(peers, taken, lines, strict=True):
            median, first = statistics.median(times), lines[0]
            ratio = statistics.median(
                (one / first) / (other / count) for one, other in zip(taken[0], times, strict=True)
            )
            print(f"| {peer.name} | {count:,} | {median:.2f} | {count / median / 1e6:.3f} | {ratio:.2f} |")


if __name__ == "__main__":
    main()
