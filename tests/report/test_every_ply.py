"""Every position of every game, against python-chess and pgn-extract."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import zlib
from pathlib import Path
from typing import Any

import chess
import programs
import pytest
from random_games import boards_of, random_pgn

from pgnfen.inputs.source import Source, find_sources

pytestmark = pytest.mark.usefixtures("reader")

EN_PASSANT: dict[str, Any] = {"1994": "fen", "x-fen": "xfen", "legal": "legal"}
EXTRACT = shutil.which("pgn-extract") or shutil.which("pgn-extract", path="/usr/games")


def written(path: Path, *options: str) -> bytes:
    done = programs.pgnfen("positions", "--no-progress", *options, path)
    assert done.returncode == 0, done.stderr
    output: bytes = done.stdout
    return output


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "random.pgn"
    path.write_text(random_pgn(5, 30))
    return path


@pytest.fixture(scope="module")
def boards(games: Path) -> list[chess.Board]:
    return [board for one in boards_of(games.read_text()) for _, board in one]


@pytest.mark.parametrize("en_passant", EN_PASSANT)
@pytest.mark.parametrize("notation", ["x-fen", "shredder", "epd"])
def test_notations(games: Path, boards: list[chess.Board], notation: str, en_passant: str) -> None:
    expected, target = [], EN_PASSANT[en_passant]
    for board in boards:
        if notation == "epd":
            expected.append(board.epd(en_passant=target))
        else:
            expected.append(board.fen(shredder=notation == "shredder", en_passant=target))
    found = written(games, "--notation", notation, "--en-passant", en_passant).decode().splitlines()
    assert len(found) > 1000
    assert found == expected


def test_fen_says_what_it_can(games: Path, boards: list[chess.Board]) -> None:
    done = programs.pgnfen("positions", "--no-progress", "--notation", "fen", games, text=True)
    assert done.stdout.splitlines() == [board.fen() for board in boards]

    def is_classic(board: chess.Board) -> bool:
        return chess.Board(board.fen()).castling_shredder_fen() == board.castling_shredder_fen()

    unsaid = sum(not is_classic(board) for board in boards)
    assert unsaid > 100
    assert f"{unsaid} positions written in X-FEN because KQkq cannot express" in done.stderr


def test_fields_and_keys(games: Path) -> None:
    rows = [json.loads(line) for line in written(games, "--format", "jsonl").splitlines()]
    table = csv.DictReader(io.StringIO(written(games, "--format", "csv").decode(), newline=""))
    same = [{name: "" if value is None else str(value) for name, value in row.items()} for row in rows]
    assert same == list(table)
    at = iter(rows)
    for number, boards in enumerate(boards_of(games.read_text()), 1):
        for ply, (san, board) in enumerate(boards):
            row = next(at)
            assert (row["path"], row["game"], row["ply"], row["san"]) == (str(games), number, ply, san)
            assert row["fen"] == board.fen()
            names = ("placement", "turn", "castling", "en_passant", "halfmove", "fullmove")
            assert " ".join(str(row[name]) for name in names) == board.fen()
            assert row["key"] == board.epd(shredder=True)
    assert next(at, None) is None


@pytest.mark.skipif(EXTRACT is None, reason="pgn-extract is not installed")
def test_pgn_extract_says_the_same(tmp_path: Path) -> None:
    """Of standard chess: its records have the target square of 1994, and comments behind them."""
    assert EXTRACT is not None
    path = tmp_path / "classic.pgn"
    path.write_text(random_pgn(6, 40, chess960=0))
    lines = programs.run([EXTRACT, "-s", "-Wepd", path], text=True).stdout.splitlines()
    expected = [line.partition(" c0 ")[0] for line in lines if line]
    assert len(expected) > 1000
    assert written(path, "--notation", "epd", "--en-passant", "1994").decode().splitlines() == expected
    commented = programs.run([EXTRACT, "-s", "--fencomments", path], text=True).stdout
    behind_moves = [" ".join(fen.split()) for fen in re.findall(r"\{([^}]*)\}", commented)]
    assert len(behind_moves) > 1000
    assert written(path, "--ply", "1-", "--en-passant", "1994").decode().splitlines() == behind_moves


KEYS = 100_000


@pytest.mark.exhaustive
def test_keys_are_equal_where_python_chess_finds_the_same_position(tmp_path: Path, reader: str) -> None:
    """Keys, and the positions that python-chess compares (its transposition key): one for one."""
    if reader != "native":
        pytest.skip("its keys are python-chess's own")
    path = tmp_path / "many.pgn"
    # Short games repeat their openings: many positions come more than once.
    text = random_pgn(9, 1200, 120) + "\n" + random_pgn(10, 6000, 8)
    path.write_text(text)
    keys = [json.loads(line)["key"] for line in written(path, "--format", "jsonl").splitlines()]
    found: dict[str, Any] = {}
    back: dict[Any, str] = {}
    at = iter(keys)
    for boards in boards_of(text):
        for _, board in boards:
            key, same = next(at), board._transposition_key()
            assert found.setdefault(key, same) == same
            assert back.setdefault(same, key) == key
    assert len(keys) > KEYS > len(found) * 0.7
    unique = written(path, "--unique", "--notation", "shredder")
    assert unique.count(b"\n") == len(found)


STYLES = [(notation, en_passant) for notation in ("x-fen", "shredder", "epd") for en_passant in EN_PASSANT]


@pytest.mark.parametrize(
    ("size", "styles"),
    [
        (1 << 14, STYLES[2:7:2]),
        pytest.param(1 << 17, STYLES, marks=pytest.mark.exhaustive),
        pytest.param(1 << 30, STYLES, marks=[pytest.mark.hours, pytest.mark.timeout(0)]),  # whole
    ],
)
def test_archives(corpora: Path, size: int, styles: list[tuple[str, str]]) -> None:
    """Chess960 and standard archives, every ply and notation."""
    places = [corpora / "chess960", corpora / "speed", corpora / "tags" / "lichess-rated-1000-games.pgn.zst"]
    for source in find_sources([str(place) for place in places]):
        assert isinstance(source, Source)
        with source:
            data = source.read(size)
            while len(data) < size and (more := source.read(size - len(data))):
                data += more
        end = data.rfind(b"\n\n[") + 2 if len(data) == size else len(data)
        check_archive(source.name, data[:end], styles)


def check_archive(name: str, data: bytes, styles: list[tuple[str, str]]) -> None:
    text = data.decode("utf-8")
    sums: dict[tuple[str, str], int] = {}
    for boards in boards_of(text):
        for _, board in boards:
            for notation, en_passant in styles:
                target = EN_PASSANT[en_passant]
                if notation == "epd":
                    line = board.epd(en_passant=target)
                else:
                    line = board.fen(shredder=notation == "shredder", en_passant=target)
                one = notation, en_passant
                sums[one] = zlib.crc32(line.encode() + b"\n", sums.get(one, 0))
    for notation, en_passant in styles:
        options = ("--notation", notation, "--en-passant", en_passant)
        done = programs.pgnfen("positions", "--no-progress", *options, input=data)
        assert done.returncode == 0, (name, done.stderr)
        assert zlib.crc32(done.stdout) == sums[notation, en_passant], (name, notation, en_passant)
