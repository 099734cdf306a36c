"""The commands of the pages in docs/: blocks of `console`, a command behind each `$`, on the lines behind it its output
(results, then messages). A page's commands run one after the other in a folder that has the samples as archive/."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from pathlib import Path

import programs

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"^```\{code-block\} text\n:name: (\S+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def pages() -> list[Path]:
    """The pages with commands."""
    return [page for page in sorted(DOCS.rglob("*.md")) if BLOCK.search(page.read_text(encoding="utf-8"))]


def run_page(text: str, folder: Path, samples: str = "archive") -> str:
    """The page with the outputs that its commands have in a folder that has the samples under a name."""
    shutil.copytree(ROOT / "sample_pgn", folder / samples)
    for name, content in FILE.findall(text):
        (folder / name).write_text(content, encoding="utf-8")
    return BLOCK.sub(lambda match: f"```console\n{_run(match[1], folder)}```", text)


def _run(block: str, folder: Path) -> str:
    written = []
    for command in re.findall(r"^\$ (.*\n)", block, re.MULTILINE):
        program, *words = shlex.split(command)
        assert program == "pgnfen", command
        done = programs.pgnfen(*words, cwd=folder, env={**os.environ, "COLUMNS": "100"})
        assert done.returncode in (0, 1) and b"Traceback" not in done.stderr, (command, done.stderr)
        written += [f"$ {command}", (done.stdout + done.stderr).decode().replace("\r\n", "\n")]
    return "".join(written)
