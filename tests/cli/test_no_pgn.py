"""Files that are no PGN: one line says what they are."""

from __future__ import annotations

from pathlib import Path

import programs
import pytest

from pgnfen.inputs.content import why_not_text

ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
EPD = f"# perft\n{ARRAY} w KQkq - 0 1 ;D1 20 ;D2 400\n4k3/8/8/8/8/8/8/4K2R w K - bm O-O;\n"


@pytest.mark.parametrize("name", ["perft.txt", "perft.pgn"])
@pytest.mark.parametrize("command", ["audit", "tags", "filter"])
def test_records_are_no_games(tmp_path: Path, name: str, command: str) -> None:
    path = tmp_path / name
    path.write_text(EPD)
    said = programs.pgnfen(command, path, text=True)
    assert said.returncode == 2
    assert said.stderr.count("contains FEN or EPD records, not games") == 1
    assert "R103" not in said.stdout and "518" not in said.stdout


def test_as_records_they_are_sound(tmp_path: Path) -> None:
    path = tmp_path / "perft.txt"
    path.write_text(EPD)
    said = programs.pgnfen("audit", "--input-format", "epd", path, text=True)
    assert (said.returncode, said.stdout) == (0, "")


@pytest.mark.parametrize("text", [f"{ARRAY} w KQkq - 0 1\n\n[Event \"A\"]\n\n1. e4 *\n", "1. e4 *\n", ""])
def test_games_are_games(tmp_path: Path, text: str) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(text)
    assert programs.pgnfen("tags", path).returncode == 0


@pytest.mark.parametrize("page", [b"<head>", b"<meta charset", b"<!-- x -->", b"\n<BODY>", b"<html>"])
def test_pages(page: bytes) -> None:
    assert "HTML" in (why_not_text(page) or "")


def test_a_record_without_quotes() -> None:
    said = programs.pgnfen("fen", *f"{ARRAY} w KQkq - 0 1".split(), text=True)
    assert said.returncode == 2
    assert "put quotes around it" in said.stderr
