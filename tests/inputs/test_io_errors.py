"""Errors of disks and of what is read while others change it: one line that names the file, status 2, nothing lost."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import programs
import pytest

from pgnfen.errors import PgnfenError
from pgnfen.inputs.output_folder import OutputFolder
from pgnfen.inputs.source import find_sources
from pgnfen.inputs.writer import OutputFile

GAME = b'[Event "x"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *\n\n'
COMMANDS = [
    "tags", "audit", "positions", "stats --plies", "filter", "fix -o {out}", "fix --check", "split --by kind -d {out}",
]  # fmt: skip


@pytest.mark.skipif(sys.platform != "linux", reason="a file that gives EIO")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_disk_that_cannot_be_read(command: str, tmp_path: Path) -> None:
    """/proc/self/mem: its first bytes are nobody's, and reading them is an input or output error."""
    words = command.format(out=tmp_path / "out").split()
    done = programs.pgnfen(*words, "/proc/self/mem", text=True)
    assert done.returncode == 2 and not (tmp_path / "out").exists()
    assert done.stderr.splitlines()[0] == "pgnfen: /proc/self/mem: could not be read: input/output error"


@pytest.mark.parametrize("call", ["fsync", "close", "rename", "fchmod"])
@pytest.mark.parametrize("kind", [OutputFile, OutputFolder])
def test_a_disk_that_cannot_be_written(call: str, kind: type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever fails, nothing has the name of the output, or it is complete; and nothing else is left."""
    target = tmp_path / "out"
    system = getattr(os, call)

    def fail(*arguments: object) -> object:
        if call == "close":  # as the system does: closed, and an error
            system(*arguments)
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    try:
        with kind(os.fspath(target), *([2] if kind is OutputFolder else [])) as output:
            output.write(*(["a.pgn", GAME] if kind is OutputFolder else [GAME]))
            monkeypatch.setattr(os, call, fail)
    except PgnfenError as error:
        assert str(error) == f"{target}: cannot be written: Input/output error"
        assert list(tmp_path.iterdir()) == []
    else:
        monkeypatch.undo()
        files = [path for path in tmp_path.rglob("*") if path.is_file()]
        assert [path.read_bytes() for path in files] == [GAME]


@pytest.mark.skipif(os.name != "posix", reason="names of open files")
def test_a_file_that_disappears(tmp_path: Path) -> None:
    """One that is gone before it is opened is reported; one that is open is read to its end."""
    for name in "abc":
        (tmp_path / f"{name}.pgn").write_bytes(GAME)
    found = []
    for source in find_sources([tmp_path]):
        if isinstance(source, PgnfenError):
            found.append(str(source))
            continue
        with source:
            for name in "ab":
                (tmp_path / f"{name}.pgn").unlink(missing_ok=True)
            found.append(source.read())
    assert found == [GAME, f"{tmp_path / 'b.pgn'}: no such file or folder", GAME]


@pytest.mark.skipif(sys.platform != "linux" or os.getuid() != 0, reason="takes a user for whom nothing is closed")
def test_a_folder_that_may_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "closed").mkdir()
    for folder in ("open", "closed"):
        (tmp_path / folder / "x.pgn").write_bytes(GAME)
    (tmp_path / "open" / "closed.pgn").write_bytes(GAME)
    (tmp_path / "open" / "closed.pgn").chmod(0)
    (tmp_path / "closed").chmod(0)
    names = sorted(tmp_path.iterdir())
    reader = (
        "import os, sys\nfrom pgnfen.inputs.source import find_sources\nos.setuid(65534)\n"
        "for found in find_sources(sys.argv[1:]):\n    print(getattr(found, 'reason', 'read'))\n"
    )
    # The folders of tests are closed to others.
    for parent in (tmp_path, *tmp_path.parents[:3]):
        parent.chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-c", reader, *names], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stdout.splitlines() == [
        "folder could not be read: Permission denied", "could not be opened: permission denied", "read",
    ], done.stderr  # fmt: skip
