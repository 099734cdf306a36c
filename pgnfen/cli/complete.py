"""What a shell offers for the word that is being typed; see `pgnfen completion`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
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


def tags(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of tags."""
    return _items(incomplete, ((name, "") for name in _tag_names()))


def _tag_names() -> list[str]:
    """The names that the definitions have, and the dates of which years and months are meant."""
    from pgnfen.pgn.definitions import VALUE_KINDS

    names = sorted({*(name.decode() for name in VALUE_KINDS), "Opening", "Variation", "Annotator"})
    return [*names, *(f"{part}:{name}" for part in ("year", "month") for name in ("Date", "EventDate", "UTCDate"))]


def divided_by(of: Iterable[str]) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    """What games are divided by, or counted: these words, or names of tags."""
    words = tuple(of)
    return lambda _, __, incomplete: [*_one(incomplete, words), *_one(incomplete, _tag_names())]


def _one(incomplete: str, known: Iterable[str]) -> list[CompletionItem]:
    return [CompletionItem(word) for word in known if word.lower().startswith(incomplete.lower())]
