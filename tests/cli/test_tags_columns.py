"""`pgnfen tags --key --final`: columns behind the others."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import programs
import pytest

import pgnfen
from pgnfen.columns import columns_of
from pgnfen.report.tags import GameTags

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
HALFMOVES = [1, 0, None, None]
REPETITIONS = [1, 1, None, None]
LAST = list(zip(FINALS, PLIES, HALFMOVES, REPETITIONS, strict=True))
FINAL = ["final", "plies", "halfmove", "repetitions"]


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
    more = [{"key": key} | dict(zip(FINAL, last, strict=True)) for key, last in zip(KEYS, LAST, strict=True)]
    assert found == [row | those for row, those in zip(plain, more, strict=True)]
    assert [*found[0]][-5:] == ["key", *FINAL]
    keys = [json.loads(line) for line in output("--format", "jsonl", "--key", games).splitlines()]
    assert keys == [row | {"key": key} for row, key in zip(plain, KEYS, strict=True)]


def test_csv_and_text(games: Path) -> None:
    for raw in ([], ["--csv-raw"]):
        table = list(csv.reader(io.StringIO(output("--format", "csv", *raw, "--final", games).decode(), newline="")))
        assert table[0][-4:] == FINAL
        assert [row[-4:] for row in table[1:]] == [["" if one is None else str(one) for one in last] for last in LAST]
    lines = output("--key", "--final", games).decode().splitlines()
    assert [line.split("\t")[-5:] for line in lines] == [
        ["-" if one is None else str(one) for one in (key, *last)] for key, last in zip(KEYS, LAST, strict=True)
    ]


def test_records(tmp_path: Path) -> None:
    path = tmp_path / "a.epd"
    path.write_text("4k3/8/8/8/8/8/8/R3K2R w HA - bm O-O;\n")
    row = json.loads(output("--format", "jsonl", "--key", "--final", path))
    assert (row["key"], row["final"], row["plies"]) == (
        "4k3/8/8/8/8/8/8/R3K2R w HA -", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 0,
    )  # fmt: skip


def test_final_is_the_last_of_positions_and_key_that_of_the_start() -> None:
    """Of the samples, and of cases of rules."""
    places = [*sorted((ROOT / "tests" / "rules").glob("[CDERV]*.pgn")), ROOT / "sample_pgn"]
    rows = [json.loads(line) for line in output("--format", "jsonl", "--key", "--final", *places).splitlines()]
    done = programs.pgnfen("positions", "--format", "jsonl", "--start", "--last", *places)
    said = [json.loads(line) for line in done.stdout.splitlines()]
    starts = {(one["path"], one["game"]): one["key"] for one in said if one["ply"] == 0}
    assert len(rows) > 200
    for row in rows:
        place = row["path"], row["game"]
        assert row["key"] == starts.get(place)
    lasts = {(one["path"], one["game"]): one for one in said}
    finals = [(row["path"], row["game"]) for row in rows if row["final"] is not None]
    assert len(finals) > 100
    for row in rows:
        if row["final"] is not None:
            last = lasts[row["path"], row["game"]]
            assert (row["final"], row["plies"]) == (last["fen"], last["ply"])


TAGGED = b"""[Event "a"]
[Opening "=x, \"y\""]
[WhiteUSCF "2700"]

1. e4 *

[opening "of\ttwo"]
[Variant "Crazyhouse"]

*

{[Opening "in a comment"]} 1. d4 *

[Opening ""]
[NIC "B00"]
[Opening "last"]

*
"""
OPENINGS = ['=x, "y"', "of\ttwo", None, "last"]


@pytest.mark.parametrize("input", ["games.pgn", "-"])
def test_any_tag_is_a_column(tmp_path: Path, input: str) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(TAGGED)
    options = ["--columns", "Opening,WhiteUSCF", "--columns", "opening,NIC", "--key", *([path] if input != "-" else [])]

    def written(format: str) -> bytes:
        done = programs.pgnfen("tags", "--no-progress", "--format", format, *options, input=TAGGED)
        assert (done.returncode, done.stderr) == (0, b"")
        found: bytes = done.stdout
        return found

    found = [json.loads(line) for line in written("jsonl").splitlines()]
    assert [list(one)[-4:] for one in found] == [["key", "Opening", "WhiteUSCF", "NIC"]] * 4
    assert [one["Opening"] for one in found] == OPENINGS
    assert [one["WhiteUSCF"] for one in found] == ["2700", None, None, None]
    assert [one["NIC"] for one in found] == [None, None, None, "B00"]
    table = list(csv.DictReader(io.StringIO(written("csv").decode(), newline="")))
    assert [row["Opening"] for row in table] == ["'" + OPENINGS[0], "of\ttwo", "", "last"]  # type: ignore[operator]
    rows = [line.split("\t") for line in written("text").decode().splitlines()]
    assert [row[-3] for row in rows] == ['=x, "y"', "of two", "-", "last"]
    assert {len(row) for row in rows} == {len(columns_of(GameTags)) + 4}


def test_columns_of_records_are_empty(tmp_path: Path) -> None:
    path = tmp_path / "a.epd"
    path.write_bytes(b"4k3/8/8/8/8/8/8/4K3 w - -\n")
    [found] = [json.loads(line) for line in output("--columns", "Opening", "--format", "jsonl", path).splitlines()]
    assert found["Opening"] is None


def test_what_is_a_column_already_is_said(games: Path) -> None:
    done = programs.pgnfen("tags", "--columns", "White,NIC,Result", "--format", "jsonl", games, text=True)
    assert done.returncode == 0 and [*json.loads(done.stdout.splitlines()[0])] == [*columns_of(GameTags), "NIC"]
    assert done.stderr.splitlines() == [
        "pgnfen: --columns White: every table has this column already: white",
        "pgnfen: --columns Result: every table has this column already: result",
    ]  # fmt: skip


def test_columns_in_python() -> None:
    found = pgnfen.tags(TAGGED, columns=["Opening", "White", "opening", "WhiteUSCF"])
    assert [dict(row.columns) for row in found] == [
        {"Opening": name, "WhiteUSCF": elo} for name, elo in zip(OPENINGS, ["2700", None, None, None], strict=True)
    ]
    assert not next(iter(pgnfen.tags(TAGGED))).columns
    with pytest.raises(ValueError, match="game exists already"):
        pgnfen.tags(TAGGED, columns=["Game"])
    table = pytest.importorskip("pyarrow").table(found)
    assert table.schema.names[-2:] == ["Opening", "WhiteUSCF"] and table["Opening"].to_pylist() == OPENINGS


@pytest.mark.parametrize(("columns", "why"), [("a b", "is not a tag name"), ("Game", "game exists already")])
def test_columns_that_cannot_be(columns: str, why: str) -> None:
    done = programs.pgnfen("tags", "--columns", columns, text=True, input="")
    assert done.returncode == 2 and why in done.stderr
