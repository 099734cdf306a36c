"""Holds the native engine to the Python path, mutant by mutant."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

pytest.importorskip("pgnfen._native")

from native_starts import AUDITOR, amended, board_for, learn_for

from pgnfen import _native
from pgnfen.audit.finding import Finding
from pgnfen.pgn.block import RawGame, count_lines
from pgnfen.pgn.layout import CANONICAL, layout_positions, read_header
from pgnfen.pgn.movetext import read_movetext
from pgnfen.pgn.scan import game_end
from pgnfen.pgn.tagpairs import read_tag_section
from pgnfen.replay.interface import Cleared

LOOK, CLEAR, MOVES_CLEAR, CASTLING = range(4)
_STATUSES = ("look again", "cleared", "moves clear", "castling")
_NO_VALUES = (0, _native.ABSENT) * 8


def column(column: bytes, code: str) -> list[int]:
    """A column as numbers."""
    return memoryview(column).cast(code).tolist()


def cleared_of(plies: int, marker: int, board: int) -> Cleared:
    """What the engine says of a clear mainline."""
    flags = (_native.MATE, _native.STALEMATE, _native.WHITE_TO_MOVE)
    return Cleared(plies, _native.MARKERS[marker], *(bool(board & flag) for flag in flags))


def split(scanner: Any, data: bytes) -> Any:
    """All games of the data; those that ask for care are settled by Python."""
    games = _native.Games()
    scanner.split(data, games, True)
    while games.stop < len(data):
        assert not games.more
        start = games.stop
        end = game_end(data, start, True)
        assert end is not None and end > start
        games.add(data, end, start, count_lines(data, start, end), _NO_VALUES, 0)
        scanner.split(data, games, True)
    return games


class Judge:
    """Compares; `seen` counts what it has met."""

    def __init__(self) -> None:
        self.scanner = _native.Scanner()
        self.seen: Counter[str] = Counter()
        self.ids: dict[int, tuple[bytes | None, ...]] = {}
        self.random = random.Random(1)

    def check(self, data: bytes, cut: int) -> None:
        """Every game of `data` that the engine settles: its boundary, its header, its verdict.

        The games that it settles in data[:cut], with more to come, have to be the same.
        """
        games = split(self.scanner, data)
        part = _native.Games()
        self.scanner.split(data[:cut], part, False)
        assert part.ends() == games.ends()[: 4 * len(part)]
        values = games.values(data)
        for index in self.scanner.unknown(games):
            learn_for(self.scanner, games, index, values[index][5:])
        assert self.scanner.unknown(games) == []
        self.table(games, data, values)
        self.verdicts(games, data, values)
        assert self.scanner.panics == 0, self.scanner.last_panic

    def table(self, games: Any, data: bytes, values: Sequence[tuple[bytes | None, ...]]) -> None:
        starts, ends, lines = (column(one, "I") for one in (games.starts(), games.ends(), games.line_numbers()))
        movetexts, flags = column(games.movetexts(), "I"), games.flags()
        assert starts == [0, *ends][: len(games)]
        assert [*lines, games.lines] == [count_lines(data, 0, end) for end in (0, *ends)]
        self.identity(games, values, flags)
        for index, (start, end) in enumerate(zip(starts, ends, strict=True)):
            if flags[index] & _native.CAREFUL:
                self.seen["careful"] += 1
                continue
            assert game_end(data, start, True) == end, f"boundary: {game_end(data, start, True)}, not {end}"
            assert values[index] == games.values_of(data, index)
            header(data, start, end, movetexts[index], values[index], flags[index])

    def identity(self, games: Any, values: Sequence[tuple[bytes | None, ...]], flags: bytes) -> None:
        """One id for one start, over the life of the scanner."""
        for one, key, flag in zip(column(games.ids(), "I"), values, flags, strict=True):
            long = sum(len(value or b"") for value in key[5:]) > 4000
            if flag & _native.CAREFUL or long:
                assert one == _native.NO_ID or long
            else:
                assert self.ids.setdefault(one, key[5:]) == key[5:]

    def verdicts(self, games: Any, data: bytes, values: Sequence[tuple[bytes | None, ...]]) -> None:
        said = self.scanner.clear(data, games)
        plies, numbers = column(said.plies(), "H"), column(said.numbers(), "I")
        starts, ends = column(games.starts(), "I"), column(games.ends(), "I")
        flags = games.flags()
        for index, status in enumerate(said.statuses):
            game = RawGame(data[starts[index] : ends[index]], 0, 1, 1, ends[index] == len(data))
            if flags[index] & _native.CAREFUL:
                assert status == LOOK
                assert self.scanner.look(data, games, index, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", True) is None
                continue
            self.seen[_STATUSES[status]] += 1
            if status == CLEAR:
                found = list(AUDITOR.audit_game(game))
                assert not found, f"cleared, and {[(f.code, f.message) for f in found]}"
            elif status == MOVES_CLEAR:
                self.seen["number"] += numbers[index] > 0
                cleared = cleared_of(plies[index], said.markers()[index], said.boards()[index])
                but_for_the_number(game, values[index][5:], cleared, numbers[index])
            self.look(games, index, data, values[index], status)

    def look(self, games: Any, index: int, data: bytes, values: tuple[bytes | None, ...], status: int) -> None:
        """From another position: what is said has to hold for the same game with that position in its FEN tag."""
        if status != CASTLING and self.random.random() < 0.7:
            return
        declared, _ = AUDITOR.start(values[5:])
        changed = amended(declared, self.random, status == CASTLING)
        if changed is None:
            return
        key = (b"1", changed.encode(), values[7])
        start, _ = AUDITOR.start(key)
        board = board_for(start)
        looked = None if board is None else self.scanner.look(data, games, index, board, start.chess960)
        self.seen["looked"] += 1
        if looked is None:
            return
        self.seen["clear from there"] += 1
        self.seen["castling, with rights"] += status == CASTLING
        names = (b"Result", b"SetUp", b"Variant", b"FEN")
        tags = zip(names, (values[4], b"1", values[7], key[1]), strict=True)
        head = b"".join(b'[%s "%s"]\n' % (name, value) for name, value in tags if value is not None) + b"\n"
        begin, end = (column(one, "I")[index] for one in (games.movetexts(), games.ends()))
        game = RawGame(head + data[begin:end], 0, 1, 1, end == len(data))
        but_for_the_number(game, key, cleared_of(looked.plies, looked.marker, looked.board), looked.number)
        replay = AUDITOR.engine.replay(start, game.raw, read_movetext(game.raw, len(head)))
        assert [ply.number for ply in replay.plies if ply.castling] == sorted(filter(None, looked.castlings))


def header(data: bytes, start: int, end: int, movetext: int, values: tuple[bytes | None, ...], flags: int) -> None:
    """The tag section is what the careful reader makes of it."""
    section = read_tag_section(data, start, end)
    assert section is not None
    read = read_header(section)
    names = read.layout.names
    fen, variant = layout_positions(names, b"fen"), layout_positions(names, b"variant")
    assert read.layout.regular and flags & _native.REGULAR
    assert movetext == section.end
    assert values == tuple(read.values)
    assert bool(flags & _native.SPELLED) == all(name == CANONICAL.get(name.lower(), name) for name in names)
    assert bool(flags & _native.ORDERED) == (not (fen and variant and variant[-1] > fen[-1]))


def but_for_the_number(game: RawGame, key: tuple[bytes | None, ...], cleared: Cleared, number: int) -> None:
    """Where the moves are clear, the rules that are asked find what all rules find, but for K201 on the number."""
    found = list(AUDITOR.audit_game(game))
    first = [finding for finding in found if finding.code == "K201"]
    assert all(number and finding.expected == str(number) for finding in first), first
    declared, _ = AUDITOR.start(key)
    asked = [one.finding("") for one in AUDITOR._ask(game, declared, cleared)]
    rest = [finding for finding in found if finding.code != "K201"]
    assert [one for one in asked if one.code != "K201"] == rest, f"{told(asked)}, not {told(found)}"


def told(findings: list[Finding]) -> list[tuple[str, str]]:
    """Findings in few words."""
    return [(finding.code, finding.message) for finding in findings]
