"""Facts that the Python reader alone says, of games in whose bytes a pattern is found.

The pattern of a kind (definitions/facts.toml) is found in a block of any reader; only the games that hold it are looked
at here. So what is rare takes no native code.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from pgnfen.engine_records import Noted
from pgnfen.facts.kinds import PATTERNS, Fact
from pgnfen.lazy import regex
from pgnfen.pgn.token_kinds import Kind

if TYPE_CHECKING:
    from pgnfen.pgn.block import Block
    from pgnfen.pgn.movetext import Token

_PATTERNS = {kind: regex(pattern.encode()) for kind, pattern in PATTERNS}
OF_PATTERN = sum(_PATTERNS)
"""All such kinds."""


def _nags(raw: bytes, tokens: Sequence[Token]) -> list[Noted]:
    """NAG_RANGE: the first NAG above 255 (PGN 1994 section 8.2.4), and how many there are."""
    above = [token for token in tokens if token.kind is Kind.NAG and _is_above(raw[token.start + 1 : token.end])]
    return [Noted(int(Fact.NAG_RANGE), 0, above[0].start, above[0].end, len(above))] if above else []


def _is_above(digits: bytes) -> bool:
    digits = digits.lstrip(b"0")
    return len(digits) > 3 or int(digits or b"0") > 255


_FINDERS: dict[Fact, Callable[[bytes, Sequence[Token]], list[Noted]]] = {Fact.NAG_RANGE: _nags}


def patterned(raw: bytes, movetext: int, tokens: Callable[[], Sequence[Token]]) -> Iterator[Noted]:
    """The facts of such kinds in a game; `tokens` are asked for where a pattern is found in its movetext.

    >>> from pgnfen.pgn.movetext import lex
    >>> raw = b"1. e4 $300 {$400} e5 $0256 *"
    >>> [(noted.at, noted.value) for noted in patterned(raw, 0, lambda: list(lex(raw, 0)))]
    [(6, 2)]
    """
    for kind, pattern in _PATTERNS.items():
        if pattern.search(raw, movetext):
            yield from _FINDERS[kind](raw, tokens())


def holding(block: Block, kinds: int) -> set[int]:
    """The games (0-based, in the block) that may have a fact of these kinds. Cost: a search of the block for each."""
    starts = block.starts
    return {
        bisect_right(starts, found.start()) - 1
        for kind, pattern in _PATTERNS.items()
        if kinds & kind
        for found in pattern.finditer(block.data, 0, block.end)
    }
