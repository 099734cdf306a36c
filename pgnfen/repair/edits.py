"""Which edits can be done together, and where bytes stood before they were done."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Sequence

from pgnfen.audit.edits import Edit


def overlap(one: Edit, other: Edit) -> bool:
    """Whether two edits cannot be done together: they touch the same bytes, or insert at one place.

    >>> overlap(Edit(3, 5, b"x"), Edit(5, 7, b"y")), overlap(Edit(3, 5, b"x"), Edit(4, 4, b"y"))
    (False, True)
    """
    if one.start == one.end and other.start == other.end:
        return one.start == other.start
    if one.start == one.end or other.start == other.end:
        place, span = (one, other) if one.start == one.end else (other, one)
        return span.start < place.start < span.end
    return one.start < other.end and other.start < one.end


class Together:
    """Edits that can be done together, with equal ones among them.

    >>> together = Together()
    >>> [together.take([edit]) for edit in (Edit(3, 5, b"x"), Edit(5, 7, b"y"), Edit(4, 6, b"z"), Edit(3, 5, b"x"))]
    [True, True, False, True]
    """

    __slots__ = ("_taken",)

    def __init__(self) -> None:
        self._taken: list[Edit] = []  # sorted; none overlaps another

    def take(self, edits: Sequence[Edit]) -> bool:
        """Take the edits of a finding, unless one of them overlaps one that was taken and is another."""
        if any(self._hindered(edit) for edit in edits):
            return False
        for edit in edits:
            insort(self._taken, edit)
        return True

    def _hindered(self, edit: Edit) -> bool:
        taken = self._taken
        # At most a span and what is inserted behind it stand before, and reach so far.
        at = max(0, bisect_left(taken, (edit.start,)) - 2)
        while at < len(taken) and taken[at].start <= edit.end:
            if taken[at] != edit and overlap(taken[at], edit):
                return True
            at += 1
        return False


class Origin:
    """Where bytes of a game that was edited, time after time, stood before all edits."""

    __slots__ = ("_found", "_passes")

    def __init__(self) -> None:
        self._passes: list[tuple[list[int], list[tuple[Edit, int]]]] = []
        self._found: dict[int, int] = {}  # what was asked for since the last edit

    def copy(self) -> Origin:
        """What is noted so far."""
        origin = Origin()
        origin._passes = list(self._passes)
        return origin

    def edited(self, edits: Sequence[Edit]) -> None:
        """Note edits done together."""
        moved, places, done = 0, [], []
        for edit in sorted(edits):
            places.append(edit.start + moved)
            done.append((edit, moved))
            moved += len(edit.new) - (edit.end - edit.start)
        self._passes.append((places, done))
        self._found.clear()

    def of(self, at: int) -> int:
        """The byte of the original that a byte of the edited game is, or stands in the place of.

        >>> origin = Origin()
        >>> origin.edited([Edit(2, 2, b"abc"), Edit(4, 5, b"")])
        >>> [origin.of(at) for at in (0, 3, 5, 6, 7)]
        [0, 2, 2, 3, 5]
        """
        if (known := self._found.get(at)) is not None:
            return known
        asked = at
        for places, done in reversed(self._passes):
            index = bisect_right(places, at) - 1
            if index < 0:
                continue
            edit, moved = done[index]
            within = at - places[index]
            if within < len(edit.new):
                at = min(edit.start + within, edit.end)
            else:
                at = at - moved - len(edit.new) + (edit.end - edit.start)
        self._found[asked] = at
        return at
