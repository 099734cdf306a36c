"""Ways to make a reached position impossible; of each it is certain that no game explains what it gives."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import chess

WHITE_HOME, BLACK_HOME = chess.BB_RANK_2, chess.BB_RANK_7

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
    home = list(pawns(board, color) & (WHITE_HOME if color else BLACK_HOME))
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
    return made if no_last_move(made) else None


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
    if board.chess960:  # of some arrays a queen loses a move on the back rank
        return None
    made = chess.Board()
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


# --- more ways with pawns and pieces


def _only_loss(board: chess.Board, color: chess.Color) -> int:
    """The kind of the one man that a side has lost, where all its pawns are left; 0 otherwise."""
    if men(board, color) != 15 or len(pawns(board, color)) < 8:
        return 0
    for kind, count in ((chess.KNIGHT, 2), (chess.BISHOP, 2), (chess.ROOK, 2), (chess.QUEEN, 1)):
        if len(board.pieces(kind, color)) == count - 1:
            return kind
    return 0


def _without(board: chess.Board, square: int) -> chess.Board:
    made = board.copy(stack=False)
    made.remove_piece_at(square)
    made.castling_rights = made.clean_castling_rights()
    return made


def _is_light(square: int) -> bool:
    return bool(chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES)


def _alone(board: chess.Board, color: chess.Color, kinds: tuple[int, ...], rng: random.Random) -> chess.Board | None:
    """The board with one piece taken from a side that is whole, one of these kinds."""
    if men(board, color) < 16 or len(pawns(board, color)) < 8 or len(pawns(board, not color)) < 8:
        return None
    squares = [square for kind in kinds for square in board.pieces(kind, color)]
    return _without(board, rng.choice(squares))


@way
def capture_on_the_wrong_color(board: chess.Board, rng: random.Random) -> chess.Board | None:
    """A pawn has captured with its first move, on a square that the only man missing was never on: a bishop."""
    color = rng.random() < 0.5
    made = _alone(board, not color, (chess.BISHOP,), rng)
    if made is None:
        return None
    left = next(iter(chess.SquareSet(board.occupied & ~made.occupied)))
    home = [square for square in pawns(made, color) if rank_of(square, color) == 1]
    ahead = 8 if color else -8
    targets = [
        (square, square + ahead + side)
        for square in home
        for side in (-1, 1)
        if made.piece_at(square + side) == chess.Piece(chess.PAWN, color)
        and abs(chess.square_file(square + ahead + side) - chess.square_file(square)) == 1
        and _is_light(square + ahead + side) != _is_light(left)
    ]
    files = [chess.square_file(square) for square in pawns(made, color)]
    if not targets or sorted(files) != list(range(8)):
        return None
    return moved(made, *rng.choice(targets))


@way
def capture_of_a_bishop_lost_at_home(board: chess.Board, rng: random.Random) -> chess.Board | None:
    """A pawn is beside its file, and the one man missing is a bishop that two pawns have kept at home."""
    color = rng.random() < 0.5
    homes = (chess.C8, chess.F8) if color else (chess.C1, chess.F1)
    home = rng.choice(homes)
    ahead = -8 if color else 8
    walls = (home + ahead - 1, home + ahead + 1)
    if board.chess960 or board.piece_at(home) != chess.Piece(chess.BISHOP, not color) or not whole_pawns(board):
        return None
    if not all(square in pawns(board, not color) for square in walls) or men(board, not color) < 16:
        return None
    made = _without(board, home)
    square = rng.choice(list(pawns(made, color)))
    target = square + rng.choice((-1, 1)) + (8 if color else -8)
    if chess.square_distance(square, target) != 1 or not 2 <= rank_of(target, color) <= 5:
        return None
    return moved(made, square, target)


@way
def more_captures_than_losses(board: chess.Board, rng: random.Random) -> chess.Board | None:
    """Three pawns on one file, of which two came from others: at least two captures, and one man is missing at most."""
    color = rng.random() < 0.5
    if men(board, not color) < 15 or len(pawns(board, color)) < 8:
        return None
    file = rng.randrange(8)
    free = [chess.square(file, rank) for rank in (3, 4, 5) if not board.piece_at(chess.square(file, rank))]
    others = [square for square in pawns(board, color) if chess.square_file(square) != file]
    if len(free) < 2 or len(others) != 7:
        return None
    first = moved(board, rng.choice(others), free[0])
    others = [square for square in others if first is not None and first.piece_at(square)]
    return moved(first, rng.choice(others), free[1]) if first and others else None


@way
def two_promoted_for_one_pawn(board: chess.Board, rng: random.Random) -> chess.Board | None:
    color = rng.random() < 0.5
    free = [square for square in range(16, 48) if board.piece_at(square) is None]
    if len(pawns(board, color)) < 8 or men(board, color) > 15 or len(board.pieces(chess.QUEEN, color)) != 1:
        return None
    made = _without(board, rng.choice(list(pawns(board, color))))
    for square in rng.sample(free, 2):
        made.set_piece_at(square, chess.Piece(chess.QUEEN, color))
    made.ep_square = None
    return made if not made.was_into_check() and not made.is_check() else None


@way
def promoted_beyond_the_captures(board: chess.Board, rng: random.Random) -> chess.Board | None:
    """Three queens of a side, two of its pawns are missing, and one man in all: two pawns have passed by one capture,
    which helps two only where it is of the one's enemy pawn by the other. The man that is missing is no pawn."""
    color = rng.random() < 0.5
    if not _only_loss(board, not color) or men(board, color) < 16 or len(pawns(board, color)) < 8:
        return None
    made = board
    for square in rng.sample(list(pawns(board, color)), 2):
        made = _without(made, square)
    free = [square for square in range(16, 48) if made.piece_at(square) is None]
    for square in rng.sample(free, 2):
        made.set_piece_at(square, chess.Piece(chess.QUEEN, color))
    made.ep_square = None
    return made if not made.was_into_check() and not made.is_check() else None


