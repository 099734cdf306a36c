"""What an audit shows, what it counts, what it fails for, and what it says once a file."""

from __future__ import annotations

import io
import json
from pathlib import Path

import programs
import pytest

from pgnfen.audit.auditor import Auditor
from pgnfen.pgn.blocks import read_blocks
from pgnfen.report import findings
from pgnfen.report.audit_task import AuditTask, AuditTaskOptions
from pgnfen.report.findings import Folds

pytestmark = pytest.mark.usefixtures("either_reader")

START = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 60"]\n'
INFO = f'[Variant "normal"]\n{START}\n60. e4 *\n\n'  # S204, info
WARNING = START.partition("\n")[2] + "\n60. e4 *\n\n"  # S101, warning
ERROR = f"{START}\n60. e5 *\n\n"  # R101, error


def audit(text: str, *options: str) -> tuple[int, list[str], str]:
    """Status, codes of the findings, the summary."""
    done = programs.pgnfen("audit", "--format", "jsonl", *options, input=text.encode())
    return done.returncode, [json.loads(line)["code"] for line in done.stdout.splitlines()], done.stderr.decode()


def in_text(text: str, *options: str) -> list[str]:
    done = programs.pgnfen("audit", *options, input=text.encode())
    return [line.removeprefix("<stdin>") for line in done.stdout.decode().splitlines()]


@pytest.mark.parametrize(
    ("options", "status", "codes"),
    [
        ("", 1, ["S101", "R101"]),
        ("--severity info", 1, ["S204", "S101", "R101"]),
        ("--severity error", 1, ["R101"]),
        ("--ignore R101 --severity error", 0, []),
        ("--ignore R101", 1, ["S101"]),
        ("--ignore R101 --fail-on error", 0, ["S101"]),
        ("--ignore R101,S101", 0, []),
        ("--ignore R101,S101 --severity info", 0, ["S204"]),
        ("--ignore R101,S101 --fail-on info", 1, ["S204"]),
        ("--ignore R101,S101 --fail-on info --severity warning", 0, []),
        ("--select S204", 0, ["S204"]),
        ("--select s204,R", 1, ["S204", "R101"]),
        ("--select S204 --fail-on info", 1, ["S204"]),
        ("--select S204 --severity warning", 0, []),
        ("--select S", 1, ["S101"]),
        ("--select S204,S --ignore S101", 0, ["S204"]),
        ("--exit-zero", 0, ["S101", "R101"]),
        ("--no-summary", 1, ["S101", "R101"]),
        ("--no-summary --select S204", 0, ["S204"]),
    ],
)
def test_what_is_shown_and_what_fails(options: str, status: int, codes: list[str]) -> None:
    assert audit(INFO + WARNING + ERROR, *options.split())[:2] == (status, codes)


def test_what_is_not_shown_is_counted() -> None:
    text = INFO * 2 + WARNING * 1500 + ERROR
    assert audit(text)[2].splitlines()[-1] == "2 of severity info not shown (--severity info)"
    assert audit(text, "--severity", "error")[2].splitlines() == [
        "1,503 games in 1 input: 1 finding in 1 game (1 error, 0 warning, 0 info)",
        "  1  R101 illegal-move (error)",
        "1,500 of severity warning, 2 of severity info not shown (--severity info)",
    ]
    assert audit(INFO)[2].splitlines() == [
        "1 game in 1 input: no findings to show", "1 of severity info not shown (--severity info)",
    ]  # fmt: skip
    assert "not shown" not in audit(text, "--severity", "info")[2]
    assert "not shown" not in audit("1. e4 *\n")[2]


def test_severity_changes_nothing_of_what_is_found() -> None:
    text = INFO + WARNING + ERROR + f"[Variant \"normal\"]\n{START}\n60. e4 Ke7 61. e5 -- 63. 0-0 *\n"
    every = [row for row in _rows(text, "info") if row["severity"] != "info"]
    assert _rows(text, "warning") == every and len(every) == 3


