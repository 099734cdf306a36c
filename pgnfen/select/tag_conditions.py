"""Conditions on the value of a tag: a pattern, or a comparison of numbers, dates, rounds, times or ECO codes."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Literal, cast

from pgnfen.lazy import regex
from pgnfen.pgn.definitions import VALUE_KINDS
from pgnfen.pgn.value_types import (
    any_date,
    date_readings,
    is_time,
    read_date,
    read_number,
    read_round,
    read_time,
    time_reading,
)

Operator = Literal["=", "!=", "<", "<=", ">", ">=", "~"]
Span = tuple[object, object]
"""The least and the greatest that a value may be; they can be compared with those of another value of the type."""

_CONDITION = regex(r"\s*([^\s<>=!~]+)\s*(>=|<=|!=|=|<|>|~)(.*)", re.DOTALL)
_MINUTE = regex(r"[0-9]{1,2}:[0-9]{2}")
_ECO = regex(r"[A-E][0-9]{2}")
_KINDS = {name.lower(): kind for name, kind in VALUE_KINDS.items()}
_EXPECTED = {"time": (
    "not a time of day (HH:MM or HH:MM:SS)"
), "date": (
    "not a date (YYYY.MM.DD)"
), "eco": (
    "not an ECO code (such as B90)"
)}
_MOST = 4096


class TagCondition:
    """A condition on a `tag`: its `name` in lower case, `text` as it was given, and whether it holds of a value.

    `holds` is None of a value that cannot be compared: it is no number or date, or one that is known too little.
    """

    def __init__(self, tag: str, text: str, holds: Callable[[str], bool | None], compares: bool = False) -> None:
        self.tag, self.name, self.text = tag, tag.lower().encode(), text
        self.holds = lru_cache(maxsize=_MOST)(holds) if compares else holds


def tag_matches(text: str) -> TagCondition:
    """A condition as text: `NAME>=VALUE` (also `>`, `<=`, `<`), `NAME=VALUE`, `NAME!=VALUE`, `NAME~REGEX`.

    Numbers are compared as numbers, dates as dates: one that is known in part (`2023.05`, `1994.??.??`) is all of its
    days, and a condition holds if it does on each of them. Beside `=` and `!=`, what is no number or date, or the value
    of a tag that has neither, is a pattern that is searched for, as beside `~`. Raises ValueError for what is no
    condition.

    >>> [tag_matches("Date<2024").holds(date) for date in ("2023.12.31", "2024.??.??", "????.??.??", "soon")]
    [True, False, None, None]
    >>> tag_matches("Round=3").holds("3.1"), tag_matches("White=^A").holds("Anand"), tag_matches("White~a$").holds("A")
    (True, True, False)
    """
    parts = _CONDITION.fullmatch(text)
    if parts is None:
        raise ValueError(f"{text!r} is not a tag condition; use for example NAME>=VALUE, NAME=VALUE or NAME~REGEX")
    tag, operator, value = parts[1], cast(Operator, parts[2]), parts[3]
    read = None if operator == "~" else _reader(tag.lower().encode(), value.strip(), operator not in ("=", "!="))
    if read is not None:
        wanted = read(value.strip())
        assert wanted is not None  # the reader was chosen by it
        readings = date_readings(value) if read is _date and read_date(value.strip()) is None else []
        if len(readings) > 1:
            raise ValueError(f"{value.strip()!r} may mean {' or '.join(readings)}; write one of these")
        return TagCondition(tag, text, _comparison(operator, wanted, read), compares=True)
    if operator not in ("=", "!=", "~"):
        wanted_kind = _EXPECTED.get(_kind(tag.lower().encode()), "not a number or a date (YYYY.MM.DD)")
        raise ValueError(f"{value.strip()!r} is {wanted_kind}, so it cannot be compared with {tag}")
    if operator != "~" and value.startswith(("=", "~")):
        raise ValueError(f"{operator + value[0]!r} cannot be compared by size; use = or ~")
    try:
        pattern = re.compile(value)
    except re.error as error:
        raise ValueError(f"{value!r} is not a regular expression: {error}") from None
    if operator == "!=":
        return TagCondition(tag, text, lambda value: pattern.search(value) is None)
    return TagCondition(tag, text, lambda value: pattern.search(value) is not None)


_Read = Callable[[str], "Span | None"]


def _kind(name: bytes) -> str:
    return _KINDS.get(name.rpartition(b":")[2], "text")


def _reader(name: bytes, value: str, ordered: bool) -> _Read | None:
    """What reads the values that are compared with this one; None where the value is a pattern. `ordered`: any tag may
    have numbers or dates."""
    of_kind: dict[str, _Read] = {
        "date": _date, "time": _time, "rating": _number, "round": _round, "board": _number, "fide_id": _number,
        "eco": _eco,
    }  # fmt: skip
    read = _number if name == b"plycount" else of_kind.get(_kind(name))
    if read is not None:
        return read if read(value) is not None else None
    readers = (_number, _date) if ordered else ()
    return next((reader for reader in readers if reader(value) is not None), None)


def _number(text: str) -> Span | None:
    number = read_number(text.strip())
    return None if number is None else (number, number)


def _date(text: str) -> Span | None:
    date = read_date(any_date(text) or "")
    return None if date is None or date.year is None else (date.first, date.last)


def _round(text: str) -> Span | None:
    parts = read_round(text)
    return None if parts is None else (parts, (*parts, float("inf")))


def _time(text: str) -> Span | None:
    text = text.strip()
    if _MINUTE.fullmatch(text):  # a minute is all of its seconds
        first, last = _time(f"{text}:00"), _time(f"{text}:59")
        return None if first is None or last is None else (first[0], last[1])
    text = time_reading(text) or text
    time = read_time(text)
    return None if time is None or "?" in text or not is_time(*time) else (time, time)


def _eco(text: str) -> Span | None:
    code = _ECO.match(text)
    return (code[0], code[0]) if code else None


def _comparison(operator: Operator, wanted: Span, read: _Read) -> Callable[[str], bool | None]:
    def holds(value: str) -> bool | None:
        span = read(value)
        return None if span is None else _compared(operator, span, wanted)

    return holds


def _compared(operator: Operator, value: Span, wanted: Span) -> bool | None:
    """Whether a comparison holds of all that a value may be; None where it holds of some of it."""
    (first, last), (least, greatest) = cast("tuple[tuple[float, float], tuple[float, float]]", (value, wanted))
    if operator in (">", "<="):
        yes, no = first > greatest, last <= greatest
    elif operator in (">=", "<"):
        yes, no = first >= least, last < least
    else:
        yes, no = least <= first and last <= greatest, last < least or greatest < first
    if operator in ("<", "<=", "!="):
        yes, no = no, yes
    return True if yes else False if no else None
