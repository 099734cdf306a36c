"""Findings as a Code Quality report of GitLab: a JSON array, of which merge requests show what is new."""

from __future__ import annotations

from collections.abc import Sequence

from pgnfen.inputs.names import slashed
from pgnfen.report.baseline import Fingerprints
from pgnfen.report.evidence import Shown
from pgnfen.report.outcome import Needs, Outcome
from pgnfen.report.values import to_json

_SEVERITIES = {"error": "major", "warning": "minor", "info": "info"}


class GitlabCodeQuality:
    """See Document. A finding has the same fingerprint in every run, whatever its line."""

    needs: Needs = "fingerprint"

    def __init__(self) -> None:
        self._fingerprints = Fingerprints()
        self._begun = False
        self.notes: list[str] = []

    def put(self, path: str, found: Sequence[Shown], hashes: Sequence[str]) -> bytes:
        """See Document."""
        parts, path = [], slashed(path)
        for one, game in zip(found, hashes, strict=True):
            remark = one.placed.remark
            entry = {
                "description": f"{remark.code} {remark.name}: {remark.message}",
                "check_name": remark.code,
                "fingerprint": self._fingerprints.of(remark, game, path),
                "severity": _SEVERITIES[remark.severity],
                "location": {"path": path.removeprefix("./"), "lines": {"begin": one.placed.line}},
            }
            parts.append((b",\n" if self._begun else b"[\n") + to_json(entry))
            self._begun = True
        return b"".join(parts)

    def end(self, outcome: Outcome) -> bytes:
        """See Document."""
        return b"\n]\n" if self._begun else b"[]\n"
