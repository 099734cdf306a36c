"""What a game can be asked for: its start, its tags, its findings. All conditions of a Select combine with and."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, TypeAlias

from pgnfen import native
from pgnfen.errors import check_one_of
from pgnfen.fen.definitions import CODE_BITS, KINDS
from pgnfen.fen.variants import STANDARD, Variant, read_variant
from pgnfen.lazy import deferred
from pgnfen.select.placement_pattern import PlacementPattern
from pgnfen.select.tag_conditions import TagCondition
from pgnfen.select.tag_conditions import tag_matches as tag_matches
from pgnfen.words import unknown

with deferred:
    from pgnfen.fen.arrays import start_fen
    from pgnfen.fen.key import position_key
    from pgnfen.fen.record import read_fen
    from pgnfen.fen.start import read_start
    from pgnfen.fen.understand import conventions

if TYPE_CHECKING:
    from pgnfen._native import Questions
    from pgnfen.facts.courses import Sought
    from pgnfen.fen.plain_columns import PlainColumns
    from pgnfen.fen.record import FenRecord
    from pgnfen.fen.start import Start

Classic = Literal["standard", "no-fen", "array", "rules"]
CLASSICS: tuple[Classic, ...] = ("standard", "no-fen", "array", "rules")
Condition: TypeAlias = "Callable[[Start], bool]"
_RANGE = r"([0-9]{1,6})(?:\s*-\s*([0-9]{1,6}))?"


class Columns(Protocol):
    """The part of a Start that most conditions need, whichever reader it comes from; see there."""

    @property
    def has_setup(self) -> bool: ...
    @property
    def has_fen(self) -> bool: ...
    @property
    def variant(self) -> Variant: ...
    @property
    def kind(self) -> str: ...
    @property
    def scharnagl(self) -> int | None: ...
    @property
    def scharnagl_black(self) -> int | None: ...
    @property
    def chess960(self) -> bool: ...
    @property
    def is_standard_array(self) -> bool: ...
    @property
    def contradicts_variant(self) -> bool: ...


class OfColumns:
    """A condition on the columns of a start; `meaning`: what it tests, for help and the documentation."""

    def __init__(self, holds: Callable[[Columns], bool], meaning: str | None = None) -> None:
        self.holds = holds
        if meaning is not None:
            self.__doc__ = meaning

    def __call__(self, start: Columns) -> bool:
        return self.holds(start)


Position = tuple[bytes, bool, int, int | None]
"""A position of 8x8: the men from a8 on, White to move, the rooks that may castle as a set of squares, the target of a
legal en passant capture; squares count from a1."""


class OfPosition:
    """A condition that the start is a position; None: one that no plain start of the native engine is, of 10x8, or
    with pieces in hand or checks left."""

    def __init__(self, holds: Condition, position: Position | None) -> None:
        self.holds, self.position = holds, position

    def __call__(self, start: Start) -> bool:
        return self.holds(start)


class OfPlacement:
    """A condition on the board."""

    def __init__(self, holds: Condition, pattern: PlacementPattern) -> None:
        self.holds, self.pattern = holds, pattern

    def __call__(self, start: Start) -> bool:
        return self.holds(start)


@cache
def _standard_array() -> FenRecord:
    return read_fen(start_fen(518))


class Select:
    """A conjunction of conditions: on the start, on tags (see tag_matches), on findings (codes, prefixes or names).

    `reaches`: one of these positions (see select.sought) occurs in the mainline, start included; `ends`: it ends on the
    board in one of these ways. A game whose moves cannot be played to the end fulfils neither. Of each in `has` (with
    commas: of one of the codes in it) something is found, of `without` nothing. `inverted` turns the whole
    around. Without any condition every game matches.
    """

    def __init__(
        self,
        starts: list[Condition] | None = None,
        tags: list[TagCondition] | None = None,
        has: list[str] | None = None,
        without: list[str] | None = None,
        inverted: bool = False,
        reaches: list[Sought] | None = None,
        ends: frozenset[str] = frozenset(),
    ) -> None:
        self.starts = starts or []
        self.tags = tags or []
        self.has = has or []
        self.without = without or []
        self.inverted = inverted
        self.reaches = reaches or []
        self.ends = ends


def classic(reading: Classic = "standard") -> OfColumns:
    """Classic games only, in one of four readings.

    "standard": standard chess from the standard array: the Variant tag is missing or names standard chess, and there
    is no FEN tag, or it is the standard array. By the tags alone: "no-fen": no FEN tag at all (the rule of the X-FEN
    article); "array": none, or the standard array. "rules": standard rules from any position, Chess960 and other
    variants out. Raises ValueError for another reading.

    >>> from pgnfen.fen.start import read_start
    >>> start = read_start("1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", None)
    >>> [classic(reading)(start) for reading in CLASSICS]
    [False, False, False, True]
    """
    check_one_of("reading", reading, CLASSICS)
    return OfColumns({"standard": _standard, "no-fen": _no_fen, "array": _array, "rules": _rules}[reading])


_STANDARD_KEYS = frozenset(("standard", "fromposition"))
"""Standard chess, and what servers call it where a FEN is given; the other names of its rules name other arrays."""


def _standard(start: Columns) -> bool:
    return start.variant.key in _STANDARD_KEYS and _array(start)


def _no_fen(start: Columns) -> bool:
    return not start.has_fen


def _array(start: Columns) -> bool:
    return not start.has_fen or start.is_standard_array or start.kind == "standard"  # some fields may be missing


def _rules(start: Columns) -> bool:
    if start.variant.family not in ("standard", "unknown") or start.chess960:
        return False
    return start.kind not in ("chess960", "double-chess960", "10x8", "variant", "unreadable")


chess960 = OfColumns(lambda start: start.kind == "chess960", (
    "The kind of start is chess960: the game begins at one of the 960 starting positions of Chess960. Number 518, the "
    "standard starting position, counts only if the Variant tag says Chess960. A game that begins at a later position "
    "has another kind of start; `Start.chess960` is whether castling follows the rules of Chess960, at any start."
))


def kind_is(names: Iterable[str]) -> Condition:
    """The kind of start is one of these; raises ValueError for a name that is not in pgnfen.fen.KINDS."""
    wanted = frozenset([names] if isinstance(names, str) else names)
    for name in sorted(wanted - set(KINDS)):
        raise ValueError(unknown("kind of start", name, KINDS))
    return OfColumns(lambda start: start.kind in wanted)


def scharnagl_is(numbers: frozenset[int]) -> Condition:
    """The start's Scharnagl number, in double Chess960 either side's, is one of these."""
    return OfColumns(lambda start: start.scharnagl in numbers or start.scharnagl_black in numbers)


def read_numbers(text: str) -> frozenset[int]:
    """Numbers and ranges of Scharnagl numbers; raises ValueError outside 0 to 959.

    >>> sorted(read_numbers("518,1-3"))
    [1, 2, 3, 518]
    """
    numbers: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(_RANGE, part.strip())
        if not match:
            raise ValueError(f"{part.strip()!r} is not a Scharnagl number or a range of them (such as 0-9)")
        low, high = int(match[1]), int(match[2] or match[1])
        if not low <= high <= 959:
            raise ValueError(
                f"{part.strip()!r} is not a number from 0 to 959, or a range of such numbers with the lower "
                "number first"
            )
        numbers.update(range(low, high + 1))
    return frozenset(numbers)


def position_of(record: FenRecord, variant: Variant) -> Position | None:
    """As the native engine compares it; None for a record that states no position of 8x8. Men in hand and checks left,
    which no start that it reads has, are not in it."""
    if record.board is None or record.board.width != 8 or not record.is_readable or record.unstated:
        return None
    rooks = sum(1 << square for square in {_square(right.rook) for right in record.rights if right.rook})
    target = record.en_passant if "legal" in conventions(record, variant)[1] else "-"
    square = None if target in (None, "-") else _square(str(target))
    return record.board.squares.encode(), record.active_color == "w", rooks, square


def _square(name: str) -> int:
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def same_position(fen: str) -> Condition:
    """The start is this position, in any convention and with any counters: their keys are the same (`position_key`).
    Raises ValueError for an unreadable FEN.

    Men in hand and checks left belong to it. A FEN that says neither is read by the variant of a Variant tag: it is the
    position with empty hands in a game of Crazyhouse, with 3+3 in one of Three-check; no record that says so is.

    >>> from pgnfen.fen.start import read_start
    >>> bare, empty = "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R[] w K - 0 1"
    >>> starts = [read_start("1", *tags) for tags in ((empty, None), (empty, "Crazyhouse"), (bare, "Crazyhouse"))]
    >>> [[same_position(fen)(start) for start in starts] for fen in (bare, empty)]
    [[False, True, True], [True, True, True]]
    """
    own = read_start(None, fen, None).variant
    record = read_fen(fen, own)

    @cache
    def key(variant: Variant) -> str | None:
        return position_key(read_fen(fen, variant), variant)

    wanted = key(own)
    board = record.board
    if board is None or wanted is None:
        reasons = "; ".join(fault.message for fault in record.faults) or "the value is empty"
        raise ValueError(f"the FEN {fen!r} cannot be read: {reasons}")
    hands, checks = board.holdings is not None, record.checks is not None

    def same(start: Start) -> bool:
        variant, record = start.variant, _record_of(start)
        if record is None or record.board is None or record.board.squares != board.squares:
            return False
        found = position_key(record, variant)
        if hands or checks:
            by_variant = (variant.has_holdings or not hands) and (variant.key == "threecheck" or not checks)
        else:
            by_variant = start.has_variant
        return found is not None and found == (key(variant) if by_variant else wanted)

    is_plain = not (hands or checks) or wanted == key(STANDARD)
    return OfPosition(same, position_of(record, STANDARD) if is_plain else None)


def _record_of(start: Start) -> FenRecord | None:
    """The record of a start; of one without, the standard array where it is read as that."""
    if start.record is None and start.kind in ("standard", "chess960"):
        return _standard_array()
    return start.record


def fen_is(fen: str) -> Condition:
    """The FEN tag has exactly this value."""
    return lambda start: start.fen == fen


def placement_is(pattern: str) -> Condition:
    """The starting position's placement fits the pattern (see PlacementPattern); raises ValueError for none."""
    compiled = PlacementPattern(pattern)

    def fits(start: Start) -> bool:
        record = _record_of(start)
        return record is not None and record.board is not None and compiled.matches(record.board)

    return OfPlacement(fits, compiled)


