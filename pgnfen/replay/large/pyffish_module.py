"""The module pyffish, where it is installed, and what it answers of a position."""

from __future__ import annotations

from functools import lru_cache
from types import ModuleType
from typing import Any, Literal


def pyffish() -> ModuleType | None:
    """The module where it is installed; imported when the first start asks for it. Raises ImportError where it is and
    cannot be loaded."""
    try:
        import pyffish as module
    except ModuleNotFoundError:
        return None
    return module if isinstance(module, ModuleType) else None


@lru_cache(maxsize=256)  # the moves of a game are played again for its variations, and after a repair
def ask(
    function: Literal["get_fen", "gives_check", "legal_moves"],
    rules: str,
    fen: str,
    moves: tuple[str, ...],
    chess960: bool,
) -> Any:
    """What a function of pyffish answers of a position and moves from there; not to be changed.

    A call takes over a millisecond, however little is asked.
    """
    module = pyffish()
    assert module is not None  # an engine that plays has looked
    return getattr(module, function)(rules, fen, list(moves), chess960)
