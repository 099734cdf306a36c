"""Whether all values of a tag section are plain: such that no rule of values finds fault with any.

The native engine tells it by the same tests (native/src/values.rs): rules are asked of the other games alone. A rule
may find nothing in a value that is not plain here, and never anything in one that is.
"""

from __future__ import annotations

import time
from functools import lru_cache

from pgnfen.lazy import regex
from pgnfen.pgn.definitions import MODES, TITLES, TITLES_IN_NAMES, VALUE_KINDS
from pgnfen.pgn.results import result_in_words
from pgnfen.pgn.value_types import EARLIEST_YEAR

SECONDS_PER_DAY = 86_400
Day = tuple[int, int, int]
"""Year, month, day."""

_LINE = regex(rb'\[([A-Za-z0-9_]+) "([^"\\\n]*)"\]\r?')
_DATE = regex(
    rb"([0-9]{4}|\?{4})\.(?:\?\?\.\?\?|(?:0[13578]|1[02])\.(?:0[1-9]|[12][0-9]|3[01]|\?\?)"
    rb"|(?:0[469]|11)\.(?:0[1-9]|[12][0-9]|30|\?\?)|02\.(?:0[1-9]|[12][0-9]|\?\?))"
)
# The last but one: a byte that begins a character of UTF-8 was read as Windows-1252, and the next one too.
_NOT_TEXT = regex(
    rb"\A[ \t]|[ \t]\Z|[ \t]{2}|&[#A-Za-z]|%[0-9A-Fa-f]{2}|\xc3[\x82-\xb4][\xc2\xc5\xc6\xcb\xe2]|\xef\xbb"
)
_PERIOD = rb"(?:\*?[0-9]{1,9}|[0-9]{1,6}/[0-9]{1,9})(?:\+[0-9]{1,6})?"
_PERIODS = regex(_PERIOD + rb"(?::" + _PERIOD + rb")*")
_BASE = regex(rb"([0-9]{1,6})(?:\.[0-9]{1,3})?(?:\+([0-9]{1,6})(?:\.[0-9]{1,3})?)?")
_TITLED = regex(rb"(%s)[ .]" % b"|".join(TITLES_IN_NAMES))
_HEADS = b'[Date "', b'[EventDate "', b'[EventEndDate "'
_TERMINATION = b'[Termination "'
_ENDING = b'[White "', b'[Black "', b'[Result "'
_TITLE_BEHIND = regex(rb"[ ,](%s)\Z" % b"|".join(TITLES_IN_NAMES))
_PLAIN = {
    "time": regex(rb"(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]"),
    "rating": regex(rb"[1-3][0-9]{3}|4000|[1-9][0-9]{2}|[?-]?"),
    "eco": regex(rb"[A-E][0-9]{2}(?:/[0-9]{2})?|[?-]?"),
    "round": regex(rb"[0-9]{1,3}(?:\.[0-9]{1,3})*|[?-]"),
    "board": regex(rb"[0-9]{1,4}|[?-]?"),
    "title": regex(rb"%s|[?-]?" % b"|".join(TITLES)),
    "fide_id": regex(rb"[1-9][0-9]{3,8}|[?-]?"),
    "mode": regex(rb"%s|[?-]?" % b"|".join(MODES)),
}


