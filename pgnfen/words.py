"""Words of messages and of the command line."""

from __future__ import annotations

from collections.abc import Iterable


def split(values: Iterable[str]) -> list[str]:
    """Values that are written one by one or with commas.

    >>> split(["C, E", "S101"])
    ['C', 'E', 'S101']
    """
    return [part.strip() for value in values for part in value.split(",") if part.strip()]
