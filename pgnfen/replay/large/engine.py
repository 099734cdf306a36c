"""pyffish (Fairy-Stockfish) judges the moves of 10x8 boards, of castling by a prefix, and of variants by their names.

It is an extra: without it these games are not replayed, and R301 says so. It is imported when the first of them comes.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pgnfen.extras import installed_version
from pgnfen.lazy import deferred
from pgnfen.replay.large.named import named_fen, named_rules
from pgnfen.replay.large.pyffish_module import pyffish
from pgnfen.replay.large.rules import rules_of, why_not

with deferred:
    from pgnfen.replay.large.board import fairy_board
    from pgnfen.replay.large.player import play, variation_player
    from pgnfen.replay.variations import variation_stops

if TYPE_CHECKING:
    from pgnfen.fen.start import Start
    from pgnfen.pgn.movetext import Movetext
    from pgnfen.replay.interface import Plain, Replay, Stop

INSTALL = 'pip install "pgnfen[fairy]"'


def why_unplayed(start: Start) -> str | None:
    """Why nothing here plays games from a start whose variant or board asks for more than python-chess; None where it
    does not. The start is readable, and no installed engine plays it."""
    named = start.variant.family in ("known", "pyffish")
    if start.variant.key == "chess480" and start.fen is None:
        return "the starting position is not given"
    if rules_of(start) is not None or start.kind == "10x8":
        what = f"castling with the prefix {start.prefix}" if start.prefix else "games on a 10x8 board"
        what = f"games of {start.variant.name}" if named else what
        return why_not(start) or f"pyffish is needed for {what}, but it is not installed; {INSTALL} installs it"
    if not named:
        return None
    name = start.variant.name
    if named_rules(start) is None:
        return f"pgnfen has no engine for games of {name}"
    if pyffish() is None:
        return f"pyffish is needed for games of {name}, but it is not installed; {INSTALL} installs it"
    return f"the FEN is missing, and {name} has more than one starting position" if start.fen is None else (
        f"pyffish cannot read the FEN as a position of {name}"
    )


class Fairy:
    """Replays by pyffish: 10x8 boards, by Variant tag or by the board; castling by a prefix; variants by name."""

    @property
    def name(self) -> str:
        """The engine with its version."""
        return f"pyffish {installed_version('pyffish') or '(not installed)'}"

    def plays(self, start: Start) -> bool:
        """Whether its rules are known and play on such a board, and pyffish is installed."""
        if rules_of(start) is None:
            return named_fen(start) is not None
        return fairy_board(start) is not None

    def glance(self, start: Start, movetext: bytes) -> Plain | None:
        """See ReplayEngine; every game gets a full replay."""
        return None

    def replay(self, start: Start, data: bytes, movetext: Movetext) -> Replay:
        """See ReplayEngine. Raises ValueError for a start that it does not play (see `plays`)."""
        board = fairy_board(start)
        if board is None:
            raise ValueError("no start that pyffish plays")
        return play(start, data, movetext, board)

    def variation_stops(self, replay: Replay, data: bytes) -> tuple[Stop, ...]:
        """See ReplayEngine."""
        return variation_stops(replay, partial(variation_player, replay.start, data))
