"""The pages in docs/: their commands say what they say, the queries and the notebook run, the site builds."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shutil
import sys
from pathlib import Path

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
    [program] = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert "chess960" in _printed(program, {})
    assert len(results) == 3 and all(results)
    assert dict(results[0])["chess960"] == 4


def _printed(program: str, names: dict[str, object]) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(program, "cell", "exec"), names)
    return out.getvalue()


def test_the_notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    for module in ("pyarrow", "duckdb"):
        pytest.importorskip(module, reason=f"{module} is not installed")
    shutil.copytree(ROOT / "sample_pgn", tmp_path / "archive")
    monkeypatch.chdir(tmp_path)
    book, names = json.loads(NOTEBOOK.read_text(encoding="utf-8")), {"__name__": "__main__"}
    before = json.dumps(book)
    cells = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    for cell in cells:
        printed = _printed("".join(cell["source"]), names)  # type: ignore[arg-type]
        stream = {"name": "stdout", "output_type": "stream", "text": printed.splitlines(keepends=True)}
        cell["outputs"] = [stream] if printed else []
    if request.config.getoption("--update-expected"):
        NOTEBOOK.write_text(json.dumps(book, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    assert json.dumps(book) == before
    assert len(cells) > 4 and any(cell["outputs"] for cell in cells)


@pytest.mark.exhaustive
def test_the_site_builds(tmp_path: Path) -> None:
    for module in ("sphinx", "myst_parser", "furo"):
        pytest.importorskip(module, reason=f"{module} is not installed (extra docs)")
    build = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", DOCS, tmp_path / "site"]
    done = programs.run(build, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "castling-not-declared" in (tmp_path / "site" / "rules" / "C201.html").read_text(encoding="utf-8")
