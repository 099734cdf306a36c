"""Whatever the data, both readers say the same facts of it, and the audit finds the same in it.

PGNFEN_FUZZ is the number of mutants, PGNFEN_FUZZ_SEED where they begin. For long runs this file is a script too:
python test_readers_agree.py 1000000 7
"""

from __future__ import annotations

import os
import random
import sys
import time
from itertools import islice
from pathlib import Path

import pytest

pytest.importorskip("pgnfen._native")

from mutants import OWN, Mutator, seeds
from reader_comparison import Comparison

from pgnfen.facts.kinds import Fact
from pgnfen.inputs.source import Source, find_sources
from pgnfen.pgn.blocks import read_blocks

STOPS = "illegal", "ambiguous", "denied", "illegal in a variation", "ambiguous in a variation", "judged illegal"
DISAGREEMENTS = sorted((Path(__file__).parent / "disagreements").glob("*.pgn"))


def run(count: int, seed: int, report: int = 0, keep: int = 0) -> Comparison:
    """Compare so many mutants; an AssertionError names the first on which the readers differ (after `keep` of them)."""
    mutator, comparison = Mutator(seed, seeds()), Comparison()
    cuts = random.Random(seed)
    began = time.monotonic()
    for number in range(1, count + 1):
        data = mutator.mutant()
        try:
            comparison.check(data, cuts.randint(0, len(data)))
        except Exception as error:
            said = f"mutant {number} of seed {seed}: {error!r}\n{data!r}"
            if not keep:
                raise AssertionError(said) from error
            keep -= 1
            comparison.seen["DISAGREEMENT"] += 1
            print(said, flush=True)
        if report and number % report == 0:
            print(number, dict(comparison.seen), f"{time.monotonic() - began:.0f} s", flush=True)
    return comparison


@pytest.mark.parametrize("path", DISAGREEMENTS, ids=lambda path: path.stem)
def test_past_disagreements(path: Path) -> None:
    """What the readers once differed on; a file dropped into the folder is a case."""
    data = path.read_bytes()
    Comparison().check(data, len(data) // 2)


def test_own_games_are_read_natively() -> None:
    comparison = Comparison()
    for text in OWN:
        comparison.check(text.encode(), len(text) // 2)
    assert comparison.seen["UNREAD"] == 1  # e7e5
    assert comparison.played == []


@pytest.mark.parametrize(("size", "count"), [(1 << 15, 1), pytest.param(1 << 18, 2, marks=pytest.mark.exhaustive)])
def test_archives(corpora: Path, size: int, count: int) -> None:
    """The beginning of every archive: so many blocks of this size (bytes)."""
    comparison = Comparison()
    for source in find_sources([str(corpora)]):
        assert isinstance(source, Source)
        if "seirawan" in source.name:
            continue  # pyffish plays it, for either reader, and takes minutes
        with source:
            for block in islice(read_blocks(source, size), count):
                comparison.check(block.data[: block.end], block.end // 2)
    assert comparison.played == []


@pytest.mark.parametrize("count", [400, pytest.param(4000, marks=pytest.mark.exhaustive)])
def test_mutants(count: int) -> None:
    comparison = run(int(os.environ.get("PGNFEN_FUZZ", count)), int(os.environ.get("PGNFEN_FUZZ_SEED", "1")))
    # A test that never meets a fact says nothing of it; a short one may lack the rarest, whatever its seeds are.
    missed = {*(fact.name for fact in Fact), *STOPS} - {name for name, count in comparison.seen.items() if count}
    assert len(missed) < 5 if count < 8000 else not missed
    assert comparison.seen["UNREAD"] < comparison.seen["game"] / 8
    assert comparison.played == []


if __name__ == "__main__":
    done = run(int(sys.argv[1]), int(sys.argv[2]), 20_000, keep=200)
    print(dict(done.seen))
    for san, fen in done.played[:200]:
        print(f"played by python-chess alone: {san}  {fen}")
