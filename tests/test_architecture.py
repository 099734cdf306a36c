"""docs/architecture.md: the rooms that import-linter has, and modules that exist, each question once; and the lines
that benchmarks/mutations.py breaks are there, with the tests that notice."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
QUESTIONS = re.findall(r"^\| (.+\?) \| `(\S+)` \|$", PAGE, re.MULTILINE)


def test_each_row_names_one_module_that_exists() -> None:
    rows = PAGE.partition("| question | module |")[2].strip().splitlines()[1:]
    assert len(rows) == len(QUESTIONS) > 25
    assert [module for _, module in QUESTIONS if not (ROOT / "pgnfen" / module).is_file()] == []
    assert len({question for question, _ in QUESTIONS}) == len(QUESTIONS)


@pytest.mark.parametrize("module", sorted(set(re.findall(r"`(\w+/\w+\.py)`", PAGE))))
def test_modules_in_the_text_exist(module: str) -> None:
    assert (ROOT / "pgnfen" / module).is_file()


def test_the_rooms_are_those_of_import_linter() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    layers = re.findall(r'"pgnfen\.(\w+)",', project.partition("layers = [")[2].partition("]")[0])
    drawn = re.search(r"^errors <- .*$", PAGE, re.MULTILINE)
    assert drawn is not None
    helpers = ("columns", "extras", "words")  # modules beside the rooms
    rooms = [layer for layer in reversed(layers) if layer not in helpers]
    assert drawn[0].split(" <- ") == rooms


MUTATIONS = tomllib.loads((ROOT / "benchmarks" / "mutations.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("broken", MUTATIONS["python"] + MUTATIONS["rust"])
def test_each_line_to_break_stands_once(broken: dict[str, Any]) -> None:
    assert (ROOT / broken["file"]).read_text(encoding="utf-8").count(broken["old"]) == 1
    assert [name for name in broken.get("tests", ()) if not (ROOT / name).exists()] == []
