"""Tables as Parquet, in row groups (extra `parquet`)."""

from __future__ import annotations

import io
from types import TracebackType
from typing import TYPE_CHECKING, Any

from pgnfen.report.arrow import Table, pyarrow

if TYPE_CHECKING:
    import pyarrow as pa

GROUP = 1 << 17  # rows of a row group
_HARDLY_REPEAT = frozenset(("fen", "placement", "piece_placement", "key", "final"))


class ParquetFile:
    """Writes batches to what has `write`; a context manager, which writes what is left of them and the end, unless an
    exception leaves it. Memory: the rows of a group. Raises PgnfenError without pyarrow."""

    def __init__(self, file: Any, schema: pa.Schema) -> None:
        self._pa = pyarrow("Parquet", "parquet")
        import pyarrow.parquet as parquet

        self.schema, self.rows = schema, 0
        self._held: list[pa.RecordBatch] = []
        self._count = 0
        types = self._pa.types
        # Dictionaries of numbers, and of what hardly repeats, take time and no less room; so do its least and greatest.
        measured = [field.name for field in schema if field.name not in _HARDLY_REPEAT]
        repeat = [name for name in measured if not types.is_integer(schema.field(name).type)]
        self._sink = _Counted(file)
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

    def __enter__(self) -> ParquetFile:
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


class _Counted(io.RawIOBase):
    """What is written to, as pyarrow wants it: it knows its place. Closing it leaves the output open."""

    def __init__(self, file: Any) -> None:
        self._file, self._at = file, 0
        self.dropped = False

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def write(self, data: Any, /) -> int:
        size = memoryview(data).nbytes
        if not self.dropped:
            self._file.write(data)
        self._at += size
        return size
