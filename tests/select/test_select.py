"""Conditions and partition: matched and rest together are the input, and each condition means what it says."""

from __future__ import annotations

import io
from pathlib import Path

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pgnfen.audit.auditor import Auditor
from pgnfen.errors import InputError
from pgnfen.fen.start import Start, read_start
from pgnfen.inputs.source import find_sources
from pgnfen.pgn.blocks import read_blocks, read_games
from pgnfen.pgn.records import read_record_blocks
from pgnfen.select import Partition, Select, conditions
from pgnfen.select.placement_pattern import PlacementPattern

pytestmark = pytest.mark.usefixtures("reader")

RULES = Path(__file__).parent.parent / "rules"
C960 = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"
GAMES = [
    b'[Event "no fen"]\n\n1. e4 *\n\n',
    b'[Event "array"]\n[SetUp "1"]\n[FEN "' + chess.STARTING_FEN.encode() + b'"]\n\n1. e4 *\n\n',
    b'[Event "960"]\n[Variant "chess 960"]\n[SetUp "1"]\n[FEN "' + C960.encode() + b'"]\n\n1. e4 *\n\n',
    b'[Event "position"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[White "K\xc3\xb6nig"]\n\n1. e5 *\n\n',
    b'[Event "atomic"]\n[Variant "Atomic"]\n\n1. e4 *\n\n',
    b'[Event "double"]\n[Variant "Chess960"]\n[SetUp "1"]\n'
    b'[FEN "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n\n1. e4 *\n\n',
    b'[Event "unreadable"]\n[SetUp "1"]\n[FEN "x"]\n\n1. e4 *\n\n',
]


def chosen(select: Select, data: bytes = b"".join(GAMES)) -> list[int]:
    """Numbers of the games that match; the partition's bytes are checked on the way."""
    partition = Partition(select)
    numbers = []
    for block in read_blocks(io.BytesIO(data), 100):
        part = partition.divide(block)
        games = list(block.games())
        numbers += [game.number for game, flag in zip(games, part.flags, strict=True) if flag]
        assert part.matched == b"".join(g.raw for g, flag in zip(games, part.flags, strict=True) if flag)
        assert part.rest == b"".join(g.raw for g, flag in zip(games, part.flags, strict=True) if not flag)
    return numbers


def test_readings_of_classic() -> None:
    assert chosen(Select([conditions.classic()])) == [1, 2]
    assert chosen(Select([conditions.classic("no-fen")])) == [1, 5]
    assert chosen(Select([conditions.classic("array")])) == [1, 2, 5]
    assert chosen(Select([conditions.classic("rules")])) == [1, 2, 4]
    by_its_rights = b'[FEN "rk5r/8/8/8/8/8/8/RK5R w KQkq - 0 9"]\n\n*\n\n'  # no array, and no Variant tag
    assert chosen(Select([conditions.classic("rules")]), by_its_rights + GAMES[3]) == [2]
    bare = b'[Variant "FIDE"]\n[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"]\n\n*\n\n'  # all rights
    assert [chosen(Select([conditions.classic(reading)]), bare) for reading in ("standard", "array")] == [[1], [1]]


def test_starts() -> None:
    assert chosen(Select([conditions.chess960])) == [3]
    assert chosen(Select([conditions.kind_is(["double-chess960", "position"])])) == [4, 6]
    assert chosen(Select([conditions.scharnagl_is(frozenset([1]))])) == [3, 6]
    assert chosen(Select([conditions.has_setup(True)])) == [2, 3, 6, 7]
    assert chosen(Select([conditions.has_setup(False)])) == [1, 4, 5]
    assert chosen(Select([conditions.variant_is(["fischerandom", "atomic chess"])])) == [3, 5, 6]
    assert chosen(Select([conditions.fen_is(C960)])) == [3]
    assert chosen(Select([conditions.has_setup(True), conditions.chess960], inverted=True)) == [1, 2, 4, 5, 6, 7]
    assert chosen(Select()) == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("line_end", ["\r", "\n", "\r\n"])
def test_a_line_end_before_the_closing_quote_is_not_declared(line_end: str) -> None:
    """Such a FEN is one to every condition, and its bytes are kept (see chosen)."""
    data = f'[FEN "{C960}{line_end}"]\n\n1. e4 *\n\n[Event "B"]\n\n1. e4 *\n'.encode()
    wanted = [
        conditions.fen_is(C960), conditions.same_position(C960), conditions.chess960, conditions.kind_is(["chess960"]),
    ]  # fmt: skip
    for condition in wanted:
        assert chosen(Select(starts=[condition]), data) == [1]
    assert chosen(Select(starts=[conditions.classic()]), data) == [2]
    assert chosen(Select(has=["G104"]), data) == [1]


