"""When a draw may be claimed."""

from __future__ import annotations

from typing import Final

THREEFOLD: Final = 3
"""How often a position must have occurred."""
FIFTY_CLOCK: Final = 100
"""The smallest halfmove clock for the fifty-move rule."""
