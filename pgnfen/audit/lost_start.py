"""What the moves and the declarations of a game say of a starting position that is lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import chess

from pgnfen.audit.declared_start import declared_starts
from pgnfen.facts.declared_text import in_comment, in_tags
from pgnfen.facts.kinds import POSITION_TAGS
from pgnfen.fen.arrays import double_start_fen
from pgnfen.fen.start import Start
from pgnfen.lazy import regex
from pgnfen.pgn.movetext import Kind, Token, read_movetext, read_number
from pgnfen.pgn.tagpairs import TagSection
from pgnfen.replay.find import find_move
from pgnfen.replay.san import San, read_san
from pgnfen.replay.start_search import Numbers, Search, replays, search_arrays, search_odds

_FEW = 5
_COMPARED = 64  # arrays that declared positions are held to
_STANDARD = (518, 518)
_NO_MOVES = frozenset((Kind.NULL, Kind.UNREADABLE))
_960 = "the 960 starting positions of Chess960"
_DOUBLE = regex(rb"(?<![0-9A-Za-z])(?:DFRC|FRD|[Dd]ouble[ -](?:[Cc]hess ?960|[Ff]ischer|FRC))(?![A-Za-z])")
_PAIRS = "the 921,600 pairs of starting positions (double Chess960)"


class LostStart(NamedTuple):
    """What is said of a lost start, as a clause, and the FEN that is expected; None where not one alone is left."""

    clause: str
    fen: str | None = None


class StartLost(Protocol):
    """What is asked of a game without a start; a Game."""

    movetext: int

    @property
    def start(self) -> Start: ...
    @property
    def played(self) -> bytes: ...
    @property
    def section(self) -> TagSection: ...


def lost_start(game: StartLost) -> LostStart | None:
    """What the game tells of its start; None where it is no chess, or its moves cannot be those from an array.

    Costs some milliseconds; see MOST_PLIES of the search.
    """
    raw, start = game.played, game.start
    if start.variant.family not in ("standard", "chess960", "unknown") or start.width != 8:
        return None
    mainline = read_movetext(raw, game.movetext).mainline
    sans = _moves_from_an_array(raw, mainline)
    if not sans:
        return None
    positions = _declared_positions(raw, game.movetext, mainline)
    numbers = {one.number for one in declared_starts(raw, game.movetext, game.section.pairs)}
    if len(numbers) == 1:
        [number] = numbers
        if replays((number, number), sans) and _agrees((number, number), sans, positions):
            clause = f"the game declares start number {number}, and its moves are legal from that starting position"
            return LostStart(clause, double_start_fen(number, number))
    search = search_arrays(sans, _DOUBLE.search(raw, 0, game.movetext) is not None)
    found = _searched(search, sans, positions, start.variant.family == "chess960")
    if not numbers:
        return found
    declared = " and ".join(str(number) for number in sorted(numbers))
    differs = "the game declares different start numbers" if len(numbers) > 1 else "the game declares the start number"
    return LostStart(f"{found.clause}; {differs}: {declared}")


def _searched(search: Search, sans: Sequence[San], positions: _Positions, is_chess960: bool) -> LostStart:
    """From which starts the moves are legal: the standard array first, with odds where no array is found."""
    if is_chess960:
        return _of_arrays(search, sans, positions)
    if replays(_STANDARD, sans):
        others = _and_others(len(search.arrays) - 1) if search.whole else ""
        return LostStart(f"the moves are legal from the standard starting position{others}")
    of_odds = None if search.arrays else _by_odds(sans, positions)
    return of_odds or _of_arrays(search, sans, positions)


def _by_odds(sans: Sequence[San], positions: _Positions) -> LostStart | None:
    """Which man, or which two, the standard array has to lack for the moves to replay; None: no such start is known.

    Men that never moved may lack as well, so the start is expected only if it leads to a declared position.
    """
    fens = search_odds(tuple(sans)).fens
    if not 0 < len(fens) <= _FEW:
        return None
    lacking = ", or without ".join(map(_lacking, fens))
    clause = f"the moves are legal from the standard starting position without {lacking} (odds)"
    fits = [fen for fen in fens if _leads_to(chess.Board(fen), sans, positions)]
    if len(fits) != 1 or not (positions.first or positions.final):
        return LostStart(clause)
    return LostStart((
        f"{clause}; a declared position matches {'that' if len(fens) == 1 else _lacking(fits[0])}"
    ), fits[0])


def _lacking(fen: str) -> str:
    """The men that a start lacks: `Nb1 and f7`."""
    start, array = chess.Board(fen), chess.Board()
    missing = ((square, man) for square, man in array.piece_map().items() if start.piece_at(square) is None)
    names = [f"{man.symbol().upper().strip('P')}{chess.square_name(square)}" for square, man in sorted(missing)]
    return " and ".join(names)


def start_by_positions(game: StartLost) -> LostStart | None:
    """Of a game whose moves replay from the standard array, what the declared positions say against that; None where
    they agree with it, or there are none. Where they lack pieces that have not moved, the start is odds."""
    raw = game.played
    mainline = read_movetext(raw, game.movetext).mainline
    sans = _moves_from_an_array(raw, mainline)
    positions = _declared_positions(raw, game.movetext, mainline)
    if not sans or _agrees(_STANDARD, sans, positions):
        return None
    fens = {fen for fen in (_odds(sans, one) for one in positions.final) if fen is not None}
    fens |= {fen for fen in map(_odds_of, positions.first) if fen is not None}
    if len(fens) != 1 or len(positions.first) + len(positions.final) > 1:
        return LostStart("the declared positions contradict that")
    fen = fens.pop()
    board = chess.Board(fen)
    try:
        for san in sans:
            board.push(find_move(board, san))
    except ValueError:
        return LostStart("the declared position contradicts that")
    if positions.final - {board.board_fen()}:
        return LostStart("the declared position contradicts that")
    return LostStart("the declared position fits that starting position with some pieces removed (odds)", fen)


def _odds(sans: Sequence[San], placement: str) -> str | None:
    """The start without the pieces that a final position lacks, each of which stood still in the replay; None where it
    differs in anything else."""
    board, moved = chess.Board(), chess.BB_EMPTY
    for san in sans:
        move = find_move(board, san)
        moved |= chess.BB_SQUARES[move.from_square] | chess.BB_SQUARES[move.to_square]
        if board.is_castling(move):
            moved |= chess.BB_RANK_1 if board.turn else chess.BB_RANK_8
        board.push(move)
    try:
        declared = chess.BaseBoard(placement)
    except ValueError:
        return None
    start = chess.Board()
    for square in chess.SQUARES:
        if declared.piece_at(square) == board.piece_at(square):
            continue
        if declared.piece_at(square) is not None or chess.BB_SQUARES[square] & moved:
            return None
        start.remove_piece_at(square)
    return _fen_of_odds(start)


def _odds_of(placement: str) -> str | None:
    """The start that is a declared first position, if it is the standard array without some pieces."""
    try:
        declared = chess.BaseBoard(placement)
    except ValueError:
        return None
    start = chess.Board()
    for square in chess.SQUARES:
        if declared.piece_at(square) not in (None, start.piece_at(square)):
            return None
    start.set_board_fen(declared.board_fen())
    return _fen_of_odds(start)


def _fen_of_odds(start: chess.Board) -> str | None:
    if any(start.king(color) is None for color in chess.COLORS):
        return None
    start.castling_rights = start.clean_castling_rights()
    return start.fen()


def replays_from(game: StartLost, number: int) -> bool:
    """Whether the moves of a game, all of which can be read, replay from the array of Scharnagl's number."""
    sans = _moves_from_an_array(game.played, read_movetext(game.played, game.movetext).mainline)
    return bool(sans) and replays((number, number), sans or ())


