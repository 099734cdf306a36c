"""Tags and findings as Arrow streams; docs/data.md with its queries."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import programs
import pytest

import pgnfen
from pgnfen.report import arrow

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed (extra arrow)")
ROOT = Path(__file__).parent.parent
SAMPLES = ROOT / "sample_pgn"
PAGE = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")
TYPES = {"dictionary of string": "dictionary<values=string", "list of string": "list<"}


def rows_of(table: Any) -> list[dict[str, Any]]:
    return list(pa.table(table).to_pylist())


def test_tags_are_the_rows_and_the_fields_of_the_fen() -> None:
    tags = pgnfen.tags(SAMPLES)
    rows = rows_of(tags)
    expected = list(tags)
    assert len(rows) == len(expected) > 20
    for row, one in zip(rows, expected, strict=True):
        for name in one.__dataclass_fields__:
            value = getattr(one, name)
            assert row[name] == (list(value) if isinstance(value, tuple) else value), name
        fields = (one.fen or "").split()
        assert row["piece_placement"] == (fields[0] if fields else None)
        assert row["fullmove_number"] == (int(fields[5]) if len(fields) > 5 else None)
    assert rows_of(tags) == rows  # read again


def test_findings_are_the_rows() -> None:
    findings = pgnfen.audit(SAMPLES)
    names = list(pgnfen.Finding.__dataclass_fields__)
    assert rows_of(findings) == [{name: getattr(one, name) for name in names} for one in findings]


def test_a_stream_is_made_as_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrow, "BATCH", 10)
    game = b"[White \"A\"]\n\n1. e4 *\n\n"
    reader = pa.RecordBatchReader.from_stream(pgnfen.tags([game * 25, "nowhere.pgn"]))
    assert [reader.read_next_batch().num_rows for _ in range(3)] == [10, 10, 5]
    with pytest.raises(Exception, match="nowhere"):
        reader.read_next_batch()


def test_what_cannot_be_read_ends_a_stream_with_an_error() -> None:
    with pytest.raises(Exception, match="nowhere"):
        pa.table(pgnfen.tags(["nowhere.pgn"]))


def test_nothing_is_a_table_without_rows() -> None:
    table = pa.table(pgnfen.tags(b""))
    assert table.num_rows == 0 and "fen" in table.column_names


def test_without_pyarrow_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(pgnfen.PgnfenError, match=r"pgnfen\[arrow\]"):
        pgnfen.tags(b"").__arrow_c_stream__()


@pytest.mark.parametrize(("title", "rows"), [("tags", pgnfen.tags(b"")), ("findings", pgnfen.audit(b""))])
def test_the_schema_is_the_one_of_the_page(title: str, rows: Any) -> None:
    [table] = re.findall(rf"^\| {title} \| type \|.*\n\|[-|]+\n((?:\|.*\n?)+)", PAGE, re.MULTILINE)
    said = {}
    for line in table.splitlines():
        names, kind = line.split("|")[1:3]
        said |= {name: kind.strip() for name in re.findall(r"`(\w+)`", names)}
    schema = pa.table(rows).schema
    assert set(schema.names) == set(said)
    for field in schema:
        assert str(field.type).startswith(TYPES.get(said[field.name], said[field.name])), field


def test_the_queries_of_the_page() -> None:
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed")
    games, findings = pgnfen.tags(SAMPLES), pgnfen.audit(SAMPLES, severity="warning")
    queries = re.findall(r"^```sql\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    assert len(queries) == 6
    results: list[Any] = []
    for query in queries:
        results.append(duckdb.sql(query).fetchall())
    assert all(results)
    assert dict(results[0])["chess960"] == sum(row.kind == "chess960" for row in games)
    assert sum(row[3] for row in results[2]) == len(list(findings))


def test_parquet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(arrow, "BATCH", 4)
    monkeypatch.setattr(arrow, "GROUP", 8)
    for rows in (pgnfen.tags(SAMPLES), pgnfen.audit(SAMPLES)):
        target = tmp_path / "rows.parquet"
        count = rows.to_parquet(target)
        assert parquet.read_table(target).to_pylist() == rows_of(rows)
        groups = parquet.ParquetFile(target).metadata
        sizes = [groups.row_group(number).num_rows for number in range(groups.num_row_groups)]
        assert sum(sizes) == count and set(sizes[:-1]) == {8} and sizes[-1] <= 8
    assert pgnfen.tags(b"").to_parquet(tmp_path / "none.parquet") == 0
    assert parquet.read_table(tmp_path / "none.parquet").num_rows == 0
    with pytest.raises(pgnfen.InputError):
        pgnfen.tags("nowhere.pgn").to_parquet(tmp_path / "x.parquet")
    assert not (tmp_path / "x.parquet").exists()
    (tmp_path / "game.pgn").write_bytes(b"1. e4 *\n")
    with pytest.raises(pgnfen.PgnfenError, match="overwrite"):
        pgnfen.tags(tmp_path / "game.pgn").to_parquet(tmp_path / "game.pgn")
    assert (tmp_path / "game.pgn").read_bytes() == b"1. e4 *\n"


def test_json_lines_whose_first_rows_are_null(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed")
    late = b'[SetUp "1"]\n[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"]\n\n*\n'
    done = programs.pgnfen("tags", "--format", "jsonl", "-", input=b"[White \"A\"]\n\n*\n\n" * 30_000 + late)
    (tmp_path / "games.jsonl").write_bytes(done.stdout)
    [call] = re.findall(r"`(read_json\('games.jsonl', .*?\))`", PAGE)
    call = call.replace("games.jsonl", str(tmp_path / "games.jsonl"))
    query = f"select count(*), count(fen), max(scharnagl_black), list(castling) filter (fen is not null) from {call}"
    assert duckdb.sql(query).fetchall() == [(30_001, 1, None, [["x-fen"]])]
