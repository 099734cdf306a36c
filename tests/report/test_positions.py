"""`pgnfen positions`: which positions, of which games, in which form; games that stop; records."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chess
import programs
import pytest

import pgnfen
from pgnfen.report.unique import ENTRY, Unique, in_batches

pytestmark = pytest.mark.usefixtures("reader")

ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
GAME = '[Event "A"]\n\n1. e4 {x} e5 (1... c5 2. Nf3) 2. Nf3!? $1 Nc6 3. -- Nf6 *\n\n'
DENIED = "the starting position does not allow the"
STOPS = '[Event "B"]\n\n1. d4 d5 2. Ke3 Nf6 *\n\n'


def run(
    tmp_path: Path, text: str | bytes, *options: str, name: str = "a.pgn", status: int = 0
) -> tuple[list[str], str]:
    """The lines that are written, and what is said beside them."""
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    done = programs.pgnfen("positions", "--no-progress", *options, path, text=True)
    assert done.returncode == status, done.stderr
    return done.stdout.splitlines(), done.stderr


def rows(tmp_path: Path, text: str, *options: str, **others: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run(tmp_path, text, "--format", "jsonl", *options, **others)[0]]


@pytest.mark.parametrize(
    ("options", "plies"),
    [
        ((), [0, 1, 2, 3, 4, 5, 6]),
        (("--start",), [0]),
        (("--last",), [6]),
        (("--start", "--last"), [0, 6]),
        (("--ply", "1,3-4"), [1, 3, 4]),
        (("--ply", "5-", "--ply", "0"), [0, 5, 6]),
        (("--every", "4"), [0, 4]),
        (("--every", "4", "--last", "--ply", "4"), [0, 4, 6]),
    ],
)
def test_which_plies(tmp_path: Path, options: tuple[str, ...], plies: list[int]) -> None:
    found = rows(tmp_path, GAME, *options)
    assert [row["ply"] for row in found] == plies
    moves = [None, "e4", "e5", "Nf3", "Nc6", "--", "Nf6"]
    assert [row["san"] for row in found] == [moves[ply] for ply in plies]


@pytest.mark.parametrize("ply", ["x", "3-1", "-4", "1..2", "²", "", " , "])
def test_what_is_no_ply(tmp_path: Path, ply: str) -> None:
    assert "--ply" in run(tmp_path, GAME, f"--ply={ply}", status=2)[1]


def test_no_position_is_nothing_selected(tmp_path: Path) -> None:
    assert run(tmp_path, GAME, "--ply", "7-99", status=1) == ([], "0 positions of 1 game\n")
    assert run(tmp_path, GAME + GAME.replace("3. -- Nf6", ""), "--ply", "6")[0]


def test_the_move_behind_a_tab(tmp_path: Path) -> None:
    lines, said = run(tmp_path, GAME, "--san", "--ply", "0-3")
    assert [line.split("\t")[1] for line in lines] == ["-", "e4", "e5", "Nf3"]
    assert said == "4 positions of 1 game\n"


def test_a_game_that_stops_gives_its_positions_down_to_there(tmp_path: Path) -> None:
    lines, said = run(tmp_path, GAME + STOPS + GAME, status=1)
    assert len(lines) == 7 + 3 + 7
    assert lines[9] == "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2"
    assert said.splitlines()[:2] == [
        "17 positions of 3 games",
        "1 game stops before the end; run 'pgnfen audit' for the reason, or try 'pgnfen fix':",
    ]
    assert 'a.pgn: game 2, ply 3: "Ke3" is illegal: ' in said


def test_a_game_that_stops_has_no_last_position(tmp_path: Path) -> None:
    assert [row["game"] for row in rows(tmp_path, GAME + STOPS + GAME, "--last", status=1)] == [1, 3]


@pytest.mark.parametrize(
    ("text", "ply", "why"),
    [
        ("1. e4 gibberish e5 *", 2, '"gibberish" cannot be read'),
        ("1. e4 b} e5 *", 2, '"b}" cannot be read'),
        ("1. e4 so (1. d4)\n called {x} y e5 2. Ke3 Ke3 *", 2, '"so (1. d4) called" cannot be read'),
        ("1. e4 so 1 / 2", 2, '"so" cannot be read'),
        ("1. e4 N?? *", 2, '"N" cannot be read'),
        ("1. e4 e5 2. D *", 3, '"D" cannot be read'),
        ("1. Nf3 d5 2. d4 e6 3. Nd2 *", 5, '"Nd2" is ambiguous'),
        ('[FEN "4k3/8/8/8/8/8/8/4K2R w - - 0 1"]\n\n1. O-O Kd7 *', 1, f"{DENIED} castling"),
        ('[FEN "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 9"]\n\n9. exd6 *', 1, f"{DENIED} en passant capture"),
        ('[FEN "4k3/8"]\n\n1. e4 *', 0, "no starting position: the FEN cannot be read"),
        ("1. e4 e5 {cut of", 3, "the comment before it is never closed"),
        ("1. e4 e5 (1... c5 2. Nf3", 3, "the variation before it is never closed"),
        ("1. e4 (1. d4 d5 *", 2, "the variation before it is never closed"),
    ],
)
def test_why_games_stop(tmp_path: Path, text: str, ply: int, why: str) -> None:
    lines, said = run(tmp_path, text, status=1)
    assert len(lines) == ply
    assert why in said


def test_what_does_not_stop_a_game(tmp_path: Path) -> None:
    text = "1. e4 ± e5 2. Nf3 +- 1/2"  # annotations, and a termination marker that is misspelled
    assert len(run(tmp_path, text)[0]) == 4
    for behind in ("{cut of", "(1... c5"):  # it has ended before
        assert len(run(tmp_path, f"1. e4 e5 2. Nf3 1-0 {behind}", "--last")[0]) == 1


@pytest.mark.parametrize("open", ["{cut of", "(1... c5 2. d4"])
def test_a_game_that_is_cut_off_has_no_last_position(tmp_path: Path, open: str) -> None:
    assert run(tmp_path, f"1. e4 e5 {open}", "--last", status=1)[0] == []
    done = programs.pgnfen("tags", "--final", "--format", "jsonl", tmp_path / "a.pgn")
    assert [json.loads(done.stdout)[name] for name in ("final", "plies")] == [None, 2]


def test_piece_letters_of_another_language(tmp_path: Path) -> None:
    found = rows(tmp_path, "1. e4 e5 2. Sf3 Sc6 3. Lb5 Dd7 *".replace("Dd7", "De7"))
    board = chess.Board()
    for san in ("e4", "e5", "Nf3", "Nc6", "Bb5", "Qe7"):
        board.push_san(san)
    assert found[-1]["fen"] == board.fen()
    assert [row["san"] for row in found[3:]] == ["Sf3", "Sc6", "Lb5", "De7"]


def test_a_game_too_large_gives_its_start(tmp_path: Path) -> None:
    large = GAME.replace("{x}", "{" + "x" * 400_000 + "}")
    lines, said = run(tmp_path, GAME + large + GAME, "--max-game", "100K", "--every", "1", status=1)
    assert len(lines) == 7 + 1 + 7
    assert "game 2, ply 1: the game is too large" in said


RECORDS = """# a comment
4k3/8/8/8/8/8/8/R3K2R w KQ - bm O-O; id "a;b";

