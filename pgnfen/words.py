"""Words of messages and of the command line."""

from __future__ import annotations

from collections.abc import Iterable

from pgnfen.lazy import deferred

with deferred:
    from difflib import get_close_matches


def split(values: Iterable[str]) -> list[str]:
    """Values that are written one by one or with commas.

    >>> split(["C, E", "S101"])
    ['C', 'E', 'S101']
    """
    return [part.strip() for value in values for part in value.split(",") if part.strip()]


def counted(number: int, noun: str) -> str:
    """A number, as people read it, and its noun in the singular or plural.

    >>> counted(1, "game"), counted(5335, "game"), counted(2, "ply"), counted(0, "fix")
    ('1 game', '5,335 games', '2 plies', '0 fixes')
    """
    if number == 1:
        return f"1 {noun}"
    plural = f"{noun[:-1]}ies" if noun.endswith("ply") else f"{noun}es" if noun.endswith("x") else f"{noun}s"
    return f"{number:,} {plural}"


def meant(word: str, known: Iterable[str]) -> str:
    """What may be meant by a word that is not known, to stand behind a message; nothing where nothing is near.

    >>> meant("adit", ["audit", "fix"]), meant("x", ["audit", "fix"])
    (' (did you mean audit?)', '')
    """
    near = get_close_matches(word.lower(), list(known), 3, 0.7)
    return f" (did you mean {' or '.join(near)}?)" if near else ""
