"""A baseline: findings that are known, so that an audit says what is new.

A text file, a finding a line, sorted: code, hash of the game (`game_hash`), how often, path, declared value
(these two as JSON strings), severity, which old baselines lack. Paths are relative to the folder of the baseline.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Collection
from hashlib import blake2b
from typing import NamedTuple

from pgnfen.audit.finding import SEVERITIES, Remark, Severity, at_least
from pgnfen.audit.rule import REGISTRY
from pgnfen.errors import PgnfenError
from pgnfen.inputs.names import is_url, relative_path
from pgnfen.inputs.writer import OutputFile
from pgnfen.pgn.block import Block
from pgnfen.pgn.definitions import KEYS
from pgnfen.pgn.record_block import RecordBlock


class Fingerprints:
    """Counts findings that are alike: those of a game that say the same of the same value."""

    def __init__(self) -> None:
        self._met: Counter[bytes] = Counter()

    def of(self, remark: Remark, game: str, path: str = "") -> str:
        """The fingerprint of a finding: the baseline's key (code, hash of the game, declared value, here with the path
        if there is one), and how many of that there have been.

        >>> remark = Remark(1, "C201", "castling-not-declared", "error", None, "Qkq", "KQkq", "", "safe")
        >>> prints = Fingerprints()
        >>> prints.of(remark, "0123456789abcdef"), prints.of(remark, "0123456789abcdef")
        ('de9f65d649ec609b61249686c9ca4580:1', 'de9f65d649ec609b61249686c9ca4580:2')
        """
        key = "\0".join((path, remark.code, game, remark.declared or "")).encode("utf-8", "surrogatepass")
        digest = blake2b(key, digest_size=16).digest()
        self._met[digest] += 1
        return f"{digest.hex()}:{self._met[digest]}"


_WHITE, _BLACK = KEYS.index(b"white"), KEYS.index(b"black")


def game_hash(block: Block, index: int) -> str:
    """Hash (16 hexadecimal digits) of the movetext, blanks and line ends aside, and the players' names of the game at
    `index` (0-based, in the block); of a record's line."""
    digest = blake2b(digest_size=8)
    if isinstance(block, RecordBlock):
        digest.update(b" ".join(block.line_bytes(index).split()))
        return digest.hexdigest()
    end = block.starts[index + 1] if index + 1 < len(block) else block.end
    digest.update(b" ".join(block.data[block.movetexts[index] : end].split()))
    values = block.values_of(index)
    for name in (values[_WHITE], values[_BLACK]):
        digest.update(b"\0" + (name or b""))
    return digest.hexdigest()


HEAD = "# pgnfen baseline 1\n"
_DECODER = json.JSONDecoder()


class Known(NamedTuple):
    """What a finding is known by."""

    path: str
    code: str
    hash: str
    declared: str | None


class Shown(NamedTuple):
    """What a run shows: findings of these codes, of a least severity or of codes that are `named`."""

    codes: Collection[str]
    least: Severity
    named: Collection[str]


