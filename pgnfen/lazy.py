"""Names of a package that are imported from its modules only when they are first used.

A command of the program needs few of them, and imports are what its start-up costs.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def resolver(package: str, homes: Mapping[str, tuple[str, ...]]) -> Callable[[str], object]:
    """A module-level `__getattr__` (PEP 562): `homes` says which module each public name lives in.

    >>> resolve = resolver("pgnfen", {"pgnfen.version": ("__version__",)})
    >>> resolve("__version__") is not None
    True
    >>> resolve("nothing")
    Traceback (most recent call last):
    AttributeError: module 'pgnfen' has no attribute 'nothing'
    """
    home = {name: module for module, names in homes.items() for name in names}

    def resolve(name: str) -> object:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        import importlib

        return getattr(importlib.import_module(home[name]), name)

    return resolve
