"""Regular expressions that are compiled when first used: a command needs few of those that its modules name."""

from __future__ import annotations

import re
from typing import AnyStr, cast


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
    return cast("re.Pattern[AnyStr]", _Later(source, flags))