class Baseline:
    """The findings of a baseline file (none where it is not there yet: `exists`), and those met in this run.

    Raises PgnfenError for a file that is no baseline, with the line.
    """

    def __init__(self, file: str) -> None:
        self.file, self.exists = file, True
        self.folder = os.path.dirname(os.path.abspath(file))  # noqa: PTH100, PTH120
        self.severities: dict[Known, Severity] = {}
        self.known = self._known()
        self._left = Counter(self.known)
        self.met: Counter[Known] = Counter()
        self._paths: dict[str, str] = {}
        self._gone: dict[str, bool] = {}
        self._read: dict[str, tuple[str, ...]] = {}
        self.shown: Shown | None = None
        """What this run shows; None: everything. Of what it does not, nothing is said to be gone."""

    def show(self, codes: Collection[str], least: Severity, named: Collection[str]) -> None:
        """Note what this run shows."""
        self.shown = Shown(frozenset(codes), least, named)

    def path(self, path: str) -> str:
        """An input as the baseline names it."""
        known = self._paths.get(path)
        if known is None:
            known = path
            if os.path.exists(path):  # noqa: PTH110
                known = relative_path(path, self.folder)
            self._paths[path] = known
        return known

    def is_new(self, path: str, hash: str, remark: Remark) -> bool:
        """Note a finding, by the hash of its game; whether it is not known."""
        key = Known(self.path(path), remark.code, hash, remark.declared)
        self.met[key] += 1
        self.severities[key] = max(remark.severity, self.severities.get(key, "error"), key=SEVERITIES.index)
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
        """Whether this run would have met the finding; none occurs any more in a file that is gone."""
        if self._is_gone(key.path):
            return True
        if key.path not in self._read or key.code.startswith(self._read[key.path]):
            return False
        if self.shown is None or key.code in self.shown.named:
            return True
        codes, least, _ = self.shown
        severity = self.severities.get(key)
        if severity is None:  # in an old baseline: the rule's, though some findings of an error's rule may be less
            severity = None if least == "error" or key.code not in codes else REGISTRY[key.code].severity
        return key.code in codes and severity in at_least(least)

    def _is_gone(self, path: str) -> bool:
        """Whether an input is a file that is not there any more: no URL, no standard input, and not in a zip archive
        that is still there."""
        gone = self._gone.get(path)
        if gone is None:
            file = os.path.join(self.folder, path)  # noqa: PTH118
            names = [path[:end] for end in range(len(path)) if path[end] == ":"]
            archives = (os.path.join(self.folder, name) for name in names)  # noqa: PTH118
            gone = path not in self._read and path != "<stdin>" and not is_url(path)
            gone = gone and not any(map(os.path.lexists, (file, *archives)))
            self._gone[path] = gone
        return gone

    def gone_files(self) -> list[str]:
        """The files of known findings that are not there any more."""
        return sorted({key.path for key in self.known if self._is_gone(key.path)})

    def write(self, prune_only: bool) -> None:
        """Write the baseline: what was met in the inputs that were read (`prune_only`: of that what was known), and
        what is known of others and of rules that are not judged. Raises PgnfenError."""
        kept = {key: count for key, count in self.known.items() if not self._judges(key)}
        for key, count in self.met.items():
            wanted = max(min(count, self.known[key]) if prune_only else count, kept.get(key, 0))
            if wanted:
                kept[key] = wanted
        with OutputFile(self.file) as out:
            rows = sorted(kept.items(), key=lambda row: (*row[0][:3], row[0].declared or ""))
            out.write((HEAD + "".join(self._line(key, count) for key, count in rows)).encode())

    def _line(self, key: Known, count: int) -> str:
        known = [key.code, key.hash, str(count), json.dumps(key.path), json.dumps(key.declared)]
        return " ".join([*known, *filter(None, [self.severities.get(key)])]) + "\n"

    def _known(self) -> Counter[Known]:
        try:
            with open(self.file, encoding="utf-8") as lines:  # noqa: PTH123
                text = lines.read()
        except FileNotFoundError:
            self.exists = False
            return Counter()
        except (OSError, UnicodeDecodeError) as error:
            raise PgnfenError(f"{self.file}: cannot be read as a baseline: {error}") from None
        known: Counter[Known] = Counter()
        if not text.startswith(HEAD):
            raise PgnfenError(f"{self.file}: not a pgnfen baseline (its first line is not {HEAD.strip()!r})")
        for number, line in enumerate(text.splitlines()[1:], 2):
            try:
                key, count, severity = _read(line)
            except (ValueError, TypeError):
                raise PgnfenError(f"{self.file}: line {number} is not a valid baseline line: {line!r}") from None
            known[key] += count
            if severity is not None:
                self.severities[key] = severity
        return known


def _read(line: str) -> tuple[Known, int, Severity | None]:
    """A line: the finding, how often, its severity; raises ValueError or TypeError."""
    code, hash, count, rest = line.split(" ", 3)
    path, end = _DECODER.raw_decode(rest)
    declared, after = _DECODER.raw_decode(rest, end + 1)
    severity = rest[after + 1 :]
    if severity and severity not in SEVERITIES:
        raise ValueError(severity)
    return Known(path, code, hash, declared), int(count), severity or None
