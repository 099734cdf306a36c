"""A move as the movetext spells it, reduced to what picks it out on a board. No board is looked at here."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import chess

from pgnfen.lazy import regex
from pgnfen.pgn.definitions import DASH

_MOVE = regex(rb"([KQRBNP])?([a-h])?([1-8])?([x:\-])?([a-h][1-8])(?:[=/]?\(?([QRBNKqrbnk])\)?)?[+#]{0,2}\Z")
_DROP = regex(rb"([PNBRQK])?@([a-h][1-8])[+#]{0,2}\Z")
_CASTLING = regex(rb"(?:[Oo0](?:" + DASH + rb")[Oo0]((?:" + DASH + rb")[Oo0])?|OO(O)?|oo(o)?|00(0)?)[+#]{0,2}\Z")


@dataclass(frozen=True, slots=True)
class San:
    """A spelled move: piece type, what is said of its origin, destination, promotion or drop.

    Squares, piece types and masks are python-chess's numbers. `standard` is the spelling that python-chess's
    parse_san reads; `fully_specified`: both squares and no piece, which may be any; `plain`: castling, or a move
    that python-chess takes for one of the piece named (to it P with both squares names none).
    """

    text: str
    kind: Literal["move", "drop", "castling"]
    standard: str
    piece: int = chess.PAWN
    from_mask: int = chess.BB_ALL
    to: int = 0
    promotion: int | None = None
    capture: bool = False
    kingside: bool = False
    fully_specified: bool = False
    plain: bool = True


@lru_cache(maxsize=16384)
def read_san(text: bytes) -> San | None:
    """The move that a MOVE or CASTLING token spells, or None where it spells none.

    >>> read_san(b"e8(Q)+").standard, read_san("0\u20130".encode()).standard
    ('e8=Q', 'O-O')
    """
    shown = text.decode("utf-8", "replace")
    castling = _CASTLING.match(text)
    if castling:
        kingside = not any(castling.groups())
        return San(shown, "castling", "O-O" if kingside else "O-O-O", chess.KING, kingside=kingside)
    drop = _DROP.match(text)
    if drop:
        piece = chess.PIECE_SYMBOLS.index((drop[1] or b"P").decode().lower())
        standard = (drop[1] or b"P").decode() + "@" + drop[2].decode()
        return San(shown, "drop", standard, piece, to=chess.parse_square(drop[2].decode()), plain=False)
    move = _MOVE.match(text)
    return _read_move(shown, move) if move else None


def _read_move(shown: str, move: re.Match[bytes]) -> San:
    letter, file, rank, link, to, promotion = (part.decode() if part else "" for part in move.groups())
    piece = chess.PIECE_SYMBOLS.index(letter.lower()) if letter else chess.PAWN
    capture, both = link in ("x", ":"), bool(file and rank)
    standard = (letter if letter != "P" else "") + file + rank + ("x" if capture else "") + to
    return San(
        text=shown,
        kind="move",
        standard=standard + ("=" + promotion.upper() if promotion else ""),
        piece=piece,
        from_mask=_origins(file or (to[0] if piece == chess.PAWN else ""), rank),
        to=chess.parse_square(to),
        promotion=chess.PIECE_SYMBOLS.index(promotion.lower()) if promotion else None,
        capture=capture,
        fully_specified=both and not letter,
        plain=not (both and letter in ("", "P")),
    )


def _origins(file: str, rank: str) -> int:
    """The squares on a file and a rank; on all of them where one is not named."""
    files = chess.BB_FILES[ord(file) - ord("a")] if file else chess.BB_ALL
    return files & chess.BB_RANKS[int(rank) - 1] if rank else files
