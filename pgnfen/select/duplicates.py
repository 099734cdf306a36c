"""Games that are there twice, in inputs of any size: found in passes over the inputs, decided by pgn.copies.

1. Every game's mainline becomes a number of 16 bytes (`Marks`); games with the same number are candidates. Of
   beginnings (`prefix`) another pass looks for numbers on the way (`PassingMarks`).
2. The headers of candidates are read (`Details`), and copies are told from games that are alike.
3. Whoever writes asks for the verdict of each game, in order.

Of a game that is no candidate 23 bytes are held between the passes, and one afterwards; beyond `memory` they wait in a
temporary file, by parts of their numbers.
"""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from struct import Struct
from typing import TYPE_CHECKING, Any, NamedTuple

from pgnfen.facts.mainlines import ENTRY, LEFT, MOST_PLIES, TEXT, Beginnings, Mainlines, need_headers
from pgnfen.pgn.beginnings import Beginning, beginnings_of, resolved
from pgnfen.pgn.blocks import Piece
from pgnfen.pgn.copies import (
    FEWEST_PLIES,
    Copy,
    Duplicate,
    Keep,
    Same,
    duplicates_in,
    filled,
    groups_of,
    kept_of,
    lacking,
    merged,
)
from pgnfen.pgn.copy_details import copy_of, details_of
from pgnfen.pgn.start_tags import assume_variant
from pgnfen.select.parts import Parts

if TYPE_CHECKING:
    from pgnfen.pgn.block import Block

MEMORY = 1 << 30
"""Bytes, where the user does not say so."""
_MARK = Struct("<16sQHB")  # number, which game, plies, whether it passes on
_PLACE = Struct("<16sHB")
_HEAD = Struct("<16sQHBI")  # as _MARK, and the length of the details
_PARTS = 64  # games with the same number are in the same part
_GAMES = 1 << 15  # games of which the candidates are looked up together


class DedupeOptions(NamedTuple):
    """Which games are the same, which of them stays, and what is said of it. `log`: what copies have that the kept game
    lacks; `merge`: its unknown values are filled; `variant`: of games that state none; `memory` in bytes."""

    same: Same = "game"
    keep: Keep = "first"
    log: bool = False
    merge: bool = False
    variant: str | None = None
    memory: int = MEMORY


class Verdict(NamedTuple):
    """What became of a game: why it is a copy and of which game (both count all games from 0; a base's come first), and
    what it has that the kept game lacks; `fills`: of a kept game, values for its tags; `merged`: those that this copy
    has."""

    number: int
    kept: int
    reason: str = ""
    lacks: dict[str, object] | None = None
    fills: dict[str, str] | None = None
    merged: dict[str, str] | None = None


class Marks:
    """Says the numbers of a block's games; a task of pgnfen.scale. Gives the entries, the path, the offset and the
    bytes of the block."""

    def __init__(self, same: Same, variant: str | None = None) -> None:
        assume_variant(variant)
        self._same, self._variant = same, variant
        self._mainlines = Mainlines()

    def __reduce__(self) -> tuple[type[Marks], tuple[Same, str | None]]:
        return Marks, (self._same, self._variant)

    @property
    def gil_free_seconds(self) -> float:
        """See scale.jobs.Task."""
        return self._mainlines.seconds

    def __call__(self, block: Block, path: str) -> tuple[bytes, str, int, int]:
        """See the class."""
        entries = _bytes_of(block) if self._same == "bytes" else self._mainlines.of(block)
        return entries, path, block.offset, block.end


def _bytes_of(block: Block) -> bytes:
    if isinstance(block, Piece):
        return ENTRY.pack(bytes(16), LEFT) * len(block)
    digest, data = hashlib.blake2b, block.data
    found = []
    for start, end in zip(block.starts, block.ends(), strict=True):
        found.append(digest(data[start:end].strip(), digest_size=16).digest() + b"\0\0")
    return b"".join(found)


class PassingMarks:
    """Says which mainlines of a block's games begin as another one is; a task of pgnfen.scale, of blocks that go by the
    number of their first game."""

    def __init__(self, beginnings: Beginnings, variant: str | None = None) -> None:
        assume_variant(variant)
        self._how = beginnings, variant
        self._mainlines = Mainlines()

    def __reduce__(self) -> tuple[type[PassingMarks], tuple[Beginnings, str | None]]:
        return PassingMarks, self._how

    @property
    def gil_free_seconds(self) -> float:
        """See scale.jobs.Task."""
        return self._mainlines.seconds

    def __call__(self, block: Block, path: str) -> list[tuple[int, bytes, int]]:
        """Of each such game its number, the number on the way, and its plies."""
        first = int(path)
        return [(first + index, mark, plies) for index, mark, plies in self._mainlines.passing(block, self._how[0])]


