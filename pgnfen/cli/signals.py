"""Ctrl-C, Ctrl-Break, TERM and HUP: the program ends at once, whatever it is at, and leaves nothing behind."""

from __future__ import annotations

import os
import select
import signal
from contextlib import suppress
from types import FrameType

from pgnfen.inputs.temporary import ending_signals, leave_interrupts, puts_off, remove_unfinished
from pgnfen.scale.jobs import end_workers

_WORDS = {
    "SIGINT": "interrupted", "SIGTERM": "terminated", "SIGHUP": "terminal closed (SIGHUP)",
    "SIGBREAK": "interrupted (Ctrl-Break)",
}  # fmt: skip
_NUMBER = 128  # the status of a program that a signal ended is this and the signal's number


class _Ending:
    """Ends the process that it was made in; a worker that was forked from it ends alone."""

    def __init__(self) -> None:
        self.process = os.getpid()
        self.ending = 0  # the process that ends

    def __call__(self, number: int, _: FrameType | None) -> None:
        if puts_off(number) or self.ending == os.getpid():
            return  # a second signal finds the first at work, which may not have said its word yet
        self.ending = os.getpid()
        # Nothing is unwound: whoever waits, for a worker, a lock, a reader of the output, would wait on.
        try:
            leave_interrupts()  # a second signal has nothing to add
            if os.getpid() == self.process:
                remove_unfinished()
                end_workers()
                _say(f"pgnfen: {_word(number)}\n")
        finally:  # an exception would be whoever's was interrupted, who may go on as if there had been no signal
            os._exit(_NUMBER + number)


def install() -> None:
    """Have the signals end the program so, but for those that it was told to ignore (nohup, a shell's `&`)."""
    ending = _Ending()
    for number in ending_signals():
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, ending)


def _word(number: int) -> str:
    return next(word for name, word in _WORDS.items() if getattr(signal, name, None) == number)


def _say(line: str) -> None:
    """A line on standard error, if that takes it at once."""
    with suppress(OSError, ValueError):
        if os.name != "posix" or select.select((), (2,), (), 0)[1]:
            os.write(2, (("\n" if os.isatty(2) else "") + line).encode())
