"""Safe fixes, done by what the findings say: the bytes that come of them."""

from __future__ import annotations

import fixes
import pytest

pytestmark = pytest.mark.usefixtures("reader")

KINGS = b"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
SP1 = b"bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"
ROOKS = b"r3k2r/8/8/8/8/8/8/R3K2R"


def tagged(fen: bytes, moves: bytes, before: bytes = b'[SetUp "1"]\n') -> bytes:
    return before + b'[FEN "' + fen + b'"]\n\n' + moves + b"\n"


@pytest.mark.parametrize(
    "data, fixed",
    [
        (tagged(KINGS, b"1. e4 *", b""), tagged(KINGS, b"1. e4 *")),
        (tagged(KINGS, b"1. e4 *", b'[Setup "1"]\n'), tagged(KINGS, b"1. e4 *")),
        (tagged(KINGS, b"1. e4"), tagged(KINGS, b"1. e4 *")),
        (tagged(KINGS, b"1. e4 Kd7 3. e5 Kd8 4. e6 *"), tagged(KINGS, b"1. e4 Kd7 2. e5 Kd8 3. e6 *")),
        (tagged(KINGS.replace(b" w", b"  w").replace(b"8/8", b"8/44", 1), b"*"), tagged(KINGS, b"*")),
        (tagged(ROOKS + b" w Qkq - 0 1", b"1. O-O *"), tagged(ROOKS + b" w KQkq - 0 1", b"1. O-O *")),
        (tagged(ROOKS + b" w kqKQ - 0 0", b"*"), tagged(ROOKS + b" w KQkq - 0 1", b"*")),
        (tagged(ROOKS + b" b KQkq e6 0 9", b"*"), tagged(ROOKS + b" b KQkq - 0 9", b"*")),
        (tagged(b"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 9", b"9. exd6 *"), tagged(b"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9",
                                                                            b"9. exd6 *")),
        (b'[SetUp "1"]\n[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n\n1. e4 *\n', b"\n1. e4 *\n"),
        (b'[Result "1/2"]\n[PlyCount "7"]\n\n1. e4 e5 1/2\n',
         b'[Result "1/2-1/2"]\n[PlyCount "2"]\n\n1. e4 e5 1/2-1/2\n'),
        (b"1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 o-o *\n", b"1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O *\n"),
        (b"1. e4 {Sf3} e5 2. Sf3 (2. Dh5) Sc6 3. Lc4 *\n", b"1. e4 {Sf3} e5 2. Nf3 (2. Qh5) Nc6 3. Bc4 *\n"),
        ("1. e4 e5 2. \u041a\u0440e2 \u041af6 *\n".encode(), b"1. e4 e5 2. Ke2 Nf6 *\n"),
        (b'[Site "A\r"]\n' + tagged(KINGS.replace(b"0 1", b"0 0\r\n"), b"*"), b'[Site "A"]\n' + tagged(KINGS, b"*")),
        (tagged(KINGS.replace(b" ", b"\n", 1) + b"\r", b"*"), tagged(KINGS, b"*")),
        (b'[SetUp "1"]\n[SetUp "1"]\n[FEN "' + SP1 + b'"]\n[Variant "Chess960"]\n\n*\n',
         b'[SetUp "1"]\n[Variant "Chess960"]\n[FEN "' + SP1 + b'"]\n\n*\n'),
    ],
)  # fmt: skip
def test_what_comes_of_safe_fixes(data: bytes, fixed: bytes) -> None:
    got = fixes.apply_safe(data)
    assert got.data == fixed
    assert not got.contradictions
    assert fixes.left_over(fixes.audit(data), got) == []


def test_edits_of_one_place_contradict_each_other() -> None:
    one, same, other = (fixes.Edit(3, 5, new, "X") for new in (b"a", b"a", b"b"))
    tag, tag_again = (fixes.Edit(9, 9, b'[%s "1"]\n' % name, "S") for name in (b"SetUp", b"Variant"))
    kept, clashes = fixes.settle([one, same, tag, tag_again, other])
    assert kept == [one, tag, tag_again]
    assert len(clashes) == 1
