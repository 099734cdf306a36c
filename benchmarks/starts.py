"""Measures what takes starts rather than games: fragments, a book of starts, records of middlegames.

    python benchmarks/starts.py [--rounds 3] [--games 20000] [--book 921600] [--records 100000]
                                [--only fragments,book,records] [--engine python-chess]

Fragments are games of 20 plies, each from a FEN of its own, of random legal play; the book has the double Chess960
starts, one a line, the records other positions of random play. Beside pgnfen run `pgn-extract -r` (moves) and
`pgn-extract --onlysetuptags` (tags) on games, and python-chess's `Board(fen)` of each line on records. Each round runs
all commands in turn, on one core; seconds are those of the processor (user and system), which other work on the machine
disturbs least, ratios are taken within a round, and medians are shown. A command's own start-up is in its seconds: that
of pgnfen is the first row.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import chess
from speed import EXTRACT, PGNFEN, Peer

from pgnfen.fen import double_start_fen

PLIES = 20
BOARDS = """
import chess, sys
for line in open(sys.argv[1]):
    chess.Board(line.rstrip("\\n"), chess960=bool(sys.argv[2]))
"""
API = """
import sys, pgnfen
for game in pgnfen.read(sys.argv[1]):
    start = pgnfen.start(game)
    start.kind, start.scharnagl, start.castling
"""
ROWS = """
import sys, pgnfen
for row in pgnfen.tags(sys.argv[1]):
    row.kind, row.scharnagl, row.castling
"""
HEADERS = """
import sys, chess.pgn
with open(sys.argv[1]) as file:
    while chess.pgn.read_headers(file) is not None:
        pass
"""
HEAD = '[Event "Fragment"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "{}"]\n[White "?"]\n[Black "?"]\n[Result "*"]\n'


class Used(NamedTuple):
    """What a command has used: seconds of the processor, and megabytes at its peak."""

    seconds: float
    megabytes: float


def played(pick: random.Random, board: chess.Board, plies: int) -> list[str]:
    """Legal moves at random, played; fewer where the game ends."""
    moves = []
    for _ in range(plies):
        legal = list(board.legal_moves)
        if not legal:
            break
        move = pick.choice(legal)
        number = f"{board.fullmove_number}{'.' if board.turn else '...'} " if board.turn or not moves else ""
        moves.append(number + board.san(move))
        board.push(move)
    return moves


def middlegames(seed: int) -> Iterator[chess.Board]:
    """Positions of random play that go on for a while, without end."""
    pick = random.Random(seed)
    while True:
        board = chess.Board()
        played(pick, board, pick.randrange(12, 70))
        if any(board.legal_moves):
            board.clear_stack()
            yield board


def write_fragments(path: Path, count: int) -> None:
    """Games of PLIES plies, each from its own FEN."""
    pick, starts = random.Random(1), middlegames(2)
    with path.open("w") as out:
        while count:
            board = next(starts)
            fen = board.fen()
            moves = played(pick, board, PLIES)
            if len(moves) == PLIES and any(board.legal_moves):
                tags = HEAD.format(count) + f'[SetUp "1"]\n[FEN "{fen}"]\n'
                out.write(f"{tags}\n{' '.join(moves)} *\n\n")
                count -= 1


def write_records(path: Path, count: int) -> None:
    """FENs of middlegames, one a line."""
    with path.open("w") as out:
        out.writelines(board.fen() + "\n" for board, _ in zip(middlegames(3), range(count), strict=False))


def write_book(path: Path, count: int) -> None:
    """Double Chess960 starts, one a line, spread over all there are."""
    with path.open("w") as out:
        for number in range(count):
            out.write(double_start_fen(*divmod(number * 960 * 960 // count, 960)) + "\n")


def used(command: list[str], out: Path) -> Used:
    """Run a command to its end, on one core where the system can say so."""
    with out.open("wb") as file:
        process = subprocess.Popen(command, stdout=file, stderr=subprocess.DEVNULL, preexec_fn=on_one_core)
        _, status, resources = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):  # 1: an audit has found something
        sys.exit(f"{' '.join(command)} ended with status {process.returncode}")
    return Used(resources.ru_utime + resources.ru_stime, resources.ru_maxrss / 1024)


def on_one_core() -> None:
    """Keep the process to one core."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, [max(os.sched_getaffinity(0))])


