"""The exceptions of pgnfen: each means that an input could not be read at all.

    PgnfenError
    ├── InputError            an input (file, folder, member, stream) that cannot be read
    └── ConversionError       a notation that cannot say what the position needs

What is wrong *inside* a readable input is never an exception: it is a Finding (pgnfen.audit) or,
for one FEN, a Fault (pgnfen.fen).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def meant(word: str, known: Iterable[str]) -> str:
    """What may be meant by a word that is not known, to stand behind a message; nothing where nothing is near.

    >>> meant("adit", ["audit", "fix"]), meant("x", ["audit", "fix"])
    (' (did you mean audit?)', '')
    """
    from difflib import get_close_matches  # for a message

    near = get_close_matches(word.lower(), list(known), 3, 0.7)
    return f" (did you mean {' or '.join(near)}?)" if near else ""


def check_one_of(name: str, value: object, allowed: Sequence[str]) -> None:
    """Raises ValueError that says what is allowed where an argument is none of it.

    >>> check_one_of("severity", "warn", ("error", "warning", "info"))
    Traceback (most recent call last):
    ValueError: severity is 'warn': neither 'error', 'warning' nor 'info'
    """
    if value not in allowed:
        *others, last = map(repr, allowed)
        raise ValueError(f"{name} is {value!r}: neither {', '.join(others)} nor {last}")


def check_type(name: str, value: object, *types: type) -> None:
    """Raises TypeError that names an argument where it is of none of the types.

    >>> check_type("text", b"8/8", str)
    Traceback (most recent call last):
    TypeError: text is of type bytes, not str
    """
    if not isinstance(value, types):
        allowed = " or ".join("None" if one is type(None) else one.__name__ for one in types)
        raise TypeError(f"{name} is of type {type(value).__name__}, not {allowed}")


class PgnfenError(Exception):
    """Base of every exception that pgnfen raises on purpose."""


class InputError(PgnfenError):
    """An input that could not be read: names it and says why and what to do.

    `name` is the input as the user gave it (or as found in a folder or archive), `reason` one line.
    """

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name}: {reason}")
        self.name = name
        self.reason = reason

    def __reduce__(self) -> tuple[type[InputError], tuple[str, str]]:
        return InputError, (self.name, self.reason)


class ConversionError(PgnfenError):
    """A position or record that the asked-for notation cannot express without guessing."""
