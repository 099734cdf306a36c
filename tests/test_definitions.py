"""What Python and Rust share is written from definitions/, and from nowhere else."""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent


def _generator() -> ModuleType:
    sys.path.insert(0, str(ROOT / "definitions"))
    spec = importlib.util.spec_from_file_location("pgnfen_definitions", ROOT / "definitions" / "generate.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


GENERATE = _generator()


@pytest.mark.parametrize("path", sorted(GENERATE.OUTPUTS))
def test_files_are_as_they_are_defined(path: str) -> None:
    """`python definitions/generate.py` writes them."""
    assert GENERATE.outputs()[ROOT / path] == (ROOT / path).read_text(encoding="utf-8")


WORD = re.compile(r"[A-Za-z][A-Za-z ]{2,}")
IN_PYTHON = ("facts/declared_text.py", "facts/declared_unreadable.py", "pgn/results.py")
IN_RUST = ("declared.rs", "unreadable.rs", "results.rs", "fen/variant.rs", "tags/section.rs", "letters.rs")
LETTERS = ("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "KQRBNPkqrbnp")


@pytest.mark.parametrize("name", IN_PYTHON)
def test_python_has_no_words_of_its_own(name: str) -> None:
    """What reads words that both readers know has none in it but those that are defined."""
    tree = ast.parse((ROOT / "pgnfen" / name).read_text(encoding="utf-8"))
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = [
        node.value.decode("latin-1") if isinstance(node.value, bytes) else node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes)) and id(node) not in docstrings
    ]
    assert [text for text in texts if WORD.fullmatch(text) and text not in LETTERS] == []


@pytest.mark.parametrize("name", IN_RUST)
def test_rust_has_no_words_of_its_own(name: str) -> None:
    text = (ROOT / "native" / "src" / name).read_text(encoding="utf-8").split("#[cfg(test)]")[0]
    code = re.sub(r"//.*", "", text)
    assert [word for word in re.findall(r'"([^"]*)"', code) if WORD.fullmatch(word) and word not in LETTERS] == []
