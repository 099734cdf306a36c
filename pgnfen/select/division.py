"""The games of a block divided by a value: of their start, of a tag, or of what is found in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from pgnfen.audit.finding import SEVERITIES
from pgnfen.lazy import deferred, regex
from pgnfen.pgn.start_tags import assume_variant
from pgnfen.pgn.tag_values import tag_column
from pgnfen.words import unknown

with deferred:
    from pgnfen.audit.auditor import Auditor
    from pgnfen.facts.position_ends import Ends

if TYPE_CHECKING:
    from pgnfen.audit.auditor import Auditor
    from pgnfen.facts.position_ends import Ends
    from pgnfen.fen.start import Start
    from pgnfen.pgn.block import Block
    from pgnfen.select.conditions import Columns

NO_FINDING = "clean"
_TAG = regex(r"[A-Za-z0-9_][A-Za-z0-9_+#=:-]{0,63}")


def is_tag_name(text: str) -> bool:
    """Whether games may have a tag of that name."""
    return _TAG.fullmatch(text) is not None


def no_such_tag(name: str, known: Iterable[str]) -> str:
    """What is said where games go by a tag that none of them has; `known`: what they may go by besides."""
    parts = [f"{part}:Date" for part in ("year", "month") if part == name.lower()]
    otherwise = f"use {', '.join(known)}, the name of a tag, or year:Date"
    hint = f"did you mean {parts[0]!r}?" if parts else unknown("", name, known, otherwise).partition("; ")[2]
    return f"--by: no game has the tag {name!r}; {hint}"


class Stretch(NamedTuple):
    """Neighboring games with one value (None: they have none): how many, their bytes, and how many of them have a
    Variant tag that contradicts the start (0 where games are not divided by their start)."""

    value: str | None
    games: int
    data: bytes
    contradicting: int = 0


class Division:
    """Divides blocks by a criterion: one of BY, or the name of a tag; a task of pgnfen.scale. `variant`: of games that
    state none. Raises ValueError for a criterion that is neither."""

    def __init__(self, by: str, variant: str | None = None) -> None:
        assume_variant(variant)
        self.by, self._variant = by, variant
        self.auditor: Auditor | None = None
        if by == "finding":
            self.auditor = Auditor()
        elif by not in BY and not is_tag_name(by):
            raise ValueError(f"{by!r} is not the name of a tag; use {', '.join(BY)} or the name of a tag")

    def __reduce__(self) -> tuple[type[Division], tuple[str, str | None]]:
        return Division, (self.by, self._variant)

    @property
    def heavy(self) -> bool:
        """Whether findings are asked for."""
        return self.auditor is not None

    @property
    def gil_free_seconds(self) -> float:
        """See scale.jobs.Task."""
        return self.auditor.gil_free_seconds if self.auditor is not None else 0.0

    def __call__(self, block: Block, path: str) -> tuple[list[Stretch], str, int]:
        """The stretches of the block, the path, and the number of its first game."""
        return self.divide(block), path, block.number

    @cached_property
    def _ends(self) -> Ends:
        return Ends()

    def divide(self, block: Block) -> list[Stretch]:
        """The stretches of the block, in order; joined they are its bytes."""
        values, contradicting = self._values(block)
        stretches: list[Stretch] = []
        first = 0

        def cut(end: int, to: int) -> None:
            value = values[first] if values else None
            begin = block.starts[first] if first else 0
            stretches.append(Stretch(value, end - first, block.data[begin:to], sum(contradicting[first:end])))

        for index in range(1, len(values)):
            if values[index] != values[first]:
                cut(index, block.starts[index])
                first = index
        if block.end:
            cut(len(values), block.end)
        return stretches

    def _values(self, block: Block) -> tuple[list[str | None], Sequence[bool]]:
        """The value of each game, and where games are divided by their start whether the Variant tag contradicts it."""
        if self.auditor is not None:
            return _findings(self.auditor, block), ()
        if self.by == "key":
            return self._ends.keys(block), ()
        of_start = BY.get(self.by)
        if of_start is None:
            name = self.by.lower().encode()
            return tag_column(block, name), ()
        keys = block.start_keys()
        known: dict[object, tuple[str | None, bool]] = {}
        for index, key in enumerate(keys):
            if key not in known:
                start = block.start(index)
                known[key] = of_start(start), start.contradicts_variant
        return [known[key][0] for key in keys], [known[key][1] for key in keys]


def _findings(auditor: Auditor, block: Block) -> list[str | None]:
    """The code of the worst finding of each game, of equals the first."""
    worst: dict[int, tuple[int, str]] = {}
    for one in auditor.block(block):
        rank = SEVERITIES.index(one.remark.severity)
        known = worst.get(one.game - block.number)
        if known is None or rank < known[0]:
            worst[one.game - block.number] = rank, one.remark.code
    return [worst[index][1] if index in worst else NO_FINDING for index in range(len(block))]


def scharnagl_text(start: Columns) -> str | None:
    """The Scharnagl number of a start, of double Chess960 both."""
    if start.scharnagl is None:
        return None
    black = start.scharnagl_black
    return str(start.scharnagl) if black in (None, start.scharnagl) else f"{start.scharnagl}-{black}"


BY: dict[str, Callable[[Start], str | None]] = {
    "kind": lambda start: start.kind,
    "scharnagl": scharnagl_text,
    "variant": lambda start: start.variant.name,
    "key": lambda start: None,
    "fen": lambda start: start.fen,
    "finding": lambda start: None,
}
"""What games are divided by, besides the names of tags."""
