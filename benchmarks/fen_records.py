"""Records a second: reading a FEN and classifying its start, over double Chess960 starts, on one core.

    python benchmarks/fen_records.py [--records 100000] [--rounds 5]

Every record is another one, so that nothing is remembered from one to the next but what the arrays have in common.
Each round takes other starts of the 921,600 there are; all of them are checked to be classified right.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

from pgnfen.fen import Kind, double_start_fen, kind_of, read_fen


def sample(count: int, seed: int) -> list[tuple[int, int]]:
    """Pairs of Scharnagl numbers, none twice, no number beside itself."""
    pairs = random.Random(seed).sample(range(960 * 960), min(960 * 959, count + 1000))
    return [divmod(pair, 960) for pair in pairs if pair // 960 != pair % 960][:count]


def main() -> None:
    """Measure and print a line a round, then the median."""
    parser = argparse.ArgumentParser(description="Records a second: parse and classify double Chess960 starts.")
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    speeds = []
    for number in range(asked.rounds):
        pairs = sample(asked.records, number)
        records = [double_start_fen(white, black) for white, black in pairs]
        begin = time.perf_counter()
        kinds = [kind_of(read_fen(record)) for record in records]
        speeds.append(len(records) / (time.perf_counter() - begin))
        wrong = sum(kind != Kind("double-chess960", *pair) for kind, pair in zip(kinds, pairs, strict=True))
        assert not wrong, f"{wrong} starts are classified wrong"
        print(f"round {number + 1}: {speeds[-1]:,.0f} records/s")
    print(f"median of {asked.rounds}: {statistics.median(speeds):,.0f} records/s")


if __name__ == "__main__":
    main()
