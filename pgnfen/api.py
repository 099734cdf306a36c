"""The Python API: each function takes what the command line takes and gives records, one by one.

An input is a path, a folder, a glob pattern, a URL, "-" for standard input, the PGN itself as bytes, a file that is
open for its bytes, or a list of these. What is wrong inside a readable PGN is a Finding. What cannot be read is an
InputError: `on_error` "raise" raises the first when all else is read, "now" at once, "skip" never; a function is given
each.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar, get_args

from pgnfen.errors import InputError, check_one_of
from pgnfen.inputs.register import Register
from pgnfen.inputs.source import Input, find_sources
from pgnfen.lazy import deferred
from pgnfen.pgn.block import Block, RawGame
from pgnfen.pgn.blocks import BLOCK_SIZE
from pgnfen.pgn.layout import counting_pairs, read_header
from pgnfen.pgn.pieces import MAX_GAME
from pgnfen.pgn.plain_tags import plain_tags
from pgnfen.pgn.records import INPUT_FORMATS, InputFormat, blocks_of, is_record_file, suffixes_of, takes_records
from pgnfen.pgn.start_tags import start_of, start_of_told
from pgnfen.pgn.tagpairs import decode
from pgnfen.report.terminal_text import printable, quoted

with deferred:
    import io

    from pgnfen.audit.auditor import Auditor
    from pgnfen.audit.catalog import choose
    from pgnfen.inputs.again import Again
    from pgnfen.inputs.limits import Limits
    from pgnfen.inputs.writer import OutputFile, Together
    from pgnfen.pgn import copies
    from pgnfen.replay.chess_player import starting_board
    from pgnfen.replay.python_chess import PythonChess
    from pgnfen.report.arrow import Table, of_json, of_rows, schema_of, tags_schema
    from pgnfen.report.parquet import ParquetFile
    from pgnfen.report.position_table import schema
    from pgnfen.report.positions import PositionsReport
    from pgnfen.report.stats import Statistics, StatsOptions, by_input
    from pgnfen.report.tags import TagsReport
    from pgnfen.report.values import objects_of
    from pgnfen.scale.deduped import Deduped, settle, written
    from pgnfen.scale.passes import Passes, Seen
    from pgnfen.select.duplicates import DedupeOptions, Duplicates, Marks
    from pgnfen.select.outputs import Sink

if TYPE_CHECKING:
    import os

    import chess
    import chess.pgn

    from pgnfen.audit.finding import Finding, Severity
    from pgnfen.fen.definitions import EnPassantConvention
    from pgnfen.fen.start import Start
    from pgnfen.pgn.copies import Keep, Same
    from pgnfen.replay.conventions import Notation
    from pgnfen.report.arrow import Table
    from pgnfen.report.game_tags import GameTags
    from pgnfen.report.position_lines import GamePosition, Part
    from pgnfen.report.stats_lines import StatsRow
    from pgnfen.scale.deduped import Deduped


Inputs: TypeAlias = "Input | list[Input] | tuple[Input, ...]"
OnError: TypeAlias = "Literal['raise', 'now', 'skip'] | Callable[[InputError], object]"
Standard = Literal["1994", "1.1"]


_RECORDS = "is a file of FEN or EPD records, not of games; use tags, audit, positions or stats to read it"


class Game(RawGame):
    """A game of an input: a slice of its bytes (see RawGame), the input's name, and what the bytes say.

    >>> [game] = read(b'[White "A"]\\n[Result "1-0"]\\n\\n1. e4 1-0\\n')
    >>> game, game.tags["White"], game.board().fen()[:8]
    (<Game 1 of <bytes>, line 1: A - ?, 1-0>, 'A', 'rnbqkbnr')
    """

    path: str = ""

    @cached_property
    def tags(self) -> Mapping[str, str]:
        """The tags by name, in order, as they are spelled; of a name that occurs twice the value that counts."""
        tags = plain_tags(self.raw)
        if tags is None:
            section = self.tag_section
            counting = counting_pairs(section)
            pairs = [pair for pair in section.pairs if counting[pair.name.lower()] is pair]
            tags = {decode(pair.name): pair.value for pair in pairs}
        return MappingProxyType(tags)

    @property
    def start(self) -> Start:
        """What SetUp, FEN and Variant say of the starting position."""
        return start(self)

    def board(self) -> chess.Board:
        """The starting position as python-chess has it, a board of its own; fields that a FEN lacks are `w - - 0 1`.

        Raises ValueError where python-chess has none: a FEN that cannot be read, another game than chess.
        """
        begin = self.start
        if not PythonChess().plays(begin):
            raise ValueError(f"game {self.number}: python-chess cannot make a board for this start ({begin.kind})")
        return starting_board(begin).copy()

    def to_chess(self) -> chess.pgn.Game:
        """The game as python-chess reads it, with what it says of it in `errors`."""
        import chess.pgn

        game = chess.pgn.read_game(io.StringIO(decode(self.raw)))
        assert game is not None  # there are tags or moves
        return game

    def __repr__(self) -> str:
        tags = self.tags
        players = f"{tags.get('White', '?')} - {tags.get('Black', '?')}, {tags.get('Result', '*')}"
        return f"<Game {self.number} of {quoted(self.path)}, line {self.line}: {printable(players)}>"


def _blocks(
    source: Inputs,
    on_error: OnError,
    format: InputFormat | None = None,
    max_game: int | None = None,
    register: Register | None = None,
    block_size: int = BLOCK_SIZE,
) -> Iterator[tuple[Block, str]]:
    """The blocks of the inputs, with the name of each; `format` None: games alone, records are an InputError."""
    if on_error not in ("raise", "now", "skip") and not callable(on_error):
        raise ValueError(f"on_error is {on_error!r}; it must be 'raise', 'now', 'skip' or a function")
    if format is not None:
        check_one_of("input_format", format, INPUT_FORMATS)
    inputs = source if isinstance(source, (list, tuple)) else [source]
    errors: list[InputError] = []
    stdin = getattr(sys.stdin, "buffer", None)
    for found in find_sources(inputs, stdin, suffixes_of(format or "pgn"), register) if inputs else ():
        try:
            if isinstance(found, InputError):
                raise found
            with found:
                if format is None and is_record_file(found.name):
                    raise InputError(found.name, _RECORDS)
                for block in blocks_of(found, format or "pgn", block_size, max_game):
                    yield block, found.name
        except InputError as error:
            if on_error == "now":
                raise
            if callable(on_error):
                on_error(error)
            elif on_error == "raise":
                errors.append(error)
    if errors:
        raise errors[0]


def read(source: Inputs, on_error: OnError = "raise") -> Iterator[Game]:
    """Every game of the input, as slices: joined they are the input's bytes. Files of records (.epd, .fen) are none:
    an InputError each.

    >>> [(game.number, game.line, len(game.raw)) for game in read(b'1. e4 *\\n\\n[Event "B"]\\n\\n*\\n')]
    [(1, 1, 9), (2, 3, 15)]
    """
    for block, path in _blocks(source, on_error):
        for game in block.games(Game):
            game.path = path
            yield game


Row = TypeVar("Row")


class Rows(Iterable[Row]):
    """Rows of an input, read anew by each loop over them; and a table for whatever reads Arrow (`__arrow_c_stream__`:
    DuckDB, polars, pandas), read in batches as it is asked for. That takes the extra `arrow`."""

    def __init__(
        self,
        kind: type[Row],
        rows: Callable[[Register | None], Iterator[Row]],
        table: Callable[[Register | None], Table],
    ) -> None:
        self._kind, self._rows, self._table = kind, rows, table

    def __iter__(self) -> Iterator[Row]:
        return self._rows(None)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """An Arrow stream in a PyCapsule; a new one each time. Raises PgnfenError without pyarrow."""
        return self._table(None).stream(requested_schema)

    def to_parquet(self, target: str | os.PathLike[str]) -> int:
        """Write a Parquet file, which appears when it is complete; how many rows it has.

        Raises PgnfenError without pyarrow, where the file cannot be written, or is an input.
        """
        register = Register()
        table = self._table(register)
        with OutputFile(target, None, register) as file, ParquetFile(file.write, table.schema) as parquet:
            return parquet.write_table(table)

    def __repr__(self) -> str:
        return f"<Rows of {self._kind.__name__}>"


def tags(
    source: Inputs, input_format: InputFormat = "auto", on_error: OnError = "raise", columns: Iterable[str] = ()
) -> Rows[GameTags]:
    """A row a game, or a record of an .epd or .fen file: its SetUp, FEN and Variant tags, kind of start, Scharnagl
    numbers and conventions. `input_format` "epd" reads any input as records. `columns` names more tags: they are
    columns of the table, and in a row's `columns`; what is a column anyhow is not one twice.

    Raises ValueError for what is no name of a tag, or is the name of a column that is none.

    >>> [row.kind for row in tags(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id 1;", "epd")]
    ['standard']
    """
    from pgnfen.report.game_tags import GameTags, More, game_tags, tag_names

    more = More(tags=tag_names(columns))

    def rows(register: Register | None) -> Iterator[GameTags]:
        report = TagsReport("jsonl", more)
        for block, path in _blocks(source, on_error, input_format, MAX_GAME, register):
            yield from game_tags(report.block(block, path), path, more.tags)

    def table(register: Register | None) -> Table:
        report = TagsReport("jsonl", more)
        blocks = _blocks(source, on_error, input_format, MAX_GAME, register)
        return of_json(tags_schema(more.names), (report.block(block, path) for block, path in blocks))

    return Rows(GameTags, rows, table)


def positions(
    source: Inputs,
    notation: Notation = "x-fen",
    en_passant: EnPassantConvention = "legal",
    input_format: InputFormat = "auto",
    on_error: OnError = "raise",
) -> Rows[GamePosition]:
    """Every position of the mainlines, the start included, or of the records of an .epd or .fen file. A game that stops
    gives its positions down to there. Raises ValueError for a notation or a convention that is none.

    >>> [(one.ply, one.san, one.fen) for one in positions(b"1. e4 *")][1]
    (1, 'e4', 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1')
    """
    from pgnfen.fen.definitions import EN_PASSANT_CONVENTIONS
    from pgnfen.replay.conventions import NOTATIONS
    from pgnfen.report.position_lines import GamePosition, PositionsOptions

    check_one_of("notation", notation, NOTATIONS)
    check_one_of("en_passant", en_passant, EN_PASSANT_CONVENTIONS)

    def parts(format: str, register: Register | None) -> Iterator[tuple[Part, str]]:
        report = PositionsReport(PositionsOptions(format=format, notation=notation, en_passant=en_passant))
        for block, path in _blocks(source, on_error, input_format, MAX_GAME, register, BLOCK_SIZE // 4):
            yield report.block(block, path), path

    def rows(register: Register | None) -> Iterator[GamePosition]:
        for part, path in parts("jsonl", register):
            for values in objects_of(part.data, path):
                yield GamePosition(*values.values())

    def table(register: Register | None) -> Table:
        return Table(schema(), (batch for part, _ in parts("columns", register) for batch in part.batches))

    return Rows(GamePosition, rows, table)


def stats(
    source: Inputs,
    by: str | None = None,
    plies: bool = False,
    findings: bool = False,
    input_format: InputFormat = "auto",
    on_error: OnError = "raise",
) -> Rows[StatsRow]:
    """What the input holds: games, bytes, kinds of start, Scharnagl numbers, start tags, variants, conventions,
    results, of each input and of all (path None); or, of all, games counted `by` one thing (kind, scharnagl, key, fen,
    variant, a tag). `plies` and `findings` are counted as well; moves are read for these alone.

    Raises ValueError where games cannot be counted by that.

    >>> [(row.value, row.count) for row in stats(b"1. e4 *\\n\\n[White 'x']\\n", by="kind") if row.what == "kind"]
    [('standard', 2)]
    """
    from pgnfen.report.stats_lines import StatsRow, stats_rows

    options = StatsOptions(by, plies, findings)
    Statistics(options)

    def rows(register: Register | None) -> Iterator[StatsRow]:
        statistics = Statistics(options)
        blocks = _blocks(source, on_error, input_format, MAX_GAME, register)
        for counts, path, _ in by_input((statistics.block(block, path), path) for block, path in blocks):
            if path is None or by is None:
                yield from stats_rows(counts, path, options)

    def table(register: Register | None) -> Table:
        return of_rows(schema_of(StatsRow), rows(register))

    return Rows(StatsRow, rows, table)


def audit(
    source: Inputs,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    severity: Severity = "info",
    standard: Standard = "1994",
    input_format: InputFormat = "auto",
    on_error: OnError = "raise",
    candidates: bool = False,
) -> Rows[Finding]:
    """The findings in the input, in order; `select` and `ignore` are codes, prefixes or names. `candidates`: look for
    what may be meant by a move that is illegal or ambiguous, milliseconds for each.

    Findings of every severity, unless `severity` says the least that is wanted: programs see all, where the command
    shows warnings and errors.
    Raises ValueError for a code that no rule has, a severity or a standard that is none.

    >>> [finding.code for finding in audit(b'[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 60"]\\n\\n*\\n')]
    ['S101']
    """
    from pgnfen.audit.finding import Finding

    check_one_of("standard", standard, get_args(Standard))
    auditor = Auditor(choose(select, ignore, standard), severity, searches=candidates)

    def rows(register: Register | None) -> Iterator[Finding]:
        blocks = _blocks(source, on_error, input_format, MAX_GAME, register)
        for (_, path), of_input in groupby(blocks, _Inputs()):
            yield from auditor.audit_file((block for block, _ in of_input), path)

    def table(register: Register | None) -> Table:
        return of_rows(schema_of(Finding), rows(register))

    return Rows(Finding, rows, table)


def dedupe(
    source: Inputs,
    output: str | os.PathLike[str] | None = None,
    rest: str | os.PathLike[str] | None = None,
    same: Same = "game",
    keep: Keep = "first",
    against: Inputs = (),
    merge: Literal["tags"] | None = None,
    log: str | os.PathLike[str] | None = None,
    memory: int = 1 << 30,
    input_format: InputFormat = "auto",
    on_error: OnError = "raise",
) -> Deduped:
    """Write each game once to `output`, its copies to `rest`, a line of JSON for each copy to `log`; None: not written.
    `same`, `keep`, `against` and `merge` are as in the command `dedupe`; `memory` is in bytes.

    Raises ValueError for what is no `same`, `keep` or `merge`, and PgnfenError where a file cannot be written, or is an
    input, or an input has changed between two passes. Where an input could not be read, that is raised before
    anything is written, unless `on_error` says otherwise.

    >>> dedupe(b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. d3 d6 * " * 2, same="moves")
    Deduped(games=2, kept=1, duplicates=1, by_text=0, not_compared=0)
    """
    check_one_of("same", same, copies.SAMES)
    check_one_of("keep", keep, copies.KEEPS)
    if merge is not None:
        check_one_of("merge", merge, ("tags",))
    register, stdin = Register(), getattr(sys.stdin, "buffer", None)
    options = DedupeOptions(same, keep, log is not None, merge is not None, None, memory)
    bases = list(against) if isinstance(against, (list, tuple)) else [against]
    inputs = list(source) if isinstance(source, (list, tuple)) else [source]
    with Duplicates(options) as found, Again(bases, None) as base, Again(inputs, stdin) as again:
        task, passes, seen = Marks(same), list[Passes](), (Seen(), Seen())
        for each, (one, is_base) in zip(seen, ((base, True), (again, False)), strict=True):
            for block, path in _blocks(one.inputs(), on_error, input_format, MAX_GAME, register):
                entries, _, offset, size = task(block, path)
                found.add(entries, is_base)
                each.note(path, offset, len(block), size)
            passes.append(Passes(one.inputs, each, Limits, input_format, MAX_GAME, register))

        def work(task: Any) -> Iterator[Any]:
            yield from passes[0].map(task)
            yield from passes[1].map(task, found.bases)

        found.find(work)
        with Together() as outputs:
            files = [None if name is None else outputs.add(OutputFile(name, None, register)) for name in (output, rest)]
            lines = None if log is None else outputs.add(OutputFile(log, None, register)).write
            fills, sinks = settle(found, seen, lines), [None if file is None else Sink(file.write) for file in files]
            for *halves, path in written(found, passes[1], fills) if any(sinks) else ():
                for sink, data in zip(sinks, halves, strict=True):
                    if sink is not None:
                        sink.put(data, path, takes_records(path, input_format))
        return Deduped.of(found)


class _Inputs:
    """Numbers the inputs of blocks, and names them: each begins with game 1."""

    def __init__(self) -> None:
        self._number = 0

    def __call__(self, one: tuple[Block, str]) -> tuple[int, str]:
        block, path = one
        self._number += block.offset == 0
        return self._number, path


def start(game: RawGame) -> Start:
    """What the game's SetUp, FEN and Variant tags say of its starting position."""
    told = game.told_start
    return start_of(tuple(read_header(game.tag_section).values)) if told is None else start_of_told(told)


def select(
    source: Inputs, condition: Callable[[Start], bool], on_error: OnError = "raise"
) -> Iterator[Game]:
    """The games whose Start fulfils the condition; pgnfen.select.conditions has those of the command line.

    >>> pgn = b'1. e4 *\\n\\n[FEN "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"]\\n\\n*\\n'
    >>> [game.number for game in select(pgn, lambda start: start.scharnagl == 1)]
    [2]
    """
    for block, path in _blocks(source, on_error):
        for game in block.games(Game):
            if condition(start(game)):
                game.path = path
                yield game
