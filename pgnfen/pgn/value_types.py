"""Values of tag pairs by their type: dates, times, time controls, numbers, rounds, ends of games.

What is misspelled has readings.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from pgnfen.lazy import regex
from pgnfen.pgn.definitions import (
    NAMED_BEHIND,
    NAMED_FIFTY,
    NAMED_MATE,
    NAMED_REPETITION,
    NAMED_STALEMATE,
)

UNKNOWN_DATE = "????.??.??"
EARLIEST_YEAR = 1400  # of a game of chess that anyone has written down, with a margin

_DATE = regex(r"([0-9]{0,4}\?{0,4})\.([0-9]{0,2}\?{0,2})\.([0-9]{0,2}\?{0,2})")
_TIME = regex(r"([0-9]{2}|\?\?):([0-9]{2}|\?\?):([0-9]{2}|\?\?)")
_ROUND = regex(r"[0-9]{1,9}(?:\.[0-9]{1,9}){0,9}")
_NUMBER = regex(r"[+-]?[0-9]{1,9}(?:\.[0-9]{1,9})?")
_PERIOD = regex(
    r"(?:(?P<moves>[0-9]{1,6})/)?(?P<sandclock>\*)?(?P<base>[0-9]{1,9}(?:\.[0-9]{1,3})?)(?:\+(?P<more>[0-9]{1,6}(?:\.[0-9]{1,3})?))?"
)
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_PARTS = regex(r"([0-9]{1,4}|\?{1,4})(?:[-/. ]|, )([0-9]{1,2}|\?{1,2}|[A-Za-z]{3,9})(?:[-/. ]|, )([0-9]{1,4}|\?{1,4})")
_MONTH_FIRST = regex(r"([A-Za-z]{3,9})\.? ([0-9]{1,2}),? ([0-9]{4})")
_YEAR_AND_MONTH = regex(r"([0-9]{4})(?:[-/.]([0-9]{1,2}|\?{1,2}))?[-/.]?")
_NOTHING = regex(r"-?|[?0]{1,4}(?:[-/.][?0]{1,2}){0,2}")
_EIGHT_DIGITS = regex(r"[0-9]{8}")
_OTHER_TIME = regex(r"([0-9]{1,2})[:.h]([0-9]{1,2})[:.m]([0-9]{1,2})s?")


class Date(NamedTuple):
    """A date (PGN 1994 section 8.1.1.3); None: not known. A part of which digits are known goes from the least to the
    last that it may be: `year` to `last_year`."""

    year: int | None
    last_year: int | None
    month: int | None
    last_month: int | None
    day: int | None
    last_day: int | None

    @property
    def is_possible(self) -> bool:
        """Whether there is such a day, as far as it is known."""
        months = range(self.month or (1 if self.month is None else 13), min(12, self.last_month or 12) + 1)
        longest = max((self._days(month) for month in months), default=0)
        return 1 <= (1 if self.day is None else self.day) <= longest

    def _days(self, month: int) -> int:
        """The most days that a month of it may have."""
        known = self.year is not None and self.year == self.last_year
        return 28 if month == 2 and known and not _is_leap(self.year or 0) else _DAYS[month - 1]

    @property
    def first(self) -> tuple[int, int, int]:
        """The first day that it may be."""
        return self.year or 0, self.month or 1, self.day or 1

    @property
    def last(self) -> tuple[int, int, int]:
        """The last day that it may be."""
        year = 9999 if self.last_year is None else self.last_year
        return year, self.last_month or 12, self.last_day or 31


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def read_date(text: str) -> Date | None:
    """The date that a value of the form `YYYY.MM.DD` says, whether or not there is such a day; None of another form.

    >>> tuple(read_date("1994.08.??")), tuple(read_date("193?.1?.0?")), read_date("1994-08-01")
    ((1994, 1994, 8, 8, None, None), (1930, 1939, 10, 12, 1, 9), None)
    """
    parts = _DATE.fullmatch(text)
    if parts is None or [len(part) for part in parts.groups()] != [4, 2, 2]:
        return None
    year, month, day = parts.groups()
    return Date(*_range(year, 9999), *_range(month, 12), *_range(day, 31))


def _range(digits: str, most: int) -> tuple[int | None, int | None]:
    """The least and the greatest number that digits may be of which the last are not known (`?`)."""
    if digits.startswith("?"):
        return None, None
    first, last = int(digits.replace("?", "0")), int(digits.replace("?", "9"))
    return (first, last) if first == last else (max(1, first), max(first, min(most, last)))


def any_date(text: str) -> str | None:
    """The date that a value says, in whatever form, as `YYYY.MM.DD`: what is the same in all its readings, with `?` for
    the rest. None where it says none, or there is no such day.

    >>> any_date("24.12.2023"), any_date("1994"), any_date("2/1/2024"), any_date("199?.??.??"), any_date("2024.02.30")
    ('2023.12.24', '1994.??.??', '2024.??.??', '199?.??.??', None)
    """
    text = text.strip()
    date = read_date(text)
    if date is not None and 0 not in (date.last_year, date.month, date.day):
        return text if date.is_possible else None
    readings = [one.split(".") for one in date_readings(text)]
    if not readings:
        return None
    return ".".join(parts[0] if len(set(parts)) == 1 else "?" * len(parts[0]) for parts in zip(*readings, strict=True))


def date_readings(text: str) -> list[str]:
    """What a date of another form may mean, each as `YYYY.MM.DD`; a likely order first.

    >>> date_readings("31.12.2024"), date_readings("2/1/2024"), date_readings("2024-02-01"), date_readings("31.02.2024")
    (['2024.12.31'], ['2024.01.02', '2024.02.01'], ['2024.02.01'], [])
    """
    text = text.strip()
    if _NOTHING.fullmatch(text):
        return [UNKNOWN_DATE]
    date = read_date(text)
    if date is not None and date.is_possible:
        return [text]
    readings = [_written(*parts) for parts in _orders(text)]
    return list(dict.fromkeys(one for one in readings if one is not None))


def _orders(text: str) -> Iterator[tuple[str, str, str]]:
    """Year, month and day as the parts of a text may be meant."""
    named = _MONTH_FIRST.fullmatch(text)
    short = _YEAR_AND_MONTH.fullmatch(text)
    parts = _PARTS.fullmatch(text)
    if named:
        yield named[3], named[1], named[2]
    elif _EIGHT_DIGITS.fullmatch(text):
        if 1400 <= int(text[:4]) <= 2199:
            yield text[:4], text[4:6], text[6:]
        if 1400 <= int(text[4:]) <= 2199:
            yield text[4:], text[2:4], text[:2]
            yield text[4:], text[:2], text[2:4]
    elif short:
        yield short[1], short[2] or "??", "??"
    elif parts:
        one, two, three = parts.groups()
        if len(one) == 4:
            yield one, two, three
            if len(two) == 1 or len(three) == 1 or _written(one, two, three) is None:
                yield one, three, two  # who leaves zeros out may not have ISO's order in mind either
        elif len(three) == 4:
            yield three, two, one
            yield three, one, two


def _written(year: str, month: str, day: str) -> str | None:
    """A possible date in its form; None where there is no such day."""
    if month[:1].isalpha():
        if month[:3].lower() not in _MONTHS:
            return None
        month = str(1 + _MONTHS.index(month[:3].lower()))
    if len(year) != 4 or len(month) > 2 or len(day) > 2 or day[:1].isalpha():
        return None
    month, day = (("??" if part.strip("0?") == "" else part.zfill(2)) for part in (month, day))
    text = f"{'????' if year.strip('0?') == '' else year}.{month}.{day}"
    date = read_date(text)
    return text if date is not None and date.is_possible else None


def read_time(text: str) -> tuple[int, int, int] | None:
    """Hours, minutes and seconds of a value of the form `HH:MM:SS` (0 for `??`), possible or not; None of another."""
    parts = _TIME.fullmatch(text)
    if parts is None:
        return None
    hours, minutes, seconds = (0 if part == "??" else int(part) for part in parts.groups())
    return hours, minutes, seconds


def time_reading(text: str) -> str | None:
    """What a time of another form means, as `HH:MM:SS`; None where that is not sure.

    >>> time_reading("9:05:00"), time_reading("14.30.00"), time_reading("14:30")
    ('09:05:00', '14:30:00', None)
    """
    parts = _OTHER_TIME.fullmatch(text.strip())
    if parts is None:
        return "??:??:??" if text.strip() in ("?", "-") else None
    hours, minutes, seconds = (int(part) for part in parts.groups())
    return f"{hours:02}:{minutes:02}:{seconds:02}" if is_time(hours, minutes, seconds) else None


def is_time(hours: int, minutes: int, seconds: int) -> bool:
    """Whether there is such a time of day."""
    return hours < 24 and minutes < 60 and seconds < 60


class Period(NamedTuple):
    """A period of a time control: moves (None: all that are left), seconds, more seconds for each move."""

    moves: int | None
    base: float
    more: float
    sandclock: bool = False


def read_time_control(text: str) -> tuple[Period, ...] | None:
    """The periods of a time control (PGN 1994 section 9.6.1); none where it is not known (`?`) or there is none (`-`);
    None of what is no time control.

    >>> tuple(map(tuple, read_time_control("40/9000:3600+30"))), read_time_control("-"), read_time_control("5 min")
    (((40, 9000.0, 0.0, False), (None, 3600.0, 30.0, False)), (), None)
    """
    if text in ("?", "-"):
        return ()
    periods = []
    for part in text.split(":"):
        read = _PERIOD.fullmatch(part)
        if read is None:
            return None
        moves = int(read["moves"]) if read["moves"] else None
        more = float(read["more"] or 0)
        periods.append(Period(moves, float(read["base"]), more, bool(read["sandclock"])))
    return tuple(periods)


def read_number(text: str) -> float | None:
    """A number; None of what is none."""
    return float(text) if _NUMBER.fullmatch(text) else None


def read_round(text: str) -> tuple[int, ...] | None:
    """The parts of a round (`3.1`: round 3, sub-round 1; PGN 1994 section 8.1.1.4); None of another form.

    >>> read_round("3.1"), read_round("?")
    ((3, 1), None)
    """
    return tuple(int(part) for part in text.split(".")) if _ROUND.fullmatch(text) else None


NamedEnd = Literal["mate", "stalemate", "repetition", "fifty"]
_NAMED: tuple[tuple[tuple[bytes, ...], NamedEnd], ...] = (
    (NAMED_MATE, "mate"),
    (NAMED_STALEMATE, "stalemate"),
    (NAMED_REPETITION, "repetition"),
    (NAMED_FIFTY, "fifty"),
)
_ENDS = {word: end for words, end in _NAMED for word in words}


def named_end(termination: bytes) -> NamedEnd | None:
    """The end of a game that a Termination tag names: what the last position has to show; None: it names none.

    >>> said = b"Magnus won by checkmate", b"Game drawn by timeout vs insufficient material", b"3-fold rep", b"normal"
    >>> [named_end(each) for each in said]
    ['mate', None, 'repetition', None]
    """
    for word in NAMED_BEHIND:
        termination = termination.rpartition(word)[2]
    return _ENDS.get(termination)