def any_of(conditions: Sequence[Condition]) -> Condition:
    """One of these at least holds."""
    if len(conditions) == 1:
        return conditions[0]
    return lambda start: any(condition(start) for condition in conditions)


def has_setup(wanted: bool) -> Condition:
    """There is a SetUp tag, or there is none."""
    return OfColumns(lambda start: start.has_setup == wanted)


def variant_is(names: Iterable[str]) -> Condition:
    """The Variant tag means one of these variants, in any spelling; games without the tag are Standard. A name that no
    variant has is looked for as it is: an archive may have it."""
    keys = {read_variant(name).key for name in ([names] if isinstance(names, str) else names)}
    return OfColumns(lambda start: start.variant.key in keys)


# --- plain starts, of which the native engine answers

_MOST = 24  # questions
_NEVER = OfColumns(lambda _: False)


class PlainQuestions(NamedTuple):
    """Conditions as the native engine answers them of plain starts: `columns` are asked of a start's columns, and all
    `questions` have to be answered with yes."""

    columns: tuple[OfColumns, ...]
    questions: Questions
    yes: int

    def fits(self, code: int, columns: PlainColumns) -> bool:
        """Whether a plain start of that number fulfils all."""
        return code & self.yes == self.yes and all(condition(columns) for condition in self.columns)


def plain_questions(conditions: Sequence[Condition]) -> PlainQuestions | None:
    """What is to be asked of plain starts; None where a condition is one that only a Start can answer."""
    columns = tuple(one for one in conditions if isinstance(one, OfColumns))
    same = [one.position for one in conditions if isinstance(one, OfPosition)]
    positions = [one for one in same if one is not None]
    columns += (_NEVER,) * (len(same) - len(positions))
    patterns = [one.pattern for one in conditions if isinstance(one, OfPlacement)]
    count = len(positions) + len(patterns)
    if len(columns) + count < len(conditions) or count > _MOST:
        return None
    module = native.module()
    ranks = [[rank.encode() for rank in pattern.ranks] for pattern in patterns]
    return PlainQuestions(columns, module.Questions(positions, ranks), ((1 << count) - 1) << CODE_BITS)
