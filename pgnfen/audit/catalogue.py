"""The catalogue of rules, and the choice among them."""

from __future__ import annotations

from collections.abc import Iterable

import pgnfen.audit.rules  # noqa: F401  (its modules declare the rules)
from pgnfen.audit.rule import FAMILIES, REGISTRY, Rule


def all_rules() -> tuple[Rule, ...]:
    """The catalogue, in its order: by family as listed, then by code."""
    order = list(FAMILIES)
    return tuple(sorted(REGISTRY.values(), key=lambda r: (order.index(r.code[0]), r.code)))


def choose(select: Iterable[str] = (), ignore: Iterable[str] = (), standard: str = "1994") -> tuple[Rule, ...]:
    """The rules with a code or prefix in `select` (all, if empty), and none in `ignore`.

    Those that are off unless asked for (Rule.by_name) need their whole code in `select`.

    A longer prefix wins over a shorter one, as `--select S --ignore S1 --select S101` would have it.
    PGN v1.1 (`standard` "1.1") knows no SetUp tag: S101 is silent.
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
        if candidate.by_name and candidate.code not in wanted:
            continue
        if standard == "1.1" and candidate.code == "S101":
            continue
        chosen.append(candidate)
    return tuple(chosen)
