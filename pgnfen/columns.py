"""Columns: each column of tags, findings, positions and stats is one field of a record, annotated with a Column.

From it come the keys of JSON Lines, the columns of text, CSV and Arrow, and the tables of the documentation.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal, NamedTuple, get_type_hints

Type = Literal["word", "text", "words", "u16", "u32", "u64", "share"]
"""What a column holds: `word`, text that repeats from row to row; `text`, other text; `words`, a list of them; numbers
of so many bits; `share`, a part of 1."""


ARROW: dict[Type, str] = {
    "word": "dictionary of string", "text": "string", "words": "list of string", "u16": "uint16", "u32": "uint32",
    "u64": "uint64", "share": "double",
}  # fmt: skip
"""What the types are called in Arrow."""


class Column(NamedTuple):
    """A column: what it holds, and what that means. `tag`: it is the value of the tag of this name; `start`: of this
    attribute of the game's Start."""

    type: Type
    meaning: str
    tag: str | None = None
    start: str | None = None


@cache
def columns_of(record: type) -> dict[str, Column]:
    """The columns of a record, by name, in order. Fields that are annotated with none are no columns."""
    hints = get_type_hints(record, include_extras=True)
    found = {name: getattr(hint, "__metadata__", (None,))[0] for name, hint in hints.items()}
    return {name: column for name, column in found.items() if isinstance(column, Column)}


def documented(title: str, columns: Mapping[str, Column]) -> str:
    """A table of the documentation.

    >>> print(documented("stats", {"count": Column("u64", "how many")}), end="")
    | stats | type | |
    |---|---|---|
    | `count` | uint64 | how many |
    """
    rows = [f"| `{name}` | {ARROW[column.type]} | {column.meaning} |\n" for name, column in columns.items()]
    return f"| {title} | type | |\n|---|---|---|\n" + "".join(rows)
