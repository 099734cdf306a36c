"""Findings for a person at a terminal: grouped by file, aligned, with the line and a caret under what is at fault."""

from __future__ import annotations

from collections.abc import Sequence

from pgnfen.audit.finding import Remark, Severity
from pgnfen.report.evidence import Shown
from pgnfen.report.excerpt import Excerpt
from pgnfen.report.findings import Count, Folded, Folds, Said, what_is_said
from pgnfen.report.outcome import Needs, Outcome
from pgnfen.report.terminal_text import Colors, carets, message, printable, quoted
from pgnfen.report.values import utf8
from pgnfen.words import counted

_INDENT = " " * 10
_EVERY = 1 << 60


class GroupedText:
    """See Document. What repeats in a file is counted (see findings.py), unless `each` is to be shown."""

    needs: Needs = "place"

    def __init__(self, color: bool = False, each: bool = False) -> None:
        self._colors = Colors(color)
        self._each = each
        self._folds = _Folds(self._colors)
        self._path: str | None = None
        self._begun = self._headed = False
        self._keys: dict[Remark, Said] = {}
        self.notes: list[str] = []

    def put(self, path: str, found: Sequence[Shown], hashes: Sequence[str]) -> bytes:
        """See Document."""
        rest = b""
        if path != self._path:
            rest, self._path, self._headed = self._folds.end(), path, False
        entries = [
            (self._said(one.placed.remark), utf8(self._finding(one)), one.placed.line, one.placed.game)
            for one in found
        ]
        lines = self._folds.put(Folded(path, 0, entries))
        if lines and not self._headed:
            head = ("\n" if self._begun else "") + f"{self._colors.path(quoted(path))}\n"
            lines, self._begun, self._headed = utf8(head) + lines, True, True
        return rest + lines

    def end(self, outcome: Outcome) -> bytes:
        """See Document."""
        return self._folds.end()

    def _said(self, remark: Remark) -> Said:
        said = self._keys.get(remark)
        if said is None:
            if len(self._keys) >= 8192:
                self._keys.clear()
            said = what_is_said(remark)
            said = self._keys[remark] = (said[0], _EVERY) if self._each else said
        return said

    def _finding(self, one: Shown) -> str:
        remark, game, line, _ = one.placed
        colors = self._colors
        ply = f", ply {remark.ply}" if remark.ply is not None else ""
        severity = colors.severity(remark.severity, f"{remark.severity:<7}")
        fix = f" [{remark.fix} fix]" if remark.fix else ""
        return (
            f"{line:>8}  {severity} {colors.code(remark.code)} {remark.name}, game {game}{ply}{fix}\n"
            f"{_INDENT}{message(remark)}\n" + marked(one.excerpt, remark.severity, colors, _INDENT)
        )


class _Folds(Folds):
    """What repeats, below the name of its file."""

    def __init__(self, colors: Colors) -> None:
        super().__init__()
        self._colors = colors

    def written(self, tail: bytes, line: int, game: int) -> bytes:
        return tail  # the lines of it are whole

    def line(self, said: bytes, known: Count) -> bytes:
        left, games = known.findings - known.shown, counted(known.games, "game")
        text = f"and {left:,} more; the finding occurs in {games} of this file: {said.decode().rstrip()}"
        return utf8(f"{_INDENT}{self._colors.soft(text)}\n")


def marked(excerpt: Excerpt, severity: Severity, colors: Colors, indent: str) -> str:
    """The line of a finding, and carets under what of it is at fault; nothing of an empty line."""
    text, at, length = excerpt.text, excerpt.at, excerpt.length
    if not text.strip():
        return ""
    before, behind = ("" if excerpt.first == 1 else "... "), ("" if excerpt.whole else " ...")
    under = " " * len(before) + carets(text, at, length)
    line = before + printable(text) + behind
    blanks = under[: len(under) - len(under.lstrip())]
    return f"{indent}{line}\n{indent}{blanks}{colors.severity(severity, under.lstrip())}\n"
