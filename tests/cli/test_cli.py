"""The program as its users run it: output, exit statuses, bad input, pipes, processes."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import signal
import subprocess
import time
import zipfile
from pathlib import Path

import programs
import pytest
import zstandard

from pgnfen.audit.catalog import all_rules
from pgnfen.columns import columns_of
from pgnfen.report.tags import GameTags

pytestmark = pytest.mark.usefixtures("reader")

GAMES = {
    "classic": b'[Event "classic"]\n[White "A"]\n[Black "B"]\n[Date "2001.02.03"]\n[Result "1-0"]\n\n1. e4 1-0\n\n',
    "960": b'[Event "960"]\n[Variant "Chess960"]\n[SetUp "1"]\n'
    b'[FEN "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"]\n\n1. e4 *\n\n',
    "problem": b'[Event "problem"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e5 *\n',
}
ALL = b"".join(GAMES.values())


def run(*args: str | Path, stdin: bytes = b"", cwd: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    return programs.pgnfen(*args, input=stdin, cwd=cwd)


@pytest.fixture
def pgn(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_bytes(ALL)
    return path


def test_version_and_help() -> None:
    done = run("--version")
    assert done.returncode == 0 and done.stdout.startswith(b"pgnfen ") and b"python-chess" in done.stdout
    done = run("--help")
    assert done.returncode == 0
    for command in (b"tags", b"audit", b"filter", b"rules"):
        assert command in done.stdout
    assert run().returncode == 2
    assert run("tags", "--format", "xml").returncode == 2
    assert run("nonsense").returncode == 2


def test_tags_in_json_lines(pgn: Path) -> None:
    done = run("tags", "--format", "jsonl", pgn)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0 and len(rows) == 3
    assert rows[1] == dict.fromkeys(columns_of(GameTags)) | {
        "path": str(pgn), "game": 2, "line": 9, "offset": len(GAMES["classic"]), "setup": "1",
        "fen": "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1", "variant": "Chess960", "kind": "chess960",
        "scharnagl": 1, "scharnagl_black": None, "castling": ["x-fen"], "en_passant": ["1994", "x-fen", "legal"],
        "event": "960",
    }  # fmt: skip
    assert list(rows[0]) == list(rows[1]) == [*columns_of(GameTags)]
    assert (rows[0]["white"], rows[0]["kind"], rows[0]["castling"]) == ("A", "standard", [])


def test_tags_in_csv_and_text(pgn: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(run("tags", "--format", "csv", pgn).stdout.decode())))
    assert [row["kind"] for row in rows] == ["standard", "chess960", "position"]
    assert rows[1]["en_passant"] == "1994 x-fen legal" and rows[1]["white"] == ""
    lines = run("tags", pgn).stdout.decode().splitlines()
    for row, line in zip(rows, lines, strict=True):
        lists = {name: row[name].replace(" ", ",") for name in ("castling", "en_passant")}
        assert line.split("\t") == [value or "-" for value in (row | lists).values()]
    with_header = run("tags", "--header", pgn).stdout.decode().splitlines()
    assert with_header == ["\t".join(rows[0]), *lines]


def test_values_that_need_escaping(tmp_path: Path) -> None:
    path = tmp_path / 'a "b", c.pgn'
    path.write_bytes(b'[White "say \\"x, y\\" \\\\ \xe1"]\n[Black "tab\there %s"]\n\n*\n')
    [row] = [json.loads(line) for line in run("tags", "--format", "jsonl", path).stdout.splitlines()]
    assert (row["path"], row["white"], row["black"]) == (str(path), 'say "x, y" \\ á', "tab\there %s")
    [row] = csv.DictReader(io.StringIO(run("tags", "--format", "csv", path).stdout.decode()))
    assert (row["path"], row["white"]) == (str(path), 'say "x, y" \\ á')
    assert len(run("tags", path).stdout.splitlines()) == 1


def test_audit(pgn: Path) -> None:
    done = run("audit", "--format", "jsonl", pgn)
    findings = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1
    assert [(f["code"], f["game"], f["ply"], f["fix"]) for f in findings] == [
        ("S101", 3, None, "safe"),
        ("R101", 3, 1, None),
    ]
    assert list(findings[0]) == [
        "path", "game", "line", "offset", "ply", "code", "name", "severity", "field", "declared", "expected",
        "message", "fix",
    ]  # fmt: skip
    assert b"3 games in 1 input: 2 findings in 1 game" in done.stderr
    assert run("audit", "--exit-zero", pgn).returncode == 0
    assert run("audit", "--select", "C,E", pgn).returncode == 0
    assert run("audit", "--ignore", "S101,R", pgn).returncode == 0
    assert run("audit", "--standard", "1.1", "--ignore", "R", pgn).returncode == 0
    assert run("audit", "--severity", "error", "--no-summary", pgn).stderr == b""
    assert run("audit", "--select", "X", pgn).returncode == 2
    rows = list(csv.DictReader(io.StringIO(run("audit", "--format", "csv", pgn).stdout.decode())))
    assert [row["code"] for row in rows] == ["S101", "R101"]


def test_a_clean_file_has_no_findings() -> None:
    done = run("audit", stdin=GAMES["classic"])
    assert done.returncode == 0 and done.stdout == b"" and b"no findings" in done.stderr


def test_filter(pgn: Path, tmp_path: Path) -> None:
    done = run("filter", "--classic", pgn, "-o", tmp_path / "out.pgn", "--rest", tmp_path / "rest.pgn")
    assert done.returncode == 0
    assert (tmp_path / "out.pgn").read_bytes() == GAMES["classic"]
    assert (tmp_path / "rest.pgn").read_bytes() == GAMES["960"] + GAMES["problem"]
    assert b"1 of 3 games match, 2 do not" in done.stderr
    assert b"standard 1, no-fen 1, array 1, rules 2" in done.stderr
    assert run("filter", "--chess960", "-", stdin=ALL).stdout == GAMES["960"]
    assert run("filter", "--classic=rules", stdin=ALL).stdout == GAMES["classic"] + GAMES["problem"]
    inverted = run("filter", "--not", "--chess960", "--tag", "Event=9", stdin=ALL)
    assert inverted.stdout == GAMES["classic"] + GAMES["problem"]
    assert run("filter", "--has", "R101", stdin=ALL).stdout == GAMES["problem"]
    assert run("filter", "--scharnagl", "0-9", "--setup", stdin=ALL).stdout == GAMES["960"]
    assert run("filter", "--kind", "shuffle", stdin=ALL).returncode == 1
    for wrong in (["--scharnagl", "960"], ["--fen", "x"], ["--tag", "x"], ["--placement", "x"], ["--has", "Z"]):
        done = run("filter", *wrong, stdin=ALL)
        assert done.returncode == 2 and b"Error" in done.stderr, wrong


def test_filter_leaves_nothing_behind_when_it_fails(pgn: Path, tmp_path: Path) -> None:
    before = sorted(path.name for path in tmp_path.iterdir())
    assert run("filter", "--scharnagl", "x", pgn, "-o", tmp_path / "out.pgn").returncode == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_games_of_two_inputs_stay_apart(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.pgn").write_bytes(b"1. e4 1-0")
    done = run("filter", "--classic", tmp_path / "a.pgn", tmp_path / "b.pgn")
    assert done.stdout == b"1. e4 1-0\n\n1. e4 1-0"


def test_rules() -> None:
    done = run("rules")
    assert done.returncode == 0 and b"C201" in done.stdout and b"castling-not-declared" in done.stdout
    one = run("rules", "c201").stdout.decode()
    assert "Example:" in one and "[FEN " in one and "safe fix" in one
    of_tags = [rule for rule in all_rules() if rule.code.startswith("S")]
    assert len(run("rules", "--format", "jsonl", "S").stdout.splitlines()) == len(of_tags)
    assert run("rules", "Q9").returncode == 2
    assert run("rules", "--format", "csv").stdout.startswith(b"code,name,severity,fix,replay,summary")


def test_inputs_of_all_kinds(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.pgn").write_bytes(GAMES["classic"])
    (tmp_path / "in" / "b.pgn.gz").write_bytes(gzip.compress(GAMES["960"]))
    (tmp_path / "in" / "c.PGN").write_bytes(zstandard.compress(GAMES["problem"]))
    with zipfile.ZipFile(tmp_path / "in" / "d.zip", "w") as archive:
        archive.writestr("x/e.pgn", ALL)
        archive.writestr("readme.txt", "no games")
    kinds = [json.loads(line)["kind"] for line in run("tags", "--format", "jsonl", tmp_path / "in").stdout.splitlines()]
    assert kinds == ["standard", "chess960", "position", "standard", "chess960", "position"]
    assert len(run("tags", tmp_path / "in" / "*.pgn*").stdout.splitlines()) == 2
    assert len(run("tags", stdin=gzip.compress(ALL)).stdout.splitlines()) == 3


def test_bad_input_is_said_and_the_rest_is_read(pgn: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "lfs.pgn").write_bytes(b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n")
    (tmp_path / "cut.pgn.gz").write_bytes(gzip.compress(ALL * 50)[:-20])
    (tmp_path / "picture.pgn").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 9)
    bad = ["nowhere.pgn", "empty", "lfs.pgn", "cut.pgn.gz", "picture.pgn"]
    done = run("tags", *(tmp_path / name for name in bad), pgn)
    assert done.returncode == 2
    *messages, last = done.stderr.decode().splitlines()
    assert last.startswith("pgnfen: 5 of 6 inputs could not be read to the end: ")
    assert len(messages) == len(bad) and all(name in line for name, line in zip(bad, messages, strict=True))
    assert b"Traceback" not in done.stderr
    rows = done.stdout.splitlines()
    assert sum(str(pgn).encode() in row for row in rows) == 3
    assert sum(b"cut.pgn.gz" in row for row in rows) > 100
    assert run("audit", tmp_path / "nowhere.pgn").returncode == 2


def test_a_game_that_breaks_chess_pgn_is_no_traceback() -> None:
    data = b'[SetUp "1"]\n[FEN "r3kbnr/p3pppp/2pp4/qB2N3/4P3/2N5/PPP2PPP/R1BbK2R w KQkq - 0 1"]\n\n' \
           b"1. Bxc6+ (1... Nxg5) 1... Kd8 2. Nxf7+ Kc7 3. Bxa8 Bh5 (3... Bxc2 4. Nxh8) 4. Nxh8 *\n"  # fmt: skip
    done = run("audit", stdin=data)
    assert done.returncode == 1 and b"Traceback" not in done.stderr
    assert done.stdout.count(b"\n") == 1 and b"R107" in done.stdout  # Nxg5 replaces no move of Black's


@pytest.mark.parametrize("command", [["tags", "--format", "jsonl"], ["tags"], ["audit"], ["filter", "--has", "S"]])
def test_processes_give_the_same_output(command: list[str], tmp_path: Path, reader: str) -> None:
    path = tmp_path / "many.pgn"
    path.write_bytes(ALL * (4000 if reader == "native" else 1000))  # several blocks
    one, two = run(*command, path), run(*command, "--jobs", "2", path)
    assert one.stdout == two.stdout and one.stderr == two.stderr and one.returncode == two.returncode


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c(jobs: str, tmp_path: Path) -> None:
    """Interrupted in the middle of a stream that does not end: status 130, one line, no half-written output."""
    out = tmp_path / "out.pgn"
    command = [*programs.PGNFEN, "filter", "--classic", "-o", str(out), "--jobs", jobs]
    with programs.start(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stderr is not None
        process.stdin.write(ALL * 9000)
        process.stdin.flush()
        time.sleep(0.7)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(timeout=60) == 130
        assert process.stderr.read().splitlines()[-1] == b"pgnfen: interrupted"
    assert list(tmp_path.iterdir()) == []


def test_progress_is_for_terminals(pgn: Path) -> None:
    assert b"%" not in run("tags", pgn).stderr
    assert b"file 1 of 1" in run("tags", "--progress", pgn).stderr


def test_output_and_rest_cannot_be_one_file(pgn: Path, tmp_path: Path) -> None:
    for rest in ("x.pgn", "./x.pgn"):
        done = run("filter", "--classic", pgn, "-o", "x.pgn", "--rest", rest, cwd=tmp_path)
        assert done.returncode == 2 and b"are the same file" in done.stderr
    assert run("filter", "--classic", pgn, "--rest", "-").returncode == 2
    assert run("filter", "--classic", pgn, "-o", "/dev/null", "--rest", "/dev/null").returncode == 0


def test_summary_of_filter_in_all_formats(pgn: Path) -> None:
    done = run("filter", "--classic", "--format", "jsonl", pgn)
    assert json.loads(done.stderr)["matched"] == 1 and json.loads(done.stderr)["classic rules"] == 2
    assert run("filter", "--setup", "--format", "csv", pgn).stderr.splitlines()[0] == b"games,matched,rest"
    counted = run("filter", "--chess960", "--format", "csv", pgn).stderr.splitlines()
    assert counted == [b"games,matched,rest,variant contradicts start", b"3,1,2,0"]


def test_variant_tags_that_contradict_the_start_are_counted(tmp_path: Path) -> None:
    array = '[Variant "%s"]\n[FEN "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"]\n\n*\n\n'
    (tmp_path / "a.pgn").write_text(array % "Standard" + array % "Chess960" + array % "Crazyhouse")
    advice = b"run 'pgnfen audit --select S202' to list them"
    line = b"the Variant tag contradicts the starting position in 2 games; " + advice
    choices = ["--classic"], ["--chess960"], ["--double-chess960"], ["--kind", "odds"], ["--scharnagl", "1"]
    for options in (*choices, ["--variant", "Chess960"], ["--not", "--chess960"]):
        assert line in run("filter", *options, "--dry-run", "a.pgn", cwd=tmp_path).stderr.splitlines(), options
    for by in ("kind", "scharnagl", "variant"):
        assert line in run("split", "--by", by, "a.pgn", "-d", by, cwd=tmp_path).stderr.splitlines()
    for words in (["filter", "--setup"], ["split", "--by", "White", "-d", "white"]):
        assert b"contradicts" not in run(*words, "a.pgn", cwd=tmp_path).stderr


@pytest.mark.parametrize(
    "wrong",
    [["--kind", "foo"], ["--placement", "*/*/8/8/???P/*/*/*"], ["--placement", "*/*/8/8/9/*/*/*"],
     ["--scharnagl", "9-3"], ["--scharnagl", "abc"]],
)  # fmt: skip
def test_conditions_that_make_no_sense(wrong: list[str], pgn: Path) -> None:
    done = run("filter", *wrong, pgn)
    assert done.returncode == 2 and b"invalid literal" not in done.stderr


def test_an_empty_choice_is_no_choice(pgn: Path) -> None:
    assert run("audit", "--select", "", pgn).returncode == 2
    done = run("tags", "")
    assert done.returncode == 2 and b"empty name" in done.stderr
