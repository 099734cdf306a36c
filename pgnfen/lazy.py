"""What is loaded, compiled or found out when it is first used: a command needs little of what its modules name.

Imports are what the start of a command costs. One that most runs do without stands under `with deferred:`, at the top
of its file like the others.
"""

from __future__ import annotations

import builtins
import os
import sys
from _thread import allocate_lock
from types import SimpleNamespace

TYPE_CHECKING = False  # as typing has it, whose import takes as long as the rest of the package's start
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from functools import cached_property
    from typing import Any, AnyStr
else:

    class cached_property:  # noqa: N801
        """A property that is found out once and then an attribute like any other: functools has it, but before Python
        3.12 with a lock that costs more than most of what is found out. Two threads that ask at once both find it out.
        """

        def __init__(self, find: Callable[[Any], Any]) -> None:
            self._find, self.__doc__ = find, find.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            self._name = name

        def __get__(self, instance: Any, owner: type | None = None) -> Any:
            if instance is None:
                return self
            value = instance.__dict__[self._name] = self._find(instance)
            return value


__all__ = ["cached_property", "deferred", "regex", "resolver"]


class _Deferred:
    """Stands for a module, or for a function or class of it, until that is called or asked for an attribute."""

    __slots__ = ("_home", "_module", "_name")

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name
        self._home: Any = None

    def _load(self) -> Any:
        if self._home is None:
            self._home = __import__(self._module, None, None, (self._name or "*",))
        return getattr(self._home, self._name) if self._name else self._home

    def __call__(self, *values: object, **named: object) -> Any:
        return self._load()(*values, **named)

    def __getattr__(self, name: str) -> object:
        if name.startswith("_") and name != "__version__":  # asked for by copy, pickle and doctest
            raise AttributeError(name)
        return getattr(self._load(), name)

    def __instancecheck__(self, value: object) -> bool:
        return isinstance(value, self._load())


class _Deferring:
    """Defers the imports of a `with` block: each name is loaded when it is first called or asked for an attribute.

    So it is for functions, classes and modules, not for constants, classes to inherit from or exceptions to catch (of
    which the module can be deferred). Type checkers and import-linter see imports like any other.

    >>> with deferred:
    ...     from colorsys import rgb_to_hsv
    >>> "colorsys" in sys.modules
    False
    >>> rgb_to_hsv(0, 0, 0)
    (0.0, 0.0, 0)
    """

    def __init__(self) -> None:
        self._lock = allocate_lock()

    def __enter__(self) -> None:
        self._lock.acquire()
        self._import = load = builtins.__import__
        importer = sys._getframe(1).f_globals

        def stand_in(
            name: str,
            globals: Mapping[str, object] | None = None,
            locals: Mapping[str, object] | None = None,
            fromlist: tuple[str, ...] | None = (),
            level: int = 0,
        ) -> object:
            if globals is not importer:  # another thread's
                return load(name, globals, locals, fromlist or (), level)
            if not fromlist:
                return _Deferred(name, "")
            return SimpleNamespace(**{each: _Deferred(name, each) for each in fromlist})

        builtins.__import__ = stand_in  # type: ignore[assignment]

    def __exit__(self, *_: object) -> None:
        builtins.__import__ = self._import
        self._lock.release()


deferred = _Deferring()

if hasattr(os, "register_at_fork"):
    # A child that is forked while another thread is in such a block would wait for it for ever.
    os.register_at_fork(
        before=deferred._lock.acquire, after_in_parent=deferred._lock.release, after_in_child=deferred._lock.release
    )
with deferred:
    import re


class _Later:
    """Stands for a compiled pattern; what it is asked for it looks up in that once, and then holds itself."""

    def __init__(self, source: str | bytes, flags: int) -> None:
        self.pattern = source
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):  # asked for by copy and pickle
            raise AttributeError(name)
        value = self.__dict__[name] = getattr(re.compile(self.pattern, self._flags), name)
        return value


def regex(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Like re.compile, which is called when the pattern is first asked for anything but its source.

    Raises re.error then. It is no argument for the functions of re.

    >>> regex("[a-h][1-8]").fullmatch("e4") is not None
    True
    """
    later: Any = _Later(source, flags)
    return later  # type: ignore[no-any-return]


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
        return getattr(__import__(home[name], None, None, (name,)), name)

    return resolve
