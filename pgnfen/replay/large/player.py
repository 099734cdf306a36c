"""A mainline played on a FairyBoard: pyffish (Fairy-Stockfish) judges its moves.

Of 10x8 boards and castling by a prefix, reasons are given and rights granted as in chess; of a variant by its name a
move is illegal only where pyffish has no legal move that the spelling fits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pgnfen.fen.en_passant import square_fault
from pgnfen.fen.placement import attackers, king_index, square_index, square_name
from pgnfen.fen.start import Start
from pgnfen.lazy import regex
from pgnfen.pgn.definitions import DASH
from pgnfen.pgn.movetext import Kind, Movetext, Token
from pgnfen.replay.explain import NULL_IN_CHECK
from pgnfen.replay.interface import Grant, Ply, Replay
from pgnfen.replay.large.board import NULL, SQUARE, FairyBoard, squares_beyond_king
from pgnfen.replay.large.rules import letters_of
from pgnfen.replay.player import Player

_MOVE = regex(
    rf"([A-Z])?([a-l])?(1[0-2]|[1-9])?[x:\-]?({SQUARE})"
    rf"(?:[=/]?\(?([A-Za-z])\)?)?[+#]{{0,2}}"
)
_CHESS_MOVE = regex(
    r"([KQRBNPACJHME])?([a-j])?([1-8])?[x:\-]?([a-j][1-8])(?:[=/]?\(?([QRBNACJHMEqrbnacjhme])\)?)?[+#]{0,2}"
)
_DROP = regex(rf"([A-Z])?@({SQUARE})[+#]{{0,2}}")
_COORDINATES = regex(rf"({SQUARE})({SQUARE})([a-z])?")
_DASHES = regex(DASH)
_NAMES = {
    "K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn",
    "A": "archbishop", "J": "archbishop", "C": "chancellor",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Spelled:
    """A move as spelled: `man` in pyffish's letters, None where both squares stand alone; `suffix` a promotion or a man
    gated in."""

    man: str | None
    file: str
    rank: str
    to: str
    suffix: str


class _Player(Player):
    """Plays one mainline on a FairyBoard."""

    def __init__(self, start: Start, data: bytes, board: FairyBoard) -> None:
        super().__init__(start, data)
        self.first: FairyBoard = board
        self.board = board.copy()

    def fen(self) -> str:
        return self.board.fen()

    def move(self, token: Token) -> None:
        raw = token.text(self.data)
        shown = raw.decode("utf-8", "replace")
        castling = _canonical(raw) if token.kind is Kind.CASTLING else None
        moves = self.fitting(token, shown) if castling is None else self.castlings(token, castling)
        if moves is None:
            self.skip(token)
        elif len(moves) == 1:
            self.push(token, shown, moves[0])
        elif moves:
            self.halt("ambiguous", token, shown, self.why_ambiguous(moves))
        else:
            self.halt("illegal", token, shown, self.why_illegal(shown, castling))

    def push(self, token: Token, shown: str, move: str) -> None:
        self.board.push(move)
        self.plies.append(Ply(len(self.plies) + 1, token, shown, move))

    def null(self, token: Token) -> None:
        text = token.text(self.data).decode()
        if self.board.is_check():
            self.halt("illegal", token, text, NULL_IN_CHECK)
            return
        self.board.push(NULL)
        self.plies.append(Ply(len(self.plies) + 1, token, text, NULL, null=True))

    def fitting(self, token: Token, shown: str) -> list[str] | None:
        """The legal moves that a spelling fits; None for what is no spelling of a move."""
        drop = _DROP.fullmatch(shown)
        if drop:
            wanted = f"{drop[1] or 'P'}@{drop[2]}"
            return [move for move in self.board.legal_moves if move == wanted]
        match = _MOVE.fullmatch(shown)
        if not match:
            return None
        letter, file, rank, to, suffix = match.groups("")
        man: str | None = letter or ("P" if not (file and rank) else None)
        moves = _candidates(self.board, _Spelled(man, file, rank, to, suffix.lower()))
        if man == "P" and not file:  # a capture names its file
            moves = [move for move in moves if move[0] == to[0]] or moves
        return self.spelled_so(moves, shown)

    def castlings(self, token: Token, san: str) -> list[str]:
        """The legal moves with this SAN, of a king or of the rook behind which a man is gated in."""
        board = self.board
        moves = [move for move in board.legal_moves if board.men.get(_origin(move), "").upper() not in ("", "P")]
        shown = token.text(self.data).decode("utf-8", "replace")
        return self.spelled_so([move for move in moves if _on_one_rank(move) and board.san(move) == san], shown)

    def spelled_so(self, moves: list[str], shown: str) -> list[str]:
        """Of several moves the one that pyffish spells so."""
        exact = [move for move in moves if self.board.san(move) == shown.rstrip("+#")] if len(moves) > 1 else []
        return exact if len(exact) == 1 else moves

    def why_ambiguous(self, moves: list[str]) -> str:
        """Which moves the spelling fits, in words."""
        return f"did you mean {' and '.join(sorted({self.board.san(move) for move in moves}))}?"

    def why_illegal(self, shown: str, castling: str | None) -> str:
        """Why no legal move fits, in words."""
        return f"pyffish does not accept this move in {self.start.variant.name}"


class _ChessPlayer(_Player):
    """Plays a mainline by rules that are those of chess but for the board, the men or where kings castle to."""

    def fitting(self, token: Token, shown: str) -> list[str] | None:
        spelled = _read(shown, self.board.rules)
        if spelled is None:
            return None
        return self.candidates(spelled) or self.capture_en_passant(token, spelled)

    def candidates(self, spelled: _Spelled, board: FairyBoard | None = None, suffix: bool = True) -> list[str]:
        """The legal moves that the spelling fits; castling only where it is spelled by both squares."""
        board = board or self.board
        moves = _candidates(board, spelled, suffix)
        return moves if spelled.man is None else [move for move in moves if board.castling_side(move) is None]

    def castlings(self, token: Token, san: str) -> list[str]:
        side: Literal["king", "queen"] = "king" if san == "O-O" else "queen"
        return _castlings(self.board, side)[:1] or self.grant_castling(token, side)

    def push(self, token: Token, shown: str, move: str) -> None:
        side, en_passant = self.board.castling_side(move), self.board.is_en_passant(move)
        self.board.push(move)
        self.plies.append(Ply(len(self.plies) + 1, token, shown, move, side, en_passant))

    def grant_castling(self, token: Token, side: Literal["king", "queen"]) -> list[str]:
        """The castling, played after all, where only the start's field forbids it."""
        if self.start.record is None:
            return []
        white = self.board.turn
        declared = self.first.text.split(" ")[2].replace("-", "")
        beyond = squares_beyond_king(self.first.board, white, side == "king")
        files = {square[0] for square in beyond}
        meant = [letter for letter in declared if letter.isupper() == white and letter.lower() in files]
        others = [letter for letter in declared if letter not in meant]
        for rook in beyond:
            letter = rook[0].upper() if white else rook[0]
            castlings = [] if letter in meant else self.castlings_from([*others, letter], side)
            if castlings:
                kind: Literal["other-rook", "castling"] = "other-rook" if meant else "castling"
                self.grants.append(Grant(kind, "w" if white else "b", side, rook, len(self.plies) + 1, token.start))
                return castlings[:1]
        return []

    def castlings_from(self, rights: list[str], side: Literal["king", "queen"]) -> list[str]:
        """The castling to a side if the start has these rights, which then are taken for its own."""
        first = self.first.amended(2, "".join(sorted(rights)))
        board = self.played_from(first)
        castlings = [] if board is None else _castlings(board, side)
        if board is not None and castlings:
            self.first, self.board = first, board
        return castlings

    def played_from(self, first: FairyBoard) -> FairyBoard | None:
        """The board after the moves so far from another start; None where one is not legal."""
        board = first.copy()
        for ply in self.plies:
            if ply.move != NULL and ply.move not in board.legal_moves:
                return None
            board.push(ply.move)
        return board

    def capture_en_passant(self, token: Token, spelled: _Spelled) -> list[str]:
        """The first move's capture en passant on a square that the start does not name."""
        turn: Literal["w", "b"] = "w" if self.first.turn else "b"
        captures = spelled.man == "P" and spelled.file != spelled.to[0]
        if self.start.record is None or self.plies or not captures or square_fault(self.first.board, turn, spelled.to):
            return []
        first = self.first.amended(3, spelled.to)
        moves = self.candidates(spelled, first)
        if len(moves) == 1:
            self.first, self.board = first, first.copy()
            self.grants.append(Grant("en-passant", turn, None, spelled.to, 1, token.start))
        return moves

    def why_ambiguous(self, moves: list[str]) -> str:
        names = " and ".join(sorted(move[:2] for move in moves))
        return f"the pieces on {names} can {'both' if len(moves) == 2 else 'all'} make the move"

    def why_illegal(self, shown: str, castling: str | None) -> str:
        board = self.board
        if castling is not None:
            side = "king" if castling == "O-O" else "queen"
            return f"{'White' if board.turn else 'Black'} cannot castle {side}side in this position"
        spelled = _read(shown, board.rules)
        assert spelled is not None  # its moves have been looked for
        men, white = board.board, board.turn
        side, turn = ("white", "w") if white else ("black", "b")
        name = _NAMES[spelled.man] if spelled.man else "man"
        if spelled.man and (spelled.man if white else spelled.man.lower()) not in men.squares:
            return f"there is no {side} {name}"
        if self.candidates(spelled, suffix=False):
            return "a pawn cannot promote to that" if spelled.suffix else "the promotion piece is missing"
        there = men.at(spelled.to)
        if there != "." and there.isupper() == white:
            return f"{spelled.to} is occupied by a {side} {_NAMES[there.upper()]}"
        return self.why_out_of_reach(spelled, f"no {side} {name} can reach {spelled.to}", turn)

    def why_out_of_reach(self, spelled: _Spelled, otherwise: str, turn: str) -> str:
        """Of a square that no man may go to: it is the other side's move, or the king would be in check."""
        board = self.board
        other = board.copy()
        other.push(NULL)
        if not board.is_check() and self.candidates(spelled, other):
            mover, only = ("White", "Black") if board.turn else ("Black", "White")
            return f"it is {mover}'s move, but only {only} could play it"
        men = board.board
        king, width = king_index(men.squares, turn), men.width
        reach = {men.squares[i].upper() for i in attackers(men.squares, width, square_index(spelled.to, width), turn)}
        if king is not None and spelled.man != "P" and spelled.man in reach:
            return f"the move leaves the king on {square_name(king, width)} in check"
        return otherwise


