"""Compare the outputs of two installed versions of pgnfen, byte for byte, over many files and commands.

    python benchmarks/same_outputs.py OLD/.venv/bin/pgnfen NEW/.venv/bin/pgnfen FILE_OR_FOLDER... [--engine native]

Each command of COMMANDS runs with both programs on each file; standard output, standard error and status are compared.
Every difference is printed with the command that shows it. The exit status is 1 where there is one. A process of each
program has imported everything, and forks for each command: about 30 ms each instead of 300.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import zstandard

FORKING = """
import importlib, json, os, pkgutil, sys
import chess, jinja2, pgnfen, tqdm
for module in pkgutil.walk_packages(pgnfen.__path__, "pgnfen."):
    if not module.name.endswith("__main__"):
        try:
            importlib.import_module(module.name)
        except ImportError:
            pass
for line in sys.stdin:
    words, folder = json.loads(line)
    child = os.fork()
    if child == 0:
        os.chdir(folder)
        for number, name in enumerate((os.devnull, "stdout", "stderr")):
            descriptor = os.open(name, os.O_RDWR | os.O_CREAT)
            os.dup2(descriptor, number)
        sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")
        sys.argv = ["pgnfen", *words]
        status = 1
        try:
            from pgnfen.cli import main
            main()
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else int(end.code is not None)
        except BaseException:
            import traceback
            traceback.print_exc()
        finally:
            sys.stdout.flush(), sys.stderr.flush()
            os._exit(status)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""

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
    compared = different = 0
    with TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        files = list(plain_files(options.inputs, Path(folder), options.max_size))
        for engine in options.engine or ("native", "python-chess"):
            programs = [Program(Path(name), engine) for name in (options.old, options.new)]
            for path in files:
                for command in options.command or COMMANDS:
                    old, new = pool.map(lambda program, words=(command, path): program.run(*words), programs)
                    compared += 1
                    report = difference(old, new)
                    if report:
                        different += 1
                        print(f"== {engine}: {command} {path.name}\n{report}", flush=True)
            for program in programs:
                program.end()
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


class Program:
    """An installed program, in a process that forks for each command."""

    def __init__(self, path: Path, engine: str) -> None:
        environment = {**os.environ, "PGNFEN_ENGINE": engine}
        command = [str(path.absolute().parent / "python"), "-c", FORKING]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment)

    def run(self, command: str, path: Path) -> Outcome:
        """One run, in a folder of its own."""
        assert self._process.stdin and self._process.stdout
        with TemporaryDirectory() as folder:
            words = command.replace("{rest}", "second").split()
            print(json.dumps([[*words, "--jobs", "1", str(path)], folder]), file=self._process.stdin, flush=True)
            status = int(self._process.stdout.readline())
            outputs = (Path(folder, name) for name in ("stdout", "stderr", "second"))
            written = [output.read_bytes() if output.exists() else b"" for output in outputs]
        return Outcome(status, *(part.replace(folder.encode(), b"") for part in written))

    def end(self) -> None:
        """End the process."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()


def difference(old: Outcome, new: Outcome) -> str:
    """What two outcomes have not in common, as text; empty where nothing is."""
    lines = []
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


if __name__ == "__main__":
    sys.exit(main())
