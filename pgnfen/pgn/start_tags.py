"""From the raw bytes of SetUp, FEN and Variant to the Start they declare."""

from __future__ import annotations

from pgnfen.fen.start import Start, read_start
from pgnfen.pgn.layout import SETUP
from pgnfen.pgn.tagpairs import decode, unescape

StartKey = tuple[bytes | None, ...]


def text_of(value: bytes | None) -> str | None:
    """A raw tag value as text (see TagPair.value); None for an absent tag."""
    return None if value is None else decode(unescape(value))


def start_of(values: tuple[bytes | None, ...]) -> Start:
    """The Start that raw values in the order of layout.KEYS declare; cheap for a start that came before."""
    return start_of_key(values[SETUP:])


def start_of_key(key: StartKey) -> Start:
    """The Start that the raw values of SetUp, FEN and Variant declare; the same object for one that came before."""
    start = _KNOWN.get(key)
    if start is None:
        start = read_start(*map(text_of, key))
        if sum(len(value) for value in key if value is not None) <= _LONGEST:
            if len(_KNOWN) >= _MOST:
                _KNOWN.clear()
            _KNOWN[key] = start
    return start


# The one memory of starts: archives repeat theirs. What is found out about a start later hangs on it (memo, answers).
_KNOWN: dict[StartKey, Start] = {}
_MOST = 8192
_LONGEST = 400  # bytes; longer texts are no FENs and would only fill the memory
