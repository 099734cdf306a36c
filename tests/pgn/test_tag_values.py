"""The values of a tag for a whole block are those of its games, however the tag pair is written."""

from __future__ import annotations

import pytest

from pgnfen.pgn.blocks import new_splitter
from pgnfen.pgn.tag_values import tag_column, tag_value

pytestmark = pytest.mark.usefixtures("reader")

TAGS = {
    b'[Annotator "a"]\n': "a",
    b'[ANNOTATOR "a"]\n': "a",
    b'[Event "x"] [Annotator "a"]\n': "a",
    b'[Event "x"][Annotator "a"]\n': "a",
    b'[ Annotator "a"]\n': "a",
    b'[Annotator\t"a" ]\n': "a",
    b'[Annotator "a \\"b\\""]\n': 'a "b"',
    b'[Annotator ""]\n': "",
    b'[Event "x"]\n[ANNOTATOR "a"]\n[Annotator "b"]\n': "b",
    b'[Event "x"]\r[Annotator "a"]\r': "a",
    b'[Event "[Annotator"]\n': None,
    b'[Annotators "a"]\n': None,
}


def test_column_and_value_agree() -> None:
    block = new_splitter().split(b"".join(b"%s\n1. e4 *\n\n" % tags for tags in TAGS), final=True)
    assert tag_column(block, b"annotator") == list(TAGS.values())
    assert [tag_value(block, index, b"annotator") for index in range(len(block))] == list(TAGS.values())
