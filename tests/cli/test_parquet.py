"""--format parquet: the rows of JSON Lines, typed, in a file."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import programs
import pytest

import pgnfen

parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed (extra parquet)")
SAMPLES = Path(__file__).parent.parent.parent / "sample_pgn"


def rows(tmp_path: Path, *arguments: str | Path, status: int = 0, **options: Any) -> list[dict[str, Any]]:
    target = tmp_path / "rows.parquet"
    done = programs.pgnfen(*arguments, "--no-progress", "--format", "parquet", "-o", target, **options)
    assert (done.returncode, done.stdout) == (status, b""), done.stderr
    found: list[dict[str, Any]] = parquet.read_table(target).to_pylist()
    return found


def lines(*arguments: str | Path, **options: Any) -> list[dict[str, Any]]:
    done = programs.pgnfen(*arguments, "--no-progress", "--format", "jsonl", **options)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.usefixtures("reader")
def test_tags_with_columns(tmp_path: Path) -> None:
    arguments = ("tags", "--columns", "Opening,NIC", "--final", SAMPLES / "every-family.pgn")
    found, expected = rows(tmp_path, *arguments), lines(*arguments)
    assert [{name: row[name] for name in expected[0]} for row in found] == expected and len(found) > 5
    assert list(found[0])[-6:] == ["final", "plies", "halfmove", "repetitions", "Opening", "NIC"]
    assert {row["active_color"] for row in found} >= {None, "w"}


def test_findings(tmp_path: Path) -> None:
    arguments = ("audit", "--severity", "info", "--no-summary", SAMPLES / "every-family.pgn", SAMPLES / "odds.pgn")
    expected = lines(*arguments)
    assert rows(tmp_path, *arguments, status=1) == expected and len(expected) > 10


def test_positions(tmp_path: Path) -> None:
    assert rows(tmp_path, "positions", SAMPLES / "chess960.pgn") == lines("positions", SAMPLES / "chess960.pgn")


def test_nothing_is_a_table_without_rows(tmp_path: Path) -> None:
    assert rows(tmp_path, "tags", "-", input=b"") == []
    assert parquet.read_schema(tmp_path / "rows.parquet").names[:2] == ["path", "game"]


@pytest.mark.skipif(sys.platform != "linux", reason="names that are no UTF-8")
def test_a_name_that_is_no_utf_8(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/a\xff.pgn"
    Path(os.fsdecode(name)).write_bytes(b"1. e4 e5 2. Ke3 *\n")
    shown = '"' + str(tmp_path) + '/a\\377.pgn"'
    for command, status in (("tags", 0), ("positions", 1)):
        found = rows(tmp_path, command, Path(os.fsdecode(name)), status=status)
        assert {row["path"] for row in found} == {shown}


def test_a_failure_leaves_no_file(tmp_path: Path) -> None:
    target = tmp_path / "x.parquet"
    for arguments, why in (
        (["positions", "--unique"], "--unique"),
        (["audit", "--statistics"], "--statistics"),
    ):
        done = programs.pgnfen(*arguments, "--format", "parquet", "-o", target, SAMPLES, text=True)
        assert done.returncode == 2 and why in done.stderr
    paths = [str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    for module, why in (
        ("raise ModuleNotFoundError(name='pyarrow')", 'needs pyarrow; install it with pip install "pgnfen[parquet]"'),
        ("raise ImportError('no memory')", "needs pyarrow, which cannot be loaded: no memory"),
    ):
        (tmp_path / "pyarrow.py").write_text(module)
        for command in ("tags", "audit", "positions"):
            done = programs.pgnfen(command, "--format", "parquet", "-o", target, SAMPLES, text=True, env=environment)
            assert done.returncode == 2 and done.stderr.count("\n") == 1 and f"Parquet {why}" in done.stderr
    assert not target.exists()


def test_a_pipe_takes_it_too(tmp_path: Path) -> None:
    done = programs.pgnfen("tags", "--format", "parquet", SAMPLES / "odds.pgn")
    (tmp_path / "piped.parquet").write_bytes(done.stdout)
    assert parquet.read_table(tmp_path / "piped.parquet").num_rows == len(list(pgnfen.tags(SAMPLES / "odds.pgn")))
