"""What a command starts without: on a small file imports are most of the time that it takes."""

from __future__ import annotations

import sys
from pathlib import Path

import programs
import pytest

pytestmark = pytest.mark.usefixtures("reader")

GAMES = b"""[Event "x"]
[Result "*"]

1. e4 e5 *

[Event "x"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"]
[Result "*"]

1. f4 *
"""
PROBE = """
import sys
before = set(sys.modules)
from pgnfen.cli import main
try:
    main()
finally:
    print("imported:", *set(sys.modules) - before, file=sys.stderr)
"""
ABSENT = (
    "chess", "pyffish", "resvg_py", "tqdm", "zstandard", "bz2", "lzma", "gzip", "zipfile", "tempfile", "glob", "json",
    "jinja2", "urllib.request", "http", "ssl", "multiprocessing", "concurrent", "csv",
    "pgnfen.api", "pgnfen.audit", "pgnfen.replay", "pgnfen.select",
    "pgnfen.inputs.compression",
    "pgnfen.inputs.zip_archive", "pgnfen.inputs.zstd", "pgnfen.inputs.writer", "pgnfen.fen.fields", "pgnfen.fen.epd",
    "pgnfen.fen.notation", "pgnfen.inputs.frames", "pgnfen.inputs.parallel", "pgnfen.inputs.remote",
    "pgnfen.scale.journal", "pgnfen.cli.resumed",
)  # fmt: skip

AUDIT_ABSENT = (
    "chess", "pyffish", "tqdm", "multiprocessing", "logging", "jinja2", "pgnfen.report.evidence",
    "pgnfen.api", "pgnfen.audit.records", "pgnfen.fen.epd",
    "pgnfen.audit.diagnosis", "pgnfen.replay.chess_player", "pgnfen.replay.large", "pgnfen.replay.san",
    "dataclasses", "textwrap", "pgnfen.facts.python_reader", "pgnfen.facts.declared_text", "pgnfen.replay.interface",
    "pgnfen.pgn.movetext", "pgnfen.pgn.piece_letters", "pgnfen.report.tags",
    "pgnfen.fen.start", "pgnfen.fen.castling", "pgnfen.fen.record", "pgnfen.fen.placement",
)  # fmt: skip

FILTER_ABSENT = (
    "dataclasses", "pgnfen.audit", "pgnfen.replay", "pgnfen.fen.start", "pgnfen.fen.castling", "pgnfen.fen.record",
)  # fmt: skip


def imports_of(command: str, path: Path, *options: str) -> set[str]:
    """What the command on that file has imported when it ends."""
    command_line = [sys.executable, "-c", PROBE, command, "--no-progress", *options, str(path)]
    # From a folder that is not the source's: there the package has no native engine.
    done = programs.run(command_line, text=True, cwd=path.parent)
    assert done.returncode == 0, done.stderr
    return set(done.stderr.rpartition("imported:")[2].split())


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A plain file of a standard and a Chess960 game, without fault."""
    path: Path = tmp_path_factory.mktemp("start_up") / "games.pgn"
    path.write_bytes(GAMES)
    return path


@pytest.fixture(scope="module")
def imported(games: Path, reader: str) -> set[str]:
    """What `pgnfen tags` has imported."""
    return imports_of("tags", games)


def test_the_probe_sees_imports(imported: set[str]) -> None:
    assert {"click", "pgnfen.cli.tags"} <= imported


def test_plain_starts_need_none_of_the_modules_of_fen(imported: set[str], reader: str) -> None:
    assert ("pgnfen.fen.start" in imported) == (reader != "native")
    assert any(name.startswith("pgnfen.fen.") for name in imported) == (reader != "native")


@pytest.mark.parametrize("name", ABSENT)
def test_tags_starts_without(name: str, imported: set[str]) -> None:
    assert not [module for module in imported if module == name or module.startswith(f"{name}.")]


def test_classic_games_are_known_without_a_fen(games: Path, reader: str) -> None:
    if reader != "native":
        pytest.skip("without the native engine each start is read")
    assert not imports_of("filter", games, "--classic").intersection(FILTER_ABSENT)


def test_an_audit_without_doubts_needs_no_board(games: Path, reader: str) -> None:
    if reader != "native":
        pytest.skip("without the native engine python-chess reads every game")
    imported = imports_of("audit", games)
    assert {"pgnfen.cli.audit", "pgnfen.audit.auditor"} <= imported
    assert not imported.intersection(AUDIT_ABSENT)


def test_games_and_starts_need_no_rules_and_no_reports(games: Path, reader: str) -> None:
    probe = """
import sys
import pgnfen
starts = [pgnfen.start(game).kind for game in pgnfen.read(sys.argv[1])]
assert starts == ["standard", "chess960"], starts
print(*sys.modules)
"""
    done = programs.run([sys.executable, "-c", probe, str(games)], text=True, cwd=games.parent)
    assert done.returncode == 0, done.stderr
    imported = done.stdout.split()
    assert {"pgnfen.api", "pgnfen.fen.start"} <= set(imported)
    absent = ("chess", "json", "pgnfen.audit", "pgnfen.facts", "pgnfen.select", "pgnfen.report.stats")
    assert not [name for name in imported if name.startswith(absent)]


FIRST = """
import sys
import _signal

before, set_handler = set(sys.modules), _signal.signal


def first(number, handler):
    print(*sorted(set(sys.modules) - before), flush=True)
    set_handler(number, handler)
    raise SystemExit


_signal.signal = first
from pgnfen.cli import main

main()
"""


def test_ctrl_c_is_provided_for_before_anything_is_imported() -> None:
    """Until then Python answers it with a traceback out of whatever import it is at."""
    done = programs.run([sys.executable, "-I", "-c", FIRST], text=True)
    imported = set(done.stdout.split())
    assert imported - {"__future__", "types"} == {"pgnfen", "pgnfen.cli", "pgnfen.lazy", "pgnfen.version"}, done.stderr
