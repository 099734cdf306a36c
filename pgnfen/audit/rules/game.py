"""G: the game as PGN."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pgnfen.audit.finding import Fix, GameFinding
from pgnfen.audit.rule import rule
from pgnfen.audit.rules._common import control_message
from pgnfen.facts.kinds import Fact
from pgnfen.fen.fault import quote
from pgnfen.pgn.tagpairs import TagPair, decode, decode_legacy
from pgnfen.regex import regex

if TYPE_CHECKING:
    from pgnfen.audit.game import Game

_OPEN_PAIR = regex(rb'\[[ \t]*(?:[A-Za-z0-9_]+[ \t]*)?(?:"[^"]*(?:\Z|"\s*\Z)|(?:[^\S \t]\s*)?\Z)')


@rule("G101", "unterminated-comment", "error", reads=Fact.OPEN_COMMENT)
def unterminated_comment(game: Game) -> Iterator[GameFinding]:
    """A `{` is never closed; reading resumes at the next tag section, so that no game is swallowed.

    Example:
        [Event "A"]

        1. e4 {no end

        [Event "B"]

        1. d4 {closed} *
    """
    for comment in game.facts.of(Fact.OPEN_COMMENT):
        if not game.game.at_end:
            yield GameFinding(comment.at, "this comment is never closed", "movetext")


@rule("G102", "missing-termination", "warning", "safe", reads=Fact.NO_MARKER, replay=True)
def missing_termination(game: Game) -> Iterator[GameFinding]:
    """The game has no termination marker (PGN 1994 section 8.2.6), or no movetext at all.

    Expected is what the Result tag means; where it says nothing, what mate or stalemate on the board asks for, or `*`.
    The marker belongs behind the last move and its comments, before prose that stands behind a blank line: that is the
    place of the finding.

    There is no repair where the tag says it in other words (`White wins`): `*` would deny them. It is unsafe where the
    movetext ends in what cannot be read, which may be a marker, or in a variation; also where only prose may state the
    result.

    Example:
        1. e4 e5
    """
    if game.facts.kinds & (Fact.OPEN_COMMENT | Fact.MARKER_SPELLING) or _cut_tag(game) is not None:
        return
    if game.game.at_end and any(not variation.value for variation in game.facts.of(Fact.OPEN_VARIATION)):
        return  # the input ends inside it: G106
    for one in game.facts.of(Fact.NO_MARKER):
        if one.at == game.movetext and not game.section.pairs and game.section.junk:
            return  # no game at all: G109 says so
        message = "there is no game termination marker"
        if one.at == game.movetext:
            message = "there is no move and no game termination marker"
            if not game.raw[one.at :].strip():
                message = "there is no movetext, not even a game termination marker"
        at, prose = one.at, game.end_before_prose
        if prose is None:
            doubtful = any(_ends_in(game, last.end, at) for last in game.facts.of(Fact.UNREADABLE))
        else:
            at, doubtful = prose, not game.meant_result and game.facts.outcome is None
        fix: Fix | None = "unsafe" if doubtful or _ends_inside(game) else "safe"
        expected: str | None = game.meant_result or (game.facts.outcome or b"*").decode()
        pair = game.pair("Result")
        if pair and not game.meant_result and not _is_silent(pair):
            message += f"; the Result tag says {quote(pair.value, 60)}"
            expected = fix = None
        from pgnfen.pgn.movetext import marker_place  # few games need it

        at = marker_place(game.raw, min(at, len(game.raw)))
        yield GameFinding(at, message, "movetext", None, expected, fix=fix)


@rule(
    "G103",
    "result-mismatch",
    "warning",
    "unsafe",
    reads=Fact.RESULT_DIFFERS | Fact.OUTCOME_DIFFERS | Fact.MARKER_SPELLING,
    replay=True,
)
def result_mismatch(game: Game) -> Iterator[GameFinding]:
    """The Result tag contradicts the termination marker, or either contradicts mate or stalemate on the board.

    `*` contradicts no position: composed problems end in mate and `*`. Between tag and marker, the one that states a
    result is followed; where both do, and no mate or stalemate decides, nothing says which is right. The repair is safe
    where all moves replay and two of board, tag and marker agree, or the tag is `*`, or the marker is and PlyCount has
    all moves. A tag or marker that is spelled otherwise counts as what it means, a tag that means no result not at all:
    G110 says so. Where Result stands twice with different values, S106 says so.

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
                message = f'the {what} says "{value}", and the game ends in {end}'
                found = GameFinding(at, message, what.removesuffix(" tag"), value, expected)
                yield found._replace(fix="safe") if expected in (means, marker) and game.plies else found
                return
    if means is None or marker is None or means == marker:
        return
    if "S106" in game.codes and len({one.value for one in game.pairs("Result")}) > 1:
        return
    message = f'the Result tag says "{declared}" and the termination marker "{marker}"'
    if marker == "*":
        found = GameFinding(at, message, "termination marker", marker, means)
        yield found._replace(fix="safe") if _counted(game) else found
    elif means == "*":
        found = GameFinding(at, message, "Result", declared, marker)
        yield found._replace(fix="safe") if game.plies else found
    else:
        yield GameFinding(at, f"{message}; nothing says which is right", "Result", declared, None, fix=None)


_UNCLOSED_PAIR = regex(rb'\[[ \t]*([A-Za-z0-9_]+)[ \t]+"(?:[^"\\\r\n]|\\[^\r\n])*"[ \t]*')
_OF_START = (b"setup", b"fen", b"variant")
_LINE_ENDS = {b"\r\n": "a line end (CR LF)", b"\r": "a carriage return", b"\n": "a line feed"}


def _counted(game: Game) -> bool:
    """Whether the PlyCount tag says that no move is missing at the end."""
    pair = game.pair("PlyCount")
    return bool(game.plies) and pair is not None and pair.value.strip() == str(game.plies)


@rule("G104", "bad-tag-pair", "warning", "safe", reads=Fact.IRREGULAR_TAGS)
def bad_tag_pair(game: Game) -> Iterator[GameFinding]:
    """A line in the tag section starts as a tag pair and is none, or breaks the syntax of one.

    A line end before the closing quote is not part of the value; to take it out is safe. A closing bracket that is
    missing is added, unless the input ends there (G106); in SetUp, FEN and Variant that is unsafe, because the start
    then is another. Some readers, python-chess among them, drop such a tag without a word: a FEN, and with it the start
    of the game.

    Example:
        [Event "quote missing]
        [Site "?"]

        *
    """
    for start, end in game.section.bad_lines:
        text = decode(game.raw[start:end])
        if text in ("[", "]" * len(text)):
            side = "before" if text == "[" else "behind"
            message = (
                f"one bracket too many {side} this tag pair" if len(text) == 1 else f"{len(text)} brackets too many"
            )
            yield GameFinding(start, message, "tag pair", text, "")
            continue
        message = f"{quote(text, 60)} is no tag pair"
        open_tag = _without_bracket(game, start, end) if start != _cut_tag(game) else None
        if open_tag is None:
            yield GameFinding(start, message, "tag pair", text, None, fix=None)
        else:
            fix: Fix = "unsafe" if open_tag in _OF_START else "safe"
            message += ": its closing bracket is missing"
            yield GameFinding(start, message, "tag pair", text, f"{text}]", fix=fix)
    for pair in game.section.pairs:
        if pair.well_formed:
            continue
        name, stop = pair.name.decode(), pair.value_start + len(pair.raw_value)
        last = next((end for end in _LINE_ENDS if game.raw.startswith(end, stop)), b"")
        inside = b"\r" in pair.raw_value or b"\n" in pair.raw_value
        if last and not inside:
            message = f"{_LINE_ENDS[last]} before the closing quote of {name}"
            yield GameFinding(stop, message, name, last.decode(), "")
        elif not (inside and _is_said_of_fen(game, pair)):
            text = decode(game.raw[pair.start : pair.end])
            message = f"{quote(text, 60)} breaks the syntax of a tag pair (a quote or a line end in its value)"
            yield GameFinding(pair.start, message, name, text, None, fix=None)


def _without_bracket(game: Game, start: int, end: int) -> bytes | None:
    """The name, in lower case, of a tag pair that lacks its closing bracket alone, and stands nowhere else."""
    match = _UNCLOSED_PAIR.fullmatch(game.raw, start, end)
    name = match[1].lower() if match is not None else None
    return None if any(pair.name.lower() == name for pair in game.section.pairs) else name


def _is_said_of_fen(game: Game, pair: TagPair) -> bool:
    """Whether F102 says what is wrong: the line end that parts two fields of the FEN."""
    faults = game.start.faults if "F102" in game.codes and game.pair("FEN") is pair else ()
    return any(fault.code == "F102" for fault in faults)


@rule("G105", "not-utf8", "info", "unsafe", reads=Fact.NOT_UTF8, once=True)
def not_utf8(game: Game) -> Iterator[GameFinding]:
    r"""Bytes that are not UTF-8; they are read as Windows-1252 or Latin-1 and passed on as they are.

    Example:
        [White "Polg\xe1r"]

        *
    """
    for one in game.facts.of(Fact.NOT_UTF8):
        text = decode_legacy(game.raw[max(0, one.at - 12) : one.at + 12])
        message = f"byte 0x{game.raw[one.at]:02X} is not UTF-8 (near {quote(' '.join(text.split()))})"
        yield GameFinding(one.at, message, None)


@rule("G106", "truncated", "error", reads=Fact.IRREGULAR_TAGS | Fact.OPEN_COMMENT | Fact.OPEN_VARIATION)
def truncated(game: Game) -> Iterator[GameFinding]:
    """The input ends inside a tag pair, a comment or a variation.

    Example:
        1. e4 {cut of
    """
    if not game.game.at_end:
        return
    cut = _cut_tag(game)
    if cut is not None:
        yield GameFinding(cut, "the input ends inside a tag pair", "tag pair")
        return
    for comment in game.facts.of(Fact.OPEN_COMMENT):
        yield GameFinding(comment.at, "the input ends inside this comment", "movetext")
        return
    for variation in game.facts.of(Fact.OPEN_VARIATION):
        if not variation.value:
            yield GameFinding(variation.at, "the input ends inside this variation", "movetext")


@rule("G107", "unbalanced-variation", "warning", reads=Fact.OPEN_VARIATION | Fact.STRAY_PARENTHESIS)
def unbalanced_variation(game: Game) -> Iterator[GameFinding]:
    """Opening and closing parentheses of variations do not match.

    Example:
        1. e4 e5 (1... c5 2. Nf3 *
    """
    for stray in game.facts.of(Fact.STRAY_PARENTHESIS):
        yield GameFinding(stray.at, "a ) without a (", "movetext")
        return
    for variation in game.facts.of(Fact.OPEN_VARIATION):
        cut = game.game.at_end and not variation.value
        if not cut and not game.facts.kinds & Fact.OPEN_COMMENT:
            yield GameFinding(variation.at, "this variation is never closed", "movetext")


@rule("G108", "control-characters", "warning", reads=Fact.CONTROL_CHARACTER)
def control_characters(game: Game) -> Iterator[GameFinding]:
    r"""NUL, escape sequences and other control characters in the game or record. One finding per game.

    Example:
        [Event "A\x00B"]

        *
    """
    for one in game.facts.of(Fact.CONTROL_CHARACTER):
        yield GameFinding(one.at, control_message(game.raw[one.at], one.value), None)


@rule("G109", "text-before-first-game", "warning", reads=Fact.IRREGULAR_TAGS)
def text_before_first_game(game: Game) -> Iterator[GameFinding]:
    """Text before the first game is neither a tag pair nor movetext. It is kept as a part of that game.

    Example:
        From: somebody
        Subject: games

        [Event "A"]

        1. e4 *
    """
    junk = game.section.junk
    if junk:
        text = decode(game.raw[junk[0][0] : junk[0][1]])
        more = f" ({len(junk)} lines)" if len(junk) > 1 else ""
        message = f"{quote(text, 60)}{more} before the first game is neither tag pair nor movetext"
        yield GameFinding(junk[0][0], message, None, text, None)


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
    """The Result tag or the termination marker is none of `1-0`, `0-1`, `1/2-1/2`, `*` (PGN 1994 section 8.1.1.7).

    Where another spelling says which is meant (`1/2`, `1:0`, `½-½`, a blank too many), that is the repair; where the
    tag says nothing (`?`, `-`, or is empty), what the termination marker says, unless mate or stalemate contradicts.
    Where the tag means another result than the game has (G103), nothing is said of its spelling.

    Example:
        [Result "1/2"]

        1. e4 e5 1/2
    """
    pair = game.pair("Result")
    if pair and game.facts.kinds & Fact.RESULT_SPELLING:
        means, shown = game.meant_result, quote(pair.value, 60)
        if means:
            yield GameFinding(pair.start, f"{shown} for {means} in the Result tag", "Result", pair.value, means)
        else:
            yield _no_result(game, pair, shown)
    for one in game.facts.of(Fact.MARKER_SPELLING):
        text, means = game.text(one.at, one.end), game.meant_marker
        inside = any(b"[" in game.raw[token.at : one.at] for token in game.facts.of(Fact.UNREADABLE))
        fix: Fix = "unsafe" if inside or _ends_inside(game) else "safe"
        yield GameFinding(one.at, f"{text} for the termination marker {means}", "movetext", text, means, fix=fix)


def _no_result(game: Game, pair: TagPair, shown: str) -> GameFinding:
    """Of a Result tag that says none: what the termination marker says, where the last position agrees."""
    marker, outcome = game.marker, game.facts.outcome
    said = f'; the termination marker says "{marker}"' if marker else ""
    proved = marker if outcome is None or (marker and marker.encode() == outcome) else None
    silent = _is_silent(pair)
    if marker == "*" and not silent:
        proved = None  # other words say more
    sure = silent and not _ends_inside(game) and not game.facts.kinds & Fact.BEHIND_MARKER  # which may be another
    fix: Fix = "safe" if sure else "unsafe"
    message = f"the Result tag says {shown}, which is no result{said}"
    return GameFinding(pair.start, message, "Result", pair.value, proved, fix=fix if proved else None)


def _is_silent(pair: TagPair) -> bool:
    """Whether a Result tag says that nothing is known."""
    return pair.value.strip() in ("", "?", "-")


def _ends_in(game: Game, unread: int, end: int) -> bool:
    """Whether a game that ends at `end` does so in what cannot be read up to `unread`, signs and numbers aside."""
    return unread <= end and not game.raw[unread:end].strip(b" \t\r\n!?.$0123456789")


def _ends_inside(game: Game) -> bool:
    """Whether the game ends in a variation, or without movetext in a tag section with a line that is no tag pair."""
    bare = not game.raw[game.movetext :].strip() and bool(game.section.junk or game.section.bad_lines)
    return bare or bool(game.facts.kinds & Fact.OPEN_VARIATION)


@rule("G111", "game-too-large", "warning", reads=0)
def game_too_large(_: Game) -> Iterator[GameFinding]:
    """A game takes more than 64 MiB (--max-game says another limit), or its tags more than 2 MiB: it is not judged.

    It is kept and counted, and filtered by the tags of its first MiB; nothing else is said of it. Where its end is not
    seen within the limit and another MiB, it ends at the next line that opens as a tag pair. The example is one
    with --max-game 100.

    Example:
        [Event "A"]

        1. e4 {A comment that is long enough, and then some more of it, for a limit that is as short as this one} *
    """
    yield from ()  # such a game comes in pieces, and of these pgnfen.audit.auditor says so


@rule("G112", "blank-lines", "info", "safe", reads=Fact.BLANK_LINES)
def blank_lines(game: Game) -> Iterator[GameFinding]:
    """Blank lines stand where other readers end the game: two between tags and movetext, or one inside the movetext.

    For python-chess the game ends there, and what follows is another game, without tags. pgn-extract and Scid read on.
    PGN 1994 has one blank line between tags and movetext, and one behind the game (its export format, 8.1 and 8.2.1).
    Blank lines in comments, and behind the last move of a game without termination marker, are not reported.

    Example:
        [Event "A"]


        1. e4 e5

        2. Nf3 *
    """
    for one in game.facts.of(Fact.BLANK_LINES):
        lines = game.raw[one.at : one.end]
        blank = decode(lines[: max(lines.rfind(b"\n"), lines.rfind(b"\r")) + 1])
        if one.at >= game.movetext:
            where = f"in {one.value:,} places; at the first" if one.value > 1 else "in one place; there"
            message = f"blank lines inside the movetext, {where} python-chess ends the game"
        elif game.section.pairs:
            message = f"{one.value:,} blank lines between tags and movetext: python-chess reads a game without moves"
        else:
            continue
        yield GameFinding(one.at, message, "movetext", blank, "")


@rule("G113", "nested-variation", "info", reads=Fact.BARE_VARIATION)
def nested_variation(game: Game) -> Iterator[GameFinding]:
    """A variation has no move before it, in its line, that it could replace: `((1... c5))`, or before the first move.

    Readers lose moves there. pgn-extract 19.04 keeps no move of a game with `((`, Scid 4.7 drops what stands behind it,
    python-chess takes the inner variation one move further back. A variation before the first move is part of the game
    itself for python-chess. The inner moves are not played here either.

    Example:
        1. e4 c5 ((1... e5) 1... e6) *
    """
    for one in game.facts.of(Fact.BARE_VARIATION):
        line = "of the variation around it" if one.value else "of the game"
        yield GameFinding(one.at, f"no move {line} stands before this variation: other readers lose moves", "movetext")


def _cut_tag(game: Game) -> int | None:
    """Where the tag pair begins that the end of the input cuts."""
    if not game.game.at_end:
        return None
    section = game.section
    if section.bad_lines and not game.raw[section.bad_lines[-1][1] :].strip():
        start, end = section.bad_lines[-1]
        if _OPEN_PAIR.match(game.raw, start, end) and b"]" not in game.raw[start:end]:
            return start
    return None
