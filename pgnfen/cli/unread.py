"""What could not be read of many inputs: said when it is met, and again at the end, where it is seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pgnfen.cli.standard import say
from pgnfen.errors import InputError
from pgnfen.report.terminal_text import error_line, quoted

if TYPE_CHECKING:
    from pgnfen.inputs.stream import PassedOver

_NAMED = 5  # inputs that the last line names


class Unread:
    """The inputs that could not be read, or not to their end; true where there are any."""

    def __init__(self) -> None:
        self.count = 0
        self.names: list[str] = []
        self.lines: list[str] = []  # what was said of each

    def __bool__(self) -> bool:
        return self.count > 0

    def add(self, error: InputError) -> None:
        """One more."""
        self.count += 1
        self.lines.append(error_line(error))
        if len(self.names) < _NAMED:
            self.names.append(error.name)

    def update(self, other: Unread) -> None:
        """Those of another run."""
        self.count += other.count
        self.lines += other.lines
        self.names += other.names[: _NAMED - len(self.names)]

    def say(self, read: int) -> None:
        """The last line, where there were several inputs: which could not be read, beside so many that could."""
        if not self.count or self.count + read < 2:
            return
        more = f" and {self.count - len(self.names):,} more" if self.count > len(self.names) else ""
        names = ", ".join(map(quoted, self.names))
        say(f"pgnfen: {self.count:,} of {self.count + read:,} inputs could not be read to the end: {names}{more}")


def say_passed_over(passed_over: PassedOver | None, suffixes: Sequence[str]) -> None:
    """The line on members of a zip archive that are not read."""
    if passed_over is None:
        return
    names = passed_over.members
    shown = ", ".join(map(quoted, names[:_NAMED]))
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    say(
        f"pgnfen: {quoted(passed_over.archive)}: not read, because the names do not end in {' or '.join(suffixes)}: "
        f"{shown}{more}"
    )
