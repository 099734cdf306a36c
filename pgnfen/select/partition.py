"""The games of a block in two parts, byte for byte: those that match and the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pgnfen.fen.start import Start
from pgnfen.pgn.block import Block
from pgnfen.pgn.layout import KEYS
from pgnfen.pgn.start_tags import start_of_key, text_of
from pgnfen.pgn.tagpairs import read_tag_section
from pgnfen.select.conditions import CLASSICS, Select, classic

if TYPE_CHECKING:
    from pgnfen.audit.auditor import Auditor
    from pgnfen.audit.finding import Placed
    from pgnfen.audit.sighted import OpenGame, Sighted
    from pgnfen.pgn.records import RecordBlock

_READINGS = tuple(classic(reading) for reading in CLASSICS)


@dataclass(slots=True)
class Part:
    """A block divided: which games match (a flag each), both parts as bytes, and what the three readings of
    "classic" would have kept."""

    flags: list[bool]
    matched: bytes
    rest: bytes
    readings: Counter[str] = field(default_factory=Counter)


class Partition:
    """Divides blocks by a Select; remembers starts, not games."""

    LIMIT = 1 << 13

    def __init__(self, select: Select) -> None:
        self.select = select
        self._starts: dict[Hashable, tuple[bool, Start]] = {}
        codes = [*select.has, *select.without]
        self.auditor: Auditor | None = None
        if codes:
            from pgnfen.audit.auditor import Auditor
            from pgnfen.audit.rule import choose

            # R101 gives way to the rules that explain it: they have to be asked too.
            self.auditor = Auditor(choose([*codes, "R201", "R202", "R203"]))

    def divide(self, block: Block, readings: bool = False) -> Part:
        """Divide a block; with `readings` count what each reading of "classic" would keep."""
        flags, sighted = self.sight(block)
        looked = [self.look(one) for one in sighted.open.values()] if sighted else []
        return self.part(block, flags, sighted, looked, readings)

    def sight(self, block: Block) -> tuple[list[bool], Sighted | None]:
        """The first look at a block: a flag for each game that the start and tags let pass, and, where findings are
        asked for, what the auditor sees at once and leaves open of those."""
        known = self._starts
        keys = block.start_keys()
        flags = [(known.get(key) or self._known(block, index, key))[0] for index, key in enumerate(keys)]
        if self.select.tags:
            flags = [flag and self._tags_match(block, index) for index, flag in enumerate(flags)]
        if self.auditor is None:
            return flags, None
        sighted = self.auditor.sight(block)
        return flags, sighted._replace(open={index: one for index, one in sighted.open.items() if flags[index]})

    def look(self, open_game: OpenGame | RecordBlock) -> list[Placed]:
        """The findings of a game that the first look has left open."""
        assert self.auditor is not None
        return self.auditor.look(open_game)

    def part(
        self,
        block: Block,
        flags: list[bool],
        sighted: Sighted | None = None,
        looked: Sequence[list[Placed]] = (),
        readings: bool = False,
    ) -> Part:
        """The block divided, when all is known."""
        if sighted is not None:
            flags = self._by_findings(flags, {**sighted.found, **dict(zip(sighted.open, looked, strict=True))})
        if self.select.inverted:
            flags = [not flag for flag in flags]
        part = Part(flags, *_cut(block, flags))
        if readings:
            keys = block.start_keys()
            first = dict(zip(reversed(keys), range(len(keys) - 1, -1, -1), strict=True))
            for key, count in Counter(keys).items():
                start = (self._starts.get(key) or self._known(block, first[key], key))[1]
                for name, reading in zip(CLASSICS, _READINGS, strict=True):
                    part.readings[name] += count * reading(start)
        return part

    def _known(self, block: Block, index: int, key: Hashable) -> tuple[bool, Start]:
        """What is known of the start of the game at `index`, to be remembered under `key`."""
        if len(self._starts) >= self.LIMIT:
            self._starts.clear()
        start = start_of_key(block.start_key(index))
        known = self._starts[key] = all(condition(start) for condition in self.select.starts), start
        return known

    def _tags_match(self, block: Block, index: int) -> bool:
        for name, pattern in self.select.tags:
            if name in KEYS:
                value = text_of(block.values[index][KEYS.index(name)])
            else:
                value = _tag(block, index, name)
            if value is None or not pattern.search(value):
                return False
        return True

    def _by_findings(self, flags: list[bool], found: Mapping[int, Sequence[Placed]]) -> list[bool]:
        has = [code.upper() for code in self.select.has]
        without = [code.upper() for code in self.select.without]

        def fits(index: int) -> bool:
            codes = {one.remark.code for one in found.get(index, ())}
            return all(any(code.startswith(prefix) for code in codes) for prefix in has) and not any(
                code.startswith(prefix) for prefix in without for code in codes
            )

        return [flag and fits(index) for index, flag in enumerate(flags)]


def _tag(block: Block, index: int, name: bytes) -> str | None:
    names = block.layouts[index].names
    if names is not None and not any(known.lower() == name for known in names):
        return None
    section = read_tag_section(block.data, block.starts[index], block.movetexts[index])
    found = [pair for pair in section.pairs if pair.name.lower() == name] if section else []
    return found[-1].value if found else None


def _cut(block: Block, flags: list[bool]) -> tuple[bytes, bytes]:
    """The bytes of both parts, copied in runs of neighbours."""
    if all(flags):
        return block.data[: block.end], b""
    if not any(flags):
        return b"", block.data[: block.end]
    parts: tuple[list[bytes], list[bytes]] = ([], [])
    begin, current = 0, flags[0]
    for start, flag in zip(block.starts, flags, strict=True):
        if flag != current:
            parts[not current].append(block.data[begin:start])
            begin, current = start, flag
    parts[not current].append(block.data[begin : block.end])
    return b"".join(parts[0]), b"".join(parts[1])
