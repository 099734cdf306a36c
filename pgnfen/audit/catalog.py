"""The catalog of rules, the choice among them, and which findings are ignored in which files."""

from __future__ import annotations

import fnmatch
import os
from collections.abc import Collection, Iterable

import pgnfen.audit.rules  # noqa: F401  (its modules declare the rules)
from pgnfen.audit.finding import Severity
from pgnfen.audit.rule import FAMILIES, REGISTRY, Rule
from pgnfen.inputs.names import relative_path
from pgnfen.words import unknown


def all_rules() -> tuple[Rule, ...]:
    """The catalog, in its order: by family as listed, then by code."""
    order = list(FAMILIES)
    return tuple(sorted(REGISTRY.values(), key=lambda r: (order.index(r.code[0]), r.code)))


def resolved(texts: Iterable[str]) -> list[str]:
    """Codes and prefixes of them in upper case, for a rule's name its code. Raises ValueError for what is none of them.

    >>> resolved(["c2", "castling-not-declared"])
    ['C2', 'C201']
    """
    rules = all_rules()
    names = {rule.name: rule.code for rule in rules}
    prefixes = {rule.code[:size] for rule in rules for size in range(1, len(rule.code) + 1)}
    found = []
    for text in texts:
        code = names.get(text.lower(), text.upper())
        if code not in prefixes:
            known = [*names, *(rule.code for rule in rules)]
            raise ValueError(unknown("rule", text, known, "run 'pgnfen rules' for the list"))
        found.append(code)
    return found


def shown_of(
    codes: Iterable[str], select: Iterable[str], severity: Severity | None, otherwise: Severity
) -> tuple[Severity, frozenset[str]]:
    """The least severity that is shown, or repaired, and which of the codes are whatever theirs: those selected in
    full. `severity` None: it is `otherwise`.

    >>> shown_of(["S101", "C201"], ["S", "C201"], None, "warning")
    ('warning', frozenset({'C201'}))
    """
    if severity is not None:
        return severity, frozenset()
    return otherwise, frozenset(resolved(select)).intersection(codes)


def choose(select: Iterable[str] = (), ignore: Iterable[str] = (), standard: str = "1994") -> tuple[Rule, ...]:
    """The rules with a code, prefix or name in `select` (all, if empty), and none in `ignore`; a string is one of them.

    Those that are off unless asked for (Rule.by_name) need their whole code in `select`.

    A longer prefix wins over a shorter one, as `--select S --ignore S1 --select S101` would have it.
    PGN v1.1 (`standard` "1.1") knows no SetUp tag: S101 is silent.
    Raises ValueError for a code, prefix or name that no rule has.
    """
    rules = all_rules()
    wanted, unwanted = (
        frozenset(resolved([codes] if isinstance(codes, str) else codes)) for codes in (select, ignore)
    )

    def length(code: str, prefixes: frozenset[str]) -> int:
        return next((size for size in range(len(code), 0, -1) if code[:size] in prefixes), -1)

    chosen = []
    for candidate in rules:
        yes = length(candidate.code, wanted) if wanted else 0
        no = length(candidate.code, unwanted)
        if yes < 0 or no >= max(yes, 1):
            continue
        if candidate.by_name and candidate.code not in wanted:
            continue
        if candidate.standard not in (None, standard):
            continue
        chosen.append(candidate)
    return tuple(chosen)


class Ignores:
    """What is ignored in which files; patterns are relative to the folder of the configuration."""

    def __init__(self, folder: str, patterns: dict[str, list[str]]) -> None:
        self.folder = folder
        self.patterns = patterns
        self.read: set[str] = set()  # patterns of which a file was read
        self.used: set[tuple[str, str]] = set()

    def __repr__(self) -> str:
        return f"Ignores({self.folder!r}, {self.patterns!r})"  # a run that goes on is known by it

    def of(self, path: str) -> list[tuple[str, str]]:
        """The patterns that a file fits, with the codes that each ignores."""
        relative = relative_path(path, self.folder) if os.path.exists(path) else path  # noqa: PTH110
        found = []
        for pattern, codes in self.patterns.items():
            if fnmatch.fnmatch(relative, pattern) or fnmatch.fnmatch(relative.rpartition("/")[2], pattern):
                self.read.add(pattern)
                found += [(pattern, code) for code in resolved(codes)]
        return found

    def silences(self, fitting: Iterable[tuple[str, str]], code: str) -> bool:
        """Whether a finding is ignored; that it was is noted."""
        fits = [one for one in fitting if code.startswith(one[1])]
        self.used.update(fits)
        return bool(fits)

    def useless(self, asked: Collection[str]) -> list[tuple[str, str]]:
        """What was read and silences nothing, where all of its rules are among those that were `asked`."""
        listed = {(pattern, code) for pattern in self.read for code in resolved(self.patterns[pattern])}
        off = [rule.code for rule in all_rules() if rule.code not in asked and not rule.by_name]
        return sorted(one for one in listed - self.used if not any(code.startswith(one[1]) for code in off))
