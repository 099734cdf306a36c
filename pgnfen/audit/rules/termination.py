"""H13: how a game ended, as Termination and Result say it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pgnfen.audit.finding import GameFinding
from pgnfen.audit.rule import rule
from pgnfen.audit.rules.results import same_result
from pgnfen.facts.kinds import Fact
from pgnfen.fen.fault import quote
from pgnfen.pgn.results import forfeit, result_in_words
from pgnfen.pgn.value_types import NamedEnd, named_end

if TYPE_CHECKING:
    from pgnfen.audit.game import Game

_WORDS = frozenset(
    ("abandoned", "adjudication", "death", "emergency", "normal", "rules infraction", "time forfeit", "unterminated")
)


@rule("H131", "termination-word", "info", by_name=True, once=True)
def termination_word(game: Game) -> Iterator[GameFinding]:
    """Termination is not one of the values that PGN defines (PGN 1994 section 9.8.1); letter case is ignored.

    The values are abandoned, adjudication, death, emergency, normal, rules infraction, time forfeit and unterminated.
    Servers write sentences instead, so the rule is off unless you select its code.

    Example:
        [Termination "White won by resignation"]

        1. e4 1-0
    """
    pair = game.pair("Termination")
    if pair is not None and pair.value.strip().lower() not in _WORDS and pair.value not in ("", "?", "-"):
        message = f"Termination is {quote(pair.value, 60)}: this is not a value of the PGN standard"
        yield GameFinding(pair.start, message, "Termination", pair.value)


@rule(
    "H132", "termination-contradicted", "warning", reads=Fact.TAG_VALUE | Fact.ENDING_DIFFERS, replay=True,
)  # fmt: skip
def termination_contradicted(game: Game) -> Iterator[GameFinding]:
    """Termination contradicts Result or the last position: it names another winner or a draw, another way in which the
    game ended, or a game that has not ended.

    The rule reads `unterminated` and sentences of servers: `NAME won by checkmate`, `White won on time`, `Game drawn by
    repetition`. NAME is a name in the White or Black tag.

    If Termination names checkmate, stalemate, repetition or the 50-move rule, the last position in the file must show
    it. For repetition, it must have occurred three times; for the 50-move rule, the halfmove clock must be at least
    100. A claim with a move that is written down but not played (FIDE Laws of Chess, 9.2.1 and 9.3.1) is not
    considered: servers do not know such claims. Insufficient material is not checked, because servers define it in
    different ways. The rule looks at the last position only if all moves are legal. There is no fix, because moves may
    be missing at the end, or the tag may be wrong.

    Example:
        [White "Ann"]
        [Result "1-0"]
        [Termination "Ann won by checkmate"]

        1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 1-0
    """
    pair, result = game.pair("Termination"), game.meant_result
    if pair is None:
        return
    white, black = [player.raw_value if player else b"" for player in map(game.pair, ("White", "Black"))]
    said = result_in_words(pair.raw_value, white, black)
    unterminated = pair.value.lower() == "unterminated" and result != "*"
    why = None
    if result is not None and (unterminated or (said is not None and said.decode() != result)):
        why = f'Result is "{result}"'
    elif game.facts.kinds & Fact.ENDING_DIFFERS:
        named = named_end(pair.raw_value)
        why = _NOT_SHOWN[named] if named else None
    if why is not None:
        message = f'Termination is "{pair.value}", but {why}'
        yield GameFinding(pair.start, message, "Termination", pair.value)


_NOT_SHOWN: dict[NamedEnd, str] = {
    "mate": "the last position is not checkmate",
    "stalemate": "the last position is not stalemate",
    "repetition": "the last position has not occurred three times",
    "fifty": "the halfmove clock of the last position is less than 100",
}


_SPELLED = Fact.RESULT_SPELLING | Fact.RESULT_DIFFERS  # the second has the termination marker read


@rule("H133", "forfeit-result", "warning", "unsafe", reads=_SPELLED, edits=same_result)
def forfeit_result(game: Game) -> Iterator[GameFinding]:
    """Result is that of a game that was not played, or that both players lost: `+/-`, `-:+`, `1-0F`, `0-0`.

    PGN has no special result for these. The fix writes the result of the player who won by forfeit. It is unsafe
    because the forfeit itself is no longer recorded. The fix also replaces a termination marker `*`. For `0-0` there
    is no fix.

    Example:
        [Result "+/-"]

        *
    """
    pair = game.pair("Result")
    read = forfeit(pair.value) if pair else None
    if pair is None or read is None:
        return
    means = (
        f"a win by forfeit; PGN writes it as {read}"
    ) if read != "0-0" else "both players lost, and PGN has no result for this"
    expected = read if read != "0-0" and game.meant_marker in (None, "*", read) else None
    message = f"Result is {quote(pair.value, 20)}: {means}"
    yield GameFinding(pair.start, message, "Result", pair.value, expected, fix="unsafe" if expected else None)
