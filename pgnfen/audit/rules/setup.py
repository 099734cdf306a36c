"""S1: SetUp and FEN as tag pairs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pgnfen.audit.finding import Found
from pgnfen.audit.rule import rule
from pgnfen.facts.kinds import Fact
from pgnfen.pgn.layout import CANONICAL

if TYPE_CHECKING:
    from pgnfen.audit.game import Game
    from pgnfen.fen.start import Start


def _blank(value: str | None) -> bool:
    return value is not None and value.strip() in ("", "?")


@rule("S101", "fen-without-setup", "warning", "safe", reads=Fact.START, once=True)
def fen_without_setup(game: Game) -> Iterator[Found]:
    """A FEN tag stands without a SetUp tag.

    PGN 1994 section 9.7.1 asks for SetUp "1" beside a FEN; readers that go by SetUp play the game from the
    standard array. PGN v1.1 drops the tag: `--standard 1.1` silences the rule. A FEN that S105 wants gone needs none.

    Example:
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

        1. e4 *
    """
    pair = game.pair("FEN")
    if "S105" in game.codes and _is_redundant(game.start):
        return  # the FEN is to go
    if pair and not _blank(pair.value) and not game.pairs("SetUp"):
        yield Found(pair.start, "a FEN tag without a SetUp tag", "SetUp", None, "1")


@rule("S102", "setup-without-fen", "error", reads=Fact.SETUP_ALONE, replay=True)
def setup_without_fen(game: Game) -> Iterator[Found]:
    """SetUp "1" stands without a FEN tag: the starting position is lost, or the tag is wrong.

    The finding says whether the moves replay from the standard array; where they do, dropping SetUp is the likely
    repair.

    Example:
        [SetUp "1"]

        1. e4 e5 *
    """
    pair = game.pair("SetUp")
    if pair is None or pair.value.strip() != "1" or game.pairs("FEN"):
        return
    replays = game.reader.engine.plays(game.start) and game.facts.stop is None
    moves = game.facts.plies if replays else None
    if moves:
        message = "SetUp \"1\" without a FEN tag; the moves replay from the standard array"
        yield Found(pair.start, message, "SetUp", "1", None, fix="unsafe")
    else:
        why = "there are no moves" if moves == 0 else "the moves do not replay from the standard array"
        yield Found(pair.start, f'SetUp "1" without a FEN tag; {why}', "SetUp", "1", None)


@rule("S103", "setup-zero-with-fen", "error", "unsafe", reads=Fact.START)
def setup_zero_with_fen(game: Game) -> Iterator[Found]:
    """SetUp "0" contradicts a FEN that is not the standard array.

    Readers that go by SetUp play from the standard array, those that go by FEN from the position.

    Example:
        [SetUp "0"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

        1. e4 *
    """
    pair = game.pair("SetUp")
    fen = game.pair("FEN")
    if len(game.pairs("SetUp")) > 1:
        return  # which counts, S106 asks
    if pair and fen and pair.value.strip() == "0" and not _blank(fen.value) and not game.start.is_standard_array:
        yield Found(pair.start, 'SetUp "0" beside a FEN that is not the standard array', "SetUp", "0", "1")


@rule("S104", "setup-value", "warning", "unsafe", reads=Fact.START)
def setup_value(game: Game) -> Iterator[Found]:
    """SetUp is neither "0" nor "1" (PGN 1994 section 9.7.1 knows no other value).

    Example:
        [SetUp "yes"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

        1. e4 *
    """
    pair = game.pair("SetUp")
    if pair and pair.value.strip() not in ("0", "1"):
        expected = "1" if game.pairs("FEN") else "0"
        yield Found(pair.start, f'SetUp is "{pair.value}": neither "0" nor "1"', "SetUp", pair.value, expected)


@rule("S105", "redundant-fen", "warning", "safe", reads=Fact.START)
def redundant_fen(game: Game) -> Iterator[Found]:
    """The FEN is the standard array: readers that go by the tag take the game for a set-up one.

    White to move, all castling rights, counters 0 1, and the rules of standard chess. In Chess960 the tag is needed,
    and file letters (`HAha`) declare Chess960.

    Example:
        [SetUp "1"]
        [FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]

        1. e4 *
    """
    if _is_redundant(game.start):
        yield Found(game.fen_at(), "the FEN is the standard array; the game needs no FEN", "FEN", game.start.fen, None)


def _is_redundant(start: Start) -> bool:
    record = start.record
    return (
        record is not None
        and start.is_standard_array
        and start.variant.family == "standard"
        and (record.halfmove, record.fullmove) == (0, 1)
        and record.castling.strip("KQkq") == ""  # file letters declare Chess960
    )


@rule("S106", "duplicate-tag", "error", "unsafe", reads=Fact.IRREGULAR_TAGS, replay=True)
def duplicate_tag(game: Game) -> Iterator[Found]:
    """FEN, SetUp or Variant stands twice.

    An error where the values differ: python-chess takes the last, other readers the first. Of FENs the one that
    counts is expected where the moves replay from it, else the first. A warning where they agree, safely repaired by
    dropping the one that is named.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
        [FEN "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1"]

        1. e4 *
    """
    for name in ("SetUp", "FEN", "Variant"):
        pairs = game.pairs(name)
        if len(pairs) < 2:
            continue
        values = {pair.value for pair in pairs}
        if len(values) > 1:
            message = f"the {name} tag stands {len(pairs)} times, with different values"
            wrong, right = pairs[1], pairs[0]
            if name == "FEN" and game.plies and game.pair("FEN") is not right:
                wrong, right = right, game.pair("FEN") or right
            yield Found(wrong.start, message, name, wrong.value, right.value)
        else:
            message = f"the {name} tag stands {len(pairs)} times, with the same value"
            counting = game.pair(name)
            extra = next(pair for pair in pairs if counting is None or pair.start != counting.start)
            yield Found(extra.start, message, name, extra.value, None, severity="warning", fix="safe")


@rule("S107", "tag-name-case", "warning", "safe", reads=Fact.TAG_SPELLING)
def tag_name_case(game: Game) -> Iterator[Found]:
    """SetUp, FEN or Variant is written in other letter case: python-chess does not see the tag, others do.

    Example:
        [Setup "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

        1. e4 *
    """
    for pair in game.section.pairs:
        canonical = CANONICAL.get(pair.name.lower())
        if canonical is not None and pair.name != canonical:
            name, right = pair.name.decode(), canonical.decode()
            yield Found(pair.start, f"the tag name {name} should be {right}", right, name, right)


@rule("S108", "empty-fen", "error", reads=Fact.START)
def empty_fen(game: Game) -> Iterator[Found]:
    """The FEN tag is empty, "?" or blank: nobody can tell the starting position.

    Example:
        [SetUp "1"]
        [FEN "?"]

        1. e4 *
    """
    pair = game.pair("FEN")
    if pair and _blank(pair.value):
        yield Found(pair.start, f'the FEN is "{pair.value}": no starting position is given', "FEN", pair.value, None)
