"""Too little of what the system has: one line and status 2, or it works all the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pgnfen.cli import app

pytestmark = [pytest.mark.usefixtures("either_reader"), pytest.mark.skipif(os.name != "posix", reason="ulimit")]

MORE = [pytest.param(files, marks=pytest.mark.exhaustive) for files in (9, 13, 16)]
DIRTY = b'[Event "y"]\n[White "%d"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O-O Be7 *\n\n'
WORDS = [
    "audit -j 2 in.pgn", "filter --has R101 -j 2 in.pgn -o out.pgn --rest rest.pgn.gz", "fix -j 2 in.pgn -o out.pgn",
    "split --by White in.pgn -d out",
]  # fmt: skip


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("files", [10, *MORE])
@pytest.mark.parametrize("words", WORDS)
def test_few_open_files(words: str, files: int, tmp_path: Path) -> None:
    """What takes more files than the system allows is done with fewer: one process, few outputs open at a time."""
    outcomes = []
    for limit in (1024, files):
        folder = tmp_path / str(limit)
        folder.mkdir()
        (folder / "in.pgn").write_bytes(b"".join(DIRTY % (number % 99) for number in range(12_000)))  # two blocks
        line = f'ulimit -n {limit}; exec "{sys.executable}" -m pgnfen {words}'
        done = subprocess.run(["bash", "-c", line], capture_output=True, cwd=folder, timeout=100, check=False)
        said = done.stderr.decode().splitlines()
        said = [text for text in said if not text.startswith("pgnfen: worker processes could not be started")]
        outcomes.append((done.returncode, done.stdout, said, contents(folder)))
    assert outcomes[0] == outcomes[1] and outcomes[0][0] in (0, 1)


def test_too_few_open_files(tmp_path: Path) -> None:
    """Where even that is not enough there is one line, which names no file of the program's own."""
    (tmp_path / "in.pgn").write_bytes(DIRTY % 1)
    line = f'ulimit -n 6; exec "{sys.executable}" -m pgnfen {WORDS[1]}'
    done = subprocess.run(["bash", "-c", line], capture_output=True, cwd=tmp_path, timeout=100, check=False)
    [said] = done.stderr.decode().splitlines()
    assert done.returncode == 2 and "too many open files" in said.lower() and ".py" not in said
    assert [path.name for path in tmp_path.iterdir()] == ["in.pgn"]


def test_too_little_memory(capsys: pytest.CaptureFixture[str]) -> None:
    def work() -> None:
        raise MemoryError

    assert app._status(work) == 2
    assert capsys.readouterr().err == "pgnfen: out of memory; use a lower --max-game or fewer --jobs\n"
