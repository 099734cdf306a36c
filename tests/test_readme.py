"""The README: its commands have the output that it shows, its program runs, and it stays short."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import doc_commands
import programs
import pytest

from pgnfen.audit.catalog import all_rules
from pgnfen.cli.app import COMMANDS

pytestmark = pytest.mark.usefixtures("reader")

FILE = doc_commands.ROOT / "README.md"
README = FILE.read_text(encoding="utf-8")


def test_the_commands(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    blocks = re.findall(r"^```\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    (tmp_path / "game.pgn").write_text(blocks[0], encoding="utf-8")
    found = doc_commands.run_page(README, tmp_path, "sample_pgn")
    if request.config.getoption("--update-expected"):
        FILE.write_text(found, encoding="utf-8")
    assert found == README


def test_each_command_has_a_page_and_stands_in_the_readme() -> None:
    for command in COMMANDS:
        assert f"](docs/commands/{command}.md)" in README, command
        assert (doc_commands.DOCS / "commands" / f"{command}.md").exists(), command


def test_it_is_short() -> None:
    assert len(README.splitlines()) <= 200
    assert len(README.split()) <= 1800


def test_the_number_of_rules() -> None:
    assert {int(number) for number in re.findall(r"more than (\d+) rules", README)} == {len(all_rules()) // 100 * 100}


def test_links_lead_to_files() -> None:
    for target in re.findall(r"\]\((?!https?:|#)([^)#\s]+)", README):
        assert (doc_commands.ROOT / target).exists(), target


def test_the_program(tmp_path: Path) -> None:
    """The Python example runs on the samples and prints what it says it prints."""
    [program] = re.findall(r"^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    program = program.replace('"archive/"', repr(str(doc_commands.ROOT / "sample_pgn")))
    program = program.replace('"games.pgn"', repr(str(doc_commands.ROOT / "sample_pgn" / "every-family.pgn")))
    done = programs.run([sys.executable, "-c", program], cwd=tmp_path, check=True, text=True)
    assert done.stdout.splitlines()[-1] == re.findall(r"# (\[.*)", program)[-1]
    assert "C201" in done.stdout
    assert (tmp_path / "classic.pgn").read_bytes().count(b"[Event ") > 3
