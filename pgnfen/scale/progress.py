"""How far a run has come: what inputs mean in files and bytes, for a progress bar."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from pgnfen.inputs.register import named_files


class Size(NamedTuple):
    """Files, and their bytes as stored; 0 where that cannot be told."""

    files: int
    bytes: int


def size_of(inputs: Sequence[str], suffixes: Sequence[str]) -> Size:
    """The size of what inputs mean, before anything is opened; of a URL, or standard input, nothing is known.

    >>> size_of(["-"], [".pgn"])
    Size(files=0, bytes=0)
    """
    sizes = []
    for name in named_files(inputs, suffixes):
        try:
            sizes.append(os.stat(name).st_size)  # noqa: PTH116
        except (OSError, ValueError):  # a URL, standard input, what is not there
            return Size(0, 0)
    return Size(len(sizes), sum(sizes))
