"""Results of games that were not played, or lost by both."""

from __future__ import annotations

from pgnfen.lazy import regex

_FORFEIT = regex(r"(\+|1F?|1f?|-|0F?|0f?)\s?[-/:=]\s?(\+|1F?|1f?|-|0F?|0f?)\s?(?:F|f|FF|ff|forfeit|wo|w\.?o\.?)?")
_PLAYED = regex(r"[01]\s?[-/:=]\s?1|1\s?[-/:=]\s?0")


def forfeit(text: str) -> str | None:
    """`1-0` or `0-1` for the winner, `0-0` for none; None of what says no forfeit.

    >>> [forfeit(text) for text in ("+/-", "-:+", "0-0", "1-0F", "-/-", "0 - 1", "1-1", "+ - -")]
    ['1-0', '0-1', '0-0', '1-0', '0-0', None, None, '1-0']
    """
    text = text.strip()
    read = _FORFEIT.fullmatch(text)
    if read is None or _PLAYED.fullmatch(text):
        return None
    won = [side[:1] in "+1" for side in read.groups()]
    if won == [True, True]:
        return None
    return "1-0" if won[0] else "0-1" if won[1] else "0-0"
