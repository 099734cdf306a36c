"""The games of a block in two parts, byte for byte: those that match and the rest."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.rule import choose
from pgnfen.fen.start import Start
from pgnfen.pgn.block import Block
from pgnfen.pgn.layout import KEYS
from pgnfen.pgn.starts import SETUP, StartKey, start_of, text_of
from pgnfen.pgn.tagpairs import read_tag_section
from pgnfen.select.conditions import CLASSICS, Select, classic

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
        self._starts: dict[StartKey, tuple[bool, Start]] = {}
        codes = [*select.has, *select.without]
        # R101 gives way to the rules that explain it: they have to be asked too.
        self._auditor = Auditor(choose([*codes, "R201", "R202", "R203"])) if codes else None

    def divide(self, block: Block, path: str = "", readings: bool = False) -> Part:
        """Divide a block; with `readings` count what each reading of "classic" would keep."""
        keys = [values[SETUP:] for values in block.values]
        flags = [self._of_start(key) for key in keys]
        if self.select.tags:
            flags = [flag and self._tags_match(block, index) for index, flag in enumerate(flags)]
        if self._auditor is not None:
            flags = self._by_findings(self._auditor, block, path, flags)
        if self.select.inverted:
            flags = [not flag for flag in flags]
        part = Part(flags, *_cut(block, flags))
        if readings:
            for key, count in Counter(keys).items():
                start = self._known(key)[1]
                for name, reading in zip(CLASSICS, _READINGS, strict=True):
                    part.readings[name] += count * reading(start)
        return part

    def _of_start(self, key: StartKey) -> bool:
        return (self._starts.get(key) or self._known(key))[0]

    def _known(self, key: StartKey) -> tuple[bool, Start]:
        known = self._starts.get(key)
        if known is None:
            if len(self._starts) >= self.LIMIT:
                self._starts.clear()
            start = start_of((*(None,) * SETUP, *key))
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

    def _by_findings(self, auditor: Auditor, block: Block, path: str, flags: list[bool]) -> list[bool]:
        codes: dict[int, set[str]] = {}
        for finding in auditor.audit_block(block, path):
            codes.setdefault(finding.game - block.number, set()).add(finding.code)
        has = [code.upper() for code in self.select.has]
        without = [code.upper() for code in self.select.without]

        def fits(index: int) -> bool:
            found = codes.get(index, set())
            return all(any(code.startswith(prefix) for code in found) for prefix in has) and not any(
                code.startswith(prefix) for prefix in without for code in found
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
