"""The castling availability that the castlings of a game prove."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pgnfen.audit.rules._common import grants
from pgnfen.fen.scharnagl import array_numbers
from pgnfen.lazy import deferred

with deferred:
    from pgnfen.fen.castling import ordered, read_rights, write_rights

if TYPE_CHECKING:
    from pgnfen.audit.game import Game
    from pgnfen.fen.placement import Board
    from pgnfen.fen.record import FenRecord
    from pgnfen.replay.interface import Grant


def availability(game: Game) -> str:
    """What the FEN declares, with the rights of the castlings played that it denies, and without those that C101 and
    C102 find to be wrong; of an array all that it has."""
    record = game.start.record
    assert record is not None and record.board is not None  # grants are made to readable FENs only
    letters = "" if record.castling == "-" else record.castling
    played = [*grants(game, "castling"), *grants(game, "other-rook")]
    used = {(other.color, other.side) for other in played}
    wrong = wrong_rights(game)
    for right in read_rights(record.board, record.castling):
        if right.letter in wrong or right.rook is None or (right.color, right.side) in used:
            letters = letters.replace(right.letter, "", 1)
    for other in played:
        letters += letter_of(game, other)
    return game.start.array_rights or _of_array(game, record.board) or ordered(letters)


def wrong_rights(game: Game) -> str:
    """The letters of the rights that have no king or rook by the rules of the game (C101, C102)."""
    record = game.start.record
    blamed = [fault for fault in game.start.faults if fault.code in ("C101", "C102")]
    return "".join(record.text[one.column : one.column + one.length] for one in blamed) if record else ""


def may_be_chess960(game: Game) -> bool:
    """Whether a right that is wrong by the rules of the game has a rook by Chess960's."""
    record, wrong = game.start.record, wrong_rights(game)
    if record is None or record.board is None or not wrong:
        return False
    return any(right.letter in wrong and right.rook for right in read_rights(record.board, record.castling))


def letter_of(game: Game, grant: Grant) -> str:
    """The letter that means the rook: KQ for the outermost, its file for an inner one or in a Shredder-FEN."""
    record = game.start.record
    assert record is not None and record.board is not None  # grants are made to readable FENs only
    row = record.board.rank(1 if grant.color == "w" else 8)
    man = "R" if grant.color == "w" else "r"
    outermost = row.rfind(man) if grant.side == "king" else row.find(man)
    letter = "K" if grant.side == "king" else "Q"
    if "abcdefghij"[outermost] != grant.square[0] or _by_files(record):
        letter = grant.square[0].upper()
    return letter if grant.color == "w" else letter.lower()


def _of_array(game: Game, board: Board) -> str | None:
    """The castling availability of an array of the 960 that a castling shows to be one, or of the standard array with
    the counters of a game's beginning."""
    record, numbers = game.start.record, array_numbers(board.squares)
    if record is None or record.active_color != "w" or numbers is None:
        return None
    begins = (record.halfmove, record.fullmove) == (0, 1)
    if not game.proves_chess960 and not (begins and numbers == (518, 518)):
        return None
    return write_rights(board, read_rights(board, "KQkq"), "shredder" if _by_files(record) else "x-fen")


def _by_files(record: FenRecord) -> bool:
    """Whether the field is in Shredder letters."""
    return record.castling != "-" and not set(record.castling) & set("KQkq")
