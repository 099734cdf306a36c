"""How the work grows with the input: the search for shapes in which it grows faster.

`python tests/growth/growth.py --seconds 600 --seed 1 --reader native` prints those that it finds.
"""

from __future__ import annotations

import argparse
import io
import math
import os
import sys
import time
from collections.abc import Callable, Iterable
from functools import lru_cache, partial

from hostile import Shape, shapes
from work import counter, work

from pgnfen.audit.auditor import Auditor
from pgnfen.pgn.block import Block
from pgnfen.pgn.blocks import read_blocks
from pgnfen.pgn.records import read_record_blocks
from pgnfen.repair.fixer import Fixer

STEP = 4096
BOUND = 2.6 if counter() is not None else 3.0
"""Twice the input may take so many times the work that comes with half of it: 2 is linear, 4 is quadratic. Time differs
more than a count does: in 480 runs on linear work, most of them on a machine with too much to do, 2.6 was the most."""


def blocks_of(data: bytes, records: bool) -> Iterable[Block]:
    """The blocks of an input, read in small steps: what is read again and again counts too."""
    return read_record_blocks(io.BytesIO(data), STEP) if records else read_blocks(io.BytesIO(data), STEP)


@lru_cache(maxsize=2)
def auditor(reader: str) -> Auditor:
    """An auditor of that reader, which PGNFEN_ENGINE names."""
    return Auditor()


def audit(data: bytes, records: bool, reader: str) -> None:
    """Split, read and judge."""
    for block in blocks_of(data, records):
        auditor(reader).block(block)
        for index in range(len(block)):
            block.start(index)


def fix(data: bytes, records: bool, reader: str) -> None:
    """And repair."""
    fixer = Fixer(auditor(reader), auditor(reader).codes, unsafe=True)
    for block in blocks_of(data, records):
        fixer.block(block)


TASKS: dict[str, Callable[[bytes, bool, str], None]] = {"audit": audit, "fix": fix}


def growth(shape: Shape, size: int, reader: str, task: str = "audit") -> tuple[float, int]:
    """How many times the second half of a doubling takes the first's work, and the work of the largest input, of
    four times the size. Counters are few: where others count as well some instructions are missed, so that a count
    too many is counted again."""
    TASKS[task](shape.data(100), shape.records, reader)  # what is done once in a process
    if counter() is None:
        return timed(lambda size: partial(TASKS[task], shape.data(size), shape.records, reader), size * 2)
    counted = [_counted(shape, size, reader, task)]
    while counted[-1][0] > BOUND and len(counted) < 3:
        counted.append(_counted(shape, size, reader, task))
    return min(counted)


def _counted(shape: Shape, size: int, reader: str, task: str) -> tuple[float, int]:
    made = []
    for step in range(3):
        data = shape.data(size << step)
        made.append(work(partial(TASKS[task], data, shape.records, reader)))
    first, second = made[1] - made[0], made[2] - made[1]
    return second / max(first, made[0] // 4, 1), made[2]


def timed(task: Callable[[int], Callable[[], object]], size: int, tries: int = 8) -> tuple[float, int]:
    """Likewise by processor time, of an input of that size and one of four times the size: where a measurement does not
    say that it is linear, the least of several."""
    small, large = task(size), task(size * 4)
    first = second = sys.maxsize
    for done in range(tries):
        first, second = min(first, work(small)), min(second, work(large))
        ratio = math.sqrt(second / max(first, 1))
        if ratio <= (BOUND if done else 2.3):
            break
    return ratio, second


def main() -> None:
    """The search."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=8000, help="Bytes; four times as many are read at most.")
    parser.add_argument("--reader", choices=["native", "python-chess"], default="python-chess")
    parser.add_argument("--task", choices=list(TASKS), default="audit")
    options = parser.parse_args()
    os.environ["PGNFEN_ENGINE"] = options.reader
    end, tried, found = time.monotonic() + options.seconds, 0, 0
    for shape in shapes(options.seed):
        if time.monotonic() > end:
            break
        tried += 1
        ratio, total = growth(shape, options.size, options.reader, options.task)
        if ratio > BOUND and total > 2_000_000:
            ratio, total = growth(shape, options.size * 2, options.reader, options.task)
            if ratio > BOUND:
                found += 1
                print(f"{ratio:.2f} {total / options.size / 8:.0f} a byte: {shape}", flush=True)
    print(f"{tried} shapes, {found} in which the work grows faster than the input")


if __name__ == "__main__":
    main()
