"""The edits that repair findings of tags: what stands around a tag stays as it is."""

from __future__ import annotations

import pytest

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.edits import apply, tag_inserted, tag_removed, tags_appended
from pgnfen.audit.finding import Remark
from pgnfen.audit.repairs import edits_of
from pgnfen.pgn.block import RawGame

KINGS = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


@pytest.mark.parametrize(
    ("tags", "after"),
    [
        ('[SetUp "0"]\n[FEN "?"]\n', f'[SetUp "1"]\n[FEN "{KINGS}"]\n'),
        ('[SetUp "1"]\n[FEN "?"]\n', f'[SetUp "1"]\n[FEN "{KINGS}"]\n'),
        ('[FEN "?"]\n', f'[SetUp "1"]\n[FEN "{KINGS}"]\n'),
        ('[SetUp "1"]\n[Variant "Chess960"]\n', f'[SetUp "1"]\n[Variant "Chess960"]\n[FEN "{KINGS}"]\n'),
        ('[Variant "Chess960"]\n', f'[Variant "Chess960"]\n[SetUp "1"]\n[FEN "{KINGS}"]\n'),
    ],
)
def test_a_start_that_is_found_is_written_with_its_setup_tag(tags: str, after: str) -> None:
    raw = f'[Event "a"]\n{tags}\n1. e4 *\n'.encode()
    game = Auditor().game_of(RawGame(raw, 0, 1, 1))
    remark = Remark(None, "S108", "empty-fen", "error", "FEN", "?", KINGS, "", "unsafe")
    assert apply(raw, edits_of(game, remark, raw.find(b"[FEN"))).decode() == f'[Event "a"]\n{after}\n1. e4 *\n'


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_tag_stands_on_a_line_of_its_own_where_others_do(end: str) -> None:
    a, b, x = (f'[{name} "{name}"]{end}' for name in "ABX")
    assert edited(a + b) == (a + x + b, a + b + x, a)


def test_a_tag_stands_on_the_line_of_others_that_share_one() -> None:
    a, b, c, x = (f'[{name} "{name}"]' for name in "ABCX")
    assert edited(f"{a} {b} {c}") == (f"{a} {x} {b} {c}", f"{a} {b} {x} {c}", f"{a} {c}")


def edited(tags: str) -> tuple[str, ...]:
    """The tags with X before B, with X behind B, and without B."""
    raw = tags.encode()
    pair = Auditor().game_of(RawGame(raw, 0, 1, 1)).pair("B")
    assert pair is not None
    edits = tag_inserted(raw, pair, "X", "X"), tags_appended(raw, pair, [("X", "X")]), tag_removed(raw, pair)
    return tuple(apply(raw, [edit]).decode() for edit in edits)
