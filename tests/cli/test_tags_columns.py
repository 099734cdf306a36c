"""`pgnfen tags --key --final`: columns behind the others."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import programs
import pytest

pytestmark = pytest.mark.usefixtures("reader")

ROOT = Path(__file__).parent.parent.parent
GAMES = """[Event "a"]

1. e4 e5 2. Nf3 *

[FEN "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"]

1. f4 1-0

[Event "stops"]

1. e4 e5 2. Ke3 Nf6 *

[FEN "4k3/8"]

*
"""
ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha -"
KEYS = [ARRAY, "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf -", ARRAY, None]
FINALS = [
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
    "bqnbnrkr/pppppppp/8/8/5P2/8/PPPPP1PP/BQNBNRKR b KQkq - 0 1",
    None,
    None,
]
PLIES = [3, 1, 2, 0]


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "a.pgn"
    path.write_text(GAMES)
    return path


def output(*arguments: str | Path) -> bytes:
    done = programs.pgnfen("tags", "--no-progress", *arguments)
    assert (done.returncode, done.stderr) == (0, b"")
    found: bytes = done.stdout
    return found


def test_columns_stand_behind_the_others(games: Path) -> None:
    plain = [json.loads(line) for line in output("--format", "jsonl", games).splitlines()]
    found = [json.loads(line) for line in output("--format", "jsonl", "--key", "--final", games).splitlines()]
    more = [{"key": key, "final": final, "plies": plies} for key, final, plies in zip(KEYS, FINALS, PLIES, strict=True)]
    assert found == [row | those for row, those in zip(plain, more, strict=True)]
    assert [*found[0]][-3:] == ["key", "final", "plies"]
    keys = [json.loads(line) for line in output("--format", "jsonl", "--key", games).splitlines()]
    assert keys == [row | {"key": key} for row, key in zip(plain, KEYS, strict=True)]


def test_csv_and_text(games: Path) -> None:
    for raw in ([], ["--csv-raw"]):
        table = list(csv.reader(io.StringIO(output("--format", "csv", *raw, "--final", games).decode(), newline="")))
        assert table[0][-2:] == ["final", "plies"]
        assert [row[-2:] for row in table[1:]] == [
            [final or "", str(plies)] for final, plies in zip(FINALS, PLIES, strict=True)
        ]
    lines = output("--key", "--final", games).decode().splitlines()
    assert [line.split("\t")[-3:] for line in lines] == [
        [key or "-", final or "-", str(plies)] for key, final, plies in zip(KEYS, FINALS, PLIES, strict=True)
    ]


def test_records(tmp_path: Path) -> None:
    path = tmp_path / "a.epd"
    path.write_text("4k3/8/8/8/8/8/8/R3K2R w HA - bm O-O;\n")
    row = json.loads(output("--format", "jsonl", "--key", "--final", path))
    assert (row["key"], row["final"], row["plies"]) == (
        "4k3/8/8/8/8/8/8/R3K2R w HA -", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 0,
    )  # fmt: skip


def test_final_is_the_last_of_positions_and_key_that_of_the_start() -> None:
    """Of all cases of the rules, and of the samples."""
    places = [ROOT / "tests" / "rules", ROOT / "sample_pgn"]
    rows = [json.loads(line) for line in output("--format", "jsonl", "--key", "--final", *places).splitlines()]
    done = programs.pgnfen("positions", "--format", "jsonl", "--start", "--last", *places)
    said = [json.loads(line) for line in done.stdout.splitlines()]
    starts = {(one["path"], one["game"]): one["key"] for one in said if one["ply"] == 0}
    assert len(rows) > 300
    for row in rows:
        place = row["path"], row["game"]
        assert row["key"] == starts.get(place)
    lasts = {(one["path"], one["game"]): one for one in said}
    finals = [(row["path"], row["game"]) for row in rows if row["final"] is not None]
    assert len(finals) > 150
    for row in rows:
        if row["final"] is not None:
            last = lasts[row["path"], row["game"]]
            assert (row["final"], row["plies"]) == (last["fen"], last["ply"])
