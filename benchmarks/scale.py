"""Measures what docs/scale.md says: games a second a core of each command, the cost of an archive, and workers.

    python benchmarks/scale.py FOLDER [--megabytes 200] [--rounds 3] [--games 7e9] [--price 0.04] [--cluster]

FOLDER holds the games of the archive that is meant, a sample of it, which is shuffled up to the size and compressed as
pzstd does it. Processor seconds, the medians of the rounds, are what a core takes; start-up is in them. The simulation
hands parts of the measured time to workers as they get free, behind a driver that takes its own measured time for each.
With --cluster (and Dask) one worker and two are timed as well: wall time, on a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import heapq
import statistics
import subprocess
import tempfile
from pathlib import Path

from frames import shuffled, took
from speed import PGNFEN

import pgnfen

DRIVER = 0.017  # seconds for a part: joining what was seen, submitting, receiving (measured: 1,000 parts of 40 kB)
PART = 64 << 20  # bytes of text
COMMANDS = {
    "tags": ["tags"],
    "tags --format jsonl": ["tags", "--format", "jsonl"],
    "filter --classic": ["filter", "--classic", "-o", "/dev/null"],
    "filter --has R101": ["filter", "--has", "R101", "-o", "/dev/null"],
    "audit": ["audit", "--exit-zero", "--no-summary"],
    "fix --check": ["fix", "--check"],
}


def used(command: list[str], rounds: int) -> float:
    """Median processor seconds."""
    return statistics.median(took(["sh", "-c", '"$@" || true', "sh", *command])[1] for _ in range(rounds))


def makespan(parts: int, seconds: float, workers: int) -> float:
    """When the last of so many parts is done by workers that take the next when they are free."""
    free, ready = [0.0] * workers, 0.0
    for _ in range(parts):
        ready += DRIVER
        heapq.heappush(free, max(heapq.heappop(free), ready) + seconds)
    return max(free)


def cost(rows: dict[str, float], games: int, options: argparse.Namespace) -> None:
    """The table of commands."""
    print("| command | games a second a core | core-hours | dollars |\n|---|---|---|---|")
    for name, seconds in rows.items():
        hours = options.games / games * seconds / 3600
        print(f"| {name} | {games / seconds:,.0f} | {hours:,.1f} | {hours * options.price:,.2f} |", flush=True)


def clusters(path: Path) -> None:
    """One worker and two, beside one process; the outputs are compared."""
    print("\n| audit | seconds | output |\n|---|---|---|")
    outputs = []
    for words in (["--jobs", "1"], ["--cluster", "local:1"], ["--cluster", "local:2"]):
        command = [*PGNFEN, "audit", "--exit-zero", "--no-progress", "--format", "jsonl", *words, str(path)]
        wall = took(command)[0]
        outputs.append(subprocess.run(command, capture_output=True, check=True).stdout)
        same = "the same" if outputs[-1] == outputs[0] else "DIFFERENT"
        print(f"| {' '.join(words)} | {wall:.2f} | {same} |", flush=True)


def main() -> None:
    """Parse arguments, run, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--megabytes", type=float, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=float, default=7e9)
    parser.add_argument("--price", type=float, default=0.04, help="dollars a core-hour")
    parser.add_argument("--cluster", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "games.pgn"
        shuffled(options.folder, int(options.megabytes * 1e6), plain)
        packed = plain.with_suffix(".pgn.zst")
        subprocess.run(["pzstd", "-qf", str(plain), "-o", str(packed)], check=True)
        games = sum(1 for _ in pgnfen.read(plain))
        size, small = plain.stat().st_size, packed.stat().st_size
        print(f"{games:,} games, {size / games:.0f} bytes a game, {small / games:.0f} of them compressed\n")
        rows = {"zstd -dc": used(["zstd", "-dcq", str(packed)], options.rounds)}
        for name, words in COMMANDS.items():
            jobs = ["--jobs", "1", "--no-progress", str(packed)]
            rows[f"pgnfen {name}"] = used([*PGNFEN, *words, *jobs], options.rounds)
        cost(rows, games, options)
        seconds = rows["pgnfen audit"] * PART / size
        parts = int(options.games * size / games / PART)
        print(f"\nAudit of all in {parts:,} parts of {seconds:.2f} s:\n")
        print("| workers | hours | efficiency | read a second, compressed |\n|---|---|---|---|")
        for workers in (1, 2, 10, 100, 1000):
            span = makespan(parts, seconds, workers)
            rate = options.games * small / games / span
            row = f"{span / 3600:,.2f} | {parts * seconds / span / workers:.0%} | {rate / 1e6:,.0f} MB"
            print(f"| {workers:,} | {row} |")
        if options.cluster:
            clusters(plain)


if __name__ == "__main__":
    main()
