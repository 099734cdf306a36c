"""Findings as one page of HTML that needs nothing else: a summary, a table, and for each finding boards, tags,
movetext, the rule and the repair.

The page holds data, not drawings: a position is its squares, drawn when it is looked at from one set of symbols. Data
is JSON, deflated, in base64: an index of all findings, and their evidence in chunks that are unpacked when one of their
findings is opened. Foreign text comes into the page as text alone, and its Content-Security-Policy runs no script but
the page's own.
"""

from __future__ import annotations

import os
import time
import zlib
from array import array
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256

from pgnfen.audit.catalog import all_rules
from pgnfen.audit.finding import SEVERITIES, Remark
from pgnfen.audit.rule import REGISTRY
from pgnfen.fen.boards import man_svg
from pgnfen.inputs.names import slashed
from pgnfen.report.evidence import Shown
from pgnfen.report.outcome import Needs, Outcome
from pgnfen.report.pages import page, part
from pgnfen.report.terminal_text import printable, quoted
from pgnfen.report.values import to_json
from pgnfen.words import counted

MOST = 250_000
"""Findings whose data is in a page; those behind them are counted."""
PER_CHUNK = 200
_LEVEL = 4  # of zlib: 6 takes twice the time for a tenth less
_BARS = 12
_MEN = "KQRBNPkqrbnp"


class HtmlPage:
    """See Document. Memory: the data of the page, deflated: some 300 bytes a finding."""

    needs: Needs = "evidence"

    def __init__(self) -> None:
        self._rules: dict[str, int] = {}
        self._paths: dict[str, int] = {}
        self._known: dict[Remark, int] = {}
        self._same: dict[tuple[object, ...], int] = {}
        self._remarks: list[tuple[object, ...]] = []
        self._columns = {name: array("q") for name in ("remark", "path", "game", "line", "offset")}
        self._chunk: list[tuple[object, ...]] = []
        self._chunks: list[str] = []
        self._men = set(_MEN)
        self._of_files: Counter[tuple[str, str]] = Counter()
        self._cut = 0
        self.notes: list[str] = []

    def put(self, path: str, found: Sequence[Shown], hashes: Sequence[str]) -> bytes:
        """See Document."""
        columns, name = self._columns, quoted(path)
        for one in found:
            remark, game, line, offset = one.placed
            self._of_files[name, remark.severity] += 1
            if len(columns["game"]) >= MOST:
                self._cut += 1
                continue
            numbers = self._remark(remark), self._paths.setdefault(name, len(self._paths)), game, line, offset
            for column, number in zip(columns.values(), numbers, strict=True):
                column.append(number)
            self._chunk.append(self._data(one))
            if len(self._chunk) == PER_CHUNK:
                self._pack()
        if len(self._known) > MOST:
            self._known.clear()
        return b""

    def _remark(self, remark: Remark) -> int:
        """The number of a remark, the same for those that say the same."""
        number = self._known.get(remark)
        if number is None:
            rule = self._rules.setdefault(remark.code, len(self._rules))
            texts = (remark.field, remark.declared, remark.expected, remark.message)
            said = (
                rule, SEVERITIES.index(remark.severity), remark.ply,
                *(None if text is None else printable(text) for text in texts), remark.fix,
            )  # fmt: skip
            number = self._same.setdefault(said, len(self._remarks))
            if number == len(self._remarks):
                self._remarks.append(said)
            self._known[remark] = number
        return number

    def _data(self, one: Shown) -> tuple[object, ...]:
        excerpt, evidence = one.excerpt, one.evidence
        # As it is shown: what is not printable by its escape, which moves the place.
        parts = excerpt.text[: excerpt.at], excerpt.text[excerpt.at :][: excerpt.length]
        before, fault = map(printable, parts)
        behind = printable(excerpt.text[excerpt.at + excerpt.length :])
        assert evidence is not None
        for board in evidence.boards:
            self._men.update((board.squares or ".").replace(".", ""))
        return (before + fault + behind, len(before), len(fault), *evidence)

    def _pack(self) -> None:
        if self._chunk:
            self._chunks.append(_packed(self._chunk))
            self._chunk = []

    def end(self, outcome: Outcome) -> bytes:
        """See Document."""
        self._pack()
        if self._cut:
            self.notes.append(f"the page shows the first {MOST:,} findings; {self._cut:,} more are only counted")
        script = part("report.js")
        found = outcome.counts.total()
        values = {
            "script": script,
            "script_hash": b64encode(sha256(script.encode()).digest()).decode(),
            "men": [(man, man_svg(man)) for man in sorted(self._men)],
            "day": _day(),
            "asked": printable(outcome.command),
            "configuration": printable(outcome.configuration),
            "games": counted(outcome.games, "game"),
            "inputs": counted(outcome.inputs, "input"),
            "left": _left(outcome),
            "tiles": list(_tiles(outcome)),
            "unread": outcome.unread,
            "cut": (
                f"This page shows the first {MOST:,} findings; {self._cut:,} more are only counted."
            ) if self._cut else "",
            "charts": list(self._charts(outcome)) if found else [],
            "nothing": "No findings to show." if outcome.hidden else "No findings.",
            "chunks": self._chunks,
            "index": _packed(self._index()),
        }
        return page("report.html", values)

    def _index(self) -> dict[str, object]:
        rules = [
            {"code": code, "name": REGISTRY[code].name, "text": _documentation(code)} for code in self._rules
        ]
        columns = {name: column.tolist() for name, column in self._columns.items()}
        return {"rules": rules, "paths": list(self._paths), "remarks": self._remarks, "perChunk": PER_CHUNK, **columns}

    def _charts(self, outcome: Outcome) -> Iterator[dict[str, object]]:
        names = {rule.code: f"{rule.code} {rule.name}" for rule in all_rules()}
        yield _chart("By rule", "rule", outcome.counts, names, self._rules)
        if len(self._paths) > 1:
            shared = len(os.path.commonprefix([slashed(path).rpartition("/")[0] + "/" for path in self._paths]))  # noqa: RUF071
            shared = shared if all(slashed(path[:shared]).endswith("/") for path in self._paths) else 0
            names = {path: path[shared:] for path in self._paths}
            yield _chart("By file", "file", self._of_files, names, self._paths)


