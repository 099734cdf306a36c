"""docs/data.md: how polars, pandas and DuckDB read rows as Arrow and as JSON Lines."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import programs
import pytest

import pgnfen

pytest.importorskip("pyarrow", reason="pyarrow is not installed (extra arrow)")
ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")
EVERY = ROOT / "sample_pgn" / "every-family.pgn"


def tables() -> dict[str, Any]:
    return {
        "tags": pgnfen.tags(EVERY),
        "findings": pgnfen.audit(EVERY),
        "positions": pgnfen.positions(b"1. e4 e5 *\n\n1. d4 *\n"),
        "stats": pgnfen.stats(EVERY),
    }


def test_polars_reads_arrow() -> None:
    polars = pytest.importorskip("polars", reason="polars is not installed")
    assert "polars.DataFrame(games)" in PAGE
    for name, rows in tables().items():
        frame = polars.DataFrame(rows)
        assert frame.height == len(list(rows)) > 3, name
        assert frame.columns[0] == "path"
    games = polars.DataFrame(pgnfen.tags(EVERY))
    found = games.group_by("kind").len().sort("kind").rows()
    kinds = [row.kind for row in pgnfen.tags(EVERY)]
    assert found == [(kind, kinds.count(kind)) for kind in sorted(set(kinds))]
    assert games["castling"].to_list() == [list(row.castling) for row in pgnfen.tags(EVERY)]


def test_pandas_reads_arrow() -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    if not hasattr(pandas.DataFrame, "from_arrow"):
        pytest.skip("pandas reads Arrow streams from version 3 on")
    assert "pandas.DataFrame.from_arrow(games)" in PAGE
    for name, rows in tables().items():
        frame = pandas.DataFrame.from_arrow(rows)
        assert len(frame) == len(list(rows)) > 3, name
    games = pandas.DataFrame.from_arrow(pgnfen.tags(EVERY))
    kinds = [row.kind for row in pgnfen.tags(EVERY)]
    assert games["kind"].value_counts().to_dict() == {kind: kinds.count(kind) for kind in set(kinds)}


def test_json_lines_whose_first_rows_are_null() -> None:
    late = b'[SetUp "1"]\n[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"]\n\n*\n'
    done = programs.pgnfen("tags", "--format", "jsonl", "-", input=b"[White \"A\"]\n\n*\n\n" * 2000 + late)
    polars = pytest.importorskip("polars", reason="polars is not installed")
    [options] = re.findall(r'`read_ndjson\("games.jsonl", (\w+)=None\)`', PAGE)
    frame = polars.read_ndjson(io.BytesIO(done.stdout), **{options: None})
    assert frame.height == 2001 and frame["castling"].to_list()[-2:] == [[], ["x-fen"]]
    assert frame["fen"].null_count() == 2000
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    [call] = re.findall(r'`read_json\("games.jsonl", (.*?)\)`', PAGE)
    read = pandas.read_json(io.BytesIO(done.stdout), **eval(f"dict({call})"))
    assert len(read) == 2001 and read["fen"].notna().sum() == 1 and read["castling"].iloc[-1] == ["x-fen"]
    assert read["setup"].iloc[-1] == "1"  # a tag's value stays text


def test_csv_as_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    dates = b"".join(b'[Date "%d.01.01"]\n[SetUp "0"]\n\n*\n\n' % year for year in (2020, 2021))
    done = programs.pgnfen("tags", "--format", "csv", "--csv-raw", "-", input=dates)
    Path("games.csv").write_bytes(done.stdout)
    [duck, of_polars, of_pandas] = re.findall(r"`(read_csv\(.*?\))`", PAGE)
    duckdb, polars, pandas = map(pytest.importorskip, ("duckdb", "polars", "pandas"))
    read = [duckdb.sql(f"select * from {duck}").fetchall(), eval(f"polars.{of_polars}", {"polars": polars}).rows()]
    read.append(list(eval(f"pandas.{of_pandas}", {"pandas": pandas}).itertuples(index=False)))
    rows = [tuple(row.split(",")) for row in done.stdout.decode().splitlines()[1:]]
    for frame in read:
        assert [tuple(value if isinstance(value, str) else "" for value in row) for row in frame] == rows
