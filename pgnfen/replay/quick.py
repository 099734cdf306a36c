"""A quick look at the mainline of a standard or Chess960 game: "nothing to report", or "look again".

It works on python-chess's attack tables and only ever clears a game. Whatever is out of the ordinary (a
spelling, a number, a move that is not plainly legal) is answered with None, and python-chess decides. It
may be wrong in that direction only.
"""

from __future__ import annotations

import re

import chess
from chess import (
    BB_DIAG_ATTACKS,
    BB_DIAG_MASKS,
    BB_FILE_ATTACKS,
    BB_FILE_MASKS,
    BB_KING_ATTACKS,
    BB_KNIGHT_ATTACKS,
    BB_PAWN_ATTACKS,
    BB_RANK_ATTACKS,
    BB_RANK_MASKS,
    BB_SQUARES,
)

from pgnfen.replay.interface import Cleared
from pgnfen.replay.san import San, read_san

_COMMENT = re.compile(rb"\{[^}]*\}|;[^\r\n]*|(?<=[\r\n])%[^\r\n]*")
_VARIATION = re.compile(rb"\([^()]*\)")
_GLUED = re.compile(rb"([0-9]{1,4})(\.{1,3})(.*)", re.DOTALL)
_MARKERS = frozenset((b"1-0", b"0-1", b"1/2-1/2", b"*"))
_SUFFIX = re.compile(rb"([+#]?)[!?]{1,2}\Z")
_NAG = re.compile(rb"\$[0-9]{1,3}\Z")
_BACK_RANKS = chess.BB_RANK_1 | chess.BB_RANK_8
_PLAIN_CASTLING = frozenset(
    side + check for side in (b"O-O", b"O-O-O") for check in (b"", b"+", b"#")
)


def mainline_words(movetext: bytes) -> list[bytes] | None:
    """The blank-separated words of the mainline, comments and variations taken out; None where that needs care.

    >>> mainline_words(b"1. e4 {best (by test)} e5 (1... c5 (1... e6) 2. c3) 2. Nf3 *")
    [b'1.', b'e4', b'e5', b'2.', b'Nf3', b'*']
    """
    if b"{" in movetext or b";" in movetext or b"%" in movetext:
        movetext = _COMMENT.sub(b" ", movetext)
    if b"{" in movetext or b"}" in movetext or b"[" in movetext:
        return None
    if movetext.rstrip().endswith(b")"):
        return None  # a variation behind the termination marker
    while b"(" in movetext:
        movetext, count = _VARIATION.subn(b" ", movetext)
        if not count:
            return None
    return None if b")" in movetext else movetext.split()


class Words:
    """What each word of movetext is, remembered: words repeat."""

    LIMIT = 1 << 16

    def __init__(self) -> None:
        self.known: dict[bytes, tuple[int, int, San | None] | None] = {}

    def read(self, word: bytes) -> tuple[int, int, San | None] | None:
        """(number or -1, dots, move): `12.` -> (12, 1, None); `e4` -> (-1, 0, San); None: look again."""
        if len(self.known) >= self.LIMIT:
            self.known.clear()
        answer = self.known[word] = self._read(word)
        return answer

    def _read(self, word: bytes) -> tuple[int, int, San | None] | None:
        number, dots = -1, 0
        glued = _GLUED.fullmatch(word)
        if glued:
            number, dots, word = int(glued[1]), len(glued[2]), glued[3]
            if not word:
                return number, dots, None
        elif _NAG.match(word):
            return -1, 0, None
        word = _SUFFIX.sub(rb"\1", word)
        if word[:1] in b"Oo0" and word not in _PLAIN_CASTLING:
            return None
        san = read_san(word)
        if san is None or san.kind == "drop" or san.fully_specified:
            return None
        return number, dots, san


_WORDS = Words()


def _attacked(king: int, by: int, occupied: int, pieces: tuple[int, ...], white: bool) -> bool:
    """Whether a man of `by` attacks the king's square; `white` is the colour of the king."""
    pawns, knights, diagonal, straight, kings = pieces
    return bool(
        BB_DIAG_ATTACKS[king][BB_DIAG_MASKS[king] & occupied] & diagonal & by
        or BB_RANK_ATTACKS[king][BB_RANK_MASKS[king] & occupied] & straight & by
        or BB_FILE_ATTACKS[king][BB_FILE_MASKS[king] & occupied] & straight & by
        or BB_KNIGHT_ATTACKS[king] & knights & by
        or BB_PAWN_ATTACKS[white][king] & pawns & by
        or BB_KING_ATTACKS[king] & kings & by
    )


