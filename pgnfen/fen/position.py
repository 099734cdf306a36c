"""The position behind a record: as a chess.Board, and what is wrong with it by the rules of its variant (P101-P105).

Whether a king is attacked is found by geometry; python-chess's own status() agrees, which the tests hold it to.
"""

from __future__ import annotations

from functools import cache
from operator import sub

from pgnfen.fen.castling import needs_chess960
from pgnfen.fen.en_passant import square_fault
from pgnfen.fen.fault import ACTIVE, PLACEMENT, Fault
from pgnfen.fen.fen_record import FenRecord
from pgnfen.fen.names import ADJECTIVES, SIDES
from pgnfen.fen.placement import Board, attackers, column_of, king_index, same_line, square_name
from pgnfen.fen.scharnagl import has_pawns_home
from pgnfen.fen.variants import ANY_KINGS, NO_CHECKS, STANDARD, Variant
from pgnfen.lazy import deferred
from pgnfen.words import counted

with deferred:
    import chess
    from chess import variant


def to_chess_board(record: FenRecord, variant: Variant = STANDARD) -> chess.Board:
    """The record as a board of python-chess, of the variant's class; never raises for a readable 8x8 record.

    Castling rights are exactly those of the record whose king and rook stand there (chess960 is set where one of
    them needs it, or by the variant); the en passant square is set only where a double step can have passed it.
    Raises ValueError for a record without an 8x8 board, or with men that chess has not (in a variant of the family
    "known").

    >>> from pgnfen.fen.record import read_fen
    >>> to_chess_board(read_fen("4k3/8/8/8/8/8/8/RK5R w KQ - 0 1")).castling_shredder_fen()
    'HA'
    """
    # Imported here: what `tags` says of a position takes no python-chess, whose import takes longest of all.
    board = record.board
    if board is None or board.width != 8:
        raise ValueError("not an 8x8 board: the piece placement cannot be read, or the board is 10x8")
    chess960 = variant.family == "chess960" or needs_chess960(board, record.rights)
    made = _board_classes()[variant.key] if variant.family == "python-chess" else chess.Board
    result = made(None, chess960=chess960)
    if made is chess.Board and not board.promoted:
        _set_men(result, board)
    else:
        result.set_board_fen(Board(8, board.squares, board.promoted).to_text())
    result.turn = record.active_color != "b"
    result.castling_rights = chess.BB_EMPTY
    for right in record.rights:
        if right.rook is not None:
            result.castling_rights |= chess.BB_SQUARES[chess.parse_square(right.rook)]
    target = _sound_target(record, board)
    result.ep_square = None if target is None else chess.parse_square(target)
    result.halfmove_clock = record.halfmove or 0
    result.fullmove_number = max(1, record.fullmove or 1)
    if variant.family == "python-chess":
        _add_state(result, record, board)
    return result


def _set_men(empty: chess.Board, board: Board) -> None:
    """Put the pieces on an empty board: what set_board_fen does, in a fifth of the time. With it the Python reader
    audits games that begin with FENs of their own 1.5 times as fast."""
    masks = dict.fromkeys("PNBRQKpnbrqk", 0)
    for index, man in enumerate(board.squares):
        if man != ".":
            masks[man] |= 1 << (index ^ 56)  # Board counts from a8, python-chess from a1
    white, black = list(masks.values())[:6], list(masks.values())[6:]
    men = [mine | theirs for mine, theirs in zip(white, black, strict=True)]
    empty.pawns, empty.knights, empty.bishops, empty.rooks, empty.queens, empty.kings = men
    empty.occupied_co = [sum(black), sum(white)]
    empty.occupied = sum(men)


@cache
def _board_classes() -> dict[str, type[chess.Board]]:
    """The boards of the family "python-chess" by the keys of their variants."""
    return {
        "crazyhouse": variant.CrazyhouseBoard,
        "antichess": variant.AntichessBoard,
        "suicide": variant.SuicideBoard,
        "giveaway": variant.GiveawayBoard,
        "atomic": variant.AtomicBoard,
        "horde": variant.HordeBoard,
        "kingofthehill": variant.KingOfTheHillBoard,
        "racingkings": variant.RacingKingsBoard,
        "threecheck": variant.ThreeCheckBoard,
    }


def _add_state(result: chess.Board, record: FenRecord, board: Board) -> None:
    """Men in hand and checks left, which only the boards of their variants have."""
    if isinstance(result, variant.CrazyhouseBoard):
        for man in board.holdings or "":
            if man in "PNBRQpnbrq":
                result.pockets[man.isupper()].add(chess.PIECE_SYMBOLS.index(man.lower()))
    if isinstance(result, variant.ThreeCheckBoard) and record.checks_left:
        result.remaining_checks[chess.WHITE], result.remaining_checks[chess.BLACK] = record.checks_left


