"""Words of messages and of the command line."""

from __future__ import annotations

from collections.abc import Iterable

from pgnfen.lazy import deferred, regex

with deferred:
    from difflib import get_close_matches

_RANGE = regex(r"([0-9]{1,9})(?:(-)([0-9]{1,9})?)?")
_LAST = (1 << 32) - 1
Ranges = tuple[tuple[int, int], ...]
"""Numbers from and to."""


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


def unknown(noun: str, word: str, known: Iterable[str], otherwise: str = "") -> str:
    """The message about a word that is not known: what is near it, or else what to do (default: the known words).

    >>> unknown("format", "jsn", ["text", "jsonl"]), unknown("format", "x", ["text", "jsonl", "csv"])
    ("unknown format 'jsn'; did you mean 'jsonl'?", "unknown format 'x'; use text, jsonl or csv")
    >>> unknown("rule", "X9", ["c201"], "run 'pgnfen rules' for the list")
    "unknown rule 'X9'; run 'pgnfen rules' for the list"
    """
    known = tuple(known)
    hint = did_you_mean(word, known) or otherwise or f"use {listed(known, 'or')}"
    return f"unknown {noun} {word!r}; {hint}"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A question that names the words near another; "" where there is none.

    >>> did_you_mean("legla", ["1994", "x-fen", "legal"]), did_you_mean("foo", ["1994"])
    ("did you mean 'legal'?", '')
    """
    words = {each.lower(): each for each in known}
    near = get_close_matches(word.lower(), list(words), 3, 0.7)
    return f"did you mean {' or '.join(repr(words[each]) for each in near)}?" if near else ""


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words as a sentence lists them.

    >>> listed(["a"]), listed(["a", "b", "c"], "or")
    ('a', 'a, b or c')
    """
    *before, end = words
    return f"{', '.join(before)} {last} {end}" if before else end


def read_ranges(values: Iterable[str], noun: str, nouns: str) -> Ranges:
    """Numbers and ranges of them, as a user writes them. Raises ValueError for what is none.

    >>> read_ranges(["1,10-20", "60-"], "ply", "plies")
    ((1, 1), (10, 20), (60, 4294967295))
    """
    values, found = tuple(values), []
    if not all(split((value,)) for value in values):
        raise ValueError(f"no {noun} is given; give at least one")
    for text in split(values):
        match = _RANGE.fullmatch(text)
        if match is None:
            forms = f"use a {noun} (12), a range of two {nouns} (10-20), or a {noun} and all later ones (10-)"
            raise ValueError(f"{text!r} is not a number or range; {forms}")
        begin = int(match[1])
        end = begin if match[2] is None else _LAST if match[3] is None else int(match[3])
        if end < begin:
            raise ValueError(f"{text!r} ends before it begins")
        found.append((begin, end))
    return tuple(found)
