"""No pattern that is run on input takes more time than the input is long, but for a factor."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from ambiguity import ambiguities
from collected import Used, called, held

from pgnfen.fen.fields import _BLANK
from pgnfen.pgn.layout import Layout, LayoutPattern
from pgnfen.pgn.movetext import _token_pattern
from pgnfen.pgn.piece_letters import _OTHER, _WORD
from pgnfen.select.placement_pattern import PlacementPattern

MADE_WHILE_RUNNING = {
    "pgnfen.cli.config._line": "the text of the user's own configuration; from line beginnings alone",
    "pgnfen.fen.fields._operand": "",
    "pgnfen.pgn.layout.__init__": "",
    "pgnfen.pgn.layout.LayoutPattern": "",
    "pgnfen.pgn.movetext._token_pattern": "",
    "pgnfen.pgn.piece_letters._words": "",
    "pgnfen.select.tag_conditions.tag_matches": "the user's own pattern",
    "pgnfen.select.placement_pattern.__init__": "",
    "pgnfen.select.placement_pattern.PlacementPattern": "",
    "pgnfen.pgn.tag_values.tag_column": "",
}
"""Where patterns are made, and why `made` has none of them."""

ALLOWED = {
    "pgnfen.select.placement_pattern.__init__": "the text is a rank of twelve squares at most, of eight stars at most",
}
"""Patterns in which an ambiguity is found that costs nothing, and why."""


def made() -> Iterator[Used]:
    """Examples of those that are made while the program runs."""
    for width in (8, 10, 12):
        token = _token_pattern(width).pattern
        yield Used("pgnfen.pgn.movetext._token_pattern", token, re.VERBOSE, frozenset(["match"]))
    for pattern in (_WORD, _OTHER):
        yield Used("pgnfen.pgn.piece_letters._words", pattern, 0, frozenset(["finditer", "search"]))
    operand = rf"(?:^|;){_BLANK}*hmvc{_BLANK}+([^\s;]+)"
    yield Used("pgnfen.fen.fields._operand", operand, 0, frozenset(["search"]))
    section = LayoutPattern(Layout((b"Event", b"FEN", b"Result"), True, True), b"\r\n").match.__self__
    yield Used("pgnfen.pgn.layout.__init__", section.pattern, 0, frozenset(["match"]))
    for rank in PlacementPattern("**********/*?*K*/8/8/8/8/8/8")._ranks:
        yield Used("pgnfen.select.placement_pattern.__init__", rank.pattern, 0, frozenset(["fullmatch"]))
    pair = rb'(?:\A|[\r\n])\[White "([^"\\]*)"\]'
    yield Used("pgnfen.pgn.tag_values.tag_column", pair, re.IGNORECASE, frozenset(["search"]))
    yield Used("pgnfen.pgn.tag_values.tag_column", rb"\[\s*White", 0, frozenset(["search"]))


def every() -> list[Used]:
    """All of them."""
    return [*held(), *(used for _, used in called() if used), *made()]


def test_no_pattern_is_ambiguous() -> None:
    patterns = every()
    assert len(patterns) > 100
    found = {}
    for used in patterns:
        for searched, whole in used.ways():
            for ambiguity in ambiguities(used.pattern, used.flags, searched, whole):
                found.setdefault(used.name, []).append(f"{used.pattern!r}: {ambiguity}")
    assert {name: texts for name, texts in found.items() if name not in ALLOWED} == {}
    assert set(ALLOWED) <= set(found), "no longer needed"


def test_all_patterns_that_are_made_while_the_program_runs_are_known() -> None:
    assert {where for where, used in called() if used is None} == set(MADE_WHILE_RUNNING)
    assert {name for name, why in MADE_WHILE_RUNNING.items() if not why} >= {used.name for used in made()}


ONCE = [
    (r'[^A-Za-z"; ][^";\s]*(?:\s+[^A-Za-z"; ][^";\s]*)*\s*', False, True),  # 36 tabs in a record: 5.8 s
    (r"(?:\s*;\s*D[0-9]{1,2}\s+[0-9]+)+\s*;?\s*", False, True),
    (r'\s+([A-Za-z][A-Za-z0-9_]{0,14})(?=[\s";])([^";]*(?:"[^"]*"[^";]*)*);', True, False),
    (r"\s*(?:[0-9A-Za-z~+]+/){4,}[0-9A-Za-z~+/\[\]\-]+(?:\s|$)", False, False),
    (r'\[[ \t]*[A-Za-z0-9_]*[ \t]*(?:"[^"]*"?)?[ \t]*\s*\Z', False, False),  # 800 blanks: 210 s
    (r"\{[^}]*\}|;[^\r\n]*", True, False),
    (r"(a*)*b", False, False),
    (r"(?:a|ab|b)*c", False, False),
    (r"(?i)(?:x+X)+y", False, False),
    (r"a+b", True, False),
    (r"a*(?!b*c)", True, False),
    (r"(?:(?=a*)a)*", False, False),
    (r"x[ \t]{0,64}[ \t]{0,64}[ \t]{0,64}y", True, False),
    (r"(?:(?<=b)a|b)*(?:a|b)*c", False, False),
]
SAFE = [
    (r"a*b", False, True),
    (r"a+", True, False),
    (r"(?:ab)*a", False, True),
    (r"(?<!a)a+b", True, False),
    (r"(?<=[\r\n])%[^\r\n]*x", True, False),
    (r"[^{}]*(?:\{[^{}]*\}[^{}]*)*", False, True),
    (r"a*(?!a)a*b", False, True),
    (r"\A\s*x", True, False),
    (r"(?m)^[ \t]*x", True, False),
    (r"x[ \t]{0,64}y", True, False),
]


@pytest.mark.parametrize(("pattern", "searched", "whole"), ONCE)
def test_what_is_ambiguous_is_found(pattern: str, searched: bool, whole: bool) -> None:
    assert ambiguities(pattern, 0, searched, whole)


@pytest.mark.parametrize(("pattern", "searched", "whole"), SAFE)
def test_what_is_not_is_not(pattern: str, searched: bool, whole: bool) -> None:
    assert ambiguities(pattern, 0, searched, whole) == ()
