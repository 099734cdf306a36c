"""functools.cached_property, without the lock that it takes before Python 3.12: that costs more than most of what is
found out by it. Where two threads ask at once, both find it out.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from functools import cached_property
else:
    from collections.abc import Callable
    from typing import Any

    class cached_property:  # noqa: N801
        """A property that is found out once and then an attribute like any other."""

        def __init__(self, find: Callable[[Any], Any]) -> None:
            self._find, self.__doc__ = find, find.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            self._name = name

        def __get__(self, instance: Any, owner: type | None = None) -> Any:
            if instance is None:
                return self
            value = instance.__dict__[self._name] = self._find(instance)
            return value


__all__ = ["cached_property"]
