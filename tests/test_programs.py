"""A command that is forked from a process that has imported the program does what one does that Python starts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import programs
import pytest
import warm

GAMES = '[Event "A"]\n\n1. e4 *\n\n[Event "B é"]\n[FEN "8/8"]\n\n1. e4 *\n'
COMMANDS = (
    "tags -", "audit", "audit -j 2 - in.pgn", "audit nosuch.pgn", "filter --classic -o out.pgn in.pgn", "nosuch",
    "--version", "--help", "fen x", "split --by Event -d parts in.pgn in.pgn",
)  # fmt: skip


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("command", COMMANDS)
def test_the_same_as_a_cold_start(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = []
    for cold in ("", "1"):
        folder = tmp_path / f"cold{cold}"
        folder.mkdir()
        (folder / "in.pgn").write_text(GAMES, encoding="utf-8")
        monkeypatch.setenv(warm.COLD, cold)
        done = programs.pgnfen(*command.split(), cwd=folder, input=GAMES.encode())
        said.append((done.returncode, done.stdout, done.stderr, tree(folder)))
    assert said[0] == said[1]


@pytest.mark.skipif(sys.platform != "linux", reason="commands are forked on Linux alone")
def test_which_are_forked() -> None:
    assert warm.can({"text": True, "cwd": "/", "input": "x", "env": {**os.environ, "COLUMNS": "60"}})
    for options in ({"stdin": subprocess.DEVNULL}, {"timeout": 3}, {"env": {**os.environ, "PYTHONUTF8": "0"}}):
        assert not warm.can(options)


def test_a_command_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "in.pgn")
    monkeypatch.setattr(programs, "TIMEOUT", 0.3)
    with pytest.raises(subprocess.TimeoutExpired):
        programs.pgnfen("tags", tmp_path / "in.pgn")
    monkeypatch.undo()
    assert programs.pgnfen("--version", text=True).stdout.startswith("pgnfen ")
