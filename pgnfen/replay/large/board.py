"""A position as pyffish plays it: 10x8 boards, castling by a prefix, and variants by their names.

pyffish writes castling rights as the rooks' files, knows no prefix, has J for Janus chess's archbishop and A and C for
all others, and names an en passant square only where it can be taken. Records whose fields mean what they mean in chess
are brought to that and written back with the letters, the prefix and the castling convention that they came with. The
FEN of another variant is given to pyffish as it is, and nothing of its rules is known here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, NamedTuple

from pgnfen.fen.castling import prefix_of, read_rights, write_rights
from pgnfen.fen.definitions import CastlingConvention
from pgnfen.fen.en_passant import capturers, legal_capture, square_fault
from pgnfen.fen.fen_record import FenRecord
from pgnfen.fen.placement import Board, king_index, square_name
from pgnfen.fen.start import Start
from pgnfen.lazy import regex
from pgnfen.replay.large.castling import castled_files, rules_castling_to
from pgnfen.replay.large.named import men_on, named_fen, named_rules, placement_of
from pgnfen.replay.large.pyffish_module import ask, pyffish
from pgnfen.replay.large.rules import ARRAYS, back_letters, rules_of, spelled, why_not

NULL = "0000"
SQUARE = "[a-l](?:1[0-2]|[1-9])"
_SQUARES = regex(rf"({SQUARE})({SQUARE})")


class Writing(NamedTuple):
    """How a record was written: its letters by pyffish's, the prefix of its rights, their convention; the files."""

    letters: dict[str, str]
    prefix: str
    castling: CastlingConvention
    width: int


