"""A position as pyffish plays it: its FEN in pyffish's spelling and back, moves, legal moves.

pyffish writes castling rights as the rooks' files, knows no prefix, has J for Janus chess's archbishop and A and C for
all others, and names an en passant square only where it can be taken. Records are brought to that and written back
with the letters, the prefix and the castling convention that they came with.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

from pgnfen.fen.castling import prefix_of, read_rights, write_rights
from pgnfen.fen.en_passant import capturers, legal_capture, square_fault
from pgnfen.fen.geometry import king_index
from pgnfen.fen.names import CastlingConvention
from pgnfen.fen.placement import Board, read_placement, square_index, square_name
from pgnfen.fen.start import Start
from pgnfen.replay.large.castling import castled_files, known_rules
from pgnfen.replay.large.pyffish_module import pyffish
from pgnfen.replay.large.rules import ARRAYS, back_letters, rules_of, spelled, why_not

NULL = "0000"


class LargeBoard:
    """A position played by pyffish; see interface.Position. `rules` is pyffish's name of the variant.

    A call of pyffish takes over a millisecond, however little it asks: moves are collected, and the men moved here,
    until a FEN is wanted. What is legal pyffish alone says.
    """

    __slots__ = ("_back", "_castling", "_legal", "_moves", "_prefix", "_squares", "_text", "_turn", "rules", "target")

    def __init__(
        self, rules: str, text: str, target: str, back: dict[str, str], prefix: str, castling: CastlingConvention
    ) -> None:
        self.rules, self._text, self.target = rules, text, target
        self._back, self._prefix, self._castling = back, prefix, castling
        self._legal: list[str] | None = None
        self._moves: list[str] = []
        self._squares: Board | None = None
        self._turn = text.split(" ", 2)[1] == "w"

    @property
    def text(self) -> str:
        """The FEN as pyffish writes it."""
        if self._moves:
            self._text = _asked("get_fen", self.rules, self._text, tuple(self._moves))
            self._moves = []
        return self._text

    # --- what the interface asks for

    @property
    def turn(self) -> bool:
        """True for White."""
        return self._turn

    @property
    def halfmove_clock(self) -> int:
        """Plies since the last capture or pawn move."""
        return int(self.text.split(" ")[4])

    @property
    def fullmove_number(self) -> int:
        """The number of the move, from 1."""
        return int(self.text.split(" ")[5])

    def copy(self, *, stack: bool = True) -> LargeBoard:
        """A board of its own."""
        return LargeBoard(self.rules, self.text, self.target, self._back, self._prefix, self._castling)

    def fen(self, *, en_passant: Literal["legal", "fen", "xfen"] = "legal") -> str:
        """The position in the letters and the castling convention that the start was written in."""
        fields = self.text.split(" ")
        board = self.board
        rights = read_rights(board, fields[2])
        fields[0] = self.board_fen()
        fields[2] = write_rights(board, rights, self._castling, self._prefix)
        fields[3] = self._square(board, en_passant)
        return " ".join(fields)

    def board_fen(self) -> str:
        """The piece placement field, in the letters of the start."""
        return "".join(self._letter(c) for c in self.text.split(" ")[0])

    def push(self, move: Any) -> None:
        """Play a legal move given as coordinates ("f1j1": the king takes the rook that it castles with)."""
        self._legal = None
        if move == NULL:
            fields = self.text.split(" ")
            black = fields[1] == "b"
            fields[1], fields[3] = ("w", "-") if black else ("b", "-")
            fields[4], fields[5] = str(int(fields[4]) + 1), str(int(fields[5]) + black)
            self._text, self.target, self._turn = " ".join(fields), "-", black
            return
        origin, to = str(move[:2]), str(move[2:4])
        men = self.board
        pawn = men.at(origin) in "Pp"
        double = pawn and abs(int(to[1]) - int(origin[1])) == 2
        castles = castling_side(self, move) is not None
        self._moves.append(move)
        self._squares = None if castles else _moved(men, origin, to, move[4:])
        self.target = f"{to[0]}{(int(to[1]) + int(origin[1])) // 2}" if double else "-"
        self._turn = not self._turn

    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        return bool(_asked("gives_check", self.rules, self._text, tuple(self._moves)))

    def is_checkmate(self) -> bool:
        """Whether the side to move is mated."""
        return not self.legal_moves and self.is_check()

    def is_stalemate(self) -> bool:
        """Whether the side to move has no move and is not in check."""
        return not self.legal_moves and not self.is_check()

    def king(self, color: bool) -> int | None:
        """The index (in Board.squares) of a colour's king."""
        return king_index(self.board.squares, "w" if color else "b")

    # --- what the engine asks for

    @property
    def legal_moves(self) -> list[str]:
        """Legal moves as coordinates; castling as the king taking its own rook."""
        if self._legal is None:
            self._legal = list(_asked("legal_moves", self.rules, self._text, tuple(self._moves)))
        return self._legal

    @property
    def board(self) -> Board:
        """The squares, in pyffish's letters."""
        if self._squares is None:
            self._squares = _squares(self.text.split(" ")[0])
        return self._squares

    def amended(self, place: int, value: str) -> LargeBoard:
        """The same position with another field at `place` (2: rooks' files that may castle, 3: en passant square)."""
        fields = self.text.split(" ")
        fields[place] = value
        target = value if place == 3 else self.target
        return LargeBoard(self.rules, " ".join(fields), target, self._back, self._prefix, self._castling)

    def _letter(self, man: str) -> str:
        other = self._back.get(man.upper(), man.upper())
        return other if man.isupper() else other.lower()

    def _square(self, board: Board, convention: Literal["legal", "fen", "xfen"]) -> str:
        turn = "w" if self.turn else "b"
        if self.target == "-" or convention == "fen":
            return self.target
        if not capturers(board, turn, self.target):
            return "-"
        return self.target if convention == "xfen" or legal_capture(board, turn, self.target) else "-"


