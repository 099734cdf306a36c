"""What the reference of the API says: each name, each field, nothing that only Python understands; and the types."""

from __future__ import annotations

import importlib.util
import inspect
import os
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import programs
import pytest

import pgnfen

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def generated() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generated", DOCS / "generated.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_has_each_name(generated: ModuleType) -> None:
    page = "".join(generated.api_page())
    assert not re.search(r"ForwardRef|TypeAlias|typing\.|NoneType|<class|object at 0x", page)
    assert set(re.findall(r"^## (\w+)$", page, re.MULTILINE)) == {*pgnfen.__all__} - {"__version__"}


RECORDS = [
    name
    for name in pgnfen.__all__
    if hasattr(getattr(pgnfen, name), "_fields") or hasattr(getattr(pgnfen, name), "__dataclass_fields__")
]


@pytest.mark.parametrize("name", RECORDS)
def test_each_field_of_a_record_is_documented_and_cannot_be_changed(name: str, generated: ModuleType) -> None:
    kind = getattr(pgnfen, name)
    fields = list(generated.fields_of(kind))
    prose = " ".join(inspect.getdoc(base) or "" for base in kind.__mro__ if base.__module__.startswith("pgnfen"))
    assert [one.name for one in fields if not one.meaning and f"`{one.name}`" not in prose] == []
    known = getattr(kind, "_fields", None) or tuple(kind.__dataclass_fields__)
    assert {*known} <= {one.name for one in fields}
    assert issubclass(kind, tuple) or kind.__dataclass_params__.frozen


# Classes of what is not said to be public.
INSIDE = {
    "Drawing", "Evidence", "Fact", "Fixes", "Kind", "Layout", "Origin", "Rules", "RulesOfFile", "Table", "ToldStart",
}  # fmt: skip


def test_each_class_that_a_function_gives_is_public(generated: ModuleType) -> None:
    """A class that a public function returns, or that is the type of a field of one, has an entry."""
    texts = []
    for name in pgnfen.__all__:
        thing = getattr(pgnfen, name)
        if inspect.isclass(thing):
            texts += [one.type for one in generated.fields_of(thing)]
            methods = [value.fget if isinstance(value, property) else value for value in vars(thing).values()]
            public = [one for one in methods if inspect.isfunction(one) and not one.__name__.startswith("_")]
            texts += [str(one.__annotations__.get("return")) for one in public]
        elif inspect.isfunction(thing):
            texts.append(str(thing.__annotations__.get("return")))
    named = {word for text in texts for word in re.findall(r"\b[A-Z]\w+", text)}
    classes = {
        name: value
        for module in [*sys.modules.values()]
        if module.__name__.startswith("pgnfen.")
        for name, value in vars(module).items()
        if inspect.isclass(value) and value.__module__.startswith("pgnfen.")
    }
    assert {name for name in named if name in classes} - INSIDE <= {*pgnfen.__all__}


CHOICES = [
    "CastlingConvention", "EnPassantConvention", "InputFormat", "Keep", "Notation", "Same", "Severity", "Standard",
    "Style",
]  # fmt: skip


def test_each_choice_of_values_is_listed(generated: ModuleType) -> None:
    """An alias that a signature or a field names has its values in the table of types."""
    page = "".join(generated.api_page())
    rows = dict(re.findall(r"^\| `([A-Z]\w+)` \| (.+) \|$", page, re.MULTILINE))
    assert all(name in rows and (f": {name}" in page or f"| {name} |" in page) for name in CHOICES)
    assert rows["Keep"] == "`first`, `last`, `longest`, `most-tags`, `most-annotated`"
    assert "`shredder`" in rows["Notation"] and "`forsyth-1897`" in rows["Notation"]


def test_methods_show_what_they_take(generated: ModuleType) -> None:
    page = "".join(generated.api_page())
    for method in ("line_of(position)", "missing_of(count)", "operands(opcode)", "with_reason(reason)", "to_text()"):
        assert f"| `{method}` |" in page
    assert "`to_parquet(" in page and "`to_parquet()`" not in page


FUNCTIONS = [
    "audit", "dedupe", "explain", "filter", "fix", "fixes", "positions", "read", "select", "split", "stats", "tags",
]  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_says_what_it_raises(name: str) -> None:
    function = getattr(pgnfen, name)
    text = inspect.getdoc(function) or ""
    assert "InputError" in text and ">>>" in text
    for each in inspect.signature(function).parameters.values():
        assert each.annotation is not inspect.Parameter.empty, each.name
        assert each.kind is not inspect.Parameter.VAR_KEYWORD


PROGRAM = """
import io
from collections.abc import Iterator
import pgnfen

def codes(path: str) -> Iterator[str]:
    with pgnfen.audit(path, select=["C"], baseline="known.txt", variant="Atomic", progress=True) as findings:
        for finding in findings:
            yield finding.code

plies: list[int] = [one.ply for one in pgnfen.positions("a.pgn", ply=[1, "3-"], every=2, unique=True)]
games: list[bytes] = [game.raw for game in pgnfen.select(["a.pgn"], has="R101", ends=["mate"])]
matched: int = pgnfen.filter(b"1. e4 *", io.BytesIO(), chess960=True, tag="White=A").matched
fixed: dict[str, int] = dict(pgnfen.fix("a.pgn", "b.pgn", unsafe=True, castling="shredder").fixes)
values: list[str | None] = [one.value for one in pgnfen.split("a.pgn", "kind")]
texts = "".join(str(one) for one in pgnfen.explain("a.pgn", game=[1, 2], variant=None))
kept: int = pgnfen.dedupe("a.pgn", same="moves").kept
names = {row.white for row in pgnfen.tags("a.pgn", final=True)} | {row.value for row in pgnfen.stats("a.pgn", top=3)}
"""
WRONG = {
    "pgnfen.audit('a.pgn', vraiant='Atomic')": "vraiant",
    "pgnfen.fix('a.pgn', castling='kq')": "castling",
    "pgnfen.filter('a.pgn', has=1)": "has",
    "len(pgnfen.tags('a.pgn').to_arrow)": "len",
}


def test_types_for_users(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is not installed (extra lint)")
    program, wrong = tmp_path / "program.py", tmp_path / "wrong.py"
    program.write_text(PROGRAM, encoding="utf-8")
    wrong.write_text("import pgnfen\n" + "\n".join(WRONG) + "\n", encoding="utf-8")
    checked = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", f"--cache-dir={tmp_path}"]
    checked += ["--follow-imports=silent"]  # else it would check the package, too
    path = {**os.environ, "MYPYPATH": str(DOCS.parent)}
    done: Any = programs.run([*checked, str(program)], text=True, cwd=tmp_path, env=path)
    assert (done.returncode, done.stdout) == (0, "")
    done = programs.run([*checked, str(wrong)], text=True, cwd=tmp_path, env=path)
    lines = {int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error:" in line}
    assert lines == set(range(2, 2 + len(WRONG))), done.stdout
