"""The command line; the only place that touches argv, the standard streams and exit statuses."""

from __future__ import annotations

import gc
import signal
from typing import NoReturn

__all__ = ["main"]


def main() -> NoReturn:
    """Run the program on sys.argv; leaves by SystemExit, or by a signal's status."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # while all is imported Ctrl-C needs no words, and no traceback
    # Modules live to the end, and the many tuples of a block are no cycles: neither is worth looking through often.
    gc.set_threshold(50_000)
    from pgnfen.cli import app, signals

    signals.install()
    app.main()
