"""A baseline: findings that are known, so that an audit says what is new.

A text file, a finding a line, sorted: code, hash of the game (audit/fingerprint.py), how often, path, declared value;
the last two as JSON strings. Paths are relative to the folder of the baseline.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from pgnfen.errors import PgnfenError
from pgnfen.inputs.writer import OutputFile

HEAD = "# pgnfen baseline 1\n"


class Known(NamedTuple):
    """What a finding is known by."""

    path: str
    code: str
    hash: str
    declared: str | None


class Baseline:
    """The findings of a baseline file (none where it is not there yet), and those met in this run.

    Raises PgnfenError for a file that is no baseline, with the line.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self.folder = os.path.dirname(os.path.abspath(file))  # noqa: PTH100, PTH120
        self.known = _read(file)
        self._left = Counter(self.known)
        self.met: Counter[Known] = Counter()
        self._paths: dict[str, str] = {}
        self._read: dict[str, tuple[str, ...]] = {}
        self.judged: frozenset[str] | None = None
        """The rules of which this run shows all findings; None: all. Of others nothing is said to be gone."""

    def path(self, path: str) -> str:
        """An input as the baseline names it."""
        known = self._paths.get(path)
        if known is None:
            known = path
            if os.path.exists(path):  # noqa: PTH110
                known = os.path.relpath(path, self.folder).replace(os.sep, "/")
            self._paths[path] = known
        return known

    def is_new(self, path: str, code: str, hash: str, declared: str | None) -> bool:
        """Note a finding; whether it is not known."""
        key = Known(self.path(path), code, hash, declared)
        self.met[key] += 1
        if self._left[key] > 0:
            self._left[key] -= 1
            return False
        return True

    def gone(self) -> Counter[Known]:
        """What is known of the inputs that were read and does not occur any more."""
        return Counter({key: count for key, count in self._left.items() if count > 0 and self._judges(key)})

    def read(self, path: str, ignored: tuple[str, ...] = ()) -> None:
        """Note that an input was read, findings or not, and the prefixes of the codes that are ignored in it."""
        self._read[self.path(path)] = ignored

    def _judges(self, key: Known) -> bool:
        """Whether this run would have met the finding."""
        if key.path not in self._read or key.code.startswith(self._read[key.path]):
            return False
        return self.judged is None or key.code in self.judged

    def write(self, prune_only: bool) -> None:
        """Write the baseline: what was met in the inputs that were read (`prune_only`: of that what was known), and
        what is known of others and of rules that are not judged. Raises PgnfenError."""
        kept = {key: count for key, count in self.known.items() if not self._judges(key)}
        for key, count in self.met.items():
            wanted = max(min(count, self.known[key]) if prune_only else count, kept.get(key, 0))
            if wanted:
                kept[key] = wanted
        with OutputFile(self.file) as out:
            out.write((HEAD + "".join(_lines(kept.items()))).encode())


def _lines(known: Iterable[tuple[Known, int]]) -> list[str]:
    rows = sorted(known, key=lambda row: (*row[0][:3], row[0].declared or ""))
    return [
        f"{key.code} {key.hash} {count} {json.dumps(key.path)} {json.dumps(key.declared)}\n" for key, count in rows
    ]


def _read(file: str) -> Counter[Known]:
    try:
        with open(file, encoding="utf-8") as lines:  # noqa: PTH123
            text = lines.read()
    except FileNotFoundError:
        return Counter()
    except (OSError, UnicodeDecodeError) as error:
        raise PgnfenError(f"{file}: cannot be read as a baseline: {error}") from None
    known: Counter[Known] = Counter()
    if not text.startswith(HEAD):
        raise PgnfenError(f"{file}: is no baseline of pgnfen (its first line is not {HEAD.strip()!r})")
    decoder = json.JSONDecoder()
    for number, line in enumerate(text.splitlines()[1:], 2):
        try:
            code, hash, count, rest = line.split(" ", 3)
            path, end = decoder.raw_decode(rest)
            declared = json.loads(rest[end:])
            known[Known(path, code, hash, declared)] += int(count)
        except (ValueError, TypeError):
            raise PgnfenError(f"{file}: line {number} is none of a baseline: {line!r}") from None
    return known
