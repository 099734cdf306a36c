"""The module pyffish, where it is installed."""

from __future__ import annotations

from types import ModuleType


def pyffish() -> ModuleType | None:
    """The module where it is installed; imported when the first start asks for it. Raises ImportError where it is and
    cannot be loaded."""
    try:
        import pyffish as module
    except ModuleNotFoundError:
        return None
    return module if isinstance(module, ModuleType) else None
