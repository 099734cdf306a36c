"""No two findings of one game or record contradict each other.

Asked of cases, of archives, and of mutants of starts, of whole games and of records.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.catalog import all_rules
from pgnfen.audit.finding import Remark
from pgnfen.inputs.source import Source, find_sources
from pgnfen.pgn.records import RECORD_SUFFIXES, is_record_file

sys.path.insert(0, str(Path(__file__).parents[1] / "native"))
from contradictions import TABLE, contradictions
from fen_mutants import FenMutants
from mutants import Mutator, seeds
from test_records_agree import RecordMutants

pytestmark = pytest.mark.usefixtures("reader")

COUNTS = [
    1500,
    pytest.param(6_000, marks=[pytest.mark.exhaustive, pytest.mark.timeout(1800)]),
    pytest.param(50_000, marks=[pytest.mark.hours, pytest.mark.timeout(0)]),
]
CASES = sorted((Path(__file__).parents[1] / "rules").glob("*.pgn"))
MOVETEXTS = (
    b"*", b"1. e4 e5 *", b"1... e5 2. Nf3 *", b"12. Nf3 Nf6 1-0", b"1. O-O O-O 2. O-O-O *", b"1. exd6 *",
    b"1. Kf1 Kd7 *", b"1... Kd7 2. Kd2 *",
)  # fmt: skip
EVENTS = (b"FRC", b"A", b"FRC No Castling", b"Wild")


def games_of_starts(count: int, seed: int) -> Iterator[bytes]:
    """Games from mutants of starts."""
    pick = random.Random(seed)
    for key in FenMutants(seed).many(count):
        named = zip((b"SetUp", b"FEN", b"Variant"), key, strict=True)
        tags = [b'[%s "%s"]\n' % (name, text.translate(None, b'"\\\r\n')) for name, text in named if text is not None]
        yield b'%s[Event "%s"]\n\n%s\n\n' % (b"".join(tags), pick.choice(EVENTS), pick.choice(MOVETEXTS))


def files_of_records(count: int, seed: int) -> Iterator[bytes]:
    """Files of a few mutants of records each, so many together: what a right means may depend on the others."""
    pick, lines = random.Random(seed), RecordMutants(seed).many(count)
    while some := list(islice(lines, pick.randint(1, 4))):
        yield b"\n".join(some) + b"\n"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_cases_of_rules(path: Path) -> None:
    assert list(map(str, contradictions(path.read_bytes()))) == []


@pytest.mark.parametrize("count", COUNTS)
def test_mutants_of_games(count: int) -> None:
    mutator, auditor = Mutator(13, seeds()), Auditor()
    for _ in range(count):
        assert list(map(str, contradictions(mutator.mutant(), auditor))) == []


@pytest.mark.parametrize("count", COUNTS)
def test_mutants_of_starts(count: int) -> None:
    auditor = Auditor()
    for game in games_of_starts(count, 14):
        assert list(map(str, contradictions(game, auditor))) == []


@pytest.mark.parametrize("count", COUNTS)
def test_mutants_of_records(count: int) -> None:
    auditor = Auditor()
    for records in files_of_records(count, 15):
        assert list(map(str, contradictions(records, auditor, records=True))) == []


@pytest.mark.parametrize("record", [
    b"nqrbbknr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR Fk - 14 bm Ke2;",  # with its rights no clock of 14 is possible
    b"rp3r2/1P3pQ1/8/4P3/8/1R2B1p1/8/1RR1kR2 kq ;- 0 30",  # without its rights "-" could be any field
    b"r1r1q1bb/k3pppp/p1n1P3/3p4/3Q2P1/P4P2/1PP3NP/RKR3BB b KQ - \x1c 7",  # the lone number may be either counter
])  # fmt: skip
def test_mutants_that_contradicted(record: bytes) -> None:
    assert list(map(str, contradictions(record, records=True))) == []


@pytest.mark.corpora
@pytest.mark.parametrize("size", [30_000, pytest.param(-1, marks=[pytest.mark.exhaustive, pytest.mark.timeout(1800)])])
def test_archives(corpora: Path, size: int) -> None:
    """The first bytes of each file, or all."""
    auditor, wrong = Auditor(), []
    for source in find_sources([str(corpora)], (".pgn", *RECORD_SUFFIXES)):
        if isinstance(source, Source):
            with source:
                some = contradictions(source.read(size), auditor, is_record_file(source.name))
                wrong += [f"{source.name}: {one}" for one in islice(some, 3)]
    assert wrong == []


def test_the_table_names_rules_that_there_are() -> None:
    codes = {rule.code for rule in all_rules()}
    assert {code for pair in TABLE for code in (pair.one, pair.other)} <= codes
    assert len({frozenset((pair.one, pair.other)) for pair in TABLE}) == len(TABLE)


def remark(code: str, field: str | None, declared: str | None, expected: str | None) -> Remark:
    return Remark(None, code, "", "error", field, declared, expected, "", "unsafe")


def found(game: bytes, *remarks: tuple[Remark, int]) -> list[str]:
    """What contradicts in a game of which these are the findings, and in any other nothing."""
    from pgnfen.audit.auditor import Examined
    from pgnfen.audit.finding import Placed
    from pgnfen.facts.facts import Facts

    class Says(Auditor):
        def examined(self, block, notes=None):  # type: ignore[no-untyped-def]
            if block.data == game:
                yield Examined(0, Facts(), [Placed(one, 1, 1, at) for one, at in remarks])

    return [one.why for one in contradictions(game, Says())]


GAME = b'[Variant "x"]\n[Result "1:0"]\n\n1. e4 e5 *\n'


def test_the_conditions_themselves() -> None:
    """Two values for a tag, two edits of one place, a pair of the table; equal values are none."""
    one = remark("S202", "Variant", "x", "Chess960"), 0
    assert found(GAME, one, one) == []
    assert found(GAME, one, (remark("S204", "Variant", "x", "Atomic"), 0)) == ["two values are expected of one field"]
    moves = (remark("G110", "movetext", "e4 e5", "d4 d5"), 33), (remark("R105", "movetext", "e5", "e6"), 36)
    assert found(GAME, *moves) == ["their fixes write different bytes in one place"]
    assert found(GAME, one, (remark("S201", "Variant", None, None), 0)) == ["there is no Variant tag, and it is wrong"]
