"""Findings as SARIF 2.1.0 (OASIS), with what GitHub's code scanning reads of it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import PurePosixPath
from urllib.parse import quote

from pgnfen.audit.finding import SEVERITIES
from pgnfen.audit.rule import FAMILIES, REGISTRY, Rule
from pgnfen.inputs.names import is_url, slashed
from pgnfen.report.baseline import Fingerprints
from pgnfen.report.evidence import Shown
from pgnfen.report.outcome import Needs, Outcome
from pgnfen.report.terminal_text import message
from pgnfen.report.values import to_json, utf8
from pgnfen.version import __version__

MOST = 25_000
"""Results that a run may have (GitHub refuses more); the worst are kept."""
_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}
_PROBLEMS = {"error": "error", "warning": "warning", "info": "recommendation"}


class Sarif:
    """See Document. Memory: the results, MOST of each severity."""

    needs: Needs = "fingerprint"

    def __init__(self) -> None:
        self._results: dict[str, list[dict[str, object]]] = {severity: [] for severity in SEVERITIES}
        self._rules: dict[str, int] = {}
        self._fingerprints = Fingerprints()
        self.notes: list[str] = []

    def put(self, path: str, found: Sequence[Shown], hashes: Sequence[str]) -> bytes:
        """See Document."""
        for one, game in zip(found, hashes, strict=True):
            results = self._results[one.placed.remark.severity]
            if len(results) < MOST:
                results.append(self._result(path, one, game))
        return b""

    def _result(self, path: str, one: Shown, game: str) -> dict[str, object]:
        remark, number, line, offset = one.placed
        excerpt = one.excerpt
        region: dict[str, object] = {"startLine": line}
        if excerpt.column is not None:
            region["startColumn"] = excerpt.column
        if excerpt.length:
            if excerpt.column is not None:
                region["endColumn"] = excerpt.column + excerpt.length
            fault = excerpt.text[excerpt.at :][: excerpt.length]
            region["snippet"] = {"text": fault}
        return {
            "ruleId": remark.code,
            "ruleIndex": self._rules.setdefault(remark.code, len(self._rules)),
            "level": _LEVELS[remark.severity],
            "message": {"text": _message(one)},
            "locations": [{"physicalLocation": {"artifactLocation": _location(path), "region": region}}],
            "partialFingerprints": {"primaryLocationLineHash": self._fingerprints.of(remark, game, path)},
            "properties": {
                "game": number, "offset": offset, "ply": remark.ply, "field": remark.field,
                "declared": remark.declared, "expected": remark.expected, "fix": remark.fix,
            },
        }  # fmt: skip

    def end(self, outcome: Outcome) -> bytes:
        """See Document."""
        every = [result for severity in SEVERITIES for result in self._results[severity]]
        notices = [_notice(line, "error") for line in outcome.unread]
        left = outcome.counts.total() - min(MOST, len(every))
        if left:
            self.notes.append(f"{left:,} findings are not in the SARIF file: a run can have at most {MOST:,} results")
            notices.append(_notice(self.notes[-1], "warning"))
        driver = {
            "name": "pgnfen",
            "version": __version__,
            "semanticVersion": __version__,
            "rules": [_rule(REGISTRY[code]) for code in self._rules],
        }
        run = {
            "tool": {"driver": driver},
            "invocations": [{"executionSuccessful": not outcome.unread, "toolExecutionNotifications": notices}],
            "columnKind": "unicodeCodePoints",
            "results": every[:MOST],
        }
        return to_json({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}) + b"\n"


def _message(one: Shown) -> str:
    remark = one.placed.remark
    fix = f" [{remark.fix} fix]" if remark.fix else ""
    return f"game {one.placed.game}: {message(remark)}{fix}"


def _notice(text: str, level: str) -> dict[str, object]:
    return {"level": level, "message": {"text": text}}


@lru_cache(maxsize=8)  # asked for of each finding
def _location(path: str) -> dict[str, object]:
    """Where an input is: a URI, relative to the root of the sources if the name is relative.

    >>> _location("./a b.pgn"), _location("/x.pgn")
    ({'uri': 'a%20b.pgn', 'uriBaseId': '%SRCROOT%'}, {'uri': 'file:///x.pgn'})
    """
    if is_url(path):
        return {"uri": quote(path, safe=":/?#[]@!$&'()*+,;=%")}
    drive = os.path.splitdrive(path)[0]  # of Windows; such a name is always whole
    name = PurePosixPath(slashed(os.path.abspath(path) if drive else path)).as_posix()  # noqa: PTH100
    if drive:
        return {"uri": ("file:" if name.startswith("//") else "file:///") + quote(utf8(name), safe="/:")}
    name = quote(utf8(name))
    return {"uri": f"file://{name}"} if name.startswith("/") else {"uri": name, "uriBaseId": "%SRCROOT%"}


def _rule(rule: Rule) -> dict[str, object]:
    text = "\n\n".join(" ".join(part.split()) for part in rule.documentation.split("\n\n"))
    example = "".join(f"    {line}\n" for line in rule.example.rstrip("\n").split("\n"))
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": text},
        "help": {
            "text": f"{text}\n\nExample of a game with this finding:\n\n{example}",
            "markdown": f"{text}\n\nExample of a game with this finding:\n\n```pgn\n{rule.example}```\n",
        },
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        "properties": {
            "tags": ["chess", "pgn", FAMILIES[rule.code[0]]],
            "precision": "very-high",
            "problem.severity": _PROBLEMS[rule.severity],
        },
    }
