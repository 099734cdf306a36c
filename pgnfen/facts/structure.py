"""What other readers lose although the moves can be read: blank lines inside a game, variations with no move before.

The native reader says the same (native/src/blank.rs, native/src/reader/variations.rs).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pgnfen.engine_records import Noted
from pgnfen.facts.kinds import Fact
from pgnfen.lazy import regex
from pgnfen.pgn.movetext import Kind, Token

_LINE_END = rb"(?:\r\n|\n|\r(?!\n))"
_ANY_LINE_END = regex(_LINE_END)
_BLANK_LINE = regex(_LINE_END + rb"(?=[ \t]*[\r\n])")
# A parenthesis or a comment behind the beginning, or behind a parenthesis, with no letter of a move between.
_BARE = regex(rb"(?:\A|\()(?:[^A-Za-z({};%]|N|RR|D|TN|inf|unclear|ch|mate|dbl|dis|eg|e\.?[ ]?p)*[({;%]")
_MOVES = (Kind.MOVE, Kind.CASTLING, Kind.NULL, Kind.MARKER)
_STANDS = frozenset((*_MOVES, Kind.UNREADABLE))


def structure(raw: bytes, movetext: int, tokens: Callable[[], Sequence[Token]]) -> list[Noted]:
    """BLANK_LINES and BARE_VARIATION of a game; its tokens are asked for where there may be some.

    Cost: a search of the movetext for line ends and parentheses.
    """
    noted: list[Noted] = []
    text = raw[movetext:].rstrip()
    if b"(" in text and _BARE.search(text):
        noted += _bare_variation(tokens())
    tags = raw[:movetext].rstrip(b" \t\r\n")
    ends = [end.end() for end in _ANY_LINE_END.finditer(raw, len(tags), movetext)] if tags else []
    many = len(ends) > 2
    if many or _BLANK_LINE.search(text):
        places = list(_inside(raw, tokens()))
        if many and (places or any(token.kind in _MOVES for token in tokens())):
            noted.append(Noted(int(Fact.BLANK_LINES), 0, ends[1], movetext, len(ends) - 1))
        if places:
            noted.append(Noted(int(Fact.BLANK_LINES), 0, *places[0], len(places)))
    return noted


def blank_lines_inside(raw: bytes, tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """Where blank lines stand inside movetext: from the first of them to the token behind them."""
    return list(_inside(raw, tokens))


def _inside(raw: bytes, tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """The blank lines between tokens before the termination marker, or before the last move."""
    doubtful: list[tuple[int, int]] = []
    before: Token | None = None
    for token in tokens:
        if before is not None and token.start - before.end > 1:
            blank = _BLANK_LINE.search(raw, before.end, token.start)
            if blank:
                doubtful.append((blank.end(), token.start))
        before = token
        if token.kind in _MOVES:
            yield from doubtful
            doubtful.clear()
            if token.kind is Kind.MARKER and not token.depth:
                return


def _bare_variation(tokens: Sequence[Token]) -> list[Noted]:
    """The first variation with no move before it in its line, down to the termination marker."""
    empty = [True]  # whether a line has no move yet, of the mainline and the variations around
    for token in tokens:
        if token.kind is Kind.OPEN:
            if empty[-1]:
                return [Noted(int(Fact.BARE_VARIATION), 0, token.start, token.end, int(len(empty) > 1))]
            empty.append(True)
        elif token.kind is Kind.CLOSE:
            if len(empty) > 1:
                empty.pop()
        elif token.kind is Kind.MARKER and not token.depth:
            return []
        elif token.kind in _STANDS:
            empty[-1] = False
    return []
