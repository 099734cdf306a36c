"""R106: how moves are spelled."""

from __future__ import annotations

from collections.abc import Iterator

from pgnfen.audit.finding import Fix, Found
from pgnfen.audit.game import Game
from pgnfen.audit.rule import rule
from pgnfen.facts.kinds import Fact
from pgnfen.pgn.piece_letters import names_of


@rule("R106", "piece-letters", "warning", "safe", reads=Fact.PIECE_LETTERS, replay=True)
def piece_letters(game: Game) -> Iterator[Found]:
    """The moves are written in the piece letters of another language (`Sf3`, `Dxd4`): readers of English drop them.

    The languages are those of PGN 1994 section 8.2.3.2, and Russian. All men of the game must be readable by the
    language's letters, and only the replay proves them: the game has to replay further than by English ones. The repair
    is safe where it replays to the end, and by one set of letters alone. All other findings are of the game so read.

    Example:
        1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 *
    """
    facts = game.facts
    for one in facts.of(Fact.PIECE_LETTERS):
        text, languages = game.text(one.at, one.end), names_of(one.value)
        named = " or ".join((", ".join(languages[:-1]), languages[-1])) if len(languages) > 1 else languages[0]
        declared, expected = facts.readings[0].letters
        message = f"{text}: the moves have the piece letters {declared} of {named}; so read, they replay to "
        if len(facts.readings) > 1:
            message += "the end by more than one of these, and not as the same moves: which is meant, nobody can tell"
            yield Found(one.at, message, "piece letters", declared, fix=None)
            return
        fix: Fix = "safe"
        if not facts.whole:
            fix = "unsafe"
            message += f"ply {facts.plies}" if facts.stop else "the end, but for tokens that cannot be read"
        else:
            message += "the end"
        yield Found(one.at, message, "piece letters", declared, expected, fix=fix)
