"""Rows of an input: read one by one, or as tables of Arrow, polars and pandas."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from weakref import WeakSet

from pgnfen.columns import columns_of
from pgnfen.extras import extra_module
from pgnfen.inputs.register import Register
from pgnfen.lazy import deferred

with deferred:
    from pgnfen.inputs.writer import OutputFile
    from pgnfen.report.arrow import pyarrow
    from pgnfen.report.notebook import table_html
    from pgnfen.report.parquet import ParquetFile

if TYPE_CHECKING:
    import os
    from types import TracebackType

    import pandas
    import polars
    import pyarrow as pa
    from typing_extensions import Self

    from pgnfen.report.arrow import Table

Row = TypeVar("Row")
Item = TypeVar("Item")


class Reader(Iterator[Item], Generic[Item]):
    """What is read one by one; a context manager. `close`, or the end of a `with` block, closes the input that is
    open; what is garbage is closed as well.

    >>> with Reader(number for number in range(9)) as numbers:
    ...     print(next(numbers), next(numbers))
    0 1
    >>> list(numbers)
    []
    """

    def __init__(self, items: Generator[Item, None, None]) -> None:
        self._items = items

    def __iter__(self) -> Generator[Item, None, None]:
        return self._items  # not self: a loop then takes no call of Python for each item

    def __next__(self) -> Item:
        return next(self._items)

    def close(self) -> None:
        """Stop reading; what comes afterwards is the end."""
        self._items.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Rows(Iterable[Row]):
    """Rows of an input, read anew by each loop over them; and a table for whatever reads Arrow (`__arrow_c_stream__`:
    DuckDB, polars, pandas), read in batches as it is asked for. That takes the extra `arrow`.

    Each loop is a generator, which can be closed; `close`, or the end of a `with` block, closes all of them.
    """

    def __init__(
        self,
        kind: type[Row],
        rows: Callable[[Register | None], Generator[Row, None, None]],
        table: Callable[[Register | None], Table],
    ) -> None:
        self._kind, self._rows, self._table = kind, rows, table
        self._open: WeakSet[Generator[Row, None, None]] = WeakSet()

    def __iter__(self) -> Generator[Row, None, None]:
        rows = self._rows(None)
        self._open.add(rows)
        return rows

    def close(self) -> None:
        """Stop the loops over the rows, and close the inputs that they have open. Another loop reads anew."""
        for rows in list(self._open):
            rows.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """An Arrow stream in a PyCapsule; a new one each time. Raises PgnfenError without pyarrow."""
        return self._table(None).stream(requested_schema)

    def to_arrow(self) -> pa.Table:
        """All rows as a table of pyarrow, in memory. Raises PgnfenError without pyarrow (extra `arrow`), and what a
        loop over the rows raises.

        >>> import pgnfen
        >>> pgnfen.tags(b"1. e4 *").to_arrow().column("kind").to_pylist()
        ['standard']
        """
        arrow, table = pyarrow("to_arrow()"), self._table(None)
        found: pa.Table = arrow.Table.from_batches(list(table.batches), table.schema)
        return found

    def to_polars(self) -> polars.DataFrame:
        """All rows as a data frame of polars. Raises PgnfenError without polars and pyarrow (extra `polars`)."""
        module = extra_module("polars", "polars", "to_polars()")
        found: polars.DataFrame = module.from_arrow(self.to_arrow())
        return found

    def to_pandas(self) -> pandas.DataFrame:
        """All rows as a data frame of pandas. Raises PgnfenError without pandas and pyarrow (extra `pandas`)."""
        extra_module("pandas", "pandas", "to_pandas()")
        found: pandas.DataFrame = self.to_arrow().to_pandas()
        return found

    def to_parquet(self, target: str | os.PathLike[str]) -> int:
        """Write a Parquet file, which appears when it is complete; how many rows it has.

        Raises PgnfenError without pyarrow, where the file cannot be written, or is an input.
        """
        register = Register()
        table = self._table(register)
        with OutputFile(target, None, register) as file, ParquetFile(file.write, table.schema) as parquet:
            return parquet.write_table(table)

    def __repr__(self) -> str:
        return f"<Rows of {self._kind.__name__}>"

    def _repr_html_(self) -> str:
        """The first rows and how many there are (up to 10,000), as a notebook shows it; the input is read for that."""
        kind: Any = self._kind
        names = tuple(columns_of(kind))
        with closing(iter(self)) as rows:
            return table_html(self._kind.__name__, names, ([getattr(row, name) for name in names] for row in rows))
