"""H11, H12: values of tag pairs that have a form of their own: dates, times, ratings, ECO codes, rounds, and others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pgnfen.audit.finding import SILENT, GameFinding, Severity, ValueFault
from pgnfen.audit.rule import rule
from pgnfen.audit.rules._values import value_rule
from pgnfen.audit.time_controls import time_control_fault
from pgnfen.facts.kinds import Fact
from pgnfen.facts.plain_values import tomorrow
from pgnfen.fen.fault import quote
from pgnfen.lazy import regex
from pgnfen.pgn.definitions import MODES, TITLES
from pgnfen.pgn.value_types import (
    EARLIEST_YEAR,
    UNKNOWN_DATE,
    date_readings,
    is_time,
    read_date,
    read_number,
    read_time,
    time_reading,
)

if TYPE_CHECKING:
    from pgnfen.audit.game import Game

_TITLES, _MODES = frozenset(word.decode() for word in TITLES), frozenset(word.decode() for word in MODES)
_NUMERIC_DATE = regex(r"[0-9]{4}[-/. ][0-9]{1,2}[-/. ][0-9]{1,2}|[0-9]{1,2}[-/. ][0-9]{1,2}[-/. ][0-9]{4}|[0-9]{8}")
_YEAR_FIRST = regex(r"\s*[0-9]{4}[^0-9]+([0-9]{1,2})[^0-9]+[0-9]{1,2}\s*")
_ECO = regex(r"[A-E][0-9]{2}(?:[a-z][0-9]?)?(?:[/.][0-9]{1,3})?")
_THOUSANDS = regex(r"([1-9])[., ]([0-9]{3})|([1-9][0-9]{2,3})\.0")
_RATING_IN = regex(r"[^0-9]{0,8}([1-3][0-9]{3}|[4-9][0-9]{2})(?:[^0-9]{0,8}|[pP/][0-9]{1,2})")
_ROUND = regex(r"(?:[0-9]{1,9}|\?)(?:\.(?:[0-9]{1,9}|\?)){0,9}")
_ROUND_IN = regex(
    r"(?:(?:round|rnd|rd|r|ronde|runde|ronda|tour|turno)\.?\s?)?\(?([0-9]{1,3}(?:\.[0-9]{1,3})*)"
    r"(?:\.|\)|(?:st|nd|rd|th)(?: round)?)?",
    re.IGNORECASE,
)
_SUB_ROUND = regex(r"([0-9]{1,3})[-:,]([0-9]{1,3})")
_BOARD_IN = regex(r"(?:(?:board|bd|b|brett|table|tisch)\.?\s?)?([0-9]{1,4})\.?", re.IGNORECASE)
_SHORT_TITLES = {
    "g": "GM",
    "m": "IM",
    "f": "FM",
    "c": "CM",
    "wg": "WGM",
    "wm": "WIM",
    "wf": "WFM",
    "wc": "WCM",
}


@value_rule("H111", "date-syntax", "warning", "safe", kinds="date")
def date_syntax(value: str) -> ValueFault | None:
    """A date does not have the form `YYYY.MM.DD` (PGN 1994 section 8.1.1.3). `?` stands for an unknown digit: either
    the last digits of a part (`199?.??.??`, `1994.08.1?`) or the whole part.

    The rule reads Date, EventDate, EventEndDate, UTCDate and SourceDate. The fix is safe if the value can be read in
    only one way, as `2024-02-01`, `2024.00.00` and `31.12.2024`. Another spelling of an unknown date (`?`, `-`) is an
    info. `2/1/2024` can be read in two ways; the finding lists both, and there is no fix. `1994.8.1` and `2.1.2024` can
    also be read in two ways; the fix reads the first as year, month, day and the second as day, month, year, and is
    unsafe. The fix is also unsafe if the order is year, day, month (`2024-13-05`).

    Example:
        [Date "2024-02-01"]

        1. e4 *
    """
    date = read_date(value)
    if date is not None and date.month != 0 and date.day != 0 and date.last_year != 0:
        return None
    if not value.strip():
        return None if value == "" else ValueFault("only spaces, not a date", date_readings("?")[0])
    readings = date_readings(value)
    if readings == [UNKNOWN_DATE] and "0" not in value:
        return ValueFault(f"write {UNKNOWN_DATE} for an unknown date", UNKNOWN_DATE, severity="info")
    if not readings and _NUMERIC_DATE.fullmatch(value.strip()):
        return None  # H112 says that there is no such day
    why = "not a PGN date (YYYY.MM.DD)"
    if len(readings) == 1:
        year_first = _YEAR_FIRST.fullmatch(value)
        exchanged = year_first is not None and year_first[1].zfill(2) not in ("00", readings[0][5:7])
        return ValueFault(why, readings[0], "unsafe" if exchanged else "rule")
    if not readings:
        return ValueFault(why)
    why += f"; {' or '.join(readings)} may be meant"
    usual = value.count(".") == 2 or value.strip().startswith(readings[0][:4])
    return ValueFault(why, readings[0] if usual else None, "unsafe")


@value_rule("H112", "date-impossible", "warning", "unsafe", kinds="date")
def date_impossible(value: str) -> ValueFault | None:
    """The date does not exist, such as `2024.02.31`, in any order or form.

    If month and day are swapped (`2024.13.05`), the fix swaps them back. This is a guess.

    Example:
        [Date "2024.02.31"]

        1. e4 *
    """
    date = read_date(value)
    if date is None:
        absent = not date_readings(value) and _NUMERIC_DATE.fullmatch(value.strip())
        return ValueFault("this date does not exist, in any order of day, month and year") if absent else None
    if date.month == 0 or date.day == 0 or date.is_possible:
        return None
    year, month, day = value.split(".")
    other = read_date(f"{year}.{day}.{month}")
    if other is not None and other.is_possible and "?" not in month + day:
        return ValueFault("this date does not exist; month and day may be swapped", f"{year}.{day}.{month}")
    return ValueFault("there is no such month" if (date.month or 1) > 12 else "there is no such day")


@value_rule("H113", "date-out-of-range", "info", kinds="date")
def date_out_of_range(value: str) -> ValueFault | None:
    """A date is in the future, or before 1400, when chess games were not yet written down.

    A day is in the future if it has not yet begun in any time zone, by the clock of the computer. A date of which month
    or day is unknown is in the future only if all of its days are.

    Example:
        [Date "9202.02.01"]

        1. e4 *
    """
    date = read_date(value)
    if date is None or date.year is None or date.last_year is None or not date.is_possible:
        return None
    latest = tomorrow()
    if date.first > latest:
        what = "year" if date.year > latest[0] else "month" if date.first[:2] > latest[:2] else "day"
        return ValueFault(f"that {what} is still to come")
    if date.last_year < EARLIEST_YEAR and date.last_year:
        return ValueFault("no game is known from so early a year")
    return None


@rule("H114", "date-before-event", "info", reads=Fact.TAG_VALUE)
def date_before_event(game: Game) -> Iterator[GameFinding]:
    """The Date of the game is before its EventDate, the first day of the event.

    Example:
        [Date "1994.07.31"]
        [EventDate "1994.08.01"]

        1. e4 *
    """
    pair, event = game.pair("Date"), game.pair("EventDate")
    if pair is None or event is None:
        return
    if _is_before(pair.value, event.value):
        message = f"the Date is {pair.value}, but the event begins on {event.value}"
        yield GameFinding(pair.start, message, "Date", pair.value, None)


@rule("H116", "event-end-date", "info", reads=Fact.TAG_VALUE)
def event_end_date(game: Game) -> Iterator[GameFinding]:
    """EventEndDate, the last day of the event, is before the Date of the game or before EventDate.

    Example:
        [Date "1994.08.21"]
        [EventDate "1994.08.01"]
        [EventEndDate "1994.08.12"]

        1. e4 *
    """
    pair = game.pair("EventEndDate")
    if pair is None:
        return
    for name in ("EventDate", "Date"):
        other = game.pair(name)
        if other is not None and _is_before(pair.value, other.value):
            message = f"EventEndDate is {pair.value}, but {name} is {other.value}"
            yield GameFinding(pair.start, message, "EventEndDate", pair.value, None)


def _is_before(value: str, other: str) -> bool:
    """Whether two values are possible dates, and every day of the first is before every day of the other."""
    one, two = read_date(value), read_date(other)
    if one is None or two is None or one.year is None or two.year is None:
        return False
    return one.is_possible and two.is_possible and one.last < two.first


@value_rule("H115", "time-syntax", "warning", "safe", kinds="time")
def time_syntax(value: str) -> ValueFault | None:
    """A time (Time, UTCTime) does not have the form `HH:MM:SS` (PGN 1994 section 9.5), or it is not a valid time of
    day.

    The fix corrects other separators and missing zeros (`9.05.00`). A time without seconds is an info.

    Example:
        [UTCTime "25:99:00"]

        1. e4 *
    """
    if value in SILENT:
        return None
    time = read_time(value)
    if time is not None:
        return None if is_time(*time) else ValueFault("there is no such time of day")
    reading = time_reading(value)
    if reading is not None:
        return ValueFault("not a PGN time (HH:MM:SS)", reading)
    if time_reading(f"{value.strip()}:00") is not None:
        return ValueFault("the seconds are missing (HH:MM:SS)", severity="info")
    return ValueFault("not a valid time of day (HH:MM:SS)")


@rule("H121", "time-control", "warning", "unsafe", reads=Fact.TAG_VALUE)
def time_control(game: Game) -> Iterator[GameFinding]:
    """TimeControl does not have a form that PGN allows (PGN 1994 section 9.6.1), or is in minutes.

    Colons separate the periods: `40/9000` is 40 moves in 9,000 seconds, `300` is all moves in 300 seconds, `4500+60`
    adds 60 seconds per move, `*180` is an hourglass; `?` is unknown and `-` is none. The rule also reads other
    spellings (`5 min`, `3|2`, `90'+30''`); their fix is safe if the first clock in a comment (`[%clk 0:05:00]`)
    agrees. A value that is valid but in minutes (`5+3`) has a safe fix, too, if such a clock shows this. Without a
    clock, minutes are likely if the first number is at most 30 and the second at least 10 (`15+10`), or if the first is
    at most 180 and the second at least 30 (`90+30`). Then the finding is an info with an unsafe fix.

    Example:
        [TimeControl "5 min"]

        1. e4 *
    """
    for pair in game.doubtful_pairs.get("time_control", ()):
        fault = time_control_fault(pair.value, game.raw[game.movetext :])
        if fault is not None:
            message = f"TimeControl is {quote(pair.value, 60)}: {fault.why}"
            fix = fault.fix if fault.expected is not None else None
            found = GameFinding(pair.start, message, "TimeControl", pair.value, fault.expected, fix=fix)
            yield found._replace(severity=fault.severity)


@value_rule("H122", "rating-syntax", "warning", "safe", kinds="rating")
def rating_syntax(value: str) -> ValueFault | None:
    """A rating is not a number, `-` (no rating) or `?` (unknown).

    The rule reads WhiteElo, BlackElo, WhiteUSCF and BlackUSCF. The fix removes spaces around a number and a thousands
    separator (`2.410`). It is unsafe if it must remove other characters (`2850*`). Some servers write `?` after a
    provisional rating: this is an info.

    Example:
        [WhiteElo "28x5"]

        1. e4 *
    """
    if value in SILENT or (value.isascii() and value.isdigit()):
        return None
    text = value.strip()
    if text in SILENT or (text.isascii() and text.isdigit()):
        return ValueFault("blanks stand around the rating", text)
    thousands, inside = _THOUSANDS.fullmatch(text), _RATING_IN.fullmatch(text)
    if thousands:
        return ValueFault("not a number of digits alone", thousands[3] or thousands[1] + thousands[2])
    if inside:
        provisional: Severity | None = "info" if text == inside[1] + "?" else None
        return ValueFault("not a number of digits alone", inside[1], "unsafe", provisional)
    if text.lower() in ("unr", "unr.", "unrated", "nr", "none", "nil", "unranked"):
        return ValueFault("not a number; write - for a player without a rating", "-", "unsafe")
    return ValueFault("not a number")


@value_rule("H123", "rating-range", "info", kinds="rating")
def rating_range(value: str) -> ValueFault | None:
    """A rating is less than 100 or more than 4,000. A rating of 0 probably means no rating or an unknown rating.

    Example:
        [WhiteElo "0"]

        1. e4 *
    """
    if not (value.isascii() and value.isdigit()) or 100 <= (read_number(value) or 0) <= 4000:
        return None
    return ValueFault("no player has such a rating (? is for one that is not known, - for none)")


@value_rule("H124", "eco-code", "warning", "safe", kinds="eco")
def eco_code(value: str) -> ValueFault | None:
    """ECO must be a letter from A to E and two digits, with or without a suffix (`B90`, `B90/04`, `B90h`).

    The fix corrects lowercase letters and extra spaces. It also replaces the letter O with the digit 0; this is
    unsafe.

    Example:
        [ECO "Z99"]

        1. e4 *
    """
    if value in SILENT or _ECO.fullmatch(value):
        return None
    text = value.strip()
    if text in SILENT or _ECO.fullmatch(text):
        return ValueFault("blanks stand around the code", text)
    capital = text[:1].upper() + text[1:]
    if _ECO.fullmatch(capital):
        return ValueFault("the letter is a capital one", capital)
    zeros = capital[:1] + capital[1:].replace("O", "0").replace("o", "0")
    if _ECO.fullmatch(zeros):
        return ValueFault("the letter O is used instead of the digit 0", zeros, "unsafe")
    return ValueFault("not a code of the Encyclopaedia of Chess Openings (A00 to E99)")


@value_rule("H125", "round-syntax", "info", "safe", kinds="round")
def round_syntax(value: str) -> ValueFault | None:
    """Round must be a number, a number with sub-rounds (`3.1`), `?` or `-` (PGN 1994 section 8.1.1.4).

    If the value contains one number and nothing else except words or signs for a round (`Round 3`, `R3`, `3.`, `3rd`),
    the fix keeps the number. Changing `3-1` to `3.1` is unsafe. Round names (`Final`) and values with a slash are
    infos without a fix: `1/4` may be a quarter-final, `3/9` may be round 3 of 9.

    Example:
        [Round "Round 3"]

        1. e4 *
    """
    text = value.strip()
    if value in SILENT or _ROUND.fullmatch(value) or not text:
        return None
    inside, sub = _ROUND_IN.fullmatch(text), _SUB_ROUND.fullmatch(text)
    if text in SILENT or _ROUND.fullmatch(text):
        return ValueFault("blanks stand around the round", text)
    if inside:
        return ValueFault("the number alone is the round", inside[1])
    if sub:
        return ValueFault("separate sub-rounds with a dot", f"{sub[1]}.{sub[2]}", "unsafe")
    return ValueFault("not a number; programs that sort by round cannot place it")


@value_rule("H126", "board-syntax", "info", "safe", kinds="board")
def board_syntax(value: str) -> ValueFault | None:
    """Board must be a number (PGN 1994 section 9.2.5); `?` (unknown) and `-` (not applicable) are also accepted.

    Example:
        [Board "Board 3"]

        1. e4 *
    """
    if value in SILENT or (value.isascii() and value.isdigit()):
        return None
    inside = _BOARD_IN.fullmatch(value.strip())
    return ValueFault("the number alone is the board", inside[1]) if inside else ValueFault("not a number")


@value_rule("H127", "title", "info", "safe", kinds="title")
def title(value: str) -> ValueFault | None:
    """WhiteTitle or BlackTitle must be a known title (`GM`, `WFM`, `NM`, ...) or `-`.

    The fix corrects lowercase letters, spaces and dots. It also replaces the letters of the FIDE lists (`g`, `m`,
    `wf`); this is unsafe.

    Example:
        [WhiteTitle "gm"]

        1. e4 *
    """
    if value in SILENT or value in _TITLES:
        return None
    text = value.strip().upper().replace(".", "")
    if text in _TITLES:
        return ValueFault("titles are written in capitals", text)
    short = _SHORT_TITLES.get(text.lower())
    return ValueFault("not written as a PGN title", short, "unsafe") if short else ValueFault("not a known title")


@value_rule("H128", "fide-id", "info", "safe", kinds="fide_id")
def fide_id(value: str) -> ValueFault | None:
    """WhiteFideId or BlackFideId must be a number of four to nine digits.

    Example:
        [WhiteFideId "15O3014"]

        1. e4 *
    """
    text = value.strip()
    if text in SILENT or (text.isascii() and text.isdigit() and 4 <= len(text) <= 9 and text[0] != "0"):
        return None if text == value else ValueFault("blanks stand around the number", text)
    return ValueFault("not a FIDE player number (four to nine digits)")


@value_rule("H129", "mode", "info", "safe", kinds="mode")
def mode(value: str) -> ValueFault | None:
    """Mode must be `OTB`, `PM`, `EM`, `ICS`, `TC` (PGN 1994 section 9.9.2) or `XX` (used by correspondence servers).

    Example:
        [Mode "otb"]

        1. e4 *
    """
    if value in SILENT or value in _MODES:
        return None
    text = value.strip().upper()
    return ValueFault("modes are written in capitals", text) if text in _MODES else ValueFault("not a known mode")
