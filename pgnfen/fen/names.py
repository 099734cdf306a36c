"""What the columns of a start are called by: the kinds of start, the conventions of castling and en passant fields."""

from __future__ import annotations

from typing import Literal

KINDS = (
    "standard", "chess960", "double-chess960", "shuffle", "odds", "position", "variant", "10x8", "unreadable",
)  # fmt: skip
"""The kinds of start, as `pgnfen tags` names them (see fen.kind)."""

OF_960 = ("chess960", "double-chess960")
"""The kinds of start that are arrays of the 960 and need Chess960's rules, or are said to."""

ARRAYS = ("standard", *OF_960)
"""The kinds of start that are arrays of the 960."""

COUNTER = r"[0-9]{1,10}"
"""A halfmove clock or fullmove number that can be read, as a pattern."""
SOME_NUMBER = r"[^0-9-]*([0-9]{1,6})[^0-9]*"
"""A counter that can be told although it is written wrongly (`+3`, `3.`), as a pattern."""
COLOURS = {"w": "w", "white": "w", "b": "b", "black": "b"}
"""Words for an active color, in lower case, with the letter that each means."""

CastlingConvention = Literal["fen", "x-fen", "shredder"]
CASTLING_CONVENTIONS: tuple[CastlingConvention, ...] = ("fen", "x-fen", "shredder")

EnPassantConvention = Literal["1994", "x-fen", "legal"]
EN_PASSANT_CONVENTIONS: tuple[EnPassantConvention, ...] = ("1994", "x-fen", "legal")
