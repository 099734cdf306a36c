"""Tables as Parquet, in row groups (extra `parquet`)."""

from __future__ import annotations

import io
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any

from pgnfen.report.arrow import GATHERED, Table, batch_of_json, pyarrow

if TYPE_CHECKING:
    import pyarrow as pa
    from typing_extensions import Self

Write = Callable[[bytes], object]
GROUP = 1 << 17  # rows of a row group
_HARDLY_REPEAT = frozenset(("fen", "placement", "piece_placement", "key", "final"))


class ParquetFile:
    """Writes batches by a function that takes bytes; a context manager, which writes what is left of them and the end,
    unless an exception leaves it. Memory: the rows of a group. Raises PgnfenError without pyarrow."""

    def __init__(self, write: Write, schema: pa.Schema) -> None:
        self._pa = pyarrow("Parquet", "parquet")
        import pyarrow.parquet as parquet

        self.schema, self.rows = schema, 0
        self._held: list[pa.RecordBatch] = []
        self._count = 0
        types = self._pa.types
        # Dictionaries of numbers, and of what hardly repeats, take time and no less room; so do its least and greatest.
        measured = [field.name for field in schema if field.name not in _HARDLY_REPEAT]
        repeat = [name for name in measured if not types.is_integer(schema.field(name).type)]
        self._sink = _Counted(write)
        self._writer = parquet.ParquetWriter(
            self._pa.PythonFile(self._sink, mode="w"), schema, compression="zstd", use_dictionary=repeat,
            write_statistics=measured,
        )  # fmt: skip

    def write(self, batch: pa.RecordBatch) -> None:
        """Append rows."""
        self._held.append(batch)
        self._count += batch.num_rows
        if self._count >= GROUP:
            table = self._pa.Table.from_batches(self._held)
            whole = self._count // GROUP * GROUP
            self._writer.write_table(table.slice(0, whole), row_group_size=GROUP)
            self._held = table.slice(whole).to_batches()
            self._count -= whole
            self.rows += whole

    def write_table(self, table: Table) -> int:
        """Append all rows of a table; how many there are in all."""
        for batch in table.batches:
            self.write(batch)
        return self.rows + self._count

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self._sink.dropped = True  # pyarrow writes an end whenever it closes
        elif self._count:
            self._writer.write_table(self._pa.Table.from_batches(self._held), row_group_size=GROUP)
            self.rows += self._count
        self._writer.close()


class ParquetLines(ParquetFile):
    """As ParquetFile, of lines of JSON (see arrow.of_json)."""

    def __init__(self, write: Write, schema: pa.Schema) -> None:
        super().__init__(write, schema)
        self._lines: list[bytes] = []
        self._size = 0

    def lines(self, lines: bytes) -> None:
        """Append lines."""
        self._lines.append(lines)
        self._size += len(lines)
        if self._size >= GATHERED:
            self._parse()

    def _parse(self) -> None:
        if self._size:
            self.write(batch_of_json(self.schema, b"".join(self._lines)))
            self._lines, self._size = [], 0

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._parse()
        super().__exit__(kind, value, trace)


class _Counted(io.RawIOBase):
    """What is written to, as pyarrow wants it: it knows its place. Closing it leaves the output open."""

    def __init__(self, write: Write) -> None:
        self._write, self._at = write, 0
        self.dropped = False

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def write(self, data: Any, /) -> int:
        size = memoryview(data).nbytes
        if not self.dropped:
            self._write(data)
        self._at += size
        return size
