"""Ranges of a file, each split by itself, are the file: the same games, numbers, lines, offsets, wherever it is cut."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import pytest
from seen_ranges import see

from pgnfen.pgn.block import RawGame
from pgnfen.pgn.blocks import read_blocks
from pgnfen.pgn.ranges import Range, Seen, joined, range_blocks
from pgnfen.pgn.records import read_record_blocks

pytestmark = pytest.mark.usefixtures("reader")

FILES = sorted((Path(__file__).parent / "boundaries").glob("*.pgn"))
HOSTILE = {
    "tags in a comment": b'[Event "a"]\n\n1. e4 {\n\n[Event "no"]\n[B "no"]\n\n1. d4 *\n\n[Event "no"]\n} e5 *\n\n' * 3,
    "comment over all": b'[Event "a"]\n\n1. e4 {' + b'\n[Event "no"]\n\n1. d4 *\n' * 9 + b'} e5 *\n\n[Event "b"]\n',
    "never closed": b'[Event "a"]\n\n1. e4 {\n\n[Event "b"]\n\n1. d4 {x} *\n\n[Event "c"]\n\n1. c4 } *\n' * 2,
    "CRLF": b'[Event "a"]\r\n[White "b"]\r\n\r\n1. e4 { } *\r\n\r\n' * 4,
    "CR": b'[Event "a"]\r[White "b"]\r\r1. e4 *\r\r' * 4,
    "no tags": b"1. e4 e5 *\n\n1. d4 1-0 1. c4 *\n" * 3,
    "escapes and line comments": b'[Event "a\\"]\n[B "x"]\n\n%[Event "no"]\n1. e4 ; [Event "no"] {\n*\n\n' * 3,
    "tags alone": b'[Event "a"]\n\n' * 6,
}


def games_of(data: bytes, max_game: int | None) -> list[RawGame]:
    blocks = list(read_blocks(io.BytesIO(data), 1 << 20, max_game))
    assert b"".join(block.data[: block.end] for block in blocks) == data
    return [game for block in blocks for game in block.games()]


def check(data: bytes, cuts: Sequence[int], max_game: int | None = None) -> int:
    """Cut there, split by parts and joined: the same games; how many parts were seen twice."""
    file, ends = io.BytesIO(data), [*cuts, len(data)]
    parts = [Range(*pair) for pair in zip([0, *cuts], ends, strict=True)]
    twice = 0

    def again(part: Range, first: int) -> Seen:
        nonlocal twice
        twice += 1
        return see(file, part, max_game, first)

    games: list[RawGame] = []
    text = b""
    for part, place, before in joined([(part, see(file, part, max_game)) for part in parts], again):
        if place is not None:
            for block in range_blocks(file, part, place, max_game, 64, before):
                games += block.games()
                text += block.data[: block.end]
    assert text == data, cuts
    assert games == games_of(data, max_game), cuts
    return twice


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_cut_at_every_byte(path: Path) -> None:
    data = path.read_bytes()
    for cut in range(1, len(data)):
        check(data, [cut])


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_data_cut_anywhere(name: str) -> None:
    for cut in range(1, len(HOSTILE[name]), 3):
        check(HOSTILE[name], [cut])


@pytest.mark.parametrize("name", HOSTILE)
def test_many_small_parts(name: str) -> None:
    data = HOSTILE[name]
    for size in (1, 5, 17, 40):
        check(data, range(size, len(data), size))


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_data_cut_at_every_byte(name: str) -> None:
    for cut in range(1, len(HOSTILE[name])):
        check(HOSTILE[name], [cut])


def test_games_too_large_are_the_same() -> None:
    game = b'[Event "a"]\n\n1. e4 {' + b"x" * 90_000 + b"} *\n\n"
    data = game + b'[Event "b"]\n\n1. d4 *\n\n' + game * 2
    for cut in (5, 80_000, 90_030, 90_050, 100_000, 180_100):
        check(data, [cut], 50_000)


def test_guesses_are_right_where_games_are_plain() -> None:
    data = b'[Event "a"]\n[White "b"]\n\n1. e4 {good} e5 (1... c5) 2. Nf3 *\n\n' * 9
    assert sum(check(data, [cut]) for cut in range(1, len(data))) < len(data) // 20


@pytest.mark.parametrize("records", [False, True])
def test_a_block_that_is_moved_knows_its_first_game(records: bool) -> None:
    data = b"# x\n4k3/8/8/8/8/8/8/4K3 w - -\n" if records else b"\n1. e4 *\n\n"
    stream = io.BytesIO(data * 3)
    block, *_ = read_record_blocks(stream) if records else read_blocks(stream)
    before = block.first_line, block.first_start
    for _ in range(2):  # before and after the column of lines is made
        block.move((100, 10, 1))
    assert block.first_line == block.lines[0] == before[0] + 2
    assert (block.offset, block.number, block.first_start) == (200, 21, before[1])
    block.move((0, 0, 5))
    assert block.first_line == block.lines[0] == before[0] + 7