@lru_cache(maxsize=256)
def _squares(placement: str) -> Board:
    board, _ = read_placement(placement)
    assert board is not None  # pyffish wrote it
    return board


def _moved(men: Board, origin: str, to: str, promotion: str) -> Board:
    """The squares after a move that is no castling."""
    squares = list(men.squares)
    start, end = square_index(origin, men.width), square_index(to, men.width)
    man = squares[start]
    if man in "Pp" and origin[0] != to[0] and squares[end] == ".":  # en passant
        squares[square_index(to[0] + origin[1], men.width)] = "."
    squares[start] = "."
    squares[end] = (promotion.upper() if man.isupper() else promotion) or man
    return Board(men.width, "".join(squares))


@lru_cache(maxsize=256)  # the moves of a game are played again for its variations, and after a repair
def _asked(function: str, rules: str, text: str, moves: tuple[str, ...]) -> Any:
    """What a function of pyffish answers of a position and moves from there; not to be changed."""
    module = pyffish()
    assert module is not None  # an engine that plays has looked
    return getattr(module, function)(rules, text, list(moves), True)


@lru_cache(maxsize=1024)
def large_board(start: Start) -> LargeBoard | None:
    """The starting position for pyffish, None where it cannot play it; not to be changed (copy it)."""
    rules = rules_of(start)
    if rules is None or why_not(start):
        return None
    record = start.record
    files = castled_files(rules, record)
    assert not isinstance(files, str)  # why_not has looked
    known = known_rules(rules, files)
    if record is None or record.board is None:
        array = ARRAYS.get(rules, ARRAYS["capablanca"])
        placement = f"{array.lower()}/pppppppppp/10/10/10/10/PPPPPPPPPP/{array}"
        return LargeBoard(known, f"{placement} w JAja - 0 1", "-", {}, "", "x-fen")
    own = record.board
    board = Board(own.width, "".join(spelled(man, rules) if man != "." else man for man in own.squares))
    rights = tuple(right for right in record.rights if right.rook is not None)
    turn = record.active_colour or "w"
    target = record.en_passant or "-"
    if target != "-" and square_fault(board, turn, target):
        target = "-"
    counters = f"{min(record.halfmove or 0, 9999)} {min(max(1, record.fullmove or 1), 99999)}"
    text = f"{board.to_text()} {turn} {write_rights(board, rights, 'shredder')} {target} {counters}"
    convention: CastlingConvention = "shredder" if start.castling == ("shredder",) else "x-fen"
    return LargeBoard(known, text, target, back_letters(own, rules), prefix_of(record.castling), convention)


def castling_side(board: LargeBoard, move: str) -> Literal["king", "queen"] | None:
    """The side of a castling move, None for any other: pyffish has the king take its own rook."""
    men, own = board.board, "R" if board.turn else "r"
    if men.at(move[:2]) not in "Kk" or men.at(move[2:4]) != own:
        return None
    return "king" if move[2] > move[0] else "queen"


def en_passant_capture(board: LargeBoard, move: str) -> bool:
    """Whether a pawn captures on a square that is empty."""
    men = board.board
    return men.at(move[:2]) in "Pp" and move[0] != move[2] and men.at(move[2:4]) == "."


def squares_beyond_king(board: Board, white: bool, kingside: bool) -> list[str]:
    """The rooks of a colour on its back rank beyond its king, the outermost first."""
    king = king_index(board.squares, "w" if white else "b")
    number, rook = (1, "R") if white else (8, "r")
    width = board.width
    if king is None or square_name(king, width)[1] != str(number):
        return []
    first = (8 - number) * width
    files = range(first + width - 1, king, -1) if kingside else range(first, king)
    return [square_name(i, width) for i in files if board.squares[i] == rook]


def man_at(board: LargeBoard, square: str) -> str:
    """The man on a square, in pyffish's letters; "." for none."""
    return board.board.at(square)
