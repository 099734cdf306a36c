"""What an archive holds: its games counted by what their tags, starts, moves and findings say.

Headers alone are read unless plies or findings are asked for. What is kept is a count and a place for each different
value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from pgnfen import native
from pgnfen.fen.plain_columns import PlainColumns, plain_columns
from pgnfen.lazy import deferred
from pgnfen.pgn.block import Block
from pgnfen.pgn.definitions import ASKED, NO_ID, RESULT, VARIANT
from pgnfen.pgn.native_records import NativeRecordBlock
from pgnfen.pgn.native_splitter import NativeBlock
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.pgn.start_tags import assume_variant
from pgnfen.pgn.tag_values import raw_column, tag_column
from pgnfen.pgn.tagpairs import text_of
from pgnfen.select.division import is_tag_name, scharnagl_text

with deferred:
    from pgnfen.audit.auditor import Auditor
    from pgnfen.facts.position_ends import Ends

if TYPE_CHECKING:
    from pgnfen.audit.auditor import Auditor
    from pgnfen.facts.position_ends import Ends
    from pgnfen.fen.start import Start

Value = TypeVar("Value", bound=Hashable)
Place = tuple[str, int]
"""An input and the number of a game in it."""
Said = tuple[tuple[str, str | None], ...]
"""What is said of a game: what it is counted by, and its value."""

BY = ("kind", "scharnagl", "key", "fen", "variant")
"""What games are counted by, besides the names of tags."""
_ORDER = ("kind", "scharnagl", "tags", "variant", "castling", "en_passant", "result", "finding")
_CASTLING = ("fen", "x-fen", "shredder")
_EN_PASSANT = ("1994", "x-fen", "legal")


@dataclass(slots=True)
class Count:
    """How often a value occurs, and in which game first."""

    times: int
    first: Place


@dataclass(slots=True)
class Counts:
    """Games counted. `by` has what they are counted by, and of that the values (None: they have none) in the order of
    their first games; `stopped` are games with moves that stop at an error."""

    games: int = 0
    bytes: int = 0
    plies: int = 0
    stopped: int = 0
    by: dict[str, dict[str | None, Count]] = field(default_factory=dict)

    def count(self, what: str, value: str | None, times: int, first: Place) -> None:
        """A value occurs so many times more."""
        values = self.by.setdefault(what, {})
        known = values.get(value)
        if known is None:
            values[value] = Count(times, first)
        else:
            known.times += times

    def add(self, other: Counts) -> None:
        """Add what comes behind this one."""
        self.games += other.games
        self.bytes += other.bytes
        self.plies += other.plies
        self.stopped += other.stopped
        for what, values in other.by.items():
            for value, count in values.items():
                self.count(what, value, count.times, count.first)


def by_input(parts: Iterable[tuple[Counts, str]]) -> Iterator[tuple[Counts, str | None, int]]:
    """The counts of blocks (with the name of their input, in order) joined to those of each input; behind them those of
    all (path None), and of how many inputs these are. Neither the reader nor the size of blocks has a part in the order
    of what is counted, or of the values."""
    total, inputs = Counts(), 0
    for path, blocks in groupby(parts, key=lambda part: part[1]):
        one, inputs = Counts(), inputs + 1
        for counts, _ in blocks:
            one.add(counts)
        one.by = {what: dict(sorted(values.items(), key=_first_game)) for what, values in _in_order(one.by)}
        total.add(one)
        yield one, path, 1
    total.by = dict(_in_order(total.by))
    yield total, None, inputs


def _in_order(by: dict[str, dict[str | None, Count]]) -> list[tuple[str, dict[str | None, Count]]]:
    return sorted(by.items(), key=lambda item: _ORDER.index(item[0]) if item[0] in _ORDER else -1)


def _first_game(item: tuple[str | None, Count]) -> tuple[int, str]:
    """Where a value of one input stands among the others; those of one game by their text."""
    return item[1].first[1], item[0] or ""


class StatsOptions(NamedTuple):
    """What is counted: `by` one thing (of BY, or a tag), else all that headers say; plies and findings as well.
    `variant`: of games that state none."""

    by: str | None = None
    plies: bool = False
    findings: bool = False
    variant: str | None = None

    @property
    def heavy(self) -> bool:
        """Whether more than headers is read."""
        return self.plies or self.findings


class Statistics:
    """Counts the games of blocks; a task of pgnfen.scale. Raises ValueError where `by` is nothing that games are
    counted by."""

    def __init__(self, options: StatsOptions) -> None:
        if options.by is not None and options.by not in BY and not is_tag_name(options.by):
            raise ValueError(f"{options.by!r} is not the name of a tag; use {', '.join(BY)} or the name of a tag")
        assume_variant(options.variant)
        self.options = options
        self._known: dict[Hashable, Said] = {}  # of plain starts

    def __reduce__(self) -> tuple[type[Statistics], tuple[StatsOptions]]:
        return Statistics, (self.options,)

    def __call__(self, block: Block, path: str) -> tuple[Counts, str]:
        """The games of a block counted, and the path."""
        return self.block(block, path), path

    @property
    def gil_free_seconds(self) -> float:
        """Seconds in which the interpreter was free for other threads."""
        auditor = self._auditor if self.options.findings else None
        return (self._ends.seconds if self.options.plies else 0.0) + (auditor.gil_free_seconds if auditor else 0.0)

    @cached_property
    def _ends(self) -> Ends:
        return Ends()

    @cached_property
    def _auditor(self) -> Auditor:
        return Auditor()

    def block(self, block: Block, path: str) -> Counts:
        """The games of a block counted; an input's bytes are those of its blocks."""
        counts = Counts(len(block), block.end)
        for said, times, index in self._said(block):
            for what, value in said:
                counts.count(what, value, times, (path, block.number + index))
        if self.options.plies:
            for end in self._ends.of(block):
                counts.plies += end.plies
                counts.stopped += end.fen is None
        if self.options.findings:
            from pgnfen.audit.rule import REGISTRY

            for one in self._auditor.block(block):
                code, severity = one.remark.code, one.remark.severity
                counts.count("finding", f"{code} {REGISTRY[code].name} ({severity})", 1, (path, one.game))
        return counts

    def _said(self, block: Block) -> Iterator[tuple[Said, int, int]]:
        """What is said of games, of how many, and the first of them (0-based, in the block)."""
        by = self.options.by
        if by is not None and by not in ("kind", "scharnagl", "variant"):
            for value, times, index in _counted(self._values(block, by)):
                yield ((by, value),), times, index
            return
        keys = self._starts(block)
        results = raw_column(block, RESULT) if by is None else (None,) * len(keys)
        for (key, result), times, index in _counted(list(zip(keys, results, strict=True))):
            said = self._of_start(block, key, index)
            if by is not None:
                said = tuple(one for one in said if one[0] == by)
            elif not isinstance(block, RecordBlock):
                said = (*said, ("result", text_of(result)))
            yield said, times, index

    def _values(self, block: Block, by: str) -> Sequence[str | None]:
        """The value of each game."""
        if by == "key":
            return self._ends.keys(block)
        return tag_column(block, by.lower().encode())

    def _starts(self, block: Block) -> list[Hashable]:
        """Something for each game that says what its start does, and which of its tags there are."""
        if not isinstance(block, (NativeBlock, NativeRecordBlock)):
            return block.start_keys()
        codes = block.codes(native.module().Questions([], []))
        tags: Sequence[object] = (None,) * len(codes)
        if isinstance(block, NativeBlock):
            tags = [value is not None for value in raw_column(block, VARIANT)]
        keys: list[Hashable] = list(zip(codes, tags, strict=True))
        if ASKED | NO_ID in codes:  # those of which nothing is known have the same number
            unknown = ASKED | NO_ID
            places = enumerate(zip(codes, keys, strict=True))
            keys = [key if code != unknown else (index, key) for index, (code, key) in places]
        return keys

    def _of_start(self, block: Block, key: Hashable, index: int) -> Said:
        if isinstance(block, (NativeBlock, NativeRecordBlock)):
            known = self._known.get(key)
            if known is not None:
                return known
            assert isinstance(key, tuple)
            if not isinstance(key[1], tuple) and not key[0] & ASKED:
                columns = plain_columns(key[0])
                known = self._known[key] = _of_columns(columns, bool(key[1]))
                return known
        return _of_start(block.start(index))


