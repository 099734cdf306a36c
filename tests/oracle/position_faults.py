"""Faults of the position that a FEN states: men, active color, counters, another position's FEN."""

from __future__ import annotations

import random

import chess
import truth
from clean_games import PgnGame, game_tokens
from faults import WITH_FEN, Faulty, fault, faulty, want

PLACEMENT, COLOR = "piece placement", "active color"
MEN_FAULTS = "P103 P104 P105 R101 R102 R107 R201 C101 C102 C201 C202 E102 E104 E201 S201 G103 S206"


def _placed(game: PgnGame, square: int, man: str | None) -> None:
    """Another man, or none, on a square of the FEN."""
    board = chess.Board(None)
    board.set_board_fen(game.fen[0])
    board.remove_piece_at(square)
    if man is not None:
        board.set_piece_at(square, chess.Piece.from_symbol(man))
    game.set_field(0, board.board_fen())


def _empty(board: chess.Board, ranks: range) -> list[int]:
    """The empty squares of these ranks, of which no en passant capture knows."""
    return [
        square
        for square in chess.SquareSet(~board.occupied)
        if chess.square_rank(square) in ranks and square != board.ep_square
    ]


@fault(*WITH_FEN)
def king_missing(game: PgnGame, rng: random.Random) -> Faulty | None:
    king = game.start.board.king(rng.random() < 0.5)
    _placed(game, king or 0, None)
    return faulty(game, want("P101", PLACEMENT, None), also=MEN_FAULTS)


@fault(*WITH_FEN)
def king_too_many(game: PgnGame, rng: random.Random) -> Faulty | None:
    _placed(game, rng.choice(_empty(game.start.board, range(8))), rng.choice("Kk"))
    return faulty(game, want("P101", PLACEMENT, None), also=MEN_FAULTS)


@fault("fragment", "composed", "fragment960")
def pawn_on_back_rank(game: PgnGame, rng: random.Random) -> Faulty | None:
    places = [square for rank in (0, 7) for square in _empty(game.start.board, range(rank, rank + 1))]
    if not places:
        return None
    _placed(game, rng.choice(places), rng.choice("Pp"))
    return faulty(game, want("P102", PLACEMENT, None), also=MEN_FAULTS)


@fault("fragment", "fragment960")
def pawn_beside_its_file(game: PgnGame, rng: random.Random) -> Faulty | None:
    """A pawn has changed its file, and nothing is missing that it can have captured."""
    board = game.start.board
    color = rng.random() < 0.5
    pawns = list(board.pieces(chess.PAWN, color))
    if chess.popcount(board.occupied_co[not color]) < 16 or len(pawns) < 8 or board.is_check():
        return None
    square = rng.choice(pawns)
    target = square + rng.choice((-1, 1)) + (8 if color else -8)
    if chess.square_distance(square, target) != 1 or board.piece_at(target) or board.ep_square is not None:
        return None
    changed = board.copy(stack=False)
    changed.remove_piece_at(square)
    changed.set_piece_at(target, chess.Piece(chess.PAWN, color))
    if changed.was_into_check() or changed.is_check():
        return None
    game.set_field(0, changed.board_fen())
    return faulty(game, want("P106", PLACEMENT, None), also=MEN_FAULTS)


@fault("fragment", "fragment960")
def clock_behind_a_pawn_check(game: PgnGame, rng: random.Random) -> Faulty | None:
    """A pawn has just given check, and the halfmove clock is not 0."""
    board = game.start.board
    checkers = list(board.checkers())
    if len(checkers) != 1 or board.piece_type_at(checkers[0]) != chess.PAWN or board.fullmove_number < 20:
        return None
    if board.ep_square is not None or game.tag("Variant") == "From Position":  # it may come from anywhere
        return None
    game.set_field(4, str(rng.randint(1, 5)))
    return faulty(game, want("K105", "halfmove clock", "0"), also="P106")


