"""What a shell offers for the word that is being typed; see `pgnfen completion`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from pgnfen.lazy import deferred

with deferred:
    from click.shell_completion import CompletionItem

    from pgnfen.audit.catalog import all_rules
    from pgnfen.audit.rule import FAMILIES
    from pgnfen.fen.variants import variant_names

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def _items(incomplete: str, known: Iterable[tuple[str, str]]) -> list[CompletionItem]:
    """What completes the last of words with commas between; `known` with a help text each."""
    before, comma, last = incomplete.rpartition(",")
    return [
        CompletionItem(before + comma + word, help=said)
        for word, said in known
        if word.lower().startswith(last.lower())
    ]


def files(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Files and folders, by the shell's own means."""
    return [CompletionItem(incomplete, type="file")]


def codes(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Rules: their families and codes; their names, for what begins as one."""
    rules = all_rules()
    last = incomplete.rpartition(",")[2]
    found = _items(incomplete, [*FAMILIES.items(), *((rule.code, rule.name) for rule in rules)])
    return found if not last or found else _items(incomplete, ((rule.name, rule.summary) for rule in rules))


def kinds(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Kinds of start."""
    from pgnfen.fen.definitions import KINDS

    return _items(incomplete, ((kind, "") for kind in KINDS))


def variants(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Variants, by their canonical names."""
    return _items(incomplete, ((name, "") for name in variant_names()))


def criteria(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """What games are divided by."""
    from pgnfen.select.division import BY

    return _items(incomplete, ((name, "") for name in BY))
