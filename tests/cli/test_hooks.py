"""The hooks for pre-commit and the GitHub Action, run in a repository as those programs run them."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from programs import run

ROOT = Path(__file__).parent.parent.parent
FAULTY = '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *\n'
HOOKS = {
    match[1]: match
    for match in re.finditer(
        r"- id: (\S+)\n(?:  .*\n)*?  entry: (.+)\n(?:  .*\n)*?  files: (.+)\n",
        (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"),
    )
}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    if shutil.which("git") is None:
        pytest.skip("there is no git")
    run(["git", "init", "-q", "."], cwd=tmp_path, check=True)
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "a.pgn").write_text(FAULTY)
    (tmp_path / "notes.txt").write_text("pgn")
    run(["git", "add", "-A"], cwd=tmp_path, check=True)
    return tmp_path


def command(text: str) -> list[str]:
    """The words of a command; pgnfen is the one under test."""
    words = shlex.split(text)
    return [sys.executable, "-m", *words] if words[0] == "pgnfen" else words


def hook(repository: Path, name: str) -> subprocess.CompletedProcess[str]:
    """As pre-commit does: the entry, and behind it the files of the index that the pattern finds."""
    files = run(["git", "ls-files"], cwd=repository, capture_output=True, text=True).stdout.split()
    meant = [file for file in files if re.search(HOOKS[name][3], file)]
    return run([*command(HOOKS[name][2]), *meant], cwd=repository, capture_output=True, text=True)


def test_hooks(repository: Path) -> None:
    assert set(HOOKS) == {"pgnfen-audit", "pgnfen-fix"}
    found = hook(repository, "pgnfen-audit")
    assert found.returncode == 1 and found.stdout.startswith("games/a.pgn:1: game 1: S101")
    assert hook(repository, "pgnfen-fix").returncode == 0
    changed = run(["git", "diff", "--stat"], cwd=repository, capture_output=True, text=True).stdout
    assert "1 file changed, 1 insertion(+)" in changed
    assert hook(repository, "pgnfen-audit").returncode == 0


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_the_action(repository: Path) -> None:
    """Its last step; the others set up Python and install."""
    step = re.findall(r"run: (.+)", (ROOT / "action.yml").read_text(encoding="utf-8"))[-1]
    step = step.replace("pgnfen", f"{shlex.quote(sys.executable)} -m pgnfen", 1)
    for arguments, status in (("", 1), ("--ignore S101", 0)):
        environment = os.environ | {"INPUTS": "games", "ARGUMENTS": arguments}
        assert run(["bash", "-c", step], cwd=repository, env=environment, capture_output=True).returncode == status


def test_a_diff_counts_what_the_log_says(repository: Path) -> None:
    (repository / "games" / "a.pgn").write_text(FAULTY * 7 + "\n1. e4 e5 2. Nf3 o-o *\n")
    run(["git", "commit", "-aqm", "x"], cwd=repository, check=True, env=os.environ | _AUTHOR)
    run([*command("pgnfen fix --in-place --log log"), "games"], cwd=repository, capture_output=True)
    diff = run(["git", "diff", "--numstat"], cwd=repository, capture_output=True, text=True).stdout.split()
    lines = [line for line in (repository / "log").read_text().splitlines() if '"status": "applied"' in line]
    assert diff[:2] == [str(len(lines)), str(sum('"before": ""' not in line for line in lines))]


_AUTHOR = {f"GIT_{who}_{what}": "x@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
