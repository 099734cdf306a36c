"""Random games with one fault: it is found, what is expected is right, nothing else is said, safe fixes are safe.

The oracle's own knowledge is python-chess's. `python tests/oracle/oracle.py` runs as many games as it is asked.
"""

from __future__ import annotations

import fixes
import pytest
from faults import FAULTS
from fixes import audit
from oracle import Tally, brief, false_alarms, false_alarms_of_declared, joined, run

pytestmark = pytest.mark.usefixtures("reader")


def kinds(games: int, seed: int, name: str) -> Tally:
    tally = run(games, seed, [name])[name]
    assert not tally.problems, "\n\n".join(
        f"{text}\n{data.decode('utf-8', 'replace')}" for text, data in tally.problems
    )
    assert tally.games == games
    assert tally.found == tally.wants
    return tally


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found_and_nothing_else(name: str) -> None:
    kinds(1, 2026, name)


@pytest.mark.parametrize(
    "games", [pytest.param(10, marks=pytest.mark.exhaustive), pytest.param(200, marks=pytest.mark.hours)]
)
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found_and_nothing_else_in_many_games(name: str, games: int) -> None:
    kinds(games, 960, name)


def test_nothing_is_found_in_clean_games() -> None:
    wrong = false_alarms(60, 2026)
    assert not wrong, "\n\n".join(f"{brief([found])}\n{data.decode()}" for found, data in wrong)


def test_nothing_is_found_of_positions_that_are_declared_rightly() -> None:
    declared, wrong = false_alarms_of_declared(60, 2026)
    assert not wrong, "\n\n".join(f"{brief([found])}\n{data.decode()}" for found, data in wrong)
    assert declared > 300


@pytest.mark.exhaustive
def test_nothing_is_found_of_many_positions_that_are_declared_rightly() -> None:
    _, wrong = false_alarms_of_declared(500, 960)
    assert not wrong, "\n\n".join(f"{brief([found])}\n{data.decode()}" for found, data in wrong)


@pytest.mark.exhaustive
def test_nothing_is_found_in_many_clean_games() -> None:
    wrong = false_alarms(1000, 960)
    assert not wrong, "\n\n".join(f"{brief([found])}\n{data.decode()}" for found, data in wrong)


def test_nothing_is_found_in_many_clean_games_in_one_input() -> None:
    data, numbers = joined(150, 2026)
    beside = {"N102", "N105", "N109", *fixes.PROVEN}  # starts are written in any convention; some are composed
    found = {(one.game, one.code) for one in audit(data) if one.code not in beside}
    assert found == {(number, "S206") for number in numbers}


def test_there_are_fifty_kinds() -> None:
    assert len(FAULTS) > 50
