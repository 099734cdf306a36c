"""Variations: where chess.pgn finds an error in one, there they stop; it plays them from where we do."""

from __future__ import annotations

import io
import logging
import random
from pathlib import Path

import chess
import chess.pgn
import pytest

from pgnfen.facts.facts import Facts
from pgnfen.facts.kinds import Fact
from pgnfen.facts.reader import Reader, ReadOptions
from pgnfen.inputs.source import Source, find_sources
from pgnfen.pgn.blocks import read_blocks
from pgnfen.pgn.definitions import DEEPEST_VARIATION

EVERY = ReadOptions(sum(Fact), True, lambda start: False, None)
ARCHIVES = "advice/broken-variations.pgn.zst", "dirty/old-book-nested-variations.pgn"


def facts_of(data: bytes) -> Facts:
    [block] = read_blocks(io.BytesIO(data))
    [(_, _, facts)] = Reader().block(block, EVERY)
    return facts


def stops(movetext: str) -> list[tuple[int, str]]:
    """The stops in variations: ply and move."""
    return [(stop.ply, stop.san) for stop in facts_of(movetext.encode()).variation_stops]


def line(board: chess.Board, plies: int, depth: int, random_: random.Random, wrong: list[int]) -> str:
    """Random moves with variations, and a move that is none of the board's where `wrong` counts down to 0."""
    words: list[str] = []
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        before = board.copy(stack=False)
        move = random_.choice(moves)
        said = board.san(move)
        if depth:
            wrong[0] -= 1
            if wrong[0] == 0:
                said = random_.choice(("Kd4", "Nd2", "exd5", "O-O-O", "Qb3", "e4", "Rfe1", "a8=Q", "Bxf7+"))
        words.append(said)
        board.push(move)
        if depth < 3 and random_.random() < 0.2:
            words.append("(" + line(before, random_.randint(1, 8), depth + 1, random_, wrong) + ")")
    return " ".join(words)


def test_chess_pgn_finds_the_same(reader: str) -> None:
    logging.getLogger("chess.pgn").disabled = True
    random_ = random.Random(8)
    found = 0
    for _ in range(60):
        text = line(chess.Board(), 30, 0, random_, [random_.randint(1, 40)]) + " *"
        game = chess.pgn.read_game(io.StringIO(text))
        assert game is not None
        ours = facts_of(text.encode())
        assert ours.stop is None
        errors = [str(error) for error in game.errors]
        assert bool(errors) == bool(ours.variation_stops), text
        if errors:  # chess.pgn is lost behind the first
            found += 1
            stop = ours.variation_stops[0]
            assert f"'{stop.san.rstrip('+')}' in {stop.fen}" in errors[0], (errors, stop, text)
    assert found > 50


@pytest.mark.parametrize(
    ("movetext", "expected"),
    [
        ("1. e4 (1. d4 d5 2. e3 (2. c4 dxc4 3. Qxc4)) 1... e5 (1... Ke7) *", [(5, "Qxc4"), (2, "Ke7")]),
        ("(1. e4 d4) 1. d4 *", [(2, "d4")]),
        ("1. e4 (1. d4) (1. c4) (1... c5) () ({x} $1) e5 *", [(1, "c5")]),
        ("1. e4 e5 ((Ke3) Ke3) 2. Ke3 (2. Kd3) d5 (Kd5) *", [(2, "Ke3")]),
        ("1. e4 foo (Ka1) e5 (c5 Ka1) *", [(3, "Ka1")]),
        ("1. e4 (d4 foo (Ka1) d5 (Kd7 Ka1)) *", [(2, "Kd7")]),
        ("1. e4 * (Ka1)", []),
        ("1. e4 (d4 1-0 d5 * Kd2 (Kd3)) e5 0-1", [(3, "Kd3")]),
        ("1. e4 (1. d4 -- 2. e3 Z0) (1. e3 f6 2. Qh5+ --) *", [(4, "--")]),
        ("1. e4 (Pe2e4 e7e5 e5) (1. e2e4 d7e5) *", [(3, "e5"), (2, "d7e5")]),
        ("1. e4 (1. d4 d5 ) ) e5 (Kd7) (e6 ( *", [(2, "Kd7")]),
    ],
)
def test_where_variations_branch_off(movetext: str, expected: list[tuple[int, str]], reader: str) -> None:
    assert stops(movetext) == expected


@pytest.mark.parametrize(
    ("tags", "movetext", "expected"),
    [
        ("4k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "1. Ra2 (1. O-O) (1. O-O-O) Kf8 2. Kd1 *", ["O-O", "O-O-O"]),
        ("4k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "1. Ra2 (1. O-O) (1. O-O-O) Kf8 2. O-O *", ["O-O-O"]),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 9", "9. Kd2 (9. exd6) *", ["exd6"]),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 9", "9. exd6 (9. exd6 Kd7) *", []),
    ],
)
def test_what_the_start_denies(tags: str, movetext: str, expected: list[str], reader: str) -> None:
    """The mainline proves it; variations do not."""
    facts = facts_of(f'[SetUp "1"]\n[FEN "{tags}"]\n\n{movetext}\n'.encode())
    assert [stop.san for stop in facts.variation_stops] == expected


def test_deeper_ones_are_not_played(reader: str) -> None:
    for depth, expected in ((DEEPEST_VARIATION, [(2, "Ke3")]), (DEEPEST_VARIATION + 1, [])):
        text = "1. e4 e5 " + "(c5 " * (depth - 1) + "(Ke3" + ")" * depth + " *"
        assert stops(text) == expected
    text = "1. e4 " + "(" * 100_000 + "Ke3" + ")" * 100_000 + " e5 (Ke3) *"
    assert stops(text) == [(2, "Ke3")]


def test_real_variations_are_as_chess_pgn_plays_them(corpora: Path, reader: str) -> None:
    """Of real games only those stop that chess.pgn finds an error in."""
    logging.getLogger("chess.pgn").disabled = True
    compared = 0
    for source in find_sources([str(corpora / name) for name in ARCHIVES]):
        assert isinstance(source, Source)
        with source:
            for block in read_blocks(source):
                for index, _, facts in Reader().block(block, EVERY):
                    game = chess.pgn.read_game(io.StringIO(block.game(index).raw.decode("latin-1")))
                    assert game is not None
                    if not facts.kinds & (Fact.UNREADABLE | Fact.VARIATION_UNREADABLE | Fact.OPEN_VARIATION):
                        compared += 1
                        assert bool(game.errors) == bool(facts.stop or facts.variation_stops)
    assert compared > 200
