"""Which rules a start needs: one answer for every command."""

from __future__ import annotations

import io
import itertools
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.catalog import choose
from pgnfen.fen import double_start_fen, read_start, scharnagl_array
from pgnfen.fen.definitions import KINDS
from pgnfen.fen.start import Start
from pgnfen.pgn.block import Block
from pgnfen.pgn.blocks import read_blocks
from pgnfen.pgn.records import read_record_blocks
from pgnfen.report.stats import Statistics, StatsOptions
from pgnfen.report.tags import TagsReport
from pgnfen.select import Partition, Select, conditions
from pgnfen.select.division import Division, scharnagl_text

sys.path.insert(0, str(Path(__file__).parents[1] / "native"))
from fen_mutants import FenMutants

ALIKE = [number for number in range(960) if scharnagl_array(number)[::4] + scharnagl_array(number)[7:] == "RKR"]
RIGHTS = [[right for right, wanted in zip("KQkq", f"{bits:04b}", strict=True) if wanted == "1"] for bits in range(16)]
COUNTS = [
    1500,
    pytest.param(6_000, marks=[pytest.mark.exhaustive, pytest.mark.timeout(1800)]),
    pytest.param(50_000, marks=[pytest.mark.hours, pytest.mark.timeout(0)]),
]


def needs(white: str, black: str, rights: list[str]) -> bool:
    """Whether a right belongs to a king off the e-file, or to a rook off the corners."""
    homes = {"K": (white, 7), "Q": (white, 0), "k": (black, 7), "q": (black, 0)}
    return any(array[4] != "K" or array[corner] != "R" for array, corner in map(homes.__getitem__, rights))


def letters(white: str, black: str, rights: list[str], files: bool) -> str:
    """The castling field: KQkq, or the rooks' files."""
    if not files:
        return "".join(rights) or "-"
    found = ["hgfedcba"[::-1][(white if right.isupper() else black).rfind("R") if right in "Kk" else
             (white if right.isupper() else black).find("R")] for right in rights]  # fmt: skip
    named = [file.upper() if right.isupper() else file for file, right in zip(found, rights, strict=True)]
    return "".join(named) or "-"


def fens_of(white: int, black: int) -> Iterator[tuple[str, bool, bool, list[str]]]:
    """The array with every subset of rights: the FEN, whether a right needs Chess960, whether files are named."""
    placement, arrays = double_start_fen(white, black).split(" ")[0], (scharnagl_array(white), scharnagl_array(black))
    for rights in RIGHTS:
        for files in (False, True):
            fen = f"{placement} w {letters(*arrays, rights, files)} - 0 1"
            yield fen, needs(*arrays, rights), files, rights


def check(white: int, black: int) -> None:
    """Every subset of rights, in both notations, with each Variant tag, and as a record."""
    for fen, foreign, files, rights in fens_of(white, black):
        bare, standard, chess960 = (read_start("1", fen, variant) for variant in (None, "Standard", "Chess960"))
        record = read_start(None, fen, None, alone=True)
        for start in (bare, standard, record):
            assert start.verdict.rules == ("chess960" if foreign else "any"), fen
            assert start.chess960 is foreign and start.kind == bare.kind, fen
        assert chess960.verdict.rules == "chess960" and chess960.chess960, fen
        assert (bare.needs_variant, standard.contradicts_variant) == (foreign, foreign), fen
        assert not chess960.contradicts_variant and not record.faults, fen
        codes = [{fault.code for fault in start.faults} for start in (bare, standard, chess960)]
        assert codes[0] == codes[1] == ({"C104"} if files and rights and not foreign else set()), fen
        assert codes[2] == ({"C105"} if len(rights) < 4 else set()), fen


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.exhaustive)])
def test_each_array_with_every_subset_of_rights(step: int) -> None:
    for number in range(0, 960, step):
        check(number, number)


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.exhaustive)])
def test_arrays_that_castle_alike_need_no_chess960(step: int) -> None:
    assert len(ALIKE) == 18
    for white, black in [(white, black) for white in ALIKE for black in ALIKE][::step]:
        check(white, black)


