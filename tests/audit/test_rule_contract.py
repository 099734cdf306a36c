"""Which games a rule is asked of follows from what it declares; rules declared at run time are rules as others are."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.catalog import choose
from pgnfen.audit.finding import Finding, GameFinding
from pgnfen.audit.game import Game
from pgnfen.audit.rule import REGISTRY, rule
from pgnfen.facts.kinds import OF_START, Fact
from pgnfen.facts.reader import Reader, ReadOptions
from pgnfen.pgn.blocks import read_blocks
from pgnfen.pgn.splitter import Splitter
from pgnfen.replay.engines import default_engine

pytestmark = pytest.mark.usefixtures("reader")

FEN = b'[SetUp "1"]\n[FEN "%s"]\n'
LONE_KINGS = FEN % b"4k3/8/8/8/8/8/8/4K3 w - - 0 1"
GAMES = [
    b'[Event "plain"]\n\n1. e4 e5 *\n\n',
    b'[Event "null"]\n\n1. e4 -- 2. d4 *\n\n',
    b'[Event "counted"]\n[PlyCount "2"]\n\n1. e4 e5 *\n\n',
    b'[Event "stops"]\n\n1. e4 e4 *\n\n',
    b"1. e4 {no tags} *\n\n",
    b'[Event "start"]\n' + LONE_KINGS + b"\n1. Kd2 Kd7 *\n\n",
    b'[Event "unread"]\n\n1. e2e4 Z0 2. d4 *\n\n',
    b'[Event "null, counted"]\n[PlyCount "1"]\n\n1. -- *\n\n',
    b'[Event "unreadable start"]\n[FEN "?"]\n\n1. e4 -- *\n\n',
    b'[Event "in a comment"]\n\n1. e4 {PlyCount} *\n\n',
    b'[Event "twice"]\n[Event "null"]\n[Event "PlyCount"]\n\n1. e4 pass *\n\n',
]
SIZES = (1, 30, 100, 333, 1 << 20)

Declare = Callable[..., list[int]]


@pytest.fixture
def declared() -> Iterator[Declare]:
    """Declares a rule that notes the numbers of the games it is asked of, and finds something at byte 0 of each."""
    before = dict(REGISTRY)

    def declare(code: str, finds: bool = True, **declares: Any) -> list[int]:
        asked: list[int] = []

        @rule(code, f"test-{code.lower()}", "info", **declares)
        def check(game: Game) -> Iterable[GameFinding]:
            """Notes that it is asked."""
            asked.append(game.game.number)
            return [GameFinding(0, "asked")] if finds else []

        return asked

    yield declare
    REGISTRY.clear()
    REGISTRY.update(before)


def audit(data: bytes, codes: Iterable[str], size: int = 1 << 20) -> list[Finding]:
    auditor = Auditor(choose(codes))
    return [found for block in read_blocks(io.BytesIO(data), size) for found in auditor.audit_block(block, "")]


def numbers(such: Callable[[bytes], bool]) -> list[int]:
    return [number for number, raw in enumerate(GAMES, 1) if such(raw)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("code", ["G901", "S901", "R901"])
def test_one_that_declares_nothing_is_asked_of_every_game(declared: Declare, code: str, size: int) -> None:
    asked = declared(code)
    findings = audit(b"".join(GAMES), [code], size)
    assert asked == numbers(lambda raw: True)
    assert [(found.code, found.game) for found in findings] == [(code, number) for number in asked]


@pytest.mark.parametrize("size", SIZES)
def test_one_with_a_trigger_is_asked_of_games_that_hold_it(declared: Declare, size: int) -> None:
    asked = declared("G901", trigger=b"PlyCount")
    findings = audit(b"".join(GAMES), ["G901"], size)
    assert asked == [found.game for found in findings] == numbers(lambda raw: b"PlyCount" in raw)


@pytest.mark.parametrize("size", SIZES)
def test_one_that_reads_a_fact_is_asked_of_games_that_have_it(declared: Declare, size: int) -> None:
    asked = declared("G901", reads=Fact.NULL_MOVE)
    audit(b"".join(GAMES), ["G901"], size)
    assert asked == [2, 7, 8, 9, 11]


@pytest.mark.parametrize("size", SIZES)
def test_one_with_both_is_asked_where_both_are(declared: Declare, size: int) -> None:
    asked = declared("G901", reads=Fact.NULL_MOVE, trigger=b"PlyCount")
    audit(b"".join(GAMES), ["G901"], size)
    assert asked == [8, 11]


@pytest.mark.parametrize("others", [["G901"], ["G901", "G902", "G903"], []])
def test_others_make_no_difference(declared: Declare, others: list[str]) -> None:
    """One is asked of the same games alone, with two others, and among the whole catalog."""
    asked = declared("G901", reads=Fact.STOP | Fact.NULL_MOVE)
    declared("G902")
    declared("G903", trigger=(b"e4", b"K"))
    audit(b"".join(GAMES), others)
    assert asked == [2, 4, 7, 8, 9, 11]


@pytest.mark.parametrize(
    "fact", [fact for fact in Fact if not fact & (OF_START | Fact.UNREAD)], ids=lambda fact: fact.name
)
def test_one_is_asked_whatever_reader_says_the_fact(declared: Declare, fact: Fact) -> None:
    asked = declared("G901", reads=fact)
    audit(b"".join(GAMES), ["G901"])
    every = ReadOptions(int(fact), True, lambda start: False)
    read = Reader(default_engine()).block(Splitter().split(b"".join(GAMES), True), every)
    assert asked == [index + 1 for index, _, facts in read if facts.kinds & fact]


def test_one_that_reads_the_start_is_asked_once_for_each(declared: Declare) -> None:
    asked = declared("S901", reads=Fact.START)
    other = LONE_KINGS.replace(b"4K3", b"5K2")
    data = (b"".join(b"%s\n1. Kd7 *\n\n1. e4 *\n\n" % tags for tags in (LONE_KINGS, other))) * 20
    findings = audit(data, ["S901"], 500)
    assert len(asked) == 2
    assert [found.game for found in findings] == list(range(1, 81, 2))
    # It finds the same in each, at its place there.
    assert all(data[found.offset :].startswith(b'[SetUp "1"]') for found in findings)
    lines = [data[: found.offset].count(b"\n") + 1 for found in findings]
    assert [found.line for found in findings] == lines


def test_one_that_reads_the_start_is_asked_of_each_irregular_section(declared: Declare) -> None:
    asked = declared("S901", reads=Fact.START)
    odd = b'[Event "a"]\n[Event "b"]\n' + LONE_KINGS + b"\n*\n\n"
    findings = audit(odd * 3, ["S901"])
    assert asked[-3:] == [1, 2, 3]
    assert [found.game for found in findings] == [1, 2, 3]


def test_one_that_reads_the_start_and_is_silent_costs_nothing(declared: Declare) -> None:
    asked = declared("S901", finds=False, reads=Fact.START)
    assert audit((LONE_KINGS + b"\n*\n\n") * 50, ["S901"]) == []
    assert len(asked) == 1


@pytest.mark.parametrize("size", [1, 7, 10, 25, 64, 200, 1 << 20])
def test_triggers_at_borders(declared: Declare, size: int) -> None:
    """What begins in one game and ends in the next is in neither; the first and the last bytes of a game count."""
    games = [
        b'[Event "A"]\n\n1. e4 *\n\n',
        b'[Event "B"]\n\n*\n\n',
        b'[Event "A"]\n\n1. d4 A*\n\n',
        b'[Event "C"]\n\n1. d4 1-0\n',
        b'[Event "A"]\n\n*',
    ]
    data = b"".join(games)
    triggers = b"*\n\n[Event", b"[Event", b"*\n\n", b"1-0\n", b"1-0\n[", b"A", b"A*", b"*\n\n[", b"d4", b"\n\n*"
    asked = [declared(f"G9{index:02}", trigger=trigger) for index, trigger in enumerate(triggers)]
    pairs = [(b"A*", b"1-0\n["), (b"*\n\n[", b"C"), (b"e4", b"d4"), (b"A", b"A*", b"Event")]
    both = [declared(f"G8{index:02}", trigger=pair) for index, pair in enumerate(pairs)]
    audit(data, ["G9", "G8"], size)
    for one, trigger in zip(asked, triggers, strict=True):
        assert one == [number for number, raw in enumerate(games, 1) if trigger in raw], trigger
    for one, pair in zip(both, pairs, strict=True):
        assert one == [number for number, raw in enumerate(games, 1) if any(part in raw for part in pair)], pair


def test_what_is_declared_twice_is_refused(declared: Declare) -> None:
    declared("G901")
    with pytest.raises(ValueError, match="declared twice"):
        declared("G901")
