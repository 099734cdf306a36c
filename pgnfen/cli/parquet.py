"""Output as Parquet: lines of JSON, or batches, go into a file in the place of standard output."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from pgnfen.cli.options import on_terminal
from pgnfen.lazy import deferred

with deferred:
    from pgnfen.report.arrow import pyarrow
    from pgnfen.report.parquet import ParquetFile, ParquetLines
    from pgnfen.report.position_table import schema

if TYPE_CHECKING:
    import pyarrow as pa

    from pgnfen.report.parquet import ParquetFile

Write = Callable[[bytes], object]


def _check(output: str) -> None:
    """Raises UsageError where Parquet would go to a terminal, PgnfenError where pyarrow is missing."""
    if output == "-" and on_terminal():
        raise click.UsageError("Parquet output cannot go to a terminal; use -o FILE")
    pyarrow("Parquet", "parquet")


@contextmanager
def json_to_parquet(write: Write, output: str, schema: Callable[[], pa.Schema]) -> Iterator[Write]:
    """What takes lines of JSON and writes them as Parquet. Raises PgnfenError where pyarrow is missing."""
    _check(output)
    with ParquetLines(write, schema()) as file:
        yield file.lines


@contextmanager
def positions_to_parquet(write: Write, output: str) -> Iterator[ParquetFile]:
    """What takes batches of positions. Raises PgnfenError where pyarrow is missing."""
    _check(output)
    with ParquetFile(write, schema()) as file:
        yield file
