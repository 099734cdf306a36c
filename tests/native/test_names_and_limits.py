"""What the extension and Python both name or limit, they name and limit alike."""

from __future__ import annotations

import pytest

pytest.importorskip("pgnfen._native")

from native_columns import column, split

from pgnfen import _native, native
from pgnfen.errors import PgnfenError
from pgnfen.facts.kinds import OF_BYTES, OF_MOVETEXT, OF_SECTION, OF_START, Fact
from pgnfen.pgn import definitions, native_splitter
from pgnfen.pgn.definitions import COMMENT_LIMIT
from pgnfen.pgn.splitter import Splitter


def test_each_kind_of_fact_is_of_one_part() -> None:
    parts = OF_SECTION, OF_START, OF_BYTES, OF_MOVETEXT, Fact.UNREAD
    assert sum(parts) == sum(Fact)
    assert all(fact.value.bit_count() == sum(bool(fact & part) for part in parts) == 1 for fact in Fact)


def test_layouts_by_their_flags() -> None:
    flags = (definitions.REGULAR, definitions.SPELLED, definitions.ORDERED)
    assert len(native_splitter.LAYOUTS) == 2 * definitions.CAREFUL
    for number, one in enumerate(native_splitter.LAYOUTS):
        assert (one.regular, one.spelled, one.ordered) == tuple(bool(number & flag) for flag in flags)


def test_tags_and_their_order() -> None:
    """Each tag of KEYS, alone, comes out in its place."""
    for index, key in enumerate(definitions.KEYS):
        name = definitions.CANONICAL.get(key, key.title())
        data = b'[%s "x"]\n\n*\n' % name
        values = split(_native.Scanner(), data).values_of(data, 0)
        assert values == tuple(b"x" if place == index else None for place in range(len(definitions.KEYS)))


@pytest.mark.parametrize("more", [-2, -1, 0, 1])
def test_limit_of_comments(more: int) -> None:
    game = b"1. e4 {" + b"x" * (COMMENT_LIMIT + more - 2) + b"} *\n\n[Event]\n"
    data = game + b'[Event "B"]\n\n*\n'
    block, plain = native_splitter.NativeSplitter(_native).split(data, True), Splitter().split(data, True)
    assert (block.starts, block.movetexts) == (plain.starts, plain.movetexts)
    [end, *_] = column(split(_native.Scanner(), data).ends()) or [0]
    assert end == (plain.starts[1] if more <= 0 else 0)


def test_an_engine_of_other_definitions_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stale engine would read other words and numbers than Python does: it says that it is to be built again."""
    assert native.load() is _native
    monkeypatch.setattr(native, "DEFINITIONS", "of yesterday")
    with pytest.raises(PgnfenError, match="pip install -e"):
        native.load()
    monkeypatch.setenv(native.VARIABLE, "python-chess")
    assert native.load() is None
