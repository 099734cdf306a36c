"""Whether a game is told from what stands before and behind it."""

from __future__ import annotations

from pgnfen.pgn.blocks import new_splitter

_BEFORE = b'[Event "a"]\n\n1. e4 *\n'
_BEHIND = (b'[Event "b"]\n\n1. e4 *\n', b"1. e4 *\n")


def parted(raw: bytes) -> tuple[bool, ...]:
    r"""Whether a game is told from others before and behind it, which have tags, or have none.

    >>> parted(b'[Event "c"]\n\n1. d4 *\n'), parted(b'[Event "c"]\n\n1. d4\n')
    ((True, True), (True, False))
    """
    begins = [0, len(_BEFORE), len(_BEFORE) + len(raw)]
    return tuple([begin_there(_BEFORE + raw + behind, begins) for behind in _BEHIND])


def begin_there(data: bytes, begins: list[int]) -> bool:
    """Whether games begin there and nowhere else; white space before one may belong to the one before it."""
    found = starts(data)
    return len(found) == len(begins) and all(
        said <= at and not data[said:at].strip() for said, at in zip(begins, found, strict=True)
    )


def starts(data: bytes) -> list[int]:
    """Where the games of some bytes begin."""
    return list(new_splitter().split(data, final=True).starts)
