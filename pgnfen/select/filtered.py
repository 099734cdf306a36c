"""What is written of games that match a condition and of the others, and how many there are."""

from __future__ import annotations

from collections import Counter

from pgnfen.pgn.records import InputFormat, takes_records
from pgnfen.select.outputs import Sink, Write
from pgnfen.select.partition import Part


class Filtered:
    """Writes the parts of blocks, and counts what matches; `format`: what is read as records."""

    def __init__(self, format: InputFormat, matching: Write | None, others: Write | None) -> None:
        self._matching, self._others = (Sink(write) if write is not None else None for write in (matching, others))
        self._format = format
        self.games = self.matched = self.contradicting = 0
        self.readings: Counter[str] = Counter()
        self.tags: set[bytes] = set()  # those asked for that a game had
        self.undecided: Counter[str] = Counter()
        self.unplayed = 0
        self._last = False  # whether the last game matches

    def put(self, part: Part, path: str) -> None:
        """The parts of a block of that input."""
        records = takes_records(path, self._format)
        self._last = part.flags[-1] if part.flags else self._last
        if part.more and (half := self._matching if self._last else self._others):
            half.put(part.more, path, records)
        for sink, data in ((self._matching, part.matched), (self._others, part.rest)):
            if sink is not None:
                sink.put(data, path, records)
        self.games += len(part.flags)
        self.matched += sum(part.flags)
        self.readings += part.readings
        self.contradicting += part.contradicting
        self.tags |= part.tags
        self.undecided += part.undecided
        self.unplayed += part.unplayed
