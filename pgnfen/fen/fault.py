"""What is wrong with a FEN, as data: a Fault names the rule, the field, the culprit's columns and a repair."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from pgnfen.words import split, unknown

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


CODES = (
    "F101", "F102", "F103", "F201", "F202", "F203", "F204", "F301", "F401", "F402", "F501", "F601", "F602", "F603",
    "F701", "P101", "P102", "P103", "P104", "P105", "P106", "C101", "C102", "C103", "C104", "C105",
    "E101", "E102", "E103", "E104", "K101", "K103", "K105", "K106",
)  # fmt: skip
"""The rules that say what is wrong with a record by itself."""


def codes_of(codes: str | Iterable[str]) -> tuple[str, ...]:
    """Codes and prefixes of them, in upper case. Raises ValueError for what is none of them.

    >>> codes_of("K, c1"), codes_of(["F101"])
    (('K', 'C1'), ('F101',))
    >>> codes_of("C9")
    Traceback (most recent call last):
    ValueError: unknown rule 'C9'; use codes or prefixes of rules about a FEN, such as C or F101
    """
    found = tuple(split((codes,) if isinstance(codes, str) else codes))
    for code in found:
        if not any(known.startswith(code.upper()) for known in CODES):
            hint = "use codes or prefixes of rules about a FEN, such as C or F101"
            raise ValueError(unknown("rule", code, (), hint))
    return tuple(code.upper() for code in found)


Fix = Literal["safe", "unsafe"]
Severity = Literal["error", "warning", "info"]


class Fault(NamedTuple):
    """One thing that is wrong with a FEN.

    `code` is the rule's ("F101"); `field` the field's name as in FIELD_NAMES, or "record" for the whole line;
    `column` the 0-based character index of the culprit in the text that was read (the command, its JSON and the
    findings of the audit count columns from 1) and `length` its characters; `message` says what is wrong;
    `declared` what stands there (the whole field for castling), `expected` what should (None: nobody can tell);
    `fix` is "safe" where the repair cannot change what was played, "unsafe" where it is a guess; `severity` is None
    where it is that of the rule (all_rules has it), as it is for most.
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


def quote_named(text: str) -> str:
    """Quote as `quote` does, and name a character that looks like another: one that is no ASCII.

    >>> quote_named("\u2013"), quote_named("x")
    ('"\u2013" (U+2013)', '"x"')
    """
    return quote(text) + (f" (U+{ord(text):04X})" if len(text) == 1 and not text.isascii() else "")
