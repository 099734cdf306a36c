"""Games written, byte for byte, to where they belong: those that match a condition, or one file per value."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pgnfen.api.keywords import TableOptions, takes
from pgnfen.api.outputs import Output, opened
from pgnfen.api.reading import Inputs, OnError, Reading
from pgnfen.api.rows import Rows
from pgnfen.api.selecting import FilterKeywords, partition_of
from pgnfen.inputs.register import Register
from pgnfen.lazy import deferred

with deferred:
    from contextlib import nullcontext
    from types import MappingProxyType

    from pgnfen.inputs.output_folder import OutputFolder
    from pgnfen.inputs.writer import Together
    from pgnfen.report.arrow import of_rows, schema_of
    from pgnfen.report.split_files import SplitFiles, check_suffix
    from pgnfen.select.division import Division
    from pgnfen.select.filtered import Filtered as Total

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from pgnfen.fen.start import Start
    from pgnfen.pgn.block import Block
    from pgnfen.pgn.records import InputFormat
    from pgnfen.report.arrow import Table
    from pgnfen.report.split_files import SplitFile
    from pgnfen.select.partition import Part


@dataclass(frozen=True, slots=True)
class Filtered:
    """What `filter` has found."""

    games: int
    """Games, or records, of the input."""
    matched: int
    """Those that match."""
    rest: int
    """Those that do not."""
    classic: Mapping[str, int]
    """How many games each reading of "classic" would keep; nothing where games are not chosen by `classic`."""
    contradicting: int | None
    """Games whose Variant tag contradicts the start; None where games are not chosen by kind, number or variant."""
    undecided: Mapping[str, int]
    """Of each condition on a tag how many games have a value that cannot be compared."""
    unplayed: int
    """Games that match neither `reaches` nor `ends`, because their moves cannot be played to the end."""


@takes(FilterKeywords)
def filter(
    source: Inputs,
    output: Output | None = None,
    rest: Output | None = None,
    condition: Callable[[Start], bool] | None = None,
    input_format: InputFormat = "auto",
    on_error: OnError = "raise",
    **options: Unpack[FilterKeywords],
) -> Filtered:
    """Write the games that match to `output` and all others to `rest`, byte for byte and in order; None: not written.
    An output is a path, or a file that is open for bytes. The conditions are those of `select`; records of .epd and
    .fen files are filtered as games are.

    Raises ValueError for a condition that makes no sense; PgnfenError where a file cannot be written, or is an input.
    InputError (see `on_error`) is raised before a file has its name.

    >>> import io
    >>> found = filter(b"1. e4 *\\n\\n[White 'x']\\n\\n1. e4 Ke3 *\\n", good := io.BytesIO(), without="R")
    >>> found.matched, found.rest, good.getvalue()
    (1, 1, b'1. e4 *\\n\\n')
    """
    reading = Reading(source, on_error, input_format, FilterKeywords, options, one_kind=True)
    by_rules, partition = reading.made(lambda: partition_of(reading.options, condition))
    register = Register()

    def divided(block: Block, path: str) -> tuple[Part, str]:
        return partition.divide(block, by_rules), path

    with Together() as outputs:
        files = [None if one is None else outputs.add(opened(one, register)) for one in (output, rest)]
        total = Total(input_format, *(None if file is None else file.write for file in files))
        for part, path in reading.map(divided, register):
            total.put(part, path)
    return Filtered(
        total.games, total.matched, total.games - total.matched,
        MappingProxyType(dict(total.readings if reading.options["classic"] is not None else {})),
        total.contradicting if by_rules else None, MappingProxyType(dict(total.undecided)), total.unplayed,
    )  # fmt: skip


@takes(TableOptions)
def split(
    source: Inputs,
    by: str,
    folder: str | os.PathLike[str] | None = None,
    suffix: str | None = None,
    open_files: int = 200,
    input_format: InputFormat = "auto",
    on_error: OnError = "raise",
    **options: Unpack[TableOptions],
) -> Rows[SplitFile]:
    """Write the games to one file per value in a new folder, byte for byte and in order; a row for each file, as its
    index.csv lists them. `folder` None: nothing is written, and the rows say what would be.

    `by`: kind, scharnagl, variant, key, fen, finding, or the name of a tag (year:Date, month:Date: part of a date).
    `suffix`: of the names of the files (default: .pgn, or .epd for records); `open_files` (the command's `--open`): so
    many are open at a time. `variant` holds for games without a Variant tag.

    Raises ValueError for what is neither, or for a suffix that is none; PgnfenError where the folder is not new or
    empty, or cannot be written. InputError (see `on_error`) is raised before the folder appears.

    >>> rows = split(b'1. e4 *\\n\\n[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\\n\\n*\\n', "kind")
    >>> [(row.file, row.value, row.games) for row in rows]
    [('position.pgn', 'position', 1), ('standard.pgn', 'standard', 1)]
    """
    from pgnfen.report.split_files import INDEX, SplitFile

    check_suffix(suffix)
    if open_files < 1:
        raise ValueError(f"open_files is {open_files!r}; it must be 1 or more")
    reading, register = Reading(source, on_error, input_format, TableOptions, options, one_kind=True), Register()
    task = reading.made(lambda: Division(by, reading.variant))
    name = None if folder is None else os.fspath(folder)
    if name is not None:
        register.add_folder("folder", name)
    with nullcontext() if name is None else OutputFolder(name, open_files) as target:
        files = SplitFiles(None if target is None else target.write, input_format, suffix)
        for stretches, path, number in reading.map(task, register):
            files.put(stretches, path, number)
        if target is not None:
            target.write(INDEX, files.index())
    rows = tuple(files.rows())

    def every(_: Register | None) -> Generator[SplitFile, None, None]:
        yield from rows

    def table(_: Register | None) -> Table:
        return of_rows(schema_of(SplitFile), rows)

    return Rows(SplitFile, every, table)
