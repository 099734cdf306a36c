"""Conditions that the native engine answers of plain starts choose the games that they choose without it."""

from __future__ import annotations

import io
import os
import random
from functools import cache
from unittest.mock import patch

import pytest
from fen_mutants import FenMutants

from pgnfen import native
from pgnfen.fen import KINDS, start_fen
from pgnfen.pgn.blocks import read_blocks
from pgnfen.select import Partition, Select, conditions
from pgnfen.select.conditions import plain_questions

pytestmark = pytest.mark.skipif(native.load() is None, reason="the native engine is not built")

COUNTS = [700, pytest.param(1500, marks=pytest.mark.exhaustive)]  # mutants
CONDITIONS = {
    **{f"classic {reading}": conditions.classic(reading) for reading in conditions.CLASSICS},
    **{kind: conditions.kind_is([kind]) for kind in KINDS},
    "chess960": conditions.chess960,
    "numbers": conditions.scharnagl_is(frozenset(range(0, 960, 3))),
    "setup": conditions.has_setup(True),
    "variant": conditions.variant_is(["Shuffle", "chess480", "frc", "From Position"]),
    "array": conditions.same_position(start_fen(518, "shredder")),
    "10x8": conditions.same_position("rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1"),
    "with hands": conditions.same_position(start_fen(518).replace(" w", "[Pp] w")),
    "with checks": conditions.same_position(start_fen(518) + " +1+0"),
    "a king at home": conditions.placement_is("*/*/*/*/*/*/*/????K*"),
    "kings, and pawns at home": conditions.placement_is("*k*/*p*/*/*/*/8/PPPPPPPP/*?K?*"),
    "no rook": conditions.placement_is("*/*/*/*/*/*/*/1*1"),
}


@cache
def keys(count: int) -> list[tuple[bytes | None, ...]]:
    return list(FenMutants(2).many(count))


@cache
def data(count: int) -> bytes:
    names = b"SetUp", b"FEN", b"Variant"
    games = []
    for key in keys(count) * 2:
        pairs = [(name, value) for name, value in zip(names, key, strict=True) if value is not None]
        tags = [b'[%s "%s"]\n' % (name, value.translate(None, b'"\\\r\n')) for name, value in pairs]
        games.append(b"".join(tags) + b'[Event "x"]\n\n*\n\n')
    return b"".join(games) + b'[FEN "%s"]\n\n*\n' % (b"x" * 5000)


def chosen(engine: str, select: Select, count: int = 700) -> list[bool]:
    with patch.dict(os.environ, PGNFEN_ENGINE=engine):
        partition = Partition(select)
        blocks = read_blocks(io.BytesIO(data(count)), 1 << 16)
        return [flag for block in blocks for flag in partition.divide(block).flags]


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("name", CONDITIONS)
def test_conditions(name: str, count: int) -> None:
    select = Select([CONDITIONS[name]])
    assert chosen("native", select, count) == chosen("python-chess", select, count)


@pytest.mark.parametrize("count", COUNTS)
def test_positions(count: int) -> None:
    pick = random.Random(1)
    some = []
    fens = [key[1].decode("latin-1") for key in keys(count)[:: count // 60] if key[1] and key[1].count(b" ") == 5]
    for fen in pick.sample(fens, len(fens)):
        try:
            some.append(conditions.same_position(fen))
        except ValueError:
            continue
    assert len(some) > 10
    for one in some[:6]:
        assert chosen("native", Select([one]), count) == chosen("python-chess", Select([one]), count)


def test_conditions_together() -> None:
    some = [CONDITIONS[name] for name in ("classic rules", "a king at home", "no rook", "array", "setup")]
    assert plain_questions(some) is not None
    for count in range(len(some)):
        select = Select(some[:count], inverted=True)
        assert chosen("native", select) == chosen("python-chess", select)


def test_conditions_that_only_a_start_can_answer() -> None:
    assert plain_questions([CONDITIONS["setup"], conditions.fen_is("8/8")]) is None
    for name in ("10x8", "with hands", "with checks"):  # no plain start is
        assert plain_questions([CONDITIONS[name]]) is not None
    assert plain_questions([CONDITIONS["array"]] * 25) is None
    for condition in (conditions.fen_is(start_fen(518)), lambda start: start.setup == "0"):
        assert chosen("native", Select([condition])) == chosen("python-chess", Select([condition]))
