"""A game with other values in some of its tags; every other byte stays."""

from __future__ import annotations

from collections.abc import Mapping

from pgnfen.audit.edits import apply, tag_value
from pgnfen.pgn.layout import counting_pairs
from pgnfen.pgn.tagpairs import decode, read_tag_section


def with_values(raw: bytes, values: Mapping[str, str]) -> bytes:
    r"""The game with these values of its tags, by name, in its own encoding; a value that this has not is left out.

    >>> with_values(b'[White "?"]\n[Black "B"]\n\n*\n', {"White": 'A "x"'})
    b'[White "A \\"x\\""]\n[Black "B"]\n\n*\n'
    """
    section = read_tag_section(raw)
    assert section is not None  # final data always gives an answer
    pairs = {decode(pair.name): pair for pair in counting_pairs(section).values()}
    for pair in sorted((pairs[name] for name in values if name in pairs), key=lambda pair: -pair.value_start):
        raw = apply(raw, [tag_value(raw, pair, values[decode(pair.name)])])
    return raw
