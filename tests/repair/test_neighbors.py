"""What stands around a game decides whether its repair stands; what it is told of its neighbors does not depend on
blocks."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from pgnfen.audit.auditor import Auditor
from pgnfen.pgn import blocks as module
from pgnfen.pgn.block import Block, Neighbors
from pgnfen.pgn.blocks import Piece, neighbors_of, new_splitter, read_blocks, with_neighbors
from pgnfen.repair.fixer import Fixer
from pgnfen.repair.state import TAKEN_APART

pytestmark = pytest.mark.usefixtures("reader")

ARRAY = '[SetUp "1"]\n[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n\n'
FINISHED, UNFINISHED = '[Event "a"]\n\n1. d4 d5 *\n\n', '[Event "a"]\n\n1. d4 d5\n\n'
IN_WORDS = '[Event "a"]\n[Result "White wins"]\n\n1. d4 d5\n\n'  # G102 has nothing to write here
OPEN = '[Event "a"]\n\n1. d4 d5 {said\n\n'
WRONG_NUMBER = "1. e4 e5 3. Nf3 *\n\n"


def repaired(text: str, unsafe: bool = False) -> tuple[str, list[tuple[int, str, str | None]]]:
    """The games after their repair; game, code and reason of each fix that was done or refused."""
    auditor = Auditor()
    fixed = Fixer(auditor, auditor.codes, unsafe).block(new_splitter().split(text.encode(), final=True))
    return fixed.data.decode(), [(one.placed.game, one.placed.remark.code, one.refused) for one in fixed.done]


@pytest.mark.parametrize("before", ["", FINISHED], ids=["nothing before", "a finished game before"])
def test_the_last_tags_are_taken_away_where_the_game_is_told_without(before: str) -> None:
    text, done = repaired(before + ARRAY + WRONG_NUMBER)
    assert text == before + "\n1. e4 e5 2. Nf3 *\n\n"
    assert {(code, why) for _, code, why in done} == {("S105", None), ("K203", None)}


def test_behind_a_game_that_gets_its_marker_by_its_own_repair() -> None:
    text, done = repaired(UNFINISHED + ARRAY + WRONG_NUMBER)
    assert text == FINISHED + "\n1. e4 e5 2. Nf3 *\n\n"
    assert {(code, why) for _, code, why in done} == {("G102", None), ("S105", None), ("K203", None)}


@pytest.mark.parametrize("before", [IN_WORDS, OPEN], ids=["no marker before", "an open comment before"])
def test_one_refused_fix_leaves_the_others(before: str) -> None:
    """Those of the same game, and those of the games around it."""
    behind = '[Event "c"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K3  w - - 0 1"]\n\n*\n'
    text, done = repaired(WRONG_NUMBER + before + ARRAY + WRONG_NUMBER + behind)
    right = WRONG_NUMBER.replace("3.", "2.")
    assert text == right + before + ARRAY + right + behind.replace("  ", " ")
    assert [why for game, code, why in done if code == "S105"] == [TAKEN_APART]
    assert {(game, code) for game, code, why in done if why is None} == {(1, "K203"), (3, "K203"), (4, "F102")}


def test_a_game_of_tags_alone_is_not_taken_away() -> None:
    text, done = repaired(FINISHED + ARRAY + FINISHED)
    assert ("[FEN" in text, (2, "S105", TAKEN_APART) in done) == (True, True)


def test_beside_a_game_that_is_too_long_to_be_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "HELD", 40)
    before = FINISHED.replace("d5", "d5 {" + "x" * 40 + "}")
    assert repaired(before + ARRAY + WRONG_NUMBER)[1] == [(2, "S105", TAKEN_APART), (2, "K203", None)]


FILES = sorted((Path(__file__).parents[1] / "pgn" / "boundaries").glob("*.pgn"))


def known(blocks: list[Block]) -> dict[int, Neighbors]:
    """The neighbors of each game that is not a piece, by its number."""
    whole = [block for block in blocks if not isinstance(block, Piece)]
    return {block.number + index: neighbors_of(block, index) for block in whole for index in range(len(block))}


@pytest.mark.parametrize("max_game", [None, 400])
def test_neighbors_do_not_depend_on_blocks(max_game: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "HELD", 300)
    monkeypatch.setattr(module, "HEAD", 50)
    for path in FILES:
        data = path.read_bytes()
        expected = known(list(with_neighbors(read_blocks(io.BytesIO(data), 1 << 20, max_game))))
        for size in (1, 60, 500):
            blocks = list(with_neighbors(read_blocks(io.BytesIO(data), size, max_game)))
            assert b"".join(block.data[: block.end] for block in blocks) == data
            assert known(blocks) == expected, path


def test_a_game_without_tags_behind_is_not_joined() -> None:
    r"""The value "*" ends the game in the file; written anew, it would let the moves behind it into the game."""
    text = (
        '{y} ; x [T1 "a\nb"] [setup "*"]  Sf3 1... e5 O-O 3. ) Nbd7 Nc6 3. e2e4 \x1a a6 1-0 !? \n\n'
        " [%fen exd6 Nf3 Bb5 {4k3/P7/8/8/8/8/p7/4K3[Qq] - KK} !? O-O e5 Bb5 1/2-1/2  "
    )
    written, done = repaired(text, unsafe=True)
    begins = [list(new_splitter().split(data.encode(), final=True).starts) for data in (text, written)]
    assert begins[0] == begins[1] == [0, 53, 140]
    assert (1, "S104", TAKEN_APART) in done


def test_a_game_on_the_line_of_the_one_before_keeps_its_tags() -> None:
    """Without them its line end would end the line of the game before."""
    behind = ARRAY + "1. d4 *\n"
    text, done = repaired(FINISHED.rstrip() + behind)
    assert text == FINISHED.rstrip() + behind
    assert done == [(2, "S105", TAKEN_APART)]
