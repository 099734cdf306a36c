"""The order of what `stats` lists: neither the reader, nor how the input is cut into blocks, has a part in it."""

from __future__ import annotations

import importlib.util
import io
from pathlib import Path

import pytest

from pgnfen.pgn.blocks import read_blocks
from pgnfen.report.stats import Statistics, StatsOptions, by_input
from pgnfen.report.stats_lines import StatsRow, stats_rows

RULES = Path(__file__).parent.parent / "rules"
PARTS = ("G104*", "E104*", "C105*", "C101*", "S204*", "F102*", "S20[13]*")
READERS = ["python-chess"] + ["native"] * (importlib.util.find_spec("pgnfen._native") is not None)


def rows(data: bytes, size: int, options: StatsOptions) -> list[StatsRow]:
    counted = Statistics(options)
    parts = ((counted.block(block, path), path) for path in "ab" for block in read_blocks(io.BytesIO(data), size))
    return [row for counts, path, _ in by_input(parts) for row in stats_rows(counts, path, options)]


@pytest.mark.parametrize(
    "options",
    [
        StatsOptions(None, True, True),
        StatsOptions(),
        StatsOptions("kind"),
        StatsOptions("Event"),
        StatsOptions("key"),
    ],
)
def test_the_same_order_from_any_reader_and_blocks(options: StatsOptions, monkeypatch: pytest.MonkeyPatch) -> None:
    data = b"\n\n".join(path.read_bytes() for part in PARTS for path in sorted(RULES.glob(f"{part}.pgn")))
    expected: list[StatsRow] = []
    for engine in READERS:
        monkeypatch.setenv("PGNFEN_ENGINE", engine)
        for size in (1 << 20, 3000, 100):
            found = rows(data, size, options)
            expected = expected or found
            assert found == expected, (engine, size)
    assert len(expected) > 10


def test_equal_counts_come_in_the_order_of_their_first_games() -> None:
    data = b"".join(b'[White "%s"]\n\n*\n\n' % name for name in (b"Z", b"Y", b"A", b"Y", b"Z", b"B"))
    for size in (1, 20, 1000):
        every = rows(data, size, StatsOptions("White"))
        found = [row.value for row in every if row.what == "White" and row.path is None]
        assert found == ["Z", "Y", "A", "B"]
