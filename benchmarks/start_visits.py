"""Counts how often a start on its way through pgnfen/fen/ returns to a file that it had left.

    python benchmarks/start_visits.py ["FEN" ...]

Calls and returns between files are followed by sys.setprofile, after a first reading of the same starts.
"""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

from pgnfen.fen import read_start

STARTS = [
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K1R1 w kqKQ e3 5 2",
    "4k3/8/8/8/8/8/8/4R1K1 w - -",
]


def visits(fen: str) -> tuple[int, int]:
    """The files of pgnfen/fen/ that a start visits, and the returns to a file that it had left."""
    stack: list[str] = []
    path: list[str] = []

    def follow(frame: FrameType, event: str, argument: Any) -> None:
        name = frame.f_code.co_filename
        if "pgnfen/" not in name or frame.f_code.co_name.startswith("<"):
            return
        if event == "call":
            stack.append(name)
            path.append(name)
        elif event == "return" and stack:
            stack.pop()
            path.extend(stack[-1:])

    sys.setprofile(follow)
    read_start("1", fen, None)
    sys.setprofile(None)
    steps = [name for at, name in enumerate(path) if not at or path[at - 1] != name]
    return len({name for name in steps if "/fen/" in name}), len(steps) - len(set(steps))


def main() -> None:
    """Print a line per start."""
    starts = sys.argv[1:] or STARTS
    for fen in starts:
        read_start("1", fen, None)
    for fen in starts:
        files, returns = visits(fen)
        print(f"{files:3} files {returns:4} returns  {fen}")


if __name__ == "__main__":
    main()
