"""Rows as Arrow: typed columns, in batches, by the Arrow C stream interface that DuckDB, polars and pandas read.

By pyarrow (extra `arrow`): it alone makes lists and dictionary-coded columns of Python values, and streams that are
made as they are read. The schema is stable: columns are added at the end.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from pgnfen.audit.finding import Finding
from pgnfen.errors import PgnfenError
from pgnfen.pgn.game_tags import GameTags
from pgnfen.report.columns import quoted
from pgnfen.report.values import is_utf8

if TYPE_CHECKING:
    import pyarrow as pa

BATCH = 1 << 14  # rows
GROUP = 1 << 17  # rows of a row group of Parquet
_FIELDS = (
    "piece_placement", "active_colour", "castling_availability", "en_passant_target", "halfmove_clock",
    "fullmove_number",
)  # fmt: skip


def stream(rows: Iterable[Any], kind: type, requested_schema: object = None) -> object:
    """A PyCapsule of an Arrow stream of GameTags or Findings (`kind`), made as it is read.

    Raises PgnfenError where pyarrow is not installed.
    """
    return _reader(rows, kind).__arrow_c_stream__(requested_schema)


def write_parquet(rows: Iterable[Any], kind: type, file: Any) -> int:
    """Write GameTags or Findings (`kind`) to a file as Parquet, in groups of GROUP rows; how many there were."""
    reader = _reader(rows, kind)
    import pyarrow as pa
    import pyarrow.parquet as parquet

    sink, count = pa.PythonFile(_Counted(file), mode="w"), 0
    with parquet.ParquetWriter(sink, reader.schema, compression="zstd") as writer:
        while batches := list(islice(reader, GROUP // BATCH)):
            writer.write_table(pa.Table.from_batches(batches), row_group_size=GROUP)
            count += sum(batch.num_rows for batch in batches)
    return count


class _Counted(io.RawIOBase):
    """What is written to, as pyarrow wants it: it knows its place. Closing it leaves the output open."""

    def __init__(self, file: Any) -> None:
        self._file, self._at = file, 0

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def write(self, data: Any, /) -> int:
        size = memoryview(data).nbytes
        self._file.write(data)
        self._at += size
        return size


def _reader(rows: Iterable[Any], kind: type) -> pa.RecordBatchReader:
    try:
        import pyarrow as pa
    except ImportError:
        raise PgnfenError('Arrow needs pyarrow; install it with pip install "pgnfen[arrow]"') from None
    schema, columns = _tags(pa) if kind is GameTags else _findings(pa)
    return pa.RecordBatchReader.from_batches(schema, _batches(pa, schema, columns, rows))


def _batches(
    pa: Any, schema: pa.Schema, columns: Callable[[list[Any]], list[list[Any]]], rows: Iterable[Any]
) -> Iterator[pa.RecordBatch]:
    for batch in _pieces(rows):
        arrays = []
        for field, values in zip(schema, columns(batch), strict=True):
            if pa.types.is_dictionary(field.type):
                array = pa.array(values, field.type.value_type).dictionary_encode().cast(field.type)
            else:
                array = pa.array(values, field.type)
            arrays.append(array)
        yield pa.RecordBatch.from_arrays(arrays, schema=schema)


def _pieces(rows: Iterable[Any]) -> Iterator[list[Any]]:
    """Rows by the BATCH; those before an error come before it."""
    piece: list[Any] = []
    try:
        for row in rows:
            piece.append(row)
            if len(piece) == BATCH:
                yield piece
                piece = []
    except PgnfenError:
        if piece:
            yield piece
        raise
    if piece:
        yield piece


def _tags(pa: Any) -> tuple[pa.Schema, Callable[[list[GameTags]], list[list[Any]]]]:
    word, text = pa.dictionary(pa.int32(), pa.string()), pa.string()
    schema = pa.schema([
        ("path", word), ("game", pa.uint64()), ("line", pa.uint64()), ("offset", pa.uint64()),
        ("setup", text), ("fen", text), ("variant", word), ("kind", word),
        ("scharnagl", pa.uint16()), ("scharnagl_black", pa.uint16()),
        ("castling", pa.list_(text)), ("en_passant", pa.list_(text)),
        ("white", text), ("black", text), ("date", text), ("event", text), ("result", word),
        (_FIELDS[0], text), (_FIELDS[1], text), (_FIELDS[2], text), (_FIELDS[3], text),
        (_FIELDS[4], pa.uint32()), (_FIELDS[5], pa.uint32()),
    ])  # fmt: skip

    def columns(rows: list[GameTags]) -> list[list[Any]]:
        fields = [_fen_fields(row.fen) for row in rows]
        names = schema.names[: -len(_FIELDS)]
        made = [[getattr(row, name) for row in rows] for name in names]
        return [_paths(made[0]), *made[1:], *([row[index] for row in fields] for index in range(len(_FIELDS)))]

    return schema, columns


def _findings(pa: Any) -> tuple[pa.Schema, Callable[[list[Finding]], list[list[Any]]]]:
    word, text = pa.dictionary(pa.int32(), pa.string()), pa.string()
    schema = pa.schema([
        ("path", word), ("game", pa.uint64()), ("line", pa.uint64()), ("offset", pa.uint64()), ("ply", pa.uint32()),
        ("code", word), ("name", word), ("severity", word), ("field", word), ("declared", text), ("expected", text),
        ("message", text), ("fix", word),
    ])  # fmt: skip

    def columns(rows: list[Finding]) -> list[list[Any]]:
        made = [[getattr(row, name) for row in rows] for name in schema.names]
        return [_paths(made[0]), *made[1:]]

    return schema, columns


def _paths(paths: list[str]) -> list[str]:
    """Names of inputs; one that is no UTF-8 is quoted as in text."""
    return [path if is_utf8(path) else quoted(path) for path in paths]


def _fen_fields(fen: str | None) -> tuple[Any, ...]:
    """The six fields of a FEN, None for one that is not stated; counters as numbers, None for what is none.

    >>> _fen_fields("4k3/8/8/8/8/8/8/4K3 w - - 0 x")
    ('4k3/8/8/8/8/8/8/4K3', 'w', '-', '-', 0, None)
    """
    parts = (fen or "").split()
    texts = [*parts[:4], *[None] * (4 - len(parts[:4]))]
    return (*texts, *(_number(parts[index]) if index < len(parts) else None for index in (4, 5)))


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
