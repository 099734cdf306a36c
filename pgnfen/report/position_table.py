"""Positions as Arrow: the buffers that the native engine fills become columns as they are; rows of other games are
made of Python's values, and put in between."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pgnfen.report.arrow import arrays_of, pyarrow, schema_of, shown_path
from pgnfen.report.position_lines import GamePosition

if TYPE_CHECKING:
    import pyarrow as pa

Buffers = tuple[list[bytes], list[str]]
"""Those of pgnfen._native.Positions, and the castling fields that occur."""
Left = tuple[int, int, list[tuple[Any, ...]]]
"""The rows of a game (the columns behind the game's path), which stand for those of the native engine from one place
to another."""
_MOST = (1 << 32) - 1
_TURNS = ["w", "b"]
_TARGETS = ["-", *(f"{file}{rank}" for rank in "36" for file in "abcdefgh")]


def schema() -> pa.Schema:
    """The columns."""
    return schema_of(GamePosition)


def batches(count: int, buffers: Buffers | None, left: list[Left], path: str) -> Iterator[pa.RecordBatch]:
    """The positions of a block: `count` rows of the native engine, and those of the games that are left."""
    native = _native(count, *buffers, path) if buffers is not None else None
    at = 0
    for before, behind, rows in left:
        if native is not None and before > at:
            yield native.slice(at, before - at)
        at = behind
        if rows:
            yield _of_rows(rows, path)
    if native is not None and count > at:
        yield native.slice(at)


def packed(batches: list[pa.RecordBatch]) -> bytes:
    """Batches as bytes, which may be kept."""
    sink = pyarrow().BufferOutputStream()
    with pyarrow().ipc.new_stream(sink, schema()) as stream:
        for batch in batches:
            stream.write_batch(batch)
    data: bytes = sink.getvalue().to_pybytes()
    return data


def unpacked(data: bytes) -> list[pa.RecordBatch]:
    """The batches that `packed` has packed."""
    return list(pyarrow().ipc.open_stream(data)) if data else []


def _native(count: int, buffers: list[bytes], castling: list[str], path: str) -> pa.RecordBatch:
    pa = pyarrow()
    game, ply, moved, san_ends, san, fen_ends, fen, placement_ends, placement = buffers[:9]
    turn, castled, en_passant, halfmove, fullmove, key_ends, key = buffers[9:]

    def numbers(kind: Any, data: bytes) -> Any:
        return pa.Array.from_buffers(kind, count, [None, pa.py_buffer(data)])

    def text(ends: bytes, data: bytes, there: bytes | None = None) -> Any:
        bits = None if there is None else pa.py_buffer(there)
        return pa.StringArray.from_buffers(count, pa.py_buffer(ends), pa.py_buffer(data), bits)

    def word(places: bytes, values: list[str]) -> Any:
        return pa.DictionaryArray.from_arrays(numbers(pa.int32(), places), pa.array(values, pa.string()))

    arrays = [
        word(bytes(4 * count), [shown_path(path)]), numbers(pa.uint64(), game), numbers(pa.uint32(), ply),
        text(san_ends, san, moved), text(fen_ends, fen), text(placement_ends, placement), word(turn, _TURNS),
        word(castled, castling), word(en_passant, _TARGETS), numbers(pa.uint32(), halfmove),
        numbers(pa.uint32(), fullmove), text(key_ends, key),
    ]  # fmt: skip
    return pa.RecordBatch.from_arrays(arrays, schema=schema())


def _of_rows(rows: list[tuple[Any, ...]], path: str) -> pa.RecordBatch:
    columns = [[shown_path(path)] * len(rows), *map(list, zip(*rows, strict=True))]
    for index in (-3, -2):  # counters of any size are read
        columns[index] = [value if value <= _MOST else None for value in columns[index]]
    return pyarrow().RecordBatch.from_arrays(arrays_of(schema(), columns), schema=schema())
