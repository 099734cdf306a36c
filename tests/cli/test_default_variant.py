"""--default-variant, also --variant where that is no condition: the rules of games and records that state none."""

from __future__ import annotations

import json
from pathlib import Path

import programs
import pytest

GAMES = """[SetUp "1"]
[FEN "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"]

1. Kd1 *

[Variant "Three-check"]

1. e4 f6 2. Qh5+ *

1. e4 f6 2. Nf3 g5 3. Ne5 e6 4. Nxd7 Kxd7 *
"""
ARRAY = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"


def run(*args: str) -> list[dict[str, object]]:
    out = programs.pgnfen(*args, "--format", "jsonl").stdout
    return [json.loads(line) for line in out.splitlines()]


@pytest.fixture
def games(tmp_path: Path) -> str:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    return str(path)


@pytest.mark.parametrize("engine", ["native", "python-chess"])
def test_games_that_state_no_variant_are_read_by_it(
    games: str, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGNFEN_ENGINE", engine)
    assert [row["kind"] for row in run("tags", games)] == ["position", "variant", "standard"]
    assert [row["kind"] for row in run("tags", "--default-variant", "Atomic", games)] == ["variant"] * 3
    assert [(row["game"], row["code"]) for row in run("audit", games)] == []
    atomic = run("audit", "--variant", "atomic", games)
    assert [(row["game"], row["code"], row["ply"]) for row in atomic] == [(3, "R101", 8)]  # all is blown up there


def test_records_that_state_no_variant_are_read_by_it(tmp_path: Path) -> None:
    path = tmp_path / "antichess.epd"
    path.write_text("8/8/8/8/8/8/8/4K3 w - - id 1;\n")
    assert [row["code"] for row in run("audit", str(path))] == ["P101"]
    assert run("audit", "--default-variant", "Antichess", str(path)) == []
    assert [row["kind"] for row in run("tags", "--variant", "Antichess", str(path))] == ["variant"]


def test_chess960_is_no_longer_missing(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(f'[SetUp "1"]\n[FEN "{ARRAY}"]\n\n1. e4 *\n')
    assert [row["code"] for row in run("audit", str(path))] == ["S201"]
    assert run("audit", "--variant", "960", str(path)) == []


def test_filter_takes_it_under_another_name(games: str) -> None:
    found = programs.pgnfen("filter", "--default-variant", "Atomic", "--variant", "Atomic", games)
    assert found.stdout.decode().count("*") == 2


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_split_and_fix_take_it(games: str, jobs: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    split = programs.pgnfen("split", "--by", "variant", "-d", str(out), "--variant", "Atomic", games)
    assert split.returncode == 0
    assert {path.name for path in out.glob("*.pgn")} == {"Atomic.pgn", "Three-check.pgn"}
    array = tmp_path / "array.pgn"
    array.write_text(f'[SetUp "1"]\n[FEN "{ARRAY.replace("KQkq", "KQk")}"]\n\n1. e4 *\n' * 40)
    assert programs.pgnfen("fix", "--unsafe", "-j", jobs, str(array)).stdout.count(b'[Variant "Chess960"]') == 40
    fixed = programs.pgnfen("fix", "--unsafe", "-j", jobs, "--variant", "Chess960", str(array))
    assert fixed.stdout.decode() == array.read_text().replace(" KQk ", " KQkq ")


def test_a_variant_that_nobody_knows_is_a_usage_error(games: str) -> None:
    found = programs.pgnfen("audit", "--variant", "Calvinball", games)
    assert found.returncode == 2 and b"unknown variant 'Calvinball'" in found.stderr
