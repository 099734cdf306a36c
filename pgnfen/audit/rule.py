"""A rule is declared in one place: the decorator carries its metadata, the docstring is its documentation.

The docstring's first line says what it finds. An indented block after a line `Example:` is a PGN that the rule
must find fault with; the tests run it.
"""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pgnfen.audit.finding import Fix, Found, Severity

if TYPE_CHECKING:
    from pgnfen.audit.context import GameContext

# What a rule looks at. Rules of the moves are not asked about a game whose mainline the engine has cleared.
Scope = Literal["tags", "bytes", "result", "moves"]
Check = Callable[["GameContext"], Iterable[Found]]

FAMILIES = {
    "S": "SetUp, FEN and Variant as tag pairs",
    "F": "the FEN as text",
    "P": "the position",
    "C": "castling availability",
    "E": "en passant target square",
    "K": "clocks and counters",
    "R": "the replay",
    "G": "the game as PGN",
}


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the catalogue. `replay`: it needs the moves played on a board; `worst`: its highest severity."""

    code: str
    name: str
    severity: Severity
    fix: Fix | None
    scope: Scope
    replay: bool
    worst: Severity
    check: Check

    @property
    def says_faults(self) -> bool:
        """Whether all it says is what pgnfen.fen says of the FEN (Start.faults)."""
        return self.scope == "tags" and self.code[0] in "FPCEK" and self.code != "F701"

    @property
    def summary(self) -> str:
        """The first line of the documentation."""
        return self.documentation.split("\n", 1)[0]

    @property
    def documentation(self) -> str:
        """What the rule finds and why, without the example."""
        return self._parts()[0]

    @property
    def example(self) -> str:
        """A PGN in which the rule finds something."""
        return self._parts()[1]

    def _parts(self) -> tuple[str, str]:
        text, _, example = inspect.cleandoc(self.check.__doc__ or "").partition("\nExample:\n")
        return text.strip(), textwrap.dedent(example).strip("\n") + "\n"


REGISTRY: dict[str, Rule] = {}


def rule(
    code: str,
    name: str,
    severity: Severity,
    fix: Fix | None = None,
    *,
    scope: Scope = "tags",
    replay: bool = False,
    worst: Severity | None = None,
) -> Callable[[Check], Check]:
    """Declare a rule; the decorated function yields what it finds in one game."""

    def declare(check: Check) -> Check:
        if code in REGISTRY:
            raise ValueError(f"rule {code} is declared twice")
        REGISTRY[code] = Rule(code, name, severity, fix, scope, replay, worst or severity, check)
        return check

    return declare


def all_rules() -> tuple[Rule, ...]:
    """The catalogue, in its order: by family as listed, then by code."""
    import pgnfen.audit.rules  # noqa: F401  (its modules declare the rules)

    order = list(FAMILIES)
    return tuple(sorted(REGISTRY.values(), key=lambda r: (order.index(r.code[0]), r.code)))


def choose(
    select: Iterable[str] = (), ignore: Iterable[str] = (), severity: Severity = "info", standard: str = "1994"
) -> tuple[Rule, ...]:
    """The rules with a code or prefix in `select` (all, if empty), none in `ignore`, and at least `severity`.

    A longer prefix wins over a shorter one, as `--select S --ignore S1 --select S101` would have it. The severity
    holds for findings too: see Auditor. PGN v1.1 (`standard` "1.1") knows no SetUp tag: S101 is silent.
    Raises ValueError for a code or prefix that no rule has.
    """
    rules = all_rules()
    wanted, unwanted = [s.upper() for s in select], [s.upper() for s in ignore]
    for prefix in (*wanted, *unwanted):
        if not prefix or not any(r.code.startswith(prefix) for r in rules):
            raise ValueError(f"no rule has the code or prefix {prefix!r}")

    def length(code: str, prefixes: list[str]) -> int:
        return max((len(p) for p in prefixes if code.startswith(p)), default=-1)

    chosen = []
    for candidate in rules:
        yes = length(candidate.code, wanted) if wanted else 0
        no = length(candidate.code, unwanted)
        if yes < 0 or no >= max(yes, 1):
            continue
        if standard == "1.1" and candidate.code == "S101":
            continue
        chosen.append(candidate)
    return tuple(chosen)
