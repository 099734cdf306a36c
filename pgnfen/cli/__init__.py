"""The command line; the only place that touches argv, the standard streams and exit statuses."""

from pgnfen.cli.app import main

__all__ = ["main"]
