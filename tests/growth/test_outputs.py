"""Reports and memory grow as the input does, whatever keyword of whatever rule is repeated wherever: see outputs.py."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hostile import PLACES
from outputs import REPORTS, report, shapes, taken, written

MEMORY = 1000
"""Bytes for each of the input."""
_SPARE = 48 << 20  # of memory, for what is imported late


def check(step: int, format: str, size: int, folder: Path) -> None:
    """Every so many shapes one; each format has others."""
    first = REPORTS.index(format) * 7
    for shape in list(shapes())[first::step]:
        small, large = written(shape, size, format, folder), written(shape, size * 4, format, folder)
        assert large <= 4.6 * small + 8 * size, (shape, small, large)


@pytest.mark.parametrize("format", REPORTS)
def test_reports_grow_as_the_input_does(format: str, tmp_path: Path) -> None:
    check(700, format, 2000, tmp_path)


@pytest.mark.exhaustive
@pytest.mark.parametrize("format", REPORTS)
def test_all_reports_grow_as_the_input_does(format: str, tmp_path: Path, reader: str) -> None:
    check(61, format, 4000, tmp_path)


@pytest.mark.exhaustive
@pytest.mark.skipif(sys.platform == "win32", reason="no fork")
@pytest.mark.parametrize("format", REPORTS)
def test_reports_of_much_take_little_memory(format: str, tmp_path: Path, reader: str) -> None:
    size = 256 << 10
    for shape in list(shapes())[REPORTS.index(format) * 7 :: 800]:
        used = taken(shape, size, format, tmp_path)
        assert used.memory <= MEMORY * size + _SPARE, (shape, used)
        assert used.written <= MEMORY * size, (shape, used)


@pytest.mark.parametrize("word", [b"fen= ", b"{fen=", b"fen=/", b"[%fen ", b"FEN:4k3/8/8/8,"])
def test_declarations_are_not_quoted_again_and_again(word: bytes, tmp_path: Path, reader: str) -> None:
    """64 KB of `fen= ` before a delimiter once were 434 MB of JSON Lines."""
    head, tail = PLACES["in a comment"]
    for end in (b"", b"///////"):
        data = head + word * (16384 // len(word)) + end + tail
        assert report(data, False, "jsonl", tmp_path) < 100 * len(data)
