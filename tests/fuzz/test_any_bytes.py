"""Whatever the bytes: see targets.py. fuzz/run.py runs the same for as long as one likes."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pgnfen._native")

import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from seeds import seeds
from targets import TARGETS

FOUND = sorted((Path(__file__).parent / "found").glob("*"))
SHAPES: dict[str, st.SearchStrategy[bytes]] = {
    "source": strategies.packed, "records": strategies.any_record, "fen": strategies.any_record,
}  # fmt: skip
EXAMPLES = {"facts": 60, "fix": 25}


@pytest.mark.parametrize("name", TARGETS)
def test_any_bytes(name: str) -> None:
    @settings(max_examples=EXAMPLES.get(name, 120))
    @given(SHAPES.get(name, strategies.any_pgn))
    def holds(data: bytes) -> None:
        TARGETS[name](data)

    holds()


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", TARGETS)
def test_many_bytes(name: str) -> None:
    @settings(max_examples=EXAMPLES.get(name, 120) * 24)
    @given(SHAPES.get(name, strategies.any_pgn))
    def holds(data: bytes) -> None:
        TARGETS[name](data)

    holds()


@pytest.mark.parametrize("name", TARGETS)
def test_seeds(name: str) -> None:
    """One fault a file."""
    for data in seeds().values():
        TARGETS[name](data)


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.name)
def test_what_was_found(path: Path) -> None:
    """A file dropped into the folder, TARGET-name, is a case."""
    TARGETS[path.name.partition("-")[0]](path.read_bytes())
