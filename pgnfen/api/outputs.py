"""Outputs of the API: a file by its name, or one that is open for bytes."""

from __future__ import annotations

import os
from typing import BinaryIO, TypeAlias

from pgnfen.inputs.register import Register
from pgnfen.inputs.writer import OutputFile

Output: TypeAlias = str | os.PathLike[str] | BinaryIO
"""A file that appears under its name when it is complete (compressed if the name ends in .gz, .bz2, .xz or .zst), or
one that is open for bytes, which stays open."""


def opened(output: Output, register: Register) -> OutputFile:
    """What is written to, a context manager. Raises PgnfenError where the file cannot be written, or is an input.

    >>> import io
    >>> file = io.BytesIO()
    >>> with opened(file, Register()) as out:
    ...     _ = out.write(b"1. e4 *")
    >>> file.getvalue()
    b'1. e4 *'
    """
    if isinstance(output, (str, os.PathLike)):
        return OutputFile(output, None, register)
    if not hasattr(output, "write"):
        raise TypeError(f"{type(output).__name__} is not an output; give a path, or a file that is open for bytes")
    return OutputFile("-", output, register)
