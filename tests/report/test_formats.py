"""Rows in each format, of names that are not UTF-8 too."""

from __future__ import annotations

import pytest

from pgnfen.report.formats import ROW_FORMATS

NAME = b"gr\xfcn.pgn".decode("utf-8", "surrogateescape")


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("text", b'"gr\\374n.pgn"\t1\t-\n'),
        ("jsonl", b'{"path": "gr\xef\xbf\xbdn.pgn", "path_bytes": "Z3L8bi5wZ24=", "number": 1, "white": null}\n'),
        ("csv", b'"""gr\\374n.pgn""",1,\r\n'),
        ("csv-raw", b'"""gr\\374n.pgn""",1,\r\n'),
    ],
)
def test_a_path_that_is_not_utf8(name: str, row: bytes) -> None:
    assert ROW_FORMATS[name].row(NAME, ("number", "white"), (1, None)) == row
