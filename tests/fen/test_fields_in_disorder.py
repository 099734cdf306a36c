"""Records whose fields are too many or out of place: what is expected of them is sure, or nothing is."""

from __future__ import annotations

import pytest
from fen_texts import PROVEN

from pgnfen.fen.epd import read_epd
from pgnfen.fen.notation import read_record
from pgnfen.fen.start import read_start
from pgnfen.repair.conventions import Conventions
from pgnfen.repair.lines import fix_line

MEN = "4k3/8/8/8/8/8/8/R3K3"
STEPPED = "4k3/8/8/3pP3/8/8/8/4K3"
ON_B = "1r2k3/8/8/8/8/8/8/1R2K3"
ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


@pytest.mark.parametrize(
    "line",
    [
        f"WAC 001 {MEN} w - - 0 41",
        f"position fen {MEN} w Q - 0 41",
        f"41 w - - 0 {MEN}",
        f"w {MEN} Q - 0 41",
        "position startpos moves e2e4",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQ kq - 0 1",
        "4k3/8/8/3Pp3/8/8/8/4K3 w - - e6 0 15",
        f"{ARRAY} w KQkq 0 0 2",
        f"{ARRAY} w KQkq - hmvc 9; fmvn 9;",
        f"{MEN} w Q - hmvc 2; fmvn -1;",
        f"{ON_B} b b - - 0 9",
        f"{MEN} w b - - 0 9",
        f"{MEN} x - - 0 9",
    ],
)
def test_nothing_is_written_where_nobody_knows(line: str) -> None:
    assert read_record(line)[1]
    fixed = fix_line(line, lambda fault: fault.fix is not None, Conventions())
    assert fixed.text == line and not fixed.done


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (f"{MEN} w Q - - 0 41", f"{MEN} w Q - 0 41"),
        (f"{MEN} w w - - 0 15", f"{MEN} w - - 0 15"),
        (f"{MEN} x w Q - 0 1", f"{MEN} w Q - 0 1"),
        (f"{MEN} w Q - 0 0 15", f"{MEN} w Q - 0 15"),
        (f"{MEN} w Q - 3 7 1 0", f"{MEN} w Q - 3 7"),
        (f"{MEN} w Q - 0 0 -", f"{MEN} w Q - 0 1"),
        (f"{STEPPED} w - d6 15", f"{STEPPED} w - d6 0 15"),
        (f"{STEPPED} w - d6 0", f"{STEPPED} w - d6 0 1"),
        (f"{STEPPED} w - d6 15 0", f"{STEPPED} w - d6 0 15"),
        (f"{MEN} w Q - 12 +41", f"{MEN} w Q - 12 41"),
        (f"{ARRAY} w kqkq - 0 1", f"{ARRAY} w KQkq - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R w KQX - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        (f"{ON_B} w B - - 0 9", f"{ON_B} w B - 0 9"),
        (f"{ON_B} w b - - 0 9", f"{ON_B} w b - 0 9"),
        (f"{MEN} w B - - 0 9", f"{MEN} w - - 0 9"),
        (f"{MEN} b b - - 0 9", f"{MEN} b - - 0 9"),
        (f'"{MEN} w Q - 0 41"', f"{MEN} w Q - 0 41"),
        (f'"{MEN} w Q -"', f"{MEN} w Q -"),
        (f"{MEN} w Q - 0 41\0", f"{MEN} w Q - 0 41"),
        (f"{MEN} w Q -\0", f"{MEN} w Q -"),
        (f"{MEN} w Q - x 1", f"{MEN} w Q - 0 1"),
        (f"{MEN} w Q - 0 one", f"{MEN} w Q - 0 1"),
        (f"{STEPPED} w - D6 0 15", f"{STEPPED} w - d6 0 15"),
        (f"{STEPPED} x - d6 0 15", f"{STEPPED} w - d6 0 15"),
    ],
)
def test_what_is_sure_is_written(line: str, expected: str) -> None:
    fixed = fix_line(line, lambda fault: fault.fix is not None, Conventions())
    assert fixed.text == expected and not any(done.refused for done in fixed.done)
    assert {fault.code for fault in fixed.left} <= PROVEN


def test_no_default_is_held_against_a_field() -> None:
    """A fullmove number that cannot be read leaves open how many plies were played."""
    assert [fault.code for fault in read_record(f"{MEN} w Q - hmvc 2; fmvn -1;")[1]] == ["F602"]
    assert [fault.code for fault in read_record(f"{ARRAY} w KQkq - hmvc 9; fmvn x;")[1]] == ["F602"]


def test_too_many_fields_in_a_tag_are_one_finding() -> None:
    for fen in (f"{MEN} w Q - - 0 41", "r3k2r/8/8/8/8/8/8/R3K2R w KQ kq - 0 1", f"{MEN} w w - - 0 15"):
        start = read_start("1", fen, None)
        assert [fault.code for fault in start.faults if fault.code not in PROVEN] == ["F101"], fen
    assert start.record is not None and start.record.fullmove == 15


@pytest.mark.parametrize("blanks", ["\t", "\t\t", "\t \t", "\v\v"])
def test_any_white_space_parts_fields_as_blanks_do(blanks: str) -> None:
    line = "8/8/8/8/8/8/8/8 w - - 0 1 a"
    assert read_epd(line.replace(" ", blanks)).operations == read_epd(line).operations != ()
