"""What the extension and Python both name or limit, they name and limit alike."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("pgnfen._native")

from native_columns import column, split

from pgnfen import _native
from pgnfen.facts.kinds import OF_BYTES, OF_MOVETEXT, OF_SECTION, OF_START, Fact
from pgnfen.pgn import layout, native_splitter
from pgnfen.pgn.movetext import Kind
from pgnfen.pgn.splitter import Splitter
from pgnfen.pgn.tagpairs import COMMENT_LIMIT
from pgnfen.replay import variations

NATIVE = Path(__file__).parent.parent.parent / "native" / "src"


def test_each_kind_of_fact_is_of_one_part() -> None:
    parts = OF_SECTION, OF_START, OF_BYTES, OF_MOVETEXT, Fact.UNREAD
    assert sum(parts) == sum(Fact)
    assert all(fact.value.bit_count() == sum(bool(fact & part) for part in parts) == 1 for fact in Fact)


def test_markers() -> None:
    assert _native.MARKERS == (b"", b"*", b"1-0", b"0-1", b"1/2-1/2")


def test_flags_of_layouts() -> None:
    flags = (_native.REGULAR, _native.SPELLED, _native.ORDERED)
    assert flags == (native_splitter.REGULAR, native_splitter.SPELLED, native_splitter.ORDERED)
    assert len(native_splitter.LAYOUTS) == 2 * _native.CAREFUL == 2 * native_splitter.CAREFUL
    for number, one in enumerate(native_splitter.LAYOUTS):
        assert (one.regular, one.spelled, one.ordered) == tuple(bool(number & flag) for flag in flags)


def test_numbers_for_what_is_absent() -> None:
    assert (_native.ABSENT, _native.NO_ID) == (native_splitter._ABSENT, native_splitter.NO_ID)


def test_tags_and_their_order() -> None:
    """Each tag of KEYS, alone, comes out in its place."""
    for index, key in enumerate(layout.KEYS):
        name = layout.CANONICAL.get(key, key.title())
        data = b'[%s "x"]\n\n*\n' % name
        values = split(_native.Scanner(), data).values_of(data, 0)
        assert values == tuple(b"x" if place == index else None for place in range(len(layout.KEYS)))


@pytest.mark.parametrize("more", [-2, -1, 0, 1])
def test_limit_of_comments(more: int) -> None:
    game = b"1. e4 {" + b"x" * (COMMENT_LIMIT + more - 2) + b"} *\n\n[Event]\n"
    data = game + b'[Event "B"]\n\n*\n'
    block, plain = native_splitter.NativeSplitter(_native).split(data, True), Splitter().split(data, True)
    assert (block.starts, block.movetexts) == (plain.starts, plain.movetexts)
    [end, *_] = column(split(_native.Scanner(), data).ends()) or [0]
    assert end == (plain.starts[1] if more <= 0 else 0)


def test_deepest_variation_that_is_played() -> None:
    source = (NATIVE / "reader" / "variations.rs").read_text(encoding="utf-8")
    assert re.findall(r"^const DEEPEST: usize = (\d+);$", source, re.MULTILINE) == [str(variations.DEEPEST)]


def test_kinds_of_tokens() -> None:
    source = (NATIVE / "lexer" / "token.rs").read_text(encoding="utf-8")
    named = re.findall(r"^    (\w+) = (\d+),$", source, re.MULTILINE)
    assert [(name.lower(), int(number)) for name, number in named] == [
        (kind.name.replace("_", "").lower(), kind.value) for kind in Kind
    ]
