"""Positions that a game declares on the way, in comments and in tags such as CurrentPosition, held to the replay.

The same in native/src/agreement.rs and native/src/reader/declared.rs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import chess

from pgnfen.facts.declared_text import (
    Found,
    in_comment,
    in_tags,
    lines_end,
    text_of,
    unreadable_in_comment,
    unreadable_in_tags,
)
from pgnfen.facts.facts import Noted
from pgnfen.facts.kinds import Fact
from pgnfen.pgn.movetext import Kind
from pgnfen.replay.interface import Replay

PLACEMENT, TURN, CASTLING, EN_PASSANT, HALFMOVE, FULLMOVE = FIELDS = 1, 2, 4, 8, 16, 32
"""The fields of a FEN, a bit each."""
_UNSURE_END = Fact.OPEN_COMMENT | Fact.OPEN_VARIATION | Fact.BEHIND_MARKER


class Declared(NamedTuple):
    """A FEN that is declared at bytes `at` to `end`, the plies after which it should stand, and the position there.

    `differs` are the fields that the position does not have, as bits; `follows` are the conventions of castling and en
    passant that a FEN in which nothing differs is consistent with, a bit each.
    """

    at: int
    end: int
    ply: int
    board: chess.Board
    differs: int
    follows: tuple[int, int]


@dataclass(slots=True)
class Declarations:
    """All that a game declares, in the order of their places.

    `unreadable` are the bytes of what is declared and is no FEN. `before`: in how many comments the men of a position
    stand as before the move behind which it stands; 0 unless they are more than those where they stand as after it,
    which is then meant nowhere.
    """

    all: list[Declared]
    replay: Replay
    unreadable: Sequence[tuple[int, int]] = ()
    before: int = 0
    first: Declared | None = None

    def ply_of(self, placement: str) -> int | None:
        """The first ply behind which the men stand so, 0 for the start; None where they never do. Costs a walk."""
        board: chess.Board = self.replay.board.copy(stack=False)
        for ply in range(len(self.replay.plies) + 1):
            if _same_placement(placement, board):
                return ply
            if ply < len(self.replay.plies):
                board.push(self.replay.plies[ply].move)
        return None

    def starts_with(self, castling: str) -> bool:
        """Whether the start allows all that the field names."""
        start: chess.Board = self.replay.board.copy(stack=False)
        return _rights_named(castling, start) is not None

    def conventions(self) -> list[tuple[int, int, int]]:
        """As Facts has them."""
        counts: Counter[tuple[int, int]] = Counter()
        for one in self.all:
            if not one.differs:
                counts.update(enumerate(one.follows))
        return [(field, mask, count) for (field, mask), count in counts.items() if mask not in (0, ALL)]

    def noted(self) -> list[Noted]:
        """As facts."""
        said = [Noted(int(Fact.DECLARED), one.ply, one.at, one.end, 0) for one in self.all if one.differs]
        if self.before and self.first is not None:
            one = self.first
            said.append(Noted(int(Fact.DECLARED_BEFORE), one.ply, one.at, one.end, self.before))
        said += [Noted(int(Fact.DECLARED_UNREADABLE), 0, at, end, 0) for at, end in self.unreadable]
        return said


def differs(fen: bytes, board: chess.Board, first: bool) -> int:
    """The fields of a FEN of four or six that differ from the position, as bits.

    Castling as rights, whatever letters say them; en passant under any convention: the square passed over, or `-`
    where nobody can legally capture on it. `first`: no move has been played; then nobody knows which square may have
    been passed over.
    """
    placement, turn, castling, target, *counters = fen.replace(b";", b" ").split()
    found = 0 if _same_placement(placement.decode(), board) else PLACEMENT
    found |= 0 if turn == (b"w" if board.turn else b"b") else TURN
    found |= 0 if _same_rights(castling.decode(), board) else CASTLING
    found |= 0 if _same_target(target.decode(), board, first) else EN_PASSANT
    for text, number, bit in zip(counters, (board.halfmove_clock, board.fullmove_number), FIELDS[4:], strict=False):
        found |= 0 if int(text) == number else bit
    return found


def placement_board(text: str) -> dict[int, str] | None:
    """The men of a piece placement by their squares; None where it cannot be read."""
    men, rank, file = {}, 7, 0
    for char in text:
        if char == "/":
            if file != 8 or rank == 0:
                return None
            rank, file = rank - 1, 0
        elif char in "12345678":
            file += int(char)
        elif char not in "PNBRQKpnbrqk" or file > 7:
            return None
        else:
            men[8 * rank + file] = char
            file += 1
        if file > 8:
            return None
    return men if rank == 0 and file == 8 else None


def _same_placement(text: str, board: chess.Board) -> bool:
    if text == board.board_fen():
        return True
    men = placement_board(text)
    return men is not None and men == {square: man.symbol() for square, man in board.piece_map().items()}


def _same_rights(text: str, board: chess.Board) -> bool:
    return _rights_named(text, board) == board.clean_castling_rights()


def _rights_named(text: str, board: chess.Board) -> int | None:
    """The rights that the letters name, as the squares of the rooks; None where one names no right, or one again."""
    rights, named = board.clean_castling_rights(), 0
    for letter in "" if text == "-" else text:
        white = letter.isupper()
        king = board.king(white)
        own = rights & (chess.BB_RANK_1 if white else chess.BB_RANK_8)
        small = letter.lower()
        if king is None or small not in "kqabcdefgh":
            return None
        below = chess.BB_SQUARES[king] - 1
        if small in "kq":
            right = own & (below if small == "q" else ~below)
        else:
            right = own & chess.BB_FILES[ord(small) - 97]
        if not right or right & named:
            return None
        named |= right
    return named


def _same_target(text: str, board: chess.Board, first: bool) -> bool:
    square = None if board.ep_square is None else chess.square_name(board.ep_square)
    if board.has_legal_en_passant():
        return text == square
    return first or text == "-" or text == square


ALL = 0b111
"""Consistent with all conventions of a field: it tells nothing."""


def followed(fen: bytes, board: chess.Board, first: bool) -> tuple[int, int]:
    """The conventions that a FEN is consistent with in which nothing is wrong: of castling, of en passant.

    Bits in the order of CASTLING_CONVENTIONS and EN_PASSANT_CONVENTIONS. The same in native/src/conventions.rs.
    """
    castling, target = fen.replace(b";", b" ").split()[2:4]
    return _of_castling(castling.decode(), board), ALL if first else _of_target(target, board)


def _of_castling(text: str, board: chess.Board) -> int:
    found = ALL
    for letter in text if text != "-" else "":
        white = letter.isupper()
        king, small = board.king(white), letter.lower()
        assert king is not None  # it has rights
        rank = chess.BB_RANK_1 if white else chess.BB_RANK_8
        below = chess.BB_SQUARES[king] - 1
        if small in "kq":
            right = board.clean_castling_rights() & rank & (below if small == "q" else ~below)
            kings_side = small == "k"
        else:
            right = rank & chess.BB_FILES[ord(small) - 97]
            kings_side = not right & below
        rook = right.bit_length() - 1
        beyond = ~(2 * right - 1) if kings_side else right - 1
        outermost = not board.rooks & board.occupied_co[white] & rank & beyond
        if small in "kq":
            home = chess.square_file(king) == 4 and chess.square_file(rook) in (0, 7)
            found &= home * 1 | outermost * 2
        else:
            found &= 4 | (not outermost) * 2
    return found


def _of_target(text: bytes, board: chess.Board) -> int:
    if board.ep_square is None or board.has_legal_en_passant():
        return ALL
    if board.has_pseudo_legal_en_passant():
        return 0b100 if text == b"-" else 0b011
    return 0b110 if text == b"-" else 0b001


def declarations(raw: bytes, movetext: int, replay: Replay, kinds: int, tags: Sequence[bytes]) -> Declarations:
    """All positions that are declared where the replay has one, held to it; of standard chess and Chess960.

    What stands behind a token that nobody can read, or behind the stop, is not looked at, nor is the final position of
    a game whose moves are not all read, or of which it is not clear where they end (`kinds`: what else is said of the
    game). Costs a walk over the moves, and a comparison for each FEN.
    """
    beside, last, unreadable = _in_comments(raw, replay)
    unreadable += unreadable_in_tags(raw, movetext, tags)
    board: chess.Board = replay.board.copy(stack=False)
    before, plies = board, 0
    read: list[tuple[Declared, Declared | None]] = []
    for ply, found in beside:
        for played in replay.plies[plies:ply]:
            before = board.copy(stack=False)
            board.push(played.move)
        plies = max(plies, ply)
        here = _held(raw, found, ply, board)
        read.append((here, _held(raw, found, ply - 1, before) if ply else None))
    all_of, votes, first = _of_one_reading(read)
    whole = replay.plies and not replay.stop and not replay.skipped
    if whole and not kinds & _UNSURE_END:
        last += in_tags(raw, movetext, tags)
        if last:
            final: chess.Board = replay.final  # type: ignore[assignment]
            all_of += [_held(raw, found, len(replay.plies), final) for found in last]
    all_of.sort()
    return Declarations(all_of, replay, unreadable, votes, first)


def _held(raw: bytes, found: Found, ply: int, board: chess.Board) -> Declared:
    fen = raw[found.at : found.end]
    differing = differs(fen, board, ply == 0)
    follows = (ALL, ALL) if differing else followed(fen, board, ply == 0)
    return Declared(found.at, found.end, ply, board.copy(stack=False), differing, follows)


def _of_one_reading(read: list[tuple[Declared, Declared | None]]) -> tuple[list[Declared], int, Declared | None]:
    """Positions behind the moves, or those before them, whichever there is more of; how many of the latter, if so, and
    the first."""
    votes = [before for _, before in read if before and not before.differs & PLACEMENT]
    if len(votes) <= sum(1 for after, before in read if before and not after.differs & PLACEMENT):
        return [after for after, _ in read], 0, None
    return [before or after for after, before in read], len(votes), votes[0]


_InComments = tuple[list[tuple[int, Found]], list[Found], list[tuple[int, int]]]


def _in_comments(raw: bytes, replay: Replay) -> _InComments:
    """The FENs in comments of the mainline, each with the plies before it, those said of the final position, and what
    is said to be one and is none."""
    unplayed = [token.start for token in replay.skipped[:1]] + ([replay.stop.at] if replay.stop else [])
    stop = min(unplayed, default=len(raw))
    marker = replay.marker.start if replay.marker else len(raw)
    beside: list[tuple[int, Found]] = []
    last: list[Found] = []
    unreadable: list[tuple[int, int]] = []
    plies, lines = 0, 0
    for token in replay.tokens:
        if token.start >= stop:
            break
        if token.kind not in (Kind.COMMENT, Kind.LINE_COMMENT) or token.depth or token.start < lines:
            continue
        if token.kind is Kind.LINE_COMMENT:
            lines = lines_end(raw, token.start)
        while plies < len(replay.plies) and replay.plies[plies].token.start < token.start:
            plies += 1
        text = text_of(raw, token, lines)
        none = list(unreadable_in_comment(raw, *text))
        unreadable += none
        for found in in_comment(raw, *text):
            if any(at == found.at for at, _ in none):
                continue
            if found.last or token.start > marker:
                last.append(found)
            else:
                beside.append((plies, found))
    return beside, last, unreadable


def commented_plies(replay: Replay) -> list[tuple[int, int, int, int]]:
    """The comments of the mainline before the stop: plies before each, its bytes, the halfmove clock there."""
    board, plies, found = replay.board.copy(stack=False), 0, []
    end = replay.stop.at if replay.stop else replay.marker.start if replay.marker else None
    for token in replay.tokens:
        if end is not None and token.start >= end:
            break
        if token.kind is not Kind.COMMENT or token.depth:
            continue
        while plies < len(replay.plies) and replay.plies[plies].token.start < token.start:
            board.push(replay.plies[plies].move)
            plies += 1
        found.append((plies, token.start, token.end, board.halfmove_clock))
    return found
