"""A position of a variant that pyffish plays by its name; nothing of its rules is known here."""

from __future__ import annotations

from typing import Any, Literal

from pgnfen.fen.start import Start
from pgnfen.regex import regex
from pgnfen.replay.large.named import men_on, named_fen, named_rules, placement_of
from pgnfen.replay.large.pyffish_module import pyffish

NULL = "0000"
SQUARE = "[a-l](?:1[0-2]|[1-9])"
SQUARES = regex(rf"({SQUARE})({SQUARE})")


class NamedBoard:
    """A start and the moves since, as pyffish has them; see interface.Position.

    Each call of pyffish takes a millisecond, however little it asks: where a move cannot but take a man from one square
    to another, the men are moved here. What is legal pyffish alone says.
    """

    __slots__ = ("_fen", "_legal", "_men", "chess960", "moves", "rules", "start")

    def __init__(self, rules: str, start: str, chess960: bool, moves: list[str]) -> None:
        self.rules, self.start, self.chess960, self.moves = rules, start, chess960, moves
        self._fen: str | None = None
        self._legal: list[str] | None = None
        self._men: dict[str, str] | None = None

    @property
    def text(self) -> str:
        """The FEN as pyffish writes it."""
        if self._fen is None:
            self._fen = str(_module().get_fen(self.rules, self.start, self.moves, self.chess960))
        return self._fen

    @property
    def turn(self) -> bool:
        """True for White."""
        return (self.start.split(" ")[1] == "w") == (len(self.moves) % 2 == 0)

    @property
    def halfmove_clock(self) -> int:
        """Plies since the last capture or pawn move, by the rules of the variant."""
        return int(self.text.split(" ")[-2])

    @property
    def fullmove_number(self) -> int:
        """The number of the move, from 1."""
        first = self.start.split(" ")
        return int(first[-1]) + (len(self.moves) + (first[1] == "b")) // 2

    def copy(self, *, stack: bool = True) -> NamedBoard:
        """A board of its own."""
        return NamedBoard(self.rules, self.start, self.chess960, list(self.moves))

    def fen(self, *, en_passant: Literal["legal", "fen", "xfen"] = "legal") -> str:
        """The position as pyffish writes it, whatever the convention."""
        return self.text

    def board_fen(self) -> str:
        """The piece placement field without men in hand."""
        return placement_of(self.text)

    def push(self, move: Any) -> None:
        """Play a legal move of pyffish's, or a null move."""
        if move == NULL:
            fields = self.text.split(" ")
            fields[-1] = str(self.fullmove_number + (not self.turn))
            fields[1], fields[3] = ("b" if self.turn else "w"), "-"
            self.start, self.moves = " ".join(fields), []
        else:
            self.moves.append(str(move))
            if self._men is not None and not _moved(self._men, str(move), self.rules):
                self._men = None
        self._fen = self._legal = None

    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        return bool(_module().gives_check(self.rules, self.start, self.moves, self.chess960))

    def is_checkmate(self) -> bool:
        """Not judged: what ends a game, the variant says."""
        return False

    def is_stalemate(self) -> bool:
        """Not judged: what ends a game, the variant says."""
        return False

    def king(self, color: bool) -> int | None:
        """None: which man is royal, the variant says."""
        return None

    @property
    def legal_moves(self) -> list[str]:
        """Legal moves as pyffish writes them: squares, a promotion or a man gated in, `N@f3` for a drop."""
        if self._legal is None:
            self._legal = list(_module().legal_moves(self.rules, self.start, self.moves, self.chess960))
        return self._legal

    def men(self) -> dict[str, str]:
        """The men by their squares; not to be changed."""
        if self._men is None:
            self._men = men_on(self.text)
        return self._men

    def san(self, move: str) -> str:
        """A legal move in pyffish's SAN, without marks of check."""
        return str(_module().get_san(self.rules, self.text, move, self.chess960)).rstrip("+#")


def _moved(men: dict[str, str], move: str, rules: str) -> bool:
    """Move a man where nothing else can happen on the board; whether that was so."""
    squares = SQUARES.fullmatch(move)
    if squares is None:  # a drop, a promotion, a man gated in
        return False
    origin, to = squares[1], squares[2]
    man, files = men.get(origin, "K").upper(), abs(ord(origin[0]) - ord(to[0]))
    taken = men.get(to)
    if (man == "K" and (files > 1 or taken)) or (man == "P" and files and not taken) or (taken and "atomic" in rules):
        return False
    men[to] = men.pop(origin)
    return True


def _module() -> Any:
    module = pyffish()
    assert module is not None  # an engine that plays has looked
    return module


def named_board(start: Start) -> NamedBoard | None:
    """The starting position, None where pyffish does not read it or is not installed; a board of its own."""
    rules, fen = named_rules(start), named_fen(start)
    return NamedBoard(rules, fen, start.variant.is_of_960, []) if rules is not None and fen is not None else None
