"""What several families share: findings made of what pgnfen.fen says about the FEN."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pgnfen.audit.finding import GameFinding
from pgnfen.lazy import deferred, regex

with deferred:
    from pgnfen.fen.en_passant import impossible_double_step
    from pgnfen.fen.start import read_start
    from pgnfen.pgn.movetext import Kind, read_movetext, read_number

if TYPE_CHECKING:
    from pgnfen.audit.game import Game
    from pgnfen.replay.interface import Grant

_OPEN_PAIR = regex(rb'\[[ \t]*(?:[A-Za-z0-9_]+[ \t]*)?(?:"[^"]*(?:\Z|"\s*\Z)|(?:[^\S \t]\s*)?\Z)')
_GRANTED = {"castling": "C201", "other-rook": "C202"}


def faults(game: Game, code: str, more: str = "") -> Iterator[GameFinding]:
    """The FEN's faults with that code, as findings at their place in the FEN tag."""
    for fault in game.start.faults:
        if fault.code == code:
            yield GameFinding(
                game.fen_at(fault.column),
                fault.message + more,
                fault.field,
                fault.declared,
                fault.expected,
                severity=fault.severity,
                fix=fault.fix,
            )


def written_anew(game: Game, *codes: str) -> bool:
    """Whether another finding says what the castling availability is to be: a rule of `codes` whose repair is safe, or
    the rule of a castling that the FEN denies."""
    if any(fault.code in codes and fault.fix == "safe" and fault.code in game.codes for fault in game.start.faults):
        return True
    return any(code in game.codes for kind, code in _GRANTED.items() for _ in grants(game, kind))


def grants(game: Game, kind: str) -> list[Grant]:
    """What the start had to be given; what its field says by Chess960's rules is no such thing (S201, S202)."""
    denied = [grant for grant in game.denied if grant.kind == kind]
    return [grant for grant in denied if grant.square not in game.start.named_rooks]


def unstated(game: Game, index: int) -> bool:
    """Whether the FEN does not state that field (0-based), and F101 says so, and what the moves prove it to be."""
    record = game.start.record
    return record is not None and record.fields[index] is None and "F101" in game.codes


def opening(game: Game) -> tuple[int | None, int]:
    """Number and dots of the move number before the first move of the mainline; None and 0 where there is none."""
    number, dots = None, 0
    for token in read_movetext(game.raw, game.movetext, moves=0).mainline:
        if token.kind is Kind.NUMBER:
            value, more = read_number(token.text(game.raw))
            number, dots = (value, more) if value is not None else (number, dots + more)
    return number, dots if number is not None else 0


def leaves_check(game: Game, color: str) -> bool:
    """Whether with that side to move the other one, which has just moved, would be in check (P103)."""
    start, record = game.start, game.start.record
    if record is None or record.fields[1] is None:
        return False
    at = record.columns[1]
    fen = record.text[:at] + color + record.text[at + len(record.fields[1]) :]
    return any(fault.code == "P103" for fault in read_start(start.setup, fen, start.variant_text).faults)


def impossible_step(game: Game, square: str) -> str:
    """Why the last move cannot have been the double step past the square that the first move captures on; "" where it
    can."""
    record = game.start.record
    if record is None or record.board is None or record.active_color is None:
        return ""
    why = impossible_double_step(record.board, record.active_color, square)
    return f"; {why}" if why else ""


def cut_tag(game: Game) -> int | None:
    """Where the tag pair begins that the end of the input cuts."""
    if not game.game.at_end:
        return None
    section = game.section
    if section.bad_lines and not game.raw[section.bad_lines[-1][1] :].strip():
        start, end = section.bad_lines[-1]
        if _OPEN_PAIR.match(game.raw, start, end) and b"]" not in game.raw[start:end]:
            return start
    return None
