"""Positions that games have reached, and positions that no game can reach, against what pgnfen proves of both.

    python benchmarks/reachable.py --reached 20000             # random games: nothing may be called impossible
    python benchmarks/reachable.py --archive FILE...           # games of PGN files from arrays, likewise
    python benchmarks/reachable.py --list FILE                 # positions that another program has reached, likewise
    python benchmarks/reachable.py --impossible 200            # so many impossible positions of each way
    python benchmarks/reachable.py --placements 10000          # placements drawn uniformly
    python benchmarks/reachable.py --changed 20000             # random placements, and reached positions with a change
    python benchmarks/reachable.py --cost 20000                # microseconds per reached position

Random games are of standard chess, Chess960 and double Chess960, with a bent for captures, promotions, checks or quiet
moves. The native engine clears most positions; those that it does not clear are judged in Python, as in an audit
(`--engine python-chess`: all). Impossible positions are reached ones with a change of which it is certain that no game
explains it; beside what pgnfen finds stands what `chess.Board.status` of python-chess finds, and what a peer finds, a
program (`--peer`) that reads lines of Standard, Chess960 or Double, a tab and a FEN, and answers each line with "ok"
or "found". A position that one of these finds and pgnfen does not is shown as LOST.
"""

from __future__ import annotations

import argparse
import random
import shlex
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from subprocess import PIPE, Popen
from time import process_time

import chess
from impossible_ways import WAYS
from placements import Placements, scattered
from random_games import games, text_of, variant_of

import pgnfen
from pgnfen import native
from pgnfen.facts.kinds import Fact
from pgnfen.fen.start import read_start

PROVEN = frozenset({"P106", "K105", "K106"})
FIRST_RANKS = "/pppppppp/8/8/8/8/PPPPPPPP/"


class Judge:
    """What is proved of positions: by the native engine first, in Python what it does not clear; or all in Python."""

    def __init__(self, engine: str) -> None:
        self._start = native.module().start if engine == "native" else None
        self.asked = 0

    def proofs(self, fen: str, variant: str | None) -> list[str]:
        """What is proved against a position."""
        if self._start is not None:
            known = self._start(b"1", fen.encode(), variant and variant.encode())
            if known is not None and not known[1] & Fact.FEN_FAULT:
                return []
        self.asked += 1
        faults = read_start("1", fen, variant).faults
        return [f"{fault.code} {fault.message}" for fault in faults if fault.code in PROVEN]


def found(board: chess.Board, kind: str) -> list[str]:
    """What pgnfen proves of a position, and what is wrong with it otherwise."""
    return [f"{fault.code} {fault.message}" for fault in read_start("1", text_of(board, kind), variant_of(kind)).faults]


def reached(count: int, seed: int, engine: str) -> int:
    """How many of so many reached positions are called impossible."""
    judge, wrong, seen = Judge(engine), 0, 0
    moves: Counter[str] = Counter()
    for kind, boards in games(seed):
        for board in boards:
            for proof in judge.proofs(text_of(board, kind), variant_of(kind)):
                print(f"WRONG {kind} {text_of(board, kind)}: {proof}")
                wrong += 1
        seen += len(boards)
        moves[kind] += len(boards)
        if seen >= count:
            break
    parts = ", ".join(f"{kind} {number:,}" for kind, number in sorted(moves.items()))
    print(f"{seen:,} reached positions ({parts}), {wrong} called impossible; {judge.asked:,} judged in Python")
    return wrong


def archived(paths: list[Path], engine: str) -> int:
    """How many positions of games that begin at an array are called impossible."""
    judge, wrong, seen, passed = Judge(engine), 0, 0, 0
    for path in paths:
        variants = {row.game: variant_of_start(row.fen) for row in pgnfen.tags(path, on_error="skip")}
        for one in pgnfen.positions(path, on_error="skip"):
            variant = variants[one.game]
            if variant == "":
                passed += 1
                continue
            seen += 1
            for proof in judge.proofs(one.fen, variant):
                print(f"WRONG {path.name} game {one.game} {one.fen}: {proof}")
                wrong += 1
    print(f"{seen:,} positions of archives, {wrong} called impossible; {judge.asked:,} judged in Python")
    print(f"{passed:,} positions of games that begin elsewhere than at an array were passed over")
    return wrong


