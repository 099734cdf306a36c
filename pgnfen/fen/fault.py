"""What is wrong with a FEN, as data: a Fault names the rule, the field, the culprit's columns and a repair."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

PLACEMENT = "piece placement"
ACTIVE = "active color"
CASTLING = "castling availability"
EN_PASSANT = "en passant target square"
HALFMOVE = "halfmove clock"
FULLMOVE = "fullmove number"
RECORD = "record"

FIELD_NAMES = (PLACEMENT, ACTIVE, CASTLING, EN_PASSANT, HALFMOVE, FULLMOVE)
"""The six fields of a FEN record in their order (PGN 1994, section 16.1.3)."""

DEFAULTS = ("", "w", "-", "-", "0", "1")
"""What a field that is not stated is taken for, in the order of FIELD_NAMES (the placement has no default)."""



def joined(fields: Iterable[str], checks: str | None) -> str:
    """A record of six fields, and Three-check's counters where they belong: those left behind the fourth (`3+3`), those
    given at the end (`+0+0`).

    >>> joined("8/8 w - - 0 1".split(), "3+3"), joined("8/8 w - - 0 1".split(), "+0+0")
    ('8/8 w - - 3+3 0 1', '8/8 w - - 0 1 +0+0')
    """
    parts = [*fields]
    if checks is not None:
        parts.insert(6 if checks.startswith("+") else 4, checks)
    return " ".join(parts)


Fix = Literal["safe", "unsafe"]
Severity = Literal["error", "warning", "info"]


class Fault(NamedTuple):
    """One thing that is wrong with a FEN.

    `code` is the rule's ("F101"); `field` the field's name as in FIELD_NAMES, or "record" for the whole line;
    `column` the 0-based character index of the culprit in the FEN text and `length` its characters;
    `declared` what stands there (the whole field for castling), `expected` what should (None: nobody can tell);
    `fix` is "safe" where the repair cannot change what was played, "unsafe" where it is a guess; `severity` where it is
    not that of the rule.
    """

    code: str
    field: str
    column: int
    length: int
    declared: str | None
    expected: str | None
    message: str
    fix: Fix | None = None
    severity: Severity | None = None


def quote(text: str, limit: int = 40) -> str:
    r"""Quote a piece of foreign text for a one-line message: control characters escaped, long text cut.

    >>> quote("KQ\tkq")
    '"KQ\\tkq"'
    >>> quote("x" * 50, limit=5)
    '"xxxxx..."'
    """
    cut = text if len(text) <= limit else text[:limit] + "..."
    if cut.isprintable():
        return f'"{cut}"'
    return '"' + "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in cut) + '"'
