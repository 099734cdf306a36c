"""The native engine reads starts as pgnfen.fen does. As a script: so many random ones.

    python tests/native/test_fen_agrees.py [--starts 1000000] [--seed 0]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import pytest
from fen_comparison import Comparison
from fen_mutants import FenMutants

from pgnfen import native
from pgnfen.audit.auditor import Auditor
from pgnfen.fen import double_start_fen, start_fen
from pgnfen.fen.definitions import SILENT_RULES
from pgnfen.fen.variants import _spellings
from pgnfen.pgn.layout import StartKey

pytestmark = pytest.mark.skipif(native.load() is None, reason="the native engine is not built")
STARTS = Path(__file__).parent / "starts.tsv"  # SetUp, FEN, Variant


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return Comparison()


def check(comparison: Comparison, key: StartKey) -> None:
    assert not comparison.differences(key), key


@pytest.mark.parametrize("convention", ["x-fen", "shredder"])
@pytest.mark.parametrize("variant", [None, b"Chess960", b"Standard"])
def test_every_array_is_plain(comparison: Comparison, convention: str, variant: bytes | None) -> None:
    plain = comparison.plain
    for number in range(960):
        check(comparison, (b"1", start_fen(number, convention).encode(), variant))  # type: ignore[arg-type]
    assert comparison.plain == plain + 960


def test_double_arrays_are_plain(comparison: Comparison) -> None:
    plain = comparison.plain
    for number in range(0, 960 * 960, 331):
        check(comparison, (b"1", double_start_fen(*divmod(number, 960)).encode(), None))
    assert comparison.plain == plain + len(range(0, 960 * 960, 331))


def test_spellings_of_variants(comparison: Comparison) -> None:
    for spelling, (name, _, family) in _spellings().items():
        for value in (spelling, spelling.upper(), name):
            for setup, fen in ((None, None), (b"1", start_fen(0).encode())):
                plain = comparison.plain
                check(comparison, (setup, fen, value.encode()))
                assert (comparison.plain > plain) == (family in ("standard", "chess960")), value


def test_one_edit_neighbors(comparison: Comparison) -> None:
    fen = b"r3k2r/1P6/8/3pP3/8/8/8/RK4BR w HAkq d6 0 12"
    letters = b" -/0123456789KQRBNPkqrbnpwABCDEFGHabcdefghx\\\"\xff"
    for at in range(len(fen) + 1):
        check(comparison, (b"1", fen[:at] + fen[at + 1 :], None))
        for letter in letters:
            check(comparison, (b"1", fen[:at] + bytes([letter]) + fen[at:], None))
            check(comparison, (b"1", fen[:at] + bytes([letter]) + fen[at + 1 :], b"Chess960"))


def test_what_is_easily_got_wrong(comparison: Comparison) -> None:
    for line in STARTS.read_bytes().splitlines():
        setup, fen, variant = (None if part == b"absent" else part for part in line.split(b"\t"))
        check(comparison, (setup, fen, variant))


def test_rules_of_every_start_are_known() -> None:
    """A rule of the start that is not in SILENT_RULES is asked of every start: its silence is not known natively."""
    assert Auditor().starts.always == frozenset(SILENT_RULES)


def test_random_starts(comparison: Comparison) -> None:
    seen, plain = comparison.seen, comparison.plain
    for key in FenMutants(1).many(1500):
        check(comparison, key)
    assert comparison.plain - plain > (comparison.seen - seen) / 3


def main() -> None:
    """Compare, print what differs, and how many were plain."""
    parser = argparse.ArgumentParser(description="Compare starts as both read them.")
    parser.add_argument("--starts", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    comparison, wrong = Comparison(), 0
    for key in FenMutants(asked.seed).many(asked.starts):
        differences = comparison.differences(key)
        if differences:
            wrong += 1
            print(key, *differences, sep="\n    ")
    silent = f"{comparison.silent} of them with nothing to remark that depends on the FEN"
    print(f"{comparison.seen} starts: {comparison.plain} plain, {silent}; {comparison.in_vain} asked about in vain")
    print(f"{wrong} differ")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
