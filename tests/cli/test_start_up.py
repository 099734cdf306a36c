"""What a command starts without: on a small file imports are most of the time that it takes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

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
    "urllib.request", "http", "ssl", "multiprocessing", "concurrent",
    "pgnfen.api", "pgnfen.audit", "pgnfen.replay", "pgnfen.select", "pgnfen.pgn.compression", "pgnfen.pgn.source_zip",
    "pgnfen.pgn.source_zstd", "pgnfen.pgn.writer", "pgnfen.fen.fields", "pgnfen.fen.epd", "pgnfen.fen.notation",
)  # fmt: skip


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """What `pgnfen tags` on a plain file of standard and Chess960 games has imported when it ends."""
    path: Path = tmp_path_factory.mktemp("start_up") / "games.pgn"
    path.write_bytes(GAMES)
    done = subprocess.run([sys.executable, "-c", PROBE, "tags", str(path)], capture_output=True, text=True, check=True)
    assert "chess960 1" in done.stdout
    return set(done.stderr.rpartition("imported:")[2].split())


def test_the_probe_sees_imports(imported: set[str]) -> None:
    assert {"click", "pgnfen.cli.tags", "pgnfen.fen.start"} <= imported


@pytest.mark.parametrize("name", ABSENT)
def test_tags_starts_without(name: str, imported: set[str]) -> None:
    assert not [module for module in imported if module == name or module.startswith(f"{name}.")]