def _moves_from_an_array(raw: bytes, mainline: Sequence[Token]) -> list[San] | None:
    """The moves of the mainline; None where one cannot be read, or the first is Black's or has a later number."""
    sans: list[San] = []
    for token in mainline:
        if token.kind in _NO_MOVES:
            return None
        if token.kind is Kind.NUMBER and not sans:
            number, dots = read_number(token.text(raw))
            if number not in (None, 1) or dots > 1:
                return None
        elif token.kind in (Kind.MOVE, Kind.CASTLING):
            san = read_san(token.text(raw))
            if san is None or san.kind == "drop":
                return None
            sans.append(san)
    return sans


# --- declared positions


class _Positions(NamedTuple):
    """The placements that a game declares of its start and of its final position."""

    first: frozenset[str]
    final: frozenset[str]


def _declared_positions(raw: bytes, movetext: int, mainline: Sequence[Token]) -> _Positions:
    first = set()
    for token in mainline:
        if token.kind is Kind.MOVE or token.kind is Kind.CASTLING:
            break
        if token.kind is Kind.COMMENT or token.kind is Kind.LINE_COMMENT:
            lines = token.kind is Kind.LINE_COMMENT
            end = token.end - (not lines and raw[token.end - 1 : token.end] == b"}")
            first |= {
                _placement(raw, one.at, one.end)
                for one in in_comment(raw, token.start + 1, end, lines)
                if not one.last
            }
    final = {_placement(raw, one.at, one.end) for one in in_tags(raw, movetext, POSITION_TAGS)}
    return _Positions(frozenset(first), frozenset(final))


