"""The README tells the truth: its first example, its figures, its program."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import programs
import pytest

from pgnfen.audit.catalogue import all_rules

pytestmark = pytest.mark.usefixtures("reader")

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


def run(command: str, cwd: Path) -> str:
    """Output of a `$ pgnfen ...` line, results before diagnoses."""
    words = command.removeprefix("$ pgnfen ").split()
    done = programs.pgnfen(*words, cwd=cwd)
    return (done.stdout + done.stderr).decode()


def test_the_opening_example(tmp_path: Path) -> None:
    """An input, a command, its real output."""
    (tmp_path / "game.pgn").write_text(BLOCKS[0][1], encoding="utf-8")
    command, _, output = BLOCKS[1][1].partition("\n")
    assert run(command, tmp_path) == output


def test_commands_that_are_shown_with_their_output() -> None:
    commands = [text for _, text in BLOCKS if text.startswith("$ pgnfen") and "sample_pgn" in text]
    shown = [text for text in commands if text.count("\n") > 1]
    assert shown
    for text in shown:
        command, _, output = text.partition("\n")
        assert run(command, ROOT) == output


def test_the_number_of_rules() -> None:
    assert {int(number) for number in re.findall(r"(\d+) rules", README)} == {len(all_rules())}


def test_the_program(tmp_path: Path) -> None:
    """The Python example runs on the samples and prints what it says it prints."""
    [program] = [text for language, text in BLOCKS if language == "python"]
    program = program.replace('"archive/"', repr(str(ROOT / "sample_pgn")))
    program = program.replace('"games.pgn"', repr(str(ROOT / "sample_pgn" / "every-family.pgn")))
    done = programs.run([sys.executable, "-c", program], cwd=tmp_path, check=True, text=True)
    assert done.stdout.splitlines()[-1] == re.findall(r"# (\[.*)", program)[-1]
    assert "C201" in done.stdout
    assert (tmp_path / "classic.pgn").read_bytes().count(b"[Event ") > 3
