"""Which findings of an audit are reported: not those that files may hold, nor those that a baseline knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pgnfen.report.terminal_text import quoted
from pgnfen.words import counted

if TYPE_CHECKING:
    from pgnfen.audit.ignores import Ignores
    from pgnfen.report.audit_task import FoundInBlock
    from pgnfen.report.baseline import Baseline


class Chooser:
    """Leaves out what files may hold (per-file-ignores) and what a baseline knows, and counts both."""

    def __init__(self, ignores: Ignores | None, baseline: Baseline | None) -> None:
        self.ignores, self.baseline = ignores, baseline
        self.known = self.ignored = 0

    @property
    def chooses(self) -> bool:
        """Whether anything can be left out."""
        return self.ignores is not None or self.baseline is not None

    def choose(self, found: FoundInBlock) -> list[int]:
        """Which of the findings of a block are left (0-based)."""
        fitting = self.ignores.of(found.path) if self.ignores is not None else []
        left = []
        if self.baseline is not None:
            self.baseline.read(found.path, tuple(code for _, code in fitting))
        for number, (one, digest) in enumerate(zip(found.findings, found.hashes, strict=True)):
            remark = one.remark
            if self.ignores is not None and fitting and self.ignores.silences(fitting, remark.code):
                self.ignored += 1
            elif self.baseline is None or self.baseline.is_new(found.path, digest, remark):
                left.append(number)
            else:
                self.known += 1
        return left

    def summary(self, new: int, whole: bool, pruned: bool = False) -> Iterator[str]:
        """What was left out, and what is left out for nothing; what is gone only where the inputs were read `whole`;
        `pruned`: it has been taken out of the baseline."""
        if self.baseline is not None:
            yield f"{self.known:,} known, {new:,} new ({quoted(self.baseline.file)})"
            gone = self.baseline.gone().total() if whole else 0
            if gone:
                what = f"{counted(gone, 'known finding')} no longer occur{'s' if gone == 1 else ''}"
                yield f"{what}{', and taken out' if pruned else ': --prune-baseline'}"
        if self.ignored:
            yield f"{self.ignored:,} ignored (per-file-ignores)"
        for pattern, code in self.ignores.useless() if self.ignores is not None else ():
            yield f"per-file-ignores: {code} in {pattern} silences nothing any more"
