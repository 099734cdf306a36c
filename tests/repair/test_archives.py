"""Real archives repaired, and audited again: what is left is what docs/repair.md explains."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import accumulate
from pathlib import Path

import chess.pgn
import pytest

from pgnfen.audit.auditor import Auditor
from pgnfen.errors import InputError
from pgnfen.inputs.source import find_sources
from pgnfen.pgn.block import Block
from pgnfen.pgn.blocks import new_splitter
from pgnfen.pgn.record_block import RecordBlock, split
from pgnfen.pgn.records import blocks_of, suffixes_of
from pgnfen.repair.fixer import Fixer
from pgnfen.repair.state import FixedBlock

PAGE = Path(__file__).parents[2] / "docs" / "repair.md"
AUDITOR = Auditor()


def archives(corpora: Path) -> Iterator[tuple[str, Block]]:
    """The blocks of all archives."""
    for source in find_sources([str(corpora)], suffixes=suffixes_of("auto")):
        assert not isinstance(source, InputError)
        with source:
            for block in blocks_of(source):
                yield source.name, block


def split_again(data: bytes, like: Block) -> Block:
    """What a block is after its repair."""
    if not isinstance(like, RecordBlock):
        return new_splitter().split(data, final=True)
    return split(data, len(data), (0, 1, 1))


def faults(block: Block) -> set[tuple[int, str, str | None]]:
    """Which game has which fault; infos are none."""
    found = [(one.game - block.number, one.remark) for one in AUDITOR.block(block)]
    return {(game, remark.code, remark.field) for game, remark in found if remark.severity != "info"}


def outside_the_edits(block: Block, fixed: FixedBlock) -> None:
    """Every byte is kept but in lines that the log names."""
    at, parts = 0, []
    for game, new in fixed.changed:
        parts += [block.data[at : game.offset - block.offset], new]
        at = game.offset - block.offset + len(game.raw)
        edits = [one for one in fixed.done if one.placed.game == game.number and one.refused is None]
        spans = [(one.offset - game.offset, one.offset - game.offset + len(one.before)) for one in edits]
        for begin, end in lines_changed(game.raw, new):
            assert any(begin <= last and first <= end for first, last in spans), game.number
    assert b"".join([*parts, block.data[at : block.end]]) == fixed.data


def lines_changed(before: bytes, after: bytes) -> Iterator[tuple[int, int]]:
    """The bytes of lines that are changed or taken away, and where lines come in."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    places = [0, *accumulate(map(len, old))]
    for what, first, last, _, _ in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what != "equal":
            yield places[first], places[last]


@pytest.mark.exhaustive
@pytest.mark.timeout(600)
@pytest.mark.parametrize("unsafe", [False, True], ids=["safe", "all"])
def test_archives(corpora: Path, unsafe: bool) -> None:
    """Nothing new is found, a second repair changes nothing, and what the log does not name is kept."""
    fixer = Fixer(AUDITOR, AUDITOR.codes, unsafe)
    done: Counter[str] = Counter()
    left: Counter[tuple[str, str]] = Counter()
    for name, block in archives(corpora):
        fixed = fixer.block(block)
        remarks = [one.remark for one in fixed.left if one.remark.severity != "info"]
        left.update((one.code, one.fix or "none") for one in remarks)
        done.update(one.placed.remark.code for one in fixed.done if one.refused is None)
        assert bool(fixed.changed) == (fixed.data != block.data[: block.end]), name
        if fixed.changed:
            outside_the_edits(block, fixed)
            repaired = split_again(fixed.data, block)
            assert fixer.block(repaired).data == fixed.data, name
            assert faults(repaired) <= faults(block), name
    rows = re.findall(r"^\| ([A-Z]\d+) \| (none|safe|unsafe) \|", PAGE.read_text(), re.MULTILINE)
    print(f"\n{done.total()} fixes: {dict(sorted(done.items()))}")
    for (code, fix), count in sorted(left.items()):
        print(f"| {code} | {fix} | {count} |")
    assert left.keys() <= set(rows)


def played(raw: bytes) -> tuple[str, list[chess.Move]] | None:
    """The start and the moves that python-chess reads; None where it finds an error."""
    game = chess.pgn.read_game(io.StringIO(raw.decode("utf-8", "replace")))
    return None if game is None or game.errors else (game.board().epd(), list(game.mainline_moves()))


@pytest.mark.exhaustive
@pytest.mark.timeout(600)
def test_python_chess_plays_the_same(corpora: Path) -> None:
    """After safe fixes it reads the same start and moves, or more moves where it ended at a blank line (G112).

    Of a FEN with a line end before its closing quote it has known nothing (G104).
    """
    fixer, compared = Fixer(AUDITOR, AUDITOR.codes), 0
    for name, block in archives(corpora):
        fixed = fixer.block(block)
        for game, new in fixed.changed if not isinstance(block, RecordBlock) else ():
            done = {one.placed.remark.code for one in fixed.done if one.placed.game == game.number and not one.refused}
            before = played(game.raw)
            if before is None or "G104" in done:
                continue
            compared += 1
            after = played(new)
            if after is None:  # what it reads now has an illegal move
                assert "G112" in done, (name, game.number)
                continue
            assert after[0] == before[0], (name, game.number)
            assert after[1][: len(before[1])] == before[1], (name, game.number)
            assert "G112" in done or len(after[1]) == len(before[1]), (name, game.number)
    assert compared > 5000
