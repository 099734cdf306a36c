"""Compare the outputs of two installed versions of pgnfen, byte for byte, over many files and commands.

    python benchmarks/same_outputs.py OLD/.venv/bin/pgnfen NEW/.venv/bin/pgnfen FILE_OR_FOLDER... [--engine native]

Each command of COMMANDS runs with both programs on each file; standard output, standard error and status are compared.
Every difference is printed with the command that shows it. The exit status is 1 where there is one.
"""

from __future__ import annotations

import argparse
import difflib
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import zstandard

ENDINGS = (".pgn", ".epd", ".fen", ".zst")
COMMANDS = (
    "audit --severity info --each",
    "audit --format jsonl --severity info",
    "audit --candidates --format full --select R",
    "audit --format html",
    "audit --format sarif --severity error",
    "tags --format jsonl",
    "tags --key --final",
    "filter --classic",
    "filter --chess960 --rest {rest}",
    "fix --log {rest}",
    "fix --unsafe --severity info --log {rest}",
    "fix --castling shredder --en-passant legal",
    "positions --last",
    "positions --format jsonl",
    "stats --findings --format jsonl",
    "stats --plies",
)


class Outcome(NamedTuple):
    """What one run left behind."""

    status: int
    stdout: bytes
    stderr: bytes
    second: bytes  # the file behind {rest}


def main() -> int:
    """Compare; 1 if anything differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("inputs", nargs="+", type=Path)
    parser.add_argument("--engine", choices=("native", "python-chess"), action="append")
    parser.add_argument("--command", action="append", help="compare this command instead of the list")
    parser.add_argument("--max-size", type=int, default=3_000_000, help="bytes of a file, decompressed")
    options = parser.parse_args()
    programs = [str(Path(name).absolute()) for name in (options.old, options.new)]
    compared = different = 0
    with TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        files = list(plain_files(options.inputs, Path(folder), options.max_size))
        tasks = [
            (programs, command, path, engine)
            for engine in options.engine or ("native", "python-chess")
            for path in files
            for command in options.command or COMMANDS
        ]
        for report in pool.map(lambda task: difference(*task), tasks):
            compared += 1
            if report:
                different += 1
                print(report, flush=True)
    print(f"{compared} compared, {different} differ")
    return 1 if different else 0


def plain_files(inputs: list[Path], folder: Path, limit: int) -> Iterator[Path]:
    """The files in the inputs, decompressed into the folder, cut at the limit of bytes."""
    number = 0
    for top in inputs:
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if not path.is_file() or path.suffix not in ENDINGS:
                continue
            data = path.read_bytes()
            if path.suffix == ".zst":
                data = zstandard.ZstdDecompressor().stream_reader(data).read()
            number += 1
            plain = folder / f"{number:03}-{path.name.removesuffix('.zst')}"
            plain.write_bytes(data[:limit])
            yield plain


def difference(programs: list[str], command: str, path: Path, engine: str) -> str:
    """What the two programs do otherwise, as text; empty where nothing is."""
    old, new = (outcome(program, command, path, engine) for program in programs)
    if old == new:
        return ""
    lines = [f"== {engine}: {command} {path.name}"]
    for name, before, after in zip(Outcome._fields, old, new, strict=True):
        if before == after:
            continue
        if isinstance(before, int) or isinstance(after, int):
            lines.append(f"{name}: {before} {after}")
            continue
        changed = difflib.unified_diff(
            before.decode("utf-8", "backslashreplace").splitlines(),
            after.decode("utf-8", "backslashreplace").splitlines(),
            f"old {name}", f"new {name}", n=0, lineterm="",
        )  # fmt: skip
        lines += [line[:300] for line, _ in zip(changed, range(12), strict=False)]
    return "\n".join(lines)


def outcome(program: str, command: str, path: Path, engine: str) -> Outcome:
    """One run, in a folder of its own."""
    with TemporaryDirectory() as folder:
        second = Path(folder) / "second"
        words = [word.replace("{rest}", str(second)) for word in command.split()]
        done = subprocess.run(
            [program, *words, "--jobs", "1", str(path)],
            stdin=subprocess.DEVNULL, capture_output=True, cwd=folder,
            env={**os.environ, "PGNFEN_ENGINE": engine},
        )  # fmt: skip
        where = folder.encode()
        written = second.read_bytes() if second.exists() else b""
        return Outcome(done.returncode, *(part.replace(where, b"") for part in (done.stdout, done.stderr, written)))


if __name__ == "__main__":
    sys.exit(main())
