"""Positions that games reach and the ways in which they end, held to python-chess."""

from __future__ import annotations

import io
import random
from collections import Counter
from collections.abc import Iterator

import chess
import chess.pgn
import pytest

from pgnfen.pgn.blocks import read_blocks
from pgnfen.select.conditions import Select
from pgnfen.select.partition import Partition
from pgnfen.select.placement_pattern import PlacementPattern
from pgnfen.select.sought import END_NAMES, check_ends, read_sought
from pgnfen.select.tag_conditions import tag_matches

pytestmark = pytest.mark.usefixtures("reader")


def chosen(data: str, select: Select) -> tuple[list[bool], int]:
    """Which games match, and how many cannot be played."""
    flags, unplayed = [], 0
    for block in read_blocks(io.BytesIO(data.encode()), 1 << 14):
        part = Partition(select).divide(block)
        flags += part.flags
        unplayed += part.unplayed
    return flags, unplayed


def endgame(rng: random.Random) -> chess.pgn.Game:
    """A game from a few men, which comes to mates, stalemates, repetitions and bare kings."""
    men = [rng.choice("QRBNPqrbnp") for _ in range(rng.randint(0, 3))]
    board = chess.Board(None)
    while not board.is_valid():
        board = chess.Board(None)
        for man, square in zip(["K", "k", *men], rng.sample(chess.SQUARES, len(men) + 2), strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(man))
    board.halfmove_clock, board.fullmove_number = rng.choice([0, 0, 40, 90]), 60
    game = chess.pgn.Game()
    game.setup(board)
    node: chess.pgn.GameNode = game
    back: chess.Move | None = None
    for _ in range(rng.randint(0, 40)):
        legal = list(board.legal_moves)
        if not legal:
            break
        last = [move for move in legal if is_last(board, move)]
        move = rng.choice(last or legal) if rng.random() < 0.4 or back not in legal else back
        before = board.move_stack[-1] if board.move_stack else None
        back = chess.Move(before.to_square, before.from_square) if before else None
        board.push(move)
        node = node.add_variation(move)
    game.headers["Result"] = rng.choice(["*", "1-0", "0-1", "1/2-1/2"])
    return game


def is_last(board: chess.Board, move: chess.Move) -> bool:
    """Whether it leaves the other side without a move."""
    board.push(move)
    none = not any(board.legal_moves)
    board.pop()
    return none


def text_of(games: list[chess.pgn.Game]) -> str:
    return "\n\n".join(map(str, games)) + "\n"


def boards_of(game: chess.pgn.Game) -> Iterator[chess.Board]:
    board = game.board()
    yield board.copy(stack=False)
    for move in game.mainline_moves():
        board.push(move)
        yield board.copy(stack=False)


def ends_of(game: chess.pgn.Game) -> set[str]:
    """The ways in which a game ends, as python-chess says."""
    boards = list(boards_of(game))
    last = boards[-1]
    keys = Counter(board.epd(shredder=True, en_passant="legal") for board in boards)
    found = {
        "mate": last.is_checkmate(),
        "stalemate": last.is_stalemate(),
        "repetition": keys[last.epd(shredder=True, en_passant="legal")] >= 3,
        "fifty": last.halfmove_clock >= 100,
        "insufficient": last.is_insufficient_material(),
    }
    found["adjudicated"] = not any(found.values()) and game.headers["Result"] != "*"
    return {name for name, holds in found.items() if holds}


def test_ends() -> None:
    rng = random.Random(30)
    games = [endgame(rng) for _ in range(600)]
    expected = [ends_of(game) for game in games]
    counts = Counter(name for names in expected for name in names)
    assert min(counts[name] for name in END_NAMES) >= 5, counts
    for name in END_NAMES:
        assert chosen(text_of(games), Select(ends=frozenset((name,)))) == ([name in names for names in expected], 0)
    two = frozenset(("mate", "fifty"))
    assert chosen(text_of(games), Select(ends=two))[0] == [bool(names & two) for names in expected]


def pattern_of(board: chess.Board, rng: random.Random) -> str:
    """A pattern that fits the board, and may fit others."""
    ranks = []
    for rank in range(7, -1, -1):
        row = [board.piece_at(chess.square(file, rank)) for file in range(8)]
        squares = [man.symbol() if man else "1" for man in row]
        kind = rng.randrange(4)
        if kind == 0:
            ranks.append("*")
        elif kind == 1:
            ranks.append("".join(man if rng.random() < 0.5 else "?" for man in squares))
        elif kind == 2:
            begin, end = sorted(rng.sample(range(9), 2))
            ranks.append("*" + "".join(squares[begin:end]) + "*")
        else:
            begin, end = sorted(rng.sample(range(9), 2))
            ranks.append("".join(squares[:begin]) + "*" + "".join(squares[end:]))
    return "/".join(ranks)


def rows_of(board: chess.Board) -> str:
    return str(board).replace(" ", "").replace("\n", "")


