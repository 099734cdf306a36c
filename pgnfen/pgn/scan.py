"""Where a game ends: the definition of game boundaries, on bytes, without judging anything.

A game is a tag section and the movetext after it. The next game begins

- at a line that starts as a tag pair (`[Name "`), outside comments, once movetext has begun;
- behind a game termination marker (PGN 1994 section 8.2.6) also at a tag pair within the line, at a tag pair
  whose `[` is lost, and at a move: games without tags are games;
- without a marker at a paragraph (text behind a blank line) whose moves are those of another game (see `restart`);
- at a tag section that follows another without movetext between (see tagpairs).

A `{` that is never closed ends where the next tag section begins: where a tag pair stands on a line of its own
inside the comment and another `{` comes before the `}`, or no `}` comes within COMMENT_LIMIT bytes.
Blank lines, comments and stray text behind a game belong to it; junk before the first game belongs to the
first, and so do comments before its tag section.
"""

from __future__ import annotations

from pgnfen.lazy import deferred, regex
from pgnfen.pgn.definitions import COMMENT_LIMIT, LOOKAHEAD
from pgnfen.pgn.tagpairs import (
    BLANK_LINE,
    BLANKS,
    BROKEN_PAIR,
    MARKER_AT,
    MARKER_WORD,
    MOVE_START,
    PAIR,
    SIGN,
    TAG_LIKE,
    TAG_LINE,
    TagSection,
    read_tag_section,
)

with deferred:
    from pgnfen.pgn.movetext import has_moves
    from pgnfen.pgn.restart import can_open_game, leading_number, opening, paragraph_at

_STOP = regex(rb"[{;()*\[]|(?<=[\r\n])%|(?<![0-9A-Za-z/\-])" + MARKER_WORD + rb"|(?:" + BLANK_LINE + rb")")
_PARAGRAPH = regex(BLANK_LINE)
_INDENT = regex(BLANKS + rb"[\r\n]")  # read backwards
_AFTER = regex(rb"[^\s]")
_LINE_STOP = regex(rb"[\r\n{;()\[]")
_EOL = regex(rb"[\r\n]")
_UNQUOTED_TAG = regex(rb"\[[A-Z][A-Za-z0-9_]{1,63}[ \t]")
_BLANK_LINE = regex(BLANKS + rb"(?:\r\n|\n|\r(?!\n))" + BLANKS + rb"(?:[\r\n]|\Z)|" + BLANKS + rb"\Z")


class _NeedMoreError(Exception):
    """The data ends before the decision can be taken."""


