"""Games cleared but for some rules: those are asked, on a replay that goes no further than they need."""

from __future__ import annotations

from functools import partial

import pytest

from pgnfen.audit.context import GameContext
from pgnfen.audit.finding import Found
from pgnfen.audit.rule import REGISTRY, all_rules
from pgnfen.pgn.block import RawGame
from pgnfen.pgn.layout import read_header
from pgnfen.pgn.start_tags import start_of
from pgnfen.replay import Cleared, default_engine

ENGINE = default_engine()
CODES = frozenset(rule.code for rule in all_rules())


def context(data: bytes, but: set[str] | None = None, last_ply: int | None = None) -> GameContext:
    """The game in full, or cleared but for some rules."""
    game = RawGame(data, 0, 1, 1)
    start = start_of(tuple(read_header(game.tag_section).values))
    cleared = Cleared(20, b"*", False, False, True, frozenset(but), last_ply) if but is not None else None
    return GameContext(game, start, ENGINE, cleared, CODES)


def said(code: str, game: GameContext) -> list[Found]:
    return list(REGISTRY[code].check(game))


def pgn(fen: str, moves: str, variant: str = "") -> bytes:
    tags = f'[Variant "{variant}"]\n' if variant else ""
    return f'{tags}[SetUp "1"]\n[FEN "{fen}"]\n\n{moves}\n'.encode()


NUMBER = pgn("4k3/8/8/8/8/8/4P3/4K3 w - - 0 24", "{so} 1. e4 Kd7 2. e5 Ke6 3. Ke2 *")
PIECES = pgn("4k3/4p3/8/8/8/8/8/4K3 b - - 0 24", "1. (1... e6) ... e5 2. Ke2 *")
DENIED = pgn("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "1. Ra2 Ra7 2. O-O (2. Kd2 Kd7) O-O 3. Kh1 *")
OTHER = pgn("4k3/8/8/8/8/8/8/4KR1R w K - 0 1", "1. O-O Kd7 2. Kh1 *", "Chess960")


@pytest.mark.parametrize(
    ("data", "code", "last_ply", "ply"),
    [(NUMBER, "K201", 0, 1), (PIECES, "K201", 0, 1), (DENIED, "C201", 3, 3), (OTHER, "C202", 1, 1)],
)
def test_rules_say_the_same_of_a_limited_replay(data: bytes, code: str, last_ply: int, ply: int) -> None:
    in_full = said(code, context(data))
    game = context(data, {code}, last_ply)
    assert said(code, game) == in_full and [found.ply for found in in_full] == [ply]
    assert game.replay is not None and len(game.replay.plies) == last_ply
    assert game.replay.stop is None and game.replay.marker is None
    assert said(code, context(data, {code})) == in_full  # None: all plies


def test_one_ply_less_does_not_see_the_castling() -> None:
    assert said("C201", context(DENIED, {"C201"}, 2)) == []


def test_two_rules_on_one_replay() -> None:
    """Number and castling of both sides: the last grant decides how far to go."""
    data = pgn("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 7", "3. O-O O-O-O 4. Kh1 Kb8 5. Kg1 *")
    in_full = context(data)
    game = context(data, {"K201", "C201"}, 2)
    for code in ("K201", "C201"):
        assert said(code, game) == said(code, in_full) != []
    assert [found.expected for found in said("C201", game)] == ["Kq", "Kq"]


def test_a_limited_replay_ends_before_its_next_move() -> None:
    """With the move numbers in front of that move, and nothing behind it read."""
    game = context(NUMBER, {"K201"}, 2)
    assert game.replay is not None
    assert [(one.ply, one.number) for one in game.replay.indications] == [(1, 1), (3, 2)]
    assert game.replay.tokens[-1].text(NUMBER) == b"2."
    assert game.replay.final.fen() == game.replay.position(2).fen() == "8/3k4/8/8/4P3/8/8/4K3 w - - 1 25"


def test_a_limit_beyond_the_end_is_the_whole_game() -> None:
    game = context(NUMBER, {"K201"}, 40)
    whole = context(NUMBER)
    assert game.replay == whole.replay


def test_what_is_cleared_stays_known() -> None:
    """Result and marker are read from the clearance, not from the limited replay."""
    game = context(NUMBER, {"K201"}, 0)
    assert (game.marker, game.outcome) == ("*", None)
    game = context(NUMBER, {"K201"}, 0)
    game.cleared = Cleared(5, b"0-1", True, False, True, frozenset({"K201"}), 0)
    assert (game.marker, game.outcome) == ("0-1", "0-1")


def test_a_clearance_without_exceptions_has_none() -> None:
    plain = partial(Cleared, 1, b"*", False, False, True)
    assert plain() == plain(frozenset(), None)
    with pytest.raises(AttributeError):
        plain().last_ply = 3  # type: ignore[misc]


def test_another_side_to_move_is_granted_nothing() -> None:
    """Whether the moves replay with the other side to move is asked of the position as it is declared."""
    game = context(pgn("r3k2r/8/8/8/8/8/8/R3K2R w Q - 0 1", "1... O-O 2. Kd2 *"))
    assert game.replay is not None and game.replay.stop is not None
    assert not game.flipped_replays
    declared = context(pgn("r3k2r/8/8/8/8/8/8/R3K2R w k - 0 1", "1... O-O 2. Kd2 *"))
    assert declared.flipped_replays