def _placement(raw: bytes, at: int, end: int) -> str:
    return raw[at:end].split()[0].decode("ascii", "replace")


def _agrees(numbers: Numbers, sans: Sequence[San], positions: _Positions) -> bool:
    """Whether the game from an array, whose moves replay from it, has the positions that it declares."""
    return _leads_to(chess.Board(double_start_fen(*numbers), chess960=True), sans, positions)


def _leads_to(board: chess.Board, sans: Sequence[San], positions: _Positions) -> bool:
    """Whether a start is the first position that a game declares, and its moves, which replay, lead to the last."""
    if positions.first - {board.board_fen()}:
        return False
    for san in sans if positions.final else ():
        board.push(find_move(board, san))
    return not positions.final - {board.board_fen()}


# --- what is said


def _of_arrays(search: Search, sans: Sequence[San], positions: _Positions) -> LostStart:
    """Which arrays the search has left, and which of them the declared positions fit."""
    space, arrays = _PAIRS if search.double else _960, search.arrays
    if not search.whole:
        return LostStart(f"the search stopped before it had tried all of {space}")
    if not arrays:
        return LostStart(f"the moves are not legal from any of {_960} or of {_PAIRS}")
    left = arrays
    if (positions.first or positions.final) and len(arrays) <= _COMPARED:
        left = tuple(one for one in arrays if _agrees(one, sans, positions))
        if not left:
            clause = f"the moves are legal from {len(arrays)} of {space}, but the declared positions fit none of them"
            return LostStart(clause)
    if len(arrays) == 1:
        return LostStart(f"of {space}, only {_named(arrays[0])} makes the moves legal", _fen(arrays[0]))
    clause = f"the moves are legal from {len(arrays)} of {space}"
    if len(arrays) <= _FEW:
        clause += ": " + ", ".join(_named(one) for one in arrays)
    if len(left) == 1:
        return LostStart(f"{clause}; the declared positions fit only {_named(left[0])}", _fen(left[0]))
    if len(left) < len(arrays):
        return LostStart(f"{clause}; the declared positions match {len(left)} of these")
    if search.spelled is not None:
        alone = f"check marks and disambiguation are correct only from {_named(search.spelled)}"
        return LostStart(f"{clause}; {alone}", _fen(search.spelled))
    return LostStart(clause)


def _and_others(count: int) -> str:
    return f", and from {count} more of {_960}" if count > 1 else f" and one more of {_960}" if count else ""


def _named(numbers: Numbers) -> str:
    white, black = numbers
    return str(white) if white == black else f"{white} (White) with {black} (Black)"


def _fen(numbers: Numbers) -> str:
    return double_start_fen(*numbers)