class Details:
    """Reads what is compared of candidates; a task of pgnfen.scale, of blocks that go by the number of their first
    game. `wanted` has a byte for each game, 0 of those that are none. Gives the number of each, and its details.
    """

    gil_free_seconds = 0.0

    def __init__(self, wanted: bytearray, same: Same, counted: bool) -> None:
        self._how = wanted, same, counted

    def __reduce__(self) -> tuple[type[Details], tuple[bytearray, Same, bool]]:
        return Details, self._how

    def __call__(self, block: Block, path: str) -> list[tuple[int, bytes]]:
        """See the class."""
        wanted, _, counted = self._how
        first, found = int(path), []
        part = wanted[first : first + len(block)]
        at = -1
        if any(part):
            for at, one in enumerate(part):
                if one:
                    found.append((first + at, details_of(block, at, counted)))
        return found


Work = Callable[[Any], Iterator[Any]]
"""Does a task on all blocks once more, which go by the number of their first game, and gives its results in order."""


class Duplicates:
    """Finds duplicates; holds what is known of games between the passes. A context manager.

    `games`, `text` (compared by text alone; of these `text_records` are records) and `large` (not compared: too large)
    are counts without those of a base; so is `removed`, and `reasons` are counted by name.
    """

    def __init__(self, options: DedupeOptions) -> None:
        self.options = options
        self.games = self.text = self.text_records = self.large = self.removed = 0
        self.reasons: dict[str, int] = {}
        self.bases = 0  # games of a base, which come first
        self._marks = Parts(options.memory // 2)
        self._others: list[Parts] = []
        self._verdicts: Parts | None = None
        self.is_copy = bytearray()  # a byte for each game

    def __enter__(self) -> Duplicates:
        return self

    def __exit__(self, *_: object) -> None:
        for parts in (self._marks, *self._others):
            parts.close()

    def _parts(self) -> Parts:
        parts = Parts(self.options.memory // 2)  # two of them are filled at a time
        self._others.append(parts)
        return parts

    @property
    def all(self) -> int:
        """All games, those of a base too."""
        return self.bases + self.games

    def add(self, entries: bytes, base: bool = False, records: bool = False) -> None:
        """Note the entries of a block's games, or records (see Marks); all of a base come first."""
        pack, of_parts = _MARK.pack, [list[bytes]() for _ in range(_PARTS)]
        for number, (mark, plies) in enumerate(ENTRY.iter_unpack(entries), self.all):
            if plies & TEXT:
                if plies == LEFT:
                    self.large += not base
                    continue
                self.text += not base
                self.text_records += records and not base
            of_parts[mark[0] % _PARTS].append(pack(mark, number, plies, 0))
        for part, marks in enumerate(of_parts):
            if marks:
                self._marks.put(part, b"".join(marks))
        count = len(entries) // ENTRY.size
        if base:
            self.bases += count
        else:
            self.games += count

    def find(self, work: Work) -> None:
        """Decide of all games that were added: `work` reads them again."""
        if self.options.same == "prefix":
            self._look_on_the_way(work)
        wanted = bytearray(self.all)
        places = self._parts()
        for part in self._marks.numbers:
            for mark, number, plies, passing in _repeated(self._marks.take(part)):
                wanted[number] = 1
                places.put(number // _GAMES, number.to_bytes(8, "little") + _PLACE.pack(mark, plies, passing))
        self._marks.close()
        details = self._parts()
        if any(wanted):
            self._read_details(work, wanted, places, details)
        self._decide(details)

    def _look_on_the_way(self, work: Work) -> None:
        """Add the games that begin as others are to the marks."""
        halves, marks = array("Q"), self._parts()
        for part in self._marks.numbers:
            data = self._marks.take(part)
            marks.put(part, data)
            found = {
                int.from_bytes(mark[:8], "little")
                for mark, _, plies, _ in _MARK.iter_unpack(data)
                if FEWEST_PLIES <= plies <= MOST_PLIES
            }
            halves.extend(found)
        self._marks = marks
        if not halves:
            return
        beginnings = Beginnings(array("Q", sorted(halves)), FEWEST_PLIES)
        for passing in work(PassingMarks(beginnings, self.options.variant)):
            for number, mark, plies in passing:
                marks.put(mark[0] % _PARTS, _MARK.pack(mark, number, plies, 1))

    def _read_details(self, work: Work, wanted: bytearray, places: Parts, details: Parts) -> None:
        options = self.options
        counted = options.log or options.keep == "most-annotated"
        part, of_part = -1, dict[int, list[tuple[bytes, int, int]]]()
        for found in work(Details(wanted, options.same, counted)):
            for number, told in found:
                if number // _GAMES != part:
                    part = number // _GAMES
                    of_part = {}
                    for entry in _cut(places.take(part), 8 + _PLACE.size):
                        of_part.setdefault(int.from_bytes(entry[:8], "little"), []).append(_PLACE.unpack(entry[8:]))
                for mark, plies, passing in of_part[number]:
                    details.put(mark[0] % _PARTS, _HEAD.pack(mark, number, plies, passing, len(told)) + told)

    def _decide(self, details: Parts) -> None:
        """Decide of each group of games with the same moves."""
        self._verdicts = self._parts()
        self.is_copy = bytearray(self.all)
        same, keep = self.options.same, self.options.keep
        later, beginnings = list[Duplicate](), list[Beginning]()
        for part in details.numbers:
            for ending, passing, strictly in self._groups(details.take(part)):
                groups = groups_of(ending, same, strictly)
                found = [one for group in groups for one in duplicates_in(group, same, keep)]
                if same == "prefix":
                    later += found
                    if passing and not strictly:
                        beginnings += beginnings_of([(group, kept_of(group, keep)) for group in groups], passing)
                else:
                    self._put_all(found)
        if later or beginnings:
            self._put_all(self._with_beginnings(later, beginnings))

    def _with_beginnings(self, later: list[Duplicate], beginnings: list[Beginning]) -> list[Duplicate]:
        """The copies, and the games that are beginnings, with the game that stays in the end; one of a base stays."""
        stays = resolved(beginnings, later)
        shorter = [each.kept for each in beginnings if each.kept.number in stays]
        found = [Duplicate(one, stays[one.number], "prefix") for one in shorter]
        for one in later:
            kept = one.kept
            while kept.number in stays and not kept.base:
                kept = stays[kept.number]
            found.append(one if kept is one.kept else Duplicate(one.copy, kept, "prefix"))
        return found

    def _put_all(self, found: Sequence[Duplicate]) -> None:
        """Note what was found of games, and what the kept ones are filled with."""
        by_kept: dict[int, list[Duplicate]] = {}
        for one in found:
            by_kept.setdefault(one.kept.number, []).append(one)
        for number, group in by_kept.items():
            kept, fills = group[0].kept, dict[str, str]()
            if self.options.merge and not kept.base and not kept.is_record:
                fills = filled(kept, [one.copy for one in group])
            if fills:
                self._note(number, [number, number, "", None, fills])
            for one in group:
                if not one.copy.base:
                    self._put(one, fills)

    def _put(self, one: Duplicate, fills: dict[str, str]) -> None:
        number = one.copy.number
        told: list[object] = [number, one.kept.number, one.reason]
        if self.options.log:
            told += [lacking(one.copy, one.kept, fills), None, merged(one.copy, fills)]
        self.is_copy[number] = 1
        self.removed += 1
        self.reasons[one.reason] = self.reasons.get(one.reason, 0) + 1
        self._note(number, told)

    def _note(self, number: int, told: list[object]) -> None:
        assert self._verdicts is not None
        self._verdicts.put(number // _GAMES, json.dumps(told).encode() + b"\n")

    def _groups(self, data: bytes) -> Iterator[tuple[list[Copy], list[Copy], bool]]:
        """Candidates with the same number: games that end there, games that go on, and whether headers have to show
        that they are one."""
        by_mark: dict[bytes, list[tuple[int, int, int, bytes]]] = {}
        at = 0
        while at < len(data):
            mark, number, plies, passing, length = _HEAD.unpack_from(data, at)
            at += _HEAD.size
            by_mark.setdefault(mark, []).append((number, plies, passing, data[at : at + length]))
            at += length
        for _, members in sorted(by_mark.items()):
            members.sort(key=itemgetter(0, 2))
            ending, passing_on = list[Copy](), list[Copy]()
            for number, plies, passing, told in members:
                (passing_on if passing else ending).append(self._copy(number, plies, told))
            if not ending:
                continue
            plies = next(plies for _, plies, passing, _ in members if not passing)
            yield ending, passing_on, self.options.same != "bytes" and need_headers(plies)

    def _copy(self, number: int, plies: int, told: bytes) -> Copy:
        return copy_of(told, number, plies & ~TEXT, number < self.bases)

    def verdicts(self) -> Iterator[Verdict]:
        """Of all games, in order, those that are copies, or are filled."""
        assert self._verdicts is not None
        for part in self._verdicts.numbers:
            lines = [json.loads(line) for line in self._verdicts.take(part).splitlines()]
            for told in sorted(lines, key=itemgetter(0)):
                yield Verdict(*told)


def _repeated(data: bytes) -> list[tuple[bytes, int, int, int]]:
    """The marks whose number is there twice, at least once of a game that ends there."""
    size = _MARK.size
    numbers = [data[at : at + 16] for at in range(0, len(data), size)]
    once, twice = set[bytes](), set[bytes]()
    for number in numbers:
        if number in once:
            twice.add(number)
        else:
            once.add(number)
    if not twice:
        return []
    return [_MARK.unpack_from(data, index * size) for index, number in enumerate(numbers) if number in twice]


def _cut(data: bytes, size: int) -> Iterator[bytes]:
    return (data[at : at + size] for at in range(0, len(data), size))
