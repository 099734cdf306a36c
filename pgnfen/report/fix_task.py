"""The repair of a block as `pgnfen fix` has it done: fixes counted and logged where the work is done."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.catalogue import choose
from pgnfen.audit.finding import Severity
from pgnfen.audit.ignores import Ignores
from pgnfen.pgn.block import Block
from pgnfen.pgn.start_tags import assume_variant
from pgnfen.repair.conventions import Conventions
from pgnfen.repair.fixer import Fixer
from pgnfen.report.fixes import log_lines

if TYPE_CHECKING:
    from pgnfen.repair.state import FixedBlock


class FixTaskOptions(NamedTuple):
    """What is to be repaired; it travels to where the work is done."""

    codes: frozenset[str]
    unsafe: bool
    conventions: Conventions
    ignores: Ignores | None
    before: bool
    log: bool
    variant: str | None
    position_tags: tuple[bytes, ...]
    severity: Severity
    named: frozenset[str]


class FixCounts(NamedTuple):
    """Fixes done and refused by code (fields that could not be written otherwise under ""), and findings left by
    severity."""

    done: Counter[str]
    refused: Counter[str]
    left: Counter[str]

    @classmethod
    def none(cls) -> FixCounts:
        """Nothing counted yet."""
        return cls(Counter(), Counter(), Counter())


class FixTask:
    """Repairs a block; gives its bytes before, where they are wanted, the block after, log lines, counts, path."""

    sees_neighbors = True

    def __init__(self, options: FixTaskOptions) -> None:
        self.options = options
        assume_variant(options.variant)
        rules = {rule.code: rule for rule in (*choose(), *choose(options.codes))}
        searches = options.unsafe and not options.codes.isdisjoint(("R101", "R102"))
        self.auditor = Auditor(rules.values(), position_tags=options.position_tags, searches=searches)
        self._fixers: dict[frozenset[str], Fixer] = {}

    def __reduce__(self) -> tuple[type[FixTask], tuple[FixTaskOptions]]:
        return FixTask, (self.options,)

    @property
    def released(self) -> float:
        return self.auditor.released

    def __call__(self, block: Block, path: str) -> tuple[bytes, FixedBlock, bytes, FixCounts, str]:
        codes = self._codes(path)
        fixer = self._fixers.get(codes)
        if fixer is None:
            options = self.options
            fixer = Fixer(self.auditor, codes, options.unsafe, options.conventions, options.severity, options.named)
            self._fixers[codes] = fixer
        fixed = fixer.block(block)
        log = log_lines(fixed.done, path) if self.options.log else b""
        counts = FixCounts.none()
        for one in fixed.done:
            (counts.done if one.refused is None else counts.refused)[one.placed.remark.code] += 1
        counts.left.update(one.remark.severity for one in fixed.left if one.remark.code in codes)
        fixed.done, fixed.left = [], []
        return block.data[: block.end] if self.options.before else b"", fixed, log, counts, path

    def _codes(self, path: str) -> frozenset[str]:
        """What is repaired in a file: what is not ignored there."""
        ignored = [code for _, code in self.options.ignores.of(path)] if self.options.ignores is not None else []
        return frozenset(code for code in self.options.codes if not any(map(code.startswith, ignored)))
