"""Rows as Arrow: typed columns, in batches, by the Arrow C stream interface that DuckDB, polars and pandas read.

By pyarrow (extra `arrow`): it alone makes lists and dictionary-coded columns, and streams that are made as they are
read. The schemas are stable: columns are added at the end.
"""

from __future__ import annotations

import os
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from pgnfen.columns import Column, columns_of
from pgnfen.errors import PgnfenError
from pgnfen.extras import extra_module
from pgnfen.report.tags import MORE, GameTags
from pgnfen.report.terminal_text import quoted
from pgnfen.report.values import is_utf8

if TYPE_CHECKING:
    import pyarrow as pa

BATCH = 1 << 14  # rows that are made of objects
GATHERED = 1 << 20  # bytes of lines of JSON
FEN_FIELDS = {
    "piece_placement": Column("text", "in Arrow and Parquet only: the first field of `fen`; null if there is none"),
    "active_color": Column("text", "in Arrow and Parquet only: the second field"),
    "castling_availability": Column("text", "in Arrow and Parquet only: the third field"),
    "en_passant_target": Column("text", "in Arrow and Parquet only: the fourth field"),
    "halfmove_clock": Column("u32", "in Arrow and Parquet only: the fifth field; also null if it is not a number"),
    "fullmove_number": Column("u32", "in Arrow and Parquet only: the sixth field; also null if it is not a number"),
}
"""Columns that a table of tags has besides."""
_TAG = Column("text", "the value of a tag, or null if the tag is missing")


def pyarrow(what: str = "Arrow", extra: str = "arrow") -> Any:
    """The module. Raises PgnfenError where it is not installed, which says that `what` needs it."""
    return extra_module("pyarrow", extra, what)


class Table(NamedTuple):
    """Batches of a schema, made as they are asked for."""

    schema: pa.Schema
    batches: Iterator[pa.RecordBatch]

    def stream(self, requested_schema: object = None) -> object:
        """A PyCapsule of an Arrow stream."""
        reader = pyarrow().RecordBatchReader.from_batches(self.schema, self.batches)
        capsule: object = reader.__arrow_c_stream__(requested_schema)
        return capsule


@cache
def schema_of(record: type) -> pa.Schema:
    """The columns of a record."""
    return pyarrow().schema([(name, _type(column)) for name, column in columns_of(record).items()])


@cache
def tags_schema(more: tuple[str, ...] = ()) -> pa.Schema:
    """The columns of tags, the fields of the FEN, and those that are asked for besides."""
    columns = {**columns_of(GameTags), **FEN_FIELDS, **{name: MORE.get(name, _TAG) for name in more}}
    return pyarrow().schema([(name, _type(column)) for name, column in columns.items()])


def _type(column: Column) -> Any:
    pa = pyarrow()
    types = {
        "word": pa.dictionary(pa.int32(), pa.string()), "text": pa.string(), "words": pa.list_(pa.string()),
        "u16": pa.uint16(), "u32": pa.uint32(), "u64": pa.uint64(), "share": pa.float64(),
    }  # fmt: skip
    return types[column.type]


def of_rows(schema: pa.Schema, rows: Iterable[Any]) -> Table:
    """Objects as a table: their attributes are the columns."""

    def batches() -> Iterator[pa.RecordBatch]:
        for piece in _pieces(rows, BATCH):
            columns = [[getattr(row, name) for row in piece] for name in schema.names]
            for index, name in enumerate(schema.names):
                if name.endswith("path"):
                    columns[index] = [path and shown_path(path) for path in columns[index]]
            yield pyarrow().RecordBatch.from_arrays(arrays_of(schema, columns), schema=schema)

    return Table(schema, batches())


def of_json(schema: pa.Schema, lines: Iterable[bytes]) -> Table:
    """Lines of JSON as a table, as they come from the reports: the keys are the columns."""

    def batches() -> Iterator[pa.RecordBatch]:
        for piece in _pieces(lines, GATHERED, len):
            if data := b"".join(piece):
                yield batch_of_json(schema, data)

    return Table(schema, batches())


