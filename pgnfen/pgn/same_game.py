"""Whether the headers of two games contradict each other: players, date, result, and what tells short games apart.

What is not known contradicts nothing. Names are compared by their words, whatever the order, capitals, accents and
punctuation; a letter stands for each word that it begins.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from pgnfen.lazy import regex
from pgnfen.pgn.results import meant

Words = tuple[str, ...]
Date = tuple[int | None, int | None, int | None]

_UNKNOWN_NAMES = frozenset(((), ("nn",), ("n", "n"), ("unknown",), ("anonymous",)))
_ASIDE = regex(r"\([^()]*\)|\[[^\[\]]*\]")
_WORD = regex(r"[^\W_]+")
_SPELLED = str.maketrans({
    "\u00df": "ss", "\u00f8": "o", "\u0142": "l", "\u0111": "d", "\u00e6": "ae", "\u0153": "oe", "\u0131": "i",
    "'": "", "\u2019": "", "`": "",
})  # fmt: skip
_DATE = regex(r"\s*([0-9]{4}|\?+)(?:[.\-/]([0-9]{1,2}|\?+)(?:[.\-/]([0-9]{1,2}|\?+))?)?\s*")
_BLANK_VALUE = regex(r"[\s?.*\-]*")


def is_unknown(value: str | None) -> bool:
    """Whether a tag says nothing by this value.

    >>> [is_unknown(value) for value in (None, "", "?", "????.??.??", "-", "*", "1999.??.??")]
    [True, True, True, True, True, True, False]
    """
    return value is None or _BLANK_VALUE.fullmatch(value) is not None


@lru_cache(maxsize=1 << 14)
def name_words(name: str | None) -> Words:
    """The words of a name; none of one that names nobody.

    >>> name_words("Vachier-Lagrave,M (2750)"), name_words("GARC\u00cdA, J."), name_words("NN")
    (('vachier', 'lagrave', 'm'), ('garcia', 'j'), ())
    """
    if name is None or is_unknown(name):
        return ()
    plain = unicodedata.normalize("NFKD", _ASIDE.sub(" ", name).casefold().translate(_SPELLED))
    words = tuple(_WORD.findall("".join(each for each in plain if not unicodedata.combining(each))))
    return () if words in _UNKNOWN_NAMES else words


def names_agree(one: Words, other: Words) -> bool:
    """Whether both may name one player: each word of the shorter name is in the longer one, or is its first letter, or
    has it as its first letter; and one word that is more than a letter is in both.

    >>> agree = lambda one, other: names_agree(name_words(one), name_words(other))
    >>> agree("Carlsen, Magnus", "magnus carlsen"), agree("Carlsen,M", "Carlsen, Magnus"), agree("Carlsen", "Carlsen,M")
    (True, True, True)
    >>> agree("Polgar, Judit", "Polgar, Zsuzsa"), agree("Polgar, J", "Polgar, Z"), agree("Carlsen, M", "Caruana, M")
    (False, False, False)
    """
    if one == other:
        return True
    short, long = (list(one), list(other)) if len(one) <= len(other) else (list(other), list(one))
    shared = [word for word in short if word in long and len(word) > 1]
    if not shared:
        return False
    for word in [word for word in short if word in long]:
        if word in long:
            long.remove(word)
            short.remove(word)
    for word in sorted(short, key=len, reverse=True):
        found = next((each for each in long if each[0] == word[0] and 1 in (len(each), len(word))), None)
        if found is None or not word[0].isalpha():
            return False
        long.remove(found)
    return True


@lru_cache(maxsize=1 << 14)
def read_date(value: str | None) -> Date:
    """Year, month and day, as far as they are known.

    >>> read_date("1999.??.07"), read_date("2/1/2024"), read_date("1999")
    ((1999, None, 7), (None, None, None), (1999, None, None))
    """
    match = _DATE.fullmatch(value or "")
    if match is None:
        return None, None, None
    year, month, day = (int(part) or None if part and part.isdigit() else None for part in match.groups())
    return year, month, day


class Headers(NamedTuple):
    """What the tags of a game say of who played it, when, how it ended, and where on a server it is; `more`: what
    tells apart games of the same players on one day."""

    white: Words
    black: Words
    date: Date
    result: str | None
    address: tuple[str, str] | None
    more: tuple[str | None, ...]

    @property
    def players(self) -> bool:
        """Whether both players are known."""
        return bool(self.white and self.black)

    @property
    def known(self) -> int:
        """How much of it is known."""
        parts = (*self.date, self.result, self.address, *self.more)
        return 4 * (bool(self.white) + bool(self.black)) + sum(part is not None for part in parts)


_MORE = ("round", "board", "utctime", "starttime", "time")


@lru_cache(maxsize=1 << 10)
def _result(value: str) -> str | None:
    marker = meant(value.encode("utf-8", "replace"))
    return None if marker in (None, b"*") else marker.decode()


def headers_of(tags: Mapping[str, str]) -> Headers:
    """The headers that tags say, by their names in lower case."""
    address = None
    for name in ("site", "link", "gameurl"):
        address = _address(tags.get(name, ""))
        if address:
            break
    more = tuple([None if name not in tags or is_unknown(tags[name]) else tags[name].strip() for name in _MORE])
    date = read_date(tags.get("date"))
    if date == (None, None, None):
        date = read_date(tags.get("utcdate"))
    white, black = name_words(tags.get("white")), name_words(tags.get("black"))
    return Headers(white, black, date, _result(tags.get("result", "")), address, more)


def _address(value: str) -> tuple[str, str] | None:
    """The server of an address and what it has there; None where the value is no such address.

    >>> _address("https://Lichess.org/abcd1234"), _address("https://lichess.org/"), _address("London")
    (('lichess.org', 'abcd1234'), None, None)
    """
    scheme, separator, rest = value.strip().partition("://")
    host, _, path = rest.partition("/")
    path = path.lstrip("/")
    if not separator or scheme.lower() not in ("http", "https") or len(rest.split()) != 1 or not (host and path):
        return None
    return host.lower(), path


def contradict(one: Headers, other: Headers, strictly: bool = False) -> bool:
    """Whether two headers cannot be those of one game; `strictly`: the moves tell too little, and so both players have
    to be known, and nothing else that is known of both may differ."""
    if strictly and not (one.players and other.players):
        return True
    for mine, others in ((one.white, other.white), (one.black, other.black)):
        if mine and others and not names_agree(mine, others):
            return True
    if _differ(one.date, other.date) or _differ((one.result,), (other.result,)):
        return True
    if one.address and other.address and one.address[0] == other.address[0] and one.address != other.address:
        return True
    return strictly and _differ(one.more, other.more)


def _differ(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    return any(None not in (mine, others) and mine != others for mine, others in zip(one, other, strict=True))


def records_contradict(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Whether the operations of two records of one position say different things under one opcode but `id`, which is a
    name.

    >>> records_contradict({"bm": "a", "id": "1"}, {"bm": "a", "id": "2"}), records_contradict({"bm": "a"}, {"bm": "b"})
    (False, True)
    """
    return any(opcode != "id" and other.get(opcode, operands) != operands for opcode, operands in one.items())