STEPS = [31, pytest.param(1, marks=[pytest.mark.exhaustive, pytest.mark.timeout(1800)])]


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize("step", STEPS)
def test_what_the_audit_finds_at_each_array(step: int) -> None:
    """All 960, Chess18 and Chess324, as games with and without Variant and as records."""
    pairs = [(number, number) for number in range(0, 960, step)]
    pairs += [*list(itertools.product(ALIKE, ALIKE))[:: max(step // 3, 1)], (518, 518)]
    games, lines, expected = [], [], []
    for white, black in pairs:
        for fen, foreign, files, rights in fens_of(white, black):
            lines.append(fen)
            for variant, code in ((None, "S201"), ("Standard", "S202"), ("Chess960", None)):
                named = f'[Variant "{variant}"]\n' if variant else ""
                games.append(f'{named}[SetUp "1"]\n[FEN "{fen}"]\n\n1. a3 *\n\n')
                codes = {code} if code and foreign else set()
                if code and files and rights and not foreign:
                    codes.add("C104")
                if code and not files and len(rights) == 4 and white == black == 518:
                    codes.add("S105")
                if variant == "Chess960":
                    codes |= ({"C105"} if len(rights) < 4 else set()) | ({"S206"} if white != black else set())
                expected.append(codes)
    auditor = Auditor(choose(["S", "C", "F", "K", "R"]))
    found: list[set[str]] = [set() for _ in games]
    for one in auditor.audit_file(read_blocks(io.BytesIO("".join(games).encode())), ""):
        found[one.game - 1].add(one.code)
    assert [pair for pair in zip(games, found, expected, strict=True) if pair[1] != pair[2]] == []
    records = read_record_blocks(io.BytesIO("\n".join(lines).encode()))
    assert {one.code for one in Auditor().audit_file(records, "")} == {"N102"}  # half of them name files


def _kinds(start: Start) -> None:
    """What the conditions say of a start's kind."""
    classic = [conditions.classic(reading)(start) for reading in conditions.CLASSICS]
    assert conditions.chess960(start) == (start.kind == "chess960")
    if classic[0]:
        assert classic[2] and classic[3] and start.kind == "standard" and not start.contradicts_variant
    if start.kind == "chess960" and start.scharnagl == 518:
        assert start.variant.family == "chess960"


@pytest.mark.parametrize("count", COUNTS)
def test_classic_and_chess960_agree_with_the_kind(count: int) -> None:
    for key in FenMutants(6).many(count):
        _kinds(read_start(*(None if value is None else value.decode("latin-1") for value in key)))


def check_commands(block: Block) -> None:
    """What filter, split, stats and tags say of the games of a block, held to the start of each."""
    starts = [block.start(index) for index in range(len(block))]
    kinds, numbers = [start.kind for start in starts], [scharnagl_text(start) for start in starts]
    contradicting = sum(start.contradicts_variant for start in starts)

    def kept(condition: conditions.Condition) -> list[bool]:
        part = Partition(Select([condition])).divide(block, readings=True)
        assert part.contradicting == contradicting
        return part.flags

    for kind in KINDS:
        assert kept(conditions.kind_is([kind])) == [kind == known for known in kinds]
    assert kept(conditions.chess960) == kept(conditions.kind_is(["chess960"]))
    assert kept(conditions.classic()) == [conditions.classic()(read_start(*_texts(start))) for start in starts]
    of_518 = [518 in (start.scharnagl, start.scharnagl_black) for start in starts]
    assert kept(conditions.scharnagl_is(frozenset([518]))) == of_518
    for by, values in (("kind", kinds), ("scharnagl", numbers)):
        pieces = Division(by).divide(block)
        assert [piece.value for piece in pieces for _ in range(piece.games)] == values
        assert sum(piece.contradicting for piece in pieces) == contradicting
        for counts in (Statistics(StatsOptions(by)).block(block, ""), Statistics(StatsOptions()).block(block, "")):
            assert {value: count.times for value, count in counts.by[by].items()} == Counter(values)
    rows = list(map(json.loads, TagsReport("jsonl").block(block, "a").splitlines()))
    assert [row["kind"] for row in rows] == kinds
    assert [(row["scharnagl"], row["scharnagl_black"]) for row in rows] == [
        (start.scharnagl, start.scharnagl_black) for start in starts
    ]


def _texts(start: Start) -> tuple[str | None, str | None, str | None]:
    return start.setup, start.fen, start.variant_text


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize("count", COUNTS)
def test_commands_agree_on_every_game(count: int) -> None:
    """Number 518 with and without Variant among them."""
    array = double_start_fen(518, 518).encode()
    of_518 = [(b"1", fen, variant) for fen in (None, array, array.replace(b"KQkq", b"HAha"), array.replace(b"KQ", b""))
              for variant in (None, b"?", b"Standard", b"Chess960", b"Crazyhouse", b"Atomic960", b"Foo")]  # fmt: skip
    games, lines = [], []
    for key in (*of_518, *FenMutants(8).many(count)):
        named = zip((b"SetUp", b"FEN", b"Variant"), key, strict=True)
        tags = [b'[%s "%s"]\n' % (name, text.translate(None, b'"\\\r\n')) for name, text in named if text is not None]
        games.append(b"".join(tags) + b'[Event "x"]\n\n*\n\n')
        lines.append((key[1] or b"").translate(None, b"\r\n"))
    for block in read_blocks(io.BytesIO(b"".join(games))):
        check_commands(block)
    for records in read_record_blocks(io.BytesIO(b"\n".join(lines))):
        check_commands(records)


def test_combinations_of_tags_and_fens() -> None:
    array, other = double_start_fen(518, 518), double_start_fen(1, 1)
    for variant in (None, "", "?", "normal", "Chess", "From Position", "Chess960", "Crazyhouse", "Atomic960", "Foo"):
        starts = [read_start("1", fen, variant) for fen in (None, array, array.replace("KQkq", "HAha"), other)]
        for start in starts:
            _kinds(start)
        is_standard = variant in (None, "", "?", "normal", "Chess", "From Position")
        assert [conditions.classic()(start) for start in starts] == [is_standard] * 3 + [False]
