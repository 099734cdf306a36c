"""Whatever the data: fixes leave no new fault, change nothing the second time, and touch nothing but their games.

PGNFEN_FUZZ is the number of mutants, PGNFEN_FUZZ_SEED where they begin. As a script:
python test_repairs_hold.py 100000 7
"""

from __future__ import annotations

import os
import sys
from collections import Counter

import pytest
from mutants import Mutator, seeds

from pgnfen.audit.auditor import Auditor
from pgnfen.pgn.blocks import new_splitter
from pgnfen.repair.fixer import Fixer

AUDITOR = Auditor()


def faults(data: bytes) -> list[set[tuple[str, str | None]]]:
    """The faults (infos are none) of each game."""
    block = new_splitter().split(data, final=True)
    found: list[set[tuple[str, str | None]]] = [set() for _ in range(len(block))]
    for one in AUDITOR.block(block):
        if one.remark.severity != "info":
            found[one.game - 1].add((one.remark.code, one.remark.field))
    return found


def check(data: bytes, unsafe: bool, seen: Counter[str]) -> None:
    """Repair and look again."""
    fixer = Fixer(AUDITOR, AUDITOR.codes, unsafe)
    block = new_splitter().split(data, final=True)
    fixed = fixer.block(block)
    at, parts = 0, []
    for game, new in fixed.changed:
        parts += [data[at : game.offset], new]
        at = game.offset + len(game.raw)
    assert b"".join([*parts, data[at:]]) == fixed.data
    before, after = faults(data), faults(fixed.data)
    assert len(before) == len(after)
    for number, (old, new_ones) in enumerate(zip(before, after, strict=True), 1):
        assert new_ones <= old, (number, new_ones - old)
    again = fixer.block(new_splitter().split(fixed.data, final=True))
    assert again.data == fixed.data, [one for one in again.done if one.refused is None][:1]
    for one in fixed.done:
        seen[one.placed.remark.code if one.refused is None else "refused"] += 1
        if one.refused is not None:
            seen[f"{one.placed.remark.code} {one.placed.remark.fix}: {one.refused}"] += 1


def run(count: int, seed: int, report: int = 0, keep: int = 0) -> Counter[str]:
    """Repair so many mutants; an AssertionError names the first that does not hold (after `keep` of them)."""
    mutator = Mutator(seed, seeds())
    seen: Counter[str] = Counter()
    for number in range(1, count + 1):
        data = mutator.mutant()
        try:
            check(data, number % 3 == 0, seen)
        except Exception as error:
            said = f"mutant {number} of seed {seed}{' (unsafe)' if number % 3 == 0 else ''}: {error!r}\n{data!r}"
            if not keep:
                raise AssertionError(said) from error
            keep -= 1
            seen["FAILED"] += 1
            print(said, flush=True)
        if report and number % report == 0:
            print(number, seen["FAILED"], sum(seen.values()), flush=True)
    return seen


@pytest.mark.parametrize("count", [250, pytest.param(1000, marks=pytest.mark.exhaustive)])
def test_mutants(count: int) -> None:
    seen = run(int(os.environ.get("PGNFEN_FUZZ", count)), int(os.environ.get("PGNFEN_FUZZ_SEED", "1")))
    assert len([code for code in seen if len(code) == 4]) > 20  # a test in which little is repaired says little


if __name__ == "__main__":
    done = run(int(sys.argv[1]), int(sys.argv[2]), 5000, keep=40)
    for what, count in done.most_common():
        print(count, what)