class _Variation(_ChessPlayer):
    """Plays a variation: the start is what the mainline has proven it to be, nothing more is granted."""

    def grant_castling(self, token: Token, side: Literal["king", "queen"]) -> list[str]:
        return []

    def capture_en_passant(self, token: Token, spelled: _Spelled) -> list[str]:
        return []


def _read(text: str, rules: str) -> _Spelled | None:
    """A move in the letters of 10x8 boards; a pawn's without a file stays on its own."""
    match = _CHESS_MOVE.fullmatch(text)
    if not match:
        return None
    letter, file, rank, to, promotion = (part or "" for part in match.groups())
    letters = letters_of(rules)
    man: str | None = letters.get(letter, letter) or "P"
    if not letter and file and rank:
        man = None
    if man == "P" and not file:
        file = to[0]
    promotion = promotion.upper()
    return _Spelled(man, file, rank, to, letters.get(promotion, promotion).lower())


def _canonical(raw: bytes) -> str:
    """Castling as SAN has it: `O-O`, `O-O-O`, with a piece gated in behind it (`O-O/He1`)."""
    castling, slash, gated = raw.rstrip(b"+#").partition(b"/")
    sides = len(_DASHES.findall(castling)) or len(castling) - 1  # `OOO` has no hyphens
    return ("O-O-O" if sides > 1 else "O-O") + (slash + gated).decode()