def arrays_of(schema: pa.Schema, columns: Sequence[list[Any]]) -> list[Any]:
    """Columns of values as arrays."""
    pa = pyarrow()
    plain = [pa.array(values, _plain(field.type)) for field, values in zip(schema, columns, strict=True)]
    return [_coded(array, field.type) for field, array in zip(schema, plain, strict=True)]


def shown_path(path: str) -> str:
    """The name of an input; one that is no UTF-8 is quoted as in text."""
    return path if is_utf8(path) else quoted(path)


def _plain(kind: Any) -> Any:
    return kind.value_type if pyarrow().types.is_dictionary(kind) else kind


def _coded(array: Any, kind: Any) -> Any:
    return array if array.type == kind else array.dictionary_encode()


def batch_of_json(schema: pa.Schema, data: bytes) -> pa.RecordBatch:
    """Lines of JSON as one batch."""
    import pyarrow.json as json

    pa = pyarrow()
    written = [(field.name, _plain(field.type)) for field in schema if field.name not in FEN_FIELDS]
    # Of all the lines at once: a line is not cut, however long it is.
    reading = json.ReadOptions(use_threads=False, block_size=len(data) + 1)
    parsing = json.ParseOptions(explicit_schema=pa.schema([*written, ("path_bytes", pa.string())]))
    try:
        table = json.read_json(BytesIO(data), reading, parsing).combine_chunks()
    except pa.ArrowException as error:  # its thread could not be started
        raise PgnfenError(f"pyarrow does not work here: {error}") from None
    columns = {name: _one(table.column(name)) for name in table.column_names}
    if columns["path_bytes"].null_count < len(table):
        paths = zip(columns["path"].to_pylist(), columns["path_bytes"].to_pylist(), strict=True)
        columns["path"] = pa.array([quoted(os.fsdecode(b64decode(raw))) if raw else path for path, raw in paths])
    if "piece_placement" in schema.names:
        columns |= _fields_of(columns["fen"], schema)
    arrays = [_coded(columns[field.name], field.type) for field in schema]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _one(column: Any) -> Any:
    """The only chunk of a column."""
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()


def _fields_of(fens: Any, schema: pa.Schema) -> dict[str, Any]:
    """The fields of FENs, each different FEN looked at once."""
    coded = fens.dictionary_encode()
    fields = [_fen_fields(fen) for fen in coded.dictionary.to_pylist()]
    columns = zip(*fields, strict=True) if fields else [()] * len(FEN_FIELDS)
    return {
        name: pyarrow().array(values, schema.field(name).type).take(coded.indices)
        for name, values in zip(FEN_FIELDS, columns, strict=True)
    }


def _pieces(parts: Iterable[Any], most: int, size: Callable[[Any], int] = lambda part: 1) -> Iterator[list[Any]]:
    """Parts, gathered until they have that size; those before an error come before it."""
    piece: list[Any] = []
    taken = 0
    try:
        for part in parts:
            piece.append(part)
            taken += size(part)
            if taken >= most:
                yield piece
                piece, taken = [], 0
    except PgnfenError:
        if piece:
            yield piece
        raise
    if piece:
        yield piece


def _fen_fields(fen: str) -> tuple[Any, ...]:
    """The six fields of a FEN, None for one that is not stated; counters as numbers, None for what is none.

    >>> _fen_fields("4k3/8/8/8/8/8/8/4K3 w - - 0 x")
    ('4k3/8/8/8/8/8/8/4K3', 'w', '-', '-', 0, None)
    """
    parts = fen.split()
    texts = [*parts[:4], *[None] * (4 - len(parts[:4]))]
    return (*texts, *(_number(parts[index]) if index < len(parts) else None for index in (4, 5)))


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
