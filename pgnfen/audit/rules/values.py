"""H11, H12: values of tag pairs that have a form of their own: dates, times, ratings, ECO codes, rounds, and others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pgnfen.audit.finding import GameFinding, Severity
from pgnfen.audit.rule import rule
from pgnfen.audit.rules._values import value_rule
from pgnfen.audit.time_controls import time_control_fault
from pgnfen.audit.value_fault import SILENT, ValueFault
from pgnfen.facts.kinds import Fact
from pgnfen.facts.plain_values import this_year
from pgnfen.fen.fault import quote
from pgnfen.lazy import regex
from pgnfen.pgn.definitions import MODES, TITLES
from pgnfen.pgn.value_types import (
    EARLIEST_YEAR,
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
    """A date is not of the form `YYYY.MM.DD` (PGN 1994 section 8.1.1.3), with `?` for digits that are not known:
    the last of their part (`199?.??.??`, `1994.08.1?`), or all.

    Looked at are Date, EventDate, UTCDate and SourceDate. The repair is safe where the value has one reading alone, as
    `2024-02-01`, `2024.00.00` and `31.12.2024` have. `2/1/2024` has two, which the finding lists, and no repair. So has
    `1994.8.1`, since some write the day before the month; the usual order is an unsafe repair, as it is of `2.1.2024`.
    So is that the day stands before the month behind the year (`2024-13-05`).

    Example:
        [Date "2024-02-01"]

        1. e4 *
    """
    date = read_date(value)
    if date is not None and date.month != 0 and date.day != 0 and date.last_year != 0:
        return None
    if not value.strip():
        return None if value == "" else ValueFault("blanks for a date", date_readings("?")[0])
    readings = date_readings(value)
    if not readings and _NUMERIC_DATE.fullmatch(value.strip()):
        return None  # H112 says that there is no such day
    why = "no date as PGN has it (YYYY.MM.DD)"
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
    """There is no such day: `2024.02.31`, in whatever order or form.

    Where month and day are exchanged (`2024.13.05`), that is the repair, a guess.

    Example:
        [Date "2024.02.31"]

        1. e4 *
    """
    date = read_date(value)
    if date is None:
        absent = not date_readings(value) and _NUMERIC_DATE.fullmatch(value.strip())
        return ValueFault("there is no such day, in whatever order") if absent else None
    if date.month == 0 or date.day == 0 or date.is_possible:
        return None
    year, month, day = value.split(".")
    other = read_date(f"{year}.{day}.{month}")
    if other is not None and other.is_possible and "?" not in month + day:
        return ValueFault("there is no such day; month and day may be exchanged", f"{year}.{day}.{month}")
    return ValueFault("there is no such day")


@value_rule("H113", "date-out-of-range", "info", kinds="date")
def date_out_of_range(value: str) -> ValueFault | None:
    """A date of a later year than this one, or from before chess games were written down (1400).

    Example:
        [Date "9202.02.01"]

        1. e4 *
    """
    date = read_date(value)
    if date is None or date.year is None or date.last_year is None or not date.is_possible:
        return None
    if date.year > this_year():
        return ValueFault("that year is still to come")
    if date.last_year < EARLIEST_YEAR and date.last_year:
        return ValueFault("no game is known from so early a year")
    return None


@rule("H114", "date-before-event", "info", reads=Fact.TAG_VALUE)
def date_before_event(game: Game) -> Iterator[GameFinding]:
    """The game's Date is before its EventDate, which is that of the event's first day.

    Example:
        [Date "1994.07.31"]
        [EventDate "1994.08.01"]

        1. e4 *
    """
    pair, event = game.pair("Date"), game.pair("EventDate")
    if pair is None or event is None:
        return
    date, first = read_date(pair.value), read_date(event.value)
    if date is None or first is None or date.year is None or first.year is None:
        return
    if date.last < first.first and date.is_possible and first.is_possible:
        message = f"the Date is {pair.value}, and the event begins on {event.value}"
        yield GameFinding(pair.start, message, "Date", pair.value, None)


@value_rule("H115", "time-syntax", "warning", "safe", kinds="time")
def time_syntax(value: str) -> ValueFault | None:
    """A time (Time, UTCTime) is not of the form `HH:MM:SS` (PGN 1994 section 9.5), or there is no such time of day.

    Other separators and missing zeros (`9.05.00`) are repaired. A time without seconds is an info.

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
        return ValueFault("no time as PGN has it (HH:MM:SS)", reading)
    if time_reading(f"{value.strip()}:00") is not None:
        return ValueFault("the seconds are missing (HH:MM:SS)", severity="info")
    return ValueFault("no time of day (HH:MM:SS)")