def _foreign(kind: int) -> Way:
    """A piece of the other side behind pawns and a bishop that have not moved."""

    def made(board: chess.Board, rng: random.Random) -> chess.Board | None:
        color = rng.random() < 0.5
        shift = 0 if color else 56
        walls = [square ^ shift for square in (chess.A2, chess.B2, chess.C2, chess.D2)]
        if board.chess960 or not all(square in pawns(board, color) for square in walls):
            return None
        if board.piece_at(chess.C1 ^ shift) != chess.Piece(chess.BISHOP, color):
            return None
        pieces = [square for square in board.pieces(kind, not color) if 1 <= chess.square_rank(square) <= 6]
        target = rng.choice((chess.A1, chess.B1)) ^ shift
        if not pieces or board.king(color) == target:
            return None
        return moved(_without(board, target), rng.choice(pieces), target)

    return made


WAYS["foreign-rook-in-the-corner"] = _foreign(chess.ROOK)
WAYS["foreign-queen-in-the-corner"] = _foreign(chess.QUEEN)


@way
def king_out_between_pawns_and_a_rook(board: chess.Board, rng: random.Random) -> chess.Board | None:
    """A king with a right to castle beside a king of the other side behind all its pawns."""
    color = rng.random() < 0.5
    walls = WHITE_HOME if color else BLACK_HOME
    king = board.king(not color)
    free = [
        square
        for square in chess.SquareSet(chess.BB_RANK_1 if color else chess.BB_RANK_8)
        if not board.piece_at(square)
    ]
    if int(pawns(board, color)) & walls != walls or king is None or not free:
        return None
    return moved(board, king, rng.choice(free))


@way
def right_without_its_rook(board: chess.Board, rng: random.Random) -> chess.Board | None:
    corners = [one for one in (chess.A1, chess.H1, chess.A8, chess.H8) if not board.piece_at(one)]
    if board.chess960 or not corners:
        return None
    made = board.copy(stack=False)
    made.castling_rights |= chess.BB_SQUARES[rng.choice(corners)]
    return made


# --- checks and clocks, by all moves that can have been the last


