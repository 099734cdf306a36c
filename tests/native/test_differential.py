"""Whatever the native engine clears, the Python path (all rules, python-chess) finds nothing in.

PGNFEN_FUZZ is the number of mutants, PGNFEN_FUZZ_SEED where they begin. For long runs this file is a script too:
python test_differential.py 1000000 7
"""

from __future__ import annotations

import os
import random
import sys
import time

import pytest

pytest.importorskip("pgnfen._native")

from native_judge import Judge
from native_mutants import OWN, Mutator, seeds


def run(count: int, seed: int, report: int = 0) -> Judge:
    """Judge so many mutants; an AssertionError names the first that is judged wrongly."""
    mutator, judge = Mutator(seed, seeds()), Judge()
    cuts = random.Random(seed)
    began = time.monotonic()
    for number in range(1, count + 1):
        data = mutator.mutant()
        try:
            judge.check(data, cuts.randint(0, len(data)))
        except Exception as error:
            raise AssertionError(f"mutant {number} of seed {seed}: {error}\n{data!r}") from error
        if report and number % report == 0:
            print(number, dict(judge.seen), f"{time.monotonic() - began:.0f} s", flush=True)
    return judge


def test_own_games_are_settled() -> None:
    judge = Judge()
    for text in OWN:
        judge.check(text.encode(), len(text) // 2)
    assert judge.seen["cleared"] + judge.seen["moves clear"] >= len(OWN) - 2
    assert judge.seen["careful"] <= 1


def test_mutants() -> None:
    count = int(os.environ.get("PGNFEN_FUZZ", "3000"))
    judge = run(count, int(os.environ.get("PGNFEN_FUZZ_SEED", "1")))
    # A test that clears next to nothing would show nothing.
    assert judge.seen["cleared"] + judge.seen["moves clear"] > count / 20


if __name__ == "__main__":
    print(dict(run(int(sys.argv[1]), int(sys.argv[2]), 20_000).seen))
