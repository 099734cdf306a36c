"""Where the report of an audit goes."""

from __future__ import annotations

from pathlib import Path

import programs
import pytest

pytestmark = pytest.mark.usefixtures("either_reader")

FAULTY = b'[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 60"]\n\n*\n'


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path: Path = tmp_path / "games.pgn"
    path.write_bytes(FAULTY)
    return path


@pytest.mark.parametrize("form", ["text", "jsonl", "csv", "html"])
def test_a_report_in_a_file_is_that_of_standard_output(form: str, games: Path) -> None:
    target = games.parent / "report"
    shown = programs.pgnfen("audit", "--format", form, games)
    written = programs.pgnfen("audit", "--format", form, "-o", target, games)
    assert shown.returncode == written.returncode == 1 and written.stdout == b""
    assert target.read_bytes() == shown.stdout != b"" and written.stderr == shown.stderr
    again = programs.pgnfen("audit", "--format", form, "-j", "2", games)
    assert again.stdout == shown.stdout


def test_a_report_never_overwrites_an_input(games: Path) -> None:
    done = programs.pgnfen("audit", "-o", games, games)
    assert done.returncode == 2 and b"are the same file" in done.stderr
    assert games.read_bytes() == FAULTY


def test_an_update_of_a_baseline_writes_no_report(games: Path) -> None:
    target = games.parent / "report"
    words = ("--baseline", games.parent / "known.txt", "--update-baseline")
    done = programs.pgnfen("audit", *words, "-o", target, games)
    assert done.returncode == 2 and not target.exists()


def test_a_baseline_leaves_out_of_the_page_what_is_known(games: Path) -> None:
    known = ("--baseline", games.parent / "known.txt")
    assert programs.pgnfen("audit", *known, "--update-baseline", games).returncode == 0
    done = programs.pgnfen("audit", *known, "--format", "html", games)
    assert done.returncode == 0
    assert b"No findings." in done.stdout and b"1 in the baseline" in done.stdout
