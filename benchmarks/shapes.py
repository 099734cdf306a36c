"""Measures the audit beside `pgn-extract -r` on archives as users have them, one shape at a time.

    python benchmarks/shapes.py FOLDER [--rounds 3] [--megabytes 20] [--only clean,illegal-5] [--sizes]
                                [--engine python-chess] [--program OTHER/bin/pgnfen] [--against OTHER/bin/pgnfen]
                                [--peer NAME=PROGRAM] [--also COMMAND]

FOLDER holds games as moves only. They are made clean first, then the shape's files are made of them by
shape_files.py. Each round runs all commands in turn; ratios are taken within a round, and their medians are shown:
`pgn-extract / N` says how many times as fast as pgn-extract the audit is with N jobs. `--sizes` asks for small and
large files as well, where two jobs must not be slower than one. `--peer` takes any program that reads the file it is
given, as `peers/shakmaty` does, which replays the moves alone; `--also` another command of pgnfen, such as `fix` or
`"audit --format html"`.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import tempfile
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from shape_files import SHAPES, Game, games_of, write
from speed import EXTRACT, PGNFEN, Peer, timed

from native import AUDIT, clean_games

Times = dict[str, list[float]]

BY_SIZE = ("clean", "illegal-5")
SIZES = (0.2, 2, 50)


def programs(options: argparse.Namespace) -> dict[str, list[str]]:
    """What is measured, by the prefix of its columns."""
    program = [options.program] if options.program else PGNFEN
    return {"": program} | ({"against ": [options.against]} if options.against else {})


def named(text: str) -> tuple[str, str]:
    """The name of a peer and its program."""
    name, _, program = text.partition("=")
    return name, program


def peers_on(path: Path, options: argparse.Namespace, extract: bool) -> list[Peer]:
    """pgn-extract's report of errors, the audit with one job and with two, and another pgnfen's."""
    peers = [Peer("pgn-extract", [EXTRACT, "-r", str(path)])] if EXTRACT and extract else []
    peers += [Peer(name, [program, str(path)]) for name, program in options.peers]
    for name, program in programs(options).items():
        audit = [*program, *AUDIT[len(PGNFEN) :]]
        peers += [Peer(f"{name}{jobs}", [*audit, "--jobs", str(jobs), str(path)]) for jobs in (1, 2)]
        peers += [Peer(f"{name}{also}", [*program, *also.split(), "--jobs", "1", str(path)]) for also in options.also]
    return peers


def measured(peers: list[Peer], rounds: int, out: Path) -> Times:
    """Seconds of each round by the peer's name."""
    return dict(zip((peer.name for peer in peers), timed(peers, rounds, out), strict=True))


def ratio(times: Times, one: str, other: str) -> str:
    """The median of the ratios within a round."""
    if one not in times or other not in times:
        return ""
    return f"{statistics.median(a / b for a, b in zip(times[one], times[other], strict=True)):.2f}"


COLUMNS = ("pgn-extract", "1", "2", "against 1", "against 2")
RATIOS = (
    ("pgn-extract", "1"), ("pgn-extract", "2"), ("2", "1"), ("against 1", "1"), ("against 2", "2"),
    ("pgn-extract", "against 1"), ("pgn-extract", "against 2"), ("against 2", "against 1"),
)  # fmt: skip


def columns(names: Iterable[str]) -> list[str]:
    """The names of what was measured, peers first."""
    return sorted(names, key=lambda name: COLUMNS.index(name) if name in COLUMNS else -1)


def ratios(names: Collection[str]) -> list[tuple[str, str]]:
    """The pairs of names whose times are compared."""
    peers = [(name, "1") for name in names if name not in COLUMNS]
    return peers + [(one, other) for one, other in RATIOS if one in names and other in names]


def heading(names: list[str]) -> str:
    """The head of a table for these peers."""
    titles = [f"{name} (s)" for name in columns(names)]
    titles += [f"{one} / {other}" for one, other in ratios(names)]
    return "| shape | MB | games | " + " | ".join(titles) + " |\n|---" + "|---:" * (2 + len(titles)) + "|"


def row(shape: str, path: Path, games: int, times: Times) -> str:
    """A row of the table."""
    cells = [f"{statistics.median(times[name]):.2f}" for name in columns(times)]
    cells += [ratio(times, one, other) for one, other in ratios(times)]
    return f"| {shape} | {path.stat().st_size / 1e6:.1f} | {games} | " + " | ".join(cells) + " |"


def rows(asked: list[tuple[str, float, bool]], games: list[Game], options: argparse.Namespace) -> Iterator[str]:
    """Make each file, measure, take it away again."""
    with tempfile.TemporaryDirectory() as folder:
        for shape, megabytes, extract in asked:
            path = Path(folder) / f"{shape}.pgn"
            number = write(shape, games, int(megabytes * 1e6), path)
            peers = peers_on(path, options, extract)
            times = measured(peers, options.rounds, Path(folder) / "out")
            yield row(shape, path, number, times)
            path.unlink()


def table(asked: list[tuple[str, float, bool]], games: list[Game], options: argparse.Namespace) -> None:
    """Print a table as it comes."""
    print("\n" + heading([peer.name for peer in peers_on(Path(), options, asked[0][2])]))
    for line in rows(asked, games, options):
        print(line, flush=True)


def main() -> None:
    """Parse arguments, run, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--megabytes", type=float, default=20)
    parser.add_argument("--only", default=",".join(SHAPES))
    parser.add_argument("--sizes", action="store_true", help=f"{', '.join(BY_SIZE)} at {SIZES} MB instead")
    parser.add_argument("--engine", choices=("native", "python-chess"))
    parser.add_argument("--program", metavar="COMMAND", help="the pgnfen to measure, this checkout's by default")
    parser.add_argument("--against", metavar="COMMAND", help="another pgnfen, measured in the same rounds")
    parser.add_argument("--peer", dest="peers", metavar="NAME=PROGRAM", action="append", default=[], type=named)
    parser.add_argument("--also", metavar="COMMAND", action="append", default=[], help="another command of pgnfen")
    options = parser.parse_args()
    games = games_of(clean_games(options.folder))
    if options.engine:
        os.environ["PGNFEN_ENGINE"] = options.engine
    for command in programs(options).values():
        print(subprocess.run([*command, "--version"], capture_output=True, text=True, check=True).stdout.strip())
    print(f"\nseconds: median of {options.rounds} paired runs; 1 and 2: `pgnfen audit --jobs N`")
    if options.sizes:
        table([(shape, size, False) for shape in BY_SIZE for size in SIZES], games, options)
    else:
        table([(shape, options.megabytes, True) for shape in options.only.split(",")], games, options)


if __name__ == "__main__":
    main()
