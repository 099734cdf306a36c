"""Conditions on the values of tags: comparisons of numbers, dates, rounds, and patterns."""

from __future__ import annotations

import io
from collections import Counter
from itertools import groupby

import pytest

from pgnfen.pgn.blocks import read_blocks
from pgnfen.select.conditions import Select
from pgnfen.select.division import Division
from pgnfen.select.partition import Partition
from pgnfen.select.tag_conditions import tag_matches

pytestmark = pytest.mark.usefixtures("reader")


@pytest.mark.parametrize(
    ("condition", "yes", "no", "undecided"),
    [
        ("WhiteElo>=2500", ["2500", "2501", " 2600"], ["2499", "900"], ["?", "", "2500x", "unr"]),
        ("WhiteElo<1000", ["999", "0"], ["1000"], ["-"]),
        ("WhiteElo = 2500", ["2500"], ["25000"], ["?"]),
        ("WhiteElo!=2500", ["2400"], ["2500"], ["?"]),
        ("Date>=2023.05", ["2023.05.01", "2023.05.??", "2024.??.??"], ["2023.04.30"], ["2023.??.??", "x"]),
        ("Date>2023.05", ["2023.06.01"], ["2023.05.31", "2023.05.??"], ["2023.??.??", "????.??.??"]),
        (
            "Date<2024",
            ["2023.12.31", "2023.??.??", "31.12.2023", "2/1/2023"],
            ["2024.01.01", "2024.2.1"],
            ["202?.??.??", "2023.02.31", "2023.13.05"],
        ),
        ("Date<=2024", ["2024.12.31", "2024.??.??"], ["2025.01.01"], ["????.??.??"]),
        ("Date=1994.08", ["1994.08.01", "1994.08.??"], ["1994.09.01"], ["1994.??.??"]),
        ("Date!=1994", ["1995.01.01"], ["1994.08.??"], ["199?.??.??"]),
        ("Round=3", ["3", "3.1", "3.1.2"], ["13", "4", "2.3"], ["?", "-", "Final"]),
        ("Round>3", ["4", "4.1", "10"], ["3", "3.9"], ["?"]),
        ("ECO>=B90", ["B90", "C00", "B96/03"], ["B89", "A00"], ["?", "Sicilian"]),
        ("Date>=1994.08", ["1994.1?.??", "1994.08.1?"], ["1994.07.3?", "1994.07.??"], ["1994.0?.??", "1994.2?.??"]),
        ("UTCTime<12:00:00", ["11:59:59", "9:05:00"], ["12:00:00", "12:00"], ["??:??:??", "25:00:00", "-", "?"]),
        ("UTCTime<12:00", ["11:59:59", "11:59"], ["12:00:00", "12:00"], ["??:??:??", "noon"]),
        ("UTCTime=12:00", ["12:00:59"], ["12:01:00", "03:12:00"], []),
        ("PlyCount>40", ["41"], ["40"], ["many"]),
        ("Points>=2.5", ["2.5", "3"], ["-1"], ["x"]),
        ("SomeDay>=2023.05.01", ["2023.05.01"], ["2023.04.30"], ["soon"]),
        ("year:Date>=1994", ["1994"], ["1993"], ["????"]),
        ("Event=^(a|d)", ["a", "d"], ["b"], []),
        ("Event!=^(a|d)", ["b"], ["a"], []),
        ("Event~3$", ["x3"], ["3x"], []),
        ("Date~^1994", ["1994.01.01"], ["1995.01.01"], []),
        ("Date=^1994", ["1994.x"], ["1995.01.01"], []),
    ],
)
def test_conditions(condition: str, yes: list[str], no: list[str], undecided: list[str]) -> None:
    holds = tag_matches(condition).holds
    assert [holds(value) for value in yes] == [True] * len(yes)
    assert [holds(value) for value in no] == [False] * len(no)
    assert [holds(value) for value in undecided] == [None] * len(undecided)


@pytest.mark.parametrize(
    "wrong",
    [
        "White",
        "=x",
        "White=[",
        "Event>=abc",
        "Date>=2/1/2023",
        "Date>=31.02.2023",
        "WhiteElo>",
        "",
        "UTCTime<12",
        "WhiteElo==2500",
        "White!=~a",
    ],
)
def test_no_conditions(wrong: str) -> None:
    with pytest.raises(ValueError):
        tag_matches(wrong)


GAMES = b"".join(
    b'[Date "%s"]\n[WhiteElo "%s"]\n\n1. e4 *\n\n' % values
    for values in ((b"2023.05.01", b"2500"), (b"2023.??.??", b"?"), (b"2024.01.01", b"2400"), (b"x", b"2700"))
)


def test_values_that_cannot_be_compared_are_counted() -> None:
    partition = Partition(Select(tags=[tag_matches("Date>=2023.05"), tag_matches("WhiteElo>=2450")]))
    parts = [partition.divide(block) for block in read_blocks(io.BytesIO(GAMES))]
    assert [flag for part in parts for flag in part.flags] == [True, False, False, False]
    assert sum([part.undecided for part in parts], Counter()) == {"Date>=2023.05": 2}


@pytest.mark.parametrize(
    ("by", "values"),
    [("year:Date", ["2023", "2023", "2024", "????"]), ("month:date", ["2023.05", "2023.??", "2024.01", "????.??"])],
)
def test_parts_of_dates(by: str, values: list[str]) -> None:
    stretches = [one for block in read_blocks(io.BytesIO(GAMES)) for one in Division(by).divide(block)]
    assert [one.value for one in stretches for _ in range(one.games)] == values


def test_parts_of_dates_that_are_spelled_otherwise() -> None:
    """The parts of a date are read as the date is by a condition on it."""
    dates = {
        "2024-06-01": "2024.06", "1994": "1994.??", "24.12.2023": "2023.12", "2024.02.30": "????.??",
        "2/1/2024": "2024.??", "2024.00.00": "2024.??", "199?.??.??": "199?.??", "1994.1?.??": "1994.1?",
        "soon": "????.??",
    }  # fmt: skip
    games = "".join(f'[Date "{date}"]\n\n1. e4 *\n\n' for date in dates).encode()
    months = [one.value for block in read_blocks(io.BytesIO(games)) for one in Division("month:Date").divide(block)]
    years = [one.value for block in read_blocks(io.BytesIO(games)) for one in Division("year:Date").divide(block)]
    assert months == [one for one, _ in groupby(dates.values())]
    assert years == [one for one, _ in groupby(value[:4] for value in dates.values())]
