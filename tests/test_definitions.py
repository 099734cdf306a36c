"""What Python and Rust share is written from definitions/, and from nowhere else."""

from __future__ import annotations

import importlib.util
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
