"""Holds the native splitter, reader and audit to the Python ones, game by game, as production runs them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from copy import copy
from typing import Any
from unittest.mock import patch

import chess
import pytest

pytest.importorskip("pgnfen._native")

from pgnfen import _native
from pgnfen.audit.auditor import Auditor
from pgnfen.audit.finding import Finding
from pgnfen.facts import stops
from pgnfen.facts.facts import Facts
from pgnfen.facts.kinds import OF_BYTES, OF_SECTION, OF_START, Fact
from pgnfen.facts.native_reader import NativeReader
from pgnfen.facts.patterned import OF_PATTERN
from pgnfen.facts.python_reader import PythonReader
from pgnfen.facts.reader import ReadOptions
from pgnfen.facts.stops import Judged
from pgnfen.fen.start import Start
from pgnfen.pgn.block import Block
from pgnfen.pgn.layout import Layout
from pgnfen.pgn.native_splitter import NativeSplitter
from pgnfen.pgn.splitter import Splitter
from pgnfen.replay.engines import default_engine

EVERY = sum(Fact)
WITHOUT_MOVES = OF_SECTION | OF_START | OF_BYTES


class Reference(PythonReader):
    """The Python reader without its glance, which is held to it too; remembers the last games."""

    def __init__(self) -> None:
        super().__init__(default_engine())
        self.known: dict[tuple[object, ...], Facts] = {}

    def read(
        self, raw: bytes, movetext: int, start: Start, layout: Layout, result: bytes | None, moves: bool = True
    ) -> Facts:
        key = raw, movetext, start, layout, result, moves
        facts = self.known.get(key)
        if facts is None:
            if len(self.known) > 64:
                self.known.clear()
            glanced = super().read(raw, movetext, start, layout, result, moves)
            with patch.object(type(self.engine), "glance", lambda *_: None):
                facts = super().read(raw, movetext, start, layout, result, moves)
            assert told(glanced) == told(facts), f"at a glance {differences(glanced, facts)}"
            self.known[key] = facts
        # Whoever is told may not change what others are told.
        return copy(facts)


def told(facts: Facts) -> tuple[Any, ...]:
    """Facts in a form in which equal ones are equal: those with a place in any order."""
    return (
        [fact.name for fact in Fact if facts.kinds & fact], facts.plies, facts.marker, facts.white_to_move,
        facts.skipped, sorted(facts.noted), facts.stop, facts.denied, facts.variation_stops,
    )  # fmt: skip


def differences(one: Facts, two: Facts) -> str:
    """What two readers say otherwise."""
    names = "kinds", "plies", "marker", "white_to_move", "skipped", "noted", "stop", "denied", "variation_stops"
    pairs = zip(names, told(one), told(two), strict=True)
    return "; ".join(f"{name}: {a}, not {b}" for name, a, b in pairs if a != b)


class Comparison:
    """Compares; `seen` counts what it has met, `played` has the moves that only python-chess plays, captures of kings
    aside."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.played: list[tuple[str, str]] = []
        self.auditor = Auditor()
        self.reader = self.auditor.reader
        assert self.reader.native is not None
        self.native: NativeReader = self.reader.native
        self.reference = Reference()
        self.by_python = Auditor(engine=self.reference.engine)
        self.by_python.reader.python = self.reference

    def check(self, data: bytes, cut: int) -> None:
        """Both ways through `data`: boundaries, headers, facts, findings.

        The games that are settled in data[:cut], with more to come, have to be the same.
        """
        block, plain = NativeSplitter(_native).split(data, True), Splitter().split(data, True)
        same_blocks(block, plain)
        same_beginning(block, NativeSplitter(_native).split(data[:cut], False))
        same_beginning(block, Splitter().split(data[:cut], False))
        self.facts(block, plain, moves=True)
        self.facts(block, plain, moves=False)
        found, expected = (
            list(auditor.audit_block(one, "")) for auditor, one in ((self.auditor, block), (self.by_python, plain))
        )
        assert found == expected, f"findings: {unlike(found, expected)}"
        self.seen["finding"] += len(found)
        scanner = self.native.scanner
        assert scanner.panics == 0, scanner.last_panic

    def facts(self, block: Block, plain: Block, moves: bool) -> None:
        """The facts of every game, and which games are said to have some."""
        asked = ReadOptions(EVERY, moves, lambda start: False, None)
        with self.counting() if moves else nullcontext():
            said = list(self.reader.block(block, asked))
        expected = list(self.by_python.reader.block(plain, asked))
        assert [index for index, _, _ in said] == [index for index, _, _ in expected] == list(range(len(plain)))
        for (index, _, facts), (_, start, right) in zip(said, expected, strict=True):
            assert told(facts) == told(right), f"game {index + 1}: {differences(facts, right)}"
            if moves:
                self.count(right, start)
        assert moves or not any(facts.kinds & ~(WITHOUT_MOVES) for _, _, facts in said)
        self.chosen(block, [facts.kinds for _, _, facts in said], moves)

    def chosen(self, block: Block, kinds: Sequence[int], moves: bool) -> None:
        """Asked for some facts alone, the reader leaves out no game that has one."""
        kinds_asked = Fact.STOP | Fact.DENIED, int(Fact.VARIATION_STOP), Fact.NO_MARKER | Fact.MATE, WITHOUT_MOVES
        for kind in kinds_asked:
            asked = ReadOptions(kind, moves, lambda start: False, ())
            some = {index: facts.kinds for index, _, facts in self.reader.block(block, asked)}
            having = {index for index, has in enumerate(kinds) if has & kind}
            assert having <= set(some), f"games {having - set(some)} are left out"
            # What is found by a pattern is looked for where it is asked for.
            assert all((some[index] ^ kinds[index]) & ~OF_PATTERN == 0 for index in having)

    def count(self, facts: Facts, start: Start) -> None:
        self.seen["game"] += 1
        self.seen["denied"] += len(facts.denied)
        for fact in Fact:
            self.seen[fact.name] += bool(facts.kinds & fact)
        if facts.stop is not None:
            self.seen[facts.stop.reason] += 1
        for stop in facts.variation_stops:
            self.seen[f"{stop.reason} in a variation"] += 1

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count what the native reader leaves to Python, and what it has wrongly not played."""
        seen, played = self.seen, self.played

        class Counting(Judged):
            def __init__(self, raw: bytes, stopped: tuple[Any, ...], chess960: bool) -> None:
                super().__init__(raw, stopped, chess960)
                seen[f"judged {self.verdict}"] += 1
                if self.verdict == "played" and not takes_king(self):
                    played.append((raw[stopped[1] : stopped[2]].decode("latin-1"), self.board.fen()))

        original = self.native.facts

        def facts(line: Any, *rest: Any) -> Facts:
            seen["UNREAD"] += bool(line[0] & Fact.UNREAD)
            return original(line, *rest)

        with patch.object(stops, "Judged", Counting), patch.object(self.native, "facts", facts):
            yield


def takes_king(judged: Judged) -> bool:
    """Whether the move captures a king."""
    san, board = judged.san, judged.board
    return san is not None and board.color_at(san.to) is not board.turn and board.piece_type_at(san.to) == chess.KING


def same_blocks(block: Block, plain: Block) -> None:
    """The same games with the same headers."""
    assert type(block) is not type(plain)
    for name in ("starts", "movetexts", "lines", "values", "offset", "number", "end", "at_end"):
        one, two = getattr(block, name), getattr(plain, name)
        assert one == two, f"{name}: {one}, not {two}"
    assert len(block) == len(plain)
    for text in (b"*", b"]\n\n", b"\n\n[", b"1-0\n", b'[PlyCount "', b"[", b"e4 e"):
        assert block.holding(text) == plain.holding(text), text
    for index, (one, two) in enumerate(zip(block.layouts, plain.layouts, strict=True)):
        assert one[1:] == two[1:], f"layout of game {index + 1}: {one[1:]}, not {two[1:]}"
        assert block.values_of(index) == plain.values[index]
        if two.regular and two.spelled:
            same_places(block.start_places(index), plain, index)


def same_places(places: Sequence[int], plain: Block, index: int) -> None:
    """The values of SetUp, FEN and Variant stand where they are said to."""
    for place, value in zip(places, plain.start_key(index), strict=True):
        assert (place < 0) == (value is None)
        assert value is None or plain.data[place : place + len(value)] == value


def same_beginning(whole: Block, part: Block) -> None:
    """What is settled with more to come stays so."""
    count = len(part)
    assert part.ends() == whole.ends()[:count]
    assert part.values == whole.values[:count]
    assert part.movetexts == whole.movetexts[:count]


def unlike(found: Sequence[Finding], expected: Sequence[Finding]) -> str:
    """What only one of the two has."""
    more = [one for one in found if one not in expected]
    less = [one for one in expected if one not in found]
    return f"{more}, not {less}" if more or less else "in another order"
