"""The games of a block in two parts, byte for byte: those that match and the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from pgnfen.facts.course_bits import REACHES, STOPS
from pgnfen.fen.plain_columns import PlainColumns, plain_columns
from pgnfen.lazy import deferred
from pgnfen.pgn.blocks import CutGame, Piece
from pgnfen.pgn.definitions import ASKED, NO_ID, RESULT
from pgnfen.pgn.native_records import NativeRecordBlock
from pgnfen.pgn.native_splitter import NativeBlock
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.pgn.tag_values import tag_value
from pgnfen.select.conditions import CLASSICS, PlainQuestions, Select, classic, plain_questions

with deferred:
    from pgnfen.audit.auditor import Auditor
    from pgnfen.audit.catalog import choose, resolved
    from pgnfen.facts.courses import Courses
    from pgnfen.select.sought import decided, ends_so

if TYPE_CHECKING:
    from pgnfen.audit.auditor import Auditor
    from pgnfen.audit.finding import Placed
    from pgnfen.facts.courses import Courses
    from pgnfen.fen.start import Start
    from pgnfen.pgn.block import Block

_READINGS = tuple(classic(reading) for reading in CLASSICS)


class Part:
    """A block divided: which games match (a flag each), both parts as bytes; where they are counted, what the readings
    of "classic" would have kept, and in how many games Variant contradicts the start."""

    def __init__(
        self, flags: list[bool], matched: bytes, rest: bytes, tags: set[bytes] | None = None, more: bytes = b""
    ) -> None:
        self.flags = flags
        self.matched = matched
        self.rest = rest
        self.readings: Counter[str] = Counter()
        self.contradicting = 0
        self.tags = tags or set()  # those asked for that a game had
        self.undecided: Counter[str] = Counter()  # by condition: games with a value that cannot be compared
        self.unplayed = 0  # games that no condition on the mainline can hold of: their moves cannot be played
        self.more = more  # of the game before the block, which is too large for one


class _Starts(NamedTuple):
    """A key for each game, and the start that it stands for."""

    keys: list[Hashable]
    found: dict[Hashable, Start | PlainColumns]


def _count_readings(part: Part, starts: _Starts) -> None:
    """Count what each reading of "classic" would keep, and the games whose Variant tag contradicts the start."""
    for key, count in Counter(starts.keys).items():
        for name, reading in zip(CLASSICS, _READINGS, strict=True):
            part.readings[name] += count * reading(starts.found[key])
        part.contradicting += count * starts.found[key].contradicts_variant


def _first(keys: list[Hashable]) -> dict[Hashable, int]:
    """Where each key stands first."""
    return dict(zip(reversed(keys), range(len(keys) - 1, -1, -1), strict=True))


class Partition:
    """Divides blocks by a Select; remembers nothing of games."""

    def __init__(self, select: Select) -> None:
        self.select = select
        has, without = [group.split(",") for group in select.has], ",".join(select.without).split(",")
        codes = [code for code in chain(*has, without) if code]
        self.auditor: Auditor | None = None
        if codes:
            self._has = [tuple(resolved(filter(None, group))) for group in has]
            self._without = tuple(resolved(filter(None, without)))
            # As in an audit by all rules, others give way: some to what is found, most to what would be.
            winners = [rule.yields_to for rule in choose(codes) if rule.yields_to is not None]
            self.auditor = Auditor(choose([*codes, *winners]), beside=[rule.code for rule in choose()])

    def divide(self, block: Block, readings: bool = False) -> Part:
        """Divide a block; with `readings` count what each reading of "classic" would keep, and the games whose Variant
        tag contradicts the start."""
        if isinstance(block, Piece) and not len(block):
            return Part([], b"", b"", more=block.data)
        starts = self._starts(block)
        fits = {key: self._fits(key, start) for key, start in starts.found.items()}
        flags = [fits[key] for key in starts.keys]
        seen: set[bytes] = set()
        undecided: Counter[str] = Counter()
        if self.select.tags:
            flags = [flag and self._tags_match(block, index, seen, undecided) for index, flag in enumerate(flags)]
        unplayed = 0
        if self.plays:
            flags, unplayed = self._by_courses(block, flags)
        if self.auditor is not None:
            # What is found in a game that is cut off, or not, is not known.
            is_cut = isinstance(block, CutGame)
            flags = [False] * len(flags) if is_cut else self._by_findings(block, flags, self.auditor.block(block))
        if self.select.inverted:
            flags = [not flag for flag in flags]
        part = Part(flags, *cut(block, flags), tags=seen)
        part.undecided, part.unplayed = undecided, unplayed
        if readings:
            _count_readings(part, starts)
        return part

    @property
    def plays(self) -> bool:
        """Whether conditions on the mainline are asked for."""
        return bool(self.select.reaches or self.select.ends)

    @cached_property
    def courses(self) -> Courses:
        """The reader of the mainlines."""
        return Courses(self.select.reaches, bool(self.select.ends))

    def _by_courses(self, block: Block, flags: list[bool]) -> tuple[list[bool], int]:
        """Which of the flagged games have the courses that are asked for; how many of them cannot be played."""
        reaches, ends = bool(self.select.reaches), self.select.ends
        found = []
        unplayed = 0
        for index, (flag, course) in enumerate(zip(flags, self.courses.of(block, flags), strict=True)):
            unplayed += course == STOPS
            fits = flag and course != STOPS and (not reaches or bool(course & REACHES))
            found.append(fits and (not ends or ends_so(course, ends, partial(_result, block, index))))
        return found, unplayed

    def _starts(self, block: Block) -> _Starts:
        """The starts of a block; of plain ones the native engine says what is asked for."""
        if not isinstance(block, (NativeBlock, NativeRecordBlock)) or self._questions is None:
            keys = block.start_keys()
            return _Starts(keys, {key: block.start(index) for key, index in _first(keys).items()})
        codes = block.codes(self._questions.questions)
        found: dict[Hashable, Start | PlainColumns] = {}
        for code in set(codes):
            if not code & ASKED:
                found[code] = plain_columns(code)
        keys = [*codes]
        if len(found) < len(set(codes)):
            # Those of which nothing is known have the same number.
            keys = [code if code != ASKED | NO_ID else (code, index) for index, code in enumerate(codes)]
            found |= {key: block.start(index) for key, index in _first(keys).items() if key not in found}
        return _Starts(keys, found)

    @cached_property
    def _questions(self) -> PlainQuestions | None:
        return plain_questions(self.select.starts)

    def _fits(self, key: Hashable, start: Start | PlainColumns) -> bool:
        """Whether a start fulfils the conditions; remembered with it."""
        if isinstance(start, PlainColumns):
            assert self._questions is not None and isinstance(key, int)
            return self._questions.fits(key, start)
        fits: bool | None = start.answers.get(self)
        if fits is None:
            fits = start.answers[self] = all(condition(start) for condition in self.select.starts)
        return fits

    def _tags_match(self, block: Block, index: int, seen: set[bytes], undecided: Counter[str]) -> bool:
        for condition in self.select.tags:
            value = tag_value(block, index, condition.name)
            if value is None:
                return False
            seen.add(condition.name)
            holds = condition.holds(value)
            if holds is None:
                undecided[condition.text] += 1
            if not holds:
                return False
        return True

    def _by_findings(self, block: Block, flags: list[bool], placed: Iterable[Placed]) -> list[bool]:
        found: dict[int, set[str]] = {}
        for one in placed:
            found.setdefault(one.game - block.number, set()).add(one.remark.code)

        def fits(codes: set[str]) -> bool:
            if any(code.startswith(self._without) for code in codes):
                return False
            return all(any(code.startswith(group) for code in codes) for group in self._has)

        return [flag and fits(found.get(index, set())) for index, flag in enumerate(flags)]


def _result(block: Block, index: int) -> bytes | None:
    """The result that the Result tag says, or else the last word; None where neither decides the game."""
    if isinstance(block, RecordBlock):
        return None
    words = block.game(index).raw[block.movetexts[index] - block.starts[index] :].split()
    return decided(block.values_of(index)[RESULT]) or (decided(words[-1]) if words else None)


def cut(block: Block, flags: list[bool]) -> tuple[bytes, bytes]:
    """The bytes of both parts, copied in runs of neighbors; what holds no game at all is rest."""
    if not any(flags):
        return b"", block.data[: block.end]
    if all(flags):
        return block.data[: block.end], b""
    parts: tuple[list[bytes], list[bytes]] = ([], [])
    begin, current = 0, flags[0]
    for start, flag in zip(block.starts, flags, strict=True):
        if flag != current:
            parts[not current].append(block.data[begin:start])
            begin, current = start, flag
    parts[not current].append(block.data[begin : block.end])
    return b"".join(parts[0]), b"".join(parts[1])
