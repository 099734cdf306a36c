"""Which games with the same moves are one, and which of them stays."""

from __future__ import annotations

from typing import Any

import pytest

from pgnfen.pgn.copies import Copy, Keep, Same, duplicates_of, filled, groups_of, lacking
from pgnfen.pgn.same_game import contradict, headers_of

CARLSEN = {"White": "Carlsen, Magnus", "Black": "Caruana, Fabiano", "Date": "2018.11.09", "Result": "1/2-1/2"}


def copies(*tags: dict[str, str], plies: int = 40, **more: Any) -> list[Copy]:
    return [Copy(number, plies, False, str(number), each, **more) for number, each in enumerate(tags)]


def numbers(found: list[list[Copy]]) -> list[list[int]]:
    return [[one.number for one in group] for group in found]


@pytest.mark.parametrize(
    ("changed", "same"),
    [
        ({"White": "Magnus Carlsen"}, True),
        ({"White": "CARLSEN, M."}, True),
        ({"White": "Carlsen"}, True),
        ({"White": "?"}, True),
        ({"White": "Carlsen, Henrik"}, False),
        ({"White": "Karlsen, Magnus"}, False),
        ({"White": "Caruana, Fabiano", "Black": "Carlsen, Magnus"}, False),
        ({"Date": "2018.??.??"}, True),
        ({"Date": "2018-11-09"}, True),
        ({"Date": "2018.11.10"}, False),
        ({"Date": "2019.??.??"}, False),
        ({"Result": "*"}, True),
        ({"Result": "1/2"}, True),
        ({"Result": "1-0"}, False),
        ({"Event": "Another", "Site": "Elsewhere", "Round": "9"}, True),
    ],
)
def test_headers_that_do_not_contradict(changed: dict[str, str], same: bool) -> None:
    found = groups_of(copies(CARLSEN, {**CARLSEN, **changed}), "game", False)
    assert len(found) == (1 if same else 2)


def test_addresses_of_one_server_tell_games_apart() -> None:
    def at(site: str) -> dict[str, str]:
        return {"White": "a", "Black": "b", "Site": site}

    server = "https://lichess.org/"
    found = groups_of(copies(at(f"{server}abc"), at(f"{server}xyz"), at(f"{server}abc"), at("London")), "game", False)
    # What could be either of two is neither.
    assert numbers(found) == [[0, 2], [1], [3]]


def test_a_game_that_could_be_either_is_neither() -> None:
    found = groups_of(copies({}, {"White": "Carlsen"}, {"White": "Caruana"}, {}), "game", False)
    assert numbers(found) == [[0, 3], [1], [2]]
    assert numbers(groups_of(copies({}, {"White": "Carlsen"}, {}), "game", False)) == [[0, 1, 2]]


@pytest.mark.parametrize("same", ["moves", "game"])
def test_few_moves_need_headers(same: Same) -> None:
    known = {"White": "A. Smith", "Black": "B. Jones"}
    few = copies(known, {"White": "Smith"}, {}, {}, {**known, "Round": "2"}, {**known, "Round": "3"}, known, plies=4)
    assert numbers(groups_of(few, same, True)) == [[0, 6], [1], [2], [3], [4], [5]]
    twins = [Copy(number, 0, False, "same bytes", {}) for number in range(2)]
    assert numbers(groups_of(twins, same, True)) == [[0, 1]]


def test_moves_alone() -> None:
    assert numbers(groups_of(copies({"White": "A"}, {"White": "B"}), "moves", False)) == [[0, 1]]


def test_records() -> None:
    found = copies({"bm": "Kd2"}, {"bm": "Ke2"}, {"id": "1"}, {"bm": "Kd2", "id": "2"}, is_record=True)
    assert numbers(groups_of(found, "game", False)) == [[0, 3], [1], [2]]


@pytest.mark.parametrize(
    ("keep", "kept"), [("first", 0), ("last", 3), ("longest", 0), ("most-tags", 1), ("most-annotated", 2)]
)
def test_which_stays(keep: Keep, kept: int) -> None:
    group = copies({}, {"White": "A", "ECO": "B00"}, {"White": "?", "Round": "?", "Date": "????.??.??"}, {})
    group[2].notes = (1, 0, 0)
    found = list(duplicates_of(group, "moves", keep, False))
    assert {one.kept.number for one in found} == {kept}
    assert len(found) == 3
    group[3].base = True
    assert {(one.copy.number, one.kept.number) for one in duplicates_of(group, "moves", keep, False)} == {
        (0, 3), (1, 3), (2, 3),
    }  # fmt: skip


def test_what_a_copy_has() -> None:
    [kept, copy] = copies({"White": "A", "Date": "????.??.??"}, {"white": "B", "Date": "1999.??.??", "ECO": "A00"})
    copy.notes = (2, 0, 1)
    assert lacking(copy, kept) == {"tags": {"Date": "1999.??.??", "ECO": "A00"}, "comments": 2, "variations": 1}
    assert lacking(kept, copy) == {}


def test_what_is_filled() -> None:
    kept, *others = copies(
        {"White": "?", "Black": "", "Date": "1999.??.??", "Result": "*", "Round": "?", "FEN": ""},
        {"White": "A", "Date": "1999.02.03", "Result": "1-0", "Round": "1", "ECO": "B00", "FEN": "x"},
        {"White": "A", "Date": "1999.??.??", "Round": "2"},
    )
    assert filled(kept, others) == {"White": "A", "Date": "1999.02.03"}


def test_many_unlike_games_take_little_time() -> None:
    games = copies(*({"White": f"player{number}", "Black": f"other{number}"} for number in range(20_000)), plies=4)
    assert len(groups_of(games, "game", True)) == 20_000
    alike = copies(*({"White": f"John x{number}q", "Date": "1999.01.01"} for number in range(3_000)))
    assert len(groups_of(alike, "game", False)) == 3_000


def test_contradiction_is_symmetric() -> None:
    one, other = headers_of({"white": "Carlsen"}), headers_of({"white": "M. Carlsen", "date": "2000"})
    assert contradict(one, other) == contradict(other, one) is False
