"""What is written of games divided: names of files made of values, and games of several inputs in one output."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable

from pgnfen.lazy import regex

_LONGEST = 80  # characters of the value that a name has
_RESERVED = regex(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)  # by Windows, up to the first dot
_UNSAFE = regex(r"[^A-Za-z0-9._,+=@-]+")


class FileNames:
    """Gives each value a name: what is safe of it, and a part of its hash where that is not all of it, or where another
    value has that name already (case apart: some systems make no difference). None is no value at all.
    No name begins with what programs take for an option, or spreadsheets for a formula (- + = @).

    >>> names = FileNames(".pgn")
    >>> [names.of(value) for value in ("Chess960", "a/b", "chess960", "con", None, "none")]
    ['Chess960.pgn', 'a_b-c14cddc0.pgn', 'chess960-63dcc449.pgn', 'con-1143da2b.pgn', 'none.pgn', 'none-140bedbf.pgn']
    >>> [names.of(value) for value in ("-", "-x", "NUL.pgn")]
    ['other-3973e022.pgn', 'x-a4209624.pgn', 'NUL_pgn-4aa53401.pgn']
    >>> names.of("Chess960")
    'Chess960.pgn'
    """

    def __init__(self, suffix: str) -> None:
        self.suffix = suffix
        self._names: dict[str | None, str] = {}
        self._taken: set[str] = set()

    def of(self, value: str | None) -> str:
        """The name for a value; the same for the same value."""
        name = self._names.get(value)
        if name is None:
            name = self._names[value] = self._new(value)
        return name

    def taken(self, name: str) -> None:
        """Keep a name from being given."""
        self._taken.add(name.lower())

    def _new(self, value: str | None) -> str:
        wanted = {None: "none", "": "empty"}.get(value, value or "")
        safe = _UNSAFE.sub("_", wanted).lstrip("._-+=@")[:_LONGEST].rstrip("._")
        name, exact, value = safe or "other", safe == wanted, value or ""
        reserved = _RESERVED.fullmatch(name)
        if reserved:
            name = name.replace(".", "_")
        if not exact or reserved or f"{name}{self.suffix}".lower() in self._taken:
            digest = hashlib.sha256(value.encode("utf-8", "surrogatepass")).hexdigest()
            name += "-" + next(digest[:n] for n in range(8, 65, 8) if not self._has(f"{name}-{digest[:n]}"))
        self.taken(name + self.suffix)
        return name + self.suffix

    def _has(self, name: str) -> bool:
        return f"{name}{self.suffix}".lower() in self._taken


Write = Callable[[bytes], object]


class Sink:
    """Writes parts; between the last game of one input and the first of another there is a blank line.

    Between records there is a line end.
    """

    def __init__(self, write: Write) -> None:
        self.write = write
        self.path: str | None = None
        self.tail = b""

    def put(self, data: bytes, path: str, records: bool) -> None:
        """Write games, or records, of the input of that name."""
        if not data:
            return
        if self.path is not None and self.path != path:
            if not self.tail.endswith((b"\n", b"\r")):
                self.write(b"\n")
            if not records and not self.tail.endswith((b"\n\n", b"\n\r\n", b"\r\r")):
                self.write(b"\n")
        self.write(data)
        self.path, self.tail = path, (self.tail + data[-3:])[-3:]
