"""The man pages are those of the help as it is now; groff and mandoc can read them."""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
from pathlib import Path

import programs
import pytest

from pgnfen.cli.app import COMMANDS

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "packaging" / "man"
NAMES = ["pgnfen.1", *(f"pgnfen-{name}.1" for name in COMMANDS)]


def test_they_are_current() -> None:
    """`python packaging/manpages.py` writes them."""
    spec = importlib.util.spec_from_file_location("pgnfen_manpages", ROOT / "packaging" / "manpages.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    kept = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    made = module.pages()
    for name, text in made.items():
        assert kept.get(name, "").splitlines() == text.splitlines(), f"{name}: run python packaging/manpages.py"
    assert sorted(kept) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_mandoc_has_nothing_to_say(name: str) -> None:
    program = shutil.which("mandoc")
    if program is None:
        pytest.skip("mandoc is not installed")
    done = programs.run([program, "-T", "lint", "-W", "style", FOLDER / name], text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("name", NAMES)
def test_a_page_has_what_the_help_has(name: str) -> None:
    """Rendered, each word of the help stands in the page, in order of its parts, and no escape is left."""
    if shutil.which("man") is None or sys.platform != "linux":
        pytest.skip("there is no man of Linux")
    environment = {"MANWIDTH": "1000", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "MAN_KEEP_FORMATTING": ""}
    shown = ["man", "-l", "--no-hyphenation", "--no-justification", FOLDER / name]
    done = programs.run(shown, text=True, env=environment)
    assert done.returncode == 0 and not done.stderr
    page = " ".join(re.sub(".\b", "", done.stdout).split())
    command = name.removesuffix(".1").partition("-")[2]
    helped = programs.pgnfen(*filter(None, [command]), "--help", text=True).stdout
    words = re.findall(r"--[\w-]+|[\w.]{3,}", helped.partition("\n\n")[2])
    headings = {"Usage", "Options", "Examples", "Commands", "Exit", "status"}
    assert [word for word in words if word not in page and word not in headings and word != "Performance"] == []
    assert "\\" not in page.replace("\\b", "")
