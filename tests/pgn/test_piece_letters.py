"""Movetext of other languages, put in English piece letters."""

from __future__ import annotations

import pytest

from pgnfen.pgn.definitions import LANGUAGES
from pgnfen.pgn.piece_letters import names_of, translations


def numbers(*names: str) -> tuple[int, ...]:
    return tuple(number for number, (known, _) in enumerate(LANGUAGES) if known[0] in names)


@pytest.mark.parametrize(
    "text, english",
    [
        ("1. Sf3 Dd6 2. Txe5+ Lb4", "1. Nf3 Qd6 2. Rxe5+ Bb4"),
        ("1.Sf3!(1.Dd4)Sbd7?", "1.Nf3!(1.Qd4)Nbd7?"),
        ("1. e8D exd8=S+ e1(T) b8=(L)", "1. e8Q exd8=N+ e1(R) b8=(B)"),
        ("1. Sf3 {Dd4} ;Te5\nLb4 [Tc5] Dd4", "1. Nf3 {Dd4} ;Te5\nBb4 [Tc5] Qd4"),
        ("1. S@f3 D1a2 Tab1 T:b1 Sg1-f3 Le2", "1. N@f3 Q1a2 Rab1 R:b1 Ng1-f3 Be2"),
        ("1. xSf3 SSf3 Sf33 aDd4 Dd9 D Se5", "1. xSf3 SSf3 Sf33 aDd4 Dd9 D Ne5"),
        ("1. Ta1 Te5 Fb5 Cc3 Dd4 Rg1", "1. Ra1 Re5 Bb5 Nc3 Qd4 Kg1"),
    ],
)
def test_english_letters(text: str, english: str) -> None:
    assert english.encode() in [one.raw for one in translations(text.encode(), 0)]


@pytest.mark.parametrize("text", ["1. Nf3 Qd6 2. e8=Q", "1. e4 e5", "1. Nf3 Sf6", "1. Sf3 Cc6", "", "{Sf3", "1. D T L"])
def test_no_other_language(text: str) -> None:
    assert translations(text.encode(), 0) == []


def test_languages_that_say_the_same_are_one() -> None:
    found = translations(b"1. Sf3 Sc6 2. Dd2", 0)
    assert [one.languages for one in found] == [numbers("German"), numbers("Czech")]
    assert [one.letters for one in found] == [("D S", "Q N"), ("D S", "Q B")]
    assert names_of(1 << found[0].languages[0]) == ["German", "Danish", "Norwegian", "Swedish"]
    assert found[0].first == (3, 6)


def test_tokens_stay_where_they_stand() -> None:
    text = "1. \u041a\u0440e2+! e8=\u0424+ \u0421d4".encode()
    [one] = translations(text, 0)
    assert one.raw == b"1. Ke2+   ! e8=Q+  Bd4 "
    assert len(one.raw) == len(text)
    for end, before in one.ends.items():
        assert one.raw[end - 1 : end].strip() and not one.raw[end:before].strip()
    assert one.letters == ("\u041a\u0440 \u0424 \u0421", "K Q B")


def test_the_tags_are_left_alone() -> None:
    game = b'[White "Sf3"]\n\n1. Sf3 *'
    assert translations(game, game.index(b"1."))[0].raw == b'[White "Sf3"]\n\n1. Nf3 *'
