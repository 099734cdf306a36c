"""S1: SetUp and FEN as tag pairs, and starts that neither gives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pgnfen.audit.edits import Edit, tag_name, tag_removed
from pgnfen.audit.finding import GameFinding, Severity
from pgnfen.audit.repairs import edits_of_start, edits_without_start
from pgnfen.audit.rule import rule
from pgnfen.facts.kinds import Fact
from pgnfen.fen.variants import read_variant
from pgnfen.lazy import deferred
from pgnfen.pgn.definitions import CANONICAL

with deferred:
    from pgnfen.audit.diagnosis import fitting_fen
    from pgnfen.fen.start import read_start

if TYPE_CHECKING:
    from pgnfen.audit.finding import Remark
    from pgnfen.audit.game import Game
    from pgnfen.fen.start import Start
    from pgnfen.pgn.tagpairs import TagPair


def _blank(value: str | None) -> bool:
    return value is not None and value.strip() in ("", "?")


@rule("S101", "fen-without-setup", "warning", "safe", reads=Fact.START, once=True, standard="1994")
def fen_without_setup(game: Game) -> Iterator[GameFinding]:
    """A game has a FEN tag, but no SetUp tag.

    PGN 1994 section 9.7.1 requires SetUp "1" with a FEN. Programs that use SetUp play the game from the standard
    starting position. PGN v1.1 has no SetUp tag: `--standard 1.1` turns the rule off. A FEN that S105 removes does not
    need the SetUp tag.

    Example:
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

        1. e4 *
    """
    pair = game.pair("FEN")
    if "S105" in game.codes and _is_redundant(game.start):
        return  # the FEN is to go
    if pair and not _blank(pair.value) and not game.pairs("SetUp"):
        yield GameFinding(pair.start, "the game has a FEN tag, but no SetUp tag", "SetUp", None, "1")


def _edits_of_lone_setup(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """The FEN that is expected is written, or SetUp is taken out."""
    if remark.expected is not None:
        yield from edits_of_start(game, remark, at)
        return
    for pair in game.pairs("SetUp") if remark.fix else ():
        yield tag_removed(game.raw, pair)


@rule(
    "S102", "setup-without-fen", "error", reads=Fact.SETUP_ALONE, replay=True, fixes="start",
    edits=_edits_of_lone_setup,
)
def setup_without_fen(game: Game) -> Iterator[GameFinding]:
    """SetUp is "1", but the FEN tag is missing. The starting position is lost, or the SetUp tag is wrong.

    The finding says whether the moves are legal from the standard starting position. If they are, the likely fix is to
    remove SetUp. If they are not, or if the game says Chess960, pgnfen searches for the starting position. First it
    tries a declared start number from which the moves are legal, then the 960 starting positions. If none fits, or if
    the tags say double Chess960 (DFRC), it tries pairs of starting positions, and then the standard starting position
    without one or two pieces (odds). The finding lists up to five starting positions; if there are more, it gives the
    number. A declared first or final position, or the spelling of the moves (check marks, disambiguation), may decide
    between several. If the moves are legal from the standard starting position but a declared position has fewer
    pieces, the starting position without these pieces is expected (odds). The same is true if the moves need odds and
    lead to a declared position. pgnfen does not search if the game begins with Black's move or with a move number
    greater than 1.

    Example:
        [SetUp "1"]

        1. e4 e5 *
    """
    pair = game.pair("SetUp")
    if pair is None or pair.value.strip() != "1" or game.pairs("FEN"):
        return
    replays = game.reader.engine.plays(game.start) and game.facts.stop is None
    moves = game.facts.plies if replays else None
    chess960 = game.start.variant.family == "chess960"
    lost = game.recovered_start if moves != 0 and (chess960 or not moves) else None
    if lost is not None:
        array = "" if chess960 else "the moves are illegal from the standard starting position; "
        message = f'SetUp is "1", but the FEN tag is missing; {array}{lost.clause}'
        if lost.fen is None:
            yield GameFinding(pair.start, message, "SetUp", "1", None)
        else:
            yield GameFinding(pair.start, message, "FEN", None, lost.fen, fix="unsafe")
    elif moves:
        yield _legal_from_array(game, pair)
    else:
        why = "the game has no moves" if moves == 0 else "the moves do not replay from the standard array"
        yield GameFinding(pair.start, f'SetUp is "1", but the FEN tag is missing; {why}', "SetUp", "1", None)


def _legal_from_array(game: Game, pair: TagPair) -> GameFinding:
    """What contradicts a SetUp of 1 where the moves are legal from the standard array, and what contradicts that."""
    message = 'SetUp is "1", but the FEN tag is missing; the moves are legal from the standard starting position'
    against = game.contradicted_array
    broken = any(game.raw.find(b"[FEN", *line) >= 0 for line in game.section.bad_lines)
    if against is not None:
        message += f", and {against.clause}"
    if broken:
        message += "; a line that is not a valid tag pair contains FEN"
    if against is None:
        return GameFinding(pair.start, message, "SetUp", "1", None, fix="rule" if broken else "unsafe")
    if broken or against.fen is None:
        return GameFinding(pair.start, message, "SetUp", "1", None)
    return GameFinding(pair.start, message, "FEN", None, against.fen, fix="unsafe")


@rule("S103", "setup-zero-with-fen", "error", "unsafe", reads=Fact.START)
def setup_zero_with_fen(game: Game) -> Iterator[GameFinding]:
    """SetUp is "0", but the FEN is not the standard starting position.

    Programs that use SetUp start from the standard starting position; programs that use FEN start from the FEN's
    position.

    Example:
        [SetUp "0"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

        1. e4 *
    """
    pair = game.pair("SetUp")
    fen = game.pair("FEN")
    if len(game.pairs("SetUp")) > 1:
        return  # which counts, S106 asks
    if pair and fen and pair.value.strip() == "0" and not _blank(fen.value) and not game.start.is_standard_array:
        yield GameFinding(pair.start, (
            'SetUp is "0", but the FEN is not the standard starting position'
        ), "SetUp", "0", "1")


@rule("S104", "setup-value", "warning", "unsafe", reads=Fact.START)
def setup_value(game: Game) -> Iterator[GameFinding]:
    """SetUp is neither "0" nor "1", the only values in PGN 1994 section 9.7.1.

    Example:
        [SetUp "yes"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

        1. e4 *
    """
    pair = game.pair("SetUp")
    if pair and pair.value.strip() not in ("0", "1") and len(game.pairs("SetUp")) == 1:  # else S106 says which counts
        expected = "1" if game.pairs("FEN") else "0"
        yield GameFinding(pair.start, (
            f'SetUp is "{pair.value}"; it must be "0" or "1"'
        ), "SetUp", pair.value, expected)


@rule("S105", "redundant-fen", "warning", "safe", reads=Fact.START, edits=edits_without_start)
def redundant_fen(game: Game) -> Iterator[GameFinding]:
    """The FEN is the standard starting position, so the tag is not needed. Programs that only check for the tag think
    that the game starts from a set-up position.

    The rule applies if White is to move, all castling rights exist, the counters are 0 1, and the game uses the rules
    of standard chess. In Chess960 the tag is needed, and file letters (`HAha`) mean Chess960.

    Example:
        [SetUp "1"]
        [FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]

        1. e4 *
    """
    if _is_redundant(game.start):
        message = "the FEN is the standard starting position; the game does not need a FEN tag"
        yield GameFinding(game.fen_at(), message, "FEN", game.start.fen, None)


def _is_redundant(start: Start) -> bool:
    record = start.record
    return (
        record is not None
        and start.is_standard_array
        and start.variant.family == "standard"
        and (record.halfmove, record.fullmove) == (0, 1)
        and record.castling.strip("KQkq") == ""  # file letters declare Chess960
    )


def _one_of_duplicates(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """One of equal tags stays, the one that counts; of different ones the first that says what is expected."""
    name = remark.field or ""
    pairs = game.pairs(name)
    kept = next((pair for pair in pairs if pair is game.pair(name)), pairs[-1])
    if remark.expected is not None:
        kept = next(pair for pair in pairs if pair.value == remark.expected)
    for pair in pairs if remark.fix is not None else ():
        if pair is not kept:
            yield tag_removed(game.raw, pair)


@rule(
    "S106", "duplicate-tag", "error", "unsafe", reads=Fact.IRREGULAR_TAGS, replay=True, fixes="start",
    edits=_one_of_duplicates,
)
def duplicate_tag(game: Game) -> Iterator[GameFinding]:
    """A tag occurs more than once; PGN allows each name once (PGN 1994 section 8.1).

    Names that differ only in letter case are reported, too, because many programs read them as the same tag.

    Different values of Result, SetUp, FEN or Variant are an error; in other tags they are a warning. python-chess uses
    the last value, other programs use the first. The expected FEN is the only one from which the moves are legal, or
    the one with the fewest wrong declared positions. The expected Result is the one that mate, stalemate or the
    termination marker confirms. The expected SetUp with a FEN is "1". The expected Variant is the first one that fits
    the FEN. For other tags, the expected value is the only one that is known. Equal values are a warning; the fix is
    safe and removes the tag that the finding names.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
        [FEN "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1"]

        1. e4 *
    """
    by_name: dict[bytes, list[TagPair]] = {}
    for pair in game.section.pairs:
        by_name.setdefault(pair.name.lower(), []).append(pair)
    for key, pairs in by_name.items():
        if len(pairs) > 1:
            name = _DECIDING.get(key) or pairs[0].name.decode()
            yield _of_duplicates(game, name, pairs)


def _of_duplicates(game: Game, name: str, pairs: list[TagPair]) -> GameFinding:
    """What is found of pairs of one name."""
    if len({pair.value for pair in pairs}) == 1:
        message = f"the {name} tag occurs {len(pairs)} times, with the same value"
        counting = game.pair(name)
        extra = next(pair for pair in pairs if pair is not counting)
        return GameFinding(extra.start, message, name, extra.value, None, severity="warning", fix="safe")
    message = f"the {name} tag occurs {len(pairs)} times, with different values"
    right = _right_of(game, name, pairs)
    kept = right or pairs[0]
    wrong = next(pair for pair in pairs[1:] + pairs[:1] if pair.value != kept.value)
    severity: Severity = "error" if name in _RIGHT else "warning"
    found = GameFinding(wrong.start, message, name, wrong.value, severity=severity, fix=None)
    return found if right is None else found._replace(expected=right.value, fix="unsafe")


_SAYS_NOTHING = frozenset(" ?-.*")


def _right_of(game: Game, name: str, pairs: list[TagPair]) -> TagPair | None:
    """Which of pairs with different values is right, as far as anything tells."""
    return _RIGHT.get(name, _right_text)(game, pairs)


def _right_fen(game: Game, pairs: list[TagPair]) -> TagPair | None:
    fen = fitting_fen(game.reader, game.played, game.movetext, game.start, [pair.value for pair in pairs])
    return next((pair for pair in pairs if pair.value == fen), None)


def _right_result(game: Game, pairs: list[TagPair]) -> TagPair | None:
    result = (game.facts.outcome or b"").decode() or game.meant_marker
    return next((pair for pair in pairs if pair.value == result and result != "*"), None)


def _right_setup(game: Game, pairs: list[TagPair]) -> TagPair | None:
    if game.start.record is None or game.start.is_standard_array:
        return pairs[0]
    return next((pair for pair in pairs if pair.value.strip() == "1"), pairs[0])  # S103 would ask for it


def _right_variant(game: Game, pairs: list[TagPair]) -> TagPair | None:
    if len({read_variant(pair.value).name for pair in pairs}) == 1:  # S204 would ask for this one
        return next((pair for pair in pairs if read_variant(pair.value).canonical_spelling), pairs[0])
    if game.start.record is None:
        return pairs[0]
    return next((pair for pair in pairs if _fits(game.start, pair.value)), None)  # S202 would ask for another


def _right_text(_: Game, pairs: list[TagPair]) -> TagPair | None:
    stated = [pair for pair in pairs if not _SAYS_NOTHING.issuperset(pair.value)]
    return stated[0] if len({pair.value for pair in stated}) == 1 else None


_RIGHT = {"FEN": _right_fen, "Result": _right_result, "SetUp": _right_setup, "Variant": _right_variant}
"""The tags that decide what a game is, and which pair of several is the right one."""
_DECIDING = {name.lower().encode(): name for name in _RIGHT}


def _fits(start: Start, variant: str) -> bool:
    """Whether a starting position does not contradict a variant."""
    return not read_start(start.setup, start.fen, variant).contradicts_variant


def _right_name(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """The tag is named as it should be."""
    for pair in game.section.pairs:
        if pair.start == at and remark.expected:
            yield tag_name(game.raw, pair, remark.expected.encode())


@rule("S107", "tag-name-case", "warning", "safe", reads=Fact.TAG_SPELLING, edits=_right_name)
def tag_name_case(game: Game) -> Iterator[GameFinding]:
    """The name of SetUp, FEN or Variant has the wrong letter case. python-chess ignores the tag; other programs read
    it.

    Example:
        [Setup "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

        1. e4 *
    """
    for pair in game.section.pairs:
        canonical = CANONICAL.get(pair.name.lower())
        if canonical is not None and pair.name != canonical:
            name, right = pair.name.decode(), canonical.decode()
            yield GameFinding(pair.start, f"the tag name {name} should be {right}", right, name, right)


@rule("S108", "empty-fen", "error", reads=Fact.FEN_FAULT, replay=True, fixes="start", edits=edits_of_start)
def empty_fen(game: Game) -> Iterator[GameFinding]:
    """The FEN tag is empty, "?" or blank. The starting position is missing.

    pgnfen searches for the starting position as described in S102. If the moves are legal from the standard starting
    position and nothing says Chess960, the game may start there, so pgnfen changes nothing.

    Example:
        [SetUp "1"]
        [FEN "?"]

        1. e4 *
    """
    pair = game.pair("FEN")
    if pair and _blank(pair.value):
        message = f'the FEN is "{pair.value}": the starting position is unknown; write the real FEN or remove the tag'
        lost = game.recovered_start
        fen = lost.fen if lost else None
        if lost:
            message += f"; {lost.clause}"
        yield GameFinding(pair.start, message, "FEN", pair.value, fen, fix="unsafe" if fen else None)


@rule("S109", "start-missing", "error", reads=Fact.STOP, replay=True)
def start_missing(game: Game) -> Iterator[GameFinding]:
    """The movetext begins at a later move, but the FEN tag is missing, and the moves are illegal from the standard
    starting position.

    The starting position is missing, so the illegal move and the move number are not the error. If the moves are legal
    from the standard starting position, the move number is wrong (K201). S102 reports a game with SetUp "1", and S202
    reports a Chess960 game.

    Example:
        23. Rxe5 Qd6 24. Re8+ Rxe8 25. Qxe8+ 1-0
    """
    first, stop = game.lost_start, game.facts.stop
    if first is None or stop is None or _is_said_otherwise(game):
        return
    black = game.facts.first(Fact.FIRST_COLOR) is not None
    number = f"{first.value}{'...' if black else ''}"
    where = "cannot be played" if stop.ply == 1 else f"stops at ply {stop.ply} because a move is illegal"
    message = (
        f"the moves begin at {number}, but the FEN tag is missing; from the standard starting position the "
        f"game {where} ({stop.san}: {stop.why}). Add a FEN tag with the position before {number}, or add the "
        "missing moves"
    )
    yield GameFinding(first.at, message, "FEN", None, None, ply=1)


def _is_said_otherwise(game: Game) -> bool:
    """Whether another rule says that the starting position is not given."""
    setup = game.pair("SetUp")
    if "S102" in game.codes and setup is not None and setup.value.strip() == "1":
        return True
    return "S202" in game.codes and game.start.variant.has_many_starts
