"""Small inputs through the commands, in one process for each engine: both write the same, with no traceback, lose no
byte, and take no more than LIMIT.

`python tests/fuzz/commands.py --count 20000 --first 0` prints what does not hold and the slowest inputs;
`--show NUMBER` runs one of them and prints it.
"""

from __future__ import annotations

import argparse
import hashlib
import heapq
import io
import os
import re
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

sys.path.append(str(Path(__file__).parent))  # tests run programs without the folder of the program in it

from shaped import shaped

from pgnfen.cli.audit import DOCUMENTS
from pgnfen.report.formats import FORMATS

LIMIT = 0.05
"""Seconds of processor time for an input."""
SHOW = "PGNFEN_FUZZ_SHOW"
ENGINES = ("native", "python-chess")
_FORMATS = (*FORMATS, *DOCUMENTS)
COMMANDS = (
    *(("audit", "--severity", "info", "--format", format) for format in _FORMATS),
    ("audit", "--each", "--severity", "info", "--select", "A,C,D,E,F,G,H,K,N,P,R,S,D202,N103,N104"),
    ("audit", "--each", "--severity", "info", "--select", "H101,H102,H131,H153,H154,H161,H162,N105,N108"),
    *(("dedupe", "--same", same, "-o", "x", "--rest", "y") for same in ("bytes", "moves", "game", "prefix")),
    ("filter", "--tag", "WhiteElo>=2000", "-o", "x", "--rest", "y"), ("fix", "--select", "H", "--unsafe"),
    *(("filter", *games, "-o", "x", "--rest", "y") for games in (("--has", "R,G"), ("--setup",), ("--chess960",))),
    ("filter", "--reaches", "*/*/*/*/*P*/*/*/* b", "--reaches", "*/*/*n*/*/*/*/*/*", "-o", "x", "--rest", "y"),
    ("filter", "--ends", "mate", "-o", "x", "--rest", "y"),
    ("filter", "--ends", "adjudicated,repetition", "-o", "x", "--rest", "y"),
    *(("split", "--by", what, "-d", "parts") for what in ("kind", "finding", "White")),
    ("tags",), ("tags", "--final", "--key", "--format", "jsonl"), ("tags", "--format", "csv", "--columns", "White,T1"),
    *(("fix", *how, "--log", "log") for how in ((), ("--unsafe",), ("--unsafe",))), ("fix", "--diff"),
    ("fix", "--castling", "x-fen", "--en-passant", "legal"),
    ("positions", "--unique"), ("positions", "--format", "jsonl"),
    ("stats", "--plies", "--findings"), ("stats", "--format", "jsonl"),
)  # fmt: skip
_RECORDS_ALONE = (
    ("fen", "--file"), ("fen", "--fix", "--unsafe", "--file"), ("fen", "--to", "shredder", "--file"),
    ("fen", "--to", "json", "--assume", "--file"), ("fen", "--to", "epd", "--file"), ("fen", "--board", "--file"),
)  # fmt: skip


class Ran(NamedTuple):
    """What a command did with an input: seconds, a digest of all it wrote and its status, and what does not hold."""

    seconds: float
    digest: str
    wrong: str