def pgnfen(*arguments: str) -> Peer:
    """A command of pgnfen's."""
    return Peer(f"pgnfen {' '.join(arguments)}", [*PGNFEN, *arguments, "--no-progress"])


def commands(kind: str) -> list[tuple[Peer | None, list[Peer]]]:
    """What is measured on a file: a peer, and the commands whose ratio to it is shown."""
    audit, tags = pgnfen("audit", "--jobs", "1", "--no-summary"), pgnfen("tags", "--format", "jsonl")
    boards, rows = [sys.executable, "-c", BOARDS], Peer("pgnfen.tags", [sys.executable, "-c", ROWS, "{}"])
    if kind == "fragments":
        moves = Peer("pgn-extract -r", [EXTRACT, "-r", "-s"]) if EXTRACT else None
        setup = Peer("pgn-extract --onlysetuptags", [EXTRACT, "--onlysetuptags", "-s"]) if EXTRACT else None
        asked = [["--classic"], ["--kind", "position"], ["--placement", "*k*/*/*/*/*/*/*/*K*"]]
        filters = [pgnfen("filter", *condition) for condition in asked]
        others = [tags, pgnfen("tags", "--format", "csv"), pgnfen("tags"), *filters]
        headers = Peer("python-chess's read_headers", [sys.executable, "-c", HEADERS, "{}"])
        starts = Peer("pgnfen.read, start", [sys.executable, "-c", API, "{}"])
        return [(None, [pgnfen("tags")]), (moves, [audit]), (setup, others), (headers, [starts, rows])]
    chess960 = "chess960" if kind == "book" else ""
    shown = "python-chess's Board(fen, chess960=True)" if chess960 else "python-chess's Board(fen)"
    return [(Peer(shown, [*boards, "{}", chess960]), [audit, tags, rows])]


def whole(peer: Peer, path: str) -> list[str]:
    """The command with the file that it reads."""
    if "{}" in peer.command:
        return [path if part == "{}" else part for part in peer.command]
    return [*peer.command, path]


def measure(kind: str, path: Path, rounds: int, out: Path) -> None:
    """Run all commands in turn, so many times; print a row for each."""
    megabytes = path.stat().st_size / 1e6
    print(f"\n{kind}, {megabytes:.1f} MB\n\n| command | seconds | times as fast | peak MB |\n|---|---:|---:|---:|")
    for peer, ours in commands(kind):
        target = str(path) if peer or kind != "fragments" else os.devnull
        all_of = [*([peer] if peer else []), *ours]
        runs = [[used(whole(one, target), out) for one in all_of] for _ in range(rounds)]
        for at, one in enumerate(all_of):
            seconds = statistics.median(run[at].seconds for run in runs)
            ratio = f"{statistics.median(run[0].seconds / run[at].seconds for run in runs):.1f}" if peer and at else ""
            name = one.name + (" of nothing" if target == os.devnull else "")
            peak = max(run[at].megabytes for run in runs)
            print(f"| {name} | {seconds:.2f} | {ratio} | {peak:.0f} |", flush=True)


def main() -> None:
    """Parse arguments, make the files, run, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--book", type=int, default=960 * 960)
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--only", default="fragments,book,records")
    parser.add_argument("--engine", choices=("native", "python-chess"))
    options = parser.parse_args()
    if options.engine:
        os.environ["PGNFEN_ENGINE"] = options.engine
    makers = {
        "fragments": ("pgn", write_fragments, options.games),
        "book": ("fen", write_book, options.book),
        "records": ("fen", write_records, options.records),
    }
    with tempfile.TemporaryDirectory() as folder:
        for kind in options.only.split(","):
            suffix, make, count = makers[kind]
            path = Path(folder) / f"{kind}.{suffix}"
            make(path, count)
            measure(kind, path, options.rounds, Path(folder) / "out")
            path.unlink()


if __name__ == "__main__":
    main()
