"""The starting arrays from which moves replay, where the starting position is lost.

Three sieves, each sound (an array that python-chess replays passes): the squares from which the first move of each kind
of piece may come; each side played by itself, where the other side's pieces hinder nothing; what is left is replayed on
QuickBoard, with python-chess as the judge of each move in doubt.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

import chess
from chess import BB_SQUARES

from pgnfen.fen.arrays import double_start_fen
from pgnfen.fen.scharnagl import scharnagl_array
from pgnfen.replay.find import find_move
from pgnfen.replay.quick_board import CASTLED, QuickBoard, quick_board, reach
from pgnfen.replay.san import San

MOST_PLIES = 4_500
"""Plies that one search plays on boards at most, about 30 milliseconds; a new board counts as many (NEW_BOARD)."""
MOST_OF_ODDS = 3 * MOST_PLIES
"""Plies that a search of odds plays at most."""
NEW_BOARD = 8
_BEHIND_ODDS = 8  # plies, at least, that have to replay behind the first that the array does not allow
_MOST_SPELLED = 24  # arrays that are told apart by the spelling of moves
_BACK = (chess.BB_RANK_8, chess.BB_RANK_1)
_HOME_PAWNS = (chess.BB_RANK_7, chess.BB_RANK_2)
Numbers = tuple[int, int]


class Search(NamedTuple):
    """Scharnagl's numbers of White and Black of all arrays that the moves replay from; `double`: the sides differ.

    `whole` is False where the search ended before all arrays of its space were tried. `spelled` is the one of several
    arrays from which every move, its check mark and the file or rank of its origin included, is spelled as SAN has it.
    """

    double: bool
    arrays: tuple[Numbers, ...]
    whole: bool
    spelled: Numbers | None = None

    @property
    def unique(self) -> Numbers | None:
        """The one array that all of this proves."""
        if not self.whole:
            return None
        return self.arrays[0] if len(self.arrays) == 1 else self.spelled


class _Ply(NamedTuple):
    """A move, and the pawns of Black and White before it; they stand there from whatever array."""

    san: San
    white: bool
    pawns: tuple[int, int]


def search_arrays(sans: Sequence[San], double: bool = False) -> Search:
    """The arrays of Chess960 from which the whole mainline replays, White to move.

    Tried are the 960 arrays that both sides share; where the moves replay from none of them, or with `double` at once,
    the 921,600 pairs of arrays. Costs some milliseconds for a whole game; a bound (MOST_PLIES) ends what would
    take long, such as a game of one move.

    >>> from pgnfen.replay.san import read_san
    >>> moves = b"Nhg3 Nhg6 O-O O-O Bd3 Bd6 Qe1 Qe8 Nd2 Rb8 Rb1"
    >>> len(search_arrays([read_san(move) for move in moves.split()]).arrays)
    0
    """
    return _search(tuple(sans), double)


@lru_cache(maxsize=32)  # a repair audits its game again and again
def _search(sans: tuple[San, ...], double: bool) -> Search:
    plies = _follow_pawns(sans)
    if plies is None:
        return Search(double, (), True)
    white, black = (_sieved(plies, side) for side in (True, False))
    budget = [MOST_PLIES]
    shared = [] if double else sorted({*white} & {*black})
    found = _replayed([(number, number) for number in shared], sans, budget)
    if found or budget[0] < 0:
        return Search(False, tuple(found), budget[0] >= 0, _spelled(found, sans))
    if len(white) * len(black) * NEW_BOARD > budget[0]:
        return Search(True, (), False)
    pairs = [(own, other) for own in white for other in black if double or own != other]
    found = _replayed(pairs, sans, budget)
    return Search(True, tuple(found), budget[0] >= 0, _spelled(found, sans))


class Odds(NamedTuple):
    """The starts, as FENs, of the standard array without some men from which moves replay; `whole` as in Search."""

    fens: tuple[str, ...]
    whole: bool


@lru_cache(maxsize=32)  # a repair audits its game again and again
def search_odds(sans: tuple[San, ...]) -> Odds:
    """The standard array without one man from which the whole mainline replays, White to move, or else without two.

    Nothing is tried of a game with less than eight plies behind the first that the array does not allow. Costs some
    milliseconds; a bound (MOST_OF_ODDS) ends it.

    >>> from pgnfen.replay.san import read_san
    >>> moves = b"e4 e5 Kd1 Nc6 Nf3 Nf6 Nc3 Bc5 d3 d6 Bg5 h6"
    >>> search_odds(tuple([read_san(move) for move in moves.split()])).fens
    ('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1',)
    """
    array, budget = chess.Board(), [MOST_OF_ODDS]
    if len(sans) - _played_from(array, sans) <= _BEHIND_ODDS:
        return Odds((), True)
    men = [square for square, man in array.piece_map().items() if man.piece_type != chess.KING]
    for count in (1, 2):
        found = []
        for squares in combinations(sorted(men), count):
            start = array.copy(stack=False)
            for square in squares:
                start.remove_piece_at(square)
            start.castling_rights = start.clean_castling_rights()
            if _plays(quick_board(start), sans, budget) and _played_from(start, sans) == len(sans):
                found.append(start.fen())
            if budget[0] < 0:
                return Odds((), False)
        if found:
            return Odds(tuple(found), True)
    return Odds((), True)


def _played_from(board: chess.Board, sans: Sequence[San]) -> int:
    """How many moves can be played, by python-chess alone."""
    board = board.copy(stack=False)
    for ply, san in enumerate(sans):
        try:
            board.push(find_move(board, san))
        except ValueError:
            return ply
    return len(sans)


def replays(numbers: Numbers, sans: Iterable[San]) -> bool:
    """Whether the moves replay from an array, by python-chess alone."""
    played = list(sans)
    return _played_from(chess.Board(double_start_fen(*numbers), chess960=True), played) == len(played)


def _spelled(arrays: Sequence[Numbers], sans: Sequence[San]) -> Numbers | None:
    """The one of several arrays from which all moves are spelled as python-chess spells them."""
    if not 1 < len(arrays) <= _MOST_SPELLED:
        return None
    found = [numbers for numbers in arrays if _is_spelled(numbers, sans)]
    return found[0] if len(found) == 1 else None


def _is_spelled(numbers: Numbers, sans: Sequence[San]) -> bool:
    board = chess.Board(double_start_fen(*numbers), chess960=True)
    for san in sans:
        move = find_move(board, san)
        if board.san(move) != san.text:
            return False
        board.push(move)
    return True


def _replayed(candidates: Iterable[Numbers], sans: Sequence[San], budget: list[int]) -> list[Numbers]:
    """Those from which the moves replay; those of a few are asked of python-chess once more."""
    found = []
    for numbers in candidates:
        if _plays(_array_board(*numbers), sans, budget):
            found.append(numbers)
        if budget[0] < 0:
            break
    return [numbers for numbers in found if replays(numbers, sans)] if len(found) <= 5 else found


def _plays(quick: QuickBoard | None, sans: Sequence[San], budget: list[int]) -> bool:
    budget[0] -= NEW_BOARD
    for ply, san in enumerate(sans):
        budget[0] -= 1
        if budget[0] < 0 or quick is None:
            return False
        before = quick.copy()
        if not san.plain or quick.play(san) < 0:
            quick = _judged(before, ply, san)
    return quick is not None


def _judged(before: QuickBoard, ply: int, san: San) -> QuickBoard | None:
    """The position behind a move in doubt, by python-chess; None where it is illegal or ambiguous."""
    board = before.to_board()
    board.fullmove_number = ply // 2 + 1
    try:
        board.push(find_move(board, san))
    except ValueError:
        return None
    return quick_board(board)


# --- what is known of each array


class _Array(NamedTuple):
    """An array on White's or Black's back rank: `pieces` by python-chess's number, as bitboards."""

    number: int
    pieces: tuple[int, ...]


