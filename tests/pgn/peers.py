"""How many games other readers find in the same bytes: python-chess, and pgn-extract and Scid where they are installed.

As a script it prints the files of folders in which they do not all count the same, pgnfen first:

    python tests/pgn/peers.py ARCHIVE/ ...
"""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

import chess.pgn

from pgnfen.errors import InputError
from pgnfen.inputs.source import find_sources
from pgnfen.pgn.blocks import read_blocks

_MATCHED = re.compile(rb"matched out of (\d+)\.")
_SCID = """
sc_base create MEMORY {}
foreach file $argv {
    if {[catch {sc_base import [sc_base current] $file} result]} { puts "$file\\t-" } \\
    else { puts "$file\\t[lindex $result 0]" }
}
exit
"""
_PATH = ":".join(("/usr/games", "/usr/local/games"))  # where Debian has both


def find(program: str) -> str | None:
    """Where a program is, if it is installed."""
    return shutil.which(program) or shutil.which(program, path=_PATH)


def pgnfen(data: bytes) -> int:
    """The games that pgnfen finds."""
    return sum(len(block) for block in read_blocks(io.BytesIO(data)))


def python_chess(data: bytes) -> int:
    """The games that python-chess finds."""
    text = io.StringIO(data.decode("utf-8-sig", "replace"), newline=None)
    count = 0
    while chess.pgn.skip_game(text):
        count += 1
    return count


def pgn_extract(data: bytes) -> int | None:
    """The games that pgn-extract finds; None where it breaks off or is not installed."""
    program = find("pgn-extract")
    if program is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "games.pgn")
        path.write_bytes(data)
        command = [program, "-r", "--nosetuptags", str(path)]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=300, check=False)
    found = _MATCHED.search(done.stderr)
    return int(found[1]) if found else None


def scid(datas: Iterable[bytes]) -> list[int | None]:
    """The games that Scid imports from each of these; None where it refuses or is not installed."""
    datas = list(datas)
    program = find("tkscid")
    if program is None:
        return [None] * len(datas)
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, f"{number}.pgn") for number in range(len(datas))]
        for path, data in zip(paths, datas, strict=True):
            path.write_bytes(data)
        script = Path(folder, "count.tcl")
        script.write_text(_SCID)
        command = [program, str(script), *map(str, paths)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    counts = dict(line.split("\t") for line in done.stdout.splitlines() if "\t" in line)
    said = [counts.get(str(path), "-") for path in paths]
    return [None if count == "-" else int(count) for count in said]


PEERS: dict[str, Callable[[bytes], int | None]] = {
    "pgnfen": pgnfen, "python-chess": python_chess, "pgn-extract": pgn_extract, "Scid": lambda data: scid([data])[0],
}  # fmt: skip


def compared(inputs: list[str]) -> Iterator[tuple[str, bytes, dict[str, int | None]]]:
    """The PGN files of these inputs: name, bytes, and how many games each reader finds."""
    for source in find_sources(inputs):
        if isinstance(source, InputError) or source.name.split(".zst")[0].endswith((".epd", ".fen")):
            continue
        try:
            with source:
                data = b"".join(iter(partial(source.read, 1 << 20), b""))
        except InputError:
            continue
        yield source.name, data, {name: count(data) for name, count in PEERS.items()}


def version(peer: str) -> str | None:
    """The version of pgn-extract or Scid that is installed."""
    if peer == "pgn-extract" and (program := find(peer)):
        done = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
        found = re.search(r"v?(\d+)[-.](\d+)", done.stdout + done.stderr)
        return f"{found[1]}.{found[2]}" if found else None
    if peer == "Scid" and (program := find("tkscid")):
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder, "version.tcl")
            script.write_text("puts [sc_info version]\nexit\n")
            done = subprocess.run([program, str(script)], capture_output=True, text=True, check=False)
        return done.stdout.strip() or None
    return None


def main(inputs: list[str]) -> None:
    """Print the table of differences, and how many files were compared."""
    print("| file | " + " | ".join(PEERS) + " |\n|---|" + "---|" * len(PEERS))
    files = differing = games = 0
    for name, _, found in compared(inputs):
        counts = list(found.values())
        files, games = files + 1, games + (counts[0] or 0)
        if len({count for count in counts if count is not None}) > 1:
            differing += 1
            print(f"| {name} | " + " | ".join("-" if count is None else str(count) for count in counts) + " |")
    print(f"\n{files:,} files, {games:,} games for pgnfen; {differing} files differ")


if __name__ == "__main__":
    main(sys.argv[1:])
