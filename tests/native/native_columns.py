"""The extension's tables, as tests look at them."""

from __future__ import annotations

import pytest

pytest.importorskip("pgnfen._native")

from pgnfen import _native


def column(column: bytes, code: str = "I") -> list[int]:
    """A column as numbers."""
    return memoryview(column).cast(code).tolist()  # type: ignore[call-overload, no-any-return]


def split(scanner: _native.Scanner, data: bytes, final: bool = True) -> _native.Games:
    """The games up to the first that asks for care."""
    games = _native.Games()
    scanner.split(data, games, final)
    return games
