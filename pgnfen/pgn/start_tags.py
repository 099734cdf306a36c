"""From the raw bytes of SetUp, FEN and Variant to the Start they declare."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pgnfen import native
from pgnfen.lazy import deferred
from pgnfen.pgn.definitions import SETUP
from pgnfen.pgn.layout import StartKey, ToldStart
from pgnfen.pgn.tagpairs import text_of

with deferred:
    from pgnfen.fen.start import read_start
    from pgnfen.fen.variants import set_default_variant
    from pgnfen.pgn.plain_start import plain_start

if TYPE_CHECKING:
    from pgnfen.fen.start import Start


def assume_variant(name: str | None) -> None:
    """Read starts that state no variant by this one from now on (`--variant`); None: by what they are seen to be.

    It holds for the whole process. What is remembered of starts is kept for each variant.
    """
    global _KNOWN
    if name == _KNOWN.assumed:
        return
    set_default_variant(name)
    native.assume(name)
    known = _MEMORIES.get(name)
    if known is None:
        known = _MEMORIES[name] = _Known(name)
    _KNOWN = known


@contextmanager
def assumed(name: str | None) -> Iterator[None]:
    """Assume a variant while something is read, and then again the one that was assumed before."""
    before = _KNOWN.assumed
    assume_variant(name)
    try:
        yield
    finally:
        assume_variant(before)


def start_of(values: tuple[bytes | None, ...]) -> Start:
    """The Start that raw values in the order of layout.KEYS declare; cheap for a start that came before."""
    return start_of_key(values[SETUP:])


def start_of_key(key: StartKey) -> Start:
    """The Start that the raw values of SetUp, FEN and Variant declare; the same object for one that came before."""
    start = _KNOWN.get(key)
    if start is None:
        start = _KNOWN.keep(key, read_start(*map(text_of, key)))
    return start


def start_of_told(told: ToldStart) -> Start:
    """See start_of_key."""
    key, code = told
    start = _KNOWN.get(key)
    if start is None:
        if code is None:
            return start_of_key(key)
        start = _KNOWN.keep(key, plain_start(told), _PLAIN)
    return start


_ROOM = 1 << 25
_START = 4096  # what one takes, its remarks and its board with it
_BYTE = 20  # what a byte of its text takes: it stands in its fields, its faults, and what is said of them
_PLAIN = _START + _BYTE * 160  # one that the native engine has read has no longer text


class _Known(dict[StartKey, "Start"]):
    """Starts by their keys, all of them in about so many bytes; forgotten at once where they would take more."""

    __slots__ = ("assumed", "size")

    def __init__(self, assumed: str | None = None) -> None:
        super().__init__()
        self.size = 0
        self.assumed = assumed  # the variant of those that state none

    def keep(self, key: StartKey, start: Start, size: int = 0) -> Start:
        """Remember a start, of that size if it is known, where it takes no more than a small part of the room."""
        size = size or _START + _BYTE * len(b"".join(filter(None, key)))
        if size <= _ROOM // 64:
            self.size += size
            if self.size > _ROOM:
                self.clear()
                self.size = size
            self[key] = start
        return start


# The one memory of starts: archives repeat theirs. What is found out about a start later hangs on it (memo, answers).
_KNOWN = _Known()
_MEMORIES: dict[str | None, _Known] = {None: _KNOWN}
