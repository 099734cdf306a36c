"""Ranges of a file seen as the workers of a cluster see theirs, which hold what they have split."""

from __future__ import annotations

from pgnfen.pgn.ranges import Range, Seekable, Seen, first_game, range_blocks, seen_of


def see(file: Seekable, part: Range, max_game: int | None = None, first: int | None = None) -> Seen:
    """Split a range, from its first game on, if that is known, else from where it seems to begin."""
    if first is None:
        first = 0 if part.begin == 0 else first_game(file, part)
    if first is None:
        return Seen(None, part.end, 0, 0)
    return seen_of(range_blocks(file, part, (first, 1, 1), max_game), first)