class FairyBoard:
    """A start and the moves since, as pyffish has them; see interface.Position.

    `rules` is pyffish's name of the variant; `writing` None where its fields do not mean what they mean in chess, and
    then nobody here knows what ends a game. `target` is the square that the last move passed over, or "-".

    A call of pyffish takes over a millisecond, however little it asks: moves are collected, and where one cannot but
    take a man from one square to another, the men are moved here. What is legal pyffish alone says.
    """

    __slots__ = ("_fen", "_legal", "_men", "chess960", "moves", "rules", "start", "target", "writing")

    def __init__(
        self, rules: str, start: str, chess960: bool, writing: Writing | None = None, target: str = "-"
    ) -> None:
        self.rules, self.start, self.chess960, self.writing, self.target = rules, start, chess960, writing, target
        self.moves: list[str] = []
        self._fen: str | None = None
        self._legal: list[str] | None = None
        self._men: dict[str, str] | None = None

    @property
    def text(self) -> str:
        """The FEN as pyffish writes it."""
        if not self.moves and self.writing is not None:
            return self.start
        if self._fen is None:
            self._fen = str(ask("get_fen", self.rules, self.start, tuple(self.moves), self.chess960))
            if self.writing is not None:  # such a FEN says all that there is to know
                self.start, self.moves = self._fen, []
        return self._fen

    # --- what the interface asks for

    @property
    def turn(self) -> bool:
        """True for White."""
        return (self.start.split(" ", 2)[1] == "w") == (len(self.moves) % 2 == 0)

    @property
    def halfmove_clock(self) -> int:
        """Plies since the last capture or pawn move, by the rules of the variant."""
        return int(self.text.split(" ")[-2])

    @property
    def fullmove_number(self) -> int:
        """The number of the move, from 1."""
        first = self.start.split(" ")
        return int(first[-1]) + (len(self.moves) + (first[1] == "b")) // 2

    def copy(self, *, stack: bool = True) -> FairyBoard:
        """A board of its own."""
        board = FairyBoard(self.rules, self.start, self.chess960, self.writing, self.target)
        board.moves = list(self.moves)
        return board

    def fen(self, *, en_passant: Literal["legal", "fen", "xfen"] = "legal") -> str:
        """The position in the letters and the castling convention that the start was written in; of a variant by name
        as pyffish writes it, whatever the convention."""
        if self.writing is None:
            return self.text
        fields = self.text.split(" ")
        board = self.board
        rights = read_rights(board, fields[2])
        fields[0] = self.board_fen()
        fields[2] = write_rights(board, rights, self.writing.castling, self.writing.prefix)
        fields[3] = self._square(board, en_passant)
        return " ".join(fields)

    def board_fen(self) -> str:
        """The piece placement field without pieces in hand, in the letters of the start."""
        placement = placement_of(self.text)
        if self.writing is None:
            return placement
        letters = self.writing.letters
        back = {**letters, **{man.lower(): other.lower() for man, other in letters.items()}}
        return "".join(back.get(man, man) for man in placement)

    def push(self, move: Any) -> None:
        """Play a legal move of pyffish's ("f1j1": the king takes the rook that it castles with), or a null move."""
        move = str(move)
        if move == NULL:
            self._push_null()
        else:
            if self.writing is not None:
                self.target = self._passed(move)
            self.moves.append(move)
            if self._men is not None and not _moved(self._men, move, self.rules):
                self._men = None
        self._fen = self._legal = None

    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        return bool(ask("gives_check", self.rules, self.start, tuple(self.moves), self.chess960))

    def is_checkmate(self) -> bool:
        """Whether the side to move is mated; not judged where the variant says what ends a game."""
        return self.writing is not None and not self.legal_moves and self.is_check()

    def is_stalemate(self) -> bool:
        """Whether the side to move has no move and is not in check; not judged where the variant says what ends a
        game."""
        return self.writing is not None and not self.legal_moves and not self.is_check()

    def king(self, color: bool) -> int | None:
        """The index (in Board.squares) of a color's king; None where the variant says which man is royal."""
        return None if self.writing is None else king_index(self.board.squares, "w" if color else "b")

    # --- what the player asks for

    @property
    def legal_moves(self) -> list[str]:
        """Legal moves as pyffish writes them: squares, a promotion or a man gated in, `N@f3` for a drop; castling as
        the king taking its own rook, where kings castle as in Chess960."""
        if self._legal is None:
            self._legal = list(ask("legal_moves", self.rules, self.start, tuple(self.moves), self.chess960))
        return self._legal

    @property
    def men(self) -> dict[str, str]:
        """The men by their squares, in pyffish's letters; not to be changed."""
        if self._men is None:
            self._men = men_on(self.text)
        return self._men

    @property
    def board(self) -> Board:
        """The squares of a board of eight ranks, in pyffish's letters."""
        assert self.writing is not None  # nobody asks of other boards
        men, width = self.men, self.writing.width
        return Board(width, "".join([men.get(square_name(i, width), ".") for i in range(width * 8)]))

    def san(self, move: str) -> str:
        """A legal move in pyffish's SAN, without marks of check."""
        module = pyffish()
        assert module is not None  # an engine that plays has looked
        return str(module.get_san(self.rules, self.text, move, self.chess960)).rstrip("+#")

    def amended(self, place: int, value: str) -> FairyBoard:
        """The same position with another field at `place` (2: rooks' files that may castle, 3: en passant square)."""
        fields = self.text.split(" ")
        fields[place] = value
        target = value if place == 3 else self.target
        return FairyBoard(self.rules, " ".join(fields), self.chess960, self.writing, target)

    def castling_side(self, move: str) -> Literal["king", "queen"] | None:
        """The side of a castling move that is written as the king taking its own rook, None for any other."""
        men, own = self.men, "R" if self.turn else "r"
        if men.get(move[:2], ".") not in "Kk" or men.get(move[2:4]) != own:
            return None
        return "king" if move[2] > move[0] else "queen"

    def is_en_passant(self, move: str) -> bool:
        """Whether a pawn captures on a square that is empty."""
        return self.men.get(move[:2], ".") in "Pp" and move[0] != move[2] and move[2:4] not in self.men

    def _push_null(self) -> None:
        fields = self.text.split(" ")
        if self.writing is not None:
            fields[4] = str(int(fields[4]) + 1)
        fields[-1] = str(self.fullmove_number + (not self.turn))
        fields[1], fields[3] = ("b" if self.turn else "w"), "-"
        self.start, self.moves, self.target = " ".join(fields), [], "-"

    def _passed(self, move: str) -> str:
        """The square that a pawn's double step passes over, or "-"."""
        double = self.men.get(move[:2], ".") in "Pp" and abs(int(move[3]) - int(move[1])) == 2
        return f"{move[2]}{(int(move[3]) + int(move[1])) // 2}" if double else "-"

    def _square(self, board: Board, convention: Literal["legal", "fen", "xfen"]) -> str:
        turn = "w" if self.turn else "b"
        if self.target == "-" or convention == "fen":
            return self.target
        if not capturers(board, turn, self.target):
            return "-"
        return self.target if convention == "xfen" or legal_capture(board, turn, self.target) else "-"