def last_moves(board: chess.Board) -> Iterator[bool]:
    """Of each move that can have been the last, whether it was a capture or a pawn's. It counts where its side was to
    move before and the other not in check: more than can have been."""
    mover = not board.turn
    prey = (0, *range(chess.PAWN, chess.KING)) if men(board, board.turn) < 16 else (0,)
    back = chess.BB_RANK_1 if mover else chess.BB_RANK_8
    ours = board.occupied_co[mover] & back
    if board.kings & ours and board.rooks & ours and not board.castling_rights & back:
        yield False  # castling, perhaps
    for to in chess.SquareSet(board.occupied_co[mover]):
        piece = board.piece_type_at(to) or 0
        for kind in {piece, chess.PAWN} if rank_of(to, mover) == 7 and piece != chess.KING else {piece}:
            for origin in chess.SquareSet(~board.occupied & chess.BB_ALL):
                for taken in prey:
                    if _can_have_moved(board, (origin, to), kind, taken):
                        yield bool(taken) or kind == chess.PAWN


def no_last_move(board: chess.Board) -> bool:
    """Whether no move leads to a position."""
    return next(last_moves(board), None) is None


def _can_have_moved(board: chess.Board, move: tuple[int, int], kind: int, taken: int) -> bool:
    origin, to = move
    mover = not board.turn
    en_passant = kind == taken == chess.PAWN and rank_of(to, mover) == 5
    if board.castling_rights & chess.BB_SQUARES[to]:
        return False
    if kind == chess.PAWN and (rank_of(origin, mover) in (0, 7) or rank_of(to, mover) == 1):
        return False
    if taken == chess.PAWN and rank_of(to, mover) in (0, 7):
        return False
    if not _leads(board, origin, to, kind, bool(taken)):
        return False
    for behind in (False, True) if en_passant else (False,):
        before = board.copy(stack=False)
        before.ep_square = None
        before.remove_piece_at(to)
        before.set_piece_at(origin, chess.Piece(kind, mover))
        if taken:
            square = to - (8 if mover else -8) if behind else to
            if behind and board.piece_at(square):
                continue
            before.set_piece_at(square, chess.Piece(taken, not mover))
        before.turn = mover
        if not before.was_into_check():
            return True
    return False


def _leads(board: chess.Board, origin: int, to: int, kind: int, takes: bool) -> bool:
    """Whether a man of a kind gets from one square to another, both free."""
    mover = not board.turn
    if kind != chess.PAWN or takes:
        attacks = chess.BB_PAWN_ATTACKS[mover][origin] if kind == chess.PAWN else 0
        if kind in (chess.KNIGHT, chess.KING):
            attacks = (chess.BB_KNIGHT_ATTACKS if kind == chess.KNIGHT else chess.BB_KING_ATTACKS)[origin]
        if attacks or kind in (chess.PAWN, chess.KNIGHT, chess.KING):
            return bool(attacks & chess.BB_SQUARES[to])
        straight = chess.square_file(origin) == chess.square_file(to) or chess.square_rank(origin) == chess.square_rank(
            to
        )
        on_line = bool(chess.ray(origin, to))
        fits = kind == chess.QUEEN or (straight if kind == chess.ROOK else not straight)
        return on_line and fits and not chess.between(origin, to) & board.occupied
    steps = rank_of(to, mover) - rank_of(origin, mover)
    if chess.square_file(origin) != chess.square_file(to) or steps not in (1, 2):
        return False
    return steps == 1 or (rank_of(origin, mover) == 1 and not chess.between(origin, to) & board.occupied)


def _checking(kinds: tuple[int, ...]) -> Way:
    """Checks by men of these kinds, where no last move gives them."""

    def made(board: chess.Board, rng: random.Random) -> chess.Board | None:
        color = rng.random() < 0.5
        king = board.king(not color)
        if king is None or board.is_check():
            return None
        after = board.copy(stack=False)
        for kind in kinds:
            squares = list(after.pieces(kind, color) & ~chess.SquareSet(after.attackers_mask(color, king)))
            if not squares:
                return None
            piece = chess.Piece(kind, color)
            after.remove_piece_at(rng.choice(squares))
            spots = [
                spot
                for spot in chess.SquareSet(~after.occupied & chess.BB_ALL)
                if not (kind == chess.PAWN and not 1 <= rank_of(spot, color) <= 6)
                and king in _attacks(piece, spot, after.occupied)
            ]
            if not spots:
                return None
            after.set_piece_at(rng.choice(spots), piece)
        after.turn, after.ep_square = not color, None
        after.castling_rights = after.clean_castling_rights()
        if after.was_into_check() or len(after.checkers()) != len(kinds) or after.promoted:
            return None
        return after if no_last_move(after) else None

    return made