def position_faults(record: FenRecord, variant: Variant = STANDARD) -> tuple[Fault, ...]:
    """P101 to P105 of a record whose board can be read; () for variants whose rules nothing here knows.

    >>> from pgnfen.fen.record import read_fen
    >>> [(f.code, f.message) for f in position_faults(read_fen("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1"))]
    [('P103', 'White is to move, but Black, who just moved, is in check: king on e8, attacked from e1')]
    """
    board = record.board
    if board is None or (variant.family == "known" and variant.key != "chess480"):
        return ()
    faults = [*_king_count(record, board, variant), *_back_rank_pawns(record, board, variant)]
    faults += _too_many(record, board, variant)
    if variant.key not in NO_CHECKS and record.active_color:
        faults += _checks(record, board, variant, record.active_color)
    return tuple(faults)


def _placement_fault(record: FenRecord, code: str, message: str, index: int | None = None) -> Fault:
    """A fault of the placement: at one square, or of the whole field."""
    field, start = record.fields[0] or "", record.columns[0]
    if index is None:
        return Fault(code, PLACEMENT, start, max(1, len(field)), field, None, message)
    offset = column_of(field, index, record.width)
    return Fault(code, PLACEMENT, start + offset, 1, field[offset], None, message)


def _king_count(record: FenRecord, board: Board, variant: Variant) -> list[Fault]:
    if variant.key in ANY_KINGS:
        return []
    faults = []
    for color, king in (("w", "K"), ("b", "k")):
        count = board.squares.count(king)
        wanted = 0 if variant.key == "horde" and color == "w" else 1
        if count == wanted:
            continue
        index = None
        if count:
            second = board.squares.find(king, board.squares.find(king) + 1)
            index = second if second >= 0 else board.squares.find(king)
        seen = counted(count, f"{ADJECTIVES[color]} king") if count else f"no {ADJECTIVES[color]} king"
        where = ", ".join(square_name(i, board.width) for i, man in enumerate(board.squares) if man == king)
        faults.append(_placement_fault(record, "P101", f"{seen} ({where})" if count else seen, index))
    return faults


def _back_rank_pawns(record: FenRecord, board: Board, variant: Variant) -> list[Fault]:
    width, squares = board.width, board.squares
    ranks = [(0, squares[:width]), (7 * width, squares[-width:])]
    found = []
    for start, row in ranks:
        if "P" not in row and "p" not in row:
            continue
        horde_rank = variant.key == "horde" and start
        found += [start + i for i, man in enumerate(row) if man == "p" or (man == "P" and not horde_rank)]
    if not found:
        return []
    where = ", ".join(square_name(i, width) for i in found)
    return [_placement_fault(record, "P102", f"{counted(len(found), 'pawn')} on a back rank: {where}", found[0])]


def _too_many(record: FenRecord, board: Board, variant: Variant) -> list[Fault]:
    """P104: more men, pawns or promoted men than a game can have."""
    wrong = [found for color in ("w", "b") if (found := _excess(board, color, variant))]
    if wrong and "crazyhouse" in (variant.key, record.implied_variant):
        return []
    places = [_first_beyond(board, men, limit) for _, men, limit in wrong]
    return [_placement_fault(record, "P104", one[0], at) for one, at in zip(wrong, places, strict=True)]


_Excess = tuple[str, str, int]
"""A message, and of which men (letters) there are more than how many."""


def _first_beyond(board: Board, men: str, limit: int) -> int | None:
    """Index of the first man that is one too many."""
    found = [index for index, man in enumerate(board.squares) if man in men]
    return found[limit] if len(found) > limit else None


