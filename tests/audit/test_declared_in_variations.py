"""FENs in comments of variations: held to the position there, as python-chess plays it, and repaired to it."""

from __future__ import annotations

import io
import random

import chess
import chess.pgn
import pytest

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.catalog import choose
from pgnfen.audit.finding import Finding
from pgnfen.pgn.blocks import read_blocks

pytestmark = pytest.mark.usefixtures("reader")

DECLARED = Auditor(choose(["D10"]))
FORMS = ("{}", "[%fen {}]", "d=3, fen={}, x", '[%clk 0:01] "{}"')


def findings(text: str) -> list[Finding]:
    return [one for block in read_blocks(io.BytesIO(text.encode())) for one in DECLARED.audit_block(block, "")]


def grow(node: chess.pgn.GameNode, plies: int, pick: random.Random, nodes: list[chess.pgn.ChildNode]) -> None:
    """Random moves behind a node, with variations."""
    for _ in range(plies):
        moves = list(node.board().legal_moves)
        if not moves:
            return
        chosen = pick.sample(moves, min(len(moves), pick.choice((1, 1, 1, 2, 3))))
        children = [node.add_variation(move) for move in chosen]
        nodes += children
        for child in children[1:]:
            grow(child, plies // 3, pick, nodes)
        node = children[0]


def a_game(pick: random.Random) -> tuple[chess.pgn.Game, list[chess.pgn.ChildNode]]:
    game, nodes = chess.pgn.Game(), []
    grow(game, 9, pick, nodes)
    for node in nodes:
        fen = node.board().fen(en_passant=pick.choice(("legal", "fen", "xfen")))
        fen = pick.choice((fen, " ".join(fen.split()[:4])))
        node.comment = pick.choice(FORMS).format(fen) if pick.random() < 0.7 else ""
        if node.starts_variation() and pick.random() < 0.5:
            node.starting_comment = node.parent.board().fen()
    return game, nodes


@pytest.mark.parametrize("seed", range(12))
def test_random_games(seed: int) -> None:
    pick = random.Random(seed)
    game, nodes = a_game(pick)
    assert findings(f"{game}\n\n") == []
    inside = [node for node in nodes if not node.is_mainline() and "/" in node.comment]
    if not inside:
        return
    node = pick.choice(inside)
    board, turn = node.board(), " w " if " w " in node.comment else " b "
    node.comment = node.comment.replace(turn, " b " if turn == " w " else " w ")
    [found] = findings(f"{game}\n\n")
    assert (found.code, found.ply, found.fix) == ("D102", node.ply(), "safe")
    assert found.expected == ("w" if board.turn else "b") and "(in the variation)" in found.message


def test_those_before_the_moves() -> None:
    pick = random.Random(5)
    game, nodes = a_game(pick)
    for node in nodes:
        node.comment, node.starting_comment = node.parent.board().fen(), ""
    [found] = findings(f"{game}\n\n")
    assert found.code == "D107" and found.message.startswith(f"{len(nodes)} comments declare")


def test_what_is_too_much_to_compare_is_not_safe() -> None:
    """A man is missing; the position is nowhere else, and of more than 2,000 nobody looks."""
    fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBN1 w KQkq - 0 2"
    for count, fix in ((3, "safe"), (2001, "unsafe")):
        beside = "(2. d4) " * count
        assert {one.fix for one in findings(f"1. e4 c5 {{{fen}}} 2. Nf3 {beside} Nc6 *\n")} == {fix}
