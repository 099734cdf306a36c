"""The exceptions that pgnfen raises on purpose, by kind.

    PgnfenError
    ├── InputError               an input (file, folder, member, stream) that cannot be read
    │   ├── MissingInputError       no such file, folder or member
    │   ├── UnreadableInputError    refused by the system, encrypted, damaged
    │   ├── TruncatedInputError     ends too early
    │   ├── NotTextInputError       is not text
    │   └── RemoteInputError        a server or an object store does not deliver it
    └── ConversionError          a notation that cannot express what the position needs

What is wrong *inside* a readable input is never an exception: it is a Finding (pgnfen.audit) or,
for one FEN, a Fault (pgnfen.fen).
"""

from __future__ import annotations

from collections.abc import Sequence

from pgnfen.words import did_you_mean, listed


def check_one_of(name: str, value: object, allowed: Sequence[str]) -> None:
    """Raises ValueError that says what is allowed, and what may be meant, where an argument is none of it.

    >>> check_one_of("severity", "warn", ("error", "warning", "info"))
    Traceback (most recent call last):
    ValueError: severity is 'warn'; it must be 'error', 'warning' or 'info'; did you mean 'warning'?
    """
    if value not in allowed:
        meant = did_you_mean(value, allowed) if isinstance(value, str) else ""
        raise ValueError(f"{name} is {value!r}; it must be {listed(map(repr, allowed), 'or')}{meant and f'; {meant}'}")


def check_type(name: str, value: object, *types: type) -> None:
    """Raises TypeError that names an argument where it is of none of the types.

    >>> check_type("text", b"8/8", str)
    Traceback (most recent call last):
    TypeError: text has type bytes; it must be str
    """
    if not isinstance(value, types):
        allowed = " or ".join("None" if one is type(None) else one.__name__ for one in types)
        raise TypeError(f"{name} has type {type(value).__name__}; it must be {allowed}")


class PgnfenError(Exception):
    """Base of every exception that pgnfen raises on purpose."""


class InputError(PgnfenError):
    """An input that could not be read, or not to its end.

    `name` is the input as the user named it (or as found in a folder or archive), `reason` one line: what failed and
    what to do. The subclasses are the kinds that a program may want to handle; this class itself is for the others:
    an input that is also an output, records where games are read, more bytes than allowed.
    """

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name}: {reason}")
        self.name = name
        self.reason = reason

    def __reduce__(self) -> tuple[type[InputError], tuple[str, str]]:
        return type(self), (self.name, self.reason)

    def with_reason(self, reason: str) -> InputError:
        """The same kind of error of the same input, with another reason.

        >>> MissingInputError("a.pgn", "no such file").with_reason("no such folder")
        MissingInputError('a.pgn: no such folder')
        """
        return type(self)(self.name, reason)


class MissingInputError(InputError):
    """There is no such file, folder, object or member, or none that matches a pattern."""


class UnreadableInputError(InputError):
    """The system, or a format, does not let the input be read: permission, a failing disk, encryption, damage."""


class TruncatedInputError(InputError):
    """The input ends too early: compressed data, an archive or a download is not complete.

    The games before the end were read.
    """


class NotTextInputError(InputError):
    """The input is not text: an image, a program, UTF-16."""


class RemoteInputError(InputError):
    """A server or an object store does not deliver the input: no connection, an error status, a missing package."""


class ConversionError(PgnfenError):
    """A position or record that the asked-for notation cannot express without guessing."""
