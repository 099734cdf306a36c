"""What is wrong with the positions that a game declares on the way, field by field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import chess

from pgnfen.audit.finding import Fix
from pgnfen.facts.agreement import EN_PASSANT, FIELDS, PLACEMENT, differing_squares, placement_board, rights_named
from pgnfen.facts.declared import Declarations, Declared
from pgnfen.facts.kinds import Fact
from pgnfen.fen.fault import FIELD_NAMES
from pgnfen.fen.record import FenRecord
from pgnfen.lazy import regex
from pgnfen.words import counted

if TYPE_CHECKING:
    from pgnfen.audit.read_game import ReadGame

_BEARING_OUT = 2  # positions that have to have a clock which no move has set back
_OF_ONE_MAN = 2  # squares that differ where one man stands on another square
_UNSURE_LINE = Fact.OPEN_VARIATION | Fact.STRAY_PARENTHESIS  # which line a variation is that may end elsewhere
_CODES = ("D101", "D102", "D103", "D104", "D105", "D106")


class _Field(NamedTuple):
    """A field of a declared FEN: which one, its text, its first byte."""

    number: int  # 0-based
    text: str
    at: int


class Differing(NamedTuple):
    """A field of a declared FEN that differs: the rule's code, its first byte, and what a finding says of it."""

    code: str
    at: int
    ply: int
    field: str
    declared: str
    expected: str | None
    message: str
    fix: Fix | None


def declared_positions(game: ReadGame) -> list[Declared]:
    """All positions that the game declares, as it is read."""
    declarations = declarations_of(game)
    return declarations.all if declarations else []


def declarations_of(game: ReadGame) -> Declarations | None:
    """What the game declares, as it is read; None where it is not played."""
    raw = game.facts.readings[0].raw if game.facts.readings else game.raw
    if not game.start.is_chess or not game.reader.engine.plays(game.start):
        return None
    return game.reader.declarations(raw, game.movetext, game.start, game.facts.kinds)


def differing(game: ReadGame) -> list[Differing]:
    """The fields that differ, where it is sure what the game has there."""
    noted = {one.at for one in game.facts.of(Fact.DECLARED)}
    if not noted or game.explained:
        return []
    declarations = declarations_of(game)
    if declarations is None:
        return []
    return [
        differing
        for one in declarations.all
        if one.at in noted
        for differing in _differing_fields(game, declarations, one)
    ]


def _differing_fields(game: ReadGame, declarations: Declarations, one: Declared) -> Iterator[Differing]:
    """The fields of one declared position that differ."""
    texts = _FIELD.finditer(game.raw[one.at : one.end])
    fields = [_Field(index, match[0].decode(), one.at + match.start()) for index, match in enumerate(texts)]
    placement = fields[0].text
    other = _elsewhere(declarations, placement, one) if one.differs & PLACEMENT else ""
    is_guess = bool(other or (one.in_variation and game.facts.kinds & _UNSURE_LINE))
    if one.differs & PLACEMENT and not is_guess:
        is_guess = _is_another(declarations, placement, one) or declarations.is_as_near(placement, one)
    fix: Fix = "unsafe" if is_guess else "safe"
    for field in fields:
        if not one.differs & FIELDS[field.number] or not _is_sure(game, field, one):
            continue
        if field.number == 0:
            yield _misplaced(one, field, other, fix)
        else:
            yield _other_field(game, declarations, field, one, fix)


def _is_another(declarations: Declarations, placement: str, one: Declared) -> bool:
    """Whether a placement differs by more than one misprint would make: on several ranks, and on three squares or more
    or, in the mainline, with no position behind it that has the pieces of the game."""
    squares = differing_squares(placement, one.board)
    if len({chess.square_rank(square) for square in squares}) < 2:
        return False
    if len(squares) > _OF_ONE_MAN or one.in_variation:
        return len(squares) > _OF_ONE_MAN
    behind = (other for other in declarations.all if other.ply > one.ply and not other.in_variation)
    return not any(not other.differs & PLACEMENT for other in behind)


_FILES = frozenset("ABCDEFGHabcdefgh")
_FIELD = regex(rb"[^ \t\r\n;]+")


def _is_sure(game: ReadGame, field: _Field, one: Declared) -> bool:
    """Whether the field of the game's position is known for sure."""
    record, index = game.start.record, field.number
    if record is not None and record.fields[index] is None and (index in (1, 2) or one.ply == 0):
        return False
    if index in (2, 3):
        return not game.facts.denied
    if index == 4:
        return record is None or (record.fields[4] is not None and record.halfmove is not None)
    return index != 5 or _is_sure_number(game, int(field.text), one)


def _is_sure_number(game: ReadGame, number: int, one: Declared) -> bool:
    """Whether the game has another fullmove number for sure, and none that its first move number explains."""
    record = game.start.record
    if record is not None and (record.fields[5] is None or not record.fullmove):
        return False
    first = game.facts.first(Fact.FIRST_NUMBER)
    begins = (record.fullmove or 1) if record else 1
    if first is None or first.value == 0:  # no game begins so: K201 has the number
        return True
    return number != one.board.fullmove_number + first.value - begins


def _misplaced(one: Declared, field: _Field, other: str, fix: Fix) -> Differing:
    """The piece placement; `other`: where the men stand so."""
    but, squares = f" but the position {other}" if other else "", _listed(_squares(field.text, one.board))
    message = f"the declared position is not the position {_where(one.ply, one.in_variation)}{but}: {squares}"
    return Differing(_CODES[0], field.at, one.ply, FIELD_NAMES[0], field.text, one.board.board_fen(), message, fix)


