"""Measures compressed input of many frames beside plain input and beside `zstd -dc`, `pzstd -dc`.

    python benchmarks/frames.py FOLDER [--rounds 5] [--megabytes 300]

The games of FOLDER are shuffled up to the size, for the same games one behind the other would compress too well. What
pzstd writes (frames of 32 MiB and less) is compared with one frame and with plain input: wall time and processor time,
which other work on the machine disturbs less, and the memory at the peak.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from speed import PGNFEN, Peer, peak

import pgnfen

AUDIT = [*PGNFEN, "audit", "--no-progress", "--no-summary", "--exit-zero"]


def shuffled(folder: str, size: int, path: Path) -> None:
    """The games of a folder, in an order of their own each time."""
    games, luck = [game.raw.rstrip() + b"\n\n" for game in pgnfen.read(folder)], random.Random(16)
    with path.open("wb") as file:
        while file.tell() < size:
            luck.shuffle(games)
            file.writelines(games)


def took(command: list[str]) -> tuple[float, float]:
    """Wall-clock and processor seconds of one run."""
    begin, before = time.perf_counter(), os.times()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - begin, used


def peers(plain: Path) -> list[Peer]:
    """The commands; compresses the input as they want it."""
    one, many = plain.with_suffix(".one.zst"), plain.with_suffix(".many.zst")
    subprocess.run(["zstd", "-qf", str(plain), "-o", str(one)], check=True)
    subprocess.run(["pzstd", "-qf", "-p", "2", str(plain), "-o", str(many)], check=True)
    found = [
        Peer(f"audit --jobs {jobs}, {name}", [*AUDIT, "--jobs", str(jobs), str(path)])
        for jobs in (2, 1)
        for name, path in (("plain", plain), ("one frame", one), ("many frames", many))
    ]
    for name, path in (("plain", plain), ("many frames", many)):
        found.append(Peer(f"tags, {name}", [*PGNFEN, "tags", "--no-progress", str(path)]))
    found.append(Peer("zstd -dc, one frame", ["zstd", "-dcq", str(one)]))
    found.append(Peer("zstd -dc, many frames", ["zstd", "-dcq", str(many)]))
    found.append(Peer("pzstd -dc -p 2, many frames", ["pzstd", "-dcq", "-p", "2", str(many)]))
    return found


def main() -> None:
    """Parse arguments, run, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--megabytes", type=float, default=300)
    options = parser.parse_args()
    if not (shutil.which("zstd") and shutil.which("pzstd")):
        parser.error("zstd and pzstd are needed")
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "games.pgn"
        shuffled(options.folder, int(options.megabytes * 1e6), plain)
        compared = peers(plain)
        size = plain.stat().st_size / 1e6
        rounds = [[took(peer.command) for peer in compared] for _ in range(options.rounds)]
        print(f"{size:.0f} MB, medians of {options.rounds} rounds\n")
        print("| command | seconds | processor seconds | MB/s | peak memory |\n|---|---|---|---|---|")
        for index, peer in enumerate(compared):
            wall, used = (statistics.median(one[index][which] for one in rounds) for which in (0, 1))
            row = f"{wall:.2f} | {used:.2f} | {size / wall:.0f} | {peak(peer.command):.0f} MB"
            print(f"| {peer.name} | {row} |", flush=True)


if __name__ == "__main__":
    main()
