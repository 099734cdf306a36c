"""G: the game as PGN."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pgnfen.audit.context import GameContext
from pgnfen.audit.finding import Found
from pgnfen.audit.rule import rule
from pgnfen.fen.fault import quote
from pgnfen.pgn.movetext import Kind, Token
from pgnfen.pgn.tagpairs import decode

_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_OPEN_PAIR = re.compile(rb'\[[ \t]*[A-Za-z0-9_]*[ \t]*(?:"[^"]*"?)?[ \t]*\s*\Z')


@rule("G101", "unterminated-comment", "error", scope="moves")
def unterminated_comment(game: GameContext) -> Iterator[Found]:
    """A `{` is never closed; reading resumes at the next tag section, so that no game is swallowed.

    Example:
        [Event "A"]

        1. e4 {no end

        [Event "B"]

        1. d4 {closed} *
    """
    if game.open_comment is not None and not game.game.at_end:
        yield Found(game.open_comment.start, "this comment is never closed", "movetext")


@rule("G102", "missing-termination", "warning", "safe", scope="moves")
def missing_termination(game: GameContext) -> Iterator[Found]:
    """The game has no termination marker (PGN 1994 section 8.2.6).

    Example:
        1. e4 e5
    """
    if game.marker is not None or game.open_comment is not None or _cut_tag(game) is not None:
        return
    last = game.last_token
    if last is None and not game.section.pairs and game.section.junk:
        return  # no game at all: G109 says so
    at = last.end if last else game.section.end
    result = game.result if game.result in ("1-0", "0-1", "1/2-1/2", "*") else "*"
    yield Found(min(at, len(game.raw)), "there is no game termination marker", "movetext", None, result)


@rule("G103", "result-mismatch", "warning", "unsafe", scope="result", replay=True)
def result_mismatch(game: GameContext) -> Iterator[Found]:
    """The Result tag contradicts the termination marker, or either contradicts mate or stalemate on the board.

    `*` contradicts no position: composed problems end in mate and `*`.

    Example:
        [Result "1-0"]

        1. f3 e5 2. g4 Qh4# 0-1
    """
    pair, marker, outcome = game.pair("Result"), game.marker, game.outcome
    at = pair.start if pair else game.section.end
    declared = pair.value if pair else None
    if outcome is not None:
        for what, value in (("Result tag", declared), ("termination marker", marker)):
            if value not in (None, "*", outcome):
                end = "stalemate" if outcome == "1/2-1/2" else "mate"
                yield Found(at, f'the {what} says "{value}", and the game ends in {end}', "Result", value, outcome)
                return
    if declared is not None and marker is not None and declared != marker:
        message = f'the Result tag says "{declared}" and the termination marker "{marker}"'
        yield Found(at, message, "Result", declared, marker)


@rule("G104", "bad-tag-pair", "warning")
def bad_tag_pair(game: GameContext) -> Iterator[Found]:
    """A line in the tag section starts as a tag pair and is none, or breaks the syntax of one.

    Example:
        [Event "quote missing]
        [Site "?"]

        *
    """
    for start, end in game.section.bad_lines:
        text = decode(game.raw[start:end])
        yield Found(start, f"{quote(text, 60)} is no tag pair", "tag pair", text, None)
    for pair in game.section.pairs:
        if not pair.well_formed:
            text = decode(game.raw[pair.start : pair.end])
            message = f"{quote(text, 60)} breaks the syntax of a tag pair (a quote or a line end in its value)"
            yield Found(pair.start, message, pair.name.decode(), text, None)


@rule("G105", "not-utf8", "info", "unsafe", scope="bytes")
def not_utf8(game: GameContext) -> Iterator[Found]:
    r"""Bytes that are not UTF-8; they are read as Windows-1252 or Latin-1 and passed on as they are.

    Example:
        [White "Polg\xe1r"]

        *
    """
    if game.raw.isascii():
        return
    try:
        game.raw.decode("utf-8")
    except UnicodeDecodeError as error:
        stretch = game.raw[max(0, error.start - 12) : error.start + 12]
        text = decode(stretch)
        message = f"byte 0x{game.raw[error.start]:02X} is not UTF-8 (near {quote(' '.join(text.split()))})"
        yield Found(error.start, message, None)


@rule("G106", "truncated", "error", scope="moves")
def truncated(game: GameContext) -> Iterator[Found]:
    """The input ends inside a tag pair, a comment or a variation.

    Example:
        1. e4 {cut of
    """
    if not game.game.at_end:
        return
    cut = _cut_tag(game)
    if cut is not None:
        yield Found(cut, "the input ends inside a tag pair", "tag pair")
    elif game.open_comment is not None:
        yield Found(game.open_comment.start, "the input ends inside this comment", "movetext")
    elif _open_variations(game) and (game.last_token is None or game.last_token.kind is not Kind.MARKER):
        token = _open_variations(game)[0]
        yield Found(token.start, "the input ends inside this variation", "movetext")


@rule("G107", "unbalanced-variation", "warning", scope="moves")
def unbalanced_variation(game: GameContext) -> Iterator[Found]:
    """Opening and closing parentheses of variations do not match.

    Example:
        1. e4 e5 (1... c5 2. Nf3 *
    """
    if Kind.OPEN not in game.movetext.kinds and Kind.CLOSE not in game.movetext.kinds:
        return
    for token in game.tokens:
        if token.kind is Kind.CLOSE and token.depth == 0:
            yield Found(token.start, "a ) without a (", "movetext")
            return
    opened = _open_variations(game)
    if not opened or game.open_comment is not None:
        return
    cut = game.game.at_end and (game.last_token is None or game.last_token.kind is not Kind.MARKER)
    if not cut:
        yield Found(opened[0].start, "this variation is never closed", "movetext")


@rule("G108", "control-characters", "warning", scope="bytes")
def control_characters(game: GameContext) -> Iterator[Found]:
    r"""NUL, escape sequences and other control characters in the game. One finding a game.

    Example:
        [Event "A\x00B"]

        *
    """
    found = _CONTROL.findall(game.raw)
    if found:
        first = _CONTROL.search(game.raw)
        at = first.start() if first else 0
        more = f" ({len(found)} such bytes in the game)" if len(found) > 1 else ""
        yield Found(at, f"control character 0x{game.raw[at]:02X}{more}", None)


@rule("G109", "text-before-first-game", "warning")
def text_before_first_game(game: GameContext) -> Iterator[Found]:
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
        yield Found(junk[0][0], message, None, text, None)


def _cut_tag(game: GameContext) -> int | None:
    """Where the tag pair begins that the end of the input cuts."""
    section = game.section
    if game.game.at_end and section.bad_lines and not game.raw[section.bad_lines[-1][1] :].strip():
        start, end = section.bad_lines[-1]
        if _OPEN_PAIR.match(game.raw, start, end) and b"]" not in game.raw[start:end]:
            return start
    return None


def _open_variations(game: GameContext) -> list[Token]:
    opened: list[Token] = []
    for token in game.tokens:
        if token.kind is Kind.OPEN:
            opened.append(token)
        elif token.kind is Kind.CLOSE and opened:
            opened.pop()
    return opened
