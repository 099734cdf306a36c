"""S2: the Variant tag, and what the FEN says of the variant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pgnfen.audit.edits import Edit, tag_moved
from pgnfen.audit.finding import GameFinding
from pgnfen.audit.repairs import edits_of_start, place_of_tag
from pgnfen.audit.rule import rule
from pgnfen.facts.kinds import Fact
from pgnfen.fen.scharnagl import array_numbers
from pgnfen.fen.variants import default_variant, implied_by_letters
from pgnfen.lazy import deferred

with deferred:
    from pgnfen.replay.large.rules import variant_name

if TYPE_CHECKING:
    from pgnfen.audit.finding import Remark
    from pgnfen.audit.game import Game
    from pgnfen.fen.record import FenRecord
    from pgnfen.fen.start import Start
    from pgnfen.pgn.tagpairs import TagPair

_NEEDS = {"crazyhouse": "pieces in hand", "threecheck": "check counters"}
_NEEDED_BY_RIGHTS = "a castling right needs the rules of Chess960 (a king not on e, or a rook not on a or h)"
_NEEDED = {
    "castling": "castling as played is legal only in Chess960",
    "event": f"{_NEEDED_BY_RIGHTS}, and the Event tag names Chess960",
}
_ARRAYS = {
    "horde": "no white king, and more white pieces than in standard chess",
    "racingkings": "the starting position of Racing Kings",
}
_NAMES = {
    "crazyhouse": "Crazyhouse",
    "threecheck": "Three-check",
    "horde": "Horde",
    "racingkings": "Racing Kings",
}


def _marks(start: Start) -> tuple[str, str, bool] | None:
    """The variant that a record's marks are of, the marks, and whether they leave no doubt; None without any."""
    record = start.record
    if record is None:
        return None
    if implied_by_letters(start.fen or ""):
        return "Seirawan", "the hawk and elephant of Seirawan chess (H, E)", True
    implied = record.implied_variant
    if implied is None or record.board is None:
        return None
    if implied == "crazyhouse" and record.board.holdings is None:
        return _NAMES[implied], "promoted pieces marked with ~, as in Crazyhouse", False
    return _NAMES[implied], _NEEDS.get(implied) or _ARRAYS[implied], implied != "racingkings"


def _large_variant(start: Start) -> str | None:
    return variant_name(start)


def _is_notation(record: FenRecord) -> bool:
    """Whether the marks are such that chess does not write, not men that it does not place so."""
    return record.implied_variant not in _ARRAYS


@rule("S201", "variant-missing", "warning", "safe", reads=Fact.FEN_FAULT | Fact.DENIED, replay=True)
def variant_missing(game: Game) -> Iterator[GameFinding]:
    """The starting position needs Chess960 castling or the rules of another variant, but the Variant tag is missing.

    A starting position needs Chess960 castling if a right belongs to a king not on e or to a rook not on a or h. If the
    kings are on e and the rooks on a and h, castling is the same in standard chess and Chess960.

    There must also be evidence that such a right is meant: one of the other 959 starting positions; a file letter that
    KQkq cannot express; rights of both sides that do not exist in standard chess, with both kings on the same file; an
    Event tag that names Chess960; or a castling in the moves that only Chess960 allows. The fix is safe if the moves
    contain such a castling and all moves are legal.

    Pieces in hand, check counters, a white horde and the starting position of Racing Kings identify their variant. The
    game is replayed by its rules even without a Variant tag.

    On a 10x8 board, a prefix in the castling field (`s`, `m`), the starting position or the piece letter J identifies
    the variant; otherwise it is read as Caparandom. On an 8x8 board, the prefix `m` means Chess480.

    Example:
        [SetUp "1"]
        [FEN "rnbnkqrb/pppppppp/8/8/8/8/PPPPPPPP/RNBNKQRB w KQkq - 0 1"]

        1. h4 g6 *
    """
    start = game.start
    if start.record is None or start.has_variant or default_variant():
        return
    marks = _marks(start)
    if marks is not None:
        name, what, sure = marks
        message = f"the FEN has {what}, but no Variant tag says {name}"
        yield GameFinding(game.fen_at(), message, "Variant", None, name, fix="rule" if sure else "unsafe")
    elif start.width == 10:
        large = _large_variant(start)
        message = "a 10x8 board with the castling prefix m (castling as in Embassy chess), but no Variant tag"
        if large:
            message = f"a 10x8 board, but no Variant tag; the game is read by the rules of {large}"
        yield GameFinding(game.fen_at(), message, "Variant", None, large, fix="unsafe" if large else None)
    elif start.prefix == "m":
        message = "the castling prefix m means castling by the rules of Chess480, but no Variant tag says Chess480"
        yield GameFinding(game.fen_at(), message, "Variant", None, "Chess480", fix="unsafe")
    elif start.prefix:
        return
    elif game.verdict.rules == "chess960":
        proved = game.verdict.evidence == "castling" and game.facts.stop is None
        message = _NEEDED.get(game.verdict.evidence or "", _NEEDED_BY_RIGHTS) + ", but no Variant tag says Chess960"
        yield GameFinding(game.fen_at(), message, "Variant", None, "Chess960", fix="rule" if proved else "unsafe")


