"""Tags and findings as Arrow streams; docs/data.md with its queries."""

from __future__ import annotations

import re
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import programs
import pytest

import pgnfen
from pgnfen.report import arrow
from pgnfen.report.arrow import tags_schema

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed (extra arrow)")
ROOT = Path(__file__).parents[2]
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
        for name in one._fields[:-1]:  # all but what is asked for besides
            value = getattr(one, name)
            assert row[name] == (list(value) if isinstance(value, tuple) else value), name
        fields = (one.fen or "").split()
        assert row["piece_placement"] == (fields[0] if fields else None)
        assert row["fullmove_number"] == (int(fields[5]) if len(fields) > 5 else None)
    assert rows_of(tags) == rows  # read again


def test_findings_and_counts_are_the_rows() -> None:
    odds = SAMPLES / "odds.pgn"
    for rows in (pgnfen.audit(SAMPLES), pgnfen.stats(odds, plies=True), pgnfen.stats(SAMPLES, by="White")):
        expected = [one._asdict() if hasattr(one, "_asdict") else asdict(one) for one in rows]
        assert rows_of(rows) == expected and len(expected) >= 10


# A move that is spelled oddly, a variant, a game that stops, a counter that no column takes: those Python plays.
MIXED = b"""1. e4 e5 2. Nf3! Nc6 *

[Variant "Crazyhouse"]

1. e4 d5 2. exd5 Qxd5 3. Nc3 P@d4 *

[FEN "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1"]

1. O-O d5 2. e4 dxe4 *

1. e4 e5 2. Ke3 *

[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 5000000000 7"]

1. e4 Kd7 *

[FEN "4k3/8"]

*

1. e2e4 d7d5 2. e4e5 f7f5 3. e5f6 *

1. d4 *
"""


@pytest.mark.usefixtures("reader")
def test_positions_are_the_rows(tmp_path: Path) -> None:
    (tmp_path / "book.epd").write_text("4k3/8/8/8/2Pp4/8/8/4K3 b - c3 hmvc 3;\nx\n4k3/8/8/8/8/8/8/4K2R w K -\n")
    options: tuple[dict[str, Any], ...] = ({}, {"notation": "epd"}, {"notation": "shredder", "en_passant": "1994"})
    for inputs, some in ((str(tmp_path / "book.epd"), options[:1]), (MIXED, options)):
        for wanted in some:
            rows = pgnfen.positions(inputs, **wanted)
            expected = [one._asdict() for one in rows]
            for one in expected:
                if one["halfmove"] >= 1 << 32:
                    one["halfmove"] = None
            assert rows_of(rows) == expected
    assert rows_of(rows) == expected  # read again
    assert len(expected) > 20 and None in [one["halfmove"] for one in expected]


def test_a_stream_is_made_as_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrow, "GATHERED", 1)
    monkeypatch.setattr(arrow, "BATCH", 2)
    game = b"[White \"A\"]\n\n1. e4 e5 2. Ke3 *\n\n"
    inputs = [game * 3, game * 5, "nowhere.pgn"]
    for rows, expected in (
        (pgnfen.tags(inputs), 8), (pgnfen.audit(inputs, select=["R101"]), 8), (pgnfen.positions(inputs), 24),
    ):  # fmt: skip
        reader, sizes = pa.RecordBatchReader.from_stream(rows), []
        with pytest.raises(Exception, match="nowhere"):
            while True:
                sizes.append(reader.read_next_batch().num_rows)
        assert sum(sizes) == expected and len(sizes) > 1


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


@pytest.mark.parametrize(("title", "rows"), [
    ("tags", pgnfen.tags(b"")), ("findings", pgnfen.audit(b"")), ("positions", pgnfen.positions(b"")),
    ("stats", pgnfen.stats(b"")),
])  # fmt: skip
def test_the_schema_is_the_one_of_the_page(title: str, rows: Any) -> None:
    [table] = re.findall(rf"^\| {title} \| type \|.*\n\|[-|]+\n((?:\|.*\n?)+)", PAGE, re.MULTILINE)
    said = {}
    for line in table.splitlines():
        names, kind = line.split("|")[1:3]
        said |= {name: kind.strip() for name in re.findall(r"`(\w+)`", names)}
    more = "key", "final", "plies", "halfmove", "repetitions"
    schema = tags_schema(more) if title == "tags" else pa.table(rows).schema
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
    monkeypatch.setattr("pgnfen.report.parquet.GROUP", 8)
    for rows in (pgnfen.tags(SAMPLES), pgnfen.audit(SAMPLES), pgnfen.positions(MIXED), pgnfen.stats(SAMPLES)):
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
    with pytest.raises(pgnfen.PgnfenError, match="are the same file"):
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