def command_of(number: int, records: bool) -> tuple[str, ...]:
    """The command for an input."""
    kinds = (*COMMANDS, *_RECORDS_ALONE * 2) if records else COMMANDS
    return kinds[number * 7919 // 3 % len(kinds)]


def ran(number: int) -> Ran:
    """Run it, in an empty folder."""
    data, records = shaped(number)
    name = "a.epd" if records else "a.pgn"
    words = [*command_of(number, records), name]
    words += [] if words[0] in ("fen", "rules") else ["-j", "1"]
    Path(name).write_bytes(data)
    try:
        took, status, out, err = _run(words)
        written = {str(path): path.read_bytes() for path in sorted(Path().rglob("*")) if path.is_file()}
        wrong = "Traceback\n" + err[err.rfind("Traceback") :] if "Traceback" in err else _lost(words[0], data, written)
    finally:
        _clear()
    err = re.sub(r"[0-9.]+ s\b|[0-9,.]+ (MB|games)/s", "", err)
    digest = hashlib.sha256(repr((status, out, err, written)).encode()).hexdigest()[:16]
    if SHOW in os.environ:
        print(words, status, out.decode("utf-8", "replace"), err, written, sep="\n")
    return Ran(took, digest, wrong)


def _lost(command: str, data: bytes, written: dict[str, bytes]) -> str:
    """Whether the outputs do not have all bytes of the input."""
    if command not in ("filter", "split", "dedupe"):
        return ""
    parts = [text for name, text in written.items() if name not in ("a.pgn", "a.epd", "parts/index.csv")]
    same = sorted(b"".join(parts)) == sorted(data)
    return "" if same or not parts else f"{sum(map(len, parts))} bytes of {len(data)} are written"


def _run(words: list[str]) -> tuple[float, int, bytes, str]:
    from pgnfen.cli import app

    _forget()
    out, err = io.BytesIO(), io.BytesIO()
    streams = sys.stdout, sys.stderr
    captured = io.TextIOWrapper(out, "utf-8"), io.TextIOWrapper(err, "utf-8", "backslashreplace")
    sys.stdout, sys.stderr = captured
    begin = time.process_time()
    try:
        status = app._status(lambda: app.cli.main(words, prog_name="pgnfen", standalone_mode=False))
    except BaseException:
        traceback.print_exc()
        status = 1000
    took = time.process_time() - begin
    sys.stdout, sys.stderr = streams
    for stream in captured:
        stream.flush()
    return took, status, out.getvalue(), err.getvalue().decode("utf-8", "replace")


def _forget() -> None:
    """Forget what was found out about other inputs, as the start of a process does."""
    for cache in _caches(len(sys.modules)):
        cache.cache_clear()


@lru_cache(maxsize=1)
def _caches(modules: int) -> list[Any]:
    """What the package remembers of inputs, when so many modules are imported."""
    of_package = [module for name, module in list(sys.modules.items()) if name.startswith("pgnfen")]
    values = [value for module in of_package for value in vars(module).values()]
    caches = [value for value in values if isinstance(value, type(_caches))]
    return [cache for cache in caches if cache.cache_parameters()["maxsize"] is not None]


def _clear() -> None:
    for path in sorted(Path().rglob("*"), reverse=True):
        if path.is_dir():
            path.rmdir()
        else:
            path.unlink()


def serve(first: int, count: int) -> None:
    """Run a range of inputs with the engine of this process, and write a line for each."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for number in () if SHOW in os.environ else range(-60, 0):  # what is done once in a process
            ran(number)
        for number in range(first, first + count):
            best = ran(number)
            for _ in range(3):
                if best.seconds <= LIMIT:
                    break
                best = min(best, ran(number))
            print(f"{best.seconds:.5f}\t{best.digest}\t{best.wrong!r}", flush=number % 50 == 0)
        os.chdir("/")


@contextmanager
def _servers(first: int, count: int) -> Iterator[list[subprocess.Popen[str]]]:
    words = [sys.executable, __file__, "--first", str(first), "--count", str(count), "--engine"]
    environments = [os.environ | {"PGNFEN_ENGINE": engine} for engine in ENGINES]
    servers = [
        subprocess.Popen([*words, one["PGNFEN_ENGINE"]], stdout=subprocess.PIPE, text=True, env=one)
        for one in environments
    ]
    try:
        yield servers
    finally:
        for server in servers:
            server.kill()
            server.wait()


def compare(first: int, count: int, slowest: int = 10) -> tuple[list[str], list[tuple[float, int, str]]]:
    """What does not hold of a range of inputs, and the slowest of them: seconds, number, engine."""
    wrong: list[str] = []
    slow: list[tuple[float, int, str]] = []
    with _servers(first, count) as servers:
        for number in range(first, first + count):
            lines = [server.stdout.readline().rstrip("\n").split("\t") for server in servers if server.stdout]
            if any(len(line) != 3 for line in lines):
                wrong.append(f"{number}: a process has ended")
                break
            _, records = shaped(number)
            what = f"{number} ({' '.join(command_of(number, records))})"
            if lines[0][1] != lines[1][1]:
                wrong.append(f"{what}: the engines differ")
            for engine, (seconds, _, said) in zip(ENGINES, lines, strict=True):
                if said != "''":
                    wrong.append(f"{what}: {engine}: {said}")
                if float(seconds) > LIMIT:
                    wrong.append(f"{what}: {engine}: {float(seconds):.3f} s")
                heapq.heappush(slow, (float(seconds), number, engine))
                if len(slow) > slowest:
                    heapq.heappop(slow)
    return wrong, sorted(slow, reverse=True)


def main() -> None:
    """The search."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=20000)
    parser.add_argument("--engine", choices=ENGINES)
    parser.add_argument("--show", type=int)
    options = parser.parse_args()
    if options.show is not None:
        os.environ[SHOW] = "1"
        print(shaped(options.show))
        for engine in ENGINES:
            subprocess.run(
                [sys.executable, __file__, "--first", str(options.show), "--count", "1", "--engine", engine],
                env=os.environ | {"PGNFEN_ENGINE": engine}, check=False,
            )  # fmt: skip
    elif options.engine:
        serve(options.first, options.count)
    else:
        done, found, slow = 0, 0, []
        while done < options.count:
            step = min(5000, options.count - done)
            wrong, slowest = compare(options.first + done, step)
            done, found = done + step, found + len(wrong)
            slow = sorted([*slow, *slowest], reverse=True)[:10]
            print(*wrong, f"{done} inputs, {found} faults; slowest: {slow[:3]}", sep="\n", flush=True)
        print(*slow, sep="\n")


if __name__ == "__main__":
    main()
