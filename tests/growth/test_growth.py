"""The work grows as the input does: shapes made to slow a reader, doubled, and the instructions counted, or the time
of the processor measured where the system does not count."""

from __future__ import annotations

import re
from functools import partial
from itertools import islice

import pytest
from growth import BOUND, TASKS, growth, timed
from hostile import Shape, shapes

# What once took the square of its size, or its size times something large.
ONCE = [
    Shape("alone", b"{}"),
    Shape("in movetext", b"{ "),
    Shape("in movetext without an end", b'{[Event "x"\n'),
    Shape("in an open comment", b'{\n[Event "x"]\n'),
    Shape("in movetext", b"\n%"),
    Shape("in movetext", b"\r%"),
    Shape("in movetext", b"\n["),
    Shape("in movetext", b'\n["'),
    Shape("in movetext", b" \n"),
    Shape("in an open tag value", b'[SetUp "1"]\n'),
    Shape("in a tag value", b'\n[Event "'),
    Shape("in the FEN", b"\n["),
    Shape("in records", b"\n%"),
    Shape("in the castling field", b"8"),
    Shape("in operations", b'id "x'),
    Shape("at the beginning", b"\n"),
    Shape("at the beginning", b"%\n"),
    Shape("in a comment", b"fen= "),
    Shape("in a comment", b"fen=/"),
    Shape("in a comment", b"[%fen "),
    Shape("in a comment", b"4k3/8/8/8/"),
    Shape("in a comment", b"4k3/8/8/8 w "),
    Shape("in a comment", b"FEN: 4k3/8/8/8, "),
    Shape("in a comment", b"position "),
]


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("shape", ONCE, ids=str)
def test_what_once_grew_faster(shape: Shape, task: str, reader: str) -> None:
    ratio, _ = growth(shape, 4000, reader, task)
    assert ratio < BOUND


def test_time_tells_what_grows_faster() -> None:
    """A search for what never comes, begun anew at each byte, beside one that is done once."""
    for pattern, faster in ((rb"\{[^}]*\}", True), (rb"\{[^{}]*\}", False)):
        ratio, _ = timed(lambda size, found=pattern: partial(re.findall, found, b"{ " * (size // 2)), 4000, tries=3)
        assert (ratio > 3.0) == faster, (pattern, ratio)


def check(seed: int, count: int, size: int, reader: str, task: str) -> None:
    found = []
    for shape in islice(shapes(seed), count):
        ratio, _ = growth(shape, size, reader, task)
        if ratio > BOUND:  # a step, as of a table that grows, is none at another size
            ratio, _ = growth(shape, size * 3, reader, task)
        if ratio > BOUND:
            found.append((ratio, shape))
    assert not found


def test_shapes_of_a_generator(reader: str) -> None:
    check(2026, 50, 3000, reader, "audit")


@pytest.mark.exhaustive
@pytest.mark.parametrize("task", TASKS)
def test_many_shapes(reader: str, task: str) -> None:
    check(7, 300, 3000, reader, task)
