"""The set-up for Neovim of editors/, tried with Neovim itself."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
HERE = Path(__file__).parent
TEXT = '[White "é \U0001f600"]\n[Black "B"]\n[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. Kd2 {\U0001f600} Kd8 *\n\n'


@pytest.mark.skipif(shutil.which("nvim") is None, reason="there is no Neovim")
@pytest.mark.skipif(importlib.util.find_spec("pygls") is None, reason="pygls is not installed")
def test_neovim(tmp_path: Path) -> None:
    file, answers = tmp_path / "games.pgn", tmp_path / "answers.json"
    file.write_text(TEXT, encoding="utf-8")
    programs = tmp_path / "bin"
    programs.mkdir()
    starter = programs / "pgnfen"
    starter.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pgnfen "$@"\n')
    starter.chmod(0o755)
    setup, probe = ROOT / "editors" / "neovim" / "pgnfen.lua", HERE / "neovim.lua"
    done = subprocess.run(
        ["nvim", "--headless", "--clean", "-c", f"luafile {setup}", "-c", f"edit {file}", "-c", f"luafile {probe}"],
        env={**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "PGNFEN_ANSWERS": str(answers),
             "XDG_STATE_HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)},
        cwd=tmp_path, capture_output=True, text=True, timeout=90, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = json.loads(answers.read_text(encoding="utf-8"))
    assert [(one["line"], one["code"]) for one in told["first"]] == [(2, "S101")]
    assert "**1. Kd2**" in told["hover"] and "3  . . . . . . . ." in told["hover"]
    assert told["actions"][1:] == ["Make all safe fixes in this game", "Make all safe fixes in the file"]
    assert told["fixed"][2:4] == ['[SetUp "1"]', TEXT.splitlines()[2]]
    assert {one["line"] for one in told["typed"]} == {5}
