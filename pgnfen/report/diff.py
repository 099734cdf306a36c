"""A unified diff, made as the input goes by: what stays is not held, three lines around a change are."""

from __future__ import annotations

from collections import deque
from difflib import SequenceMatcher

CONTEXT = 3  # lines
_NO_NEWLINE = b"\n\\ No newline at end of file\n"


class UnifiedDiff:
    """The diff of one file; `feed` gives the hunks that are complete.

    >>> diff = UnifiedDiff("x.pgn")
    >>> hunks = diff.feed(b"a\\n", b"a\\n") + diff.feed(b"b\\n", b"c\\n") + diff.finish()
    >>> print(hunks.decode(), end="")
    --- x.pgn
    +++ x.pgn
    @@ -1,2 +1,2 @@
     a
    -b
    +c
    """

    def __init__(self, name: str) -> None:
        self._head = f"--- {name}\n+++ {name}\n".encode("utf-8", "surrogateescape")
        self._old, self._new = b"", b""  # the beginning of lines that have not ended
        self._before: deque[bytes] = deque(maxlen=CONTEXT)
        self._lines = [0, 0]  # of both files, as far as they are done
        self._hunk: list[bytes] = []
        self._begin = [0, 0]
        self._counts = [0, 0]
        self._behind: list[bytes] = []  # equal lines behind the last change of the hunk

    def feed(self, old: bytes, new: bytes) -> bytes:
        """What stands next in the old and in the new file; the hunks that are complete."""
        old, new = self._old + old, self._new + new
        if old == new:
            cut = old.rfind(b"\n") + 1
            self._old = self._new = old[cut:]
            return self._equal(_lines(old[:cut]))
        if not (old.endswith(b"\n") and new.endswith(b"\n")):
            self._old, self._new = old, new
            return b""
        self._old = self._new = b""
        return self._differing(_lines(old), _lines(new))

    def finish(self) -> bytes:
        """The rest."""
        old, new = _lines(self._old), _lines(self._new)
        return (self._equal(old) if old == new else self._differing(old, new)) + self._close()

    def _differing(self, old: list[bytes], new: list[bytes]) -> bytes:
        head = next((i for i, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), None)
        head = min(len(old), len(new)) if head is None else head
        most = min(len(old), len(new)) - head
        tail = next((i for i in range(most) if old[-1 - i] != new[-1 - i]), most)
        out = self._equal(old[:head])
        olds, news = old[head : len(old) - tail], new[head : len(new) - tail]
        for tag, a, b, c, d in SequenceMatcher(None, olds, news, autojunk=False).get_opcodes():
            if tag == "equal":
                out += self._equal(olds[a:b])
            else:
                self._change(olds[a:b], news[c:d])
        return out + self._equal(old[len(old) - tail :])

    def _equal(self, lines: list[bytes]) -> bytes:
        if not lines:
            return b""
        out = b""
        if self._hunk:
            wanted = 2 * CONTEXT + 1 - len(self._behind)
            self._behind += lines[:wanted]
            if len(self._behind) > 2 * CONTEXT:
                out = self._close()
        self._before.extend(lines[-CONTEXT:])
        self._lines = [count + len(lines) for count in self._lines]
        return out

    def _change(self, old: list[bytes], new: list[bytes]) -> None:
        if not self._hunk:
            before = list(self._before)
            self._begin = [count - len(before) for count in self._lines]
            self._add(b" ", before)
        else:
            self._add(b" ", self._behind)
        self._behind = []
        self._add(b"-", old)
        self._add(b"+", new)
        self._before.clear()
        self._lines = [self._lines[0] + len(old), self._lines[1] + len(new)]

    def _add(self, sign: bytes, lines: list[bytes]) -> None:
        for line in lines:
            self._hunk.append(sign + line + (b"" if line.endswith(b"\n") else _NO_NEWLINE))
        self._counts[0] += len(lines) if sign != b"+" else 0
        self._counts[1] += len(lines) if sign != b"-" else 0

    def _close(self) -> bytes:
        if not self._hunk:
            return b""
        self._add(b" ", self._behind[:CONTEXT])
        ranges = [_range(begin, count) for begin, count in zip(self._begin, self._counts, strict=True)]
        out = b"".join([self._head, b"@@ -%s +%s @@\n" % tuple(ranges), *self._hunk])
        self._head, self._hunk, self._behind, self._counts = b"", [], [], [0, 0]
        return out


def _lines(data: bytes) -> list[bytes]:
    """Lines as they end with LF, which is how patch has it."""
    lines = data.split(b"\n")
    return [line + b"\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _range(begin: int, count: int) -> bytes:
    if count == 1:
        return b"%d" % (begin + 1)
    return b"%d,%d" % (begin + 1 if count else begin, count)
