"""A 10x8 position as pyffish plays it: the rules that hold for a start, its FEN in pyffish's spelling and back.

pyffish writes castling rights as the rooks' files, knows no prefix, has J for Janus chess's archbishop and A and C for
all others, and names an en passant square only where it can be taken. Records are brought to that and written back
with the letters, the prefix and the castling convention that they came with.
"""

from __future__ import annotations

from functools import lru_cache
from types import ModuleType
from typing import Any, Literal

from pgnfen.fen.castling import CastlingConvention, read_rights, write_rights
from pgnfen.fen.en_passant import capturers, legal_capture, square_fault
from pgnfen.fen.geometry import king_index
from pgnfen.fen.placement import Board, read_placement, square_index, square_name
from pgnfen.fen.record import FenRecord
from pgnfen.fen.start import Start

ARRAYS = {
    "capablanca": "RNABQKBCNR",
    "gothic": "RNBQCKABNR",
    "embassy": "RNBQKCABNR",
    "janus": "RJNBKQBNJR",
}
"""White's first rank of the variants that have one array; Caparandom has many."""

VARIANT_NAMES = {
    "capablanca": "Capablanca",
    "caparandom": "Caparandom",
    "gothic": "Gothic",
    "embassy": "Embassy",
    "janus": "Janus",
}
NULL = "0000"
_MEN = {"janus": frozenset("KQRBNPJ")}
_OTHER_MEN = frozenset("KQRBNPAC")
_LETTERS = {"janus": {"A": "J"}}
_OTHER_LETTERS = {"M": "C", "E": "C", "H": "A", "J": "A"}
_HOME = "p" * 10 + "." * 40 + "P" * 10


def pyffish() -> ModuleType | None:
    """The module where it is installed; imported when the first 10x8 board asks for it."""
    try:
        import pyffish as module
    except ImportError:
        return None
    return module if isinstance(module, ModuleType) else None


def letters_of(rules: str) -> dict[str, str]:
    """Letters of archives for men that pyffish writes otherwise."""
    return _LETTERS.get(rules, _OTHER_LETTERS)


def rules_of(start: Start) -> str | None:
    """The pyffish variant whose rules a 10x8 start follows; None for other boards, and for boards without rules.

    The Variant tag decides, but a prefix `m` beside another variant than Janus asks for Embassy's castling. Without
    the tag: the prefix (`s` Janus, `m` Embassy), then the array of a variant, then the letter J (Janus), else
    Caparandom, whose castling X-FEN means by a field without a prefix.

    >>> from pgnfen.fen.start import read_start
    >>> fen = "rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq - 0 1"
    >>> rules_of(read_start("1", fen, None)), rules_of(read_start("1", fen, "Capablanca"))
    ('gothic', 'capablanca')
    """
    family, record = start.variant.family, start.record
    if family == "pyffish":
        if record is None:
            return start.variant.key if start.fen is None else None
        if record.width != 10:
            return None
        modern = start.variant.key != "janus" and record.castling.startswith("m")
        return "embassy" if modern else start.variant.key
    if family not in ("standard", "chess960", "unknown") or record is None or record.width != 10:
        return None
    return _rules_by_board(record)


def _rules_by_board(record: FenRecord) -> str:
    prefix = {"s": "janus", "m": "embassy"}.get(record.castling[:1])
    if prefix:
        return prefix
    squares = record.board.squares if record.board else ""
    if squares[10:70] == _HOME and squares[:10].upper() == squares[70:]:
        for rules, array in ARRAYS.items():
            if squares[70:] == array:
                return rules
    return "janus" if "J" in squares.upper() else "caparandom"


def why_not(start: Start) -> str | None:
    """What keeps pyffish from playing a 10x8 start, were it installed; None where nothing does."""
    record = start.record
    if start.variant.family == "pyffish" and record is not None and record.board is not None and record.width != 10:
        return f"{start.variant.name} is played on 10x8 boards, and the FEN has one of 8x8"
    rules = rules_of(start)
    if rules is None or (record is not None and not record.is_readable):
        return "the variant has no such board" if start.kind != "unreadable" else "the FEN is not readable"
    if record is None or record.board is None:
        return None
    board = record.board
    if board.holdings is not None:
        return "men in hand on a 10x8 board"
    for colour, king in (("white", "K"), ("black", "k")):
        if board.squares.count(king) != 1:
            return f"not one {colour} king"
    strange = sorted({_spelled(letter, rules) for letter in _letters(board)} - _MEN.get(rules, _OTHER_MEN))
    if strange:
        return f"{VARIANT_NAMES[rules]} has no man {', '.join(strange)}"
    return "two letters for one man" if len(_back(board, rules)) < len(_letters(board)) else None


