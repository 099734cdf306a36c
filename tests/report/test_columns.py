"""A column is defined once: the documentation and every form of the output have the same ones, in the same order."""

from __future__ import annotations

import json
from pathlib import Path

import programs
import pytest

from pgnfen.audit.finding import Finding
from pgnfen.columns import Column, columns_of, documented
from pgnfen.report.arrow import FEN_FIELDS
from pgnfen.report.formats import ROW_FORMATS
from pgnfen.report.game_tags import MORE, GameTags
from pgnfen.report.position_lines import GamePosition
from pgnfen.report.stats_lines import StatsRow

PAGE = Path(__file__).parents[2] / "docs" / "data.md"
MARK = "<!-- columns -->\n"
TABLES: dict[str, dict[str, Column]] = {
    "tags": columns_of(GameTags) | FEN_FIELDS | MORE,
    "findings": columns_of(Finding),
    "positions": columns_of(GamePosition),
    "stats": columns_of(StatsRow),
}
COMMANDS = {"audit": Finding, "tags": GameTags, "positions": GamePosition, "stats": StatsRow}
GAME = b'[Event "x"]\n[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. Kd1 *\n'


def test_the_documentation_has_the_columns(update_expected: bool) -> None:
    """`pytest tests/report/test_columns.py --update-expected` writes the tables anew."""
    before, mark, _ = PAGE.read_text(encoding="utf-8").partition(MARK)
    expected = before + mark + "\n" + "\n".join(documented(title, columns) for title, columns in TABLES.items())
    if update_expected:
        PAGE.write_text(expected, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == expected


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.usefixtures("either_reader")
def test_csv_and_json_lines_have_the_columns(command: str) -> None:
    names = list(columns_of(COMMANDS[command]))
    head, *_ = programs.pgnfen(command, "--format", "csv", input=GAME).stdout.decode().splitlines()
    assert head.split(",") == names
    for line in programs.pgnfen(command, "--format", "jsonl", input=GAME).stdout.splitlines():
        assert list(json.loads(line)) == names


@pytest.mark.parametrize("format", ROW_FORMATS)
def test_a_row_is_its_pieces(format: str) -> None:
    """Reports put rows together of pieces that they remember."""
    how, names, values = ROW_FORMATS[format], ("a", "b", "c"), ("=x", ["u", "v"], None)
    pieces = [how.key(name) + how.value(value) for name, value in zip(names, values, strict=True)]
    assert how.between.join(pieces) == how.values(names, values)
    assert how.row("p", names, values) == how.path("p") + how.between + how.values(names, values) + how.end
