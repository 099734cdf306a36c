"""A mainline played on a NamedBoard: a move is illegal only where pyffish has no legal move that the spelling fits."""

from __future__ import annotations

from dataclasses import dataclass

from pgnfen.fen.start import Start
from pgnfen.pgn.movetext import DASH, Kind, Movetext, Token
from pgnfen.regex import regex
from pgnfen.replay.explain import NULL_IN_CHECK
from pgnfen.replay.interface import Ply, Replay
from pgnfen.replay.large.named_board import NULL, SQUARE, NamedBoard
from pgnfen.replay.player import Player

_MOVE = regex(
    rf"([A-Z])?([a-l])?(1[0-2]|[1-9])?[x:\-]?({SQUARE})"
    rf"(?:[=/]?\(?([A-Za-z])\)?)?[+#]{{0,2}}"
)
_DROP = regex(rf"([A-Z])?@({SQUARE})[+#]{{0,2}}")
_COORDINATES = regex(rf"({SQUARE})({SQUARE})([a-z])?")
_DASHES = regex(DASH)


@dataclass(frozen=True, slots=True)
class _Spelled:
    """A move as spelled: `man` None where both squares stand alone; `suffix` a promotion or a man gated in."""

    man: str | None
    file: str
    rank: str
    to: str
    suffix: str


class _Player(Player):
    """Plays one mainline on a NamedBoard."""

    def __init__(self, start: Start, data: bytes, board: NamedBoard) -> None:
        super().__init__(start, data)
        self.first: NamedBoard = board
        self.board = board.copy()

    def fen(self) -> str:
        return self.board.fen()

    def move(self, token: Token) -> None:
        raw = token.text(self.data)
        shown = raw.decode("utf-8", "replace")
        if token.kind is Kind.CASTLING:
            moves = _castling(self.board, _canonical(raw))
        else:
            found = _candidates(self.board, shown)
            if found is None:
                self.skip(token)
                return
            moves = found
        if len(moves) > 1:
            exact = [move for move in moves if self.board.san(move) == shown.rstrip("+#")]
            moves = exact if len(exact) == 1 else moves
        if len(moves) == 1:
            self.board.push(moves[0])
            self.plies.append(Ply(len(self.plies) + 1, token, shown, moves[0]))
        elif moves:
            names = " and ".join(sorted({self.board.san(move) for move in moves}))
            self.halt("ambiguous", token, shown, f"it may be {names}")
        else:
            self.halt("illegal", token, shown, f"pyffish has no such move in {self.start.variant.name}")

    def null(self, token: Token) -> None:
        text = token.text(self.data).decode()
        if self.board.is_check():
            self.halt("illegal", token, text, NULL_IN_CHECK)
            return
        self.board.push(NULL)
        self.plies.append(Ply(len(self.plies) + 1, token, text, NULL, null=True))


def _canonical(raw: bytes) -> str:
    """Castling as SAN has it: `O-O`, `O-O-O`, with a piece gated in behind it (`O-O/He1`)."""
    castling, slash, gated = raw.rstrip(b"+#").partition(b"/")
    sides = len(_DASHES.findall(castling)) or len(castling) - 1  # `OOO` has no hyphens
    return ("O-O-O" if sides > 1 else "O-O") + (slash + gated).decode()


def _castling(board: NamedBoard, san: str) -> list[str]:
    """The legal move with this SAN, of a king or of the rook behind which a man is gated in."""
    men = board.men()
    moves = [move for move in board.legal_moves if men.get(_origin(move), "").upper() not in ("", "P")]
    return [move for move in moves if _on_one_rank(move) and board.san(move) == san]


def _on_one_rank(move: str) -> bool:
    found = _COORDINATES.fullmatch(move)
    return found is not None and found[1][1:] == found[2][1:]


def _origin(move: str) -> str:
    found = _COORDINATES.fullmatch(move)
    return found[1] if found else ""


def _candidates(board: NamedBoard, shown: str) -> list[str] | None:
    """The legal moves that the spelling fits; None for what is no spelling of a move."""
    drop = _DROP.fullmatch(shown)
    if drop:
        wanted = f"{drop[1] or 'P'}@{drop[2]}"
        return [move for move in board.legal_moves if move == wanted]
    match = _MOVE.fullmatch(shown)
    if not match:
        return None
    letter, file, rank, to, suffix = (part or "" for part in match.groups())
    man: str | None = letter or ("P" if not (file and rank) else None)
    spelled = _Spelled(man, file, rank, to, suffix.lower())
    men = board.men()
    found = [move for move in board.legal_moves if _fits(move, spelled, men)]
    if man == "P" and not file:  # a capture names its file
        straight = [move for move in found if move[0] == to[0]]
        found = straight or found
    return found


def _fits(move: str, spelled: _Spelled, men: dict[str, str]) -> bool:
    parts = _COORDINATES.fullmatch(move)
    if parts is None or parts[2] != spelled.to or (parts[3] or "") != spelled.suffix:
        return False
    origin = parts[1]
    if (spelled.file and origin[0] != spelled.file) or (spelled.rank and origin[1:] != spelled.rank):
        return False
    return spelled.man is None or men.get(origin, "").upper() == spelled.man


def play_named(start: Start, data: bytes, movetext: Movetext, board: NamedBoard) -> Replay:
    """Play movetext from `board`, the starting position of `start`."""
    return _Player(start, data, board).play(movetext)


def named_player(start: Start, data: bytes, board: NamedBoard) -> Player:
    """A player of a variation that branches off at `board`."""
    return _Player(start, data, board)
