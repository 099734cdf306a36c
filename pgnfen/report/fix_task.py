"""The repair of a block as `pgnfen fix` has it done: fixes counted and logged where the work is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.catalog import choose
from pgnfen.audit.finding import Severity
from pgnfen.audit.ignores import Ignores
from pgnfen.audit.rule import REGISTRY
from pgnfen.pgn.block import Block
from pgnfen.pgn.start_tags import assume_variant
from pgnfen.pgn.tagpairs import decode
from pgnfen.repair.conventions import Conventions
from pgnfen.repair.fixer import Fixer
from pgnfen.repair.naming import NAMES, Naming
from pgnfen.report.values import path_json, to_json

if TYPE_CHECKING:
    from pgnfen.repair.name_lists import NameList
    from pgnfen.repair.state import Done, FixedBlock


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
    names: NameList | None = None


class FixCounts(NamedTuple):
    """Fixes done and refused by code (fields that could not be written otherwise under ""; names by a list under
    "names"), findings left by severity, and names that the list does not have (`KIND,SPELLING`)."""

    done: Counter[str]
    refused: Counter[str]
    left: Counter[str]
    unknown: Counter[str]

    @classmethod
    def none(cls) -> FixCounts:
        """Nothing counted yet."""
        return cls(Counter(), Counter(), Counter(), Counter())


class FixTask:
    """Repairs a block; gives its bytes before, where they are wanted, the block after, log lines, counts, path."""

    sees_neighbors = True

    def __init__(self, options: FixTaskOptions) -> None:
        self.options = options
        assume_variant(options.variant)
        rules = {rule.code: rule for rule in (*choose(), *choose(options.codes))}
        searches = options.unsafe and any(REGISTRY[code].searches for code in options.codes)
        self.auditor = Auditor(rules.values(), position_tags=options.position_tags, searches=searches)
        self._fixers: dict[frozenset[str], Fixer] = {}
        self._naming = Naming(options.names) if options.names is not None else None

    def __reduce__(self) -> tuple[type[FixTask], tuple[FixTaskOptions]]:
        return FixTask, (self.options,)

    @property
    def gil_free_seconds(self) -> float:
        return self.auditor.gil_free_seconds

    def __call__(self, block: Block, path: str) -> tuple[bytes, FixedBlock, bytes, FixCounts, str]:
        codes = self._codes(path)
        fixer = self._fixers.get(codes)
        if fixer is None:
            options = self.options
            fixer = Fixer(self.auditor, codes, options.unsafe, options.conventions, options.severity, options.named)
            self._fixers[codes] = fixer
        fixed = fixer.block(block)
        unknown = self._naming.rename(block, fixed) if self._naming is not None else Counter[str]()
        log = log_lines(fixed.done, path) if self.options.log else b""
        counts = FixCounts.none()._replace(unknown=unknown)
        for one in fixed.done:
            remark = one.placed.remark
            key = NAMES if remark.name == NAMES else remark.code
            (counts.done if one.refused is None else counts.refused)[key] += 1
        counts.left.update(one.remark.severity for one in fixed.left if one.remark.code in codes)
        fixed.done, fixed.left = [], []
        return block.data[: block.end] if self.options.before else b"", fixed, log, counts, path

    def _codes(self, path: str) -> frozenset[str]:
        """What is repaired in a file: what is not ignored there."""
        ignored = [code for _, code in self.options.ignores.of(path)] if self.options.ignores is not None else []
        return frozenset(code for code in self.options.codes if not any(map(code.startswith, ignored)))


def log_lines(done: Iterable[Done], path: str) -> bytes:
    """A line a fix. Keys: path, game, line (both from 1), offset (bytes of the input, before all fixes), code, name,
    field, before, after (texts; null where nothing was done), evidence (the finding), fix ("safe", "unsafe"),
    refused (why it was not done, else null)."""
    return b"".join([to_json(_entry(one, path)) + b"\n" for one in done])


def _entry(one: Done, path: str) -> dict[str, object]:
    placed, remark = one.placed, one.placed.remark
    refused = one.refused is not None
    return {
        **path_json(path),
        "game": placed.game,
        "line": placed.line,
        "offset": one.offset,
        "code": remark.code or None,
        "name": remark.name,
        "field": remark.field,
        "before": None if refused else decode(one.before),
        "after": None if refused else decode(one.after),
        "evidence": remark.message,
        "fix": remark.fix,
        "refused": one.refused,
    }
