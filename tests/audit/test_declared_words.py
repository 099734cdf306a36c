"""What shows, before tags or comments are read, that a game has no tag of a name, or declares no start or position."""

from __future__ import annotations

from pathlib import Path

import pytest

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.declared_start import _may_declare, declared_starts
from pgnfen.facts.declared_text import in_comment, may_declare_readable
from pgnfen.pgn.block import RawGame
from pgnfen.pgn.blocks import new_splitter
from pgnfen.pgn.movetext import Kind, lex

ARRAY, MOVES = "NBRKQRBN", "\n\n1. e4 *\n"
DECLARING = [
    *(f'[{name} "353"]{MOVES}' for name in ("ScharnaglNumber", "SCHARNAGL", "Chess960Position", "sp", " Sp ")),
    *(f'[Event "{text}"]{MOVES}' for text in ("SP 353", "Blitz, start position 353", "FRC, Position 353", ARRAY)),
    *(f'[Opening "{text}"]{MOVES}' for text in (f" SP: {ARRAY} ", "Scharnagl #353", "A, SP353", f'{ARRAY}"')),
    *(f"{{{text}}} 1. e4 *\n" for text in ("SP 353", f"{ARRAY} ", "Chess 960, SP 5")),
    f"1. ;{ARRAY}\ne4 *\n",
    f"1. {{{ARRAY}",
]
CASES = Path(__file__).parent.parent / "rules"


def check(game: RawGame) -> bool:
    section = game.tag_section
    declared = declared_starts(game.raw, section.end, section.pairs)
    assert not declared or _may_declare(game.raw, section.end)
    return bool(declared)


@pytest.mark.parametrize("text", DECLARING)
def test_each_declaration_has_a_word_that_is_looked_for(text: str) -> None:
    assert check(RawGame(text.encode(), 0, 1, 1))


def test_the_cases_of_rules() -> None:
    blocks = [new_splitter().split(path.read_bytes(), final=True) for path in CASES.glob("*.pgn")]
    assert sum(check(game) for block in blocks for game in block.games()) > 10


def test_most_games_declare_none() -> None:
    assert not _may_declare(b'[Opening "Spanish, Benoni defence"]\n[White "Spassky"]\n[ECO "C60"]\n\n1. e4 *\n', 73)


def test_what_declares_a_position_is_seen_at_a_glance() -> None:
    seen = 0
    for path in (*CASES.glob("D*.pgn"), *CASES.glob("E*.pgn")):
        for game in new_splitter().split(path.read_bytes(), final=True).games():
            raw, movetext = game.raw, game.tag_section.end
            comments = [one for one in lex(raw, movetext) if one.kind in (Kind.COMMENT, Kind.LINE_COMMENT)]
            if any(next(in_comment(raw, one.start + 1, one.end - 1, False), None) for one in comments):
                assert may_declare_readable(raw, movetext, ())
                seen += 1
    assert seen > 50


@pytest.mark.parametrize("bracket", ["[FEN", "[fen", "[ FEN", "[\tFeN"])
def test_a_tag_is_found_however_it_stands(bracket: str) -> None:
    text = f'[Opening "Benoni defence"]\n{bracket} "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. Kd1 *\n'
    game = Auditor().game_of(RawGame(text.encode(), 0, 1, 1))
    del game.__dict__["section"]
    pair = game.pair("FEN")
    assert pair is not None and pair.value == "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    assert game.pair("Variant") is None and "section" not in (game.__dict__ if bracket == "[FEN" else {})