def _other_field(
    game: ReadGame, declarations: Declarations, field: _Field, one: Declared, fix: Fix | None
) -> Differing:
    """Any other field."""
    index, text, at = field
    board, where = one.board, _where(one.ply, one.in_variation)
    if FIELDS[index] == EN_PASSANT:
        expected = chess.square_name(board.ep_square or 0) if board.has_legal_en_passant() else "-"
        why = "the last move has passed no square" if board.ep_square is None else "the last move passed over "
        why += "" if board.ep_square is None else chess.square_name(board.ep_square)
        why += ", and a capture there is legal" if expected != "-" else ""
        message = f"the declared position has en passant target square {text}; {where} {why}"
    else:
        expected = _expected(game, index, text, board)
        message = f"the declared position has the {FIELD_NAMES[index]} {text}, but {where} it is {expected}"
        if game.start.record is not None and _is_of_start(game.start.record, declarations, index, text, one):
            # The FEN may as well be wrong.
            if index == 4:
                is_borne_out = _clock_is_borne_out(declarations, one)
            else:
                is_borne_out = _rights_are_borne_out(declarations, text, one)
            fix = "safe" if is_borne_out else None
    return Differing(_CODES[index], at, one.ply, FIELD_NAMES[index], text, expected if fix else None, message, fix)


def _is_of_start(record: FenRecord, declarations: Declarations, index: int, text: str, one: Declared) -> bool:
    """Whether the game has the castling rights that the field lacks, or the halfmove clock, by its FEN's word alone: no
    castling proves the rights, no move has set the clock back."""
    if index == 2:
        left = one.board.clean_castling_rights() & ~declarations.castled()
        for letter in text:
            left &= ~(rights_named(letter, one.board) or 0)
        return bool(left) or not declarations.starts_with(text)
    return index == 4 and one.board.halfmove_clock == (record.halfmove or 0) + one.ply


def _by_agreement(declarations: Declarations, index: int) -> tuple[list[Declared], list[Declared]]:
    """The positions of the mainline with the pieces of the game: those with its field, and those with another."""
    both: tuple[list[Declared], list[Declared]] = [], []
    for other in declarations.all:
        if not other.in_variation and not other.differs & PLACEMENT:
            both[bool(other.differs & FIELDS[index])].append(other)
    return both


def _clock_is_borne_out(declarations: Declarations, one: Declared) -> bool:
    """Whether two other declared positions have the clock of the FEN, which no move has set back."""
    agreeing, _ = _by_agreement(declarations, 4)
    since = one.board.halfmove_clock - one.ply
    return sum(other.board.halfmove_clock - other.ply == since for other in agreeing) >= _BEARING_OUT


def _rights_are_borne_out(declarations: Declarations, text: str, one: Declared) -> bool:
    """Whether another declared position has the rights in question as the FEN has them, and none a right that it
    denies."""
    agreeing, differing = _by_agreement(declarations, 2)
    named = rights_named(text, one.board)
    if named is None:
        raised = [other for other in differing if other is not one]
        return not _come_back(declarations, text, one, raised) and any(other.ply <= one.ply for other in agreeing)
    left = one.board.clean_castling_rights() & ~named
    return any(left and not left & ~other.board.clean_castling_rights() for other in agreeing)


def _come_back(declarations: Declarations, text: str, one: Declared, others: list[Declared]) -> bool:
    """Whether another position has a right of the field that the FEN denies."""
    denied = [letter for letter in text if not rights_named(letter, one.board)]
    return any(letter in declarations.castling_of(other) for other in others for letter in denied)


def _where(ply: int, in_variation: bool = False) -> str:
    where = f"after ply {ply}" if ply else "at the start"
    return f"{where} (in the variation)" if in_variation else where


def _elsewhere(declarations: Declarations, placement: str, one: Declared) -> str:
    """Where the men stand so in the mainline; "" where they never do."""
    ply = declarations.ply_of(placement)
    if ply is None:
        return ""
    return f"{_where(ply)} (in the mainline)" if one.in_variation else _where(ply)


def _expected(game: ReadGame, index: int, text: str, board: chess.Board) -> str:
    if index == 1:
        return "w" if board.turn else "b"
    if index == 4:
        return str(board.halfmove_clock)
    if index == 5:
        return str(board.fullmove_number)
    record = game.start.record
    letters = text if text != "-" or record is None else record.castling
    right = [letter for letter in letters if rights_named(letter, board)]  # their spelling is that of the field
    return board.castling_shredder_fen() if _FILES.issuperset(right or letters) else board.castling_xfen()


def _squares(text: str, board: chess.Board) -> list[str]:
    """The squares that differ, and how; none where the field cannot be read."""
    men, there = placement_board(text) or {}, board.piece_map()

    def said(square: chess.Square) -> str:
        return f"{men.get(square, 'empty')} on {chess.square_name(square)} ({there.get(square) or 'empty'})"

    return [said(square) for square in differing_squares(text, board)]


def _listed(squares: list[str]) -> str:
    if not squares:
        return "its ranks cannot be read"
    more = f" and {counted(len(squares) - 3, 'more square')}" if len(squares) > 3 else ""
    return f"{', '.join(squares[:3])}{more}"


class AnnotatedClock(NamedTuple):
    """`R50=`: the byte of its number, the ply behind which it stands, moves left of fifty, and what they should be."""

    at: int
    ply: int
    declared: int
    expected: int
    clock: int


_CLOCK = regex(rb"\bR50=([0-9]{1,3})\b")


def annotated_clocks(game: ReadGame) -> Iterator[AnnotatedClock]:
    """The clocks that comments of the mainline state."""
    for ply, start, end, clock in game.reader.commented_plies(game.raw, game.movetext, game.start):
        for match in _CLOCK.finditer(game.raw, start, end) if ply else ():
            yield AnnotatedClock(match.start(1), ply, int(match[1]), 50 - (clock + 1) // 2, clock)
