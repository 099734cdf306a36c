"""Too little of what the system has: one line and status 2, or it works all the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pgnfen.cli import app

pytestmark = [pytest.mark.usefixtures("either_reader"), pytest.mark.skipif(os.name != "posix", reason="ulimit")]

MORE = [pytest.param(files, marks=pytest.mark.exhaustive) for files in (9, 12, 14, 15, 17, 18, 20)]
DIRTY = b'[Event "y"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O-O Be7 *\n\n'


@pytest.mark.parametrize("files", [6, *MORE, 16])
@pytest.mark.parametrize("words", ["audit -j 2 in.pgn", "filter --has R101 -j 2 in.pgn -o out.pgn --rest rest.pgn.gz"])
def test_too_many_open_files(words: str, files: int, tmp_path: Path) -> None:
    """Nothing hangs where some workers could be started and others could not."""
    (tmp_path / "in.pgn").write_bytes(DIRTY * 12_000)  # two blocks
    line = f'ulimit -n {files}; exec "{sys.executable}" -m pgnfen {words}'
    done = subprocess.run(["bash", "-c", line], capture_output=True, cwd=tmp_path, timeout=100, check=False)
    said = done.stderr.decode().splitlines()
    if done.returncode == 2:
        assert len(said) == 1 and said[0].startswith("pgnfen: ") and "Too many open files" in said[0]
        assert [path.name for path in tmp_path.iterdir()] == ["in.pgn"]
    else:
        assert done.returncode in (0, 1) and "Traceback" not in done.stderr.decode()


def test_too_little_memory(capsys: pytest.CaptureFixture[str]) -> None:
    def work() -> None:
        raise MemoryError

    assert app._status(work) == 2
    assert capsys.readouterr().err == "pgnfen: out of memory; a lower --max-game or fewer --jobs take less\n"
