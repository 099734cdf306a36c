"""Time controls that are no time controls, and those in minutes; the first clock of the comments is a witness."""

from __future__ import annotations

from pgnfen.audit.finding import SILENT, ValueFault
from pgnfen.lazy import regex
from pgnfen.pgn.value_types import read_time_control

_CLOCK = regex(rb"\[%clk ([0-9]{1,2}):([0-9]{2}):([0-9]{2})")
_MINUTES = regex(
    r"(?:G/)?([0-9]{1,3})\s?(?:minutes|minuten|mins|min|m|'|′)?\.?(?:\s?[+|]\s?([0-9]{1,3})\s?(?:seconds|secs|sec|s|''|\"|″)?\.?)?",
    2,
)
_SECONDS_ONLY = regex(r"([0-9]{1,6})\s?(?:seconds|secs|sec|s)\.?", 2)
_IN_MINUTES = ((30, 10), (180, 30))
"""The most before a `+` and the least behind it where seconds are unlikely: 2 minutes and 12 seconds are played."""


def time_control_fault(value: str, movetext: bytes) -> ValueFault | None:
    """What is wrong with a time control."""
    if value in SILENT:
        return None
    text = value.strip()
    periods = read_time_control(text)
    if periods is None:
        return _of_other_form(text, movetext)
    if text != value:
        return ValueFault("blanks stand around the time control", text, "safe")
    if len(periods) != 1 or periods[0].moves is not None or periods[0].sandclock or "." in text:
        return None
    return _meant_in_minutes(text, int(periods[0].base), int(periods[0].more), movetext)


def _meant_in_minutes(text: str, base: int, more: int, movetext: bytes) -> ValueFault | None:
    """Whether a time control says minutes where it has to say seconds."""
    expected = f"{60 * base}" + (f"+{more}" if "+" in text else "")
    clock = _first_clock(movetext)
    if clock is not None:
        if base and base + more < clock and _agrees(clock, 60 * base, more):
            return ValueFault(f"the first clock shows {clock} seconds, so the value is in minutes", expected, "safe")
        return None
    if base and any(base <= most and more >= least for most, least in _IN_MINUTES):
        return ValueFault("valid as seconds, but probably minutes", expected, "unsafe", "info")
    return None


def _of_other_form(text: str, movetext: bytes) -> ValueFault:
    minutes, seconds = _MINUTES.fullmatch(text), _SECONDS_ONLY.fullmatch(text)
    why = "not a PGN time control (seconds, moves/seconds, seconds+seconds per move)"
    if seconds:
        return ValueFault(why, seconds[1], "safe")
    if minutes is None:
        return ValueFault(why)
    base, more = 60 * int(minutes[1]), minutes[2]
    clock = _first_clock(movetext)
    if clock is not None and not _agrees(clock, base, int(more or 0)):
        return ValueFault(f"{why}; the first clock shows {clock} seconds")
    return ValueFault(why, f"{base}+{more}" if more else f"{base}", "unsafe" if clock is None else "safe")


def _first_clock(movetext: bytes) -> int | None:
    """The seconds of the first clock of a comment."""
    clock = _CLOCK.search(movetext)
    return 3600 * int(clock[1]) + 60 * int(clock[2]) + int(clock[3]) if clock else None


def _agrees(clock: int, base: int, more: int) -> bool:
    """Whether a clock may be the first of a game that begins with so many seconds."""
    return 3 * base // 4 <= clock <= base + more
