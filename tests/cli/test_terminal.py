"""What a terminal shows: groups, carets, colors, tables, one progress bar; and that a pipe gets none of it."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import programs
import pytest

pty = pytest.importorskip("pty", reason="no pseudo-terminals here")
pytestmark = pytest.mark.usefixtures("either_reader")

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
FAULTY = '[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n*\n\n'
ILLEGAL = '[White "\u738b"]\n\n1. e4 {\u738b} e5 2. Ke3 *\n'


def terminal(*arguments: str | Path, cwd: Path, columns: int = 120, **environment: str) -> str:
    """What the program writes to a terminal, both streams, with line ends as in text."""
    import fcntl
    import struct
    import termios

    main, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    clean = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}
    with programs.start(
        [*programs.PGNFEN, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=other, stderr=other, cwd=cwd,
        env=clean | {"TERM": "xterm"} | environment,
    ) as process:  # fmt: skip
        os.close(other)
        parts = []
        while True:
            try:
                data = os.read(main, 65536)
            except OSError:  # Linux says the end so
                break
            if not data:
                break
            parts.append(data)
        process.wait(programs.TIMEOUT)
    os.close(main)
    return b"".join(parts).decode().replace("\r\n", "\n")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.pgn").write_text(FAULTY * 5 + ILLEGAL, encoding="utf-8")
    (tmp_path / "b.pgn").write_text(FAULTY, encoding="utf-8")
    return tmp_path


GROUPED = """\
a.pgn
       1  warning S101 fen-without-setup, game 1 [safe fix]
          the game has a FEN tag, but no SetUp tag (expected: 1)
          [FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      23  error   R101 illegal-move, game 6, ply 3
          Ke3 is illegal: no white king can reach e3 (from e1); position before it: \
rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
          1. e4 {\u738b} e5 2. Ke3 *
                           ^^^
          and 4 more; the finding occurs in 5 games of this file: \
S101 fen-without-setup warning: A game has a FEN tag, but no SetUp tag

b.pgn
       1  warning S101 fen-without-setup, game 1 [safe fix]
          the game has a FEN tag, but no SetUp tag (expected: 1)
          [FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"""


def test_findings_are_grouped_with_carets(folder: Path) -> None:
    words = ("audit", "--no-progress", "--no-summary", "a.pgn", "b.pgn")
    shown = terminal(*words, cwd=folder)
    assert ESCAPE.sub("", shown) == GROUPED and ESCAPE.search(shown)
    for quiet in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert terminal(*words, cwd=folder, **quiet) == GROUPED
    assert terminal(*words, "--color", "never", cwd=folder) == GROUPED
    assert terminal(*words, "-j", "2", cwd=folder) == shown
    each = terminal(*words, "--each", cwd=folder)
    assert each.count("fen-without-setup") == 6 and "more, in" not in each


def test_a_pipe_gets_lines_without_colors(folder: Path) -> None:
    done = programs.pgnfen("audit", "a.pgn", cwd=folder, text=True)
    assert done.stdout.startswith("a.pgn:1: game 1: S101") and "\x1b" not in done.stdout + done.stderr
    done = programs.pgnfen("audit", "--color", "always", "--no-summary", "a.pgn", "b.pgn", cwd=folder, text=True)
    assert ESCAPE.sub("", done.stdout) == GROUPED and "\x1b" in done.stdout
    done = programs.pgnfen("audit", "--format", "full", "--color", "always", "b.pgn", cwd=folder, text=True)
    assert "\x1b[33mwarning" in done.stdout


def test_tags_are_a_table_that_fits(folder: Path) -> None:
    for columns in (70, 100, 200):
        lines = terminal("tags", "--no-progress", "--color", "never", ".", cwd=folder, columns=columns).splitlines()
        assert lines[0] == "./a.pgn" and lines[1].split()[:2] == ["game", "kind"]
        assert max(map(len, lines)) <= columns
    wide = [line for line in lines if line.startswith("      1")]
    assert wide[0].rstrip().endswith("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    # A wide character takes two columns.
    [row] = [line for line in lines if "\u738b" in line]
    at = lines[1].index("black")
    assert row.index("\u738b") == lines[1].index("white") and row[at - 1 :].startswith("-")


def test_one_bar_for_the_whole_run(folder: Path) -> None:
    shown = terminal("audit", "--progress", "--color", "never", "-j", "1", "a.pgn", "b.pgn", cwd=folder)
    assert "file 1 of 2" in shown and "file 2 of 2" in shown and "6 games" in shown
    size = sum((folder / name).stat().st_size for name in ("a.pgn", "b.pgn"))
    assert f"/{size}" in shown
    # A finding begins a line of its own: what the bar has written of it is wiped.
    for line in shown.split("\n"):
        if "fen-without-setup, game" in line:
            assert re.fullmatch(r"\s*1  warning S101 fen-without-setup, game 1 \[safe fix\]", line.rpartition("\r")[2])


def test_no_bar_without_a_terminal(folder: Path) -> None:
    done = programs.pgnfen("audit", "--no-summary", "a.pgn", cwd=folder)
    assert done.stderr == b""


def test_statistics(folder: Path) -> None:
    done = programs.pgnfen("audit", "--statistics", "a.pgn", "b.pgn", cwd=folder, text=True)
    assert done.returncode == 1 and done.stderr == ""
    assert [line.split() for line in done.stdout.splitlines()] == [
        ["6", "S101", "fen-without-setup", "warning", "6", "safe", "fixes"],
        ["1", "R101", "illegal-move", "error", "no", "fix"],
    ]
    done = programs.pgnfen("audit", "--statistics", "--format", "csv", "b.pgn", cwd=folder, text=True)
    assert done.stdout.splitlines() == [
        "count,code,name,severity,safe_fixes,unsafe_fixes", "1,S101,fen-without-setup,warning,1,0",
    ]  # fmt: skip
    assert programs.pgnfen("audit", "--statistics", "--format", "html", "b.pgn", cwd=folder).returncode == 2


def test_quiet_leaves_the_exit_status(folder: Path) -> None:
    (folder / "clean.pgn").write_text('[Result "*"]\n\n1. e4 *\n', encoding="utf-8")
    for name, status in (("a.pgn", 1), ("clean.pgn", 0)):
        done = programs.pgnfen("audit", "-q", name, cwd=folder)
        assert (done.returncode, done.stdout, done.stderr) == (status, b"", b"")
    done = programs.pgnfen("audit", "-q", "nothing.pgn", cwd=folder)
    assert done.returncode == 2 and b"no such file" in done.stderr
    done = programs.pgnfen("audit", "-q", "-o", "report.txt", "a.pgn", cwd=folder)
    assert done.stderr == b"" and (folder / "report.txt").read_bytes().startswith(b"a.pgn:1:")


