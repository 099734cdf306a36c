"""Games selected by conditions that travel to where the work is done: what the user named, not functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pgnfen.lazy import deferred
from pgnfen.pgn.block import Block
from pgnfen.pgn.start_tags import assume_variant
from pgnfen.select import conditions
from pgnfen.select.conditions import Classic, Condition, Select
from pgnfen.select.partition import Part, Partition
from pgnfen.words import split

with deferred:
    from pgnfen.select.sought import check_ends, read_sought


class SelectOptions(NamedTuple):
    """Conditions on games, all of which hold; of several values of one, any (of `has` and `tag`: all)."""

    classic: Classic | None = None
    chess960: bool = False
    double_chess960: bool = False
    kind: tuple[str, ...] = ()
    scharnagl: tuple[str, ...] = ()
    fen: tuple[str, ...] = ()
    fen_exact: tuple[str, ...] = ()
    placement: tuple[str, ...] = ()
    setup: bool | None = None
    variant: tuple[str, ...] = ()
    tag: tuple[str, ...] = ()
    has: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    inverted: bool = False
    reaches: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()

    @property
    def by_rules(self) -> bool:
        """Whether games are chosen by what Variant tag and FEN say of their rules."""
        found = self.classic or self.chess960 or self.double_chess960 or self.kind or self.scharnagl or self.variant
        return bool(found)


def select_of(options: SelectOptions) -> Select:
    """The conditions that the options name. Raises ValueError for one that makes no sense."""
    select = Select(inverted=options.inverted)
    makers: dict[str, Callable[..., Condition]] = {
        "classic": conditions.classic,
        "kind": lambda names: conditions.kind_is(split(names)),
        "scharnagl": lambda texts: conditions.scharnagl_is(conditions.read_numbers(",".join(texts))),
        "fen": lambda texts: conditions.any_of([conditions.same_position(fen) for fen in split(texts)]),
        "fen_exact": lambda texts: conditions.any_of([conditions.fen_is(fen) for fen in texts]),
        "placement": lambda texts: conditions.any_of([conditions.placement_is(one) for one in split(texts)]),
        "setup": conditions.has_setup,
        "variant": lambda names: conditions.variant_is(split(names)),
    }
    for name, make in makers.items():
        value = getattr(options, name)
        if value is not None and value != ():
            select.starts.append(make(value))
    if options.chess960:
        select.starts.append(conditions.chess960)
    if options.double_chess960:
        select.starts.append(conditions.kind_is(["double-chess960"]))
    if options.reaches:
        select.reaches += map(read_sought, split(options.reaches))
    if options.ends:
        select.ends = check_ends(split(options.ends))
    select.tags += map(conditions.tag_matches, options.tag)
    select.has += [",".join(_codes("has", text)) for text in options.has]
    select.without += [code for text in options.without for code in _codes("without", text)]
    return select


def _codes(option: str, text: str) -> list[str]:
    codes = split((text,))
    if not codes:
        raise ValueError(f"--{option} does not match any rule; run 'pgnfen rules' for the list")
    return codes


class Selection:
    """Divides blocks into games that match and others; a task of pgnfen.scale. `variant`: of games that state none;
    `readings`: the readings of "classic" are counted, and contradictions of Variant tags. Raises ValueError as
    select_of does."""

    def __init__(self, options: SelectOptions, variant: str | None = None, readings: bool = False) -> None:
        assume_variant(variant)
        self._options = options, variant, readings
        self.partition = Partition(select_of(options))

    def __reduce__(self) -> tuple[type[Selection], tuple[SelectOptions, str | None, bool]]:
        return Selection, self._options

    @property
    def heavy(self) -> bool:
        """Whether games are played."""
        return self.partition.auditor is not None or self.partition.plays

    @property
    def gil_free_seconds(self) -> float:
        """See scale.jobs.Task."""
        of_audit = self.partition.auditor.gil_free_seconds if self.partition.auditor is not None else 0.0
        return of_audit + (self.partition.courses.seconds if self.partition.plays else 0.0)

    def __call__(self, block: Block, path: str) -> tuple[Part, str]:
        """A block divided, and the path."""
        return self.partition.divide(block, self._options[2]), path