@fault("fragment", "fragment960")
def fullmove_too_small(game: PgnGame, rng: random.Random) -> Faulty | None:
    """Fewer moves than the pawns alone have made."""
    board = game.start.board
    moved = max(
        sum(1 for square in board.pieces(chess.PAWN, color) if chess.square_rank(square) != (1 if color else 6))
        for color in (True, False)
    )
    if moved < 4 or board.halfmove_clock or game.tag("Variant") == "From Position":
        return None
    game.set_field(5, str(rng.randint(2, moved - 1)))
    return faulty(game, want("K106", "fullmove number"), also="K201")


@fault("fragment", "odds", "chess960", "shuffle")
def men_too_many(game: PgnGame, rng: random.Random) -> Faulty | None:
    board = game.start.board
    color = rng.random() < 0.5
    pawns = len(board.pieces(chess.PAWN, color))
    if pawns < 8:
        return None
    queens = len(board.pieces(chess.QUEEN, color))
    man = "Q" if queens and rng.random() < 0.5 else "P"
    _placed(game, rng.choice(_empty(board, range(2, 6))), man if color else man.lower())
    return faulty(game, want("P104", PLACEMENT, None), also=MEN_FAULTS)


@fault("fragment", "composed", "fragment960", least=1)
def check_impossible(game: PgnGame, rng: random.Random) -> Faulty | None:
    """Two checks on one line, or three."""
    board = game.start.board.copy(stack=False)
    if board.is_check():
        return None
    king, board.ep_square = board.king(board.turn) or 0, None
    for square in rng.sample(_empty(board, range(8)), min(20, len(_empty(board, range(8))))):
        board.set_piece_at(square, chess.Piece(rng.choice((chess.QUEEN, chess.ROOK, chess.KNIGHT)), not board.turn))
        if king not in board.attacks(square):
            board.remove_piece_at(square)
        checkers = list(board.checkers())
        line = len(checkers) == 2 and king in chess.SquareSet.ray(*checkers)
        if len(checkers) > 2 or line:
            game.set_field(0, board.board_fen())
            return faulty(game, want("P105", PLACEMENT, None), also=MEN_FAULTS)
    return None


@fault("fragment", "en_passant", "fragment960", "composed", least=4)
def man_missing(game: PgnGame, rng: random.Random) -> Faulty | None:
    """One that moves in the game, and is neither king nor rook."""
    board, changed = game.start.board, game.start.board.copy(stack=False)
    moved = {move.from_square for move in game.moves}
    square = rng.choice(sorted(moved))
    piece = board.piece_at(square)
    if piece is None or piece.piece_type in (chess.KING, chess.ROOK) or board.ep_square is not None:
        return None
    changed.remove_piece_at(square)
    stop = truth.stops(game, changed)
    if stop is None or not changed.is_valid():
        return None
    _placed(game, square, None)
    return faulty(game, want(stop[1], ply=stop[0] or None), also="P105 R107")


@fault(*WITH_FEN, least=2)
def color_flipped(game: PgnGame, rng: random.Random) -> Faulty | None:
    right = game.fen[1]
    other = game.start.board.copy(stack=False)
    other.turn = not other.turn
    other.ep_square = None
    game.set_field(1, "b" if right == "w" else "w")
    if other.was_into_check():
        return faulty(game, want("P103", COLOR, right), also="R101 R102")
    if truth.play(other, game.sans) is None:
        return faulty(game, want("K202", COLOR, right), also="E101 E102")
    return faulty(game, want("R201", COLOR, right))


@fault(*WITH_FEN)
def halfmove_too_great(game: PgnGame, rng: random.Random) -> Faulty | None:
    fields = game.fen
    if fields[3] != "-" or game.start.kind in ("chess960", "double-chess960"):
        return None
    plies = 2 * (int(fields[5]) - 1) + (fields[1] == "b")
    if plies > 60:
        return None
    game.set_field(4, str(plies + rng.randint(1, 9)))
    return faulty(game, want("K101", "halfmove clock"))


@fault("chess960", "double_chess960", least=1)
def counters_at_array(game: PgnGame, rng: random.Random) -> Faulty | None:
    clock, number = rng.choice(((0, 7), (3, 1), (5, 9), (1, 2)))
    game.set_field(4, str(clock))
    game.set_field(5, str(number))
    return faulty(game, want("K103"))


