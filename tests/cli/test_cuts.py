"""Where the input is cut into blocks, and how many work on them, changes nothing of what a command writes.

PGNFEN_FUZZ is the number of files, PGNFEN_FUZZ_SEED where they begin.
"""

from __future__ import annotations

import os
import random
import re
import sys
from pathlib import Path

import programs
import pytest

sys.path.append(str(Path(__file__).parents[1] / "native"))

from uneven_files import CASES, Files

pytestmark = pytest.mark.usefixtures("either_reader")

COMMANDS = (
    "audit --severity info",
    "audit --severity info --each --format jsonl",
    "audit --severity info --format full",
    "audit --format sarif",
    "audit --format github",
    "audit --select N101,N102,N103 --format jsonl",
    "tags --format jsonl",
    "tags --key --final",
    "filter --has R101 -o {0}/match.pgn --rest {0}/rest.pgn",
    "filter --chess960 --not",
    "split --by White -d {0}/split",
    "stats --by Event --plies",
    "stats --findings",
    "positions --unique -o {0}/unique.epd",
    "positions --last",
    "fix --unsafe --severity info -o {0}/fixed.pgn --log {0}/log",
    "fix -o {0}/folder/ --log {0}/log",
    "fix --castling shredder --en-passant legal --diff",
)
_FEN = re.compile(rb'^\[FEN "([^"\n]*)"\]', re.MULTILINE)
# The program in blocks of so many bytes.
PROGRAM = """
import sys
from pgnfen.cli import main, stream
size, begin = int(sys.argv.pop(1)), stream.Stream.__init__
def in_blocks(self, *arguments, **options):
    begin(self, *arguments, **options)
    self._block_size = size
stream.Stream.__init__ = in_blocks
main()
"""


def outcome(command: str, file: Path, out: Path, size: int, jobs: int) -> tuple[int, bytes, bytes, dict[str, bytes]]:
    """Status, standard output, messages, files written."""
    out.mkdir()
    many = [] if command.startswith(("tags", "filter", "split")) else ["--jobs", str(jobs)]
    done = programs.python(PROGRAM, str(size), *command.format(out).split(), *many, file)
    files = {str(path.relative_to(out)): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}
    return done.returncode, done.stdout, done.stderr.replace(bytes(out), b""), files


OF_RECORDS = (
    "audit --severity info --each --format jsonl",
    "audit --severity info --format sarif",
    "tags --format jsonl",
    "filter --chess960 -o {0}/match.epd --rest {0}/rest.epd",
    "split --by kind -d {0}/split",
    "stats",
    "fix --unsafe --severity info -o {0}/fixed.epd --log {0}/log",
)


@pytest.mark.parametrize("command", OF_RECORDS)
def test_any_cut_of_records(tmp_path: Path, command: str) -> None:
    texts = [text for path in CASES for text in _FEN.findall(path.read_bytes())]
    file = tmp_path / "records.epd"
    pick = random.Random(1)
    file.write_bytes(b"".join(pick.choice((b"", b"# said\n")) + text + b"\n" for text in texts))
    whole = outcome(command, file, tmp_path / "whole", 1 << 20, 1)
    assert whole[0] in (0, 1) and (whole[1] or whole[3])
    for size, jobs in ((300, 2), (4000, 1)):
        assert outcome(command, file, tmp_path / f"cut{size}", size, jobs) == whole, size


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("games", [150, pytest.param(600, marks=pytest.mark.exhaustive)])
def test_any_cut(tmp_path: Path, command: str, games: int) -> None:
    first = int(os.environ.get("PGNFEN_FUZZ_SEED", "1"))
    for seed in range(first, first + int(os.environ.get("PGNFEN_FUZZ", "1"))):
        file = tmp_path / f"{seed}.pgn"
        file.write_bytes(Files(seed).file(games))
        whole = outcome(command, file, tmp_path / f"whole{seed}", 1 << 20, 1)
        assert whole[0] in (0, 1) and (whole[1] or whole[3])
        for size, jobs in ((700 + seed, 2), (9000 + seed, 1)):
            assert outcome(command, file, tmp_path / f"cut{seed}-{size}", size, jobs) == whole, (seed, size)