def _moved(men: dict[str, str], move: str, rules: str) -> bool:
    """Move a man where nothing else can happen on the board; whether that was so."""
    squares = _SQUARES.fullmatch(move)
    if squares is None:  # a drop, a promotion, a man gated in
        return False
    origin, to = squares[1], squares[2]
    man, files = men.get(origin, "K").upper(), abs(ord(origin[0]) - ord(to[0]))
    taken = men.get(to)
    if (man == "K" and (files > 1 or taken)) or (man == "P" and files and not taken) or (taken and "atomic" in rules):
        return False
    men[to] = men.pop(origin)
    return True


def fairy_board(start: Start) -> FairyBoard | None:
    """The starting position, None where pyffish does not read it or is not installed; not to be changed (copy it)."""
    if pyffish() is None:
        return None
    return _large_board(start) if rules_of(start) is not None else _named_board(start)


def _named_board(start: Start) -> FairyBoard | None:
    rules, fen = named_rules(start), named_fen(start)
    return FairyBoard(rules, fen, start.variant.is_of_960) if rules is not None and fen is not None else None


@lru_cache(maxsize=1024)
def _large_board(start: Start) -> FairyBoard | None:
    """The starting position of a 10x8 board, or with a prefix before its rights; None where pyffish cannot play it;
    not to be changed (copy it)."""
    rules = rules_of(start)
    if rules is None or why_not(start):
        return None
    record = start.record
    files = castled_files(rules, record)
    assert not isinstance(files, str)  # why_not has looked
    name = rules_castling_to(rules, files)
    if record is None or record.board is None:
        array = ARRAYS.get(rules, ARRAYS["capablanca"])
        placement = f"{array.lower()}/pppppppppp/10/10/10/10/PPPPPPPPPP/{array}"
        return FairyBoard(name, f"{placement} w JAja - 0 1", True, Writing({}, "", "x-fen", 10))
    own = record.board
    board = Board(own.width, "".join([spelled(man, rules) if man != "." else man for man in own.squares]))
    convention: CastlingConvention = "shredder" if start.castling == ("shredder",) else "x-fen"
    writing = Writing(back_letters(own, rules), prefix_of(record.castling), convention, own.width)
    target = record.en_passant or "-"
    if target != "-" and square_fault(board, record.active_color or "w", target):
        target = "-"
    return FairyBoard(name, _shredder_fen(record, board, target), True, writing, target)


def _shredder_fen(record: FenRecord, board: Board, target: str) -> str:
    """The record as pyffish reads it, with a board in its letters: the rights whose rooks stand there, counters that
    it can count."""
    rights = write_rights(board, tuple(right for right in record.rights if right.rook is not None), "shredder")
    counters = f"{min(record.halfmove or 0, 9999)} {min(max(1, record.fullmove or 1), 99999)}"
    return f"{board.to_text()} {record.active_color or 'w'} {rights} {target} {counters}"


def squares_beyond_king(board: Board, white: bool, kingside: bool) -> list[str]:
    """The rooks of a color on its back rank beyond its king, the outermost first."""
    king = king_index(board.squares, "w" if white else "b")
    number, rook = (1, "R") if white else (8, "r")
    width = board.width
    if king is None or square_name(king, width)[1] != str(number):
        return []
    first = (8 - number) * width
    files = range(first + width - 1, king, -1) if kingside else range(first, king)
    return [square_name(i, width) for i in files if board.squares[i] == rook]
