"""No repair by the moves removes a text that was true: games whose witnesses agree, then one thing made wrong.

Each game says the same of itself in several ways: FEN, declared positions, PlyCount, move numbers. If the moves or the
start were made wrong, all of these were true and must stay. If one witness was made wrong, the others prove it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import chess
import pytest

from pgnfen.audit.auditor import Auditor
from pgnfen.pgn.blocks import new_splitter
from pgnfen.repair.fixer import Fixer

STARTS = (
    chess.STARTING_FEN,
    "r3k2r/pppq1ppp/2n2n2/3p4/3P4/2N2N2/PPPQ1PPP/R3K2R w KQkq - 0 9",
    "4k3/2p2p2/8/3n4/8/5N2/2P2PP1/4K3 w - - 3 31",
)


@dataclass
class Game:
    """A game and what it says of itself; `declared`: after which plies a comment has the position."""

    start: str
    moves: list[chess.Move]
    sans: list[str] = field(default_factory=list)
    positions: dict[int, str] = field(default_factory=dict)
    numbers: dict[int, int] = field(default_factory=dict)
    ply_count: int = 0
    final: str = ""

    def __post_init__(self) -> None:
        board = chess.Board(self.start)
        for ply, move in enumerate(self.moves):
            if board.turn:
                self.numbers[ply] = board.fullmove_number
            self.sans.append(board.san(move))
            board.push(move)
            if ply % 5 == 3:
                self.positions[ply] = board.fen()
        self.ply_count, self.final = len(self.moves), board.fen()

    def text(self) -> str:
        """The game as PGN, one number or move or comment a word."""
        tags = f'[Event "x"]\n[Result "*"]\n[PlyCount "{self.ply_count}"]\n[CurrentPosition "{self.final}"]\n'
        if self.start != chess.STARTING_FEN:
            tags += f'[SetUp "1"]\n[FEN "{self.start}"]\n'
        return f"{tags}\n{' '.join(self.words())} *\n\n"

    def words(self) -> Iterator[str]:
        for ply, san in enumerate(self.sans):
            if not san:
                continue
            if ply in self.numbers:
                yield f"{self.numbers[ply]}."
            yield san
            if ply in self.positions:
                yield f"{{{self.positions[ply]}}}"

    def witnesses(self) -> set[str]:
        """The texts that were true before the moves or the start were made wrong."""
        return {f'[PlyCount "{self.ply_count}"]', f'[CurrentPosition "{self.final}"]', *self.positions.values()}


def random_game(luck: random.Random) -> Game:
    start = luck.choice(STARTS)
    board, moves = chess.Board(start), []
    for _ in range(luck.randrange(14, 40)):
        legal = [move for move in board.legal_moves if not board.gives_check(move)]
        if not legal:
            break
        moves.append(luck.choice(legal))
        board.push(moves[-1])
    return Game(start, moves)


def piece_of_the_start(luck: random.Random, game: Game) -> str:
    """The FEN has lost a piece, or has one more."""
    board = chess.Board(game.start)
    squares = [square for square in chess.SQUARES if board.piece_type_at(square) != chess.KING]
    taken = [square for square in squares if board.piece_at(square)]
    if luck.random() < 0.5:
        board.remove_piece_at(luck.choice(taken))
    else:
        board.set_piece_at(luck.choice([one for one in squares if one not in taken]), chess.Piece(2, chess.WHITE))
    game.start = board.fen()
    return game.text()


def two_moves_dropped(luck: random.Random, game: Game) -> str:
    at = luck.randrange(0, len(game.sans) - 3)
    game.sans[at] = game.sans[at + 1] = ""
    return game.text()


def last_moves_lost(luck: random.Random, game: Game) -> str:
    for at in range(1, luck.randrange(2, 4)):
        game.sans[-at] = ""
    return game.text()


def comment_that_swallows(luck: random.Random, game: Game) -> str:
    """A comment begins before a move and ends behind the last."""
    words = list(game.words())
    numbers = [at for at, word in enumerate(words) if re.fullmatch(r"[0-9]+\.", word)][1:]
    at = luck.choice(numbers)
    game.words = lambda: iter([*words[:at], "{", *(word.strip("{}") for word in words[at:]), "}"])  # type: ignore[method-assign]
    return game.text()


def variation_that_swallows(luck: random.Random, game: Game) -> str:
    words = list(game.words())
    at = luck.choice([at for at, word in enumerate(words) if re.fullmatch(r"[0-9]+\.", word)][1:])
    game.words = lambda: iter([*words[:at], "(", *words[at:]])  # type: ignore[method-assign]
    return game.text()


def null_move_for_a_move(luck: random.Random, game: Game) -> str:
    game.sans[luck.randrange(len(game.sans))] = "--"
    return game.text()


def illegal_move(luck: random.Random, game: Game) -> str:
    game.sans[luck.randrange(len(game.sans) // 2, len(game.sans))] = "Qa9"
    return game.text()


def replayable(game: Game) -> bool:
    board = chess.Board(game.start)
    try:
        for san in game.sans:
            board.push_san(san)
    except ValueError:
        return False
    return True


def another_legal_move(luck: random.Random, game: Game) -> str:
    """A move is another one, and all that follow can be played."""
    sans, boards = list(game.sans), [chess.Board(game.start)]
    for move in game.moves:
        boards.append(boards[-1].copy(stack=False))
        boards[-1].push(move)
    for ply in luck.sample(range(len(sans)), len(sans)):
        for move in luck.sample(list(boards[ply].legal_moves), boards[ply].legal_moves.count()):
            game.sans = [*sans[:ply], boards[ply].san(move), *sans[ply + 1 :]]
            if move != game.moves[ply] and replayable(game):
                return game.text()
    game.sans = sans
    return game.text()


def only_the_final_position(luck: random.Random, game: Game) -> str:
    """As above, with no witness but the final position and PlyCount."""
    game.positions = {}
    return another_legal_move(luck, game)


def two_moves_swapped(luck: random.Random, game: Game) -> str:
    sans = list(game.sans)
    for at in luck.sample(range(len(sans) - 2), len(sans) - 2):
        game.sans = [*sans[:at], sans[at + 2], sans[at + 1], sans[at], *sans[at + 3 :]]
        if game.sans != sans and replayable(game):
            return game.text()
    game.sans = sans
    return game.text()


MOVES_ARE_WRONG: list[Callable[[random.Random, Game], str]] = [
    piece_of_the_start, two_moves_dropped, last_moves_lost, comment_that_swallows, variation_that_swallows,
    null_move_for_a_move, illegal_move, another_legal_move, only_the_final_position, two_moves_swapped,
]  # fmt: skip


def ply_count(luck: random.Random, game: Game) -> str:
    game.ply_count += luck.choice((-7, -1, 1, 5))
    return game.text()


def one_number(luck: random.Random, game: Game) -> str:
    game.numbers[luck.choice(list(game.numbers)[1:])] += luck.choice((10, 20))
    return game.text()


def counter_of_a_position(luck: random.Random, game: Game) -> str:
    """The fullmove number of one comment."""
    ply = luck.choice(list(game.positions))
    rest, _, number = game.positions[ply].rpartition(" ")
    game.positions[ply] = f"{rest} {int(number) + luck.choice((1, 3, 10))}"
    return game.text()


def piece_of_a_position(luck: random.Random, game: Game) -> str:
    """A piece is missing in one comment."""
    ply = luck.choice(list(game.positions)[:-1])
    board = chess.Board(game.positions[ply])
    pieces = [at for at, piece in board.piece_map().items() if piece.piece_type != chess.KING]
    board.remove_piece_at(luck.choice(pieces))
    game.positions[ply] = " ".join([board.board_fen(), *game.positions[ply].split()[1:]])
    return game.text()


ONE_WITNESS_IS_WRONG: list[Callable[[random.Random, Game], str]] = [
    ply_count, one_number, counter_of_a_position, piece_of_a_position,
]  # fmt: skip
AUDITOR = Auditor()


def fixed(text: str) -> str:
    return Fixer(AUDITOR, AUDITOR.codes).block(new_splitter().split(text.encode(), final=True)).data.decode()


def harmed(kind: Callable[[random.Random, Game], str], seed: int) -> set[str]:
    """The texts that were true, and that a safe fix has removed."""
    luck = random.Random(seed)
    game = random_game(luck)
    witnesses = game.witnesses()
    before = kind(luck, game)
    after = fixed(before)
    return {one for one in witnesses if one in before and one not in after}


@pytest.mark.parametrize("kind", MOVES_ARE_WRONG, ids=lambda kind: kind.__name__)
def test_what_was_true_stays(kind: Callable[[random.Random, Game], str]) -> None:
    for seed in range(10):
        assert not harmed(kind, seed), seed


@pytest.mark.parametrize("kind", ONE_WITNESS_IS_WRONG, ids=lambda kind: kind.__name__)
def test_a_single_wrong_witness_is_repaired(kind: Callable[[random.Random, Game], str]) -> None:
    """By the moves and all other witnesses."""
    assert sum(restored(kind, seed) for seed in range(12)) >= 11


def restored(kind: Callable[[random.Random, Game], str], seed: int) -> bool:
    luck = random.Random(seed)
    game = random_game(luck)
    right = game.text()
    return fixed(kind(luck, game)) == right


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", MOVES_ARE_WRONG, ids=lambda kind: kind.__name__)
def test_what_was_true_stays_in_many_games(kind: Callable[[random.Random, Game], str]) -> None:
    found = {seed: texts for seed in range(100) if (texts := harmed(kind, seed))}
    assert not found


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", ONE_WITNESS_IS_WRONG, ids=lambda kind: kind.__name__)
def test_single_wrong_witnesses_are_repaired_in_many_games(kind: Callable[[random.Random, Game], str]) -> None:
    assert sum(restored(kind, seed) for seed in range(100)) >= 98
