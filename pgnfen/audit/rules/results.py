"""G102, G103, G110: the result of a game, in its tag, its termination marker and on the board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pgnfen.audit.edits import Edit, tag_value
from pgnfen.audit.finding import Fix, GameFinding
from pgnfen.audit.rule import rule
from pgnfen.audit.rules._common import cut_tag
from pgnfen.facts.kinds import Fact
from pgnfen.fen.fault import quote
from pgnfen.lazy import deferred
from pgnfen.pgn.block import count_lines
from pgnfen.pgn.results import forfeit
from pgnfen.pgn.tagpairs import TagPair

with deferred:
    from pgnfen.pgn.movetext import lex, mainline_of, marker_place

if TYPE_CHECKING:
    from pgnfen.audit.finding import Remark
    from pgnfen.audit.game import Game


@rule("G102", "missing-termination", "warning", "safe", reads=Fact.NO_MARKER, replay=True)
def missing_termination(game: Game) -> Iterator[GameFinding]:
    """The game has no termination marker (PGN 1994 section 8.2.6), or no movetext at all.

    The expected marker is the result in the Result tag. If the tag has no result, the expected marker is the result of
    checkmate or stalemate on the board, or `*`. The finding points to the place of the marker: after the last move and
    its comments, and before any text that follows a blank line.

    There is no fix if the Result tag gives the result in words (`White wins`): `*`, the marker of an unknown result,
    would contradict it. There is also no fix if the Result tag contradicts checkmate, stalemate or a dead position on
    the board (G103, K107).

    The fix is unsafe if (a) the movetext ends in a variation or in text that cannot be read, which may already contain
    the termination marker; (b) other text follows the last move, and neither the Result tag nor the board shows the
    result; (c) a tag pair is on the next line, because it may belong to this game.

    Example:
        1. e4 e5
    """
    if _is_cut_or_misspelled(game):
        return
    for one in game.facts.of(Fact.NO_MARKER):
        if one.at == game.movetext and not game.section.pairs and game.section.junk:
            return  # no game at all: G109 says so
        at, doubtful = _marker_at(game, one.at)
        doubtful = doubtful or _ends_inside(game) or (one.at != game.movetext and _is_followed_at_once(game))
        fix: Fix | None = "unsafe" if doubtful else "safe"
        expected: str | None = game.meant_result or (game.facts.outcome or b"*").decode()
        denied = _denied(game)
        if denied:
            expected = fix = None
        at = marker_place(game.raw, min(at, len(game.raw)))
        yield GameFinding(at, _what_is_missing(game, one.at) + denied, "movetext", None, expected, fix=fix)


def _is_cut_or_misspelled(game: Game) -> bool:
    """Whether other rules say why there is no marker: G101 and G106, G104, G110."""
    if game.facts.kinds & (Fact.OPEN_COMMENT | Fact.MARKER_SPELLING) or cut_tag(game) is not None:
        return True
    return game.game.at_end and any(not variation.value for variation in game.facts.of(Fact.OPEN_VARIATION))


def _what_is_missing(game: Game, at: int) -> str:
    if at != game.movetext:
        return "the game termination marker is missing"
    text = "moves" if game.raw[at:].strip() else "the movetext"
    return f"{text} and {'' if text == 'moves' else 'the '}game termination marker are missing"


def _marker_at(game: Game, at: int) -> tuple[int, bool]:
    """Where the marker belongs, of a game whose movetext ends at `at`; whether that, or the marker, is doubtful."""
    prose = game.end_before_prose
    if prose is None:
        return at, any(_ends_in(game, last.end, at) for last in game.facts.of(Fact.UNREADABLE))
    return prose, not game.meant_result and game.facts.outcome is None


def _denied(game: Game) -> str:
    """Why no marker may be written, behind the message; "" where one may."""
    pair = game.pair("Result")
    if pair and not game.meant_result and not _is_silent(pair):
        return f"; the Result tag is {quote(pair.value, 60)}"
    return "; the Result tag contradicts the last position" if _is_contradicted(game) else ""


def same_result(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """Result tag and termination marker both say what is expected."""
    expected, pair = remark.expected, game.pair("Result")
    if expected is None:
        return
    if pair is not None and pair.value != expected:
        yield tag_value(game.raw, pair, expected)
    if game.marker not in (None, expected):
        marker = mainline_of(lex(game.raw, game.movetext))[1]
        if marker is not None:
            yield Edit(marker.start, marker.end, expected.encode())


@rule(
    "G103",
    "result-mismatch",
    "warning",
    "unsafe",
    reads=Fact.RESULT_DIFFERS | Fact.OUTCOME_DIFFERS | Fact.MARKER_SPELLING,
    replay=True,
    edits=same_result,
)
def result_mismatch(game: Game) -> Iterator[GameFinding]:
    """The Result tag contradicts the termination marker, or one of them contradicts checkmate or stalemate on the
    board.

    `*` is allowed with every position, because composed problems end in mate and `*`. If only the tag or only the
    marker gives a result, that result is used. If both do and there is no mate or stalemate, the correct result is
    unknown. The fix is safe if all moves are legal and two of board, tag and marker agree, or if the tag is `*`, or if
    the marker is `*` and PlyCount matches the moves. A tag or marker with another spelling counts by its meaning. A
    tag that means no result is ignored; G110 reports it. If Result occurs twice with different values, S106 reports
    it.

    Example:
        [Result "1-0"]

        1. f3 e5 2. g4 Qh4# 0-1
    """
    pair, marker, outcome = game.pair("Result"), game.meant_marker, game.facts.outcome
    at = pair.start if pair else game.movetext
    declared = means = pair.value if pair else None
    if game.facts.kinds & Fact.RESULT_SPELLING:
        means = game.meant_result
    if outcome is not None:
        expected = outcome.decode()
        for what, value, said in (("Result tag", declared, means), ("termination marker", marker, marker)):
            if said not in (None, "*", expected):
                end = "stalemate" if outcome == b"1/2-1/2" else "mate"
                message = f'the {what} is "{value}", but the game ends in {end}'
                found = GameFinding(at, message, what.removesuffix(" tag"), value, expected)
                yield found._replace(fix="safe") if expected in (means, marker) and game.plies else found
                return
    if means is None or marker is None or means == marker:
        return
    if "S106" in game.codes and len({one.value for one in game.pairs("Result")}) > 1:
        return
    message = f'the Result tag is "{declared}", but the termination marker is "{marker}"'
    if marker == "*":
        found = GameFinding(at, message, "termination marker", marker, means)
        yield found._replace(fix="safe") if _counted(game) else found
    elif means == "*":
        found = GameFinding(at, message, "Result", declared, marker)
        yield found._replace(fix="safe") if game.plies else found
    else:
        yield GameFinding(at, f"{message}; no other text shows which is right", "Result", declared, None, fix=None)


def _counted(game: Game) -> bool:
    """Whether the PlyCount tag is that no move is missing at the end."""
    pair = game.pair("PlyCount")
    return bool(game.plies) and pair is not None and pair.value.strip() == str(game.plies)


@rule(
    "G110",
    "result-spelling",
    "warning",
    "safe",
    reads=Fact.RESULT_SPELLING | Fact.MARKER_SPELLING,
    replay=True,
    yields_to="G103",
)
def result_spelling(game: Game) -> Iterator[GameFinding]:
    """The Result tag or the termination marker is not `1-0`, `0-1`, `1/2-1/2` or `*` (PGN 1994 section 8.1.1.7).

    If the spelling has a clear meaning (`1/2`, `1:0`, `½-½`, an extra space), the fix writes the correct form. If the
    tag has no result (`?`, `-`, or empty), the fix writes the result of the termination marker, unless mate or
    stalemate contradicts it. If the tag means a result that contradicts the game, G103 reports it and this rule does
    not.

    Example:
        [Result "1/2"]

        1. e4 e5 1/2
    """
    pair = game.pair("Result")
    if pair and game.facts.kinds & Fact.RESULT_SPELLING and not ("H133" in game.codes and forfeit(pair.value)):
        means, shown = game.meant_result, quote(pair.value, 60)
        if means:
            yield GameFinding(pair.start, (
                f"found {shown} instead of {means} in the Result tag"
            ), "Result", pair.value, means)
        else:
            yield _no_result(game, pair, shown)
    for one in game.facts.of(Fact.MARKER_SPELLING):
        text, means = game.text(one.at, one.end), game.meant_marker
        inside = any(b"[" in game.raw[token.at : one.at] for token in game.facts.of(Fact.UNREADABLE))
        fix: Fix = "unsafe" if inside or _ends_inside(game) else "safe"
        yield GameFinding(one.at, (
            f"found {text} instead of the termination marker {means}"
        ), "movetext", text, means, fix=fix)


def _no_result(game: Game, pair: TagPair, shown: str) -> GameFinding:
    """Of a Result tag that says none: what the termination marker says, where the last position agrees."""
    marker, outcome = game.marker, game.facts.outcome
    said = f'; the termination marker is "{marker}"' if marker else ""
    proved = marker if outcome is None or (marker and marker.encode() == outcome) else None
    silent = _is_silent(pair)
    if marker == "*" and not silent:
        proved = None  # other words say more
    sure = silent and not _ends_inside(game) and not game.facts.kinds & Fact.BEHIND_MARKER  # which may be another
    fix: Fix = "safe" if sure else "unsafe"
    message = f"the Result tag is {shown}, which is not a valid result{said}"
    return GameFinding(pair.start, message, "Result", pair.value, proved, fix=fix if proved else None)


def _is_silent(pair: TagPair) -> bool:
    """Whether a Result tag says that nothing is known."""
    return pair.value.strip() in ("", "?", "-")


def _ends_in(game: Game, unread: int, end: int) -> bool:
    """Whether a game that ends at `end` does so in what cannot be read up to `unread`, signs and numbers aside."""
    return unread <= end and not game.raw[unread:end].strip(b" \t\r\n!?.$0123456789")


def _is_contradicted(game: Game) -> bool:
    """Whether the Result tag gives a result that the last position excludes."""
    if not game.meant_result or game.meant_result == "*":
        return False
    outcome = game.facts.outcome.decode() if game.facts.outcome else None
    is_dead = bool(game.facts.kinds & Fact.DEAD) and game.meant_result != "1/2-1/2"
    return outcome not in (None, game.meant_result) or is_dead


def _is_followed_at_once(game: Game) -> bool:
    """Whether the next tag section begins without a blank line before it."""
    raw = game.raw
    return not game.game.at_end and count_lines(raw, len(raw.rstrip()), len(raw)) < 2


def _ends_inside(game: Game) -> bool:
    """Whether the game ends in a variation, or without movetext in a tag section with a line that is not a tag pair."""
    bare = not game.raw[game.movetext :].strip() and bool(game.section.junk or game.section.bad_lines)
    return bare or bool(game.facts.kinds & Fact.OPEN_VARIATION)
