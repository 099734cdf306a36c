"""G: the game as PGN, but for its result (results.py)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pgnfen.audit.edits import Edit, line_begin
from pgnfen.audit.finding import Fix, GameFinding
from pgnfen.audit.repairs import declared_text
from pgnfen.audit.rule import rule
from pgnfen.audit.rules._common import cut_tag
from pgnfen.facts.kinds import Fact
from pgnfen.fen.fault import quote
from pgnfen.lazy import deferred, regex
from pgnfen.pgn.tagpairs import TagPair, decode, decode_legacy

with deferred:
    from pgnfen.facts.structure import blank_lines_inside
    from pgnfen.pgn.movetext import lex
    from pgnfen.pgn.restart import has_text, may_begin_game

if TYPE_CHECKING:
    from pgnfen.audit.finding import Remark
    from pgnfen.audit.game import Game

@rule("G101", "unterminated-comment", "error", reads=Fact.OPEN_COMMENT)
def unterminated_comment(game: Game) -> Iterator[GameFinding]:
    """A comment is never closed. pgnfen ends it at the next tag section, so that the next game is not lost.

    Example:
        [Event "A"]

        1. e4 {no end

        [Event "B"]

        1. d4 {closed} *
    """
    for comment in game.facts.of(Fact.OPEN_COMMENT):
        if not game.game.at_end:
            yield GameFinding(comment.at, "this comment is never closed", "movetext")


_UNCLOSED_PAIR = regex(rb'\[[ \t]*([A-Za-z0-9_]+)[ \t]+"(?:[^"\\\r\n]|\\[^\r\n])*"[ \t]*')
_OF_START = (b"setup", b"fen", b"variant")
_LINE_ENDS = {b"\r\n": "a line break (CR LF)", b"\r": "a carriage return", b"\n": "a line feed"}


def _mended_pair(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """A closing bracket that is missing is added; a line end before the closing quote, or a bracket too many, goes."""
    text = declared_text(game, remark, at) if remark.expected is not None else None
    if text is not None and remark.expected:
        yield Edit(at + len(text), at + len(text), b"]")
    elif text is not None:
        yield Edit(at, at + len(text), b"")


@rule("G104", "bad-tag-pair", "warning", "safe", reads=Fact.IRREGULAR_TAGS, edits=_mended_pair)
def bad_tag_pair(game: Game) -> Iterator[GameFinding]:
    """A line of the tag section starts as a tag pair, but is not a correct one.

    A line break before the closing quote is not part of the value; the fix that removes it is safe. The fix adds a
    missing closing bracket, unless the input ends there (G106). In SetUp, FEN and Variant this is unsafe, because it
    changes the starting position. Some programs, such as python-chess, ignore an incorrect tag without a warning: then
    the FEN, and with it the starting position, is lost.

    Example:
        [Event "quote missing]
        [Site "?"]

        *
    """
    yield from _no_pairs(game)
    yield from _broken_pairs(game)


def _no_pairs(game: Game) -> Iterator[GameFinding]:
    """Lines that begin as a tag pair: brackets too many, a closing bracket too few, or something else."""
    for start, end in game.section.bad_lines:
        text = decode(game.raw[start:end])
        if text in ("[", "]" * len(text)):
            side = "before" if text == "[" else "behind"
            message = (
                f"one extra bracket {side} this tag pair" if len(text) == 1 else f"{len(text)} extra brackets"
            )
            yield GameFinding(start, message, "tag pair", text, "")
            continue
        message = f"{quote(text, 60)} is not a tag pair"
        open_tag = _without_bracket(game, start, end) if start != cut_tag(game) else None
        if open_tag is None:
            yield GameFinding(start, message, "tag pair", text, None, fix=None)
        else:
            fix: Fix = "unsafe" if open_tag in _OF_START else "safe"
            message += ": its closing bracket is missing"
            yield GameFinding(start, message, "tag pair", text, f"{text}]", fix=fix)


def _broken_pairs(game: Game) -> Iterator[GameFinding]:
    """Tag pairs with a line end before the closing quote, or a quote or line break in the value."""
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
            message = f"{quote(text, 60)} breaks the syntax of a tag pair (its value contains a quote or a line break)"
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


_NOT_ASCII = regex(rb"[\x80-\xff]+")
_CAPITAL_BEHIND = regex(rb"[a-z]([\xc0-\xd6\xd8-\xde])")


def _in_utf8(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """Bytes that are not UTF-8, taken for Windows-1252 (or Latin-1), are written in UTF-8."""
    for run in _NOT_ASCII.finditer(game.raw):
        start, end = run.span()
        while start < end:
            try:
                game.raw[start:end].decode("utf-8")
            except UnicodeDecodeError as error:
                wrong = start + error.start
                start += error.end
                yield Edit(wrong, start, decode_legacy(game.raw[wrong:start]).encode("utf-8"))
            else:
                break


def _is_of_other_machine(raw: bytes) -> bool:
    """Whether a byte that is not UTF-8 would be a capital letter behind a small one in Windows-1252."""
    for found in _CAPITAL_BEHIND.finditer(raw):
        try:
            raw[found.start(1) : found.start(1) + 2].decode("utf-8")
        except UnicodeDecodeError:
            return True
    return False


@rule("G105", "not-utf8", "info", "unsafe", reads=Fact.NOT_UTF8, once=True, edits=_in_utf8)
def not_utf8(game: Game) -> Iterator[GameFinding]:
    r"""The file has bytes that are not UTF-8. They are read as Windows-1252 or Latin-1.

    The unsafe fix writes the game in UTF-8, taking these bytes for Windows-1252 (or Latin-1). In a file from an old
    Macintosh or DOS program they mean other characters, and the fix would write wrong ones. So there is no fix if a
    capital letter would stand between small letters (`KasparovÕs`, where `Õ` is the apostrophe of a Macintosh).

    Example:
        [White "Polg\xe1r"]

        *
    """
    for one in game.facts.of(Fact.NOT_UTF8):
        text = decode_legacy(game.raw[max(0, one.at - 12) : one.at + 12])
        message = f"byte 0x{game.raw[one.at]:02X} is not UTF-8 (near {quote(' '.join(text.split()))})"
        yield GameFinding(one.at, message, None, fix=None if _is_of_other_machine(game.raw) else "rule")


@rule("G106", "truncated", "error", reads=Fact.IRREGULAR_TAGS | Fact.OPEN_COMMENT | Fact.OPEN_VARIATION)
def truncated(game: Game) -> Iterator[GameFinding]:
    """The input ends inside a tag pair, a comment or a variation.

    Example:
        1. e4 {cut of
    """
    if not game.game.at_end:
        return
    cut = cut_tag(game)
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
        yield GameFinding(stray.at, "a closing parenthesis has no opening parenthesis", "movetext")
        return
    for variation in game.facts.of(Fact.OPEN_VARIATION):
        cut = game.game.at_end and not variation.value
        if not cut and not game.facts.kinds & Fact.OPEN_COMMENT:
            yield GameFinding(variation.at, "this variation is never closed", "movetext")


@rule("G109", "text-before-first-game", "warning", reads=Fact.IRREGULAR_TAGS)
def text_before_first_game(game: Game) -> Iterator[GameFinding]:
    """The text before the first game is neither a tag pair nor movetext. It is kept as a part of that game.

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
        message = f"{quote(text, 60)}{more} before the first game: this is neither a tag pair nor movetext"
        yield GameFinding(junk[0][0], message, None, text, None)


@rule("G111", "game-too-large", "warning", reads=0)
def game_too_large(_: Game) -> Iterator[GameFinding]:
    """A game has more than 64 MiB (`--max-game` changes this limit), or its tags have more than 2 MiB. pgnfen does not
    check it.

    The game is kept and counted, and filters see the tags in its first MiB; no other rule checks it. If its end is not
    found within the limit plus one MiB, it ends at the next line that starts like a tag pair. The example uses
    --max-game 100.

    Example:
        [Event "A"]

        1. e4 {A comment that is long enough, and then some more of it, for a limit that is as short as this one} *
    """
    yield from ()  # such a game comes in pieces, and of these pgnfen.audit.auditor says so


def _without_blank_lines(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """Blank lines are taken out: one stays between tags and movetext, none inside the movetext."""
    if at < game.movetext:
        yield Edit(at, line_begin(game.raw, game.movetext), b"")
        return
    for start, end in blank_lines_inside(game.raw, lex(game.raw, game.movetext)):
        yield Edit(start, line_begin(game.raw, end), b"")


@rule("G112", "blank-lines", "info", "safe", reads=Fact.BLANK_LINES, edits=_without_blank_lines)
def blank_lines(game: Game) -> Iterator[GameFinding]:
    """Blank lines are in a place where other programs end the game: two between tags and movetext, or one in the
    movetext.

    python-chess ends the game there and reads the rest as another game without tags. pgn-extract and Scid continue to
    read. In export format, PGN 1994 has one blank line between tags and movetext, and one after the game (8.1 and
    8.2.1). The rule ignores blank lines in comments and after the last move of a game without termination marker. The
    fix is unsafe if move number 1 follows a blank line inside the movetext, because another game may begin there.
    There is no fix if text that is not a move may be a separate paragraph: without the blank line it would be read
    with the moves.

    Example:
        [Event "A"]


        1. e4 e5

        2. Nf3 *
    """
    for one in game.facts.of(Fact.BLANK_LINES):
        lines = game.raw[one.at : one.end]
        blank = decode(lines[: max(lines.rfind(b"\n"), lines.rfind(b"\r")) + 1])
        fix: Fix | None = "safe"
        if one.at >= game.movetext:
            many = one.value > 1
            where = f"in {one.value:,} places" if many else "in one place"
            message = f"blank lines inside the movetext, {where}; python-chess ends the game "
            message += "at the first" if many else "there"
            fix = "unsafe" if may_begin_game(game.raw, game.movetext) else "safe"
            if has_text(game.raw, game.movetext):
                fix = None
        elif game.section.pairs:
            message = f"{one.value:,} blank lines between tags and movetext: python-chess reads the game without moves"
        else:
            continue
        yield GameFinding(one.at, message, "movetext", blank, "", fix=fix)
