"""Inputs made to make a reader slow: fragments repeated, in the places where they could hurt."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

FRAGMENTS = (
    b"{", b"}", b"(", b")", b"[", b"]", b";", b"%", b"*", b'"', b"\\", b"\n", b"\r", b"\r\n", b" ", b"\t", b"\x00",
    b"/", b"-", b"+", b"=", b".", b",", b"$", b"!", b"~", b":", b"#", b"@", b"0", b"1", b"8", b"a", b"K", b"R",
    b"\xc3", b"\xe2\x80\x93", b"\xff", b"{ ", b"{\n", b"\n%", b"\n[", b"\n;", b"\n\n", b'\n[x "', b'\n[Event "',
    b'[Event "x"]\n', b'\n[Event "x"]\n', b'[Event "x"]', b'[FEN "', b'"]', b'"]\n', b'\\"', b"\\\\", b"1-0", b"1/2",
    b"1/2-1/2", b"0-1", b"1.", b"1...", b"1. e4 ", b"e4 ", b"Nf3 Nf6 Ng1 Ng8 ", b"Qh9 ", b"O-O ", b"O-O-O", b"0-0",
    b"-- ", b"Z0 ", b"e.p.", b"$1 ", b"x ", b"word ", b"8/", b"KQkq ", b"k", b"w ", b"bm ", b'id "', b'; id "x";',
    b"D1 20 ;", b"hmvc 1;", b"[x]", b"[%clk 1]", b"{}", b"()", b"(1. d4)", b'{[Event "x"]\n', b"*\n", b"*\n\n",
    b"e4 *\n", b"(1. d4 *\n\n", b'[Result "*"]\n', b'[SetUp "1"]\n', b"[T", b"Sf3 ", b"\xd0\x9a\xd1\x84", b"]\n",
    b'x"]\n', b"\x1a", b"\xef\xbb\xbf", b"=Q", b"e8=Q ", b"e4!?", b"++", b"ch. ",
)  # fmt: skip

TAGS = b'[Event "g"]\n[Result "*"]\n'
KINGS = b"4k3/8/8/8/8/8/4P3/4K3"
PLACES: dict[str, tuple[bytes, bytes]] = {
    "at the beginning": (b"", b'\n\n[Event "h"]\n\n1. e4 *\n'),
    "alone": (b"", b""),
    "before the first tags": (b"{a comment}\n", b'\n[Event "h"]\n\n1. e4 *\n'),
    "among the tags": (TAGS, b"\n1. e4 *\n"),
    "in a tag name": (TAGS + b"[", b' "x"]\n\n1. e4 *\n'),
    "in a tag value": (TAGS + b'[White "', b'"]\n\n1. e4 *\n'),
    "in an open tag value": (TAGS + b'[White "', b"\n\n1. e4 *\n"),
    "in the Result": (b'[Event "g"]\n[Result "', b'"]\n\n1. e4 *\n'),
    "in the Variant": (TAGS + b'[Variant "', b'"]\n\n1. e4 *\n'),
    "in the FEN": (TAGS + b'[SetUp "1"]\n[FEN "', b'"]\n\n1. e4 *\n'),
    "in the castling field": (TAGS + b'[SetUp "1"]\n[FEN "' + KINGS + b" w ", b' - 0 1"]\n\n1. e4 *\n'),
    "behind the tags": (TAGS, b'\n\n[Event "h"]\n\n1. e4 *\n'),
    "in movetext": (TAGS + b"\n1. e4 ", b" *\n"),
    "in movetext without an end": (TAGS + b"\n1. e4 ", b""),
    "in a comment": (TAGS + b"\n1. e4 {", b"} e5 *\n"),
    "in an open comment": (TAGS + b"\n1. e4 {", b'\n\n[Event "h"]\n\n1. e4 *\n'),
    "in a line comment": (TAGS + b"\n1. e4 ;", b"\n e5 *\n"),
    "in an escaped line": (TAGS + b"\n1. e4\n%", b"\n e5 *\n"),
    "in a variation": (TAGS + b"\n1. e4 (1. d4 ", b") e5 *\n"),
    "in a variation, open": (TAGS + b"\n1. e4 (1. d4 ", b'\n\n[Event "h"]\n\n1. e4 *\n'),
    "behind the marker": (TAGS + b"\n1. e4 *", b'\n\n[Event "h"]\n\n1. e4 *\n'),
    "behind the marker, open": (TAGS + b"\n1. e4 *\n{", b""),
    "behind an illegal move": (TAGS + b"\n1. e5 ", b" *\n"),
    "in records": (b"", b"\n"),
    "in operations": (KINGS + b" w - - ", b";\n"),
    "in an operand": (KINGS + b' w - - id "', b'";\n'),
}
"""What stands before and behind, by where the fragments are."""
RECORDS = frozenset(("in records", "in operations", "in an operand"))


class Shape(NamedTuple):
    """A fragment (or several) repeated in a place."""

    place: str
    unit: bytes

    def data(self, size: int) -> bytes:
        """So many bytes of it, about."""
        head, tail = PLACES[self.place]
        return head + self.unit * max(1, size // len(self.unit)) + tail

    @property
    def records(self) -> bool:
        """Whether it is a file of records."""
        return self.place in RECORDS


def shapes(seed: int) -> Iterator[Shape]:
    """Shapes without end: every fragment alone in every place, in mixed order, then two and three of them."""
    luck = random.Random(seed)
    single = [Shape(place, fragment) for place in PLACES for fragment in FRAGMENTS]
    luck.shuffle(single)
    yield from single
    while True:
        yield Shape(luck.choice(list(PLACES)), b"".join(luck.choices(FRAGMENTS, k=luck.choice((2, 2, 3, 4)))))
