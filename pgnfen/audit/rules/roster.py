"""H10: the Seven Tag Roster: which tags stand, and in which order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pgnfen.audit.edits import Edit, tag_inserted, tag_moved, tags_appended
from pgnfen.audit.finding import GameFinding
from pgnfen.audit.rule import rule
from pgnfen.pgn.value_types import UNKNOWN_DATE

if TYPE_CHECKING:
    from pgnfen.audit.finding import Remark
    from pgnfen.audit.game import Game
    from pgnfen.pgn.tagpairs import TagPair

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")


def _roster_pairs(game: Game) -> dict[str, TagPair]:
    pairs = {name: game.pair(name) for name in ROSTER}
    return {name: pair for name, pair in pairs.items() if pair is not None}


def _inserted(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """The tag stands behind the one of the roster before it, or before all others."""
    name, pairs = remark.field or "", _roster_pairs(game)
    before = [pairs[one] for one in ROSTER[: ROSTER.index(name)] if one in pairs]
    if remark.expected is None or name in pairs:
        return
    if before:
        yield tags_appended(game.raw, before[-1], [(name, remark.expected)])
    else:
        yield tag_inserted(game.raw, game.section.pairs[0], name, remark.expected)


@rule("H101", "roster-missing", "info", "safe", by_name=True, once=True, edits=_inserted)
def roster_missing(game: Game) -> Iterator[GameFinding]:
    """A tag of the Seven Tag Roster is missing (PGN 1994 section 8.1.1).

    The tags are Event, Site, Date, Round, White, Black and Result. Whole archives omit some of them (Lichess omits
    Round), so the rule is off unless you select its code. The fix writes the value for "unknown", and for Result the
    value of the termination marker. Games without any tag are not reported.

    Example:
        [Event "Linares"]
        [Site "Linares"]
        [Date "1994.02.24"]
        [White "Karpov, Anatoly"]
        [Black "Kasparov, Garry"]
        [Result "1/2-1/2"]

        1. d4 1/2-1/2
    """
    pairs = game.section.pairs
    if not pairs:
        return
    for name in ROSTER:
        if game.pair(name) is None:
            known = (game.meant_marker or "*") if name == "Result" else UNKNOWN_DATE if name == "Date" else "?"
            yield GameFinding(pairs[0].start, f"the {name} tag is missing", name, None, known)


def _moved(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """The tag stands where the roster has it."""
    misplaced = _misplaced(game)
    if misplaced is not None:
        yield from tag_moved(game.raw, *misplaced)


def _misplaced(game: Game) -> tuple[TagPair, TagPair] | None:
    """The first tag of the roster that stands behind another that should follow it, and that one."""
    by_name = _roster_pairs(game)
    roster = list(by_name.values())
    pairs = [pair for pair in game.section.pairs if by_name.get(pair.name.decode("latin-1"), pair).start == pair.start]
    for pair, right in zip(pairs, roster, strict=False):
        if pair is not right and pair.start != right.start:
            return right, pair
    return None


@rule("H102", "roster-order", "info", "safe", by_name=True, once=True, edits=_moved)
def roster_order(game: Game) -> Iterator[GameFinding]:
    """The tags of the Seven Tag Roster are not first or not in the standard order (PGN 1994 section 8.1.1).

    Export format requires the order; import format does not. Therefore the rule is off unless you select its code. The
    finding names the first tag that comes too late. Of a tag that occurs twice, the rule looks only at the one that
    counts; S106 reports the other.

    Example:
        [Event "Linares"]
        [Date "1994.02.24"]
        [Site "Linares"]

        1. d4 *
    """
    misplaced = _misplaced(game)
    if misplaced is not None:
        pair, before = misplaced
        name, other = pair.name.decode(), before.name.decode()
        yield GameFinding(pair.start, (
            f"the {name} tag comes after {other}, which is the wrong order"
        ), name, None, None, fix="safe")