def _rows(text: str, severity: str) -> list[dict[str, object]]:
    done = programs.pgnfen("audit", "--format", "jsonl", "--severity", severity, input=text.encode())
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_what_repeats_is_said_once_and_counted() -> None:
    fault = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/%dP%d/4K3 w K - 0 1"]\n\n1. Kd1 *\n\n'
    said = "C102 right-without-rook error: castling right K needs a white rook on the king's side of e1"
    lines = in_text((fault % (4, 3) + fault % (3, 4)) * 650 + ERROR)
    assert [line[: line.index(said)] for line in lines if said in line] == [
        ":2: game 1: ", ":7: game 2: ", ":12: game 3: ", ": 1,300 games, first: game 1: ",
    ]  # fmt: skip
    assert "R101" in lines[3] and len(lines) == 5  # the count stands behind the file's findings
    assert len(in_text(fault % (4, 3) * 4)) == 4 and all(": game " in line for line in in_text(fault % (4, 3) * 4))
    assert len(in_text(fault % (4, 3) * 1300 + ERROR, "--each")) == 1301
    assert len(audit(fault % (4, 3) * 1300)[1]) == 1300


def test_of_a_game_several_times() -> None:
    game = "[SetUp \"1\"]\n[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n\n1. 0-0 0-0 *\n\n"
    lines = in_text(game * 5, "--select", "R105")
    assert lines[-1].startswith(": 10 times in 5 games, first: game 1: R105 ") and len(lines) == 4


def test_a_habit_of_the_file_is_said_once() -> None:
    """Whatever its words: the first stands for all."""
    names = (b'[White "Polg\xe1r"]\n\n1. e4 *\n\n', b'[White "M\xfcller"]\n\n1. e4 *\n\n')
    done = programs.pgnfen("audit", "--severity", "info", input=b"".join(names) * 20)
    first, last = done.stdout.decode().splitlines()
    assert first.startswith('<stdin>:1: game 1: G105 not-utf8 info: byte 0xE1 is not UTF-8 (near "')
    assert last.startswith("<stdin>: 40 games, first: game 1: G105 not-utf8 info: The file has bytes")
    assert done.stderr.decode().splitlines()[1] == "  40  G105 not-utf8 (info)"
    assert b"shown once per file in text" in programs.pgnfen("rules", "G105").stdout


def test_each_file_has_its_own_count(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.pgn").write_text(WARNING * 9)
    (tmp_path / "c.epd").write_text("4k3/8/8/8/8/8/8/4K3 w - - ;;\n4k3/8/8/8/8/8/8/R3K3 w - - ;;\n" * 4)
    done = programs.pgnfen("audit", "a.pgn", "b.pgn", "a.pgn", "c.epd", "--severity", "info", cwd=tmp_path, text=True)
    lines = done.stdout.splitlines()
    assert [line[:14] for line in lines[:6:2]] == ["a.pgn:1: game ", "b.pgn:1: game ", "a.pgn:1: game "]
    assert [line[:14] for line in lines[1:7:2]] == ["a.pgn: 9 games", "b.pgn: 9 games", "a.pgn: 9 games"]
    assert "column" in lines[6] and lines[-1].startswith("c.epd: ")
    assert "8 games, first: game 1: F701 epd-operations info: " in lines[-1] and "column" not in lines[-1]


@pytest.mark.parametrize("known", [1, 2, 10_000])
def test_neither_blocks_nor_memory_show(known: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of what is counted nothing is lost, and what is not counted is written."""
    monkeypatch.setattr(findings, "KNOWN", known)
    moves = ["1. e5 *", "1. e6 *", "1. Kd1 Kd8 2. Kd2 *", "1. e4 Ke7 2. e5 -- 4. 0-0 *"]
    data = "".join(f"[Variant \"normal\"]\n{START}\n{moves[i * i % 4]}\n\n" for i in range(60)).encode()
    task = AuditTask(AuditTaskOptions((), "info", frozenset(), True, "text", False))
    task.auditor = Auditor()
    written = set()
    for size in (1, 100, 1000, 1 << 20):
        joined = Folds()
        results = [task(block, "x.pgn") for block in read_blocks(io.BytesIO(data), size)]
        text = b"".join(joined.put(one.lines) for one in results if not isinstance(one.lines, bytes)) + joined.end()
        written.add(text)
        total = sum(sum(one.counts.values()) for one in results)
    assert len(written) == 1
    told, single = 0, 0
    for line in written.pop().decode().splitlines():
        if line.startswith("x.pgn: "):
            told += int(line.split()[1]) - (1 if " S204 " in line else 3)
        else:
            single += 1
    assert told + single == total
