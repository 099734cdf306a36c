"""pre-commit itself, and the steps of action.yml, in a repository made here: both install pgnfen anew from this one.

They need what `.[test-remote]` installs, git, and a package index.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from programs import run

pytest.importorskip("pre_commit", reason="pre-commit is not installed: pip install '.[test-remote]'")
yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).parent.parent.parent
CLEAN = "\n1. e4 e5 *\n"
DIRTY = '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *\n'
REPAIRED = DIRTY.replace("[FEN", '[SetUp "1"]\n[FEN', 1)
_MINUTES = 10 * 60  # seconds: the native engine is compiled

pytestmark = [
    pytest.mark.exhaustive,
    pytest.mark.timeout(2 * _MINUTES),
    pytest.mark.skipif(not shutil.which("git") or not shutil.which("bash"), reason="there is no git, or no bash"),
    pytest.mark.skipif(not (ROOT / ".git").exists(), reason="these sources are no git repository: nothing to clone"),
]


def git(folder: Path, *arguments: str) -> str:
    """The output of git in a folder; its user's configuration does not count."""
    who = {f"GIT_{who}_{what}": "x@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    environment = os.environ | who | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    done = run(["git", *arguments], cwd=folder, env=environment, text=True)
    assert done.returncode == 0, done.stderr
    return str(done.stdout)


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with one commit: this project as it is now, committed or not."""
    folder = tmp_path_factory.mktemp("sources")
    for name in git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    git(folder, "init", "-q", ".")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "as it is")
    return folder


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of what is installed here: nothing of this Python's path."""
    folder = tmp_path_factory.mktemp("environment")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "GIT_", "GITHUB_"))}
    own = {"PRE_COMMIT_HOME": str(folder / "pre-commit")}
    return kept | own | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    git(tmp_path, "init", "-q", ".")
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "clean.pgn").write_text(CLEAN)
    (tmp_path / "games" / "dirty.pgn").write_text(DIRTY)
    (tmp_path / "notes.txt").write_text("1. e4 o-o is no game\n")
    git(tmp_path, "add", "-A")
    return tmp_path


def no_index(output: str) -> None:
    """Skip the test where what is to be installed cannot be had."""
    signs = "Could not find a version|No matching distribution|ConnectionError|Temporary failure|Network is unreach"
    found = re.search(f".*(?:{signs}).*", output)
    if found:
        pytest.skip(f"pip cannot install here: {found[0].strip()[:200]}")


def test_pre_commit(repository: Path, sources: Path, environment: dict[str, str]) -> None:
    revision = git(sources, "rev-parse", "HEAD").strip()
    hooks = [{"id": "pgnfen-audit"}, {"id": "pgnfen-fix"}]
    configuration = {"repos": [{"repo": str(sources), "rev": revision, "hooks": hooks}]}
    (repository / ".pre-commit-config.yaml").write_text(yaml.safe_dump(configuration))
    git(repository, "add", "-A")

    def pre_commit(hook: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "pre_commit", "run", hook, "--all-files", "--color", "never"]
        done = run(command, cwd=repository, env=environment, text=True, timeout=_MINUTES)
        no_index(done.stdout + done.stderr)
        return done

    audit = pre_commit("pgnfen-audit")
    assert audit.returncode == 1 and "Failed" in audit.stdout, audit.stdout + audit.stderr
    assert "games/dirty.pgn:1: game 1: S101" in audit.stdout and "notes.txt" not in audit.stdout
    assert git(repository, "diff", "--name-only") == ""
    repaired = pre_commit("pgnfen-fix")
    assert repaired.returncode == 1 and "files were modified by this hook" in repaired.stdout, repaired.stdout
    assert git(repository, "diff", "--name-only") == "games/dirty.pgn\n"
    assert (repository / "games" / "dirty.pgn").read_text() == REPAIRED
    git(repository, "add", "-A")
    for hook in ("pgnfen-fix", "pgnfen-audit"):
        again = pre_commit(hook)
        assert again.returncode == 0 and "Passed" in again.stdout, again.stdout + again.stderr


@pytest.fixture(scope="module")
def action(sources: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((sources / "action.yml").read_text(encoding="utf-8"))
    return found


def fresh_python(folder: Path, environment: dict[str, str]) -> dict[str, str]:
    """The environment behind actions/setup-python, which cannot be run here: a Python of its own comes first.

    There is no cargo: installing has to do without, and is quick.
    """
    made = run([sys.executable, "-m", "venv", folder], env=environment, text=True, timeout=_MINUTES)
    assert made.returncode == 0, made.stderr
    others = [one for one in environment["PATH"].split(os.pathsep) if not Path(one, "cargo").exists()]
    return environment | {"PATH": os.pathsep.join([str(folder / "bin"), *others])}


def filled(text: str, values: dict[str, str]) -> str:
    """Text with the expressions `${{ inputs.NAME }}` as GitHub fills them in; no other is known here."""
    text = re.sub(r"\$\{\{\s*inputs\.([\w-]+)\s*\}\}", lambda match: values[match[1]], text)
    assert "${{" not in text
    return text


def run_steps(
    action: dict[str, Any], wanted: dict[str, str], where: tuple[Path, Path], environment: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    """The last of the action's steps, or the first that fails, run as GitHub runs them; `where` are the user's
    repository and the action's."""
    repository, sources = where
    values = {name: str(one.get("default", "")) for name, one in action["inputs"].items()} | wanted
    environment = environment | {"GITHUB_ACTION_PATH": str(sources), "GITHUB_ACTIONS": "true"}
    script = repository.parent / f"{repository.name}.sh"
    for step in action["runs"]["steps"]:
        if "run" not in step:
            assert step["uses"].startswith("actions/setup-python@")
            continue
        assert step["shell"] == "bash"
        script.write_text(filled(step["run"], values))
        own = {name: filled(str(value), values) for name, value in step.get("env", {}).items()}
        command = [str(shutil.which("bash")), "--noprofile", "--norc", "-eo", "pipefail", script]
        done = run(command, cwd=repository, env=environment | own, text=True, timeout=_MINUTES)
        no_index(done.stderr)
        if done.returncode:
            break
    return done


def test_the_action(
    repository: Path,
    sources: Path,
    action: dict[str, Any],
    environment: dict[str, str],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    assert action["runs"]["using"] == "composite"
    environment = fresh_python(tmp_path_factory.mktemp("python"), environment)
    where = repository, sources
    dirty = run_steps(action, {}, where, environment)
    assert dirty.returncode == 1, dirty.stdout + dirty.stderr
    assert "::warning file=games/dirty.pgn,line=1" in dirty.stdout and "S101" in dirty.stdout
    ignored = run_steps(action, {"arguments": "--format jsonl --ignore S101"}, where, environment)
    assert (ignored.returncode, ignored.stdout) == (0, ""), ignored.stderr
    (repository / "games" / "dirty.pgn").write_text(REPAIRED)
    clean = run_steps(action, {}, where, environment)
    assert (clean.returncode, clean.stdout) == (0, ""), clean.stderr
    some = run_steps(action, {"inputs": "games/clean.pgn notes.txt nowhere"}, where, environment)
    assert some.returncode == 2 and "nowhere" in some.stderr
