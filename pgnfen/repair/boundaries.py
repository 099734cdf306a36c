"""Whether a game is told from what stands before and behind it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from pgnfen.pgn.blocks import new_splitter

_OTHER = b'[Event "a"]\n\n1. e4 *\n'


def told_apart(raws: Sequence[bytes]) -> list[bool]:
    r"""Of each game, whether it is told from complete games before and behind it.

    >>> told_apart([b'[Event "b"]\n\n1. d4\n', b'[Site "b"]\n\ntext']), told_apart([b'1. e4 {'])
    ([True, False], [False])
    """
    parts = [part for raw in raws for part in (_OTHER, raw)] + [_OTHER]
    if begin_there(b"".join(parts), list(accumulate(map(len, parts[:-1]), initial=0))):
        return [True] * len(raws)
    return [len(raws) > 1 and told_apart([raw])[0] for raw in raws]


def begin_there(data: bytes, begins: list[int]) -> bool:
    """Whether games begin there and nowhere else; white space before one may belong to the one before it."""
    found = starts(data)
    return len(found) == len(begins) and all(
        said <= at and not data[said:at].strip() for said, at in zip(begins, found, strict=True)
    )


def starts(data: bytes) -> list[int]:
    """Where the games of some bytes begin."""
    return list(new_splitter().split(data, final=True).starts)