@rule(
    "S202",
    "variant-contradicts-position",
    "error",
    "unsafe",
    reads=Fact.FEN_FAULT | Fact.DENIED,
    replay=True,
    fixes="start",
    edits=edits_of_start,
)
def variant_contradicts_position(game: Game) -> Iterator[GameFinding]:
    """The Variant tag contradicts the position.

    The rule reports Variant standard with a castling right that needs Chess960, and Variant standard or Chess960 with
    pieces in hand, promoted pieces or check counters.

    It reports variants with many starting positions (Chess960, Crazyhouse960, Caparandom, Chess480) without a FEN. For
    Chess960 without a FEN, pgnfen searches for the starting position as described in S102.

    It reports a FEN that lacks something that its variant needs, such as pieces in hand in Crazyhouse or check counters
    in Three-check. The standard starting position may lack pieces in hand and check counters: the hands are empty, and
    no check has been given. Some servers write it without them.

    It reports castling rights in Antichess, which has no castling (by the rules of Lichess). Giveaway and Suicide are
    read with castling, as in python-chess.

    Example:
        [Variant "Standard"]
        [SetUp "1"]
        [FEN "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"]

        1. e4 *
    """
    start = game.start
    pair = game.pair("Variant")
    if pair is None or not start.has_variant:
        return
    key, record, declared = start.variant.key, start.record, pair.value
    if start.variant.has_many_starts and start.fen is None:
        yield _without_start(game, pair)
    elif record is None:
        return
    elif start.variant.family in ("standard", "chess960"):
        if (shown := _shown_otherwise(game, record)) is not None:
            why, name = shown
            message = f"Variant is {declared}, but {why}"
            yield GameFinding(pair.start, message, "Variant", declared, name, fix="rule" if name else None)
    elif key == "antichess" and record.rights:
        message = f"Variant is {declared}, which has no castling, but the FEN has castling rights: {record.castling}"
        yield GameFinding(game.fen_at(record.columns[2]), message, "castling availability", record.castling, "-")
    elif key in _NEEDS and record.implied_variant != key and record.is_readable and not start.is_standard_array:
        message = f"Variant is {declared}, but the FEN has no {_NEEDS[key]}"
        yield GameFinding(pair.start, message, "FEN", start.fen, None, fix=None)  # nothing tells what they were


def _without_start(game: Game, pair: TagPair) -> GameFinding:
    """A variant of many starts is declared, and no FEN: what the game tells of its start, unless S102 says it."""
    setup = game.pair("SetUp")
    has_s102 = "S102" in game.codes and setup is not None and setup.value.strip() == "1"
    lost = game.recovered_start if game.start.variant.family == "chess960" and not has_s102 else None
    fen = lost.fen if lost else None
    message = f"Variant is {pair.value}, but the FEN tag is missing: the starting position is unknown"
    message += f"; {lost.clause}" if lost else ""
    return GameFinding(pair.start, message, "FEN", None, fen, fix="unsafe" if fen else None)


