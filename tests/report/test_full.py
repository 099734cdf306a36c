"""Findings in full."""

from __future__ import annotations

from pathlib import Path

import programs
import pytest

pytestmark = pytest.mark.usefixtures("reader")

SAID = """\
game.pgn:4: game 1, ply 1, byte 70
C201 castling-not-declared error
White castles kingside with the rook on h1, but the FEN does not allow it: the letter K is missing (expected: KQkq)

    1. O-O O-O *
       ^^^

    8  ♜  .  .  .  ♚  .  .  ♜               8  ♜  .  .  .  ♚  .  .  ♜
    7  ♟  ♟  ♟  ♟  ♟  ♟  ♟  ♟               7  ♟  ♟  ♟  ♟  ♟  ♟  ♟  ♟
    6  .  .  .  .  .  .  .  .               6  .  .  .  .  .  .  .  .
    5  .  .  .  .  .  .  .  .               5  .  .  .  .  .  .  .  .
    4  .  .  .  .  .  .  .  .               4  .  .  .  .  .  .  .  .
    3  .  .  .  .  .  .  .  .               3  .  .  .  .  .  .  .  .
    2  ♙  ♙  ♙  ♙  ♙  ♙  ♙  ♙               2  ♙  ♙  ♙  ♙  ♙  ♙  ♙  ♙
    1  ♖  .  .  .  ♔  .  . [♖]              1  ♖  .  .  .  ♔  .  . [♖]
       a  b  c  d  e  f  g  h                  a  b  c  d  e  f  g  h
    Declared: r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w Qkq - 0 1
    Expected: r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1

    Evidence in game 1:
      FEN tag, line 2       r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w Qkq - 0 1
      SetUp tag, line 1     1
                            supports FEN
      moves, line 4         2 legal plies, to the end
                            supports piece placement, active color
                            contradicts castling availability: a castling at ply 1 needs h1
      move numbers, line 4  from 1
                            supports fullmove number, active color, moves
      termination marker    *

    safe fix:
    - [FEN "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w Qkq - 0 1"]
    + [FEN "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"]

    A side castles, but the FEN has no castling right for it. The king and the rook have not moved since the start.
"""


def test_a_finding_in_full(tmp_path: Path) -> None:
    game = '[SetUp "1"]\n[FEN "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w Qkq - 0 1"]\n\n1. O-O O-O *\n'
    (tmp_path / "game.pgn").write_text(game + "\n" + game, encoding="utf-8")
    done = programs.pgnfen("audit", "--format", "full", "--no-summary", "game.pgn", cwd=tmp_path)
    text = done.stdout.decode()
    assert done.returncode == 1 and text.startswith(SAID.replace("byte 70", f"byte {game.index('O-O')}"))
    assert text.count("A side castles") == 1  # a rule is explained once
    assert text.count("castling-not-declared") == 2
    assert text.count("Evidence in game") == 2  # of each game once


def test_a_board_of_ten_files(tmp_path: Path) -> None:
    path = tmp_path / "x.pgn"
    path.write_text('[SetUp "1"]\n[FEN "4k5/10/10/10/10/10/10/R3K5 w KQ - 0 1"]\n\n*\n', encoding="utf-8")
    text = programs.pgnfen("audit", "--format", "full", "--severity", "info", path).stdout.decode()
    assert "a  b  c  d  e  f  g  h  i  j" in text
