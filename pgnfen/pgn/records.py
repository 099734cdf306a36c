"""Files of records (.epd, .fen): one FEN or EPD a line, as blocks that the same reports and audits take.

Blank lines and comments (lines that open with `#`, `%` or `;`) belong to the record before them, those at the top to
none. A record has the number and the line of a game; its FEN is what stands in the FEN column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, Protocol

from pgnfen.errors import InputError
from pgnfen.inputs.text import SAMPLE
from pgnfen.inputs.walk import file_suffixes
from pgnfen.pgn.block import Block
from pgnfen.pgn.blocks import BLOCK_SIZE, Readable, read_blocks
from pgnfen.pgn.layout import SETUP, Layout
from pgnfen.pgn.tagpairs import BOM, decode

InputFormat = Literal["auto", "pgn", "epd"]
INPUT_FORMATS: tuple[InputFormat, ...] = ("auto", "pgn", "epd")
RECORD_SUFFIXES = (".epd", ".fen")

_LINE = rb"([^\r\n]*)(\r\n?|\n|\Z)"
RECORDS = "holds FEN or EPD records, not games (--input-format epd reads them where records are read)"
_RECORD = re.compile(rb"\s*(?:[1-9A-Za-z~+]+/){7}[0-9A-Za-z~+/\[\]\-]+\s+[wb]\s+\S+\s+\S+")
_LAYOUT = Layout((), True)
_LONGEST = 1 << 20  # bytes of a line; a longer one is cut, so that memory stays bounded


class Named(Readable, Protocol):
    """A stream with the name of the input that it comes from."""

    name: str


class RecordBlock(Block):
    """Records as if each were a game; `lengths` has the bytes of each record's line, without its line end."""

    __slots__ = ("lengths",)

    def __init__(self, data: bytes, offset: int, number: int) -> None:
        super().__init__(data, offset, number, len(data))
        self.lengths: list[int] = []

    def line_bytes(self, index: int) -> bytes:
        """The line of the record at `index` (0-based, in the block)."""
        start = self.starts[index]
        return self.data[start : start + self.lengths[index]]


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
    records = is_record_file(source.name) if format == "auto" else format == "epd"
    return read_record_blocks(source, block_size) if records else _games_of(source, block_size)


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


def read_record_blocks(stream: Readable, block_size: int = BLOCK_SIZE) -> Iterator[Block]:
    """Blocks of records from a stream; an InputError of the stream is raised after the records before it.

    >>> import io
    >>> lines = b"# two mates\\n\\n8/8/8/8/8/8/8/8 w - - 0 1\\n8/8/8/8/8/8/8/8 b - -;\\n"
    >>> [(block.lines, block.starts) for block in read_record_blocks(io.BytesIO(lines))]
    [([3, 4], [13, 39])]
    """
    reader = _Reader()
    rest = b""
    error: InputError | None = None
    while True:
        try:
            chunk = stream.read(block_size)
        except InputError as caught:
            chunk, error = b"", caught
        data = rest + chunk if rest else chunk
        end = len(data)
        if chunk and len(data) - _whole(data) <= _LONGEST:
            end = _whole(data)
        rest = data[end:]
        if end:
            block = reader.block(data[:end])
            if len(block):
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
    """Cuts data into records; keeps count of records, lines and bytes between calls."""

    def __init__(self) -> None:
        self.offset, self.line, self.number = 0, 1, 1

    def block(self, data: bytes) -> RecordBlock:
        """The records of data that holds whole lines."""
        # Imported here: most inputs are PGN, and start-up is what imports cost.
        from pgnfen.fen.epd import read_epd
        from pgnfen.fen.notation import fen_text

        block = RecordBlock(data, self.offset, self.number)
        for match in re.finditer(_LINE, data):
            start, end = match.span(1)
            if start == 0 and self.offset == 0 and data.startswith(BOM):
                start = len(BOM)
            stripped = data[start:end].strip()
            if stripped and stripped[:1] not in b"#%;":
                block.starts.append(start)
                block.movetexts.append(end)
                block.lines.append(self.line)
                block.lengths.append(end - start)
                block.layouts.append(_LAYOUT)
                fen = _tag_value(fen_text(read_epd(decode(data[start:end]))))
                block.values.append((*(None,) * (SETUP + 1), fen, None))
            self.line += bool(match[2])
        self.offset += len(data)
        self.number += len(block)
        return block


def _tag_value(text: str) -> bytes:
    """Text as the value of a tag pair has it."""
    return text.encode("utf-8", "surrogatepass").replace(b"\\", b"\\\\").replace(b'"', b'\\"')
