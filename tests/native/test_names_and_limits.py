"""What the extension and Python both name or limit, they name and limit alike."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("pgnfen._native")

from native_columns import column, split

from pgnfen import _native
from pgnfen.facts.kinds import OF_BYTES, OF_MOVETEXT, OF_SECTION, OF_START, Fact
from pgnfen.pgn import definitions, native_splitter
from pgnfen.pgn.definitions import COMMENT_LIMIT
from pgnfen.pgn.movetext import Kind
from pgnfen.pgn.splitter import Splitter

NATIVE = Path(__file__).parent.parent.parent / "native" / "src"


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


def test_kinds_of_tokens() -> None:
    source = (NATIVE / "lexer" / "token.rs").read_text(encoding="utf-8")
    named = re.findall(r"^    (\w+) = (\d+),$", source, re.MULTILINE)
    assert [(name.lower(), int(number)) for name, number in named] == [
        (kind.name.replace("_", "").lower(), kind.value) for kind in Kind
    ]
