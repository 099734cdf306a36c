"""The pages in docs/: their commands say what they say, the queries and the notebook run, the site builds."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import doc_commands
import programs
import pytest

ROOT, DOCS = doc_commands.ROOT, doc_commands.DOCS
NOTEBOOK = DOCS / "notebook.ipynb"


@pytest.mark.parametrize("page", doc_commands.pages(), ids=lambda page: page.stem)
def test_commands_of_a_page(page: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    text = page.read_text(encoding="utf-8")
    if "--format parquet" in text:
        pytest.importorskip("pyarrow", reason="pyarrow is not installed (extra parquet)")
    found = doc_commands.run_page(text, tmp_path)
    if request.config.getoption("--update-expected"):
        page.write_text(found, encoding="utf-8")
    assert found == text


def test_queries_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed")
    pytest.importorskip("pyarrow", reason="pyarrow is not installed (extra parquet)")
    text = (DOCS / "tasks" / "duckdb.md").read_text(encoding="utf-8")
    doc_commands.run_page(text, tmp_path)
    queries = re.findall(r"^```sql\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    monkeypatch.chdir(tmp_path)
    results = [duckdb.sql(query).fetchall() for query in queries]
    assert len(results) == 3 and all(results)
    assert dict(results[0])["chess960"] == 4


def _printed(program: str, names: dict[str, object]) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(program, "cell", "exec"), names)
    return out.getvalue()


PROGRAM = re.compile(r"^```python\n(.*?)^```$(?:\n\n^```text\n(.*?)^```$)?", re.DOTALL | re.MULTILINE)
OF_PROGRAMS = ["positions.md", "python.md", "tasks/duckdb.md", "tasks/polars.md"]


@pytest.mark.parametrize("page", OF_PROGRAMS)
def test_programs_of_a_page(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """They run one after the other, and print what stands behind them."""
    for module in ("pyarrow", "duckdb", "polars", "pandas"):
        pytest.importorskip(module, reason=f"{module} is not installed")
    text = (DOCS / page).read_text(encoding="utf-8")
    shutil.copytree(ROOT / "sample_pgn", tmp_path / "archive")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}

    def run(match: re.Match[str]) -> str:
        printed = _printed(match[1], names)
        program = f"```python\n{match[1]}```"
        return program if match[2] is None else f"{program}\n\n```text\n{printed}```"

    found = PROGRAM.sub(run, text)
    if request.config.getoption("--update-expected"):
        (DOCS / page).write_text(found, encoding="utf-8")
    assert found == text and len(PROGRAM.findall(text)) > 3
    assert "```text\n```" not in text


def _outputs(source: str, names: dict[str, object]) -> Iterator[dict[str, object]]:
    """What a cell prints, and what a notebook shows of the expression at its end."""
    *before, last = ast.parse(source).body
    shown = isinstance(last, ast.Expr) and not ast.unparse(last).startswith("print(")
    value: Any = None
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(ast.Module(before if shown else [*before, last], []), "cell", "exec"), names)
        if shown:
            value = eval(ast.unparse(last), names)
    if out.getvalue():
        yield {"name": "stdout", "output_type": "stream", "text": out.getvalue().splitlines(keepends=True)}
    if value is not None:
        data = {"text/html": value._repr_html_().splitlines(keepends=True), "text/plain": [repr(value)]}
        yield {"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"}


def test_the_notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    for module in ("pyarrow", "duckdb", "polars"):
        pytest.importorskip(module, reason=f"{module} is not installed")
    shutil.copytree(ROOT / "sample_pgn", tmp_path / "archive")
    monkeypatch.chdir(tmp_path)
    book, names = json.loads(NOTEBOOK.read_text(encoding="utf-8")), {"__name__": "__main__"}
    before = json.dumps(book)
    cells = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    for cell in cells:
        cell["outputs"] = list(_outputs("".join(cell["source"]), names))  # type: ignore[arg-type]
    if request.config.getoption("--update-expected"):
        NOTEBOOK.write_text(json.dumps(book, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    assert json.dumps(book) == before
    assert len(cells) > 4 and all(cell["outputs"] for cell in cells)


@pytest.mark.exhaustive
def test_the_site_builds(tmp_path: Path) -> None:
    for module in ("sphinx", "myst_parser", "furo"):
        pytest.importorskip(module, reason=f"{module} is not installed (extra docs)")
    build = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", DOCS, tmp_path / "site"]
    done = programs.run(build, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "castling-not-declared" in (tmp_path / "site" / "rules" / "C201.html").read_text(encoding="utf-8")
