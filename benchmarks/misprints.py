"""Measures what `audit --candidates` finds of misprinted moves: real games with one misprint each.

    python benchmarks/misprints.py ARCHIVE [--games 2000] [--seed 1]

ARCHIVE holds games from the standard array, of which as many are taken as asked for, evenly. Each gets a misprint of
each kind in turn, and the audit is asked. Columns: games that stop with it, those of which the true moves are named
first, among the first three, or not while others are; games in which one change is said to be proven, and in which that
is not the true one (which must never be); milliseconds of
the processor that the search takes per game. What is wrongly said to be proven goes to standard error.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import sys
from collections import Counter
from collections.abc import Callable
from time import process_time

import chess

import pgnfen
from pgnfen.audit.corrections import PROVEN
from pgnfen.replay.candidates import Candidate, candidates
from pgnfen.replay.san import read_san

SAN = re.compile(rb"(?:O-O(?:-O)?|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?)[+#]?")
COMMENT = re.compile(rb"\{[^}]*\}")
SHORTEST = 20  # plies
Moves = list[str]
Misprint = Callable[[Moves, int, random.Random], Moves | None]


def letter(moves: Moves, at: int, luck: random.Random) -> Moves | None:
    """Another piece."""
    move = moves[at]
    if move[0] not in "KQRBN":
        return None
    return [*moves[:at], luck.choice([one for one in "KQRBN" if one != move[0]]) + move[1:], *moves[at + 1 :]]


def square(moves: Moves, at: int, luck: random.Random) -> Moves | None:
    """Another file or rank of the square."""
    found = re.search(r"[a-h][1-8](?=[^a-h1-8]*$)", moves[at])
    if found is None:
        return None
    place = found.start() + luck.randrange(2)
    signs = "abcdefgh" if place == found.start() else "12345678"
    sign = luck.choice([one for one in signs if one != moves[at][place]])
    return [*moves[:at], moves[at][:place] + sign + moves[at][place + 1 :], *moves[at + 1 :]]


def castling_side(moves: Moves, at: int, luck: random.Random) -> Moves | None:
    """Castling to the other side."""
    places = [index for index, move in enumerate(moves) if move.startswith("O-O")]
    if not places:
        return None
    at = luck.choice(places)
    return [*moves[:at], "O-O" if moves[at].startswith("O-O-O") else "O-O-O", *moves[at + 1 :]]


def swapped(moves: Moves, at: int, luck: random.Random) -> Moves | None:
    """Two moves in turn, or two of one side."""
    other = at + luck.choice((1, 2))
    if other >= len(moves):
        return None
    changed = list(moves)
    changed[at], changed[other] = moves[other], moves[at]
    return changed


def dropped(moves: Moves, at: int, luck: random.Random) -> Moves | None:
    """A move is missing."""
    return moves[:at] + moves[at + 1 :]


KINDS: tuple[Misprint, ...] = (letter, square, castling_side, swapped, dropped)


def games(path: str, count: int) -> list[Moves]:
    """The moves of games from the standard array, evenly taken."""
    found = []
    for game in pgnfen.read(path):
        if b"[FEN" not in game.raw and b"[Variant" not in game.raw:
            moves = [san.decode() for san in SAN.findall(COMMENT.sub(b"", game.raw.partition(b"\n\n")[2]))]
            if len(moves) >= SHORTEST and stop_of(moves) is None:
                found.append(moves)
        if len(found) >= 3 * count:
            break
    return found[:: max(1, len(found) // count)][:count]


def stop_of(moves: Moves) -> int | None:
    """The index of the first move that cannot be played."""
    board = chess.Board()
    for index, move in enumerate(moves):
        try:
            board.push_san(move)
        except ValueError:
            return index
    return None


def plain(moves: Moves) -> Moves:
    """Moves without checks."""
    return [move.rstrip("+#") for move in moves]


def proven(found: tuple[Candidate, ...], complete: bool, stop: int) -> bool:
    """Whether the audit says that a change is the only one."""
    if len(found) != 1 or not complete or not found[0].whole:
        return False
    return found[0].end - max(stop, found[0].at + found[0].removed) >= PROVEN


def measure(kind: Misprint, played: list[Moves], luck: random.Random) -> str:
    """A row of the table."""
    counts: Counter[str] = Counter()
    times = []
    for moves in played:
        wrong = next((new for _ in range(9) if (new := kind(moves, luck.randrange(len(moves)), luck))), None)
        stop = stop_of(wrong) if wrong is not None else None
        if wrong is None or stop is None:
            continue
        sans = [read_san(move.encode()) for move in wrong]
        began = process_time()
        found, complete = candidates(chess.Board(), sans, stop)
        times.append(1e3 * (process_time() - began))
        named = [plain([*wrong[: one.at], *one.moves, *wrong[one.at + one.removed :]]) for one in found]
        place = named.index(plain(moves)) if plain(moves) in named else None
        only = proven(found, complete, stop)
        counts["stop"] += 1
        counts["first"] += place == 0
        counts["three"] += place is not None and place < 3
        counts["other"] += bool(found) and place is None
        counts["proven"] += only
        counts["wrong"] += only and place != 0
        if only and place != 0:
            print(f"wrongly: {kind.__name__}, stop {stop}, {found[0]}: {' '.join(wrong)}", file=sys.stderr)
    cells = [str(counts[name]) for name in ("stop", "first", "three", "other", "proven", "wrong")]
    return f"| {kind.__name__} | {' | '.join(cells)} | {statistics.median(times):.1f} | {max(times):.1f} |"


def main() -> None:
    """Parse arguments, run, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    played = games(options.archive, options.games)
    print(f"{len(played)} games")
    print("| misprint | stop | true first | in three | not named | proven | wrongly | median ms | worst ms |")
    print("|---" + "|---:" * 8 + "|")
    for kind in KINDS:
        print(measure(kind, played, random.Random(options.seed)), flush=True)


if __name__ == "__main__":
    main()
