"""Whether the headers of two games contradict each other: players, date, result, and what tells short games apart.

What is not known contradicts nothing. Names are compared by their words, whatever the order, capitals, accents and
punctuation; a letter stands for each word that it begins. FIDE numbers decide before names.
"""

from __future__ import annotations

import re
import unicodedata
from calendar import monthrange
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from pgnfen.lazy import regex
from pgnfen.pgn.results import forfeit, meant

Words = tuple[str, ...]
Date = tuple[int | None, int | None, int | None]

_UNKNOWN_NAMES = frozenset(((), ("nn",), ("n", "n"), ("unknown",), ("anonymous",)))
_ASIDE = regex(r"\([^()]*\)|\[[^\[\]]*\]")
_WORD = regex(r"[^\W_]+")
_GLUED = regex(r"\b[A-Z]{2,3}\b")
_CONSONANTS = regex(r"\b(?!NG\b)[B-DF-HJ-NP-TV-XZ]{2,3}\b")
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
    >>> name_words("Smith, JA"), name_words("JB Smith"), name_words("NG, Li"), name_words("SMITH, JO")
    (('smith', 'j', 'a'), ('j', 'b', 'smith'), ('ng', 'li'), ('smith', 'jo'))
    """
    if name is None or is_unknown(name):
        return ()
    plain = _initials_apart(_ASIDE.sub(" ", name))
    plain = unicodedata.normalize("NFKD", plain.casefold().translate(_SPELLED))
    words = tuple(_WORD.findall("".join(each for each in plain if not unicodedata.combining(each))))
    return () if words in _UNKNOWN_NAMES else words


def _initials_apart(name: str) -> str:
    """A name with spaces between initials that are glued: `JB`.

    Behind a comma two or three capitals are initials, unless all of the name is in capitals; elsewhere they are where
    no vowel makes a name of them.
    """
    surname, comma, more = name.partition(",")
    if comma and name.upper() != name:
        more = _GLUED.sub(_apart, more)
        return surname + comma + more
    return _CONSONANTS.sub(_apart, name)


def _apart(found: re.Match[str]) -> str:
    return " ".join(found[0])


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
    if not any(word in other and len(word) > 1 for word in one):
        return False
    short, long = map(list, sorted((one, other), key=lambda words: (len(words), words)))
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


def is_date(date: Date) -> bool:
    """Whether the calendar has such a date, as far as it is known.

    >>> is_date((2020, 2, 30)), is_date((2020, 2, None)), is_date((2020, 13, None))
    (False, True, False)
    """
    year, month, day = date
    if month is None:
        return day is None or day <= 31
    return month <= 12 and (day is None or day <= monthrange(year or 2000, month)[1])


class Player(NamedTuple):
    """Who plays a side: the words of the name, and the FIDE number."""

    words: Words
    fide: str | None

    @property
    def known(self) -> bool:
        """Whether it is known who plays."""
        return bool(self.words or self.fide)


class Apart(NamedTuple):
    """What tells games of the same players on one day apart: values that have to be equal (round, board, times), and
    the words of Event and Site."""

    values: tuple[str | None, ...]
    words: tuple[frozenset[str], frozenset[str]]


class Headers(NamedTuple):
    """What the tags of a game say of who played it, when, how it ended, and where on a server it is; `more`: what
    tells apart games of the same players on one day."""

    white: Player
    black: Player
    date: Date
    utc_date: Date
    result: str | None
    address: tuple[str, str] | None
    more: Apart | None

    @property
    def players(self) -> bool:
        """Whether both players are known."""
        return self.white.known and self.black.known


_UNDATED: Date = (None, None, None)
_MORE = ("round", "board", "utctime", "starttime", "time")
_NUMBER = regex(r"0*([1-9][0-9]{0,11})")


@lru_cache(maxsize=1 << 10)
def _result(value: str) -> str | None:
    if is_unknown(value):
        return None
    marker = meant(value.encode("utf-8", "replace"))
    if marker is None:
        return forfeit(value)
    return None if marker == b"*" else marker.decode()


def _result_of(tag: str, marker: str) -> str | None:
    """The result by tag and termination marker; where they contradict each other, both, which is equal to neither."""
    found = sorted({each for each in (_result(tag), _result(marker)) if each})
    return " ".join(found) or None


def _player(tags: Mapping[str, str], side: str) -> Player:
    number = _NUMBER.fullmatch(tags.get(f"{side}fideid", "").strip())
    return Player(name_words(tags.get(side)), number[1] if number else None)


def headers_of(tags: Mapping[str, str], marker: str | None = None) -> Headers:
    """The headers that tags say, by their names in lower case; `marker`: the game's termination marker."""
    address = None
    for name in ("site", "link", "gameurl"):
        address = _address(tags.get(name, ""))
        if address:
            break
    values = tuple([None if name not in tags or is_unknown(tags[name]) else tags[name].strip() for name in _MORE])
    site = "" if _address(tags.get("site", "")) else tags.get("site", "")
    more = Apart(values, (_telling_words(tags.get("event", "")), _telling_words(site)))
    utc_date = read_date(tags.get("utcdate"))
    date = read_date(tags.get("date"))
    if date == _UNDATED:
        date = utc_date
    result = _result_of(tags.get("result", ""), marker or "")
    return Headers(_player(tags, "white"), _player(tags, "black"), date, utc_date, result, address, more)


def _telling_words(value: str) -> frozenset[str]:
    """The words of a value, without numbers where there are others.

    >>> sorted(_telling_words("2nd Club Open 2019")), sorted(_telling_words("2019")), sorted(_telling_words("?"))
    (['2nd', 'club', 'open'], ['2019'], [])
    """
    words = frozenset(name_words(value))
    return frozenset(word for word in words if not word.isdigit()) or words


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
    if one.result and other.result and one.result != other.result:
        return True
    if _dates_differ(one, other):
        return True
    for mine, others in ((one.white, other.white), (one.black, other.black)):
        same = _same_player(mine, others)
        if same is False or (strictly and not same):
            return True
    if one.address and other.address and one.address[0] == other.address[0] and one.address != other.address:
        return True
    return strictly and tell_apart(one, other)


def tell_apart(one: Headers, other: Headers) -> bool:
    """Whether two headers are of two games that the same players may have played on one day: another round, board or
    time, or an Event or a Site without a word in common."""
    if one.more is None or other.more is None:
        return False
    if _differ(one.more.values, other.more.values):
        return True
    pairs = zip(one.more.words, other.more.words, strict=True)
    return any(mine and others and mine.isdisjoint(others) for mine, others in pairs)


def _same_player(one: Player, other: Player) -> bool | None:
    """None where nothing of them can be compared."""
    if one.fide and other.fide:
        return one.fide == other.fide
    if one.words and other.words:
        return names_agree(one.words, other.words)
    return None


def _dates_differ(one: Headers, other: Headers) -> bool:
    if None not in one.utc_date and one.utc_date == other.utc_date:
        return False  # the local dates may be of other time zones
    return _differ(one.date, other.date) or _differ(one.utc_date, other.utc_date)


def _differ(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    return any(None not in (mine, others) and mine != others for mine, others in zip(one, other, strict=True))


def records_contradict(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Whether the operations of two records of one position say different things under one opcode but `id`, which is a
    name.

    >>> records_contradict({"bm": "a", "id": "1"}, {"bm": "a", "id": "2"}), records_contradict({"bm": "a"}, {"bm": "b"})
    (False, True)
    """
    return any(opcode != "id" and other.get(opcode, operands) != operands for opcode, operands in one.items())
