"""`pgnfen explain`."""

from __future__ import annotations

import json
from pathlib import Path

import programs
import pytest

pytestmark = pytest.mark.usefixtures("either_reader")

GAMES = """\
[White "Polgar"]
[Black "Carlsen"]
[PlyCount "7"]

1. e4 e5 *

[SetUp "1"]
[FEN "4k3/8/8/8/8/8/8/4K2R w - - 0 1"]

1. O-O *

1. d4 d5 *
"""
FIRST = """\
games.pgn:1: game 1, byte 0: Polgar - Carlsen
    moves, line 5         2 legal plies, to the end
                          supports piece placement, active color
    move numbers, line 5  from 1
                          supports fullmove number, active color, moves
    PlyCount tag, line 3  7
                          contradicts moves: 5 plies more
    termination marker    *
    line 3: D201 ply-count (warning): the PlyCount tag is "7", but the game has 2 plies (expected: 2) [safe fix]

"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "games.pgn").write_text(GAMES, encoding="utf-8")
    return tmp_path


def test_a_game_explained(folder: Path) -> None:
    done = programs.pgnfen("explain", "--game", "1", "games.pgn", cwd=folder)
    assert (done.returncode, done.stdout.decode()) == (0, FIRST)


@pytest.mark.parametrize(
    ("games", "numbers"), [((), [1, 2, 3]), (("--game", "2-"), [2, 3]), (("--game", "3,1"), [1, 3])]
)
def test_which_games(folder: Path, games: tuple[str, ...], numbers: list[int]) -> None:
    done = programs.pgnfen("explain", "--format", "jsonl", *games, "games.pgn", cwd=folder)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0 and [row["game"] for row in rows[:-1]] == numbers
    assert rows[-1]["rules_of_file"] == {"standard": 2, "chess960": 0, "doubts": 0, "habit": "standard"}


def test_the_parts_of_an_object(folder: Path) -> None:
    done = programs.pgnfen("explain", "--format", "jsonl", "--game", "2", "games.pgn", cwd=folder)
    row = json.loads(done.stdout.splitlines()[0])
    assert (row["path"], row["line"], row["offset"]) == ("games.pgn", 7, GAMES.index("[SetUp"))
    assert (row["rules"], row["doubt"], row["proofs"]) == ("any", None, [])
    moves = next(one for one in row["witnesses"] if one["name"] == "moves")
    assert moves["line"] == 10 and moves["contradicts"] == ["castling availability: a castling at ply 1 needs h1"]
    assert [one["code"] for one in row["findings"]] == ["C201"]


def test_no_such_game(folder: Path) -> None:
    done = programs.pgnfen("explain", "--game", "4", "games.pgn", cwd=folder)
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"no game has one of these numbers\n")
    assert programs.pgnfen("explain", "--game", "x", "games.pgn", cwd=folder).returncode == 2


def test_a_file_of_two_rules_says_so(folder: Path) -> None:
    array = '[Variant "Chess960"]\n[FEN "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"]\n\n*\n\n'
    (folder / "mixed.pgn").write_text(array * 9 + "1. e4 *\n", encoding="utf-8")
    done = programs.pgnfen("explain", "--game", "1", "mixed.pgn", "games.pgn", cwd=folder)
    said = "mixed.pgn: starting positions: 1 standard chess, 9 Chess960; rules of chess in this file: Chess960\n"
    assert said in done.stdout.decode() and done.stdout.decode().endswith(FIRST)


def test_a_record_explained(folder: Path) -> None:
    (folder / "r.epd").write_text(
        "4k3/8/8/8/8/8/8/4K3 w - - hmvc 3;\n4k3/8/8/8/8/8/8/4K3 x - - 0 1\n", encoding="utf-8"
    )
    done = programs.pgnfen("explain", "--game", "2", "r.epd", cwd=folder)
    text = done.stdout.decode()
    assert done.returncode == 0 and text.startswith("r.epd:2: record 2\n") and "F301" in text and "hmvc" not in text


def test_a_game_too_large_is_named(folder: Path) -> None:
    done = programs.pgnfen("explain", "--max-game", "60", "games.pgn", cwd=folder)
    assert b"games.pgn: game 1: not explained: too large" in done.stderr
    assert done.stdout.startswith(b"games.pgn:12: game 3")
