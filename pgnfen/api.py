"""The Python API: each function takes what the command line takes and gives records, one by one.

An input is a path, a folder, a glob pattern, a URL, "-" for standard input, or the PGN itself as bytes. What cannot be
read raises InputError when its turn comes; what is wrong inside a readable PGN is a Finding.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.catalogue import choose
from pgnfen.audit.finding import Finding, Severity
from pgnfen.errors import InputError
from pgnfen.fen.start import Start
from pgnfen.inputs.source import Input, find_sources
from pgnfen.pgn.block import Block, RawGame
from pgnfen.pgn.game_tags import GameTags, game_tags
from pgnfen.pgn.layout import read_header
from pgnfen.pgn.pieces import MAX_GAME
from pgnfen.pgn.records import InputFormat, blocks_of, suffixes_of
from pgnfen.pgn.start_tags import start_of, start_of_key


def _blocks(
    source: Input, format: InputFormat = "pgn", max_game: int | None = None
) -> Iterator[tuple[Block, str]]:
    for found in find_sources([source], getattr(sys.stdin, "buffer", None), suffixes_of(format)):
        if isinstance(found, InputError):
            raise found
        with found:
            for block in blocks_of(found, format, max_game=max_game):
                yield block, found.name


def read(source: Input) -> Iterator[RawGame]:
    """Every game of the input, as slices: joined they are the input's bytes.

    >>> [(game.number, game.line, len(game.raw)) for game in read(b'1. e4 *\\n\\n[Event "B"]\\n\\n*\\n')]
    [(1, 1, 9), (2, 3, 15)]
    """
    for block, _ in _blocks(source):
        yield from block.games()


def tags(source: Input, input_format: InputFormat = "auto") -> Iterator[GameTags]:
    """A row a game, or a record of an .epd or .fen file: its SetUp, FEN and Variant tags, kind of start, Scharnagl
    numbers and conventions. `input_format` "epd" reads any input as records.

    >>> [row.kind for row in tags(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id 1;", "epd")]
    ['standard']
    """
    for block, path in _blocks(source, input_format, MAX_GAME):
        yield from game_tags(block, path)


def audit(
    source: Input,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    severity: Severity = "info",
    standard: str = "1994",
    input_format: InputFormat = "auto",
) -> Iterator[Finding]:
    """The findings in the input, in order; `select` and `ignore` are codes or prefixes of them.

    Findings of every severity, unless `severity` says the least that is wanted: programs see all, where the command
    shows warnings and errors.
    Raises ValueError for a code that no rule has.

    >>> [finding.code for finding in audit(b'[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\\n\\n*\\n')]
    ['S101']
    """
    auditor = Auditor(choose(select, ignore, standard), severity)
    for block, path in _blocks(source, input_format, MAX_GAME):
        yield from auditor.audit_block(block, path)


def start(game: RawGame) -> Start:
    """What the game's SetUp, FEN and Variant tags say of its starting position."""
    key = game.start_key
    return start_of(tuple(read_header(game.tag_section).values)) if key is None else start_of_key(key)


def select(source: Input, condition: Callable[[Start], bool]) -> Iterator[RawGame]:
    """The games whose Start fulfils the condition; pgnfen.select.conditions has those of the command line.

    >>> pgn = b'1. e4 *\\n\\n[FEN "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"]\\n\\n*\\n'
    >>> [game.number for game in select(pgn, lambda start: start.scharnagl == 1)]
    [2]
    """
    for block, _ in _blocks(source):
        wanted = [condition(start_of(values)) for values in block.values]
        for game, yes in zip(block.games(), wanted, strict=True):
            if yes:
                yield game
