"""The lines of games that python-chess plays, or pyffish; of plain ones the native engine writes the same."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b

from pgnfen import native
from pgnfen.facts.halts import Halt
from pgnfen.facts.positions import Mainline, MainlineReader
from pgnfen.fen.start import Start
from pgnfen.pgn.block import Block
from pgnfen.pgn.blocks import CutGame, Piece
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.replay.interface import ReplayEngine
from pgnfen.replay.position_record import Record, declared_record, record_of
from pgnfen.report.formats import ROW_FORMATS
from pgnfen.report.position_lines import COLUMNS, Halted, Part, PositionsOptions
from pgnfen.report.unique import ENTRY

_TOO_LARGE = Halt(1, "the game is too large to read; a higher --max-game allows it")
_CUT = Halt(1, "the game is cut off because reading stopped there")


class PlayedPositions:
    """Writes the positions of games one by one."""

    def __init__(self, options: PositionsOptions, engine: ReplayEngine) -> None:
        self.options, self._conventions = options, options.conventions
        self._reader = MainlineReader(engine)

    def game(self, block: Block, index: int, prefix: bytes) -> Part:
        """The lines of the game at `index` (0-based, in the block); `prefix` stands before its number."""
        number, start = block.number + index, block.start(index)
        if isinstance(block, RecordBlock) or self.options.plies.start_alone:
            mainline = self._reader.start(start)
        elif isinstance(block, Piece):
            mainline = self._reader.start(start)
            if mainline.halt is None or mainline.halt.ply:
                mainline = mainline._replace(halt=_CUT if isinstance(block, CutGame) else _TOO_LARGE)
        else:
            mainline = self._reader.of(block, index)
        part, lines, hashes = Part(), [], []
        for ply, san, record in self._wanted(mainline, start):
            part.unsaid += not record.exact
            part.count += 1
            if self.options.format == "columns":
                part.rows.append((number, *self._values(ply, san, record)))
                continue
            lines.append(self._line(prefix, number, ply, san, record))
            if self.options.hashed:
                hashes.append(ENTRY.pack(self._hash(record.key), len(lines[-1])))
        if mainline.halt is not None:
            part.halted.append(Halted(number, *mainline.halt))
        part.data, part.hashes = b"".join(lines), b"".join(hashes)
        return part

    def _wanted(self, mainline: Mainline, start: Start) -> Iterator[tuple[int, str, Record]]:
        plies, whole = self.options.plies, mainline.halt is None
        last = len(mainline.moves)
        if mainline.first is None:
            if mainline.halt is not None and not mainline.halt.ply:
                return  # there is no start
            record = declared_record(start, self._conventions)
            if record is not None and (plies.wants(0) or (plies.last and whole)):
                yield 0, "", record
            return
        for ply, san, board in mainline.positions():
            if plies.wants(ply) or (plies.last and whole and ply == last):
                yield ply, san, record_of(board, start, self._conventions)

    def _hash(self, key: str) -> bytes:
        module = native.load()
        if module is not None:  # it hashes those of its own games
            found: bytes = module.key_hash(key.encode())
            return found
        return blake2b(key.encode(), digest_size=16).digest()

    def _values(self, ply: int, san: str, record: Record) -> tuple[str | int | None, ...]:
        """The columns behind path and game."""
        fields = record.fen.split(" ")
        counters = [int(value) for value in fields[4:] if value.isascii() and value.isdigit()]
        # What a FEN of another game has behind its placement may be anything.
        halfmove, fullmove = counters if len(counters) == 2 else (None, None)
        text = record.text(self._conventions.epd)
        return ply, san or None, text, *fields[:4], halfmove, fullmove, record.key

    def _line(self, prefix: bytes, number: int, ply: int, san: str, record: Record) -> bytes:
        form = self.options.format
        if form == "text":
            text = record.text(self._conventions.epd)
            return (f"{text}\t{san or '-'}\n" if self.options.san else f"{text}\n").encode()
        values = self._values(ply, san, record)
        format = ROW_FORMATS[form]
        return prefix + b"%d" % number + format.between + format.values(COLUMNS[2:], values) + format.end
