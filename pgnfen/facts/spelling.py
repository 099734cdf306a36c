"""Moves that are not spelled as SAN has them (PGN 1994 section 8.2.3): python-chess writes what is canonical."""

from __future__ import annotations

from typing import NamedTuple

from pgnfen.fen.start import Start
from pgnfen.lazy import regex
from pgnfen.pgn.movetext import Kind, Movetext
from pgnfen.replay.engines import PythonChess

_DIAGRAM = regex(rb"D[+#]{0,2}(?![!?])")


class Spelling(NamedTuple):
    """A move at bytes `at` to `end` of the game that is spelled otherwise than `san`; `castles`: as a king's move.

    The mark of a diagram that stands right behind a move is part of both.
    """

    ply: int
    at: int
    end: int
    san: str
    castles: bool


def spellings(start: Start, data: bytes, movetext: Movetext) -> list[Spelling]:
    """The moves played that are not spelled canonically; castling with other letters or dashes is CASTLING_SPELLING.

    Costs a replay by python-chess, and a move generated for each ply: some milliseconds.
    """
    engine = PythonChess()
    if not engine.plays(start):
        return []
    replay = engine.replay(start, data, movetext)
    board, found = replay.board.copy(stack=False), []
    for ply in replay.plies:
        if ply.null:
            board.push(ply.move)
            continue
        san, text, token = board.san_and_push(ply.move), ply.token.text(data), ply.token
        castling = token.kind is Kind.CASTLING
        mark = _DIAGRAM.match(data, token.end)
        if mark:
            found.append(Spelling(ply.number, token.start, mark.end(), f"{san} D", False))
            continue
        if text == san.encode() or (castling and text.rstrip(b"+#") not in (b"O-O", b"O-O-O")):
            continue
        found.append(Spelling(ply.number, token.start, token.end, san, bool(ply.castling) and not castling))
    return found
