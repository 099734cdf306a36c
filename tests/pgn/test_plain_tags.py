"""Plain tag sections are read as those that are read with care."""

from __future__ import annotations

from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from pgnfen.pgn.layout import counting_pairs, plain_tags
from pgnfen.pgn.tagpairs import decode, read_tag_section

PARTS = [
    b'[Event "A"]', b'[event "B"]', b'[FEN "8/8 w"]', b'[Fen ""]', b'[ECO  "B00"]', b'["x"]', b'[A "\xe9"]',
    b'[A "\xc3\xa9"]',
    b'[A "a \\" b"]', b'[A "a" b"]', b"[", b"]", b'"', b' "', b"\n", b"\n", b"\r\n", b"\r", b"\n\n", b"1. e4 *",
    b"*", b"e4", b"{x}", b"(", b"%", b";", b"\xef\xbb\xbf", b'[1 "x"]', b'[A_9 "[x "]',
]  # fmt: skip


@given(st.lists(st.sampled_from(PARTS), max_size=12).map(b"".join))
@example(b'[A "1"]\r\n[B "2"]\n\r\n1. e4')
def test_as_with_care(raw: bytes) -> None:
    found = plain_tags(raw)
    section = read_tag_section(raw)
    assert section is not None
    if found is not None:
        counting = counting_pairs(section)
        assert list(found.items()) == [(decode(pair.name), pair.value) for pair in section.pairs]
        assert len(counting) == len(section.pairs) and not section.bad_lines and not section.next_game


def test_most_games_are_plain() -> None:
    plain = [
        plain_tags(game)
        for path in sorted((Path(__file__).parents[2] / "sample_pgn").glob("*.pgn"))
        for game in [b"[Event" + part for part in path.read_bytes().split(b"[Event")[1:]]
    ]
    assert sum(tags is not None for tags in plain) > len(plain) / 2 > 1
