"""Which games with the same moves are one, and which of them stays."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from pgnfen.pgn.beginnings import beginnings_of, resolved
from pgnfen.pgn.copies import Copy, Duplicate, Keep, Same, duplicates_of, filled, groups_of, lacking, merged
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
        ({"UTCDate": "2018.11.10"}, True),
        ({"Date": "2018.11.10", "UTCDate": "2018.11.10"}, False),
        ({"WhiteFideId": "1503014"}, True),
    ],
)
def test_headers_that_do_not_contradict(changed: dict[str, str], same: bool) -> None:
    found = groups_of(copies(CARLSEN, {**CARLSEN, **changed}), "game", False)
    assert len(found) == (1 if same else 2)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (("", "1-0"), ("", "0-1"), False),
        (("?", "1-0"), ("*", "0-1"), False),
        (("?", "1-0"), ("0-1", "0-1"), False),
        (("?", "1-0"), ("1-0", "*"), True),
        (("White wins", "1-0"), ("0-1", None), False),
        (("1-0", "0-1"), ("1-0", "1-0"), False),
        (("1-0", "0-1"), ("0-1", "0-1"), False),
        (("1-0", "0-1"), ("1-0", "0-1"), True),
        (("*", "*"), ("0-1", "0-1"), True),
        (("+/-", "*"), ("1-0", "1-0"), True),
        (("+/-", "*"), ("0-1", "0-1"), False),
        (("-/+", "*"), ("0-1", "0-1"), True),
        (("0-0", "*"), ("1-0", "*"), False),
        (("0-0", "*"), ("1/2-1/2", "*"), False),
        (("0-0", "*"), ("-/-", "*"), True),
    ],
)
def test_results_in_tag_and_marker(one: tuple[str, str], other: tuple[str, str], same: bool) -> None:
    found = [Copy(n, 40, False, str(n), {"Result": tag}, marker=end) for n, (tag, end) in enumerate((one, other))]
    assert len(groups_of(found, "game", False)) == (1 if same else 2)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("王", "王", True), ("王", "李", False), ("A", "A", True), ("A", "B", False),
        ("A, B", "A, B", True), ("A, B", "C, D", False),
        ("Smith, J.A.", "Smith, JA", True), ("Smith, J.A.", "Smith, JB", False), ("Smith, J.A.", "J.B. Smith", False),
        ("Smith JB", "Smith, J.A.", False), ("NG, Jack", "Ng, Jack", True), ("LI, Jack", "Lu, Jack", False),
    ],
)  # fmt: skip
def test_names(one: str, other: str, same: bool) -> None:
    found = copies({"White": one, "Date": "1999.01.02"}, {"White": other})
    assert len(groups_of(found, "game", False)) == (1 if same else 2)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ({"White": "Smith, J", "WhiteFideId": "11"}, {"White": "Smith, J", "WhiteFideId": "12"}, False),
        ({"White": "Smith, J", "WhiteFideId": "11"}, {"White": "Schmidt, Hans", "WhiteFideId": "11"}, True),
        ({"White": "Smith, J", "WhiteFideId": "0"}, {"White": "Smith, J", "WhiteFideId": "12"}, True),
        ({"Black": "Smith, J", "BlackFideId": "11"}, {"Black": "Smith, J", "BlackFideId": "12"}, False),
        ({"Date": "2020.01.01", "UTCDate": "2020.01.02"}, {"UTCDate": "2020.01.02"}, True),
        ({"Date": "2020.01.01", "UTCDate": "2020.01.02"}, {"UTCDate": "2020.01.03"}, False),
        ({"Date": "2020.01.01"}, {"UTCDate": "2020.01.02"}, False),
    ],
)
def test_numbers_and_dates_of_servers(one: dict[str, str], other: dict[str, str], same: bool) -> None:
    for pair in ((one, other), (other, one)):
        assert len(groups_of(copies(*pair), "game", False)) == (1 if same else 2)


@pytest.mark.parametrize(
    ("games", "groups"),
    [
        (["Smith, John", "Smith, James", "Smith, J"], [[0], [1], [2]]),
        (["Smith, John", "Smith, James", "?"], [[0], [1], [2]]),
        (["Smith, John", "Smith, J", "Smith"], [[0, 1, 2]]),
        (["Smith, John", "John Smith", "Smith, James", "Smith, J", "Smith"], [[0, 1], [2], [3, 4]]),
    ],
)
def test_the_order_of_games_decides_nothing(games: list[str], groups: list[list[int]]) -> None:
    """What could be a copy of two games that differ stays."""
    for order in permutations(range(len(games))):
        found = groups_of(copies(*({"White": games[at], "Black": "Carls, D"} for at in order)), "game", False)
        assert sorted(sorted(order[number] for number in group) for group in numbers(found)) == groups


@pytest.mark.parametrize(
    ("changed", "same"),
    [
        ({}, True),
        ({"Round": "2"}, False),
        ({"Round": "?"}, True),
        ({"Event": "Blitz final"}, False),
        ({"Event": "CLUB championship 2019"}, True),
        ({"Site": "Paris"}, False),
        ({"Site": "https://example.org/1"}, True),
    ],
)
def test_beginnings_and_few_moves_ask_for_more(changed: dict[str, str], same: bool) -> None:
    tags = {"White": "Smith, J", "Black": "Jones, B", "Event": "Club Championship", "Site": "London", "Round": "1"}
    short, long = copies(tags, {**tags, **changed}, plies=20)
    assert len(groups_of([short, long], "game", True)) == (1 if same else 2)
    long.plies = 40
    assert bool(resolved(list(beginnings_of([([short], short)], [long])), ())) == same


def test_a_beginning_of_two_games_is_of_neither() -> None:
    john, james, either = ({"White": name, "Black": "B. Jones"} for name in ("Smith, John", "Smith, James", "Smith, J"))
    for short, longer in ((either, [john, james]), (john, [either, james]), (john, [john, either])):
        one, *passing = copies(short, *longer, plies=40)
        one.plies = 20
        found = resolved(list(beginnings_of([([one], one)], passing)), ())
        assert bool(found) == (short is john and james in longer)
    # Two beginnings that differ, of one game; and a beginning that a copy of the longer game contradicts.
    first, second, longest = copies(john, james, either, plies=40)
    first.plies, second.plies = 20, 30
    found = [*beginnings_of([([first], first)], [longest, second]), *beginnings_of([([second], second)], [longest])]
    assert not resolved(found, ())
    found = list(beginnings_of([([first], first)], [longest, second]))
    assert 0 not in resolved(found, [Duplicate(second, longest, "game")])
    assert [kept.number for kept in resolved(found, ()).values()] == [2]


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
    assert lacking(copy, kept, {"Date": "1999.??.??"})["tags"] == {"ECO": "A00"}
    assert lacking(kept, copy) == {}
    [kept, copy] = copies(
        {"White": "Smith, J", "Black": "Jones, Bill", "Date": "1999.??.??"},
        {"White": "John Smith", "Black": "Jones", "Date": "1999.02.03"},
    )
    assert lacking(copy, kept) == {"tags": {"White": "John Smith", "Date": "1999.02.03"}}
    assert lacking(kept, copy) == {"tags": {"Black": "Jones, Bill"}}


def test_what_is_filled() -> None:
    kept, *others = copies(
        {"White": "?", "Black": "", "Date": "1999.??.??", "Result": "*", "Round": "?", "FEN": ""},
        {"White": "A", "Date": "1999.02.03", "Result": "1-0", "Round": "1", "ECO": "B00", "FEN": "x"},
        {"White": "A", "Date": "1999.??.??", "Round": "2"},
    )
    assert filled(kept, others) == {"White": "A", "Date": "1999.02.03"}


@pytest.mark.parametrize(
    ("kept", "others", "date"),
    [
        ("????.??.??", ["unknown"], None),
        ("????.??.??", ["31.12.1999"], None),
        ("????.??.??", ["2020.02.30"], None),
        ("????.??.??", ["2020.03.04", "last spring"], "2020.03.04"),
        ("2020.??.??", ["2020-03-04"], "2020.03.04"),
        ("2020.??.??", ["2020-3"], "2020.03.??"),
        ("????.??.??", ["1990.01.02", "1990.01.??"], "1990.01.02"),
        ("????.??.??", ["1990.01.02", "1990.02.??"], None),
        ("2020.??.04", ["2020.03.??"], None),
    ],
)
def test_dates_that_are_filled(kept: str, others: list[str], date: str | None) -> None:
    [first, *more] = copies({"Date": kept}, *({"Date": value} for value in others))
    fills = filled(first, more)
    assert fills == ({} if date is None else {"Date": date})
    assert [merged(one, fills) for one in more[:1]] == [fills]


def test_many_unlike_games_take_little_time() -> None:
    games = copies(*({"White": f"player{number}", "Black": f"other{number}"} for number in range(20_000)), plies=4)
    assert len(groups_of(games, "game", True)) == 20_000
    alike = copies(*({"White": f"John x{number}q", "Date": "1999.01.01"} for number in range(3_000)))
    assert len(groups_of(alike, "game", False)) == 3_000


def test_contradiction_is_symmetric() -> None:
    one, other = headers_of({"white": "Carlsen"}), headers_of({"white": "M. Carlsen", "date": "2000"})
    assert contradict(one, other) == contradict(other, one) is False