def test_reaches() -> None:
    """Of the positions of random games and of others: whole keys, their first fields, patterns."""
    rng = random.Random(31)
    games = [endgame(rng) for _ in range(20)]
    for number in range(20):
        board = chess.Board.from_chess960_pos(rng.randrange(960)) if number % 2 else chess.Board()
        game = chess.pgn.Game()
        game.setup(board)
        node: chess.pgn.GameNode = game
        for _ in range(rng.randint(0, 40)):
            legal = list(board.legal_moves)
            if not legal:
                break
            special = [move for move in legal if board.is_castling(move) or board.is_en_passant(move)]
            move = rng.choice(special or legal)
            board.push(move)
            node = node.add_variation(move)
        games.append(game)
    data = text_of(games)
    boards = [list(boards_of(game)) for game in games]
    keys = [[board.epd(shredder=True, en_passant="legal") for board in of_game] for of_game in boards]
    for _ in range(20):
        board = rng.choice(rng.choice(boards))
        key = board.epd(shredder=True, en_passant="legal").split(" ")
        fen = board.fen(shredder=rng.random() < 0.5, en_passant=rng.choice(["fen", "legal"]))
        number = rng.randint(1, 6)
        asked = " ".join(fen.split(" ")[:number])
        wanted = [any(one.split(" ")[:number] == key[:number] for one in of_game) for of_game in keys]
        assert any(wanted)
        assert chosen(data, Select(reaches=[read_sought(asked)])) == (wanted, 0), asked
    found = 0
    for _ in range(20):
        board = rng.choice(rng.choice(boards))
        text = pattern_of(board, rng)
        pattern, turn = PlacementPattern(text), rng.choice([None, True, False])
        asked = text if turn is None else f"{text} {'w' if turn else 'b'}"
        wanted = [
            any(turn in (None, one.turn) and pattern.matches(Squares(rows_of(one))) for one in of_game)  # type: ignore[arg-type]
            for of_game in boards
        ]
        found += any(wanted) and not all(wanted)
        assert chosen(data, Select(reaches=[read_sought(asked)])) == (wanted, 0), asked
    assert found > 5


class Squares:
    """The part of a board that a pattern looks at."""

    width = 8

    def __init__(self, squares: str) -> None:
        self.squares = squares


GAMES = """[Event "mate"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "illegal"]
[Result "0-1"]

1. f3 e5 2. g4 Qh5# 0-1

[Event "never closed"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# {0-1

[Event "no Result, but a marker"]

1. f3 e5 2. g4 1-0

[Event "three checks"]
[Variant "Three-check"]
[Result "1-0"]

1. e4 e5 1-0

[Event "hands"]
[Variant "Crazyhouse"]
[Result "*"]

1. e4 d5 2. exd5 Qxd5 *

[Event "German"]
[Result "1/2-1/2"]

1. e4 e5 2. Sf3 Sc6 1/2-1/2
"""


@pytest.mark.parametrize(
    ("reaches", "expected"),
    [
        ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR", [4, 6]),
        ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 9 9", [4, 6]),
        ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 3+3 9 9", [4]),
        ("rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR", [5]),
        ("rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp]", [5]),
        ("rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[P]", []),
        ("*/*/2n5/*/*/*/*/*", [6]),
        ("*/*/*/*/*/*/*/*", [0, 3, 4, 5, 6]),
        ("10/*/*/*/*/*/*/*", []),
        ("*a/*/*/*/*/*/*/*", []),
    ],
)
def test_games_that_are_not_plain(reaches: str, expected: list[int]) -> None:
    flags, unplayed = chosen(GAMES, Select(reaches=[read_sought(reaches)]))
    assert ([index for index, flag in enumerate(flags) if flag], unplayed) == (expected, 2)


def test_ends_of_games_that_are_not_plain() -> None:
    selects = {name: Select(ends=check_ends([name])) for name in END_NAMES}
    found = {name: [i for i, flag in enumerate(chosen(GAMES, one)[0]) if flag] for name, one in selects.items()}
    assert found == {**{name: [] for name in END_NAMES}, "mate": [0], "adjudicated": [3, 4, 6]}


def test_only_games_that_match_are_counted() -> None:
    select = Select(tags=[tag_matches("Event=illegal")], ends=check_ends(["mate"]))
    assert chosen(GAMES, select) == ([False] * 7, 1)
    select.inverted = True
    assert chosen(GAMES, select) == ([True] * 7, 1)


@pytest.mark.parametrize(
    "text",
    ["", "8/8", "9/8/8/8/8/8/8/8", f"{'8/' * 7}8 x", "*/*/*/*/*/*/*/* w KQ", "*/*/*/*/*/*/*/* x"],
)
def test_what_is_no_position(text: str) -> None:
    with pytest.raises(ValueError, match=r"position|pattern"):
        read_sought(text)


def test_names_of_ends() -> None:
    with pytest.raises(ValueError, match="did you mean 'mate'"):
        check_ends(["mat"])
