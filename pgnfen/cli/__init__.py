"""The command line; the only place that touches argv, the standard streams and exit statuses."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

__all__ = ["main"]


def main() -> NoReturn:
    """Run the program on sys.argv; leaves by SystemExit, or by a signal's status."""
    # `signal` without what that imports: until this is done Ctrl-C gives a traceback.
    import _signal  # type: ignore[import-not-found]

    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)  # while all is imported Ctrl-C ends the program without words
    import gc

    # Modules live to the end, and the many tuples of a block are no cycles: neither is worth looking through often.
    gc.set_threshold(50_000)
    from pgnfen.cli import app

    app.install_signals()
    app.main()
