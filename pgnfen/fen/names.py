"""Words of FEN records: kinds of start that are arrays, counters, colors."""

from __future__ import annotations

OF_960 = ("chess960", "double-chess960")
"""The kinds of start that are arrays of the 960 and need Chess960's rules, or are said to."""

ARRAYS = ("standard", *OF_960)
"""The kinds of start that are arrays of the 960."""

COUNTER = r"[0-9]{1,10}"
"""A halfmove clock or fullmove number that can be read, as a pattern."""
SOME_NUMBER = r"[^0-9-]*([0-9]{1,6})[^0-9]*"
"""A counter that can be told although it is written wrongly (`+3`, `3.`), as a pattern."""
SIDES, ADJECTIVES = {"w": "White", "b": "Black"}, {"w": "white", "b": "black"}
"""How texts name a color, and its men."""
COLORS = {"w": "w", "white": "w", "b": "b", "black": "b"}
"""Words for an active color, in lower case, with the letter that each means."""
