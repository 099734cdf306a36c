"""How games end, and the keys of their starts: a value for each game of a block."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from pgnfen import native
from pgnfen.facts.reader import Reader
from pgnfen.lazy import cached_property, deferred
from pgnfen.pgn.block import Block
from pgnfen.pgn.blocks import Piece
from pgnfen.pgn.native_records import NativeRecordBlock
from pgnfen.pgn.native_splitter import NativeBlock
from pgnfen.replay.conventions import Conventions

with deferred:
    from pgnfen.facts.positions import MainlineReader
    from pgnfen.replay.position_record import declared_record, record_of
    from pgnfen.replay.repeated import same_position

if TYPE_CHECKING:
    from pgnfen._native import Positions
    from pgnfen.engine_records import GameEnd
    from pgnfen.facts.native_reader import NativeReader
    from pgnfen.fen.start import Start

_WRITTEN = Conventions("x-fen", "legal")


class End(NamedTuple):
    """The plies of a game as far as they can be played, and its last position as X-FEN, its halfmove clock, and how
    often the game has come to it; None: the moves stop."""

    plies: int
    fen: str | None = None
    halfmove: int | None = None
    repetitions: int | None = None


def _end(reader: NativeReader, block: Block, index: int, end: GameEnd | None) -> End | None:
    """What the extension says of a game's end; None where python-chess has to play it."""
    if end is None:
        return None
    if end.stop is not None:
        return End(end.plies) if reader.halt(block, index, end.kind, end.stop) is not None else None
    assert end.fen is not None
    return End(end.plies, end.fen.decode(), end.halfmove, end.times)


class Ends:
    """Says how the games of blocks end, and the keys of their starts."""

    def __init__(self) -> None:
        self._reader = Reader()
        self.seconds = 0.0  # in which the interpreter was free

    def of(self, block: Block) -> list[End]:
        """The end of each game; of a record its position."""
        found: list[End | None] = [None] * len(block)
        reader = self._reader.native
        if reader is not None and isinstance(block, NativeBlock):
            reader.starts(block, False)
            began = perf_counter()
            ends = reader.scanner.finals(block.data, block.games_table)
            self.seconds += perf_counter() - began
            found = [_end(reader, block, index, one) for index, one in enumerate(ends)]
        return [self._played(block, index) if end is None else end for index, end in enumerate(found)]

    @cached_property
    def _python(self) -> MainlineReader:
        return MainlineReader(self._reader.engine)

    def _played(self, block: Block, index: int) -> End:
        start = block.start(index)
        if isinstance(block, Piece):
            return End(0)
        mainline = self._python.of(block, index)
        plies = len(mainline.moves)
        if mainline.halt is not None:
            return End(plies)
        last, seen = None, Counter[Hashable]()
        for _, _, last in mainline.positions():
            seen[same_position(last, start)] += 1
        if last is not None:
            times = seen[same_position(last, start)]
            return End(plies, record_of(last, start, _WRITTEN).fen, last.halfmove_clock, times)
        record = declared_record(start, _WRITTEN)
        if record is None or start.record is None:
            return End(plies)
        return End(plies, record.fen, start.record.halfmove or 0, 1)

    def keys(self, block: Block) -> list[str | None]:
        """The key of each game's starting position; None where none is stated."""
        writer = self._writer
        if writer is None or not isinstance(block, (NativeBlock, NativeRecordBlock)):
            return [self._key(block, index) for index in range(len(block))]
        if isinstance(block, NativeRecordBlock):
            written = writer.records(block.data, block.table, b"", block.number)
        else:
            reader = self._reader.native
            assert reader is not None
            reader.starts(block, False)
            written = reader.scanner.positions(block.data, block.games_table, writer, b"", block.number)
        lines: list[str | None] = [*written.lines.decode().splitlines()]
        for left in written.left:  # the starts alone: no game stops
            lines.insert(left.game, self._key(block, left.game))
        return lines

    @cached_property
    def _writer(self) -> Positions | None:
        """Writes the starts' keys."""
        if self._reader.native is None:
            return None
        some = {"all": False, "last": False, "every": 0, "ranges": [(0, 0)]}
        flags = {"epd": True, "san": False, "hashed": False}
        made: Positions = native.module().Positions("text", "shredder", "legal", **flags, **some)
        return made

    def _key(self, block: Block, index: int) -> str | None:
        return self.key_of(block.start(index))

    def key_of(self, start: Start) -> str | None:
        """The key of a start; None where it states no position."""
        if "key" not in start.memo:
            start.memo["key"] = self._key_of(start)
        key: str | None = start.memo["key"]
        return key

    def _key_of(self, start: Start) -> str | None:
        if start.unstated:
            return None
        first = self._python.start(start).first
        record = declared_record(start, _WRITTEN) if first is None else record_of(first, start, _WRITTEN)
        return record.key if record is not None else None
