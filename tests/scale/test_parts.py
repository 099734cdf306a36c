"""Into how many parts a large file is cut."""

from __future__ import annotations

from pathlib import Path

import pytest

from pgnfen.scale.parts import Unit, units


@pytest.mark.parametrize(("size", "parts"), [(1000, 0), (501, 0), (500, 2), (334, 2), (333, 3), (100, 10)])
def test_parts_of_at_least_a_size(tmp_path: Path, size: int, parts: int) -> None:
    """A file of 1,000 bytes; no part is smaller than `size`, and one part alone is none."""
    path = tmp_path / "games.pgn"
    path.write_bytes(b'[Event "?"]\n\n1. e4 *\n\n'.ljust(1000))
    [unit] = units([str(path)], "pgn", size)
    assert isinstance(unit, Unit)
    assert len(unit.parts) == parts
    if parts:
        assert (unit.parts[0].begin, unit.parts[-1].end) == (0, 1000)
        assert all(one.end == other.begin for one, other in zip(unit.parts, unit.parts[1:], strict=False))