def listed(path: str, engine: str) -> int:
    """How many positions of a list are called impossible: lines of Standard, Chess960 or Double, a tab, and a FEN."""
    judge, wrong, seen = Judge(engine), 0, Counter[str]()
    with sys.stdin if path == "-" else Path(path).open(encoding="ascii") as lines:
        for line in lines:
            kind, _, fen = line.rstrip("\n").partition("\t")
            seen[kind] += 1
            for proof in judge.proofs(fen, variant_of(kind)):
                print(f"WRONG {kind} {fen}: {proof}")
                wrong += 1
    parts = ", ".join(f"{kind} {number:,}" for kind, number in sorted(seen.items()))
    print(f"{seen.total():,} positions ({parts}), {wrong} called impossible; {judge.asked:,} judged in Python")
    return wrong


def variant_of_start(fen: str | None) -> str | None:
    """The Variant tag for games from a start; "" where that is no array of chess or Chess960."""
    if fen is None or fen.startswith("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w "):
        return None
    return "Chess960" if FIRST_RANKS in fen and " w " in fen and fen.endswith(" 0 1") else ""


class Table:
    """How many positions of each sort were made, and are found: by pgnfen, python-chess and a peer."""

    def __init__(self, names: Iterable[str], peer: str | None, show: int = 0) -> None:
        self.rows = {name: [0, 0, 0, 0] for name in names}
        self._show, self.lost = show, 0
        self._peer = peer and Popen(shlex.split(peer), stdin=PIPE, stdout=PIPE, encoding="ascii", bufsize=1)

    def count(self, name: str, board: chess.Board, kind: str, counters: bool = True) -> None:
        """Judge a position of a sort; its counters too, or without what is wrong with them."""
        faults = [fault for fault in found(board, kind) if counters or not fault.startswith("K")]
        hit, invalid = bool(faults), board.status() != chess.STATUS_VALID
        by_peer = self._asked(f"{kind}\t{text_of(board, kind)}\n")
        row = self.rows[name]
        for index, value in enumerate((True, hit, invalid, by_peer)):
            row[index] += value
        if (invalid or by_peer) and not hit:
            self.lost += 1
            print(f"LOST {name} {kind} {text_of(board, kind)}: {board.status()!r}")
        elif not hit and self._show:
            self._show -= 1
            print(f"missed {name} {kind} {text_of(board, kind)}")

    def _asked(self, line: str) -> bool:
        if not self._peer or not self._peer.stdin or not self._peer.stdout:
            return False
        self._peer.stdin.write(line)
        return self._peer.stdout.readline().strip() == "found"

    def show(self) -> int:
        """Print all rows, and their sum; the number of those that others find alone."""
        print(f"{'':34} {'made':>7} {'pgnfen':>7} {'python-chess':>13}" + (f" {'peer':>7}" if self._peer else ""))
        sums = [sum(numbers) for numbers in zip(*self.rows.values(), strict=True)]
        for name, (made, ours, chess_, peer) in {**self.rows, "all": sums}.items():
            print(f"{name:34} {made:7,} {ours:7,} {chess_:13,}" + (f" {peer:7,}" if self._peer else ""))
        print(f"{self.lost} found by others alone")
        return self.lost


def drawn(count: int, seed: int, table: Table) -> int:
    """So many placements drawn uniformly."""
    placements = Placements(random.Random(seed))
    for _ in range(count):
        table.count("uniform placement", placements.board(), "Standard", counters=False)
    return table.show()


def changed(count: int, seed: int, table: Table) -> int:
    """So many random placements, and reached positions with a change."""
    rng = random.Random(seed)
    positions = (board for kind, boards in games(seed) if kind == "Standard" for board in boards if rng.random() < 0.2)
    for _ in range(count):
        board = next(positions)
        for name in table.rows:
            made = scattered(rng) if name == SCATTERED else CHANGES[name](board, rng)
            if made is not None:
                table.count(name, made, "Standard")
    return table.show()


def _piece_moved(board: chess.Board, rng: random.Random) -> chess.Board:
    made = board.copy(stack=False)
    square = rng.choice(list(chess.SquareSet(made.occupied)))
    piece = made.remove_piece_at(square)
    low, high = (8, 56) if piece and piece.piece_type == chess.PAWN else (0, 64)
    free = [one for one in range(low, high) if one != square and made.piece_at(one) is None]
    made.set_piece_at(rng.choice(free), piece)
    return made