def _day() -> str:
    """The day of the page, in UTC: today, or that of SOURCE_DATE_EPOCH, by which a page is made again as it was."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    return time.strftime("%Y-%m-%d", time.gmtime(int(seconds) if seconds.isdigit() else None))


def _packed(value: object) -> str:
    return b64encode(zlib.compress(to_json(value), _LEVEL)).decode()


def _documentation(code: str) -> str:
    """The rule's documentation, its lines joined to paragraphs."""
    return "\n\n".join(" ".join(part.split()) for part in REGISTRY[code].documentation.split("\n\n"))


def _left(outcome: Outcome) -> str:
    hidden = outcome.hidden
    parts = [f"{hidden[severity]:,} of severity {severity} not shown" for severity in SEVERITIES if hidden[severity]]
    parts += [f"{outcome.known:,} in the baseline"] if outcome.known else []
    parts += [f"{outcome.ignored:,} ignored"] if outcome.ignored else []
    return ", ".join(parts)


def _tiles(outcome: Outcome) -> Iterator[tuple[str, str, str]]:
    yield f"{outcome.games:,}", "games" if outcome.games != 1 else "game", ""
    yield f"{outcome.games_with:,}", "with findings", ""
    yield f"{outcome.counts.total():,}", "findings", ""
    for severity in SEVERITIES:
        number = sum(count for (_, one), count in outcome.counts.items() if one == severity)
        yield f"{number:,}", severity, severity if number else ""


def _chart(
    title: str, filter: str, counts: Counter[tuple[str, str]], names: dict[str, str], values: dict[str, int]
) -> dict[str, object]:
    """Bars of the most frequent, each parted by severity; `values` is what the page's filter calls them."""
    totals: Counter[str] = Counter()
    for (key, _), count in counts.items():
        if key in values:
            totals[key] += count
    most = totals.most_common(_BARS)
    bars = []
    for key, total in most:
        parts, x = [], 0.0
        for severity in SEVERITIES:
            width = 100 * counts[key, severity] / most[0][1]
            if width:
                parts.append({"severity": severity, "x": f"{x:.3f}", "width": f"{width:.3f}"})
            x += width
        said = ", ".join(f"{counts[key, one]:,} {one}" for one in SEVERITIES if counts[key, one])
        about = {"name": names[key], "title": f"{key}: {said}", "value": values[key], "number": f"{total:,}"}
        bars.append(about | {"parts": parts})
    more = len(totals) - len(most)
    return {"title": title, "filter": filter, "bars": bars, "more": f"and {more:,} more" if more else ""}
