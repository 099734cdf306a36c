"""How rules of the values of tag pairs are declared: of each value by itself, judged once for all games with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from pgnfen.audit.edits import can_hold
from pgnfen.audit.finding import Fix, GameFinding, Severity, ValueFault
from pgnfen.audit.rule import rule
from pgnfen.facts.kinds import Fact
from pgnfen.fen.fault import quote

if TYPE_CHECKING:
    from pgnfen.audit.game import Game
    from pgnfen.pgn.tagpairs import TagPair

Judge = Callable[[str], ValueFault | None]


def _in_encoding(
    game: Game, pair: TagPair, expected: str, fix: Fix | Literal["rule"] | None
) -> Fix | Literal["rule"] | None:
    """How sure a repair is by which characters beyond ASCII come into a tag pair."""
    if not can_hold(game.raw, pair, expected):
        return None
    return "unsafe" if fix and game.raw.isascii() else fix  # nothing shows the encoding of the file


def value_rule(
    code: str, name: str, severity: Severity, fix: Fix | None = None, *, kinds: str, **more: Any
) -> Callable[[Judge], Judge]:
    """Declare a rule of the values of these kinds (of definitions/pgn.toml, with blanks between): the function judges
    one of them. `more` as in `rule`."""

    def declare(judge: Judge) -> Judge:
        judged = lru_cache(maxsize=4096)(judge)

        def check(game: Game) -> Iterator[GameFinding]:
            for kind in kinds.split():
                for pair in game.doubtful_pairs.get(kind, ()):
                    value = pair.value
                    fault = judged(value)
                    if fault is not None:
                        tag = pair.name.decode()
                        if not value.strip() and len(game.pairs(tag)) > 1:
                            continue  # which of them counts, S106 asks
                        own = fault.fix if fault.expected is not None else None
                        if fault.expected is not None and not fault.expected.isascii():
                            own = _in_encoding(game, pair, fault.expected, own)
                        message = f"{tag} is {quote(value, 60)}: {fault.why}"
                        found = GameFinding(pair.start, message, tag, value, fault.expected, fix=own)
                        yield found._replace(severity=fault.severity)

        check.__doc__ = judge.__doc__
        rule(code, name, severity, fix, reads=Fact.TAG_VALUE, **more)(check)
        return judge

    return declare
