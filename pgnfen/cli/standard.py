"""Standard input and output of the program, which may be closed, as those of a daemon are."""

from __future__ import annotations

import sys
from typing import BinaryIO

from pgnfen.errors import PgnfenError


def standard_input() -> BinaryIO | None:
    """Standard input as bytes, None where it is closed.

    Without its buffer: Python dies at exit where a thread, still waiting for bytes, holds its lock.
    """
    if sys.stdin is None:
        return None
    raw: BinaryIO = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
    return raw


def standard_output() -> BinaryIO:
    """Standard output as bytes; raises PgnfenError where it is closed: what is written would be lost."""
    if sys.stdout is None:
        raise PgnfenError("standard output is closed; give it a file or a pipe")
    return sys.stdout.buffer
