"""Random games by python-chess, of standard chess and Chess960, with what it says of each of their positions."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator

import chess
import chess.pgn


def random_game(rng: random.Random, plies: int, chess960: float) -> chess.pgn.Game:
    """A game; captures, castling and double steps are played oftener than chance has it."""
    board = chess.Board.from_chess960_pos(rng.randrange(960)) if rng.random() < chess960 else chess.Board()
    first = board.copy()
    moves = []
    while len(moves) < plies and (legal := list(board.legal_moves)):
        special = [move for move in legal if board.is_castling(move) or board.is_en_passant(move) or move.promotion]
        move = rng.choice(special if special and rng.random() < 0.5 else legal)
        moves.append(move)
        board.push(move)
    game = chess.pgn.Game()
    game.setup(first)
    node: chess.pgn.GameNode = game
    for move in moves:
        node = node.add_variation(move)
    game.headers["Result"] = "*"
    return game


def random_pgn(seed: int, games: int, plies: int = 80, chess960: float = 0.6) -> str:
    """A PGN of random games; `chess960` is the part of them that begins from one of its arrays."""
    rng = random.Random(seed)
    return "\n\n".join(str(random_game(rng, rng.randint(0, plies), chess960)) for _ in range(games)) + "\n"


def boards_of(pgn: str) -> Iterator[list[tuple[str | None, chess.Board]]]:
    """The games of a PGN as python-chess reads them: of each its boards, each with the move that led there."""
    source = io.StringIO(pgn)
    while (game := chess.pgn.read_game(source)) is not None:
        assert not game.errors
        board = game.board()
        found: list[tuple[str | None, chess.Board]] = [(None, board.copy(stack=False))]
        for move in game.mainline_moves():
            san = board.san(move)
            board.push(move)
            found.append((san, board.copy(stack=False)))
        yield found
