"""The counters of an EPD: stated or not, unreadable, repeated, and where their faults point."""

from __future__ import annotations

import pytest

from pgnfen.errors import ConversionError
from pgnfen.fen.epd import Operation, read_epd, refuse_counters
from pgnfen.fen.fault import Fault
from pgnfen.fen.notation import read_noted
from pgnfen.fen.record import read_fen
from pgnfen.fen.rewrite import repair_noted, write_epd
from pgnfen.fen.start import read_start

FOUR = "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq -"
ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"


def codes(faults: tuple[Fault, ...]) -> list[str]:
    return [fault.code for fault in faults]


@pytest.mark.parametrize("line", [f'{FOUR} hmvc 12; id "x";', f"{ARRAY} hmvc 3;", f"{ARRAY} fmvn 9;"])
def test_a_counter_that_is_not_stated_contradicts_nothing(line: str) -> None:
    assert read_noted(line).faults == ()


def test_counters_that_are_stated_are_judged() -> None:
    assert codes(read_noted(f"{FOUR} hmvc 12; fmvn 2;").faults) == ["K101"]
    assert codes(read_noted(f"{ARRAY} hmvc 3; fmvn 9;").faults) == ["K103"]
    assert codes(read_start(None, f"{FOUR} 12", None).faults) == ["F101"]


@pytest.mark.parametrize(
    ("rest", "found", "reason"),
    [
        ("hmvc x; fmvn 2;", ["F601"], "the halfmove clock is unknown"),
        ("hmvc 3 4; fmvn 2;", ["F601"], "the halfmove clock is unknown"),
        (f"fmvn {'9' * 40};", ["F602"], "not a valid move number"),
        ("hmvc 1; hmvc 2;", ["F701"], "a second hmvc"),
        ("5 9 hmvc 3; fmvn 2;", ["F701", "F701"], "is already given as a field"),
    ],
)
def test_counters_that_cannot_be_told(rest: str, found: list[str], reason: str) -> None:
    noted = read_noted(f"{FOUR} {rest}")
    assert codes(noted.faults) == found
    with pytest.raises(ConversionError, match=reason):
        refuse_counters(noted.faults)


@pytest.mark.parametrize("rest", ["\u0663 1", "0 \u0661"])
def test_digits_of_other_scripts_are_no_counters(rest: str) -> None:
    with pytest.raises(ConversionError, match="is not a whole number"):
        refuse_counters(read_noted(f"{FOUR} {rest}").faults)


def test_sound_counters_are_not_refused() -> None:
    for rest in ("3 9", "hmvc 3; fmvn 9;", "hmvc 3; fmvn 0;", "id 7;;", "0 1 bm Kd2"):
        refuse_counters(read_noted(f"{FOUR} {rest}").faults)


def test_writing_an_epd_does_not_drop_counters_in_silence() -> None:
    with pytest.raises(ConversionError, match="hmvc x"):
        write_epd(read_fen(f"{FOUR} 0 1"), (Operation("hmvc", ("x",), "hmvc x"),))


@pytest.mark.parametrize(
    ("rest", "code", "culprit"),
    [
        ('id "hmvc 7"; hmvc 0; fmvn 0;', "F603", 32),
        ('id "fmvn 9"; hmvc 9; fmvn 2;', "K101", 13),
        ('id "hmvc x"; hmvc x;', "F601", 13),
        ('id "hmvc 1"; hmvc 1; hmvc 2;', "F701", 21),
    ],
)
def test_faults_point_at_the_operation_and_never_into_a_string(rest: str, code: str, culprit: int) -> None:
    if code == "F603":
        culprit = rest.rindex("0")
    fault = next(fault for fault in read_noted(f"{FOUR} {rest}").faults if fault.code == code)
    assert fault.column == len(FOUR) + 1 + culprit


def test_operations_in_a_fen_tag_are_one_fault_and_give_the_counters() -> None:
    start = read_start("1", f'{FOUR} id "hmvc 7;"; fmvn 40; hmvc 12;', None)
    assert codes(start.faults) == ["F101"]
    assert start.faults[0].expected == f"{FOUR} 12 40"
    assert start.record is not None and (start.record.halfmove, start.record.fullmove) == (12, 40)
    assert codes(read_start("1", f"{FOUR} hmvc 12;", None).faults) == ["F101"]
    assert codes(read_start("1", f"{FOUR} hmvc x;", None).faults) == ["F101", "F601"]
    assert codes(read_start("1", f"{FOUR} x 1", None).faults) == ["F601"]


def test_operations_in_a_fen_tag_are_not_overwritten_by_the_fix_of_the_array() -> None:
    start = read_start("1", f"{ARRAY} fmvn 9; hmvc 3;", None)
    assert [(fault.code, fault.fix) for fault in start.faults] == [("F101", "unsafe"), ("K103", None)]


@pytest.mark.parametrize("notation", [None, "fen", "epd"])
def test_an_empty_record_is_a_fault(notation: str | None) -> None:
    for text in ("", "  "):
        faults = read_noted(text, notation).faults  # type: ignore[arg-type]
        assert codes(faults) == ["F101"] and "the record is empty; 6 fields are needed" in faults[0].message


def test_an_operation_knows_its_place_and_is_equal_without_it() -> None:
    one, two = read_epd(f"{FOUR} id  7; noop;").operations
    assert (one.column, one.operand_column, two.operand_column) == (len(FOUR) + 1, len(FOUR) + 5, len(FOUR) + 8)
    assert one == Operation("id", ("7",), "id  7")


def test_unstated_counters_are_not_repaired() -> None:
    """hmvc without fmvn: the default fullmove number is no reason to touch the clock."""
    array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 3;"
    for unsafe in (False, True):
        assert repair_noted(read_noted(array), None, unsafe).noted.text == array
