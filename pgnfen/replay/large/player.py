"""A mainline played on a LargeBoard: pyffish (Fairy-Stockfish) judges moves of Capablanca, Gothic, Embassy, Janus."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pgnfen.fen.en_passant import square_fault
from pgnfen.fen.geometry import attackers, king_index
from pgnfen.fen.placement import square_index, square_name
from pgnfen.fen.start import Start
from pgnfen.pgn.movetext import Movetext, Token
from pgnfen.regex import regex
from pgnfen.replay.explain import NULL_IN_CHECK
from pgnfen.replay.interface import Grant, Ply, Replay
from pgnfen.replay.large.board import (
    NULL,
    LargeBoard,
    castling_side,
    en_passant_capture,
    man_at,
    squares_beyond_king,
)
from pgnfen.replay.large.rules import letters_of
from pgnfen.replay.player import Player
from pgnfen.replay.san import read_san

_MOVE = regex(
    r"([KQRBNPACJHME])?([a-j])?([1-8])?([x:\-])?([a-j][1-8])(?:[=/]?\(?([QRBNACJHMEqrbnacjhme])\)?)?[+#]{0,2}"
)
_NAMES = {
    "K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn",
    "A": "archbishop", "J": "archbishop", "C": "chancellor",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Spelled:
    """A move as spelled: `man` in pyffish's letters, None where coordinates leave it open."""

    man: str | None
    file: str
    rank: str
    to: str
    promotion: str


def _read(text: str, rules: str) -> _Spelled | None:
    match = _MOVE.fullmatch(text)
    if not match:
        return None
    letter, file, rank, _, to, promotion = (part or "" for part in match.groups())
    letters = letters_of(rules)
    man: str | None = letters.get(letter, letter) or "P"
    if not letter and file and rank:
        man = None
    if man == "P" and not file:
        file = to[0]
    promotion = promotion.upper()
    return _Spelled(man, file, rank, to, letters.get(promotion, promotion).lower())


class _Player(Player):
    """Plays one mainline on a LargeBoard."""

    def __init__(self, start: Start, data: bytes, board: LargeBoard) -> None:
        super().__init__(start, data)
        self.first: LargeBoard = board
        self.board = board.copy()

    def fen(self) -> str:
        return self.board.fen()

    def move(self, token: Token) -> None:
        raw = token.text(self.data)
        shown = raw.decode("utf-8", "replace")
        castling = read_san(raw)
        if castling is not None and castling.kind == "castling":
            self.castle(token, shown, castling.kingside)
            return
        spelled = _read(shown, self.board.rules)
        if spelled is None:
            self.skip(token)
            return
        moves = _candidates(self.board, spelled)
        if not moves:
            moves = self.capture_en_passant(token, spelled)
        if len(moves) == 1:
            self.push(token, shown, moves[0])
        elif moves:
            names = " and ".join(sorted(move[:2] for move in moves))
            both = "both" if len(moves) == 2 else "all"
            self.halt("ambiguous", token, shown, f"the men on {names} can {both} make it")
        else:
            self.halt("illegal", token, shown, _why(self.board, spelled))

    def castle(self, token: Token, shown: str, kingside: bool) -> None:
        side: Literal["king", "queen"] = "king" if kingside else "queen"
        for move in self.board.legal_moves:
            if castling_side(self.board, move) == side:
                self.push(token, shown, move)
                return
        granted = self.grant_castling(token, side)
        if granted:
            self.push(token, shown, granted)
        else:
            who = "White" if self.board.turn else "Black"
            self.halt("illegal", token, shown, f"{who} cannot castle {side}side in this position")

    def push(self, token: Token, shown: str, move: str) -> None:
        side = castling_side(self.board, move)
        en_passant = en_passant_capture(self.board, move)
        self.board.push(move)
        self.plies.append(Ply(len(self.plies) + 1, token, shown, move, side, en_passant))

    def null(self, token: Token) -> None:
        text = token.text(self.data).decode()
        if self.board.is_check():
            self.halt("illegal", token, text, NULL_IN_CHECK)
            return
        self.board.push(NULL)
        self.plies.append(Ply(len(self.plies) + 1, token, text, NULL, null=True))

    def grant_castling(self, token: Token, side: Literal["king", "queen"]) -> str | None:
        """The castling, played after all, where only the start's field forbids it."""
        if self.start.record is None:
            return None
        white = self.board.turn
        declared = self.first.text.split(" ")[2].replace("-", "")
        own = [c for c in declared if c.isupper() == white]
        beyond = squares_beyond_king(self.first.board, white, side == "king")
        meant = [c for c in own if any(square[0] == c.lower() for square in beyond)]
        for rook in beyond:
            letter = rook[0].upper() if white else rook[0]
            if letter in meant:
                continue
            field = "".join(c for c in declared if c not in meant) + letter
            first = self.first.amended(2, "".join(sorted(field)))
            board = first.copy()
            for ply in self.plies:
                if ply.move != NULL and ply.move not in board.legal_moves:
                    break
                board.push(ply.move)
            else:
                found = next((move for move in board.legal_moves if castling_side(board, move) == side), None)
                if found:
                    self.first, self.board = first, board
                    kind: Literal["other-rook", "castling"] = "other-rook" if meant else "castling"
                    colour: Literal["w", "b"] = "w" if white else "b"
                    self.grants.append(Grant(kind, colour, side, rook, len(self.plies) + 1, token.start))
                    return found
        return None

    def capture_en_passant(self, token: Token, spelled: _Spelled) -> list[str]:
        """The first move's capture en passant on a square that the start does not name."""
        turn: Literal["w", "b"] = "w" if self.first.turn else "b"
        captures = spelled.man == "P" and spelled.file != spelled.to[0]
        if self.start.record is None or self.plies or not captures or square_fault(self.first.board, turn, spelled.to):
            return []
        first = self.first.amended(3, spelled.to)
        moves = _candidates(first, spelled)
        if len(moves) == 1:
            self.first, self.board = first, first.copy()
            self.grants.append(Grant("en-passant", turn, None, spelled.to, 1, token.start))
        return moves


