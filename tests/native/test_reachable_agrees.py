"""The native engine clears exactly the positions against which Python proves nothing: it misses no proof, and it asks
Python about no position without need, which takes a thousand times as long."""

from __future__ import annotations

import random
from collections.abc import Iterator

import chess
import pytest

from pgnfen import native
from pgnfen.facts.kinds import Fact
from pgnfen.fen.notation import read_record
from pgnfen.fen.start import read_start

pytestmark = pytest.mark.skipif(native.load() is None, reason="the native engine is not built")


def clears(fen: str, variant: str | None) -> bool:
    found = native.module().start(b"1", fen.encode(), variant and variant.encode())
    return found is not None and not found[1] & Fact.FEN_FAULT


def clears_record(fen: str) -> bool:
    found = native.module().record(fen.encode())
    return found is not None and not found[1]


def positions(seed: int, count: int) -> Iterator[tuple[str, str | None]]:
    """Positions of random games of chess and Chess960 with a piece elsewhere, or other counters, or turned."""
    rng, made = random.Random(seed), 0
    while True:
        chess960 = rng.random() < 0.4
        board = chess.Board.from_chess960_pos(rng.randrange(960)) if chess960 else chess.Board()
        for _ in range(rng.choice((10, 30, 90))):
            moves = list(board.legal_moves)
            if not moves:
                break
            takes = [move for move in moves if board.is_capture(move)]
            board.push(rng.choice(takes if takes and rng.random() < 0.4 else moves))
            if rng.random() < 0.4:
                yield changed(board, rng), "Chess960" if chess960 else None
                made += 1
                if made == count:
                    return


def changed(board: chess.Board, rng: random.Random) -> str:
    made = board.copy(stack=False)
    what = rng.randrange(6)
    if what < 2:
        piece = made.remove_piece_at(rng.choice(list(chess.SquareSet(made.occupied))))
        made.set_piece_at(rng.choice([square for square in range(8, 56) if made.piece_at(square) is None]), piece)
    elif what == 2:
        made.turn, made.ep_square = not made.turn, None
    elif what == 3:
        made.halfmove_clock = rng.randrange(6)
    elif what == 4:
        made.fullmove_number = rng.randrange(1, 12)
    return made.shredder_fen(en_passant="fen") if made.chess960 else made.fen(en_passant="fen")


def test_starts_and_records_that_are_cleared() -> None:
    cleared = 0
    for fen, variant in positions(32, 1200):
        sound = not read_start("1", fen, variant).faults
        assert clears(fen, variant) == sound, (fen, variant)
        assert clears_record(fen) == (not read_record(fen)[1]), fen
        cleared += sound
    assert 300 < cleared < 1000


@pytest.mark.parametrize(
    "fen",
    [
        # pawns of both sides that can come from files of their own by few of many ways
        "3k4/p3br2/Pp1p4/1Pp1p3/2PpPpNr/3P1PpP/6P1/3RR1K1 b - - 1 66",
        "rn4k1/p1q2pp1/1p2p2r/1PppPnQp/3P3P/2P2R2/2P1NPP1/R1B2K2 b - - 0 16",
        # from Chess960 few moves, from the standard array more than there were
        "1qb2rk1/1p2ppbp/2pnn1p1/r2pN3/p2P2PP/P1P3B1/1PQ1PP2/2KR1NRB b - - 2 11",
        # rooks in the room of their corner; a king whose rank is shut; a bishop at home beside fixed pawns
        "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7",
        "rnbq1bnr/ppp1kppp/8/3pp3/3PP3/8/PPP1KPPP/RNBQ1BNR w - - 2 5",
        "4k3/8/8/8/4q3/8/PPPP1PPP/RNBQKB1R w KQ - 3 21",
    ],
)
def test_positions_that_are_cleared(fen: str) -> None:
    assert read_record(fen)[1] == () and clears_record(fen)


def test_records_that_no_game_of_standard_chess_leads_to() -> None:
    """Those of which the native engine is sure that P106 as an info is their one finding."""
    fens = [fen for fen, _ in positions(960, 1500)]
    data = "\n".join(fens).encode()
    survey = native.module().Records(data, len(data), True).doubtful(data)
    messages = [[fault.message for fault in read_record(fen)[1]] for fen in fens]
    expected = [index for index, found in enumerate(messages) if len(found) == 1 and found[0].startswith("unless it")]
    assert survey.foreign == [index for index in expected if "no move" not in messages[index][0]]
    assert len(survey.foreign) > 20
