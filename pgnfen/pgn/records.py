"""Files of records (.epd, .fen): one FEN or EPD a line, as blocks that the same reports and audits take.

Blank lines and comments (lines that open with `#`, `%` or `;`) belong to the record before them, those at the top to
the first, as what stands before the first game of a PGN does. A record has the number and the line of a game; its FEN
is what stands in the FEN column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, Protocol

from pgnfen import native
from pgnfen.errors import InputError, PgnfenError
from pgnfen.inputs.content import SAMPLE
from pgnfen.inputs.names import file_suffixes
from pgnfen.lazy import deferred, regex
from pgnfen.pgn.block import Block, Place, Readable, count_lines
from pgnfen.pgn.blocks import BLOCK_SIZE, FIRST_READ, read_blocks
from pgnfen.pgn.record_block import RecordBlock, split
from pgnfen.pgn.tagpairs import BOM

with deferred:
    from pgnfen.pgn.native_records import split as native_split

InputFormat = Literal["auto", "pgn", "epd"]
INPUT_FORMATS: tuple[InputFormat, ...] = ("auto", "pgn", "epd")
RECORD_SUFFIXES = (".epd", ".fen")

RECORDS = (
    "contains FEN or EPD records, not games (to read records, use --input-format epd with a command that "
    "accepts them)"
)
_RECORD = regex(rb"\s*(?:[1-9A-Za-z~+]+/){7}[0-9A-Za-z~+/\[\]\-]+(?:\s|$)")
_FAULTY = regex(rb"\s*(?:[0-9A-Za-z~+]+/){4}[0-9A-Za-z~+/\[\]\-]+(?:\s|$)")  # ranks may be missing
_LONGEST = 1 << 23  # bytes of a line; a longer one is cut, so that memory stays bounded
_HELD = 1 << 20  # bytes of a record and what follows it that wait for more to follow


class Named(Readable, Protocol):
    """A stream with the name of the input that it comes from."""

    name: str


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


def blocks_of(
    source: Named,
    format: InputFormat = "auto",
    block_size: int = BLOCK_SIZE,
    max_game: int | None = None,
    place: Place = (0, 1, 1),
) -> Iterator[Block]:
    """The blocks of a source: games (see read_blocks), or records where its name or the format says so.

    `place`: see read_blocks.
    """
    if takes_records(source.name, format):
        return read_record_blocks(source, block_size, place)
    return _games_of(source, block_size, max_game, place)


def _games_of(source: Named, block_size: int, max_game: int | None, place: Place) -> Iterator[Block]:
    """Blocks of games; an InputError where the source holds records instead."""
    first = place[0] == 0
    for block in read_blocks(source, block_size, max_game, place):
        if first and holds_records(block.data[:SAMPLE]):
            raise InputError(source.name, RECORDS)
        first = False
        yield block


def holds_records(sample: bytes) -> bool:
    r"""Whether text that begins so has FEN or EPD records, one a line, and nothing else: faulty ones too, if not all
    of them lack ranks.

    >>> holds_records(b"# mates\n4k3/8/8/8/8/8/8/4K3 w - - bm Ke2;\n"), holds_records(b"1. e4 *")
    (True, False)
    """
    text = sample.removeprefix(BOM)
    if text.startswith(b"["):  # most games: no record begins so
        return False
    lines = text.splitlines()
    if len(lines) > 1 and len(sample) == SAMPLE:
        lines.pop()  # cut
    lines = [line for line in lines if line.strip() and line[:1] not in (b"#", b"%", b";")]
    return all(map(_FAULTY.match, lines)) and any(map(_RECORD.match, lines))


def takes_records(name: str, format: InputFormat) -> bool:
    """Whether the input of that name is read as records."""
    return is_record_file(name) if format == "auto" else format == "epd"


class OneKind:
    """Holds inputs to one kind, games or records: they go into one output."""

    def __init__(self, format: InputFormat) -> None:
        self._format = format
        self._first: dict[bool, str] = {}  # records or games: the first input of them

    def expect(self, name: str) -> None:
        """Note the kind of an input. Raises PgnfenError where another one was of the other kind.

        >>> kind = OneKind("auto")
        >>> kind.expect("a.pgn"), kind.expect("b.pgn")
        (None, None)
        >>> kind.expect("c.epd")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        pgnfen.errors.PgnfenError: games (a.pgn) and FEN or EPD records (c.epd) cannot go into one output; ...
        """
        self._first.setdefault(takes_records(name, self._format), name)
        if len(self._first) > 1:
            games, records = self._first[False], self._first[True]
            raise PgnfenError(
                f"games ({games}) and FEN or EPD records ({records}) cannot go into one output; give only one "
                "kind, or use --input-format pgn or epd to say how to read a folder"
            )


def read_record_blocks(
    stream: Readable, block_size: int = BLOCK_SIZE, place: Place = (0, 1, 1)
) -> Iterator[RecordBlock]:
    """Blocks of records from a stream; every byte of it is in one of them, in order.

    A block ends before a record, so that what belongs to a record is in the block that it is in (up to a mebibyte of
    it). An InputError of the stream is raised after the records before it; a line that it
    cuts is no record, and the error names it.

    >>> import io
    >>> lines = b"# two mates\\n\\n8/8/8/8/8/8/8/8 w - - 0 1\\n8/8/8/8/8/8/8/8 b - -;\\n"
    >>> [(block.lines, block.starts) for block in read_record_blocks(io.BytesIO(lines))]
    [([3], [13]), ([4], [0])]
    """
    reader = _Reader(place)
    rest, size = b"", min(block_size, FIRST_READ)
    error: InputError | None = None
    while True:
        chunk = b""
        try:
            chunk = stream.read(size)
            size = min(block_size, 2 * size)
            # What was held back is looked at again: so much more has to come, or a slow pipe would make much work.
            while chunk and len(chunk) < len(rest) and (more := stream.read(block_size)):
                chunk += more
        except InputError as caught:
            error = caught
            rest, chunk = rest + chunk, b""
        data = rest + chunk if rest else chunk
        block = reader.block(data, final=not chunk, whole=_ended(data) if error is not None else len(data))
        rest = reader.rest
        if block.end:
            yield block
        if not chunk:
            if error is None:
                return
            if data[_ended(data) :].strip():
                error = error.with_reason(f"{error.reason}; line {reader.line:,} is cut off there and is not checked")
            raise error


def _ended(data: bytes) -> int:
    """Where the last line ends that has a line end."""
    return max(data.rfind(b"\n"), data.rfind(b"\r")) + 1


def _whole(data: bytes) -> int:
    """Where the last whole line ends; a CR at the very end may be half of a CRLF."""
    last = max(data.rfind(b"\n"), data.rfind(b"\r", 0, len(data) - 1))
    return last + 1


class _Reader:
    """Cuts data into records; keeps count of records, lines and bytes between calls, and the `rest` of the data."""

    def __init__(self, place: Place) -> None:
        self.offset, self.number, self.line = place
        self.rest = b""
        self._split: Callable[[bytes, int, Place], RecordBlock] = split
        if native.load() is not None:
            self._split = native_split

    def block(self, data: bytes, final: bool, whole: int) -> RecordBlock:
        """The records of the data: of all of it if `final`, else of what stands before the last, to which more may
        belong. What stands behind byte `whole` is a line that was read in part: it is kept, and is no record."""
        end = whole
        if not final and end - _whole(data) <= _LONGEST:
            end = _whole(data)
        block = self._split(data, end, (self.offset, self.number, self.line))
        if whole < len(data):
            block.data, block.end = data, len(data)
        if not final:
            held = (block.last_start() or 0) if len(block) > 1 else 0
            if end - held <= _HELD:
                block = block.without_last(held)
        self.rest = data[block.end :]
        self.offset += block.end
        self.line += count_lines(data, 0, block.end)
        self.number += len(block)
        return block
