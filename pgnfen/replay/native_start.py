"""A start as the native engine takes it: a six-field FEN with Shredder castling letters."""

from __future__ import annotations

from functools import lru_cache

from pgnfen.fen.start import Start
from pgnfen.replay.python_chess import PythonChess

_ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"
_FAMILIES = ("standard", "chess960", "unknown")
_FILES = "abcdefgh"


def board_fen(start: Start) -> str | None:
    """The starting position; None where the engine does not play it.

    A record that leaves no doubt says it all; else python-chess says what remains of it.
    """
    if start.variant.family not in _FAMILIES:
        return None
    if start.record is None:
        return _ARRAY if start.fen is None else None
    letters = _letters(start)
    if letters is not None:
        return _written(start, letters)
    if not PythonChess().plays(start):
        return None
    from pgnfen.replay.chess_player import starting_board

    return starting_board(start).fen(shredder=True, en_passant="fen")


@lru_cache(maxsize=8192)
def fen_with_all_rights(start: Start) -> tuple[str, str] | None:
    """The position with the right to castle added wherever a king and an outermost rook might have it and no right
    is declared, to be played by Chess960's castling, and the letters added; None where nothing can be added, or the
    record leaves a doubt.

    These are the rights that grants.grant_for would try first.
    """
    letters = _letters(start)
    if start.record is None or start.record.board is None or letters is None:
        return None
    added = ""
    for man, rank in (("R", 1), ("r", 8)):
        row = start.record.board.rank(rank)
        king = row.find("K" if man == "R" else "k")
        if king < 0:
            continue
        declared = {letter.lower() for letter in letters if letter.isupper() == man.isupper()}
        for rook, beyond in ((row.rfind(man, king), _FILES[king:]), (row.find(man, 0, king), _FILES[:king])):
            corner = rook in (0, 7) and king == 4
            possible = corner or start.chess960 or start.variant_text is None
            if rook >= 0 and possible and declared.isdisjoint(beyond):
                added += _FILES[rook].upper() if man == "R" else _FILES[rook]
    return (_written(start, letters + added), added) if added else None


def _letters(start: Start) -> str | None:
    """The castling availability in Shredder letters, "" for none; None where the record leaves a doubt."""
    record = start.record
    if record is None or record.halfmove is None or not record.fullmove:
        return None
    board = record.board
    if board is None or board.width != 8 or board.promoted or board.holdings is not None or record.checks:
        return None
    if any(fault.code[0] != "K" for fault in start.faults):  # counters are taken as they are
        return None
    rooks = [(right.rook, right.colour) for right in record.rights if right.rook is not None]
    return "".join([rook[0].upper() if colour == "w" else rook[0] for rook, colour in rooks])


def _written(start: Start, letters: str) -> str:
    record = start.record
    assert record is not None  # _letters has looked
    counters = f"{record.halfmove} {record.fullmove}"
    return f"{record.fields[0]} {record.active_colour} {letters or '-'} {record.en_passant} {counters}"
