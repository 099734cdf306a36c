"""Which findings are ignored in which files: the table per-file-ignores of a configuration."""

from __future__ import annotations

import fnmatch
import os
from collections.abc import Iterable

from pgnfen.audit.catalog import resolved
from pgnfen.inputs.names import relative_path


class Ignores:
    """What is ignored in which files; patterns are relative to the folder of the configuration."""

    def __init__(self, folder: str, patterns: dict[str, list[str]]) -> None:
        self.folder = folder
        self.patterns = patterns
        self.read: set[str] = set()  # patterns of which a file was read
        self.used: set[tuple[str, str]] = set()

    def __repr__(self) -> str:
        return f"Ignores({self.folder!r}, {self.patterns!r})"  # a run that goes on is known by it

    def of(self, path: str) -> list[tuple[str, str]]:
        """The patterns that a file fits, with the codes that each ignores."""
        relative = relative_path(path, self.folder) if os.path.exists(path) else path  # noqa: PTH110
        found = []
        for pattern, codes in self.patterns.items():
            if fnmatch.fnmatch(relative, pattern) or fnmatch.fnmatch(relative.rpartition("/")[2], pattern):
                self.read.add(pattern)
                found += [(pattern, code) for code in resolved(codes)]
        return found

    def silences(self, fitting: Iterable[tuple[str, str]], code: str) -> bool:
        """Whether a finding is ignored; that it was is noted."""
        fits = [one for one in fitting if code.startswith(one[1])]
        self.used.update(fits)
        return bool(fits)

    def useless(self) -> list[tuple[str, str]]:
        """What was read and silences nothing."""
        asked = {(pattern, code) for pattern in self.read for code in resolved(self.patterns[pattern])}
        return sorted(asked - self.used)
