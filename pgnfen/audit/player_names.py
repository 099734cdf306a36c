"""The players of a file: which spellings may be of one player, and which FIDE numbers go with which names."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from pgnfen.lazy import regex
from pgnfen.pgn.tagpairs import decode, unescape

_PAIR = regex(rb'\[(White|Black)(FideId)? "((?:[^"\\\r\n]|\\.)*)"\]')
_UNKNOWN = frozenset(("", "n", "nn", "bye", "anonymous"))
_VERSION_DOT = regex(r"(?<=[0-9])\.(?=[0-9])")
NO_GIVEN_NAMES = frozenset((
    "al", "comp", "computer", "da", "dal", "de", "deep", "del", "della", "den", "der", "des", "di", "dos", "du", "el",
    "la", "las", "le", "les", "lo", "los", "mister", "program", "saint", "san", "santa", "team", "te", "ten", "ter",
    "the", "van", "von", "zu", "zum", "zur",
))  # fmt: skip
"""First words of two that are no given name: a surname, an engine or a team is all that the words name."""
SURNAMES_FIRST = frozenset((
    "bai", "bu", "cai", "cao", "chen", "cheng", "dai", "deng", "ding", "dong", "du", "fan", "fang", "feng", "gao",
    "gu", "guo", "hao", "he", "hou", "hu", "huang", "jiang", "jin", "ju", "kong", "lei", "li", "liang", "lin", "liu",
    "lou", "lu", "luo", "ma", "mao", "mo", "ni", "pan", "peng", "qi", "qian", "qin", "qiu", "ren", "shen", "shi",
    "song", "su", "sun", "tan", "tang", "tian", "wan", "wang", "wei", "wen", "wu", "xia", "xiao", "xie", "xiong",
    "xiu", "xu", "yan", "yang", "yao", "ye", "yin", "yu", "yuan", "zeng", "zhai", "zhang", "zhao", "zheng", "zhong",
    "zhou", "zhu",
))  # fmt: skip
"""Surnames of China, which stand before the given name without a comma."""


class Entry(NamedTuple):
    """A player as one game states it: name, and FIDE number (None: not stated)."""

    name: str
    fide_id: str | None


def players_of(section: bytes) -> Iterator[Entry]:
    """The players of a game with that tag section whose names are known."""
    names: dict[bytes, str] = {}
    ids: dict[bytes, str] = {}
    for color, number, value in _PAIR.findall(section):
        (ids if number else names)[color] = decode(unescape(value)).strip()
    for color, name in names.items():
        if _plain(name) not in _UNKNOWN:
            yield Entry(name, ids.get(color))


@lru_cache(maxsize=65536)
def _parts(name: str) -> tuple[str, str]:
    """Surname and given names without accents, letter case, blanks and dots; of a name without a comma it is all
    surname."""
    surname, _, given = name.partition(",")
    return _plain(surname), _plain(given)


@lru_cache(maxsize=65536)
def _plain(name: str) -> str:
    """Letters and digits of a name, without accents and letter case; a dot stays between two digits: of a version."""
    plain = "".join(char for char in unicodedata.normalize("NFKD", name) if not unicodedata.combining(char)).casefold()
    dots = {dot.start() for dot in _VERSION_DOT.finditer(plain)}
    return "".join(char for at, char in enumerate(plain) if char.isalnum() or at in dots)


def may_be_one(one: str, other: str) -> bool:
    """Whether two spellings may be of one player: equal surnames, and given names of which one begins the other.

    >>> may_be_one("Polgár, Judit", "Polgar,J"), may_be_one("Polgar, Judit", "Polgar, Zsuzsa")
    (True, False)
    """
    (surname, given), (surname2, given2) = _parts(one), _parts(other)
    if surname != surname2 or not surname:
        return False
    if bool(given) != bool(given2):
        return False
    return given.startswith(given2) or given2.startswith(given)


def other_spellings(counts: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """Spellings that may be of a player who is spelled otherwise more often, each with that spelling; of those that may
    be of several players nothing is said."""
    groups: dict[str, list[str]] = {}
    for name in counts:
        groups.setdefault(_parts(name)[0], []).append(name)
    for names in groups.values():
        for name in names:
            others = [other for other in names if other != name and may_be_one(name, other)]
            more = [other for other in others if (counts[other], other) > (counts[name], name)]
            agree = all(may_be_one(one, other) for one in others for other in others)
            if more and agree:
                yield name, max(more, key=lambda other: (counts[other], other))