class QuickBoard:
    """A position that plays plainly legal moves; begins as a copy of a python-chess board."""

    __slots__ = ("castling", "clock", "ep", "kings", "number", "pieces", "sides", "white")

    def __init__(self, board: chess.Board) -> None:
        self.pieces = [
            0, board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings,
        ]  # fmt: skip
        self.sides = [board.occupied_co[chess.BLACK], board.occupied_co[chess.WHITE]]
        self.kings = [board.king(chess.BLACK) or 0, board.king(chess.WHITE) or 0]
        self.castling = board.castling_rights
        self.ep = -1 if board.ep_square is None else board.ep_square
        self.clock = board.halfmove_clock
        self.number = max(1, board.fullmove_number)
        self.white = board.turn

    def safe(self, white: bool) -> bool:
        """Whether the king of that colour is not attacked."""
        _, pawns, knights, bishops, rooks, queens, kings = self.pieces
        pieces = (pawns, knights, bishops | queens, rooks | queens, kings)
        return not _attacked(self.kings[white], self.sides[not white], self.sides[0] | self.sides[1], pieces, white)

    def candidates(self, san: San, own: int, occupied: int) -> int:
        """The own men that can go to the square, pawns aside; king safety is not looked at."""
        piece, to = san.piece, san.to
        if piece == chess.KNIGHT:
            reach = BB_KNIGHT_ATTACKS[to]
        elif piece == chess.KING:
            reach = BB_KING_ATTACKS[to]
        else:
            reach = 0
            if piece != chess.ROOK:
                reach = BB_DIAG_ATTACKS[to][BB_DIAG_MASKS[to] & occupied]
            if piece != chess.BISHOP:
                reach |= (
                    BB_RANK_ATTACKS[to][BB_RANK_MASKS[to] & occupied]
                    | BB_FILE_ATTACKS[to][BB_FILE_MASKS[to] & occupied]
                )
        return self.pieces[piece] & own & reach & san.from_mask

    def play(self, san: San) -> bool:
        """Play a move; false where it is not plainly legal (the board is then of no further use)."""
        white = self.white
        own, other = self.sides[white], self.sides[not white]
        if san.kind == "castling":
            return self.castle(san.kingside)
        to_bb = BB_SQUARES[san.to]
        if own & to_bb:
            return False
        if san.piece == chess.PAWN:
            return self.pawn(san, own, other, to_bb)
        if san.promotion is not None:
            return False
        candidates = self.candidates(san, own, own | other)
        if candidates & (candidates - 1):
            candidates = self.only_legal(candidates, to_bb, san.piece)
        if not candidates:
            return False
        self.clock = 0 if other & to_bb else self.clock + 1
        self.move(san.piece, candidates, to_bb)
        if san.piece == chess.KING:
            self.kings[white] = san.to
            self.castling &= ~(chess.BB_RANK_1 if white else chess.BB_RANK_8)
        self.ep = -1
        return self.safe(white) and self.passed()

    def passed(self) -> bool:
        self.white = not self.white
        self.number += self.white
        return True

    def move(self, piece: int, from_bb: int, to_bb: int, promotion: int | None = None) -> None:
        white = self.white
        if self.sides[not white] & to_bb:
            self.remove(to_bb)
        self.pieces[piece] &= ~from_bb
        self.pieces[promotion or piece] |= to_bb
        self.sides[white] ^= from_bb | to_bb
        self.castling &= ~(from_bb | to_bb)

    def remove(self, square_bb: int) -> None:
        pieces = self.pieces
        for piece in range(1, 7):
            if pieces[piece] & square_bb:
                pieces[piece] ^= square_bb
                break
        self.sides[not self.white] &= ~square_bb

    def only_legal(self, candidates: int, to_bb: int, piece: int) -> int:
        """The one candidate that does not leave the king in check, or 0 where there is not just one."""
        found = 0
        white = self.white
        own, other = self.sides[white], self.sides[not white]
        _, pawns, knights, bishops, rooks, queens, kings = self.pieces
        pieces = (pawns, knights, bishops | queens, rooks | queens, kings)
        for square in chess.scan_forward(candidates):
            occupied = ((own | other) & ~BB_SQUARES[square]) | to_bb
            king = chess.lsb(to_bb) if piece == chess.KING else self.kings[white]
            if not _attacked(king, other & ~to_bb, occupied, pieces, white):
                if found:
                    return 0
                found = BB_SQUARES[square]
        return found

    def pawn(self, san: San, own: int, other: int, to_bb: int) -> bool:
        white, to = self.white, san.to
        pawns = self.pieces[chess.PAWN]
        back = -8 if white else 8
        if (san.promotion is not None) != bool(to_bb & _BACK_RANKS) or san.promotion in (chess.KING, chess.PAWN):
            return False
        ep = -1
        straight = BB_SQUARES[to + back] if 0 <= to + back < 64 else 0
        if san.from_mask & straight:
            if other & to_bb or san.capture:
                return False
            from_bb = straight & pawns & own
            if not from_bb and to >> 3 == (3 if white else 4) and not (own | other) & straight:
                from_bb = BB_SQUARES[to + 2 * back] & pawns & own & san.from_mask
                ep = to + back
        else:
            from_bb = BB_PAWN_ATTACKS[not white][to] & pawns & own & san.from_mask
            if from_bb & (from_bb - 1):
                return False
            if not other & to_bb:
                if to != self.ep or not BB_SQUARES[to + back] & pawns & other:
                    return False
                self.remove(BB_SQUARES[to + back])
        if not from_bb:
            return False
        self.move(chess.PAWN, from_bb, to_bb, san.promotion)
        self.clock = 0
        self.ep = ep
        return self.safe(white) and self.passed()

    def castle(self, kingside: bool) -> bool:
        white = self.white
        back_rank = chess.BB_RANK_1 if white else chess.BB_RANK_8
        king = self.kings[white]
        king_bb = BB_SQUARES[king]
        rights = self.castling & back_rank & self.sides[white] & self.pieces[chess.ROOK]
        rights &= ~(king_bb - 1) if kingside else king_bb - 1
        if not rights or rights & (rights - 1) or not king_bb & back_rank:
            return False
        first = 0 if white else 56
        king_to, rook_to = first + (6 if kingside else 2), first + (5 if kingside else 3)
        rook = chess.lsb(rights)
        path = chess.between(king, king_to) | BB_SQUARES[king_to]
        blockers = (self.sides[0] | self.sides[1]) & ~(king_bb | rights)
        if blockers & (path | chess.between(rook, rook_to) | BB_SQUARES[rook_to]):
            return False
        other = self.sides[not white]
        _, pawns, knights, bishops, rooks, queens, kings = self.pieces
        pieces = (pawns, knights, bishops | queens, rooks | queens, kings)
        if _attacked(king_to, other, blockers | BB_SQUARES[rook_to], pieces, white):
            return False
        for square in chess.scan_forward((path & ~BB_SQUARES[king_to]) | king_bb):
            if _attacked(square, other, blockers | rights, pieces, white):
                return False
        self.sides[white] = (self.sides[white] & ~(king_bb | rights)) | BB_SQUARES[king_to] | BB_SQUARES[rook_to]
        self.pieces[chess.KING] = (self.pieces[chess.KING] & ~king_bb) | BB_SQUARES[king_to]
        self.pieces[chess.ROOK] = (self.pieces[chess.ROOK] & ~rights) | BB_SQUARES[rook_to]
        self.kings[white] = king_to
        self.castling &= ~back_rank
        self.clock += 1
        self.ep = -1
        return self.passed()

    def to_board(self) -> chess.Board:
        """The position as a python-chess board."""
        board = chess.Board(None, chess960=True)
        _, board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings = self.pieces
        board.occupied_co[chess.BLACK], board.occupied_co[chess.WHITE] = self.sides
        board.occupied = self.sides[0] | self.sides[1]
        board.turn = self.white
        board.castling_rights = self.castling
        board.ep_square = self.ep if self.ep >= 0 else None
        return board


def look(start: chess.Board, movetext: bytes) -> Cleared | None:
    """Play the mainline from `start`; None asks for a closer look.

    A cleared mainline has only legal, unambiguous moves in standard spelling, right move numbers wherever there
    are any, a halfmove clock that never passes 150, and one termination marker, at its end.
    """
    words = mainline_words(movetext)
    if not words or words[-1] not in _MARKERS:
        return None
    board = QuickBoard(start)
    known, read, play = _WORDS.known, _WORDS.read, board.play
    plies = 0
    marker = words.pop()
    for word in words:
        answer = known.get(word) or read(word)
        if answer is None:
            return None
        number, dots, san = answer
        if number >= 0 and (number != board.number or (plies == 0 and board.white != (dots < 2))):
            return None
        if san is not None:
            if board.clock >= 150 or not play(san):
                return None
            plies += 1
    in_check = not board.safe(board.white)
    stuck = plies > 0 and not any(board.to_board().generate_legal_moves())
    return Cleared(plies, marker, stuck and in_check, stuck and not in_check, board.white)