def _shown_otherwise(game: Game, record: FenRecord) -> tuple[str, str | None] | None:
    """What shows that a FEN is not of standard chess or Chess960, as declared, and the variant that it shows."""
    start = game.start
    if record.width == 10:
        return "the board is 10x8", _large_variant(start)
    if start.prefix == "m":
        return "the castling prefix m means Chess480", "Chess480"
    marks = _marks(start)
    if marks is not None and _is_notation(record):
        name, what, _ = marks
        return f"the FEN has {what}", name
    if start.variant.family == "standard" and game.verdict.rules == "chess960":
        return "a castling right needs the rules of Chess960", "Chess960"
    return None


@rule("S203", "variant-unknown", "warning", reads=Fact.START)
def variant_unknown(game: Game) -> Iterator[GameFinding]:
    """The value of the Variant tag is not a known variant. pgnfen replays the game as standard chess, or as Chess960
    if its starting position is one of Chess960.

    Example:
        [Variant "Calvinball"]

        1. e4 *
    """
    pair = game.pair("Variant")
    if pair and game.start.variant.family == "unknown":
        rules = "as Chess960" if game.start.kind == "chess960" else "as standard chess"
        rules = "by the rules for a 10x8 board" if game.start.width == 10 else rules
        message = f'unknown variant "{pair.value}"; the game is read {rules}'
        yield GameFinding(pair.start, message, "Variant", pair.value, None)


@rule("S204", "variant-spelling", "info", "unsafe", reads=Fact.START, once=True, yields_to="S202")
def variant_spelling(game: Game) -> Iterator[GameFinding]:
    """The name of the variant has a known spelling, but not the usual one.

    The usual names are those of Lichess; letter case is ignored. If S202 finds that another variant is meant, this
    rule does not report the spelling.

    Example:
        [Variant "fischerandom"]
        [SetUp "1"]
        [FEN "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"]

        1. e4 *
    """
    pair = game.pair("Variant")
    variant = game.start.variant
    if len(game.pairs("Variant")) > 1:
        return  # which counts, S106 asks
    if pair and variant.family != "unknown" and not variant.canonical_spelling:
        message = f'"{pair.value}" is another spelling of {variant.name}'
        yield GameFinding(pair.start, message, "Variant", pair.value, variant.name)


def _before_fen(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """The Variant tag is moved to stand before the start."""
    variant, fen = game.pair("Variant"), game.pair("FEN")
    if variant is not None and fen is not None:
        yield from tag_moved(game.raw, variant, place_of_tag(game, "Variant", fen))


@rule("S205", "variant-after-fen", "info", "safe", reads=Fact.START, once=True, edits=_before_fen)
def variant_after_fen(game: Game) -> Iterator[GameFinding]:
    """The Variant tag comes after the FEN tag. XBoard reads tags in order, so it reads the FEN by the rules of another
    variant.

    Example:
        [SetUp "1"]
        [FEN "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"]
        [Variant "Chess960"]

        1. e4 *
    """
    variant, fen = game.pair("Variant"), game.pair("FEN")
    if variant and fen and variant.start > fen.start:
        yield GameFinding(variant.start, "the Variant tag comes after the FEN tag", "Variant", variant.value, None)


@rule("S206", "chess960-from-position", "info", reads=Fact.START, once=True)
def chess960_from_position(game: Game) -> Iterator[GameFinding]:
    """A Chess960 game starts from a position that is not one of the 960 starting positions. This is valid, but some
    programs reject it.

    The starting position is a position from the middle of a game, a double Chess960 position, a shuffled position or
    odds. Some programs use the Variant name From Position for such a game.

    Example:
        [Variant "Chess960"]
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

        1. e4 *
    """
    start = game.start
    if start.variant.family != "chess960" or start.record is None or start.record.board is None:
        return
    white, black = array_numbers(start.record.board.squares) or (-1, -2)
    if start.kind in ("double-chess960", "shuffle", "odds", "position") and white != black:
        message = f"Variant is Chess960, but the position is not one of the 960 starting positions ({start.kind})"
        yield GameFinding(game.fen_at(), message, "FEN", start.fen, None)
