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


SCHEMA = "https://json-schema.org/draft/2020-12/schema"
"""The version of JSON Schema that is written."""
ARROW: dict[Type, str] = {
    "word": "dictionary of string", "text": "string", "words": "list of string", "u16": "uint16", "u32": "uint32",
    "u64": "uint64", "share": "double",
}  # fmt: skip
"""What the types are called in Arrow."""


def _number(bits: int) -> dict[str, object]:
    return {"type": ["integer", "null"], "minimum": 0, "maximum": (1 << bits) - 1}


_JSON: dict[Type, dict[str, object]] = {
    "word": {"type": ["string", "null"]}, "text": {"type": ["string", "null"]},
    "words": {"type": ["array", "null"], "items": {"type": "string"}}, "share": {"type": ["number", "null"]},
    "u16": _number(16), "u32": _number(32), "u64": _number(64),
}  # fmt: skip


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


def json_schema(title: str, columns: Mapping[str, Column]) -> dict[str, object]:
    """The JSON Schema of a line of JSON Lines: each key is there, and null where there is no such thing.

    >>> json_schema("stats", {"count": Column("u16", "how many")})["properties"]
    {'count': {'type': ['integer', 'null'], 'minimum': 0, 'maximum': 65535, 'description': 'how many'}}
    """
    properties = {name: _JSON[column.type] | {"description": column.meaning} for name, column in columns.items()}
    return {
        "$schema": SCHEMA, "title": f"A line of pgnfen {title}", "type": "object", "properties": properties,
        "required": list(columns),
    }  # fmt: skip