def test_same_position_in_any_convention() -> None:
    shredder = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 7 9"
    assert chosen(Select([conditions.same_position(shredder)])) == [3]
    assert chosen(Select([conditions.same_position(chess.STARTING_FEN)])) == [1, 2]
    after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq {} 0 1"
    start = read_start("1", after_e4.format("e3"), None)
    assert conditions.same_position(after_e4.format("-"))(start)
    with pytest.raises(ValueError, match="cannot be read"):
        conditions.same_position("rubbish")


MEN = "4k3/8/8/8/8/8/8/R3K2R"
MARKED = {
    "empty": f"{MEN}[] w KQ - 0 1",
    "hands": f"{MEN}[PpNn] w KQ - 0 1",
    "left": f"{MEN} w KQ - 3+3 0 1",
    "given": f"{MEN} w KQ - 0 1 +2+0",
    "none": f"{MEN} w KQ - 0 1",
}
TAGGED = {**MARKED, "other order": f"{MEN}/pnNP w HA - 4 9", "one left": f"{MEN} w HA - 1+3 4 9"}


@pytest.mark.parametrize("name", MARKED)
def test_men_in_hand_and_checks_left_belong_to_the_position(name: str) -> None:
    """Of records, and of games that name no variant, each is a position of its own."""
    partition = Partition(Select([conditions.same_position(MARKED[name])]))
    blocks = read_record_blocks(io.BytesIO("\n".join(MARKED.values()).encode()))
    assert b"".join(partition.divide(block).matched for block in blocks).decode().strip() == MARKED[name]
    bare = "".join(f'[FEN "{fen}"]\n\n*\n\n' for fen in MARKED.values()).encode()
    assert chosen(Select([conditions.same_position(MARKED[name])]), bare) == [list(MARKED).index(name) + 1]


@pytest.mark.parametrize(
    ("name", "crazyhouse", "three_check"),
    [
        ("empty", {"empty", "left", "given", "none", "one left"}, set()),
        ("hands", {"hands", "other order"}, set()),
        ("left", set(), {"empty", "hands", "left", "none", "other order"}),
        ("given", set(), {"given", "one left"}),
        ("none", {"empty", "left", "given", "none", "one left"}, {"empty", "hands", "left", "none", "other order"}),
    ],
)
def test_what_a_variant_has_not_does_not_count(name: str, crazyhouse: set[str], three_check: set[str]) -> None:
    """Hands that a game of Crazyhouse does not state are empty, checks in one of Three-check are 3+3."""
    standard = set(TAGGED) if name == "none" else set()
    for variant, wanted in (("Crazyhouse", crazyhouse), ("Three-check", three_check), ("Standard", standard)):
        data = "".join(f'[Variant "{variant}"]\n[FEN "{fen}"]\n\n*\n\n' for fen in TAGGED.values()).encode()
        found = {list(TAGGED)[number - 1] for number in chosen(Select([conditions.same_position(MARKED[name])]), data)}
        assert found == wanted, variant


def test_chess960_number_518() -> None:
    """The standard starting position is Chess960 only where the Variant tag says so."""
    assert conditions.chess960(read_start("1", chess.STARTING_FEN, "Chess960"))
    assert not conditions.chess960(read_start("1", chess.STARTING_FEN, None))
    assert conditions.chess960(read_start(None, None, "Chess960"))


def test_tags() -> None:
    assert chosen(Select(tags=[conditions.tag_matches("White=König")])) == [4]
    assert chosen(Select(tags=[conditions.tag_matches("event=^(a|d)")])) == [2, 5, 6]
    assert chosen(Select(tags=[conditions.tag_matches("Nothing=.")])) == []
    long = b'[Event "x"]\n[Opening "Sicilian: Najdorf"]\n\n*\n\n' * 3 + GAMES[0]
    assert chosen(Select(tags=[conditions.tag_matches("Opening=Najdorf$")]), long) == [1, 2, 3]
    for wrong in ("White", "=x", "White=["):
        with pytest.raises(ValueError):
            conditions.tag_matches(wrong)