class _Movetext:
    """Walks movetext from one byte that matters to the next; one use each."""

    def __init__(self, data: bytes, pos: int, end: int, final: bool, set_up: bool) -> None:
        self.data, self.pos, self.end, self.final, self.set_up = data, pos, end, final, set_up
        self.start = pos
        self.depth = 0

    def need(self, pos: int) -> None:
        if not self.final and self.end - pos < LOOKAHEAD:
            raise _NeedMoreError

    def find_end(self) -> int:
        while True:
            stop = _STOP.search(self.data, self.pos, self.end)
            self.need(stop.end() if stop else self.end)
            if stop is None:
                return self.end
            char = self.data[stop.start()]
            if char == 0x5B:  # [
                at = stop.start()
                if TAG_LIKE.match(self.data, at, self.end) and self.opens_line(at):
                    return at
                self.pos = stop.end()
            elif char in b"{;()%":
                boundary = self.skip(stop.start())
                if boundary is not None:
                    return boundary
            elif char in b"\r\n":
                # The last line end may begin another blank line.
                self.pos = stop.end() - 1
                restart = self.restart(stop.end())
                if restart is not None:
                    return restart
            else:
                self.pos = stop.end()
                if self.depth == 0 or _BLANK_LINE.match(self.data, self.pos, self.end):
                    return self.after_marker()

    def restart(self, at: int) -> int | None:
        """Where another game without tags begins in the paragraph at `at`, which a blank line precedes.

        So it does if the first move number is 1, with one dot or none, behind comments, NAGs and prose alone, if two
        moves or more stand before the paragraph, and if its moves can be played from the standard array. The game
        begins with the paragraph, behind prose with the number. Where a FEN tag gives the start, the moves are those
        of another line from there. At another blank line no paragraph begins yet.
        """
        if self.depth or self.set_up or self.data[at : at + 1] in (b"\r", b"\n"):
            return None
        self.need(at)
        paragraph = paragraph_at(self.data, at, self.end)
        number = leading_number(paragraph)
        if number is None or not can_open_game(paragraph, number.start):
            return None
        place = at + opening(paragraph, number)
        return place if has_moves(self.data, self.start, place, 2) else None

    def opens_line(self, at: int) -> bool:
        """Whether a line begins at `at` or a few blanks before it."""
        return bool(_INDENT.match(self.data[max(0, at - 66) : at][::-1]))

    def skip(self, at: int) -> int | None:
        """Step over a comment, an escaped line or a parenthesis; the boundary where a comment never closes."""
        char = self.data[at]
        if char == 0x28:
            self.depth += 1
        elif char == 0x29:
            self.depth = max(0, self.depth - 1)
        elif char == 0x7B:
            return self.comment(at)
        else:
            eol = _EOL.search(self.data, at, self.end)
            if eol is None and not self.final:
                raise _NeedMoreError
            self.pos = eol.start() if eol else self.end
            return None
        self.pos = at + 1
        return None

    def comment(self, at: int) -> int | None:
        limit = at + COMMENT_LIMIT
        close = self.data.find(b"}", at, min(limit, self.end))
        if close < 0 and not self.final and self.end < limit:
            raise _NeedMoreError
        tag = TAG_LINE.search(self.data, at, close if close >= 0 else self.end)
        if close >= 0 and (tag is None or self.data.find(b"{", tag.end(), close) < 0):
            self.pos = close + 1
            return None
        if tag is None:
            if not self.final:
                raise _NeedMoreError
            return self.end
        self.need(tag.end())
        return tag.start()

    def after_marker(self) -> int:
        """The game is over: what follows is its trailing matter until something starts another game."""
        self.depth = 0
        lead: int | None = None  # where a paragraph begins that has comments, NAGs and signs so far
        while True:
            found = _AFTER.search(self.data, self.pos, self.end)
            self.need(found.start() if found else self.end)
            if found is None:
                return self.end
            at = found.start()
            if _PARAGRAPH.search(self.data, self.pos, at):
                lead = at
            char = self.data[at]
            at_line_start = self.opens_line(at) if char == 0x5B else self.data[at - 1] in b"\r\n"
            if char in b"{;()" or (char == 0x25 and at_line_start):
                boundary = self.skip(at)
                if boundary is not None:
                    return boundary
                lead = None if char in b"()" else lead
            elif (begin := self.game_begin(at, char, at_line_start, lead)) is not None:
                return begin
            elif sign := SIGN.match(self.data, at, self.end):
                self.pos = sign.end()
            else:
                lead = None
                self.step_over(at)

    def game_begin(self, at: int, char: int, at_line_start: bool, lead: int | None) -> int | None:
        """Where the game begins that a tag pair or a move at `at` opens: a move's with the comments before it, at
        `lead`; None where neither stands there."""
        data, end = self.data, self.end
        if char == 0x5B:
            if at_line_start:
                opens = TAG_LIKE.match(data, at, end) or _UNQUOTED_TAG.match(data, at, end)
            else:
                opens = PAIR.match(data, at, min(end, at + LOOKAHEAD))
            return at if opens else None
        if self.depth:
            return None
        if at_line_start and BROKEN_PAIR.match(data, at, end):
            return at
        if MARKER_AT.match(data, at, end) or not MOVE_START.match(data, at, end):
            return None
        return at if lead is None else lead

    def step_over(self, at: int) -> None:
        marker = MARKER_AT.match(self.data, at, self.end)
        if marker:
            self.pos = marker.end()
            return
        # Stray text: nothing else on this line is taken for the first move of a game.
        stop = _LINE_STOP.search(self.data, at + 1, self.end)
        if stop is None and not self.final:
            raise _NeedMoreError
        self.pos = stop.start() if stop else self.end


def game_end(data: bytes, start: int, final: bool, end: int | None = None) -> int | None:
    """The end (exclusive, in bytes) of the game that begins at `start`; None when more data is needed.

    With `final` the data is all there is, and the answer is never None.
    """
    found = end_and_section(data, start, final, end)
    return None if found is None else found[0]


def end_and_section(
    data: bytes, start: int, final: bool, end: int | None = None
) -> tuple[int, TagSection | None] | None:
    """The same, and the game's tag section, where it is sure to be what is read of the game's bytes alone.

    So it is where it has pairs and ends before the game does: what would make it go on stands within the game.
    """
    end = len(data) if end is None else end
    section = read_tag_section(data, start, end, final)
    if section is None:
        return None
    if section.next_game or section.end == end:
        return section.end, None
    try:
        set_up = any(pair.name.lower() == b"fen" for pair in section.pairs)
        stop = _Movetext(data, section.end, end, final, set_up).find_end()
    except _NeedMoreError:
        return None
    return stop, section if section.pairs and section.end < stop else None