WAYS["check-by-a-pawn-from-nowhere"] = _checking((chess.PAWN,))
WAYS["check-by-a-rook-from-nowhere"] = _checking((chess.ROOK,))
WAYS["check-by-a-bishop-from-nowhere"] = _checking((chess.BISHOP,))
WAYS["check-by-two-rooks"] = _checking((chess.ROOK, chess.ROOK))
WAYS["check-by-rook-and-bishop"] = _checking((chess.ROOK, chess.BISHOP))
WAYS["check-by-queen-and-knight"] = _checking((chess.QUEEN, chess.KNIGHT))
WAYS["check-by-pawn-and-rook"] = _checking((chess.PAWN, chess.ROOK))
WAYS["check-by-three"] = _checking((chess.ROOK, chess.BISHOP, chess.KNIGHT))


@way
def clock_0_behind_a_quiet_move(board: chess.Board, rng: random.Random) -> chess.Board | None:
    if not board.halfmove_clock or not (board.is_check() or men(board, board.turn) == 16) or any(last_moves(board)):
        return None
    made = board.copy(stack=False)
    made.halfmove_clock, made.fullmove_number = 0, made.fullmove_number + 5
    return made


@way
def clock_behind_a_capture_or_a_pawn(board: chess.Board, rng: random.Random) -> chess.Board | None:
    if board.halfmove_clock or not board.is_check() or board.ep_square is not None or not all(last_moves(board)):
        return None
    made = board.copy(stack=False)
    made.halfmove_clock, made.fullmove_number = rng.randrange(1, 9), made.fullmove_number + 9
    return made


@way
def clock_behind_a_double_step(board: chess.Board, rng: random.Random) -> chess.Board | None:
    if board.ep_square is None:
        return None
    made = board.copy(stack=False)
    made.halfmove_clock, made.fullmove_number = rng.randrange(1, 9), made.fullmove_number + 9
    return made


@way
def clock_beyond_the_game(board: chess.Board, rng: random.Random) -> chess.Board | None:
    made = board.copy(stack=False)
    made.halfmove_clock = 2 * made.fullmove_number + rng.randrange(1, 20)
    return made


@way
def clock_0_with_all_pawns_at_home(board: chess.Board, rng: random.Random) -> chess.Board | None:
    if men(board, True) < 16 or men(board, False) < 16 or board.pawns != WHITE_HOME | BLACK_HOME:
        return None
    if not board.halfmove_clock:
        return None
    made = board.copy(stack=False)
    made.halfmove_clock, made.fullmove_number = 0, made.fullmove_number + 5
    return made


@way
def too_few_moves_for_the_pieces(board: chess.Board, rng: random.Random) -> chess.Board | None:
    color = rng.random() < 0.5
    off = board.occupied_co[color] & ~board.pawns & ~(chess.BB_RANK_1 if color else chess.BB_RANK_8)
    count = chess.popcount(off)  # nobody leaves the back rank by castling
    if count < 3 or board.halfmove_clock:
        return None
    made = board.copy(stack=False)
    made.fullmove_number = rng.randrange(2, count)
    return made


@way
def passed_square_that_nothing_passed(board: chess.Board, rng: random.Random) -> chess.Board | None:
    """An en passant square before a pawn whose home square is taken."""
    color = not board.turn
    ahead = 8 if color else -8
    squares = [
        square - ahead
        for square in pawns(board, color)
        if rank_of(square, color) == 3 and not board.piece_at(square - ahead) and board.piece_at(square - 2 * ahead)
    ]
    if not squares:
        return None
    made = board.copy(stack=False)
    made.ep_square, made.halfmove_clock = rng.choice(squares), 0
    return made
