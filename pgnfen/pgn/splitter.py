"""Splits PGN into games without losing a byte.

scan.game_end says where a game ends. Most games need no such care: where the tag section matches a known layout
and the movetext holds nothing that could hide or fake a boundary, the next line that opens with `[` is the
boundary, and finding it runs at the speed of a search for bytes. Both ways give the same games; tests hold
them to that.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pgnfen.lazy import regex
from pgnfen.pgn.block import Block, RawGame, count_lines
from pgnfen.pgn.definitions import COMMENT_LIMIT, LOOKAHEAD
from pgnfen.pgn.layout import Layouts, read_header
from pgnfen.pgn.scan import end_and_section
from pgnfen.pgn.tagpairs import TAG_LIKE, TagSection, read_tag_section

# A termination marker with anything behind it but blank lines and a line that opens with `[`.
_ALARM = regex(rb"-(?:0|1/2|1(?!/2))(?=[\s\[()*%!?$])(?!\s*\n\[)")
_STAR_ALARM = regex(rb'\*(?!"|\s*\n\[)')
_PARAGRAPH = regex(rb"\n[ \t\r]*\n(?!\[|[ \t\r]*\n)")  # a blank line, and text behind it
_INDENTED = regex(rb"[\r\n][ \t]+\[")
# Brace comments that close, and no other comment or escape.
_COMMENTED = regex(rb"[^{};%]*(?:\{[^{}]*\}[^{};%]*)*")


def _search(pattern: re.Pattern[bytes], data: bytes, pos: int) -> int:
    match = pattern.search(data, pos)
    return match.start() if match else len(data)


def _star(pattern: re.Pattern[bytes], data: bytes, pos: int) -> int:
    # Where there is no `*` at all, a search for one byte says so much faster than the pattern does.
    return len(data) if data.find(b"*", pos) < 0 else _search(pattern, data, pos)


def _find(what: bytes, data: bytes, pos: int) -> int:
    found = data.find(what[-1:], pos)
    if found >= 0 and len(what) > 1:
        found = data.find(what, found - 1)
    return found if found >= 0 else len(data)


def _may_restart(data: bytes, movetext: int, end: int) -> bool:
    """Whether another game without tags may begin in a paragraph of the movetext (see scan)."""
    blank = _PARAGRAPH.search(data, movetext, end)
    return blank is not None and data.find(b"1", blank.end(), end) >= 0


class _Hazards:
    """Where the next bytes stand that ask for care; each is looked for once, not once a game."""

    _LOOKS: tuple[tuple[Callable[[Any, bytes, int], int], Any], ...] = (
        (_search, _ALARM), (_star, _STAR_ALARM), (_find, b";"), (_find, b"\n%"), (_find, b"\\"), (_find, b"{"),
    )  # fmt: skip
    __slots__ = ("data", "first", "places")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.places = [look(what, data, 0) for look, what in self._LOOKS]
        self.first = min(self.places)

    def move(self, pos: int) -> None:
        """Look anew for each hazard that lies before `pos`; `first` is the first of all from there on."""
        for index, (look, what) in enumerate(self._LOOKS):
            if self.places[index] < pos:
                self.places[index] = look(what, self.data, pos)
        self.first = min(self.places)

    def only_comments(self, end: int) -> bool:
        """Whether no hazard but braces stands between where move() was last and `end`."""
        return min(self.places[:-1]) >= end


class Splitter:
    """Cuts data into blocks of whole games; keeps count of games, lines and bytes between calls."""

    def __init__(self) -> None:
        self.layouts = Layouts()
        self.offset = 0
        self.line = 1
        self.number = 1

    def split(self, data: bytes, final: bool) -> Block:
        """The whole games at the start of `data`, as a block; with `final`, all of it.

        What stays behind (data beyond the block's) has to come again in front of the data read next.
        """
        block = Block(b"", self.offset, self.number)
        hazards = _Hazards(data)
        carriage = b"\r" in data
        pos, line, size = 0, self.line, len(data)
        while pos < size:
            pos, line = self._run(data, pos, line, carriage, hazards.first, block)
            if pos == size:
                break
            hazards.move(pos)
            end = self._commented(data, pos, carriage, hazards, block)
            if end is None:
                end = self._careful(data, pos, final, block)
                if end is None:
                    break
            block.starts.append(pos)
            block.lines.append(line)
            line += count_lines(data, pos, end)
            hazards.move(end)
            pos = end
        return self._close(block, data, pos, line, final)

    def whole(self, game: RawGame) -> Block:
        """The game as a block, whatever its bytes would be split into without the games around it."""
        self.offset, self.number, self.line = game.offset, game.number, game.line
        block = self._one(game.raw)
        block.at_end = game.at_end
        return block

    def _one(self, raw: bytes) -> Block:
        block = Block(b"", self.offset, self.number)
        self._add(raw, 0, len(raw), block)
        block.starts.append(0)
        block.lines.append(self.line)
        return self._close(block, raw, len(raw), self.line + count_lines(raw, 0, len(raw)), final=False)

    def _close(self, block: Block, data: bytes, pos: int, line: int, final: bool) -> Block:
        """The finished block, of data[:pos], and the counts carried on."""
        block.data, block.end = data, pos
        block.at_end = final and pos == len(data)
        self.offset += pos
        self.number += len(block)
        self.line = line
        return block

    def _run(self, data: bytes, pos: int, line: int, carriage: bool, limit: int, block: Block) -> tuple[int, int]:
        """Take the games from `pos` on that need no care and end before `limit`; where that stops, and its line."""
        start, text, newline = block.starts.append, block.movetexts.append, block.lines.append
        layout, values = block.layouts.append, block.values.append
        count, find = data.count, data.find
        recent, prefer = self.layouts.recent, self.layouts.prefer
        limit = min(limit, len(data) - LOOKAHEAD)
        while True:
            for pattern in recent:
                match = pattern.match(data, pos)
                if match:
                    break
            else:
                return pos, line
            movetext = match.end()
            end = find(b"[", movetext)
            if (
                not 0 < end < limit
                or data[end - 1] != 0x0A
                or count(b"\n", pos, movetext) != pattern.line_count
                or (carriage and count(b"\r", pos, end) != count(b"\r\n", pos, end))
                or _may_restart(data, movetext, end)
                or not (data.startswith(b'[Event "', end) or TAG_LIKE.match(data, end))
            ):
                return pos, line
            start(pos)
            text(movetext)
            newline(line)
            layout(pattern.layout)
            values(match.group(*pattern.groups))
            line += pattern.line_count + count(b"\n", movetext, end)
            pos = end
            if pattern is not recent[0]:
                prefer(pattern)

    def _commented(self, data: bytes, pos: int, carriage: bool, hazards: _Hazards, block: Block) -> int | None:
        """The end of the game at `pos` where its only hazards are comments in braces, else None."""
        found = self.layouts.match(data, pos)
        if found is None:
            return None
        pattern, match = found
        movetext = match.end()
        end = data.find(b"\n[", movetext) + 1
        if end == 0 or end - movetext >= COMMENT_LIMIT or len(data) - end < LOOKAHEAD:
            return None
        if (
            data.count(b"\n", pos, movetext) != pattern.line_count
            or data.find(b"\\", pos, movetext) >= 0
            or not TAG_LIKE.match(data, end)
            or _may_restart(data, movetext, end)
            or _INDENTED.search(data, movetext, end)
            or (carriage and data.count(b"\r", pos, end) != data.count(b"\r\n", pos, end))
        ):
            return None
        hazards.move(movetext)  # tag values may hold what would matter in movetext
        if not hazards.only_comments(end) or not _COMMENTED.fullmatch(data, movetext, end):
            return None
        block.movetexts.append(movetext)
        block.layouts.append(pattern.layout)
        block.values.append(match.group(*pattern.groups))
        return end

    def _careful(self, data: bytes, pos: int, final: bool, block: Block) -> int | None:
        found = end_and_section(data, pos, final)
        if found is None:
            return None
        self._add(data, pos, found[0], block, found[1])
        return found[0]

    def _add(self, data: bytes, pos: int, end: int, block: Block, section: TagSection | None = None) -> None:
        section = section or read_tag_section(data, pos, end)
        assert section is not None  # final by default
        header = read_header(section)
        first_eol = data.find(b"\n", pos, end)
        eol = b"\r\n" if first_eol > 0 and data[first_eol - 1 : first_eol] == b"\r" else b"\n"
        self.layouts.learn(header, eol)
        block.movetexts.append(section.end)
        block.layouts.append(header.layout)
        block.values.append(tuple(header.values))
