"""Positions that games have reached, and positions that no game can reach, against what pgnfen proves of both.

    python benchmarks/reachable.py --reached 20000             # random games: nothing may be called impossible
    python benchmarks/reachable.py --archive FILE...           # games of PGN files from arrays, likewise
    python benchmarks/reachable.py --impossible 200            # so many impossible positions of each way
    python benchmarks/reachable.py --changed 20000             # random placements, and reached positions with a change
    python benchmarks/reachable.py --cost 20000                # microseconds per reached position

Random games are of standard chess, Chess960 and double Chess960, with a bent for captures, promotions, checks or quiet
moves. The native engine clears most positions; those that it does not clear are judged in Python, as in an audit
(`--engine python-chess`: all). Impossible positions are reached ones with a change of which it is certain that no game
explains it; beside what pgnfen finds stands what `chess.Board.status` of python-chess finds.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time

import chess

import pgnfen
from pgnfen import native
from pgnfen.facts.kinds import Fact
from pgnfen.fen.start import read_start

KINDS = ("Standard", "Standard", "Chess960", "Double")
STYLES = ("plain", "captures", "promotions", "checks", "quiet")
WHITE_HOME, BLACK_HOME = chess.BB_RANK_2, chess.BB_RANK_7


def start(kind: str, rng: random.Random) -> chess.Board:
    """The array that a game of this kind begins at."""
    if kind == "Standard":
        return chess.Board()
    white, black = (chess.Board.from_chess960_pos(rng.randrange(960)) for _ in range(2))
    if kind == "Chess960":
        return white
    board = chess.Board(None, chess960=True)
    board.set_board_fen("/".join([black.board_fen().split("/")[0], *white.board_fen().split("/")[1:]]))
    board.castling_rights = board.rooks
    return board


def choose(board: chess.Board, style: str, rng: random.Random) -> chess.Move | None:
    """A legal move by the bent of a style."""
    moves = list(board.legal_moves)
    kinds: dict[str, Callable[[chess.Move], bool]] = {
        "captures": board.is_capture,
        "promotions": lambda move: board.piece_type_at(move.from_square) == chess.PAWN,
        "checks": board.gives_check,
        "quiet": lambda move: not board.is_zeroing(move),
    }
    wanted = kinds.get(style)
    if wanted is not None and rng.random() < 0.6:
        moves = [move for move in moves if wanted(move)] or moves
    return rng.choice(moves) if moves else None


def games(seed: int) -> Iterator[tuple[str, list[chess.Board]]]:
    """Random games without end: the kind, the positions behind each move."""
    rng = random.Random(seed)
    while True:
        kind, style, length = rng.choice(KINDS), rng.choice(STYLES), rng.choice((12, 40, 120, 400))
        board, boards = start(kind, rng), []
        while len(boards) < length:
            move = choose(board, style, rng)
            if move is None:
                break
            board.push(move)
            boards.append(board.copy(stack=False))
        yield kind, boards


PROVEN = frozenset({"P106", "K105", "K106"})
FIRST_RANKS = "/pppppppp/8/8/8/8/PPPPPPPP/"


class Judge:
    """What is proved of positions: by the native engine first, in Python what it does not clear; or all in Python."""

    def __init__(self, engine: str) -> None:
        self._start = native.module().start if engine == "native" else None
        self.asked = 0

    def proofs(self, fen: str, variant: str | None) -> list[str]:
        """What is proved against a position."""
        if self._start is not None:
            known = self._start(b"1", fen.encode(), variant and variant.encode())
            if known is not None and not known[1] & Fact.FEN_FAULT:
                return []
        self.asked += 1
        faults = read_start("1", fen, variant).faults
        return [f"{fault.code} {fault.message}" for fault in faults if fault.code in PROVEN]


def found(board: chess.Board, kind: str) -> list[str]:
    """What pgnfen proves of a position, and what is wrong with it otherwise."""
    return [f"{fault.code} {fault.message}" for fault in read_start("1", text_of(board, kind), variant_of(kind)).faults]


def variant_of(kind: str) -> str | None:
    """The Variant tag of a game of this kind."""
    return None if kind == "Standard" else "Chess960"


def text_of(board: chess.Board, kind: str) -> str:
    """The FEN of a position; its rights as they are set, in standard chess."""
    if kind != "Standard":
        return board.shredder_fen()
    fields = board.fen(en_passant="fen").split(" ")
    corners = zip((7, 0, 63, 56), "KQkq", strict=True)
    fields[2] = "".join(letter for square, letter in corners if board.castling_rights >> square & 1) or "-"
    return " ".join(fields)


# --- ways to make a position impossible; None: not this one


Way = Callable[[chess.Board, random.Random], "chess.Board | None"]
WAYS: dict[str, Way] = {}


def way(function: Way) -> Way:
    """Enter a way to make a reached position impossible."""
    WAYS[function.__name__.replace("_", "-")] = function
    return function


def men(board: chess.Board, color: chess.Color) -> int:
    """How many men a side has."""
    return chess.popcount(board.occupied_co[color])


def pawns(board: chess.Board, color: chess.Color) -> chess.SquareSet:
    """The pawns of a side."""
    return board.pieces(chess.PAWN, color)


def whole_pawns(board: chess.Board) -> bool:
    """Whether nobody can have promoted."""
    return len(pawns(board, True)) == len(pawns(board, False)) == 8


def moved(board: chess.Board, square: int, target: int) -> chess.Board | None:
    """The board with a man elsewhere; None where that is taken, or somebody else is in check then."""
    if board.piece_at(target) or board.piece_at(square) is None:
        return None
    made = board.copy(stack=False)
    piece = made.remove_piece_at(square)
    made.set_piece_at(target, piece)
    made.ep_square = None
    made.castling_rights = made.clean_castling_rights()
    return made if not made.was_into_check() and not made.is_check() else None


def rank_of(square: int, color: chess.Color) -> int:
    """The rank as a side counts it, from 0."""
    return chess.square_rank(square) if color else 7 - chess.square_rank(square)


def away(board: chess.Board, square: int, rng: random.Random) -> chess.Board | None:
    """The man on some square of the middle ranks."""
    return moved(board, square, rng.choice(range(16, 48)))


@way
def pawn_beside_its_file(board: chess.Board, rng: random.Random) -> chess.Board | None:
    color = rng.random() < 0.5
    if men(board, not color) < 16 or len(pawns(board, color)) < 8:
        return None
    square = rng.choice(list(pawns(board, color)))
    target = square + rng.choice((-1, 1)) + (8 if color else -8)
    if chess.square_distance(square, target) != 1 or not 2 <= rank_of(target, color) <= 5:
        return None
    return moved(board, square, target)


@way
def pawn_two_files_away(board: chess.Board, rng: random.Random) -> chess.Board | None:
    color = rng.random() < 0.5
    files = [chess.square_file(square) for square in pawns(board, color)]
    if men(board, not color) != 15 or sorted(files) != list(range(8)):
        return None
    square = rng.choice(list(pawns(board, color)))
    target = chess.square(chess.square_file(square), rng.choice((3, 4))) + rng.choice((-2, 2))
    if not 0 <= target < 64 or abs(chess.square_file(target) - chess.square_file(square)) != 2:
        return None
    return moved(board, square, target)


@way
def three_pawns_of_two_files(board: chess.Board, rng: random.Random) -> chess.Board | None:
    home = chess.A2 if rng.random() < 0.5 else chess.H2
    beside = home + (1 if home == chess.A2 else -1)
    others = [square for square in pawns(board, True) if square not in (home, beside)]
    if not all(board.piece_at(square) == chess.Piece(1, True) for square in (home, beside)) or not others:
        return None
    return moved(board, rng.choice(others), home + 8)


@way
def pawns_have_passed(board: chess.Board, rng: random.Random) -> chess.Board | None:
    file = rng.randrange(8)
    ours = [square for square in pawns(board, True) if chess.square_file(square) == file]
    theirs = [square for square in pawns(board, False) if chess.square_file(square) == file]
    if men(board, True) < 16 or men(board, False) < 16 or not whole_pawns(board) or len(ours) != 1 or len(theirs) != 1:
        return None
    first = moved(board, ours[0], chess.square(file, 5))
    return moved(first, theirs[0], chess.square(file, 2)) if first else None


def _from_home(kind: int, closed: int) -> Way:
    """A piece outside that men that have not moved keep at home."""

    def made(board: chess.Board, rng: random.Random) -> chess.Board | None:
        color = rng.random() < 0.5
        walls = closed if color else chess.flip_vertical(closed)
        home = list(board.pieces(kind, color) & (chess.BB_RANK_1 if color else chess.BB_RANK_8))
        if int(pawns(board, color)) & walls != walls or not whole_pawns(board) or not home:
            return None
        return away(board, rng.choice(home), rng)

    return made


WAYS["rook-from-behind-pawns"] = _from_home(chess.ROOK, WHITE_HOME)
WAYS["queen-from-behind-pawns"] = _from_home(chess.QUEEN, WHITE_HOME)
WAYS["king-from-behind-pawns"] = _from_home(chess.KING, WHITE_HOME)
WAYS["bishop-from-behind-pawns"] = _from_home(chess.BISHOP, WHITE_HOME)


@way
def bishop_from_behind_two_pawns(board: chess.Board, rng: random.Random) -> chess.Board | None:
    color = rng.random() < 0.5
    home = rng.choice((chess.C1, chess.F1)) if color else rng.choice((chess.C8, chess.F8))
    ahead = 8 if color else -8
    walls = (home + ahead - 1, home + ahead + 1)
    if board.chess960 or not all(square in pawns(board, color) for square in walls) or len(pawns(board, color)) < 8:
        return None
    if board.piece_at(home) != chess.Piece(chess.BISHOP, color):
        return None
    return moved(board, home, home + ahead * 2 + rng.choice((-2, 0, 2)))


@way
def foreign_bishop_behind_pawns(board: chess.Board, rng: random.Random) -> chess.Board | None:
    made = bishop_from_behind_two_pawns(board, rng)
    if made is None:
        return None
    left = (board.occupied & ~made.occupied).bit_length() - 1
    came = (made.occupied & ~board.occupied).bit_length() - 1
    piece = made.remove_piece_at(came)
    if piece is None:
        return None
    square = chess.SquareSet(made.bishops & made.occupied_co[not piece.color])
    same = [
        one
        for one in square
        if bool(chess.BB_SQUARES[one] & chess.BB_LIGHT_SQUARES) == bool(chess.BB_SQUARES[left] & chess.BB_LIGHT_SQUARES)
    ]
    return moved(made, same[0], left) if same and whole_pawns(made) else None


@way
def two_bishops_of_one_color(board: chess.Board, rng: random.Random) -> chess.Board | None:
    color = rng.random() < 0.5
    bishops = list(board.pieces(chess.BISHOP, color))
    if len(pawns(board, color)) < 8 or len(bishops) != 2:
        return None
    square = rng.choice(bishops)
    target = rng.choice(range(16, 48))
    light = [bool(chess.BB_SQUARES[one] & chess.BB_LIGHT_SQUARES) for one in (square, target)]
    return moved(board, square, target) if light[0] != light[1] else None


@way
def promoted_without_a_capture(board: chess.Board, rng: random.Random) -> chess.Board | None:
    color = rng.random() < 0.5
    if men(board, True) < 16 or men(board, False) < 16 or not whole_pawns(board):
        return None
    made = board.copy(stack=False)
    made.remove_piece_at(rng.choice(list(pawns(board, color))))
    free = [square for square in range(16, 48) if made.piece_at(square) is None]
    made.set_piece_at(rng.choice(free), chess.Piece(rng.choice((2, 4, 5)), color))
    made.ep_square = None
    return made if not made.was_into_check() and not made.is_check() else None


@way
def promoted_past_unmoved_pawns(board: chess.Board, rng: random.Random) -> chess.Board | None:
    color = rng.random() < 0.5
    walls = BLACK_HOME if color else WHITE_HOME
    if int(pawns(board, not color)) != walls or not pawns(board, color):
        return None
    made = board.copy(stack=False)
    made.remove_piece_at(rng.choice(list(pawns(board, color))))
    free = [square for square in range(16, 48) if made.piece_at(square) is None]
    made.set_piece_at(rng.choice(free), chess.Piece(chess.QUEEN, color))
    made.ep_square = None
    queens = len(made.pieces(chess.QUEEN, color))
    return made if queens > 1 and not made.was_into_check() and not made.is_check() else None


@way
def check_by_an_unmoved_pawn(board: chess.Board, rng: random.Random) -> chess.Board | None:
    color = rng.random() < 0.5
    home = list(
        int(pawns(board, color)) & (WHITE_HOME if color else BLACK_HOME)
        and pawns(board, color) & chess.SquareSet(WHITE_HOME if color else BLACK_HOME)
    )
    king = board.king(not color)
    if not home or king is None:
        return None
    targets = list(board.attacks(rng.choice(home)))
    made = board.copy(stack=False)
    target = rng.choice(targets)
    if made.piece_at(target) is not None:
        return None
    made.remove_piece_at(king)
    made.set_piece_at(target, chess.Piece(chess.KING, not color))
    made.turn, made.ep_square = not color, None
    made.castling_rights = made.clean_castling_rights()
    return made if not made.was_into_check() and made.is_check() else None


def _checked(first: int, second: int) -> Way:
    """Two checks at once that no move gives."""

    def made(board: chess.Board, rng: random.Random) -> chess.Board | None:
        color = rng.random() < 0.5
        king = board.king(not color)
        ones = [list(board.pieces(kind, color)) for kind in (first, second)]
        if king is None or not all(ones) or board.is_check():
            return None
        after = board.copy(stack=False)
        pieces = {rng.choice(ones[0]), rng.choice(ones[1])}
        if len(pieces) < 2:
            return None
        for square in pieces:
            piece = after.remove_piece_at(square)
            if piece is None:
                return None
            spots = [
                spot
                for spot in chess.SquareSet(chess.BB_ALL)
                if after.piece_at(spot) is None
                and not (piece.piece_type == chess.PAWN and not 2 <= rank_of(spot, color) <= 6)
                and king in _attacks(piece, spot, after.occupied)
            ]
            if not spots:
                return None
            after.set_piece_at(rng.choice(spots), piece)
        after.turn, after.ep_square = not color, None
        after.castling_rights = after.clean_castling_rights()
        return after if not after.was_into_check() and len(after.checkers()) == 2 else None

    return made


def _attacks(piece: chess.Piece, square: int, occupied: int) -> chess.SquareSet:
    board = chess.BaseBoard(None)
    for one in chess.SquareSet(occupied):
        board.set_piece_at(one, chess.Piece(chess.PAWN, not piece.color))
    board.set_piece_at(square, piece)
    return board.attacks(square)


WAYS["check-by-two-knights"] = _checked(chess.KNIGHT, chess.KNIGHT)
WAYS["check-by-pawn-and-knight"] = _checked(chess.PAWN, chess.KNIGHT)


@way
def check_by_a_rook_that_may_castle(board: chess.Board, rng: random.Random) -> chess.Board | None:
    color = rng.random() < 0.5
    rooks = list(chess.SquareSet(board.castling_rights & (chess.BB_RANK_1 if color else chess.BB_RANK_8)))
    king = board.king(not color)
    if not rooks or king is None:
        return None
    rook = rng.choice(rooks)
    ahead = rook + (8 if color else -8)
    made = board.copy(stack=False)
    made.remove_piece_at(king)
    made.remove_piece_at(ahead)
    made.set_piece_at(ahead + (8 if color else -8), chess.Piece(chess.KING, not color))
    made.turn, made.ep_square = not color, None
    made.castling_rights = made.clean_castling_rights()
    checkers = list(made.checkers())
    # From the side it can be discovered; the king stands two squares ahead with a free one between.
    if made.was_into_check() or checkers != [rook] or not made.castling_rights & chess.BB_SQUARES[rook]:
        return None
    beside = [square for square in chess.SquareSet(made.occupied_co[color]) if ahead in _attacks_of(made, square)]
    return made if not [one for one in beside if one != rook] and men(made, color) < 8 else None


def _attacks_of(board: chess.Board, square: int) -> chess.SquareSet:
    return board.attacks(square)


@way
def clock_0_behind_a_knight_check(board: chess.Board, rng: random.Random) -> chess.Board | None:
    checkers = list(board.checkers())
    if men(board, board.turn) < 16 or len(checkers) != 1 or board.piece_type_at(checkers[0]) != chess.KNIGHT:
        return None
    if not board.halfmove_clock:
        return None
    made = board.copy(stack=False)
    made.halfmove_clock = 0
    return made


@way
def clock_behind_a_pawn_check(board: chess.Board, rng: random.Random) -> chess.Board | None:
    checkers = list(board.checkers())
    if len(checkers) != 1 or board.piece_type_at(checkers[0]) != chess.PAWN or board.ep_square is not None:
        return None
    made = board.copy(stack=False)
    made.halfmove_clock = rng.randrange(1, 9)
    made.fullmove_number += 9
    return made


@way
def too_few_moves_for_the_pawns(board: chess.Board, rng: random.Random) -> chess.Board | None:
    color = rng.random() < 0.5
    count = sum(1 for square in pawns(board, color) if rank_of(square, color) > 1)
    if count < 3 or board.halfmove_clock:
        return None
    made = board.copy(stack=False)
    made.fullmove_number = rng.randrange(2, count)  # so many moves less one were made by both, White one more at most
    return made if made.fullmove_number + 0 < count else None


@way
def too_few_moves_for_the_captures(board: chess.Board, rng: random.Random) -> chess.Board | None:
    color = rng.random() < 0.5
    count = 16 - men(board, not color)
    if count < 3 or board.halfmove_clock:
        return None
    made = board.copy(stack=False)
    made.fullmove_number = rng.randrange(2, count) if count > 2 else 2
    return made


@way
def clock_longer_than_the_rest(board: chess.Board, rng: random.Random) -> chess.Board | None:
    made = board.copy(stack=False)
    count = sum(1 for square in pawns(board, True) if rank_of(square, True) > 1)
    plies = 2 * (made.fullmove_number - 1) + (not made.turn)
    if count < 2 or not board.halfmove_clock or plies < 4:
        return None
    made.halfmove_clock = plies - 2
    return made


@way
def the_array_with_black_to_move(board: chess.Board, rng: random.Random) -> chess.Board | None:
    made = start("Chess960" if board.chess960 else "Standard", rng)
    made.turn = False
    return made


@way
def a_pawn_too_many(board: chess.Board, rng: random.Random) -> chess.Board | None:
    color = rng.random() < 0.5
    free = [square for square in range(16, 48) if board.piece_at(square) is None]
    if len(pawns(board, color)) < 8 or men(board, color) > 15:
        return None
    made = board.copy(stack=False)
    made.set_piece_at(rng.choice(free), chess.Piece(chess.PAWN, color))
    made.ep_square = None
    return made if not made.was_into_check() and not made.is_check() else None


@way
def the_other_side_to_move_in_check(board: chess.Board, rng: random.Random) -> chess.Board | None:
    if not board.is_check():
        return None
    made = board.copy(stack=False)
    made.turn, made.ep_square = not made.turn, None
    return made


# --- the measures


def reached(count: int, seed: int, engine: str) -> int:
    """How many of so many reached positions are called impossible."""
    judge, wrong, seen = Judge(engine), 0, 0
    moves: Counter[str] = Counter()
    for kind, boards in games(seed):
        for board in boards:
            for proof in judge.proofs(text_of(board, kind), variant_of(kind)):
                print(f"WRONG {kind} {text_of(board, kind)}: {proof}")
                wrong += 1
        seen += len(boards)
        moves[kind] += len(boards)
        if seen >= count:
            break
    parts = ", ".join(f"{kind} {number:,}" for kind, number in sorted(moves.items()))
    print(f"{seen:,} reached positions ({parts}), {wrong} called impossible; {judge.asked:,} judged in Python")
    return wrong


def archived(paths: list[Path], engine: str) -> int:
    """How many positions of games that begin at an array are called impossible."""
    judge, wrong, seen, passed = Judge(engine), 0, 0, 0
    for path in paths:
        variants = {row.game: variant_of_start(row.fen) for row in pgnfen.tags(path, on_error="skip")}
        for one in pgnfen.positions(path, on_error="skip"):
            variant = variants[one.game]
            if variant == "":
                passed += 1
                continue
            seen += 1
            for proof in judge.proofs(one.fen, variant):
                print(f"WRONG {path.name} game {one.game} {one.fen}: {proof}")
                wrong += 1
    print(f"{seen:,} positions of archives, {wrong} called impossible; {judge.asked:,} judged in Python")
    print(f"{passed:,} positions of games that begin elsewhere than at an array were passed over")
    return wrong


def variant_of_start(fen: str | None) -> str | None:
    """The Variant tag for games from a start; "" where that is no array of chess or Chess960."""
    if fen is None or fen.startswith("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w "):
        return None
    return "Chess960" if FIRST_RANKS in fen and " w " in fen and fen.endswith(" 0 1") else ""


def changed(count: int, seed: int) -> int:
    """Of random placements and of reached positions with a change, how many are found, and by python-chess; how many
    that python-chess finds are not found."""
    rng = random.Random(seed)
    names = ("random placement", *CHANGES)
    rows = {name: [0, 0, 0] for name in names}
    lost = 0
    positions = (board for kind, boards in games(seed) if kind == "Standard" for board in boards if rng.random() < 0.2)
    while rows["random placement"][0] < count:
        board = next(positions)
        for name in names:
            made = scattered(rng) if name == "random placement" else CHANGES[name](board, rng)
            if made is None:
                continue
            faults, invalid = found(made, "Standard"), made.status() != chess.STATUS_VALID
            row = rows[name]
            row[0], row[1], row[2] = row[0] + 1, row[1] + bool(faults), row[2] + invalid
            if invalid and not faults:
                lost += 1
                print(f"LOST {name} {made.fen()}: {made.status()!r}")
    print(f"{'change':34} {'made':>7} {'pgnfen':>7} {'python-chess':>13}")
    for name, (made_, by_pgnfen, by_chess) in rows.items():
        print(f"{name:34} {made_:7} {by_pgnfen:7} {by_chess:13}")
    print(f"{lost} found by python-chess alone")
    return lost


def scattered(rng: random.Random) -> chess.Board:
    """Two kings and 18 to 30 other men, as many of a kind as an array has at most, somewhere; pawns on their ranks."""
    board = chess.Board(None)
    squares = rng.sample(range(64), 64)
    board.set_piece_at(squares.pop(), chess.Piece(chess.KING, True))
    board.set_piece_at(squares.pop(), chess.Piece(chess.KING, False))
    others = [chess.Piece.from_symbol(letter) for letter in "PPPPPPPPNNBBRRQppppppppnnbbrrq"]
    for piece in rng.sample(others, rng.randrange(18, 31)):
        fits = (one for one in squares if piece.piece_type != chess.PAWN or 8 <= one < 56)
        square = next(fits)
        squares.remove(square)
        board.set_piece_at(square, piece)
    board.turn, board.fullmove_number = rng.random() < 0.5, 60
    return board


def _man_moved(board: chess.Board, rng: random.Random) -> chess.Board:
    made = board.copy(stack=False)
    square = rng.choice(list(chess.SquareSet(made.occupied)))
    piece = made.remove_piece_at(square)
    low, high = (8, 56) if piece and piece.piece_type == chess.PAWN else (0, 64)
    free = [one for one in range(low, high) if one != square and made.piece_at(one) is None]
    made.set_piece_at(rng.choice(free), piece)
    return made


def _man_added(board: chess.Board, rng: random.Random) -> chess.Board:
    made = board.copy(stack=False)
    free = [one for one in range(8, 56) if made.piece_at(one) is None]
    made.set_piece_at(rng.choice(free), chess.Piece(rng.randrange(1, 6), rng.random() < 0.5))
    return made


def _other_color(board: chess.Board, rng: random.Random) -> chess.Board | None:
    made = board.copy(stack=False)
    others = list(chess.SquareSet(made.occupied & ~made.kings))
    if not others:
        return None
    square = rng.choice(others)
    piece = made.remove_piece_at(square)
    made.set_piece_at(square, piece and chess.Piece(piece.piece_type, not piece.color))
    return made


def _right_added(board: chess.Board, rng: random.Random) -> chess.Board | None:
    made = board.copy(stack=False)
    corners = [one for one in (chess.A1, chess.H1, chess.A8, chess.H8) if not made.castling_rights >> one & 1]
    if not corners:
        return None
    made.castling_rights |= chess.BB_SQUARES[rng.choice(corners)]
    return made


def _turned(board: chess.Board, rng: random.Random) -> chess.Board:
    made = board.copy(stack=False)
    made.turn, made.ep_square = not made.turn, None
    return made


Change = Callable[[chess.Board, random.Random], "chess.Board | None"]
CHANGES: dict[str, Change] = {
    "a man moved": _man_moved,
    "a man added": _man_added,
    "a man of the other color": _other_color,
    "a right added": _right_added,
    "the other side to move": _turned,
}


def cost(count: int, seed: int) -> None:
    """Microseconds per reached position, in the native engine and in Python (read_start, and its proofs alone)."""
    fens: list[tuple[str, str | None]] = []
    for kind, boards in games(seed):
        fens += [(text_of(board, kind), variant_of(kind)) for board in boards]
        if len(fens) >= count:
            break
    begin = native.module().start
    rows: list[tuple[str, Callable[[str, str | None], object]]] = [
        ("native", lambda fen, variant: begin(b"1", fen.encode(), variant and variant.encode())),
        ("Python", lambda fen, variant: read_start("1", fen, variant)),
    ]
    for name, work in rows:
        began = process_time()
        for fen, variant in fens:
            work(fen, variant)
        print(f"{name}: {(process_time() - began) / len(fens) * 1e6:.1f} us per position")


def impossible(count: int, seed: int, show: int) -> None:
    """Of each way, how many positions are found, and by python-chess."""
    rng = random.Random(seed)
    made: dict[str, int] = dict.fromkeys(WAYS, 0)
    by_pgnfen, by_chess = dict(made), dict(made)
    for number, (kind, boards) in enumerate(games(seed)):
        for board in boards:
            for name, function in WAYS.items():
                if made[name] >= count:
                    continue
                changed = function(board, rng)
                if changed is None:
                    continue
                made[name] += 1
                hit = bool(found(changed, kind))
                by_pgnfen[name] += hit
                by_chess[name] += changed.status() != chess.STATUS_VALID
                if not hit and show:
                    print(f"missed: {name}: {kind} {text_of(changed, kind)}")
                    show -= 1
        if min(made.values()) >= count or number >= 200 * count:
            break
    print(f"{'way':34} {'made':>6} {'pgnfen':>7} {'python-chess':>13}")
    for name in WAYS:
        print(f"{name:34} {made[name]:6} {by_pgnfen[name]:7} {by_chess[name]:13}")
    print(f"{'all':34} {sum(made.values()):6} {sum(by_pgnfen.values()):7} {sum(by_chess.values()):13}")


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reached", type=int, metavar="N", help="so many positions of random games")
    parser.add_argument("--archive", type=Path, nargs="+", metavar="FILE", help="positions of PGN files")
    parser.add_argument("--impossible", type=int, metavar="N", help="so many impossible positions of each way")
    parser.add_argument("--changed", type=int, metavar="N", help="so many random placements, and changed positions")
    parser.add_argument("--cost", type=int, metavar="N", help="time so many positions")
    parser.add_argument("--engine", choices=("native", "python-chess"), default="native")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0, metavar="N", help="show so many that are missed")
    options = parser.parse_args()
    wrong = 0
    if options.impossible:
        impossible(options.impossible, options.seed, options.show)
    if options.changed:
        wrong += changed(options.changed, options.seed)
    if options.cost:
        cost(options.cost, options.seed)
    if options.archive:
        wrong += archived(options.archive, options.engine)
    if options.reached:
        wrong += reached(options.reached, options.seed, options.engine)
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
