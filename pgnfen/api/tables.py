"""Tables: a row per game, position or count, read one by one or by whatever reads Arrow."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from typing import TYPE_CHECKING

from pgnfen.api.keywords import TableOptions, takes
from pgnfen.api.reading import Inputs, Numbers, OnError, Reading, texts_of
from pgnfen.api.rows import Rows
from pgnfen.errors import check_one_of
from pgnfen.lazy import deferred
from pgnfen.pgn.blocks import BLOCK_SIZE
from pgnfen.words import read_ranges

with deferred:
    from pgnfen.report.arrow import Table, of_json, of_rows, schema_of, tags_schema
    from pgnfen.report.position_table import schema
    from pgnfen.report.positions import PositionsReport
    from pgnfen.report.stats import Statistics, StatsOptions, by_input
    from pgnfen.report.tags import TagsReport
    from pgnfen.report.unique import Unique
    from pgnfen.report.values import objects_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from pgnfen.fen.definitions import EnPassantConvention
    from pgnfen.inputs.register import Register
    from pgnfen.pgn.records import InputFormat
    from pgnfen.replay.conventions import Notation
    from pgnfen.report.arrow import Table
    from pgnfen.report.position_lines import GamePosition, Part
    from pgnfen.report.stats_lines import StatsRow
    from pgnfen.report.tags import GameTags


@takes(TableOptions)
def tags(
    source: Inputs,
    input_format: InputFormat = "auto",
    on_error: OnError = "raise",
    columns: Iterable[str] = (),
    *,
    key: bool = False,
    final: bool = False,
    **options: Unpack[TableOptions],
) -> Rows[GameTags]:
    """A row per game, or per record of an .epd or .fen file: its SetUp, FEN and Variant tags, kind of start, Scharnagl
    numbers and conventions. `input_format` "epd" reads any input as records. `columns` names more tags: they are
    columns of the table, and in a row's `columns`; what is a column anyhow is not one twice. So are `key`, a key of the
    starting position, and with `final` the last position, `plies`, `halfmove` and `repetitions`; the moves are played.

    Raises ValueError for what is no name of a tag, or is the name of a column that is none; InputError (see `on_error`)
    while it is read.

    >>> [row.kind for row in tags(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id 1;", "epd")]
    ['standard']
    >>> [row.columns["plies"] for row in tags(b"1. e4 e5 *", final=True)]
    [2]
    """
    from pgnfen.report.tags import GameTags, More, game_tags, tag_names

    more = More(final, key, tag_names(columns))
    reading = Reading(source, on_error, input_format, TableOptions, options)

    def parts(register: Register | None) -> Iterator[tuple[bytes, str]]:
        report = reading.made(lambda: TagsReport("jsonl", more, reading.variant))
        return reading.map(lambda block, path: (report.block(block, path), path), register)

    def rows(register: Register | None) -> Generator[GameTags, None, None]:
        for lines, path in parts(register):
            yield from game_tags(lines, path, more.names)

    def table(register: Register | None) -> Table:
        return of_json(tags_schema(more.names), (lines for lines, _ in parts(register)))

    return Rows(GameTags, rows, table)


@takes(TableOptions)
def positions(
    source: Inputs,
    notation: Notation = "x-fen",
    en_passant: EnPassantConvention = "legal",
    input_format: InputFormat = "auto",
    on_error: OnError = "raise",
    *,
    start: bool = False,
    last: bool = False,
    ply: Numbers = (),
    every: int | None = None,
    unique: bool = False,
    memory: int = 400 << 20,
    **options: Unpack[TableOptions],
) -> Rows[GamePosition]:
    """Every position of the mainlines, the start included, or of the records of an .epd or .fen file. A game that stops
    gives its positions down to there.

    `start`, `last`, `ply` and `every` choose positions, as the options of the command do: the starting position; the
    one after the last move; plies (0 is the start) as numbers or as `"1,10-20,60-"`; the start and every Nth ply after
    it. `unique`: each position once, by its key; keys are held in `memory` bytes (a hundred for each), and further rows
    in temporary files.

    Raises ValueError for a notation, a convention, a ply or a number that is none, InputError (see `on_error`) while it
    is read.

    >>> [(one.ply, one.san, one.fen) for one in positions(b"1. e4 *")][1]
    (1, 'e4', 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1')
    >>> [one.ply for one in positions(b"1. e4 e5 2. Nf3 Nc6 *", start=True, ply=[1, "3-"])]
    [0, 1, 3, 4]
    """
    from pgnfen.fen.definitions import EN_PASSANT_CONVENTIONS
    from pgnfen.replay.conventions import NOTATIONS
    from pgnfen.report.position_lines import GamePosition, PositionsOptions, plies_of

    check_one_of("notation", notation, NOTATIONS)
    check_one_of("en_passant", en_passant, EN_PASSANT_CONVENTIONS)
    if every is not None and every < 1:
        raise ValueError(f"every is {every!r}; it must be 1 or more")
    ranges = read_ranges(texts_of(ply), "ply", "plies")
    plies = plies_of(start, last, every, ranges)
    reading = Reading(source, on_error, input_format, TableOptions, options)

    def parts(format: str, register: Register | None) -> Iterator[tuple[Part, str]]:
        asked = PositionsOptions(plies, format, notation, en_passant, hashed=unique, variant=reading.variant)
        report = reading.made(lambda: PositionsReport(asked))
        return reading.map(report, register, BLOCK_SIZE // 4)

    def rows(register: Register | None) -> Generator[GamePosition, None, None]:
        for part, path in parts("jsonl", register):
            for values in objects_of(part.data, path):
                yield GamePosition(*values.values())

    def once(register: Register | None) -> Generator[GamePosition, None, None]:
        with Unique(memory) as chosen:
            for part, path in parts("jsonl", register):
                for values in objects_of(chosen.put(part.data, part.hashes)[0], path):
                    yield GamePosition(*values.values())
            for line in chosen.rest():
                for values in objects_of(line):
                    yield GamePosition(*values.values())

    def table(register: Register | None) -> Table:
        if unique:
            return of_rows(schema(), once(register))
        return Table(schema(), (batch for part, _ in parts("columns", register) for batch in part.batches))

    return Rows(GamePosition, once if unique else rows, table)


@takes(TableOptions)
def stats(
    source: Inputs,
    by: str | None = None,
    plies: bool = False,
    findings: bool = False,
    input_format: InputFormat = "auto",
    on_error: OnError = "raise",
    *,
    top: int | None = None,
    **options: Unpack[TableOptions],
) -> Rows[StatsRow]:
    """What the input holds: games, bytes, kinds of start, Scharnagl numbers, start tags, variants, conventions,
    results, of each input and of all (path None); or, of all, games counted `by` one thing (kind, scharnagl, key, fen,
    variant, a tag). `plies` and `findings` are counted as well; moves are read for these alone. `top`: the most
    frequent values alone (default: all).

    Raises ValueError where games cannot be counted by that, InputError (see `on_error`) while it is read.

    >>> [(row.value, row.count) for row in stats(b"1. e4 *\\n\\n[White 'x']\\n", by="kind") if row.what == "kind"]
    [('standard', 2)]
    """
    from pgnfen.report.stats_lines import StatsRow, stats_rows

    if top is not None and top < 1:
        raise ValueError(f"top is {top!r}; it must be 1 or more")
    reading = Reading(source, on_error, input_format, TableOptions, options)
    counted = StatsOptions(by, plies, findings, reading.variant)
    reading.made(lambda: Statistics(counted))

    def rows(register: Register | None) -> Generator[StatsRow, None, None]:
        statistics = reading.made(lambda: Statistics(counted))
        for counts, path, _ in by_input(reading.map(statistics, register)):
            if path is None or by is None:
                yield from stats_rows(counts, path, counted, top)

    def table(register: Register | None) -> Table:
        return of_rows(schema_of(StatsRow), rows(register))

    return Rows(StatsRow, rows, table)