4k3/8/8/8/2Pp4/8/8/4K3 b - c3 0 9
bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1
4k3/9/8/8/8/8/8/4K3 w - - 0 1
"""


def test_records(tmp_path: Path) -> None:
    lines, said = run(tmp_path, RECORDS, name="a.epd", status=1)
    assert lines == [
        "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "4k3/8/8/8/2Pp4/8/8/4K3 b - c3 0 9",
        "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1",
    ]
    assert "a.epd: game 4, no starting position: the FEN cannot be read" in said
    for ply in ("--start", "--last"):
        assert run(tmp_path, RECORDS, ply, name="a.epd", status=1)[0] == lines
    assert run(tmp_path, RECORDS, "--ply", "1", name="a.epd", status=1)[0] == []
    shredder = run(tmp_path, RECORDS, "--notation", "shredder", "--input-format", "epd", status=1)[0]
    assert [line.split()[2] for line in shredder] == ["HA", "-", "HFhf"]


def test_a_record_without_its_fields_is_no_position(tmp_path: Path) -> None:
    text = "4k3/8/8/8/8/8/8/4K3\n4k3/8/8/8/8/8/8/4K3 b\n4k3/8/8/8/8/8/8/4K3 b - - id 1;\n"
    lines, said = run(tmp_path, text, name="a.epd", status=1)
    assert lines == ["4k3/8/8/8/8/8/8/4K3 b - - 0 1"]
    assert "the FEN does not contain: active color, castling availability, en passant target square" in said
    done = programs.pgnfen("tags", "--key", "--final", "--format", "jsonl", tmp_path / "a.epd")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["key"] is None for row in found] == [row["final"] is None for row in found] == [True, True, False]


@pytest.mark.parametrize("command", ["positions", "stats"])
def test_records_on_standard_input(command: str) -> None:
    for text in (b"4k3/8/8/8/8/8/8/4K3\n", b"4k3/8/8/8/8/8/4K3 w\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"):
        done = programs.pgnfen(command, "-", input=text)
        assert done.returncode == 2 and b"--input-format epd" in done.stderr


def test_large_boards(tmp_path: Path) -> None:
    pytest.importorskip("pyffish")
    fen = "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1"
    found = rows(tmp_path, f'[Variant "Capablanca"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n1. Nh3 Ci6 2. i4 *\n')
    assert [row["ply"] for row in found] == [0, 1, 2, 3]
    assert found[0]["fen"] == fen
    assert found[3]["fen"] == "rnabqkb1nr/pppppppppp/8c1/10/8P1/7N2/PPPPPPPP1P/RNABQKBC1R b KQkq - 0 2"
    assert found[3]["key"] == "rnabqkb1nr/pppppppppp/8c1/10/8P1/7N2/PPPPPPPP1P/RNABQKBC1R b JAja -"


def test_variants(tmp_path: Path) -> None:
    found = rows(tmp_path, '[Variant "Three-check"]\n\n1. e4 e5 2. Bc4 Nc6 3. Bxf7+ *\n')
    assert found[-1]["fen"].split(" ")[4:] == ["2+3", "0", "3"]
    assert (found[-1]["halfmove"], found[-1]["fullmove"]) == (0, 3)
    house = rows(tmp_path, '[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n')
    assert "[Pp]" in house[4]["placement"] and "[p]" in house[5]["placement"]


def test_a_start_that_nobody_plays(tmp_path: Path) -> None:
    fen = "4k3/8/8/8/2P5/8/8/R3K3 b Q c3 0 9"  # its fields may mean anything
    text = f'[Variant "Bughouse"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n'
    assert run(tmp_path, text + "*\n", "--notation", "shredder")[0] == [fen]
    lines, said = run(tmp_path, text + "9... Kd7 *\n", status=1)
    assert lines == [fen]
    assert "game 1, ply 1: pgnfen has no engine for games of Bughouse" in said


def test_a_large_board_without_its_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fen = "rnabqkbcnr/pppp1ppppp/10/4p5/4P5/10/PPPP1PPPPP/RNABQKBCNR w KQkq e6 0 2"
    (tmp_path / "pyffish.py").write_text("raise ModuleNotFoundError(name='pyffish')\n")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]))
    options = ("--en-passant", "1994", "--notation", "shredder")
    lines, said = run(tmp_path, f'[SetUp "1"]\n[FEN "{fen}"]\n\n2. Nh3 *\n', *options, status=1)
    assert lines == [fen.replace("KQkq", "JAja")]
    assert "pyffish" in said
    assert run(tmp_path, f'[SetUp "1"]\n[FEN "{fen}"]\n\n*\n')[0] == [fen.replace("e6", "-")]


def test_unique(tmp_path: Path) -> None:
    other = '[Event "C"]\n\n1. Nf3 e5 2. e4 Nc6 *\n\n'  # the same position another way
    found, said = run(tmp_path, GAME + other + GAME, "--unique")
    assert len(found) == 7 + 2  # behind 1. Nf3 and 1... e5
    assert said == "9 different positions of 19 in 3 games\n"
    first = rows(tmp_path, GAME + other + GAME, "--unique")
    assert [(row["game"], row["ply"]) for row in first][-2:] == [(2, 1), (2, 2)]


@pytest.mark.parametrize("memory", ["0", "300", "1K"])
def test_unique_beyond_memory(tmp_path: Path, memory: str) -> None:
    games = GAME + '[Event "C"]\n\n1. Nf3 e5 2. e4 Nc6 *\n\n' + GAME
    for form in ("text", "jsonl", "csv"):
        options = ("--unique", "--format", form)
        assert run(tmp_path, games, *options, "--memory", memory) == run(tmp_path, games, *options)
    found = [(one.game, one.ply) for one in pgnfen.positions(games.encode(), unique=True, memory=300)]
    assert found == [(one.game, one.ply) for one in pgnfen.positions(games.encode(), unique=True)]


def test_keys_where_men_may_be_gated_in(tmp_path: Path) -> None:
    castling = ["KQBCDFGkqbcdfg", "KQkq", "-", "gfdcbqkGFDCBQK"]  # the last is the first again
    text = "".join(f"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[EHeh] w {one} - 0 1\n" for one in castling)
    options = ("--variant", "Seirawan", "--start")
    found = [row["key"] for row in rows(tmp_path, text, *options, name="x.epd")]
    assert found[0] == found[3] and len(set(found)) == 3
    assert len(run(tmp_path, text, "--unique", *options, name="x.epd")[0]) == 3


@pytest.mark.parametrize("rest", ["acd 12;", "0 1 +0+0", "3 7"])
def test_counters_of_another_game(tmp_path: Path, rest: str) -> None:
    fen = f"r1bqkbnr/2pppppp/np6/p7/4PB2/2NP4/PPP2PPP/R2QKBNR b KQkq - {rest}"
    (row,) = rows(tmp_path, f'[Variant "Amazon"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n*\n', "--start")
    assert row["halfmove"] == {"acd 12;": None, "0 1 +0+0": 0, "3 7": 3}[rest]


@pytest.mark.parametrize("limit", [0, 1, 7, 1000])
def test_unique_in_little_memory(limit: int) -> None:
    numbers = [number * number % 97 for number in range(500)]
    lines = [b"%d\r\n" % number for number in numbers]
    entries = [ENTRY.pack(bytes([number]) * 16, len(line)) for number, line in zip(numbers, lines, strict=True)]
    with Unique(100 * limit) as unique:
        found, count = b"", 0
        for begin in range(0, 500, 13):
            end = begin + 13
            some, new = unique.put(b"".join(lines[begin:end]), b"".join(entries[begin:end]))
            found, count = found + some, count + new
        for some, new in in_batches(unique.rest(), 7):
            found, count = found + some, count + new
    firsts = list(dict.fromkeys(lines))
    assert (found, count) == (b"".join(firsts), len(firsts))


def test_an_output_appears_whole(tmp_path: Path) -> None:
    target = tmp_path / "book.epd"
    run(tmp_path, GAME, "--notation", "epd", "-o", str(target))
    assert target.read_text().splitlines()[0] == ARRAY
    done = programs.pgnfen("positions", tmp_path / "missing.pgn", tmp_path / "a.pgn", "-o", target)
    assert done.returncode == 2
    assert len(target.read_text().splitlines()) == 7
    assert programs.pgnfen("positions", target, "-o", target).returncode == 2  # an input


def test_many_jobs_write_the_same(tmp_path: Path, reader: str) -> None:
    games = range(30_000 if reader == "native" else 2500)
    pad = "" if reader == "native" else "{" + "x" * 400 + "}"  # several blocks
    moves = {False: f"1. e4 {pad} e5 2. Nf3 Nc6 *", True: f"1. e4 {pad} e5 2. Nb3 Nc6 *"}
    text = "".join(f'[Event "{number}"]\n\n{moves[number % 9 == 0]}\n\n' for number in games)
    one, two = (run(tmp_path, text, "--ply", "2-", "--jobs", jobs, status=1) for jobs in "12")
    assert one == two
    assert len(one[0]) == 3 * len(games) - 2 * sum(number % 9 == 0 for number in games)


@pytest.fixture
def closed_pipe(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "long.pgn"
    path.write_text(GAME * 20_000)
    yield path


def test_a_reader_that_leaves_is_no_error(closed_pipe: Path) -> None:
    done = programs.run(["sh", "-c", f"{' '.join(programs.PGNFEN)} positions {closed_pipe} | head -1"], text=True)
    assert done.stdout.strip() == f"{ARRAY} 0 1"
    assert "Error" not in done.stderr and "Traceback" not in done.stderr
