"""Names of files made of values: none that a system reserves, none twice."""

from __future__ import annotations

import itertools

import pytest

from pgnfen.select.outputs import FileNames

WORDS = ("CON", "prn", "Aux", "nul", "COM1", "com0", "lpt9")
ENDS = ("", ".", ".pgn", ".txt", ".tar.gz", " .pgn", ".a.b.", "..", ":x", "/x", "\u00b9.x")


@pytest.mark.parametrize("suffix", [".pgn", ".epd", ".pgn.zst"])
def test_no_name_is_reserved_by_windows(suffix: str) -> None:
    """Windows reserves these words, case apart, up to the first dot, and blanks before that."""
    names = FileNames(suffix)
    values = [before + word + end for before, word, end in itertools.product(("", ".", "-"), WORDS, ENDS)]
    made = [names.of(value) for value in values]
    assert len({name.lower() for name in made}) == len(values)
    for value, name in zip(values, made, strict=True):
        stem = name.partition(".")[0].rstrip(" ").lower()
        assert stem not in {word.lower() for word in WORDS}, (value, name)
        assert name.endswith(suffix) and not name.removesuffix(suffix).endswith((".", " "))


def test_words_that_only_begin_so_are_kept() -> None:
    names = FileNames(".pgn")
    assert [names.of(value) for value in ("Console", "nullity.x", "Auxerre")] == [
        "Console.pgn", "nullity.x.pgn", "Auxerre.pgn"
    ]  # fmt: skip


def test_a_long_value_is_cut_where_a_name_may_end() -> None:
    name = FileNames(".pgn").of("a" * 78 + ". and more")
    assert name.startswith("a" * 78 + "-") and name.count(".") == 1
