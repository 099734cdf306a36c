"""A release can be cut: source distribution and wheel are built, checked, and tried in fresh environments of each
Python that is there."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tarfile
import zipfile
from pathlib import Path

import programs
import pytest

pytestmark = [pytest.mark.exhaustive, pytest.mark.timeout(1800)]
ROOT = Path(__file__).parent.parent
VERSIONS = ("3.10", "3.11", "3.12", "3.13", "3.14")
GAME = '[SetUp "1"]\n[FEN "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w Qkq - 0 1"]\n\n1. O-O O-O *\n'


[VERSION] = re.findall(r'__version__ = "(.*)"', (ROOT / "pgnfen" / "version.py").read_text(encoding="utf-8"))


def run(*command: str | Path, cwd: Path | None = None) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = programs.run(command, text=True, timeout=900, cwd=cwd, env=environment)
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    return str(done.stdout)


def python_of(version: str) -> str | Path | None:
    """A Python of that version: the command, or one that pyenv has installed."""
    installed = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    found = [shutil.which(f"python{version}"), *sorted(installed.glob(f"{version}.*/bin/python"))]
    return next((one for one in found if one and not programs.run([one, "--version"]).returncode), None)


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The source distribution, and the wheel that is built from it."""
    for module in ("build", "twine"):
        pytest.importorskip(module, reason=f"{module} is not installed (extra release)")
    folder, source = tmp_path_factory.mktemp("dist"), tmp_path_factory.mktemp("source") / "pgnfen"
    # A copy: two processes of the tests would build in one folder.
    made = (".*_cache", ".git", ".tox", ".venv", "__pycache__", "*.egg-info", "build", "target", "*.so")
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(*made))
    run(sys.executable, "-m", "build", "--outdir", folder, source)
    [sdist], [wheel] = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return sdist, wheel


def test_what_is_in_it(release: tuple[Path, Path]) -> None:
    sdist, wheel = release
    run(sys.executable, "-m", "twine", "check", "--strict", sdist, wheel)
    assert sdist.name == f"pgnfen-{VERSION}.tar.gz"
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {"native/Cargo.lock", "native/src/lib.rs", "docs/start.md", "docs/report.png", "CHANGELOG.md"}
    assert wanted | {"packaging/man/pgnfen.1", "packaging/man/pgnfen-audit.1"} <= names
    with zipfile.ZipFile(wheel) as packed:
        inside = set(packed.namelist())
    assert {"pgnfen/py.typed", "pgnfen/report/templates/report.html", "pgnfen/report/templates/stats.html"} <= inside
    manuals = {f"pgnfen-{VERSION}.data/data/share/man/man1/{path.name}" for path in (ROOT / "packaging/man").iterdir()}
    assert len(manuals) > 10 and manuals <= inside
    if shutil.which("cargo"):
        assert re.fullmatch(rf"pgnfen-{VERSION}-cp310-abi3-\w+\.whl", wheel.name)
        assert "pgnfen/_native.abi3.so" in inside


def test_the_changelog_is_headed_by_it() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(VERSION)} \(\d{{4}}-\d\d-\d\d\)$", changes, re.MULTILINE)


@pytest.mark.parametrize("version", VERSIONS)
def test_in_a_fresh_environment(release: tuple[Path, Path], tmp_path: Path, version: str) -> None:
    python = python_of(version)
    if python is None:
        pytest.skip(f"Python {version} is not there")
    run(python, "-m", "venv", tmp_path / "venv")
    programs_of = tmp_path / "venv" / "bin"
    run(programs_of / "pip", "install", "--quiet", "--disable-pip-version-check", release[1])
    (tmp_path / "game.pgn").write_text(GAME)
    said = run(programs_of / "pgnfen", "--version", cwd=tmp_path)
    assert said.startswith(f"pgnfen {VERSION}")
    found = run(programs_of / "pgnfen", "audit", "--exit-zero", "game.pgn", cwd=tmp_path)
    assert "C201 castling-not-declared" in found
    done = run(programs_of / "pgnfen", "fix", "game.pgn", cwd=tmp_path)
    assert done == GAME.replace(" w Qkq ", " w KQkq ")
