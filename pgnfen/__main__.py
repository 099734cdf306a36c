"""`python -m pgnfen`."""

from pgnfen.cli import main

main()