@fault("standard", least=1)
def counters_at_standard_array(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.drop_tag("SetUp")
    counters = rng.choice(("0 7", "3 1", "5 9"))
    game.tags += [("SetUp", "1"), ("FEN", f"{chess.Board().fen()[:-4]} {counters}")]
    return faulty(game, want("K103"))


@fault(*WITH_FEN, least=1)
def fullmove_other(game: PgnGame, rng: random.Random) -> Faulty | None:
    number = int(game.fen[5])
    if game.start.kind in ("chess960", "double-chess960"):
        return None
    game.set_field(5, str(number + rng.choice((1, 2, 10))))
    return faulty(game, want("K201", "fullmove number", str(number)))


@fault("standard", least=3)
def fen_is_final_position(game: PgnGame, rng: random.Random) -> Faulty | None:
    return _fen_of(game, len(game.moves) + 1, "R202")


@fault("standard", least=6)
def fen_is_later_position(game: PgnGame, rng: random.Random) -> Faulty | None:
    return _fen_of(game, rng.randint(3, len(game.moves)), "R203")


def _fen_of(game: PgnGame, ply: int, code: str) -> Faulty | None:
    """The FEN of a position on the way, beside all the moves."""
    board = game.before(ply)
    if board.board_fen() == chess.Board().board_fen():
        return None
    if truth.play(board, game.sans) is None or truth.explained(board, game.sans) != code:
        return None
    game.drop_tag("SetUp")
    game.tags += [("SetUp", "1"), ("FEN", board.fen())]
    return faulty(game, want(code, "FEN"))


@fault("fragment", least=8)
def seventy_five_moves(game: PgnGame, rng: random.Random) -> Faulty | None:
    """The clock reaches 150 in a game that goes on: counters and numbers are right, as far as they go."""
    quiet = 0
    for ply, move in enumerate(game.moves, 1):
        if game.before(ply).is_zeroing(move):
            break
        quiet += 1
    if quiet < 3 or game.fen[3] != "-":
        return None
    clock, raised = 150 - rng.randint(1, quiet - 1), 80
    game.set_field(4, str(clock))
    game.set_field(5, str(int(game.fen[5]) + raised))
    for token in game.tokens:
        if token.kind == "number":
            number = token.text.rstrip(".")
            token.text = str(int(number) + raised) + token.text[len(number) :]
    return faulty(game, want("K102", "halfmove clock"))


def _there_and_back(board: chess.Board, rng: random.Random) -> list[chess.Move] | None:
    """Two moves of each side that lead back to the position."""
    key = board._transposition_key()
    for one in rng.sample(legal := list(board.legal_moves), len(legal)):
        board.push(one)
        for other in rng.sample(answers := list(board.legal_moves), min(4, len(answers))):
            moves = [one, other, *(chess.Move(move.to_square, move.from_square) for move in (one, other))]
            made = board.copy(stack=False)
            made.push(other)
            for move in moves[2:]:
                if not made.is_legal(move):
                    break
                made.push(move)
            else:
                if made._transposition_key() == key:
                    board.pop()
                    return moves
        board.pop()
    return None


@fault("standard", "chess960", "fragment", "odds")
def fivefold_repetition(game: PgnGame, rng: random.Random) -> Faulty | None:
    board = game.start.board.copy()
    for move in game.moves:
        board.push(move)
    cycle = None if board.halfmove_clock > 120 else _there_and_back(board, rng)
    if cycle is None:
        return None
    moves = [*game.moves, *cycle * 4]
    for move in cycle * 4:
        board.push(move)
    last = rng.choice(list(board.legal_moves))
    board.push(last)
    if board.is_game_over():
        return None
    moves.append(last)
    game.tokens = game_tokens(rng, game.start, moves, game.result)
    if game.tag("PlyCount"):
        game.set_tag("PlyCount", str(len(moves)))
    return faulty(game, want("K104", "movetext"))
