"""A repair is a function of the game and its two neighbors: the same wherever the input is cut, and done once.

PGNFEN_FUZZ is the number of files of 250 games, PGNFEN_FUZZ_SEED where they begin. As a script:
python test_repairs_anywhere.py 40 7
"""

from __future__ import annotations

import io
import os
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest
from seen_ranges import see
from uneven_files import Files, of_fragments

from pgnfen.audit.auditor import Auditor
from pgnfen.pgn.block import Block
from pgnfen.pgn.blocks import new_splitter, read_blocks, with_neighbors
from pgnfen.pgn.ranges import Range, joined, range_blocks
from pgnfen.repair.conventions import Conventions
from pgnfen.repair.fixer import Fixer

pytestmark = pytest.mark.usefixtures("reader")

AUDITOR = Auditor()
Repaired = tuple[bytes, list[object]]


def cuts(data: bytes, seed: int) -> Iterator[tuple[str, Iterable[Block]]]:
    """The file in blocks: as it is read, by sizes; each game by itself; and in two parts."""
    pick = random.Random(seed)
    for size in (100, pick.randrange(300, 9000)):
        yield f"blocks of {size}", with_neighbors(read_blocks(io.BytesIO(data), size))
    yield "each game alone", with_neighbors(_alone(data))
    yield "two parts", _parts(data, pick.randrange(1, len(data)))


def _alone(data: bytes) -> Iterator[Block]:
    for game in new_splitter().split(data, final=True).games():
        yield new_splitter().whole(game)


def _parts(data: bytes, cut: int) -> Iterator[Block]:
    file, parts = io.BytesIO(data), (Range(0, cut), Range(cut, len(data)))
    seen = [(part, see(file, part)) for part in parts]
    for part, place, before in joined(seen, lambda part, first: see(file, part, None, first)):
        if place is not None:
            yield from range_blocks(file, part, place, None, 1 << 20, before)


def repaired(fixer: Fixer, blocks: Iterable[Block]) -> Repaired:
    """The bytes behind the repair, and all that is said of it."""
    data, said = [], list[object]()
    for block in blocks:
        fixed = fixer.block(block)
        data.append(fixed.data)
        said += [(one.placed, one.offset, one.before, one.after, one.refused) for one in fixed.done]
        said += fixed.left
        said += [(game.number, game.offset) for game, _ in fixed.changed]
    return b"".join(data), said


def check_cuts(data: bytes, seed: int) -> tuple[Fixer, Block, Repaired]:
    """Repair the file whole and in blocks; the fixer, the file as one block, and what comes of it."""
    asked = Conventions("shredder", "legal") if seed % 5 == 4 else Conventions()
    fixer = Fixer(AUDITOR, AUDITOR.codes, seed % 2 == 0, asked)
    before = new_splitter().split(data, final=True)
    whole = repaired(fixer, [before])
    for name, blocks in cuts(data, seed):
        part = repaired(fixer, blocks)
        different = set(map(repr, part[1])) ^ set(map(repr, whole[1]))
        assert part[0] == whole[0] and not different, f"{name}: {sorted(different)[:4]}"
    return fixer, before, whole


def check(data: bytes, seed: int, seen: Counter[str]) -> None:
    """Repair the file whole and in blocks, and what comes of it once more."""
    fixer, before, whole = check_cuts(data, seed)
    after = new_splitter().split(whole[0], final=True)
    new = {game.number: raw for game, raw in fixer.block(before).changed}
    stand = [new.get(game.number, game.raw).strip() for game in before.games()]
    assert [game.raw.strip() for game in after.games()] == stand
    again = repaired(fixer, [after])
    assert again[0] == whole[0], _first_difference(whole[0], again[0])
    refused = [one[4] for one in whole[1] if isinstance(one, tuple) and len(one) == 5 and one[4]]
    seen.update(refused)
    seen["games"] += len(before)
    seen["done"] += sum(isinstance(one, tuple) and len(one) == 5 and one[4] is None for one in whole[1])


def _first_difference(one: bytes, other: bytes) -> str:
    same = zip(one, other, strict=False)
    at = next((at for at, pair in enumerate(same) if pair[0] != pair[1]), min(len(one), len(other)))
    return f"{one[max(0, at - 300) : at + 200]!r} becomes {other[max(0, at - 300) : at + 200]!r}"


def run(count: int, seed: int, keep: int = 0) -> Counter[str]:
    """Repair so many files; an AssertionError names the first that does not hold (behind `keep` of them)."""
    seen: Counter[str] = Counter()
    for number in range(seed, seed + count):
        try:
            check(Files(number).file(250), number, seen)
        except AssertionError as error:
            if not keep:
                raise AssertionError(f"file {number}: {error}") from error
            keep -= 1
            seen["FAILED"] += 1
            print(f"file {number}: {error}", flush=True)
    return seen


@pytest.mark.parametrize("count", [2, pytest.param(8, marks=pytest.mark.exhaustive)])
def test_mutants(count: int) -> None:
    seen = run(int(os.environ.get("PGNFEN_FUZZ", count)), int(os.environ.get("PGNFEN_FUZZ_SEED", "1")))
    assert seen["done"] > 100 * count


@pytest.mark.parametrize("count", [60, pytest.param(700, marks=pytest.mark.exhaustive)])
def test_fragments(count: int) -> None:
    for seed in range(count):
        if data := of_fragments(seed).strip():
            check_cuts(data + b"\n", seed)


def test_a_game_that_would_be_two_without_the_next() -> None:
    check_cuts(b'[SetUp""]\n\nK 1-0[t""]\n[SetUp""]', 0)


if __name__ == "__main__":
    print(run(int(sys.argv[1]), int(sys.argv[2]), keep=30))
