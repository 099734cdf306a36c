"""The Python API: what a command does, a function does, with the names and defaults of its options.

An input is a path, a folder, a glob pattern, a URL, "-" for standard input, the PGN itself as bytes, a file that is
open for its bytes, or a list of these. What is wrong inside a readable PGN is a Finding. What cannot be read is an
InputError: `on_error` "raise" raises the first when all else is read, "now" at once, "skip" never; a function is given
each.

Each function works on one core, in the process that calls it. Functions are reached as `pgnfen.audit`, `pgnfen.read`.
"""
