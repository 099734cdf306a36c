"""The lines of `pgnfen positions`: text, CSV, JSON Lines; or columns of Arrow.

The native engine writes the positions of plain games, python-chess plays all others. Both write the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING

from pgnfen import native
from pgnfen.engine_records import HaltedGame, LeftGame
from pgnfen.facts.reader import Reader
from pgnfen.lazy import deferred
from pgnfen.pgn.block import Block
from pgnfen.pgn.native_records import NativeRecordBlock
from pgnfen.pgn.native_splitter import NativeBlock
from pgnfen.pgn.start_tags import assume_variant
from pgnfen.report.formats import NATIVE, ROW_FORMATS
from pgnfen.report.position_lines import COLUMNS, Halted, Part, PositionsOptions
from pgnfen.report.unique import ENTRY

with deferred:
    from pgnfen.report.played_positions import PlayedPositions
    from pgnfen.report.position_table import batches, packed

if TYPE_CHECKING:
    from pgnfen._native import Positions
    from pgnfen.facts.halts import Halt
    from pgnfen.report.played_positions import PlayedPositions
    from pgnfen.report.position_table import Buffers


class PositionsReport:
    """Writes the positions of blocks; a task of pgnfen.scale."""

    def __init__(self, options: PositionsOptions) -> None:
        assume_variant(options.variant)
        self.options = options
        self._reader = Reader()
        native = self._reader.native is not None and options.format in (*NATIVE, "columns")
        self._native = self._writer() if native else None
        self.gil_free_seconds = 0.0  # seconds in which the interpreter was free for other threads

    def __reduce__(self) -> tuple[type[PositionsReport], tuple[PositionsOptions]]:
        return PositionsReport, (self.options,)

    def __call__(self, block: Block, path: str) -> tuple[Part, str]:
        """The positions of a block, and the path."""
        part = self.block(block, path)
        if self.options.packed and part.batches:
            part.data, part.batches = packed(part.batches), []
        return part, path

    def head(self) -> bytes:
        """What stands before the first line."""
        format = ROW_FORMATS.get(self.options.format)
        return format.head(COLUMNS) if format is not None else b""

    @cached_property
    def _played(self) -> PlayedPositions:
        return PlayedPositions(self.options, self._reader.engine)

    def _writer(self) -> Positions:
        options, conventions = self.options, self.options.conventions
        most = (1 << 32) - 1
        made: Positions = native.module().Positions(
            options.format,
            conventions.castling,
            options.en_passant,
            epd=conventions.epd,
            san=options.san,
            hashed=options.hashed,
            all=options.plies.all,
            last=options.plies.last,
            every=min(options.plies.every, most),
            ranges=[(min(begin, most), min(end, most)) for begin, end in options.plies.ranges if begin <= most],
        )
        return made

    def block(self, block: Block, path: str) -> Part:
        """The positions of a block's games, or of its records."""
        prefix = self._prefix(path)
        if self._native is None or not isinstance(block, (NativeBlock, NativeRecordBlock)):
            every: list[LeftGame] = [LeftGame(index, 0, 0, None) for index in range(len(block))]
            if self.options.format == "columns":
                return self._table(Part(), block, every, path, None)
            return self._joined(Part(), block, every, prefix)
        if isinstance(block, NativeRecordBlock):
            began = perf_counter()
            written = self._native.records(block.data, block.table, prefix, block.number)
        else:
            reader = self._reader.native
            assert reader is not None
            reader.starts(block, False)
            began = perf_counter()
            written = reader.scanner.positions(block.data, block.games_table, self._native, prefix, block.number)
        self.gil_free_seconds += perf_counter() - began
        part = Part(written.lines, written.written, written.unsaid, written.hashes)
        if self.options.format == "columns":
            return self._table(part, block, written.left, path, written.columns)
        return self._joined(part, block, written.left, prefix)

    def _table(self, part: Part, block: Block, left: list[LeftGame], path: str, buffers: Buffers | None) -> Part:
        """The part as batches of Arrow; see _joined."""
        count = part.count
        between = [(begin[1], end[1], game.rows) for begin, end, game in self._replayed(part, block, left, b"")]
        part.batches = list(batches(count, buffers, between, path))
        return part

    def _joined(self, part: Part, block: Block, left: list[LeftGame], prefix: bytes) -> Part:
        """The part, with the positions of the games that are left put in, and the games that stop."""
        lines: list[bytes] = []
        hashes: list[bytes] = []
        at = line = 0
        for begin, end, game in self._replayed(part, block, left, prefix):
            lines += part.data[at : begin[0]], game.data
            hashes += part.hashes[ENTRY.size * line : ENTRY.size * begin[1]], game.hashes
            at, line = end
        if lines:
            part.data = b"".join([*lines, part.data[at:]])
            part.hashes = b"".join([*hashes, part.hashes[ENTRY.size * line :]])
        return part

    def _replayed(
        self, part: Part, block: Block, left: list[LeftGame], prefix: bytes
    ) -> Iterator[tuple[tuple[int, int], tuple[int, int], Part]]:
        """The games that python-chess plays, counted: the bytes and lines before each, and those before the next, for
        what the native engine has written of it goes. Of the others it is said where they stop."""
        for index, at, line, halted in left:
            halt = self._halt(block, index, halted)
            if halt is not None:
                part.halted.append(Halted(block.number + index, *halt))
                continue
            begin = end = at, line
            if halted is not None:
                end = halted.bytes, halted.lines
                part.count -= end[1] - begin[1]
                part.unsaid -= halted.unsaid
            game = self._played.game(block, index, prefix)
            part.add(game)
            yield begin, end, game

    def _halt(self, block: Block, index: int, halted: HaltedGame | None) -> Halt | None:
        """Where a game stops; None where python-chess has to play it."""
        reader = self._reader.native
        if halted is None or reader is None:
            return None
        return reader.halt(block, index, halted.kind, halted.stop)

    def _prefix(self, path: str) -> bytes:
        """What stands before the number of a game."""
        if self.options.format in ("text", "columns"):
            return b""
        format = ROW_FORMATS[self.options.format]
        return format.path(path) + format.between + format.key("game")
