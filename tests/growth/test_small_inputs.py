"""Inputs of less than a kibibyte: runs of each white space and each separator between the fields of FENs and records,
and where a tag section ends. None takes longer than LIMIT beyond what the program needs to start."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial

import pytest
from growth import TASKS
from work import counter, work

LIMIT = 150_000_000 if counter() is not None else 50_000_000
"""Instructions, or nanoseconds of the processor."""
_TRIES = 4

BLANKS = tuple(" \t\v\f\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2003\u2028\u2029\u202f\u205f\u3000\u200b\ufeff\x00")
SEPARATORS = tuple('/-_,;"|.:+=[]{}()%#~0a')
RUNS = (*BLANKS, *SEPARATORS, " \t", "\t ", "; ", '" ', "\t;", "- ", "a/", "1 ", "a ", "\ta")
FIELDS = {
    "FEN": ("{}8/8/8/8/8/8/8/8", "w", "-", "-", "0", "1{}"),
    "FEN and another word": ("8/8/8/8/8/8/8/8", "w", "-", "-", "0", "1", "a"),
    "EPD": ("8/8/8/8/8/8/8/8", "w", "-", "-", "hmvc", "1;", "id", '"x";', "x"),
    "perft": ("8/8/8/8/8/8/8/8", "w", "-", "-", ";D1", "2", ";D2", "4!"),
    "open tag": ("[", "White", '"a', "!"),
    "open line": ("[", "!"),
    "tag": ("[", "White", '"a"', "]", "!"),
    "moves": ("1.", "e4", "{a}", "e5", "$1", "(1... c5", ")", "2.", "Nf3", "x"),
}


def lines(fields: tuple[str, ...], run: str) -> Iterator[str]:
    """The fields with a long run between two of them, and with shorter ones between all."""
    for gap in range(1, len(fields)):
        yield (" ".join(fields[:gap]) + run * (760 // len(run)) + " ".join(fields[gap:])).replace("{}", "")
    for size in (36, 60, 84):
        yield (run * (size // len(run))).join(fields).replace("{}", run * 20)[:900]


def inputs(name: str, run: str) -> Iterator[tuple[bytes, bool]]:
    """Files with such lines, and whether they are of records."""
    for line in lines(FIELDS[name], run):
        if name in ("open line", "open tag", "tag", "moves"):
            yield f'[Event "g"]\n\n1. e4 *\n\n[Event "h"]\n{line}'.encode(), False
            yield f'[Event "g"]\n\n1. e4 {line} *\n'.encode(), False
        else:
            yield f"{line}\n".encode(), True
            yield f'[FEN "{line}"]\n\n1. e4 {{{line}}} {{fen={line}}} *\n'.encode(), False


def most(name: str, run: str, reader: str) -> tuple[int, bytes]:
    """The work of the input that takes the most, and the input."""
    worst, shown = 0, b""
    for data, records in inputs(name, run):
        task = partial(TASKS["fix"], data, records, reader)
        least = sys.maxsize
        for _ in range(_TRIES):
            least = min(least, work(task))
            if least < LIMIT // 2:
                break
        if least > worst:
            worst, shown = least, data
    return worst, shown


def check(name: str, runs: tuple[str, ...], reader: str) -> None:
    TASKS["fix"](b'[Event "g"]\n\n1. e5 *\n', False, reader)  # what is done once in a process
    for run in runs:
        took, data = most(name, run, reader)
        assert took < LIMIT, (took, data)


@pytest.mark.parametrize("name", FIELDS)
def test_runs_between_fields(name: str, reader: str) -> None:
    check(name, (" ", "\t", "\x85", "\u200b", "/", ";", '"', "a/", "1 "), reader)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", FIELDS)
def test_all_runs_between_fields(name: str, reader: str) -> None:
    check(name, RUNS, reader)
