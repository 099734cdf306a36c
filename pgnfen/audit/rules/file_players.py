"""H16: the players of a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pgnfen.audit.file_notes import FileFinding
from pgnfen.audit.player_names import may_be_one, other_spellings
from pgnfen.audit.rule import file_rule
from pgnfen.words import counted

if TYPE_CHECKING:
    from pgnfen.audit.file_notes import FileNotes


@file_rule("H161", "player-spellings", "info", by_name=True)
def player_spellings(notes: FileNotes) -> Iterator[FileFinding]:
    """A player's name may be a rarer spelling of another name in the file.

    The surnames are equal if accents, letter case, spaces and dots are ignored, and one given name is the beginning of
    the other (`Polgar,J` and `Polgár, Judit`). These may be two players, so there is no fix. The rule is off unless
    you select its code.

    Example:
        [White "Polgar, Judit"]

        1. e4 *

        [White "Polgar, Judit"]

        1. e4 *

        [White "Polgar,J"]

        1. e4 *
    """
    counts = {name: count for name, (count, _) in notes.players.items()}
    for name, other in other_spellings(counts):
        many, more = counted(counts[name], "game"), counted(counts[other], "game")
        message = f'"{name}" ({many}) may be the same player as "{other}" ({more})'
        yield FileFinding(notes.players[name][1], message, "player", name)


@file_rule("H162", "fide-id-and-name", "info", by_name=True)
def fide_id_and_name(notes: FileNotes) -> Iterator[FileFinding]:
    """One FIDE number belongs to two players in the file, or one name has two numbers.

    The rule is off unless you select its code.

    Example:
        [White "Carlsen, Magnus"]
        [WhiteFideId "1503014"]

        1. e4 *

        [White "Kasparov, Garry"]
        [WhiteFideId "1503014"]

        1. e4 *
    """
    by_id: dict[str, list[str]] = {}
    by_name: dict[str, list[str]] = {}
    for (name, number), place in sorted(notes.fide_ids.items(), key=lambda one: one[1]):
        for known in by_id.get(number, []):
            if not may_be_one(known, name):
                message = f'FIDE number {number} belongs to "{name}" here, but to "{known}" earlier'
                yield FileFinding(place, message, "FideId", number)
                break
        for known in by_name.get(name, []):
            message = f'"{name}" has FIDE number {number} here, but {known} earlier'
            yield FileFinding(place, message, "FideId", number)
            break
        by_id.setdefault(number, []).append(name)
        by_name.setdefault(name, []).append(number)