def tomorrow() -> Day:
    """The day after today in UTC, which has begun in some time zone: no day after it is over, or on."""
    return _day(int(time.time()) // SECONDS_PER_DAY + 1)


@lru_cache(maxsize=4)
def _day(number: int) -> Day:
    """A day by its number from 1970-01-01 on."""
    day = time.gmtime(number * SECONDS_PER_DAY)
    return day.tm_year, day.tm_mon, day.tm_mday


def are_plain(section: bytes) -> bool:
    r"""Whether all lines of a tag section are tag pairs with plain values, or empty.

    >>> are_plain(b'[Date "1994.08.??"]\r\n\r\n'), are_plain(b'[Date "31.02.2024"]\n'), are_plain(b'[Site " Oslo"]\n')
    (True, False, False)
    """
    latest = tomorrow()
    for line in section.split(b"\n"):
        if not _is_plain_line(line, latest):
            return False
    date, first, last = [_value(section, head) for head in _HEADS]
    if _is_before(date, first) or _is_before(last, date) or _is_before(last, first):
        return False
    termination = termination_of(section)
    if not termination:
        return True
    white, black, result = [_value(section, head) for head in _ENDING]
    return result_in_words(termination, white, black) in (None, result)


@lru_cache(maxsize=8192)
def _is_plain_line(line: bytes, latest: Day) -> bool:
    if not line.removesuffix(b"\r").strip(b" \t"):
        return True
    pair = _LINE.fullmatch(line)
    return pair is not None and is_plain_value(pair[1], pair[2], latest)


@lru_cache(maxsize=8192)
def is_plain_value(name: bytes, value: bytes, latest: Day) -> bool:
    """Whether no rule finds fault with the value (the bytes between the quotes) of a tag of that name, by itself; no
    date is after `latest`.

    >>> days = b"1994.08.30", b"1994.08.31", b"1994.08.??", b"1993.02.29"
    >>> [is_plain_value(b"Date", day, (1994, 8, 30)) for day in days]
    [True, False, True, False]
    """
    if b'"' in value or b"\\" in value:
        return False
    return _is_plain(VALUE_KINDS.get(name, "text"), value, latest)


def _is_plain(kind: str, value: bytes, latest: Day) -> bool:
    pattern = _PLAIN.get(kind)
    if pattern is not None:
        return pattern.fullmatch(value) is not None
    if kind == "other":
        return True
    if kind == "date":
        date = _DATE.fullmatch(value)
        if date is None or (value.endswith(b"02.29") and not _is_leap(date[1])):
            return False
        if date[1] == b"????":
            return True
        year, month, day = map(int, value.replace(b"??", b"01").split(b"."))
        return year >= EARLIEST_YEAR and (year, month, day) <= latest
    if kind == "time_control":
        return _is_plain_control(value)
    if _NOT_TEXT.search(value) or (not value and kind in ("player", "event")):
        return False
    if kind == "termination":
        return value.lower() != b"unterminated"
    return kind != "player" or _is_plain_name(value)


def _is_leap(year: bytes) -> bool:
    return year.isdigit() and int(year) % 4 == 0 and (int(year) % 100 != 0 or int(year) % 400 == 0)


def _is_plain_control(value: bytes) -> bool:
    """Whether a time control can be no other than in seconds, or is not known."""
    if value in (b"", b"?", b"-"):
        return True
    if b":" in value or b"/" in value or value.startswith(b"*"):
        return _PERIODS.fullmatch(value) is not None
    base = _BASE.fullmatch(value)
    if base is None:
        return False
    seconds, more = int(base[1]), int(base[2] or 0)
    return (seconds >= 60 and (more < 10 or seconds > 180)) or (base[2] is not None and more == 0)


def _is_plain_name(value: bytes) -> bool:
    """Whether a name holds no title and no rating, and is not in capitals."""
    if value.endswith((b")", b"]")) or _TITLED.match(value) or _TITLE_BEHIND.search(value):
        return False
    return b"," not in value or not (value[-1:].isdigit() or value == value.upper())


def _is_before(date: bytes, other: bytes) -> bool:
    """Whether a date, as far as it is known, stands before another."""
    for one, two in zip(date, other, strict=False):
        if one == 0x3F or two == 0x3F:
            return False
        if one != two:
            return one < two
    return False


def _value(section: bytes, head: bytes) -> bytes:
    """The value of the first tag pair that begins so; b"" where there is none."""
    at = section.find(head)
    end = section.find(b'"', at + len(head))
    return b"" if at < 0 or end < 0 else section[at + len(head) : end]


def termination_of(section: bytes) -> bytes:
    r"""The value of the first plain Termination tag; b"" where there is none.

    >>> termination_of(b'[White "Ann"]\n[Termination "Ann won by checkmate"]\n')
    b'Ann won by checkmate'
    """
    return _value(section, _TERMINATION)
