"""Files of records (.epd, .fen): one FEN or EPD a line, as blocks that the same reports and audits take.

Blank lines and comments (lines that open with `#`, `%` or `;`) belong to the record before them, those at the top to
the first, as what stands before the first game of a PGN does. A record has the number and the line of a game; its FEN
is what stands in the FEN column.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, Any, Literal, Protocol

from pgnfen.errors import InputError
from pgnfen.inputs.text import SAMPLE
from pgnfen.inputs.walk import file_suffixes
from pgnfen.pgn.block import Block, count_lines
from pgnfen.pgn.blocks import BLOCK_SIZE, Readable, read_blocks
from pgnfen.pgn.layout import SETUP, Layout
from pgnfen.pgn.tagpairs import BOM, decode

if TYPE_CHECKING:
    from pgnfen.fen.start import Start

InputFormat = Literal["auto", "pgn", "epd"]
INPUT_FORMATS: tuple[InputFormat, ...] = ("auto", "pgn", "epd")
RECORD_SUFFIXES = (".epd", ".fen")

_LINE = re.compile(rb"[^\r\n]+")
RECORDS = "holds FEN or EPD records, not games (--input-format epd reads them where records are read)"
_RECORD = re.compile(rb"\s*(?:[1-9A-Za-z~+]+/){7}[0-9A-Za-z~+/\[\]\-]+\s+[wb]\s+\S+\s+\S+")
_LAYOUT = Layout((), True)
_LONGEST = 1 << 20  # bytes of a line; a longer one is cut, so that memory stays bounded


class Named(Readable, Protocol):
    """A stream with the name of the input that it comes from."""

    name: str


class RecordBlock(Block):
    """Records as if each were a game; `lengths` has the bytes of each record's line, without its line end.

    The bytes before the first record belong to it, as those between two belong to the one before. A block may hold no
    record at all: nothing but comments. What the columns say that games have besides is made when it is asked for.
    """

    __slots__ = ("lengths",)

    def __init__(
        self, data: bytes, place: tuple[int, int], starts: list[int], lengths: list[int], lines: list[int]
    ) -> None:
        self.data, self.end, self.at_end = data, len(data), False
        self.offset, self.number = place
        self.starts, self.lengths, self.lines = starts, lengths, lines
        self._last = None

    def __reduce__(self) -> tuple[Any, ...]:
        return RecordBlock, (self.data, (self.offset, self.number), self.starts, self.lengths, self.lines)

    def line_bytes(self, index: int) -> bytes:
        """The line of the record at `index` (0-based, in the block)."""
        start = self.starts[index]
        return self.data[start : start + self.lengths[index]]

    def start_keys(self) -> list[Hashable]:
        """See Block: the lines."""
        return [self.line_bytes(index) for index in range(len(self))]

    def start(self, index: int) -> Start:
        """See Block."""
        from pgnfen.fen.notation import read_record  # most inputs are PGN, and start-up is what imports cost

        return read_record(decode(self.line_bytes(index)))[0]

    def __getattr__(self, name: str) -> Any:
        column: list[Any]
        if name == "movetexts":
            column = [start + length for start, length in zip(self.starts, self.lengths, strict=True)]
        elif name == "layouts":
            column = [_LAYOUT] * len(self)
        elif name == "values":
            column = [_values(self.start(index)) for index in range(len(self))]
        else:
            raise AttributeError(name)
        setattr(self, name, column)
        return column


def _values(start: Start) -> tuple[bytes | None, ...]:
    """The values of layout.KEYS: a FEN, and nothing else."""
    return (*(None,) * (SETUP + 1), None if start.fen is None else _tag_value(start.fen), None)


def suffixes_of(format: InputFormat) -> tuple[str, ...]:
    """Which files of a folder or archive are meant.

    >>> suffixes_of("auto")
    ('.pgn', '.epd', '.fen')
    """
    if format == "pgn":
        return (".pgn",)
    return RECORD_SUFFIXES if format == "epd" else (".pgn", *RECORD_SUFFIXES)


def is_record_file(name: str) -> bool:
    """Whether a name is that of a file of records, compressed or not, in an archive or not.

    >>> is_record_file("a/mates.EPD.zst"), is_record_file("b.zip:c.fen"), is_record_file("fen.pgn")
    (True, True, False)
    """
    suffixes = file_suffixes(name.partition("?")[0])[-2:]
    return ".pgn" not in suffixes and any(suffix in RECORD_SUFFIXES for suffix in suffixes)


def blocks_of(source: Named, format: InputFormat = "auto", block_size: int = BLOCK_SIZE) -> Iterator[Block]:
    """The blocks of a source: games, or records where its name or the format says so."""
    read = read_record_blocks if takes_records(source.name, format) else _games_of
    return read(source, block_size)


def _games_of(source: Named, block_size: int) -> Iterator[Block]:
    """Blocks of games; an InputError where the source holds records instead."""
    first = True
    for block in read_blocks(source, block_size):
        if first and holds_records(block.data[:SAMPLE]):
            raise InputError(source.name, RECORDS)
        first = False
        yield block


def holds_records(sample: bytes) -> bool:
    r"""Whether text that begins so has FEN or EPD records, one a line, and nothing else.

    >>> holds_records(b"# mates\n4k3/8/8/8/8/8/8/4K3 w - - bm Ke2;\n"), holds_records(b"1. e4 *")
    (True, False)
    """
    lines = sample.removeprefix(BOM).splitlines()
    if len(lines) > 1 and len(sample) == SAMPLE:
        lines.pop()  # cut
    lines = [line for line in lines if line.strip() and line[:1] not in (b"#", b"%", b";")]
    return bool(lines) and all(_RECORD.match(line) for line in lines)


def takes_records(name: str, format: InputFormat) -> bool:
    """Whether the input of that name is read as records."""
    return is_record_file(name) if format == "auto" else format == "epd"


def read_record_blocks(stream: Readable, block_size: int = BLOCK_SIZE) -> Iterator[RecordBlock]:
    """Blocks of records from a stream; every byte of it is in one of them, in order.

    A block ends before a record, so that what belongs to a record is in the block that it is in (up to a mebibyte of
    it). An InputError of the stream is raised after the records before it.

    >>> import io
    >>> lines = b"# two mates\\n\\n8/8/8/8/8/8/8/8 w - - 0 1\\n8/8/8/8/8/8/8/8 b - -;\\n"
    >>> [(block.lines, block.starts) for block in read_record_blocks(io.BytesIO(lines))]
    [([3], [13]), ([4], [0])]
    """
    reader = _Reader()
    rest = b""
    error: InputError | None = None
    while True:
        try:
            chunk = stream.read(block_size)
        except InputError as caught:
            chunk, error = b"", caught
        block = reader.block(rest + chunk if rest else chunk, final=not chunk)
        rest = reader.rest
        if block.end:
            yield block
        if not chunk:
            if error is not None:
                raise error
            return


def _whole(data: bytes) -> int:
    """Where the last whole line ends; a CR at the very end may be half of a CRLF."""
    last = max(data.rfind(b"\n"), data.rfind(b"\r", 0, len(data) - 1))
    return last + 1


class _Reader:
    """Cuts data into records; keeps count of records, lines and bytes between calls, and the `rest` of the data."""

    def __init__(self) -> None:
        self.offset, self.line, self.number = 0, 1, 1
        self.rest = b""

    def block(self, data: bytes, final: bool) -> RecordBlock:
        """The records of the data: of all of it if `final`, else of what stands before the last, to which more may
        belong."""
        end = len(data)
        if not final and end - _whole(data) <= _LONGEST:
            end = _whole(data)
        starts, lengths, lines = self._records(data, end)
        if not final:
            held = starts[-1] if len(starts) > 1 else 0
            if end - held <= _LONGEST:
                end = held
                del starts[-1:], lengths[-1:], lines[-1:]
        self.rest = data[end:]
        block = RecordBlock(data[:end], (self.offset, self.number), starts, lengths, lines)
        self.offset += end
        self.line += count_lines(data, 0, end)
        self.number += len(starts)
        return block

    def _records(self, data: bytes, end: int) -> tuple[list[int], list[int], list[int]]:
        """Where the records in data[:end] begin, the bytes of each, and its line."""
        starts, lengths, lines = [], [], []
        line, before = self.line, 0
        for match in _LINE.finditer(data, 0, end):
            start, stop = match.span()
            # Mostly the one byte between two lines.
            line, before = line + (1 if start - before == 1 else count_lines(data, before, start)), stop
            if start == 0 and self.offset == 0 and data.startswith(BOM):
                start = len(BOM)
            first = data[start:stop].lstrip()[:1]
            if first and first not in b"#%;":
                starts.append(start)
                lengths.append(stop - start)
                lines.append(line)
        return starts, lengths, lines


def _tag_value(text: str) -> bytes:
    """Text as the value of a tag pair has it."""
    return text.encode("utf-8", "surrogatepass").replace(b"\\", b"\\\\").replace(b'"', b'\\"')
