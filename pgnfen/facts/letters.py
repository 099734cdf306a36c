"""Movetext in the piece letters of another language: read by each that may be meant; the replay proves which it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pgnfen.engine_records import Noted
from pgnfen.facts.facts import OF_RESULT, Facts
from pgnfen.facts.kinds import DOUBTFUL, Fact
from pgnfen.pgn.piece_letters import Translation
from pgnfen.pgn.tagpairs import decode

if TYPE_CHECKING:
    from pgnfen.replay.interface import Stop

_Reading = tuple[Translation, Facts]


def read_letters(
    raw: bytes,
    found: Sequence[Translation],
    english: Callable[[], Facts | None],
    read: Callable[[bytes], Facts | None],
    unreadable: bool = False,
) -> Facts | None:
    """The facts of a movetext by the piece letters in which it replays furthest; None where a reading is None.

    `found` are its translations, one at least. `english` says its facts by the letters of English; it is not asked
    where it is sure to be worse (`unreadable`: it is known that tokens of the mainline cannot be read). `read` says
    those of a translation. Where several languages replay to the end, the facts are what all of them say.
    """
    said = None
    if not unreadable:
        said = english()
        if said is None or not said.kinds & DOUBTFUL:
            return said
    readings: list[_Reading] = []
    for one in found:
        facts = read(one.raw)
        if facts is None:
            return None
        readings.append((one, facts))
    best = [one for one in readings if _reach(one[1])[0]]
    if not best:
        said = said or english()
        if said is None:
            return None
        best = _furthest(readings, said)
    return _told(raw, best) if best else said


def _reach(facts: Facts) -> tuple[bool, int]:
    """Whether all moves are read and played, and how many."""
    return facts.whole, facts.plies


def _furthest(readings: list[_Reading], english: Facts) -> list[_Reading]:
    """The one reading that replays further than all others."""
    most = max(facts.plies for _, facts in readings)
    best = [one for one in readings if one[1].plies == most]
    return best if len(best) == 1 and most > english.plies else []


def _told(raw: bytes, best: list[_Reading]) -> Facts:
    translation, facts = best[0]
    ends = translation.ends
    noted = [_placed(one, ends) for one in facts.noted]
    for other, others in best[1:]:
        facts.kinds &= others.kinds
        facts.denied = facts.denied if facts.denied == others.denied else ()
        facts.variation_stops = tuple(stop for stop in facts.variation_stops if stop in others.variation_stops)
        same = {_placed(one, other.ends) for one in others.noted}
        noted = [one for one in noted if one in same]
    languages = sum({1 << number for one, _ in best for number in one.languages})
    noted.append(Noted(int(Fact.PIECE_LETTERS), 0, *translation.first, languages))
    facts.kinds = facts.kinds & ~OF_RESULT | Fact.PIECE_LETTERS
    facts.noted, facts.readings = noted, tuple(one for one, _ in best)
    if facts.stop is not None:
        facts.stop = _stopped(facts.stop, raw, ends)
    if facts.variation_stops:
        facts.variation_stops = tuple(_stopped(stop, raw, ends) for stop in facts.variation_stops)
    else:
        facts.kinds &= ~Fact.VARIATION_STOP
    return facts


def _stopped(stop: Stop, raw: bytes, ends: dict[int, int]) -> Stop:
    """The stop as the game has it."""
    end = ends.get(stop.end, stop.end)
    return stop._replace(end=end, san=decode(raw[stop.at : end]))


def _placed(one: Noted, ends: dict[int, int]) -> Noted:
    """The fact with its place in the game as it stands."""
    if not ends or one.kind == Fact.FIRST_COLOR:  # its `end` is no place
        return one
    return one._replace(at=ends.get(one.at, one.at), end=ends.get(one.end, one.end))
