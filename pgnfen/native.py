"""The native engine, if it is there: an optional extension that splits, reads and writes rows, and judges nothing.

`PGNFEN_ENGINE=python-chess` turns it off; `PGNFEN_ENGINE=native` insists on it.
"""

from __future__ import annotations

import importlib
import os
from functools import cache
from typing import TYPE_CHECKING

from pgnfen.errors import PgnfenError

if TYPE_CHECKING:
    from types import ModuleType

    from pgnfen._native import Scanner

ENGINES = ("native", "python-chess")
VARIABLE = "PGNFEN_ENGINE"
# Written by definitions/generate.py: the digest of the definitions that the engine has to be built from.
DEFINITIONS = "1490d9ee1abc1f39"


def load() -> ModuleType | None:
    """The extension module; None where it was not built or is turned off.

    Raises PgnfenError where PGNFEN_ENGINE names no engine, or the native one and it is not there, and where the engine
    was built from other definitions than those of this package.
    """
    wanted = os.environ.get(VARIABLE, "")
    if wanted and wanted not in ENGINES:
        raise PgnfenError(f"{VARIABLE} is {wanted!r}; use one of {' or '.join(ENGINES)}")
    if wanted == "python-chess":
        return None
    try:
        engine = importlib.import_module("pgnfen._native")
    except ImportError as error:
        if wanted == "native":
            raise PgnfenError(f"{VARIABLE}=native, but the native engine is not installed: {error}") from None
        return None
    if getattr(engine, "__definitions__", "") != DEFINITIONS:
        raise PgnfenError(
            "the native engine was built for a different version of pgnfen; install pgnfen again (pip install "
            f"-e . in a checkout), or set {VARIABLE}=python-chess"
        )
    return engine


def module() -> ModuleType:
    """The extension, which is known to be there: it has made something."""
    return importlib.import_module("pgnfen._native")


def keep_memory() -> None:
    """Keep the memory of one block for the next: asking the system for it anew takes about a tenth of an audit's time.

    It is a setting of the whole process, and so for a program to make, not for a library.
    """
    engine = load()
    if engine is not None:
        engine.keep_memory(16 << 20, 32 << 20)


def scanner(module: ModuleType) -> Scanner:
    """The one scanner of the process for starts that state no variant, read as `assume` has said: what it has learned
    of starts is true for everybody, threads may share it."""
    return _scanner(module, _Assumed.variant)


def assume(variant: str | None) -> None:
    """Say by which variant starts are read that state none; see pgn.start_tags.assume_variant."""
    _Assumed.variant = variant
    engine = load()
    if engine is not None:
        engine.set_default_variant(variant is not None)


class _Assumed:
    variant: str | None = None


@cache
def _scanner(module: ModuleType, variant: str | None) -> Scanner:
    made: Scanner = module.Scanner()
    return made