def test_findings() -> None:
    assert chosen(Select(has=["S101"])) == [4]
    assert chosen(Select(has=["S"], without=["S101"])) == [2, 3, 6]
    assert chosen(Select(without=["S", "F", "R"])) == [1, 5]


def test_findings_are_those_of_the_audit() -> None:
    """Rules give way to others that are not asked for: R101 to R201, S109 and R111, S101 to S105, G110 to G103."""
    codes = ["R101", "R201", "S101", "S109", "G103", "G104", "G110", "C201", "E201", "K201", "F402", "S204"]
    cases = [path.read_bytes().rstrip() for code in codes for path in RULES.glob(f"{code}-*.pgn")]
    data = b"\n\n".join([*cases, *(path.read_bytes().rstrip() for path in RULES.glob("[RS][12]*.pgn"))]) + b"\n"
    blocks = list(read_blocks(io.BytesIO(data)))
    found: dict[str, set[int]] = {code: set() for code in codes}
    for block in blocks:
        for one in Auditor().block(block):
            found.setdefault(one.remark.code, set()).add(one.game)
    for code in codes:
        partition = Partition(Select(has=[code]))
        flags = [flag for block in blocks for flag in partition.divide(block).flags]
        assert {number for number, flag in enumerate(flags, 1) if flag} == found[code], code


def test_scharnagl_numbers() -> None:
    assert conditions.read_numbers("0, 5-7,959") == {0, 5, 6, 7, 959}
    for wrong in ("960", "-1", "7-5", "x", ""):
        with pytest.raises(ValueError):
            conditions.read_numbers(wrong)


@pytest.mark.parametrize(
    ("pattern", "fits"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", True),
        ("*/*/*/*/*/*/*/*", True),
        ("????????/p*/8/44/*1/8/*P/R*K*R", True),
        ("*/*/*/*/*/*/*/K*", False),
        ("*/*/*/????????/*/*/*/*", True),
    ],
)
def test_placement_patterns(pattern: str, fits: bool) -> None:
    start = read_start("1", chess.STARTING_FEN, None)
    assert conditions.placement_is(pattern)(start) == fits
    assert conditions.placement_is(pattern)(read_start(None, None, None)) == fits


@pytest.mark.parametrize("ranks", ["rnabqkbcnr/pppppppppp/55/55", "*/*/*/*"])
def test_a_pattern_of_ten_files(ranks: str) -> None:
    large = "rnabqkbcnr/pppppppppp/91/91/91/91/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1"
    fits = conditions.placement_is(f"{ranks}/55/55/PPPPPPPPPP/RNABQKBCNR")
    assert fits(read_start("1", large, "Capablanca")) and not fits(read_start(None, None, None))


@pytest.mark.parametrize("wrong", ["8/8", "*/*/*/*/*/*/*/(", "", "*/*/*/?/*/*/*/*", "*/*/*/*9*9/*/*/*/*"])
def test_wrong_patterns(wrong: str) -> None:
    with pytest.raises(ValueError):
        PlacementPattern(wrong)


@given(st.lists(st.sampled_from(GAMES), max_size=12).map(b"".join), st.sets(st.integers(0, 2)))
def test_matched_and_rest_are_the_input(data: bytes, which: set[int]) -> None:
    tests = [conditions.classic("rules"), conditions.has_setup(True), conditions.chess960]
    for inverted in (False, True):
        select = Select([tests[i] for i in which], inverted=inverted)
        numbers = chosen(select, data)
        others = chosen(Select(select.starts, inverted=not inverted), data)
        assert sorted(numbers + others) == [game.number for game in read_games(io.BytesIO(data))]


def test_partitions_of_archives(corpora: Path) -> None:
    """On every archive: merged in order, matched and rest are the games of the input."""
    found = 0
    for source in find_sources([str(corpora)]):
        assert not isinstance(source, InputError)
        partitions = [Partition(Select([condition])) for condition in (conditions.classic(), conditions.chess960)]
        with source:
            for block in read_blocks(source):
                for partition in partitions:
                    part = partition.divide(block)
                    streams = {True: io.BytesIO(part.matched), False: io.BytesIO(part.rest)}
                    for game, flag in zip(block.games(), part.flags, strict=True):
                        assert streams[flag].read(len(game.raw)) == game.raw
                    assert not streams[True].read() and not streams[False].read()
        found += 1
    assert found > 40


def test_a_start_answers_for_itself() -> None:
    start: Start = read_start(None, None, None)
    assert conditions.classic()(start) and start.kind == "standard"
