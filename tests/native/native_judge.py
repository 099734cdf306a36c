"""Holds the native engine to the Python path, mutant by mutant."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

pytest.importorskip("pgnfen._native")

from native_starts import AUDITOR, learn_for

from pgnfen import _native
from pgnfen.pgn.block import RawGame, count_lines
from pgnfen.pgn.layout import CANONICAL, layout_positions, read_header
from pgnfen.pgn.scan import game_end
from pgnfen.pgn.tagpairs import read_tag_section
from pgnfen.replay.interface import Cleared

ABSENT = 0xFFFFFFFF


def column(scan: Any, name: str, code: str) -> memoryview:
    """A column of a scan as numbers."""
    return memoryview(getattr(scan, name)).cast("B").cast(code)


def values_of(scan: Any, index: int, data: bytes) -> tuple[bytes | None, ...]:
    """The raw values of the eight tags of a game."""
    spans = column(scan, "spans", "I")[16 * index : 16 * index + 16]
    return tuple(None if spans[i + 1] == ABSENT else data[spans[i] : spans[i] + spans[i + 1]] for i in range(0, 16, 2))


def cleared_of(looked: tuple[int, int, int, int, int]) -> Cleared:
    """What the engine says of a clear mainline."""
    _, _, plies, marker, board = looked
    flags = (_native.MATE, _native.STALEMATE, _native.WHITE_TO_MOVE)
    return Cleared(plies, _native.MARKERS[marker], *(bool(board & flag) for flag in flags))


class Judge:
    """Compares; `seen` counts what it has met."""

    def __init__(self) -> None:
        self.scanner = _native.Scanner()
        self.seen: Counter[str] = Counter()

    def check(self, data: bytes, cut: int) -> None:
        """Every game of `data` that the engine settles: its boundary, its header, its verdict.

        The games that it settles in data[:cut], with more to come, have to be the same.
        """
        pos = 0
        whole = None
        while pos < len(data):
            scan = self.scanner.scan(data, pos, final=True)
            assert not scan.more
            if whole is None:
                whole = scan
            pos = self.games(scan, data, pos)
            if pos < len(data):
                self.seen["careful"] += 1
                end = game_end(data, pos, True)
                assert end is not None and end > pos
                pos = end
        if whole is not None:
            part = self.scanner.scan(data[:cut], 0, final=False)
            assert column(whole, "ends", "I").tolist()[: len(part)] == column(part, "ends", "I").tolist()
        assert self.scanner.panics == 0, self.scanner.last_panic

    def games(self, scan: Any, data: bytes, pos: int) -> int:
        starts, ends = column(scan, "starts", "I"), column(scan, "ends", "I")
        for index in range(len(scan)):
            assert starts[index] == pos
            end = ends[index]
            assert game_end(data, pos, True) == end, f"boundary: {game_end(data, pos, True)}, not {end}"
            self.header(scan, index, data, pos, end)
            self.verdict(data, pos, end, values_of(scan, index, data))
            pos = end
        assert scan.stop == pos
        return pos

    def header(self, scan: Any, index: int, data: bytes, start: int, end: int) -> None:
        section = read_tag_section(data, start, end)
        assert section is not None
        header = read_header(section)
        names = header.layout.names
        fen, variant = layout_positions(names, b"fen"), layout_positions(names, b"variant")
        flags = column(scan, "flags", "B")[index]
        assert header.layout.regular and flags & _native.REGULAR
        assert column(scan, "movetexts", "I")[index] == section.end
        assert column(scan, "lines", "I")[index] == count_lines(data, start, end)
        assert values_of(scan, index, data) == tuple(header.values)
        assert bool(flags & _native.SPELLED) == all(name == CANONICAL.get(name.lower(), name) for name in names)
        assert bool(flags & _native.ORDERED) == (not (fen and variant and variant[-1] > fen[-1]))

    def verdict(self, data: bytes, start: int, end: int, values: tuple[bytes | None, ...]) -> None:
        """What is cleared has no findings; where the moves are clear, those of the rules asked are the same."""
        learn_for(self.scanner, values[5:8])  # type: ignore[arg-type]
        looked = self.scanner.look(data, start, end)
        status = looked[0]
        self.seen[("look again", "cleared", "moves clear")[status]] += 1
        if status == 0:
            return
        game = RawGame(data[start:end], 0, 1, 1, end == len(data))
        found = list(AUDITOR.audit_game(game))
        if status == 1:
            assert not found, f"cleared, and {[(f.code, f.message) for f in found]}"
            return
        declared, _ = AUDITOR._start(values[5:8])
        asked = list(AUDITOR._ask(game, declared, cleared_of(looked), ""))
        assert asked == found, f"{[(f.code, f.message) for f in asked]}, not {[(f.code, f.message) for f in found]}"
