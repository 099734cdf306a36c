"""Limits: what reading may cost at most, whatever the inputs hold."""

from __future__ import annotations

WINDOW = 27  # what libzstd and the zstd command accept without being asked: 128 MiB
LARGEST_WINDOW = 31  # what they accept at all: 2 GiB


def files_to_open(most: int) -> int:
    """How many outputs may be open at a time: `most`, or half of the files that the system allows this process."""
    try:
        import resource  # Windows has none
    except ImportError:
        return most
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return most if soft == resource.RLIM_INFINITY else max(1, min(most, (soft - _OTHER_FILES) // 2))


_OTHER_FILES = 12  # standard streams, an input, a journal, a module that is imported


class Limits:
    """`most`: uncompressed bytes of all inputs together (None: no limit); `window`: the largest window of Zstandard
    data, as a power of two, which is the memory that it takes; `threads`: how many decode at once. `made` counts what
    was read; `exceeded`: there was more.
    """

    def __init__(self, most: int | None = None, window: int = WINDOW, threads: int = 1) -> None:
        self.most = most
        self.window = window
        self.threads = threads
        self.made = 0
        self.exceeded = False

    @property
    def left(self) -> int | None:
        """Bytes that may still be read; None where there is no limit."""
        return None if self.most is None else self.most - self.made

    @property
    def reason(self) -> str:
        """What is said where there is more."""
        return (
            f"more than {self.most} bytes to read (--max-bytes); the rest of this input and all other inputs "
            "are not read"
        )


def window_log(size: int) -> int:
    """The least power of two that a window of so many bytes fits in.

    >>> window_log(1 << 27), window_log((1 << 27) + 1)
    (27, 28)
    """
    return (size - 1).bit_length()
