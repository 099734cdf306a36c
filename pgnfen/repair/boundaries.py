"""Where games begin in bytes that are put together: the splitter is asked, for nobody else decides that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pgnfen.lazy import regex
from pgnfen.pgn.blocks import new_splitter

FINISHED, UNFINISHED = b'[Event "a"]\n\n1. e4 *\n', b'[Event "a"]\n\n1. e4\n'
"""Games to stand before another: behind the second, without a termination marker, only tags begin a game."""

Pair = tuple[bytes, bytes]
_TEXT = regex(rb"\S|\Z")


def stand(pairs: Sequence[Pair]) -> list[bool]:
    r"""Of each pair of games, whether the second begins where the first ends, when one stands behind the other.

    White space before a game may belong to the one before it.

    >>> stand([(FINISHED, b"1. d4"), (UNFINISHED, b"1. d4"), (UNFINISHED, b"[A \"a\"]\n\n1. d4")])
    [True, False, True]
    """
    parts, begins, at = [], [], 0
    for first, second in pairs:
        at += len(FINISHED)
        begins.append((at, at + len(first)))
        at += len(first) + len(second)
        parts += [FINISHED, first, second]
    data = b"".join(parts)
    found = set(_begins(data))
    texts = set(found) if all(data[at : at + 1] > b" " for at in found) else _texts(data, found)
    # What stands as a pair among others stands so by itself; what does not may be hindered by others.
    return [
        (_has_tags(pair[1]) and ({first, second} <= found or {_text(data, first), _text(data, second)} <= texts))
        or _stands_alone(*pair)
        for (first, second), pair in zip(begins, pairs, strict=True)
    ]


class Standing:
    """Remembers of pairs whether they stand: those that are asked for together take one split."""

    def __init__(self) -> None:
        self._known: dict[Pair, bool] = {}

    def one(self, pair: Pair) -> bool:
        """As `stand` has it, for one."""
        return self.of([pair])[0]

    def of(self, pairs: Sequence[Pair]) -> list[bool]:
        """As `stand` has it, for all of them."""
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._known]
        if new:
            self._known.update(zip(new, stand(new), strict=True))
        return [self._known[pair] for pair in pairs]


def joins(pair: Pair, before: Pair) -> bool:
    r"""Whether two games that are told from each other become one by a repair of one of them; each pair as it is, with
    no stricter view of where a game without tags may begin.

    >>> joins((UNFINISHED, b"1. d4"), (FINISHED, b"1. d4"))
    True
    """
    if _has_tags(pair[1]):
        return False  # whether they stand says it
    return _begins_behind(*before) and not _begins_behind(*pair)


def _begins_behind(first: bytes, second: bytes) -> bool:
    data = first + second
    return _text(data, len(first)) in _texts(data, _begins(data))


def is_told(lead: bytes, raw: bytes, follow: bytes) -> bool:
    r"""Whether a game is one game, and told from what stands before and behind it.

    >>> is_told(FINISHED, b'[Event "b"]\n\n1. d4\n', FINISHED), is_told(FINISHED, b'1. e4 {', FINISHED)
    (True, False)
    """
    return is_told_among(_begins(lead + raw + follow), lead, raw, follow)


def is_told_among(found: Sequence[int], lead: bytes, raw: bytes, follow: bytes) -> bool:
    """The same, where it is known at which bytes games begin."""
    data = lead + raw + follow
    expected = [0, len(lead), len(lead) + len(raw)] if follow else [0, len(lead)]
    return len(found) == len(expected) and _texts(data, found) == _texts(data, expected)


def _has_tags(game: bytes) -> bool:
    return game.lstrip().startswith(b"[")


def _stands_alone(first: bytes, second: bytes) -> bool:
    """Whether the second of two games begins where the first ends; one without tags only where the first is finished,
    since other readers take move number 1 for a part of the game before."""
    data = first + (second if _has_tags(second) else b"2. d4\n")
    return _text(data, len(first)) in _texts(data, _begins(data))


def _begins(data: bytes) -> list[int]:
    """Where the games of some bytes begin."""
    return list(new_splitter().split(data, final=True).starts)


def _texts(data: bytes, begins: Iterable[int]) -> set[int]:
    return {_text(data, at) for at in begins}


def _text(data: bytes, at: int) -> int:
    """The first byte from there on that is no white space."""
    if data[at : at + 1] > b" ":
        return at  # nearly all games begin so
    found = _TEXT.search(data, at)
    return found.start() if found else len(data)