class _Variation(_Player):
    """Plays a variation: the start is what the mainline has proven it to be, nothing more is granted."""

    def grant_castling(self, token: Token, side: Literal["king", "queen"]) -> str | None:
        return None

    def capture_en_passant(self, token: Token, spelled: _Spelled) -> list[str]:
        return []


def _candidates(board: LargeBoard, spelled: _Spelled, promotion: bool = True) -> list[str]:
    """The legal moves that the spelling fits."""
    found = []
    for move in board.legal_moves:
        if move[2:4] != spelled.to or (promotion and move[4:] != spelled.promotion):
            continue
        if (spelled.file and move[0] != spelled.file) or (spelled.rank and move[1] != spelled.rank):
            continue
        if spelled.man is not None and man_at(board, move[:2]).upper() != spelled.man:
            continue
        if castling_side(board, move) is None or spelled.man is None:
            found.append(move)
    return found


def _why(board: LargeBoard, spelled: _Spelled) -> str:
    """The reason why no legal move fits, in words."""
    men, white = board.board, board.turn
    side, turn = ("white", "w") if white else ("black", "b")
    name = _NAMES[spelled.man] if spelled.man else "man"
    if spelled.man and (spelled.man if white else spelled.man.lower()) not in men.squares:
        return f"there is no {side} {name}"
    if _candidates(board, spelled, promotion=False):
        return "a pawn cannot promote to that" if spelled.promotion else "the promotion piece is missing"
    there = man_at(board, spelled.to)
    if there != "." and there.isupper() == white:
        return f"{spelled.to} is occupied by a {side} {_NAMES[there.upper()]}"
    other = board.copy()
    other.push(NULL)
    if not board.is_check() and _candidates(other, spelled):
        return f"it is {'White' if white else 'Black'}'s move, and only {'Black' if white else 'White'} could play it"
    king = king_index(men.squares, turn)
    width = men.width
    reach = {men.squares[i].upper() for i in attackers(men.squares, width, square_index(spelled.to, width), turn)}
    if king is not None and spelled.man != "P" and spelled.man in reach:
        return f"it leaves the king on {square_name(king, width)} in check"
    return f"no {side} {name} can reach {spelled.to}"


def play(start: Start, data: bytes, movetext: Movetext, board: LargeBoard) -> Replay:
    """Play movetext from `board`, the starting position of `start`."""
    return _Player(start, data, board).play(movetext)


def variation_player(start: Start, data: bytes, board: LargeBoard) -> Player:
    """A player of a variation that branches off at `board`."""
    return _Variation(start, data, board)