def _letters(board: Board) -> set[str]:
    return {man.upper() for man in board.squares if man != "."}


def _spelled(man: str, rules: str) -> str:
    other = letters_of(rules).get(man.upper(), man.upper())
    return other if man.isupper() else other.lower()


def _back(board: Board, rules: str) -> dict[str, str]:
    """From pyffish's letters to those of the record."""
    return {_spelled(letter, rules): letter for letter in _letters(board)}


class LargeBoard:
    """A 10x8 position played by pyffish; see interface.Position. `rules` is pyffish's name of the variant."""

    __slots__ = ("_back", "_castling", "_legal", "_prefix", "rules", "target", "text")

    def __init__(
        self, rules: str, text: str, target: str, back: dict[str, str], prefix: str, castling: CastlingConvention
    ) -> None:
        self.rules, self.text, self.target = rules, text, target
        self._back, self._prefix, self._castling = back, prefix, castling
        self._legal: list[str] | None = None

    # --- what the interface asks for

    @property
    def turn(self) -> bool:
        """True for White."""
        return self.text.split(" ")[1] == "w"

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
        fields = self.text.split(" ")
        if move == NULL:
            black = fields[1] == "b"
            fields[1], fields[3] = ("w", "-") if black else ("b", "-")
            fields[4], fields[5] = str(int(fields[4]) + 1), str(int(fields[5]) + black)
            self.text, self.target = " ".join(fields), "-"
        else:
            origin, to = str(move[:2]), str(move[2:4])
            double = self.board.at(origin) in "Pp" and abs(int(to[1]) - int(origin[1])) == 2
            self.text = _module().get_fen(self.rules, self.text, [move], True)
            self.target = f"{to[0]}{(int(to[1]) + int(origin[1])) // 2}" if double else "-"
        self._legal = None

    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        return bool(_module().gives_check(self.rules, self.text, [], True))

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
            self._legal = list(_module().legal_moves(self.rules, self.text, [], True))
        return self._legal

    @property
    def board(self) -> Board:
        """The squares, in pyffish's letters."""
        return _squares(self.text.split(" ")[0])

    def amended(self, place: int, value: str) -> LargeBoard:
        """The same position with another field at `place` (2: rooks' files that may castle, 3: en passant square)."""
        changed = self.copy()
        fields = self.text.split(" ")
        fields[place] = value
        changed.text = " ".join(fields)
        if place == 3:
            changed.target = value
        return changed

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


def _module() -> Any:
    module = pyffish()
    assert module is not None  # an engine that plays has looked
    return module


@lru_cache(maxsize=1024)
def large_board(start: Start) -> LargeBoard | None:
    """The starting position for pyffish, None where it cannot play it; not to be changed (copy it)."""
    rules = rules_of(start)
    if rules is None or why_not(start):
        return None
    record = start.record
    if record is None or record.board is None:
        array = ARRAYS.get(rules, ARRAYS["capablanca"])
        placement = f"{array.lower()}/pppppppppp/10/10/10/10/PPPPPPPPPP/{array}"
        return LargeBoard(rules, f"{placement} w JAja - 0 1", "-", {}, "", "x-fen")
    own = record.board
    board = Board(10, "".join(_spelled(man, rules) if man != "." else man for man in own.squares))
    rights = tuple(right for right in record.rights if right.rook is not None)
    turn = record.active_colour or "w"
    target = record.en_passant or "-"
    if target != "-" and square_fault(board, turn, target):
        target = "-"
    counters = f"{min(record.halfmove or 0, 9999)} {min(max(1, record.fullmove or 1), 99999)}"
    text = f"{board.to_text()} {turn} {write_rights(board, rights, 'shredder')} {target} {counters}"
    prefix = record.castling[0] if record.castling[0] in "sm" else ""
    convention: CastlingConvention = "shredder" if start.castling == ("shredder",) else "x-fen"
    return LargeBoard(rules, text, target, _back(own, rules), prefix, convention)


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
    if king is None or square_name(king, 10)[1] != str(number):
        return []
    first = (8 - number) * 10
    files = range(first + 9, king, -1) if kingside else range(first, king)
    return [square_name(i, 10) for i in files if board.squares[i] == rook]


def man_at(board: LargeBoard, square: str) -> str:
    """The man on a square, in pyffish's letters; "." for none."""
    return board.board.squares[square_index(square, 10)]