@lru_cache(maxsize=2)
def _arrays(white: bool) -> tuple[_Array, ...]:
    if not white:
        return tuple([_Array(number, tuple([men << 56 for men in pieces])) for number, pieces in _arrays(True)])
    arrays = []
    for number in range(960):
        pieces = [0] * 7
        for piece, square in zip(map(_PIECE_OF.__getitem__, scharnagl_array(number)), _FIRST_RANK, strict=True):
            pieces[piece] |= square
        arrays.append(_Array(number, tuple(pieces)))
    return tuple(arrays)


_PIECE_OF = {symbol.upper(): piece for piece, symbol in enumerate(chess.PIECE_SYMBOLS) if symbol}
_FIRST_RANK = chess.BB_SQUARES[:8]


def _array_board(white: int, black: int) -> QuickBoard:
    """The board with these arrays; made from their bitboards, in a tenth of the time that reading a FEN takes."""
    own, other = _arrays(True)[white], _arrays(False)[black]
    board = _first_board().copy()
    men = zip(own.pieces[2:], other.pieces[2:], strict=True)
    board.pieces[2:] = [of_white | of_black for of_white, of_black in men]
    board.kings = [chess.lsb(other.pieces[chess.KING]), chess.lsb(own.pieces[chess.KING])]
    board.castling = board.pieces[chess.ROOK]
    return board


@cache
def _first_board() -> QuickBoard:
    board = quick_board(chess.Board(chess960=True))
    assert board is not None  # it has both kings
    return board


# --- what holds from whatever array


