"""Modules of other distributions: those of the optional dependencies (extras), and their versions."""

from __future__ import annotations

import importlib
from types import ModuleType

from pgnfen.errors import PgnfenError
from pgnfen.lazy import deferred

with deferred:
    from importlib import metadata


def installed_version(distribution: str) -> str | None:
    """The version of a distribution; None where it is not installed. Nothing of it is imported.

    >>> installed_version("no-such-distribution") is None
    True
    """
    try:
        return metadata.version(distribution)
    except ModuleNotFoundError:  # of which PackageNotFoundError is one
        return None


def extra_module(name: str, extra: str, what: str, error: type[PgnfenError] = PgnfenError) -> ModuleType:
    """The module that `what` needs. Raises `error` where it is not installed, which says how to install it, or where it
    is and cannot be loaded (too little memory, another Python), which says why.

    >>> extra_module("no_such_module", "draw", "drawing PNG")
    Traceback (most recent call last):
    pgnfen.errors.PgnfenError: drawing PNG needs no_such_module; install it with pip install "pgnfen[draw]"
    """
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name != name.partition(".")[0]:
            raise error(f"{what} needs {name}, which cannot be loaded: {missing}") from None
        raise error(f'{what} needs {name}; install it with pip install "pgnfen[{extra}]"') from None
    except ImportError as failed:
        raise error(f"{what} needs {name}, which cannot be loaded: {failed}") from None
