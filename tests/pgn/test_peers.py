"""Games counted by other readers: each difference is one of the doubtful cases that docs/boundaries.md lists."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import peers
import pytest
from doubtful import CASES, PLAIN, Case, page_row

import pgnfen

PAGE = Path(__file__).parents[2] / "docs" / "boundaries.md"
TAGS = (
    b'[Event "a"]\n', b'[Event "a"]]\n', b'[[Event "a"]\n', b' [Event "a"]\n', b'\n[Event "a"]\n',
    b'{c}\n[Event "a"]\n', b'; c\n[Event "a"]\n', b'% c\n[Event "a"]\n', b'[Event "a"] [Round "2"]\n',
    b'[Event "a\nb"]\n',
)  # fmt: skip
MORE = (b"", b"", b'[Site "x"]\n', b'\n[Site "x"]\n', b'  [Site "x"]\n', b'[Site "x"]]\n', b"[Site x]\n", b"; note\n")
BETWEEN = (b"\n", b"\n", b"\n", b"", b"\n\n", b" \n", b"\n{see}\n", b"\n{see}\n\n")
BODY = (
    b"1. e4 ", b"e5 ", b"2. Nf3 ", b"$10 ", b"!? ", b"N ", b"{a comment} ", b"{[%clk 0:01]} ", b"{a\n\nb} ",
    b"{a\n[%cal e4]\n} ", b"\n", b"\n\n", b"\n  ", b"(1. d4) ", b"((1. d4)) ", b"\nSome prose here.\n",
    b"\n\nSome prose here.\n", b"; c\n", b"\n% c\n", b"\n\n{a note}\n", b"*x ",
)  # fmt: skip
ENDS = (b"*\n\n", b"*\n\n", b"\n\n", b"*\n", b"1-0 *\n\n", b"1-0\n\n{note}\n\n", b"1-0\n\nProse.\n\n", b"1-0 ")
UNREPORTED = {
    "a comment behind a blank line and the marker": rb"(?:\*|1-0)\s*\n[ \t]*\n\{",
    "a comment before the tags": rb"(?:\A|[\n)}*0])\s*\{[^}]*\}\s*\n\s*\[",
    "indented tags": rb"(?:\A|\n)[ \t]+\[",
    "a line of a comment between blank lines before the moves": rb"\n[;%][^\n]*\n",
}
"""Where other games are counted and no rule says so, because nothing is wrong with the game."""
UNREPORTED_BY_PGN_EXTRACT = UNREPORTED | {
    "a NAG or a sign before the first move": rb"(?:\n|\} )[ ]*(?:\$10|!\?|N) ",
    "a `;` comment in a game without moves": rb";[^\n]*\s+(?:\*|1-0)",
}
REPORTING = re.compile(r"G\d+|R103|R108")


def archive(rng: random.Random) -> bytes:
    """Some games, each with oddities or none."""
    games = []
    for _ in range(rng.randint(1, 4)):
        body = b"".join(rng.choices(BODY, k=rng.randint(0, 5)))
        games.append(b"".join(rng.choice(part) for part in (TAGS, MORE, BETWEEN)) + body + rng.choice(ENDS))
    return b"".join(games)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.what)
def test_doubtful_cases(case: Case, reader: str) -> None:
    """As many games as the page says, also behind another game, in one read or in small blocks."""
    for lead in (b"", PLAIN):
        data = lead + case.data + PLAIN
        others = 2 if lead else 1
        assert peers.pgnfen(data) - others == case.pgnfen
        assert peers.python_chess(data) - others == case.python_chess


def test_doubtful_cases_in_programs() -> None:
    """What the page says of pgn-extract and Scid, in the versions that it names, where they are installed."""
    datas = [case.data + PLAIN for case in CASES]
    if peers.version("pgn-extract") == "19.04":
        for case, data in zip(CASES, datas, strict=True):
            assert (peers.pgn_extract(data) or 0) - 1 == case.pgn_extract, case.what
    if peers.version("Scid") == "4.7.4":
        for case, count in zip(CASES, peers.scid(datas), strict=True):
            assert (count or 0) - 1 == case.scid, case.what


def test_the_page_has_every_case() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for case in CASES:
        assert page_row(case) in page


def differing(seed: int, peer: Callable[[bytes], int | None], unreported: Mapping[str, bytes]) -> int:
    """How many of some archives the peer counts otherwise; each is reported, or of a class that is listed."""
    rng, count = random.Random(seed), 0
    for _ in range(60):
        data = archive(rng)
        if peers.pgnfen(data) == peer(data):
            continue
        count += 1
        codes = {found.code for found in pgnfen.audit(data, severity="info")}
        listed = [what for what, pattern in unreported.items() if re.search(pattern, data)]
        assert listed or any(REPORTING.match(code) for code in codes), data
    return count


@pytest.mark.parametrize("seed", range(4))
def test_every_difference_is_listed(seed: int, reader: str) -> None:
    assert differing(seed, peers.python_chess, UNREPORTED) > 10
    if peers.version("pgn-extract") == "19.04":
        assert differing(seed, peers.pgn_extract, UNREPORTED_BY_PGN_EXTRACT) > 10


def test_clean_games_are_counted_alike(corpora: Path) -> None:
    """Real archives, as the script prints them: pgnfen never finds fewer games than tag sections begin a line."""
    rows = list(peers.compared([str(corpora)]))
    assert len(rows) > 30
    for name, data, counts in rows:
        events = len(re.findall(rb"^\[Event ", data, re.M))
        assert (counts["pgnfen"] or 0) >= events, name
