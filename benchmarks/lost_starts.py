"""Measures the search of lost starts: games of Chess960 whose FEN is taken out.

    python benchmarks/lost_starts.py FILE [--games 500] [--plies 40] [--double]

FILE holds games from arrays with their FEN tags, compressed or not. For each of some games, spread over the file, the
search sees the moves alone. Shown are the share with a unique right answer, with the true start among at most five,
wrong unique answers (there should be none), and milliseconds of the processor per game.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterator
from time import process_time

import pgnfen
from pgnfen.fen.scharnagl import array_numbers
from pgnfen.pgn.movetext import Kind, read_movetext
from pgnfen.replay.san import San, read_san
from pgnfen.replay.start_search import Numbers, search_arrays


def games_of(path: str, least: int, double: bool) -> Iterator[tuple[Numbers, list[San]]]:
    """White's and Black's numbers of each game from an array, and its moves."""
    for game in pgnfen.read(path):
        record = game.start.record
        if record is None or record.board is None or record.active_color != "w":
            continue
        numbers = array_numbers(record.board.squares)
        if numbers is None or (numbers[0] != numbers[1]) != double:
            continue
        mainline = read_movetext(game.raw, game.tag_section.end).mainline
        texts = [token.text(game.raw) for token in mainline if token.kind in (Kind.MOVE, Kind.CASTLING)]
        sans = [san for san in map(read_san, texts) if san is not None]
        if len(sans) >= least:
            yield numbers, sans


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--plies", type=int, default=40, help="plies of a game at least")
    parser.add_argument("--double", action="store_true", help="games of double Chess960")
    options = parser.parse_args()
    games = list(games_of(options.file, options.plies, options.double))
    if not games:
        parser.error(f"{options.file} has no such game of {options.plies} plies or more")
    games = games[:: max(1, len(games) // options.games)][: options.games]
    unique = wrong = few = missed = 0
    seconds = []
    for numbers, sans in games:
        began = process_time()
        found = search_arrays(sans, options.double)
        seconds.append(process_time() - began)
        unique += found.unique == numbers
        wrong += found.unique not in (None, numbers)
        few += found.unique == numbers or (numbers in found.arrays and len(found.arrays) <= 5)
        missed += numbers not in found.arrays
    count = len(games)
    print(f"{count} games: unique and right {unique}, among at most five {few}, unique and wrong {wrong}")
    median, worst = statistics.median(seconds) * 1e3, max(seconds) * 1e3
    print(f"true start not found {missed}; ms: median {median:.1f}, worst {worst:.1f}")


if __name__ == "__main__":
    main()
