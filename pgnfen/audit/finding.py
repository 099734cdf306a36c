"""A finding: one thing that is wrong with a game, as data; and what is wrong with the value of a tag pair."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from pgnfen.columns import Column
from pgnfen.errors import check_one_of

Severity = Literal["error", "warning", "info"]
Fix = Literal["safe", "unsafe"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")


def at_least(severity: Severity) -> tuple[Severity, ...]:
    """This severity and those above it. Raises ValueError for what is none."""
    check_one_of("severity", severity, SEVERITIES)
    return SEVERITIES[: SEVERITIES.index(severity) + 1]


class Finding(NamedTuple):
    """What a rule found, in the order of the JSON keys.

    `game` and `line` count from 1, `offset` is in bytes of the uncompressed input, `ply` counts from 1 from the
    starting position and is None where no ply is meant. `fix` is "safe" where a repair cannot change what was
    played, "unsafe" where it is a guess, None where there is none.
    """

    path: Annotated[str, Column("word", "the input")]
    game: Annotated[int, Column("u64", "from 1 in each input; 0: the file as a whole")]
    line: Annotated[int, Column("u64", "from 1")]
    offset: Annotated[int, Column("u64", "bytes, from 0")]
    ply: Annotated[int | None, Column("u32", "from 1; null where no ply is meant")]
    code: Annotated[str, Column("word", "of the rule")]
    name: Annotated[str, Column("word", "of the rule")]
    severity: Annotated[Severity, Column("word", "error, warning or info")]
    field: Annotated[str | None, Column("word", "the tag, or the field of the FEN")]
    declared: Annotated[str | None, Column("text", "what the game says")]
    expected: Annotated[str | None, Column("text", "what it should say, where that is known")]
    message: Annotated[str, Column("text", "what is wrong")]
    fix: Annotated[Fix | None, Column("word", "safe, unsafe, or null: there is none")]


class Remark(NamedTuple):
    """A Finding without its place. Archives repeat one fault on every game: such games share one remark."""

    ply: int | None
    code: str
    name: str
    severity: Severity
    field: str | None
    declared: str | None
    expected: str | None
    message: str
    fix: Fix | None


class Placed(NamedTuple):
    """A remark and where it stands: game, line (both from 1) and byte offset in the input."""

    remark: Remark
    game: int
    line: int
    offset: int

    def finding(self, path: str) -> Finding:
        """The finding, with the name of the input."""
        return Finding(path, self.game, self.line, self.offset, *self.remark)


class GameFinding(NamedTuple):
    """What a rule finds in a game; the run makes a Finding of it.

    `at` is a byte position in the game's raw bytes. `severity` and `fix` override the rule's own; `fix` is "rule"
    where the rule's own holds.
    """

    at: int
    message: str
    field: str | None = None
    declared: str | None = None
    expected: str | None = None
    ply: int | None = None
    severity: Severity | None = None
    fix: Fix | Literal["rule"] | None = "rule"


SILENT = frozenset(("", "?", "-"))
"""Values that say that nothing is known."""


class ValueFault(NamedTuple):
    """What is wrong with a value (behind its tag and itself), what it should be, and what else the finding has."""

    why: str
    expected: str | None = None
    fix: Fix | Literal["rule"] | None = "rule"
    severity: Severity | None = None
