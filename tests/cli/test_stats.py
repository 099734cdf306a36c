"""`pgnfen stats`, against numbers that were counted otherwise."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from collections import Counter
from pathlib import Path
from typing import Any

import programs
import pytest

pytestmark = pytest.mark.usefixtures("either_reader")

ARRAY960 = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w {} - 0 1"
GAMES = [
    ({"White": "A", "Result": "1-0"}, "1. e4 e5 1-0"),
    ({"White": "B", "Result": "1-0"}, "1. e4 e5 2. Nf3 1-0"),
    ({"White": "A", "Result": "0-1", "Variant": "Chess960", "SetUp": "1", "FEN": ARRAY960.format("KQkq")}, "1. f4 0-1"),
    ({"White": "A", "Variant": "fischerandom", "SetUp": "1", "FEN": ARRAY960.format("HFhf")}, "1. f4 *"),
    ({"White": 'C "D"', "Result": "*", "FEN": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}, "1. e5 *"),
    ({"white": "A", "FEN": "4k3/8"}, "*"),
]


def pgn(games: list[tuple[dict[str, str], str]] = GAMES) -> str:
    def pair(name: str, value: str) -> str:
        value = value.replace('"', '\\"')
        return f'[{name} "{value}"]\n'

    return "".join("".join(pair(*tag) for tag in tags.items()) + f"\n{moves}\n\n" for tags, moves in games)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.pgn").write_text(pgn())
    (tmp_path / "b.pgn").write_text(pgn(GAMES[:2]))
    return tmp_path


def rows(*arguments: str | Path) -> list[dict[str, Any]]:
    done = programs.pgnfen("stats", "--no-progress", "--format", "jsonl", *arguments, text=True)
    assert done.returncode == int("no game has the tag" in done.stderr), done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def counts(rows: list[dict[str, Any]], what: str, path: str | None = None) -> dict[str | None, int]:
    return {row["value"]: row["count"] for row in rows if row["what"] == what and row["path"] == path}


def test_counted_by_hand(folder: Path) -> None:
    found = rows(folder)
    assert counts(found, "games") == {None: 8}
    assert counts(found, "bytes") == {None: sum(len(path.read_bytes()) for path in folder.iterdir())}
    assert counts(found, "kind") == {"standard": 4, "chess960": 2, "position": 1, "unreadable": 1}
    assert counts(found, "scharnagl") == {"518": 4, None: 2, "1": 2}
    assert counts(found, "tags") == {"none": 4, "SetUp FEN Variant": 2, "FEN": 2}
    assert counts(found, "castling") == {"x-fen": 1, "shredder": 1, "any": 1, "none": 1}
    assert counts(found, "en_passant") == {"any": 3, "none": 1}
    assert counts(found, "result") == {"1-0": 4, "0-1": 1, None: 2, "*": 1}
    assert counts(found, "variant") == {"Standard": 6, "Chess960": 2}
    assert counts(found, "kind", str(folder / "b.pgn")) == {"standard": 2}
    assert not counts(found, "plies") and not counts(found, "finding")
    first = next(row for row in found if row["value"] == "chess960" and row["path"] is None)
    assert (first["first_path"], first["first_game"], first["share"]) == (str(folder / "a.pgn"), 3, 0.25)


def test_most_frequent_first(folder: Path) -> None:
    found = [row for row in rows(folder, "--top", "2") if row["path"] is None]
    assert [row["value"] for row in found if row["what"] == "kind"] == ["standard", "chess960"]
    assert [row["value"] for row in found if row["what"] == "result"] == ["1-0", None]


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ("kind", {"standard": 4, "chess960": 2, "position": 1, "unreadable": 1}),
        ("scharnagl", {"518": 4, "1": 2, None: 2}),
        ("variant", {"Standard": 6, "Chess960": 2}),
        ("White", {"A": 5, "B": 2, 'C "D"': 1}),
        ("white", {"A": 5, "B": 2, 'C "D"': 1}),
        ("ECO", {None: 8}),
        ("fen", {None: 4, ARRAY960.format("KQkq"): 1, ARRAY960.format("HFhf"): 1,
                 "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1": 1, "4k3/8": 1}),
        ("key", {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha -": 4,
                 "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf -": 2,
                 "4k3/8/8/8/8/8/4P3/4K3 w - -": 1, None: 1}),
    ],
)  # fmt: skip
def test_by(folder: Path, by: str, expected: dict[str | None, int]) -> None:
    found = rows(folder, "--by", by)
    assert {row["path"] for row in found} == {None}
    assert counts(found, by) == expected
    times = [row["count"] for row in found if row["what"] == by]
    assert times == sorted(times, reverse=True)
    assert abs(sum(row["share"] for row in found if row["what"] == by) - 1) < 1e-5


def test_by_what_is_no_name(folder: Path) -> None:
    done = programs.pgnfen("stats", "--by", "no name", folder, text=True)
    assert done.returncode == 2 and "'no name' is not the name of a tag" in done.stderr
    done = programs.pgnfen("stats", "--by", "vairant", folder, text=True)
    assert done.returncode == 1 and "no game has the tag 'vairant'; did you mean 'variant'?" in done.stderr
    done = programs.pgnfen("stats", "--by", "month", folder, text=True)
    assert done.returncode == 1 and done.stderr == "--by: no game has the tag 'month'; did you mean 'month:Date'?\n"


def test_plies_and_findings(folder: Path) -> None:
    found = rows(folder, "--plies", "--findings")
    assert counts(found, "plies") == {None: (2 + 3 + 1 + 1 + 0 + 0) + (2 + 3)}
    assert counts(found, "stopped") == {None: 2}
    audit = programs.pgnfen("audit", "--severity", "info", "--format", "jsonl", "--no-progress", folder, text=True)
    said = [json.loads(line) for line in audit.stdout.splitlines()]
    of_games = [one for one in said if one["code"][0] != "N"]  # those of a file as a whole are left to audit
    expected = Counter(f"{one['code']} {one['name']} ({one['severity']})" for one in of_games)
    assert counts(found, "finding") == dict(expected)
    assert sum(expected.values()) > 5


def test_csv_has_the_same(folder: Path) -> None:
    done = programs.pgnfen("stats", "--format", "csv", "--plies", folder)
    table = list(csv.DictReader(io.StringIO(done.stdout.decode(), newline="")))
    same = [
        {name: "" if value is None else str(value) for name, value in row.items()} for row in rows(folder, "--plies")
    ]
    assert table == same


def test_text_is_aligned(folder: Path) -> None:
    done = programs.pgnfen("stats", folder, text=True, env={**os.environ, "COLUMNS": "60"})
    lines = done.stdout.splitlines()
    assert lines[0] == str(folder / "a.pgn")
    assert "2 inputs" in lines
    kinds = lines[lines.index("2 inputs") + 3 :][:4]
    assert [line.split()[:3] for line in kinds] == [
        ["standard", "4", "50.0%"],
        ["chess960", "2", "25.0%"],
        ["position", "1", "12.5%"],
        ["unreadable", "1", "12.5%"],
    ]
    assert len({line.index("%") for line in kinds}) == 1
    bars = [line.count("#") for line in kinds]
    assert abs(bars[0] - 2 * bars[1]) <= 1 and abs(bars[0] - 4 * bars[2]) <= 2
    assert max(map(len, kinds)) == 60


def test_an_input_alone_is_shown_once(folder: Path) -> None:
    done = programs.pgnfen("stats", folder / "b.pgn", text=True)
    assert done.stdout.count("kind of start") == 1


def test_records(tmp_path: Path) -> None:
    path = tmp_path / "book.epd"
    records = [ARRAY960.format(letters) for letters in ("KQkq", "HFhf", "HFhf")] + ["4k3/8/8/8/8/8/8/4K3 w - - id 1;"]
    path.write_text("\n".join(records) + "\n")
    found = rows(path)
    assert counts(found, "kind") == {"chess960": 3, "position": 1}
    assert counts(found, "castling") == {"x-fen": 1, "shredder": 2, "any": 1}
    assert counts(found, "result") == {}
    key = ARRAY960.format("HFhf").removesuffix(" 0 1")
    assert counts(rows(path, "--by", "key"), "key") == {key: 3, "4k3/8/8/8/8/8/8/4K3 w - -": 1}


def test_nothing(tmp_path: Path) -> None:
    (tmp_path / "empty.pgn").write_bytes(b"")
    done = programs.pgnfen("stats", tmp_path / "empty.pgn", text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert programs.pgnfen("stats", tmp_path / "missing.pgn").returncode == 2


def test_archives(corpora: Path) -> None:
    """Against what a pattern counts in the bytes of archives whose tag sections are plain."""
    from pgnfen.inputs.source import Source, find_sources

    places = ("chess960", "tags/lichess-rated-1000-games.pgn.zst", "tags/problems-fen-without-setup-latin1.pgn.zst")
    for source in find_sources([str(corpora / place) for place in places]):
        assert isinstance(source, Source)
        with source:
            data = b""
            while chunk := source.read(1 << 20):
                data += chunk
        found = rows(source.name)
        games = len(re.findall(rb"(?m)^\[Event ", data))
        fens = len(re.findall(rb"(?m)^\[FEN ", data))
        assert counts(found, "games", source.name) == {None: games}
        assert counts(found, "bytes", source.name) == {None: len(data)}
        tags = counts(found, "tags", source.name)
        assert sum(count for names, count in tags.items() if "FEN" in str(names).split()) == fens
        assert sum(counts(found, "castling", source.name).values()) == fens
        results = Counter(one.decode() for one in re.findall(rb'(?m)^\[Result "([^"]*)"\]', data))
        said = counts(found, "result", source.name)
        assert {value: count for value, count in said.items() if value is not None} == dict(results)
        whites = Counter(re.findall(rb'(?m)^\[White "([^"\\]*)"\]', data))
        by = counts(rows(source.name, "--by", "White"), "White")
        assert sorted(by.values()) == sorted(whites.values())
