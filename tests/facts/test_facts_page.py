"""docs/facts.md lists the kinds of facts that there are."""

from __future__ import annotations

import re
from pathlib import Path

from pgnfen.facts import kinds
from pgnfen.facts.kinds import Fact


def test_the_table() -> None:
    """In their order; those with a place are the ones that are marked * in the source."""
    source = Path(kinds.__file__).read_text(encoding="utf-8")
    said = re.findall(r"^    ([A-Z_0-9]+) = auto\(\)  # (\* )?", source, re.MULTILINE)
    text = (Path(__file__).parents[2] / "docs" / "facts.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([A-Z_0-9]+)` \| (yes )?\|", text, re.MULTILINE)
    assert [name for name, _ in said] == [fact.name for fact in Fact]
    assert [(name, bool(place)) for name, place in rows] == [(name, bool(place)) for name, place in said]
