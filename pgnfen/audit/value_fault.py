"""What is wrong with the value of a tag pair."""

from __future__ import annotations

from typing import Literal, NamedTuple

from pgnfen.audit.finding import Fix, Severity

SILENT = frozenset(("", "?", "-"))
"""Values that say that nothing is known."""


class ValueFault(NamedTuple):
    """What is wrong with a value (behind its tag and itself), what it should be, and what else the finding has."""

    why: str
    expected: str | None = None
    fix: Fix | Literal["rule"] | None = "rule"
    severity: Severity | None = None