def _follow_pawns(sans: Sequence[San]) -> list[_Ply] | None:
    """The moves, as far as all pawns can be followed; None where a pawn moves that does not stand there."""
    plies: list[_Ply] = []
    pawns, passed = list(_HOME_PAWNS), -1
    for index, san in enumerate(sans):
        white = index % 2 == 0
        if not san.plain or san.kind == "drop":
            return plies
        plies.append(_Ply(san, white, (pawns[0], pawns[1])))
        passing, passed = passed, -1
        if san.kind == "castling":
            continue
        to, back = san.to, -8 if white else 8
        if pawns[white] & BB_SQUARES[to]:
            return None
        if san.piece == chess.PAWN:
            origin = _pawn_from(san, white, pawns)
            if origin is None:
                return None
            if origin == to + 2 * back:
                passed = to + back
            elif origin != to + back and to == passing:
                pawns[not white] &= ~BB_SQUARES[to + back]
            pawns[white] &= ~BB_SQUARES[origin]
            if san.promotion is None:
                pawns[white] |= BB_SQUARES[to]
        pawns[not white] &= ~BB_SQUARES[to]
    return plies


def _pawn_from(san: San, white: bool, pawns: Sequence[int]) -> int | None:
    """Where the pawn that moves stands; None where there is none."""
    to, back, own = san.to, -8 if white else 8, pawns[white] & san.from_mask
    straight = to + back
    if not 0 <= straight < 64:
        return None
    if own & chess.BB_PAWN_ATTACKS[not white][to]:
        return chess.lsb(own & chess.BB_PAWN_ATTACKS[not white][to])
    if (pawns[0] | pawns[1]) & BB_SQUARES[to]:
        return None
    if own & BB_SQUARES[straight]:
        return straight
    if chess.square_rank(to) == (3 if white else 4) and own & BB_SQUARES[straight + back]:
        return None if (pawns[0] | pawns[1]) & BB_SQUARES[straight] else straight + back
    return None


# --- the sieves


def _sieved(plies: Sequence[_Ply], white: bool) -> list[int]:
    """The arrays with which one side may have made its moves."""
    origins = _first_origins(plies, white)
    possible = [
        array for array in _arrays(white) if all(array.pieces[piece] & squares for piece, squares in origins.items())
    ]
    return [array.number for array in possible if _alone(array, plies, white)]


def _first_origins(plies: Sequence[_Ply], white: bool) -> dict[int, int]:
    """The squares of the back rank from which the first move of each kind of piece may come, over pawns alone."""
    origins: dict[int, int] = {}
    skipped: set[int] = set()  # it may come from elsewhere
    for san, side, pawns in plies:
        if side != white:
            continue
        if san.kind == "castling":
            skipped |= {chess.ROOK, chess.KING}
        elif san.promotion is not None:
            skipped.add(san.promotion)
        elif san.piece != chess.PAWN and san.piece not in skipped:
            skipped.add(san.piece)
            origins[san.piece] = reach(san.piece, san.to, pawns[0] | pawns[1]) & san.from_mask & _BACK[white]
    return origins


def _alone(array: _Array, plies: Sequence[_Ply], white: bool) -> bool:
    """Whether one side's moves can be made from an array, with the pawns of both sides and its own pieces in the way.

    As far as they can be followed: a pin, or a piece of the other side, may tell which of two pieces moves.
    """
    pieces, rights = list(array.pieces), array.pieces[chess.ROOK]
    for san, side, pawns in plies:
        if san.kind == "castling":
            if side == white:
                if not _castles(pieces, rights, pawns, white, san.kingside):
                    return False
                rights = 0
            continue
        to = BB_SQUARES[san.to]
        if side != white:
            for piece in range(2, 7):
                pieces[piece] &= ~to
            rights &= ~to
            if not pieces[chess.KING]:
                return False
            continue
        own = pieces[2] | pieces[3] | pieces[4] | pieces[5] | pieces[6]
        if own & to:
            return False
        if san.piece == chess.PAWN:
            if san.promotion is not None:
                pieces[san.promotion] |= to
            continue
        men = pieces[san.piece] & san.from_mask & reach(san.piece, san.to, own | pawns[0] | pawns[1])
        if not men:
            return False
        if men & (men - 1):
            return True
        pieces[san.piece] ^= men | to
        rights = 0 if san.piece == chess.KING else rights & ~men
    return True


def _castles(pieces: list[int], rights: int, pawns: tuple[int, int], white: bool, kingside: bool) -> bool:
    """Castle, if nothing that is known stands in the way."""
    king_bb = pieces[chess.KING]
    rook_bb = rights & (-king_bb if kingside else king_bb - 1)
    if not rook_bb:
        return False
    king, rook = king_bb.bit_length() - 1, rook_bb.bit_length() - 1
    king_to, rook_to = CASTLED[white, kingside]
    path = chess.between(king, king_to) | chess.between(rook, rook_to) | BB_SQUARES[king_to] | BB_SQUARES[rook_to]
    own = pieces[2] | pieces[3] | pieces[4] | pieces[5] | pieces[6]
    if (own | pawns[0] | pawns[1]) & path & ~(king_bb | rook_bb):
        return False
    pieces[chess.KING] = BB_SQUARES[king_to]
    pieces[chess.ROOK] = pieces[chess.ROOK] & ~rook_bb | BB_SQUARES[rook_to]
    return True