def _excess(board: Board, color: str, variant: Variant) -> _Excess | None:
    """Of which men a color has too many."""
    squares, width = board.squares, board.width
    counts = [*map(squares.count, "QRBNP" if color == "w" else "qrbnp")]
    beyond = [*map(sub, counts, (1, 2, 2, 2, 8))]
    if max(beyond) <= 0 and width == 8 and variant.family in ("standard", "chess960", "unknown"):
        return None
    men = sum(map(str.isupper if color == "w" else str.islower, squares))
    if variant.key == "horde" and color == "w":
        return (f"{men} white pieces, more than 36", _WHITE, 36) if men > 36 else None
    if variant.key == "racingkings":
        message = _racing_material(*counts)
        return (message, "", 0) if message else None
    kings = squares.count("K" if color == "w" else "k")
    beyond[4] = men - sum(counts) - kings - 2  # archbishops and chancellors
    beyond += [kings - 1] if variant.key in ANY_KINGS else []
    promoted = sum([count for count in beyond if count > 0])
    message = _more_than(men, counts[4], promoted, width, ADJECTIVES[color])
    own = _WHITE if color == "w" else _WHITE.lower()
    if message is None:
        return None
    if men > 2 * width:
        return message, own, 2 * width
    if counts[4] > width:
        return message, own[0], width
    for man, count, more in zip(own[1:], counts[:4], beyond, strict=False):
        if more > 0:
            return message, man, count - more
    return message, "", 0


_WHITE = "PQRBNKACJ"  # its men, those of 10x8 boards too


def _more_than(men: int, pawns: int, promoted: int, width: int, color: str) -> str | None:
    if men > 2 * width:
        return f"{men} {color} pieces, more than {2 * width}"
    if pawns > width:
        return f"{pawns} {color} pawns, more than {width}"
    missing = width - pawns
    if promoted > missing:
        pawns_missing = f"only {counted(missing, f'{color} pawn')}" if missing else f"no {color} pawn"
        verb = "is" if missing <= 1 else "are"
        pieces = counted(promoted, "promoted piece")
        return f"{color.capitalize()} has at least {pieces}, but {pawns_missing} {verb} missing"
    return None


def _racing_material(queens: int, rooks: int, bishops: int, knights: int, pawns: int) -> str | None:
    if pawns:
        return "pawns, which do not exist in Racing Kings"
    if queens > 1 or rooks > 2 or bishops > 2 or knights > 2:
        return "more pieces of one type than at the start; Racing Kings has no promotion"
    return None


def _checks(record: FenRecord, board: Board, variant: Variant, turn: str) -> list[Fault]:
    squares, width = board.squares, board.width
    if has_pawns_home(squares):
        return []  # a starting array, the case that is met most
    other = "b" if turn == "w" else "w"
    mine, theirs = king_index(squares, turn), king_index(squares, other)
    giving = attackers(squares, width, theirs, turn) if theirs is not None else []
    checking = attackers(squares, width, mine, other) if mine is not None else []
    if giving and theirs is not None:
        where = ", ".join(square_name(i, width) for i in giving)
        message = f"{SIDES[turn]} is to move, but {SIDES[other]}, who just moved, is in check"
        message += f": king on {square_name(theirs, width)}, attacked from {where}"
        if checking:
            message += f" ({SIDES[turn]} is in check as well)"
        return _wrong_side(record, other, bool(checking), message)
    if not checking or mine is None:
        return []
    return _impossible_check(record, board, variant, turn, mine, checking)


def _wrong_side(record: FenRecord, other: str, both: bool, message: str) -> list[Fault]:
    """P103 of an active color that leaves the side which has just moved in check; `both`: the other king is, too."""
    declared = record.fields[1]
    if declared is None:  # without check on the other king Black is to move
        return [Fault("P103", ACTIVE, record.columns[1], 1, None, None, "both kings are in check")] if both else []
    at, length = record.columns[1], max(1, len(declared))
    if both:
        return [Fault("P103", ACTIVE, at, length, declared, None, message)]
    return [Fault("P103", ACTIVE, at, length, declared, other, message, "unsafe")]


def _impossible_check(
    record: FenRecord, board: Board, variant: Variant, turn: str, king: int, checkers: list[int]
) -> list[Fault]:
    width = board.width
    where = " and ".join(square_name(i, width) for i in checkers)
    checked = f"{SIDES[turn]}'s king on {square_name(king, width)} is in check from {where}"
    if variant.key == "racingkings":
        why = f"{SIDES[turn]} is in check from {where}, but Racing Kings does not allow checks"
    elif len(checkers) > 2:
        why = f"{checked}: no legal move can give {len(checkers)} checks at once"
    elif len(checkers) == 2 and same_line(width, king, *checkers) and not _sound_target(record, board):
        # (of a sound target square E104 judges the checks)
        why = f"{checked}, on one line: no legal move can give both checks at once"
    else:
        return []
    return [_placement_fault(record, "P105", why, king)]


def _sound_target(record: FenRecord, board: Board) -> str | None:
    """The en passant target square, if a double step can have passed it; Black's where the active color is unread."""
    target = record.en_passant
    if target in (None, "-") or square_fault(board, record.active_color or "w", target or "") is not None:
        return None
    return target