@rule("H121", "time-control", "warning", "unsafe", reads=Fact.TAG_VALUE)
def time_control(game: Game) -> Iterator[GameFinding]:
    """TimeControl is not of a form that PGN has (PGN 1994 section 9.6.1), or is in minutes.

    Periods stand with colons between: `40/9000` for 40 moves in 9,000 seconds, `300` for all moves, `4500+60` with 60
    seconds more for each move, `*180` for an hourglass; `?` is not known, `-` none. Other spellings (`5 min`, `3|2`,
    `90'+30''`) are read, and the repair is safe where the first clock of a comment (`[%clk 0:05:00]`) agrees.
    So is what is valid, but in minutes by such a clock (`5+3`). Without a clock minutes are likely where a move adds 10
    or more to 30 or fewer, or 30 or more to 180 or fewer: an info, with an unsafe repair.

    Example:
        [TimeControl "5 min"]

        1. e4 *
    """
    for pair in game.pairs_of_kind.get("time_control", ()):
        fault = time_control_fault(pair.value, game.raw[game.movetext :])
        if fault is not None:
            message = f"TimeControl is {quote(pair.value, 60)}: {fault.why}"
            fix = fault.fix if fault.expected is not None else None
            found = GameFinding(pair.start, message, "TimeControl", pair.value, fault.expected, fix=fix)
            yield found._replace(severity=fault.severity)


@value_rule("H122", "rating-syntax", "warning", "safe", kinds="rating")
def rating_syntax(value: str) -> ValueFault | None:
    """A rating is not a number, and does not say that there is none (`-`) or that it is not known (`?`).

    Looked at are WhiteElo, BlackElo, WhiteUSCF and BlackUSCF. Blanks around a number, and a separator of thousands
    (`2.410`) are repaired; to take a number out of other signs (`2850*`) is unsafe. Behind a provisional rating
    some servers write a `?`: an info.

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
        return ValueFault("not a number; a player without a rating has -", "-", "unsafe")
    return ValueFault("not a number")


@value_rule("H123", "rating-range", "info", kinds="rating")
def rating_range(value: str) -> ValueFault | None:
    """A rating is less than 100 or more than 4,000. Of 0 the meaning is likely: no rating, or not known.

    Example:
        [WhiteElo "0"]

        1. e4 *
    """
    if not (value.isascii() and value.isdigit()) or 100 <= (read_number(value) or 0) <= 4000:
        return None
    return ValueFault("no player has such a rating (? is for one that is not known, - for none)")


@value_rule("H124", "eco-code", "warning", "safe", kinds="eco")
def eco_code(value: str) -> ValueFault | None:
    """ECO is not a letter from A to E and two digits, with or without a suffix (`B90`, `B90/04`, `B90h`).

    Small letters and blanks around are repaired; the letter O for the digit 0 too, which is unsafe.

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
        return ValueFault("the letter O stands for the digit 0", zeros, "unsafe")
    return ValueFault("no code of the Encyclopaedia of Chess Openings (A00 to E99)")


@value_rule("H125", "round-syntax", "info", "safe", kinds="round")
def round_syntax(value: str) -> ValueFault | None:
    """Round is not a number, a number with sub-rounds (`3.1`), `?` or `-` (PGN 1994 section 8.1.1.4).

    Where words and signs around one number say no more than that it is a round (`Round 3`, `R3`, `3.`, `3rd`), the
    number is the repair; `3-1` for `3.1` is unsafe. Names of rounds (`Final`) are infos without a repair, and so is a
    slash: `1/4` may be a quarter-final, `3/9` round 3 of 9.

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
        return ValueFault("sub-rounds are separated by a dot", f"{sub[1]}.{sub[2]}", "unsafe")
    return ValueFault("not a number; programs that sort by round do not know where it belongs")


@value_rule("H126", "board-syntax", "info", "safe", kinds="board")
def board_syntax(value: str) -> ValueFault | None:
    """Board is not a number, `?` or `-` (PGN 1994 section 9.4.7).

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
    """WhiteTitle or BlackTitle is not a known title (`GM`, `WFM`, `NM`, ...) or `-`.

    Small letters, blanks and dots are repaired; the letters of FIDE's lists (`g`, `m`, `wf`) too, which is unsafe.

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
    return ValueFault("not a title as PGN has it", short, "unsafe") if short else ValueFault("not a known title")


@value_rule("H128", "fide-id", "info", "safe", kinds="fide_id")
def fide_id(value: str) -> ValueFault | None:
    """WhiteFideId or BlackFideId is not a number of four to nine digits.

    Example:
        [WhiteFideId "15O3014"]

        1. e4 *
    """
    text = value.strip()
    if text in SILENT or (text.isascii() and text.isdigit() and 4 <= len(text) <= 9 and text[0] != "0"):
        return None if text == value else ValueFault("blanks stand around the number", text)
    return ValueFault("not a number of FIDE's list of players (four to nine digits)")


@value_rule("H129", "mode", "info", "safe", kinds="mode")
def mode(value: str) -> ValueFault | None:
    """Mode is none of `OTB`, `PM`, `EM`, `ICS`, `TC` (PGN 1994 section 9.8.3), and `XX` of correspondence servers.

    Example:
        [Mode "otb"]

        1. e4 *
    """
    if value in SILENT or value in _MODES:
        return None
    text = value.strip().upper()
    return ValueFault("modes are written in capitals", text) if text in _MODES else ValueFault("not a known mode")
