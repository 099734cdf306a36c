"""A FEN that lacks fields means one thing everywhere, in a game as in a record."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable

import pytest
from fen_texts import PROVEN

from pgnfen.audit.auditor import Auditor
from pgnfen.facts.position_ends import Ends
from pgnfen.fen.epd import read_epd
from pgnfen.fen.fault import Fault
from pgnfen.fen.notation import read_record
from pgnfen.fen.start import read_start
from pgnfen.pgn.block import Block
from pgnfen.pgn.blocks import read_blocks
from pgnfen.pgn.records import read_record_blocks
from pgnfen.repair.conventions import Conventions
from pgnfen.repair.lines import fix_line
from pgnfen.report.position_lines import Plies, PositionsOptions
from pgnfen.report.positions import PositionsReport
from pgnfen.report.tags import TagsReport
from pgnfen.select import Partition, Select, conditions
from pgnfen.select.division import Division

MEN = "4k3/8/8/8/8/8/8/4K2R"
WHOLE = [f"{MEN} w K -", f"{MEN} w K - 3", f"{MEN} w K - 3 7"]
LACKING = [f"{MEN} w K 3 7", f"{MEN} w K", f"{MEN} w", MEN]
KEY = f"{MEN} w H -"


def told(faults: Iterable[Fault]) -> list[tuple[str, str | None]]:
    """Code and expected value of faults, but for what is proved of a bare position."""
    return [(fault.code, fault.expected) for fault in faults if fault.code not in PROVEN]


def records(fens: Iterable[str]) -> list[Block]:
    return list(read_record_blocks(io.BytesIO("\n".join(fens).encode())))


def games(fens: Iterable[str]) -> list[Block]:
    text = "".join(f'[SetUp "1"]\n[FEN "{fen}"]\n\n1. Kd2 *\n\n' for fen in fens)
    return list(read_blocks(io.BytesIO(text.encode())))


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize("made", [records, games])
def test_one_meaning(made: Callable[[Iterable[str]], list[Block]]) -> None:
    known = [True] * len(WHOLE) + [False] * len(LACKING)
    keys, ends, pieces, found, placed, positions, halted, rows = [], [], [], [], [], b"", [], []
    condition, placement = Partition(Select([conditions.same_position(WHOLE[0])])), conditions.placement_is(MEN)
    report = PositionsReport(PositionsOptions(Plies(ranges=((0, 0),))))
    for block in made([*WHOLE, *LACKING]):
        list(Auditor().block(block))  # it plays the moves, whatever the FEN lacks
        keys += Ends().keys(block)
        ends += Ends().of(block)
        pieces += Division("key").divide(block)
        found += condition.divide(block).flags
        placed += Partition(Select([placement])).divide(block).flags
        part = report.block(block, "")
        positions, halted = positions + part.data, halted + part.halted
        rows += TagsReport("csv").block(block, "").decode().splitlines()
    assert keys == [KEY if one else None for one in known]
    assert [end.fen is not None for end in ends] == found == known and all(placed)
    assert [value for piece in pieces for value in [piece.value] * piece.games] == keys
    assert positions.decode().splitlines() == [f"{MEN} w K - {counters}" for counters in ("0 1", "3 1", "3 7")]
    assert [one.game for one in halted] == [4, 5, 6, 7]
    assert all(one.why.startswith("the FEN does not contain: ") for one in halted)
    assert [bool(row.split(",")[11]) for row in rows] == known  # conventions of an en passant square that is not there


def test_a_position_asked_for_has_its_fields() -> None:
    with pytest.raises(ValueError, match="en passant target square"):
        conditions.same_position(LACKING[1])


@pytest.mark.parametrize("behind", ["", " bm Kd2;", ";", " ;D1 20"])
def test_the_clock_alone(behind: str) -> None:
    line = f"{MEN} w K - 3{behind}"
    start, faults = read_record(line)
    assert start.record is not None and (start.record.halfmove, start.record.fullmove) == (3, 1)
    message = "5 fields instead of 6: fullmove number missing; for a halfmove clock of 3 it is at least 3"
    assert (faults[0].code, faults[0].message, faults[0].expected) == ("F101", message, None)
    assert read_epd(line).to_text().startswith(f"{MEN} w K - 3{' bm Kd2;' if 'bm' in behind else ''}")
    fixed = fix_line(line.replace("K - 3", "K - 0"), lambda fault: fault.code == "F101", Conventions())
    assert fixed.text == f"{MEN} w K - 0 1{behind}" and not any(fault.code == "F101" for fault in fixed.left)


def test_no_fullmove_number_is_made_up_for_a_clock() -> None:
    for men, least in (("b - - 1", 1), ("b - - 2", 2), ("w - - 99", 51)):
        [fault] = [fault for fault in read_record(f"4k3/8/8/8/8/8/8/4K3 {men}")[1] if fault.code == "F101"]
        assert fault.expected is None and fault.message.endswith(f" it is at least {least}")


ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
SHUFFLED = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR"
STEPPED = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
CHECKED = "4k3/8/8/8/8/8/4R3/4K3"
COMPLETED = {
    f"{MEN} K - 3 7": f"{MEN} w K - 3 7",
    f"{MEN} - -": f"{MEN} w - -",  # an EPD, which has no counters to miss
    f"{ARRAY} KQkq - 0 1": f"{ARRAY} w KQkq - 0 1",
    f"{ARRAY} KQkq": f"{ARRAY} w KQkq - 0 1",
    f"{ARRAY} w": f"{ARRAY} w KQkq - 0 1",
    ARRAY: f"{ARRAY} w KQkq - 0 1",
    f"{ARRAY} b": f"{ARRAY} b - - 0 1",
    SHUFFLED: f"{SHUFFLED} w - - 0 1",
    f"{STEPPED} KQkq e3 0 1": f"{STEPPED} b KQkq e3 0 1",
    f"{STEPPED} KQkq e3": f"{STEPPED} b KQkq e3",
    f"{CHECKED} - - 0 1": f"{CHECKED} b - - 0 1",
    CHECKED: f"{CHECKED} b - - 0 1",
    "4k3/8/8/1B6/7b/8/8/4K3 - - 0 1": "4k3/8/8/1B6/7b/8/8/4K3 w - - 0 1",  # both are in check
}


@pytest.mark.parametrize("text", COMPLETED)
def test_a_record_completed_can_be_read(text: str) -> None:
    _, faults = read_record(text)
    [expected] = [fault.expected for fault in faults if fault.code == "F101"]
    assert expected == COMPLETED[text]
    assert {fault.code for fault in faults} <= {"F101", "P103", *PROVEN}
    assert {fault.code for fault in read_record(expected)[1]} <= {"P103", *PROVEN}


def test_nobody_is_said_to_move_where_the_color_is_not_stated() -> None:
    [message] = [fault.message for fault in read_record("4k3/8/8/1B6/7b/8/8/4K3 - - 0 1")[1] if fault.code == "P103"]
    assert message == "both kings are in check"


@pytest.mark.parametrize(
    ("fields", "variant", "kind"),
    [(ARRAY, None, "standard"), (f"{ARRAY} w", None, "standard"), (f"{ARRAY} w - - 0 1", None, "shuffle"),
     (SHUFFLED, None, "position"), (SHUFFLED, "Chess960", "chess960")],
)  # fmt: skip
def test_rights_that_are_not_stated_are_not_denied(fields: str, variant: str | None, kind: str) -> None:
    assert read_start("1", fields, variant).kind == kind


@pytest.mark.parametrize("text", [f"{MEN} x K - 3", f"{MEN} w X - 7", "4k3/8/8/8/8/8/8/4KX1 w K - 3"])
def test_nothing_is_expected_that_could_not_be_read(text: str) -> None:
    faults = read_record(text)[1]
    assert [(fault.expected, fault.fix) for fault in faults if fault.code == "F101"] == [(None, None)]


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize(
    ("fen", "moves", "expected"),
    [
        (f"{STEPPED} KQkq - 0 1", b"1... e5 2. Nf3 *", f"{STEPPED} b KQkq - 0 1"),
        ("4k3/4p3/8/8/8/8/8/R3K2R KQ - 0 1", b"1. O-O e5 *", "4k3/4p3/8/8/8/8/8/R3K2R w KQ - 0 1"),
        (f"{ARRAY} KQkq - 0 1", b"1... e5 2. e4 Nf6 *", f"{ARRAY} b KQkq - 0 1"),
        (
            "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R",
            b"1... O-O 2. O-O-O *",
            "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b - - 0 1",
        ),
        (
            "4k3/4p3/8/8/8/8/4P3/4K3 - - 0 1",
            b"1... e5 2. e4 Kd7 3. Kd2 Ke7 4. Kd8 *",
            "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1",
        ),
        ("4k3/4p3/8/8/8/8/4P3/4K3 - -", b"7... e5 8. e4 *", "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 7"),
        ("4k3/8/8/8/8/8/4R3/4K3 - - 0 1", b"1... Kd7 2. Kd2 *", "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1"),
    ],
)
def test_the_moves_say_who_begins(fen: str, moves: bytes, expected: str) -> None:
    [block] = games([fen])
    data = block.data.replace(b"1. Kd2 *", moves)
    [block] = read_blocks(io.BytesIO(data))
    found = {placed.remark.code: placed.remark.expected for placed in Auditor().block(block)}
    assert found == {"F101": expected}


BOARD = "4k3/8/8/3pP3/8/8/8/R3K2R"


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize(
    ("fields", "moves", "also"),
    [
        ("w", b"1. Rh2 (1. O-O Kd7) (1. Ra2 Kd7 2. O-O) (1. exd6) Kd7 *", []),
        ("w - -", b"1. Rh2 (1. O-O Kd7) (1. exd6) Kd7 *", ["R107", "R107"]),
        ("w", b"1. Rh2 (1. Rh9) (1. Kg3) Kd7 (1... exd6) *", ["R107", "R107", "R108"]),
        ("", b"1. Rh2 (1... Kd7) Kd7 *", []),
        ("", b"1. Rh2 {[%fen 4k3/8/8/3pP3/8/8/7R/R3K3 b Q - 1 1]} Kd7 *", []),
        ("", b"{[%fen 4k3/8/8/3pP3/8/8/8/R3K2R w Q d6 5 9]} 1. Rh2 *", []),
        ("", b"1. Rh2 {[%fen 4k3/8/8/3pP3/8/8/7R/R3K3 b Q d6 1 1]} Kd7 *", ["D104"]),
        ("", b"1... Kd7 2. Rh2 Kd6 3. Rh3 (3. Ra2 Kc5) *", []),
        ("w -", b"1. Rh2 {[%fen 4k3/8/8/3pP3/8/8/7R/R3K3 w Q -]} Kd7 *", ["D102", "D103"]),
    ],
)
def test_what_is_not_stated_is_denied_nowhere(fields: str, moves: bytes, also: list[str]) -> None:
    """Neither in variations nor in positions declared on the way."""
    [block] = games([f"{BOARD} {fields}".strip()])
    [block] = read_blocks(io.BytesIO(block.data.replace(b"1. Kd2 *", moves)))
    found = sorted(placed.remark.code for placed in Auditor().block(block))
    assert [code for code in found if code != "F101"] == also


def test_check_counters_are_kept() -> None:
    for text, expected in (("- - 0 1 +1+0", "w - - 0 1 +1+0"), ("b - - 2+3 0", "b - - 2+3 0 1")):
        start = read_start("1", f"{MEN} {text}", "Three-check")
        assert [one.expected for one in start.faults if one.code == "F101"] == [f"{MEN} {expected}"]


def test_a_fen_that_does_not_say_who_moves_is_not_redundant() -> None:
    assert not read_start("1", f"{ARRAY} KQkq - 0 1", None).is_standard_array
    assert not read_start("1", ARRAY, None).is_standard_array


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (f'{MEN} K - id "a";', f"{MEN} w K -"),
        (f'{MEN} K - 3 4 id "a";', f"{MEN} w K - 3 4"),
        (f'{MEN} w K id "a";', f"{MEN} w K -"),
        (f"{MEN} w - hmvc 3; fmvn 7;", f"{MEN} w - -"),
        (f"{MEN} K - 3+3 0 1", f"{MEN} w K - 3+3 0 1"),
        (f"{MEN} K - 0 1 +0+0", f"{MEN} w K - 0 1 +0+0"),
        (f"{MEN} w K - 3 3+3 7", f"{MEN} w K - 3+3 3 7"),
        (f"{MEN} w hmvc 3; fmvn 7;", f"{MEN} w - -"),
        (f'{MEN} K id "a";', f"{MEN} w K -"),
        (f"{MEN} w ce 20;", f"{MEN} w - -"),  # no rooks on c and e
        (f"{MEN} bm Kd2;", f"{MEN} w - -"),
        (f"{MEN} w 3 7", f"{MEN} w - - 3 7"),
        (f"{MEN} 3 7 bm Kd2;", f"{MEN} w - - 3 7"),
    ],
)
def test_what_follows_is_no_field(line: str, expected: str) -> None:
    """Operations and check counters are what they are behind fewer than four fields, too."""
    assert told(read_record(line)[1]) == [("F101", expected)]


@pytest.mark.parametrize("checks", ["3+3", "3+3 0 1", "0 1 +0+0", "+0+0", '+1+2 id "a";', "2+1 hmvc 3; fmvn 4;"])
def test_check_counters_of_a_record_are_no_operation(checks: str) -> None:
    epd, (start, faults) = read_epd(f"{MEN} w K - {checks}"), read_record(f"{MEN} w K - {checks}")
    assert start.record is not None and not faults
    assert start.record.checks_left == epd.record.checks_left in ((3, 3), (2, 1))
    assert read_epd(epd.to_text()).record.checks_left == epd.record.checks_left


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ("-1 7", [("F601", "0")]),
        ("3 7.", [("F602", "7")]),
        ("+3 7", [("F601", "3")]),
        ("3 7bm e4;", [("F701", None)]),
        ("1-0", [("F701", None)]),
        ("0.5", [("F701", None)]),
        ("1/2-1/2;", [("F701", None)]),
    ],
)
def test_what_is_meant_as_a_counter_of_a_record(rest: str, expected: list[tuple[str, str | None]]) -> None:
    assert told(read_record(f"{MEN} w K - {rest}")[1]) == expected


def test_rooks_files_are_no_opcode() -> None:
    line = "2r1r1k1/8/8/8/8/8/8/4K3 w ce - bm Kd2;"
    assert not {fault.code for fault in read_record(line)[1]} & {"F101", "F501", "F701"}


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ("w - hmvc 3; fmvn 7;", "w - - 3 7"), ("w bm Kd2; hmvc 0;", "w - - 0 1"), ("w bm Kd2; hmvc 3;", None),
        ("b 3 7", "b - - 3 7"),
    ],
)
def test_fewer_fields_in_a_fen_tag(rest: str, expected: str | None) -> None:
    assert told(read_start("1", f"{MEN} {rest}", None).faults) == [("F101", expected and f"{MEN} {expected}")]


@pytest.mark.parametrize(("clock", "expected"), [(0, "0 1"), (3, None), (4, None)])
def test_no_counters_are_advised_that_no_game_reaches(clock: int, expected: str | None) -> None:
    [fault] = read_record(f"{ARRAY} w KQkq - {clock}")[1]
    assert (fault.code, fault.expected) == ("F101", expected and f"{ARRAY} w KQkq - {expected}")


def test_what_is_refused_at_first_may_hold_later() -> None:
    """A halfmove clock (K101) that with the rights is one of the array (K103) is not in the way of them."""
    line = fix_line("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQqkq - 1 1", lambda fault: True, Conventions())
    assert line.text == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    assert [done.refused for done in line.done] == [None, None]