def _counted(values: Sequence[Value]) -> Iterator[tuple[Value, int, int]]:
    """Each different value, how often it occurs, and where first."""
    firsts = dict(zip(reversed(values), range(len(values) - 1, -1, -1), strict=True))
    for value, times in Counter(values).items():
        yield value, times, firsts[value]


def _of_start(start: Start) -> Said:
    tags = _tags(start.has_setup, start.has_fen, start.variant_text is not None)
    if not start.has_fen:
        return _columns(start, tags)
    castling = _conventions(start.castling, _CASTLING), _conventions(start.en_passant, _EN_PASSANT)
    return (*_columns(start, tags), ("castling", castling[0]), ("en_passant", castling[1]))


def _of_columns(columns: PlainColumns, has_variant: bool) -> Said:
    said = _columns(columns, _tags(columns.has_setup, columns.has_fen, has_variant))
    if not columns.has_fen:
        return said
    castling = _conventions(columns.castling_conventions, _CASTLING)
    return (*said, ("castling", castling), ("en_passant", _conventions(columns.en_passant_conventions, _EN_PASSANT)))


def _columns(start: Start | PlainColumns, tags: str) -> Said:
    variant = start.variant.name
    return ("kind", start.kind), ("scharnagl", scharnagl_text(start)), ("tags", tags), ("variant", variant)


def _tags(setup: bool, fen: bool, variant: bool) -> str:
    names = [name for name, there in (("SetUp", setup), ("FEN", fen), ("Variant", variant)) if there]
    return " ".join(names) or "none"


def _conventions(found: Sequence[str], all_of_them: Sequence[str]) -> str:
    """Those that a FEN follows: it tells nothing where it follows all."""
    return "any" if len(found) == len(all_of_them) else " ".join(found) or "none"
