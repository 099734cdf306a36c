"""The position before a stop, as python-chess is given it."""

from __future__ import annotations

import chess
import pytest

from pgnfen.engine_records import BoardSets
from pgnfen.facts.stops import board_of


def numbers(board: chess.Board) -> BoardSets:
    """What the native reader says of a position."""
    pieces = board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings
    sides = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
    counters = board.halfmove_clock, board.fullmove_number
    return BoardSets(*pieces, *sides, board.castling_rights, board.ep_square, board.turn, *counters)


@pytest.mark.parametrize(
    "fen",
    [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 17",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
        "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR b HFhf - 0 1",
    ],
)
@pytest.mark.parametrize("chess960", [False, True])
def test_the_board_is_that_of_the_fen(fen: str, chess960: bool) -> None:
    """In everything that a board of python-chess has, so that no method of it can tell the two apart."""
    expected = chess.Board(fen, chess960=chess960)
    board = board_of(numbers(expected), chess960)
    assert vars(board) == vars(expected)
    assert board.fen() == expected.fen()
    assert (board.status(), board.is_check(), board.is_variant_end()) == (expected.status(), expected.is_check(), False)
    assert [*board.legal_moves] == [*expected.legal_moves]
