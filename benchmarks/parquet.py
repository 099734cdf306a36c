"""Measures positions as Parquet beside pyarrow alone, which writes the same rows from memory: rows a second of
processor time.

    python benchmarks/parquet.py FILE [--rounds 5]

Each round does all in turn, in this process; medians are shown. FILE is plain PGN, read anew each time.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time

import pyarrow as pa

import pgnfen
from pgnfen.report.parquet import ParquetFile


def seconds(work: Callable[[], object]) -> float:
    """Processor time that it takes, of all threads."""
    began = process_time()
    work()
    return process_time() - began


def main() -> None:
    """Parse arguments, run, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    rows = pgnfen.positions(options.file)
    table = pa.table(rows)
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "rows.parquet")

        def alone() -> None:
            with target.open("wb") as file, ParquetFile(file.write, table.schema) as parquet:
                for batch in table.to_batches():
                    parquet.write(batch)

        works: dict[str, Callable[[], object]] = {
            "read as Arrow": lambda: pa.table(rows),
            "to_parquet": lambda: rows.to_parquet(target),
            "pyarrow alone": alone,
        }
        taken: dict[str, list[float]] = {name: [] for name in works}
        for _ in range(options.rounds):
            for name, work in works.items():
                taken[name].append(seconds(work))
        print(f"{table.num_rows:,} rows, {target.stat().st_size / 1e6:.0f} MB of Parquet, {options.rounds} rounds")
    for name, times in taken.items():
        median = statistics.median(times)
        print(f"{name:15} {median:.2f} s  {table.num_rows / median / 1e6:.2f} million a second")


if __name__ == "__main__":
    main()
