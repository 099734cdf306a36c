"""The mechanical rules of what users read: no word of a short list, whole summaries, each text once understood.

The words were marked by readers who did not know the program; `texts.py` lists what they read.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import texts

TEXTS = texts.texts()
BANNED = {
    "is no X, is none: say what it is not":
        r"(?<!there )(?<!it )\bis no (?!longer\b|fix\b|correct\b|way\b|other\b)\w|\b(is|are) none of",
    "men are pieces": r"\b[Mm][ae]n\b(?! \(| pages?\b)",
    "behind is after": r"\b[Bb]ehind\b(?!\s(two\s)?pawns)",
    "one spelling, the American one": r"[Cc]olour|[Nn]eighbour|[Rr]ecognise|[Bb]ehaviour|[Cc]atalogue",
    "things do not want, hold or bear": r"\bwants?\b|is wanted|\bheld to\b|\bbears? (it )?out\b",
    "an unusual word": r"\brightful|\bNobody\b|\bnobody\b|\bnought\b|\bgoes by\b|\bgo by\b|\bof its kin\b",
    "nothing is said: the rule ignores": r"[Nn]othing is said|\bis silent\b",
    "blanks are spaces, unless of a line": r"\b[Bb]lanks\b|\bone blank\b(?! line)",
    "a fix, not a repair": r"\b[Rr]epair(s|ed|ing)?\b",
    "as PGN has it: not a PGN ...": r"as PGN has it",
}


@pytest.mark.parametrize("why", BANNED)
def test_no_banned_words(why: str) -> None:
    banned = re.compile(BANNED[why])
    assert [f"{places[0]}: {text}" for text, places in TEXTS.items() if banned.search(text)] == []


_DOCS = Path(__file__).parents[2] / "docs"
_MADE = {"api.md", "commands.md", "notebook.md", "rules.md"}  # from the code, whose texts are looked at above
_CODE = re.compile(r"^```.*?^```$|^    .*$|`[^`\n]*`|\]\([^)]*\)|\[[\w/.-]+\.md\]", re.DOTALL | re.MULTILINE)
_KINDS = re.compile(r"^\| `[A-Z_0-9]+` \|.*$", re.MULTILINE)  # of facts, from definitions


@pytest.mark.parametrize("page", [
    page for page in sorted(_DOCS.rglob("*.md")) if page.name not in _MADE and page.parent.name != "rules"
], ids=lambda page: page.relative_to(_DOCS).as_posix())  # fmt: skip
def test_no_banned_words_in_the_documentation(page: Path) -> None:
    text = _CODE.sub("", _KINDS.sub("", page.read_text(encoding="utf-8")))
    found = [(why, match[0]) for why, banned in BANNED.items() for match in re.finditer(banned, text)]
    assert found == []


def test_texts_are_found() -> None:
    """The list has what it is made of: messages, help, pages of rules, templates."""
    assert len(TEXTS) > 1000
    places = {place.split(" ")[0].split("/")[0] for found in TEXTS.values() for place in found}
    assert {"audit", "cli", "fen", "help", "inputs", "report", "rule", "templates"} <= places
    assert "unknown {} {}; {}" in TEXTS