def _on_one_rank(move: str) -> bool:
    found = _COORDINATES.fullmatch(move)
    return found is not None and found[1][1:] == found[2][1:]


def _origin(move: str) -> str:
    found = _COORDINATES.fullmatch(move)
    return found[1] if found else ""


def _castlings(board: FairyBoard, side: Literal["king", "queen"]) -> list[str]:
    return [move for move in board.legal_moves if board.castling_side(move) == side]


def _candidates(board: FairyBoard, spelled: _Spelled, suffix: bool = True) -> list[str]:
    """The legal moves that the spelling fits; without `suffix` whatever they promote to."""
    men = board.men
    return [move for move in board.legal_moves if _fits(move, spelled, men, suffix)]


def _fits(move: str, spelled: _Spelled, men: dict[str, str], suffix: bool) -> bool:
    parts = _COORDINATES.fullmatch(move)
    if parts is None or parts[2] != spelled.to or (suffix and (parts[3] or "") != spelled.suffix):
        return False
    origin = parts[1]
    if (spelled.file and origin[0] != spelled.file) or (spelled.rank and origin[1:] != spelled.rank):
        return False
    return spelled.man is None or men.get(origin, "").upper() == spelled.man


def play(start: Start, data: bytes, movetext: Movetext, board: FairyBoard) -> Replay:
    """Play movetext from `board`, the starting position of `start`."""
    return (_Player if board.writing is None else _ChessPlayer)(start, data, board).play(movetext)


def variation_player(start: Start, data: bytes, board: FairyBoard) -> Player:
    """A player of a variation that branches off at `board`."""
    return (_Player if board.writing is None else _Variation)(start, data, board)
