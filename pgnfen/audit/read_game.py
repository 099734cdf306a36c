"""What the parts of the audit beside the rules ask of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pgnfen.facts.facts import Facts
    from pgnfen.facts.reader import Reader
    from pgnfen.fen.start import Start


class ReadGame(Protocol):
    """A game as it is read; `pgnfen.audit.game.Game` documents what each of these is. A type of its own, because a
    Game asks some of those parts itself."""

    raw: bytes
    movetext: int
    facts: Facts
    reader: Reader

    @property
    def start(self) -> Start: ...
    @property
    def played(self) -> bytes: ...
    @property
    def explained(self) -> bool: ...
    @property
    def meant_result(self) -> str | None: ...
    @property
    def meant_marker(self) -> str | None: ...