def _piece_added(board: chess.Board, rng: random.Random) -> chess.Board:
    made = board.copy(stack=False)
    free = [one for one in range(8, 56) if made.piece_at(one) is None]
    made.set_piece_at(rng.choice(free), chess.Piece(rng.randrange(1, 6), rng.random() < 0.5))
    return made


def _other_color(board: chess.Board, rng: random.Random) -> chess.Board | None:
    made = board.copy(stack=False)
    others = list(chess.SquareSet(made.occupied & ~made.kings))
    if not others:
        return None
    square = rng.choice(others)
    piece = made.remove_piece_at(square)
    made.set_piece_at(square, piece and chess.Piece(piece.piece_type, not piece.color))
    return made


def _right_added(board: chess.Board, rng: random.Random) -> chess.Board | None:
    made = board.copy(stack=False)
    corners = [one for one in (chess.A1, chess.H1, chess.A8, chess.H8) if not made.castling_rights >> one & 1]
    if not corners:
        return None
    made.castling_rights |= chess.BB_SQUARES[rng.choice(corners)]
    return made


def _turned(board: chess.Board, rng: random.Random) -> chess.Board:
    made = board.copy(stack=False)
    made.turn, made.ep_square = not made.turn, None
    return made


Change = Callable[[chess.Board, random.Random], "chess.Board | None"]
SCATTERED = "random placement"
CHANGES: dict[str, Change] = {
    "a piece moved": _piece_moved,
    "a piece added": _piece_added,
    "a piece of the other color": _other_color,
    "a right added": _right_added,
    "the other side to move": _turned,
}


def cost(count: int, seed: int) -> None:
    """Microseconds per reached position, in the native engine and in Python (read_start, and its proofs alone)."""
    fens: list[tuple[str, str | None]] = []
    for kind, boards in games(seed):
        fens += [(text_of(board, kind), variant_of(kind)) for board in boards]
        if len(fens) >= count:
            break
    begin = native.module().start
    rows: list[tuple[str, Callable[[str, str | None], object]]] = [
        ("native", lambda fen, variant: begin(b"1", fen.encode(), variant and variant.encode())),
        ("Python", lambda fen, variant: read_start("1", fen, variant)),
    ]
    for name, work in rows:
        began = process_time()
        for fen, variant in fens:
            work(fen, variant)
        print(f"{name}: {(process_time() - began) / len(fens) * 1e6:.1f} us per position")


def impossible(count: int, seed: int, table: Table) -> int:
    """So many positions of each way to make them impossible."""
    rng = random.Random(seed)
    for number, (kind, boards) in enumerate(games(seed)):
        for board in boards:
            for name, function in WAYS.items():
                made = function(board, rng) if table.rows[name][0] < count else None
                if made is not None:
                    table.count(name, made, kind)
        if min(row[0] for row in table.rows.values()) >= count or number >= 40 * count:
            break
    return table.show()


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reached", type=int, metavar="N", help="so many positions of random games")
    parser.add_argument("--archive", type=Path, nargs="+", metavar="FILE", help="positions of PGN files")
    parser.add_argument("--list", metavar="FILE", help="positions that another program has reached; - for stdin")
    parser.add_argument("--impossible", type=int, metavar="N", help="so many impossible positions of each way")
    parser.add_argument("--placements", type=int, metavar="N", help="so many placements drawn uniformly")
    parser.add_argument("--peer", metavar="COMMAND", help="a program that judges the same positions")
    parser.add_argument("--changed", type=int, metavar="N", help="so many random placements, and changed positions")
    parser.add_argument("--cost", type=int, metavar="N", help="time so many positions")
    parser.add_argument("--engine", choices=("native", "python-chess"), default="native")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0, metavar="N", help="show so many that are missed")
    options = parser.parse_args()
    wrong = 0
    if options.impossible:
        wrong += impossible(options.impossible, options.seed, Table(WAYS, options.peer, options.show))
    if options.placements:
        wrong += drawn(options.placements, options.seed, Table(("uniform placement",), options.peer, options.show))
    if options.changed:
        wrong += changed(options.changed, options.seed, Table((SCATTERED, *CHANGES), options.peer))
    if options.cost:
        cost(options.cost, options.seed)
    if options.archive:
        wrong += archived(options.archive, options.engine)
    if options.list:
        wrong += listed(options.list, options.engine)
    if options.reached:
        wrong += reached(options.reached, options.seed, options.engine)
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
