"""Rules of the values of tag pairs: silent in clean headers of every style, and each of them finds what is planted.

The rules that are on have their faults in header_faults.py; those that are selected by code have theirs here.
"""

from __future__ import annotations

import io
import random
from collections import Counter
from collections.abc import Callable
from itertools import count

import pytest
from clean_headers import STYLES, Tags, as_pgn, chessbase
from faults import FAULTS
from oracle import faulty_games

import pgnfen
from pgnfen.audit.catalog import all_rules

pytestmark = pytest.mark.usefixtures("reader")

HEADER_RULES = {rule.code: rule for rule in all_rules() if rule.code.startswith("H")}
Planted = tuple[list[Tags], str | None, str | None]
"""Headers with one fault; field or declared value of its finding, and the value that is expected."""


def clean(games: int, seed: int) -> bytes:
    rng = random.Random(seed)
    return b"".join(as_pgn(rng.choice(list(STYLES.values()))(rng), rng) for _ in range(games))


@pytest.mark.parametrize("games", [400, pytest.param(10_000, marks=pytest.mark.exhaustive)])
def test_nothing_is_found_in_clean_headers(games: int) -> None:
    found = list(pgnfen.audit(clean(games, 30), select="H", severity="info"))
    assert not found, Counter((one.code, one.message) for one in found)


def missing(games: list[Tags], rng: random.Random) -> Planted:
    name = rng.choice(list(games[0])[:7])
    del games[0][name]
    return games, name, {"Date": "????.??.??", "Result": "*"}.get(name, "?")


def out_of_order(games: list[Tags], rng: random.Random) -> Planted:
    name = rng.choice(list(games[0])[:7])
    value = games[0].pop(name)
    games[0][name] = value
    return games, name, None


def word(games: list[Tags], rng: random.Random) -> Planted:
    games[0]["Termination"] = rng.choice(("by resignation", "mate", "agreed"))
    return games, "Termination", None


def no_blank(games: list[Tags], rng: random.Random) -> Planted:
    color = rng.choice(("White", "Black"))
    name = games[0][color]
    games[0][color] = name.replace(", ", rng.choice((",", " ,", " , ")))
    return games, color, name


def no_comma(games: list[Tags], rng: random.Random) -> Planted:
    color, given = rng.choice(("White", "Black")), rng.choice(("Magnus", "Judit", "Ivan"))
    games[0] |= {"White": "Somebody", "Black": "Somebody"} | {color: f"{given} Carlsen"}
    return games, color, f"Carlsen, {given}"


def initial(games: list[Tags], rng: random.Random) -> Planted:
    short = games[1]["White"][: games[1]["White"].index(",") + 3]
    games.append(dict(games[1]) | {"White": short})
    return games, short, None


def wrong_number(games: list[Tags], rng: random.Random) -> Planted:
    games.append(dict(games[0]) | {"White": games[1]["White"]})
    return games, games[0]["WhiteFideId"], None


GIVEN, SURNAMES = ("Magnus", "Judit", "Jean-Marc"), ("dams", "ührer", "'Kelly", "an Foreest", "i", "ov-Petrov")
PLANTED: dict[str, Callable[[list[Tags], random.Random], Planted]] = {
    "H101": missing, "H102": out_of_order, "H131": word, "H153": no_blank, "H154": no_comma, "H161": initial,
    "H162": wrong_number,
}  # fmt: skip


def headers(rng: random.Random) -> list[Tags]:
    """Three games of six players; White has a number."""
    names = [f"{one}{surname}, {rng.choice(GIVEN)}" for one, surname in zip("ABCDEF", SURNAMES, strict=False)]
    return [
        chessbase(rng) | {"White": white, "Black": black, "WhiteFideId": str(number)}
        for number, white, black in zip(count(1_503_014), names[::2], names[1::2], strict=False)
    ]


def findings(games: list[Tags], code: str) -> tuple[bytes, list[pgnfen.Finding]]:
    rng = random.Random(1)
    data = b"".join(as_pgn(tags, rng) for tags in games)
    return data, list(pgnfen.audit(data, select=code, severity="info"))


@pytest.mark.parametrize("games", [10, pytest.param(300, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("code", PLANTED)
def test_a_fault_that_is_selected_is_found(code: str, games: int) -> None:
    rng = random.Random(f"{code} {games}")
    for _ in range(games):
        made = headers(rng)
        before, none = findings(made, code)
        assert not none
        planted, field, expected = PLANTED[code](made, rng)
        data, found = findings(planted, code)
        assert {(one.code, one.expected) for one in found} == {(code, expected)}, data.decode()
        assert field in (found[0].field, found[0].declared), found
        if HEADER_RULES[code].fix == "safe" and code != "H101":
            out = io.BytesIO()
            pgnfen.fix(data, out, select=code)
            assert out.getvalue() == before


def test_every_header_rule_has_a_fault() -> None:
    codes = set(PLANTED)
    for fault in FAULTS.values():
        if fault.inject.__module__ == "header_faults":
            games = faulty_games(fault, random.Random(1))
            codes |= {code for _ in range(40) for want in next(games)[1].wants for code in want.codes}
    assert codes == set(HEADER_RULES)
