"""What declares a position in a comment, and limits of what is looked at."""

# Written by definitions/generate.py from definitions/facts.toml: change that one.

from __future__ import annotations

from typing import Final

NAMED: Final = b"fen"
"""A position stands behind it, in `[%fen ...]` and `fen=`."""
WORDS: Final = {b"fen": False, b"currentposition": False, b"finalposition": True}
"""What declares a FEN behind it: True for the final position."""
PHRASES: Final = ("fen", "current position", "final position")
"""As they are written."""
SECOND_WORDS: Final = (b"position",)
"""Second words of two."""
NOT_BEFORE_WORDS: Final = b"0123456789_-[?&/#."
"""`start_fen`, or a URL."""
UNKNOWN: Final = (b"", b"?", b"-")
"""They say that nothing is known."""
FEWEST_SLASHES: Final = 3
LONGEST: Final = 1024
LONGEST_PLACEMENT: Final = 128
SOUND_RANKS: Final = 2
UNSOUND_PARTS: Final = 2
