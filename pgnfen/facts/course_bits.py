"""What is said of the course of a mainline, and of its last position: bits of a number (see courses)."""

from __future__ import annotations

from typing import Final

REACHES: Final = 1
MATE: Final = 2
STALEMATE: Final = 4
REPETITION: Final = 8
"""The last position has occurred three times or more."""
FIFTY: Final = 16
"""Its halfmove clock stands at 100 or more."""
INSUFFICIENT: Final = 32
"""Neither side has the pieces to mate."""
STOPS: Final = 64
"""The mainline cannot be played, or not to its end: no other bit is set."""
ENDS: Final = MATE | STALEMATE | REPETITION | FIFTY | INSUFFICIENT
OF_NAME: Final = {
    "mate": MATE, "stalemate": STALEMATE, "repetition": REPETITION, "fifty": FIFTY, "insufficient": INSUFFICIENT,
}  # fmt: skip
"""The ends, as they are named in options and by pgnfen.pgn.value_types.named_end."""
