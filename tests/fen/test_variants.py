"""Spellings of the Variant tag."""

from __future__ import annotations

import chess.variant
import pytest

from pgnfen.fen import read_fen, read_variant, to_chess_board


def test_python_chess_s_own_names() -> None:
    for variant in chess.variant.VARIANTS:
        if variant is chess.Board:
            continue
        for alias in [*variant.aliases, variant.uci_variant]:
            assert alias is not None
            found = read_variant(alias)
            assert found.family == "python-chess"
            assert type(to_chess_board(read_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), found)) is variant


@pytest.mark.parametrize(
    ("text", "name", "family", "canonical"),
    [
        (None, "Standard", "standard", True),
        ("", "Standard", "standard", True),
        ("?", "Standard", "standard", True),
        ("standard", "Standard", "standard", True),
        ("normal", "Standard", "standard", False),
        ("Regular", "Standard", "standard", False),
        ("wild/8a", "Standard", "standard", False),
        ("From Position", "From Position", "standard", True),
        ("from-position", "From Position", "standard", False),
        ("chess960", "Chess960", "chess960", True),
        *[
            (text, "Chess960", "chess960", False)
            for text in (
                "chess 960", "chess-960", "Chess_960", "fischerandom", "Fischerrandom", "fischer random",
                "fischer-random", "FRC", "960", "freestyle chess", "wild/fr", "w22",
            )
        ],
        ("three check", "Three-check", "python-chess", False),
        ("3check", "Three-check", "python-chess", False),
        ("zh", "Crazyhouse", "python-chess", False),
        ("crazyhouse", "Crazyhouse", "python-chess", True),
        ("koth", "King of the Hill", "python-chess", False),
        ("Anti-chess", "Antichess", "python-chess", False),
        ("capablanca", "Capablanca", "pyffish", True),
        ("Seirawan", "Seirawan", "known", True),
        ("xiangqi", "Xiangqi", "known", True),
        ("No king", "No king", "known", True),
        ("Atomic960", "Atomic960", "known", True),
        ("crazyhouse 960", "Crazyhouse960", "known", False),
        ("Seirawan960", "Seirawan960", "known", True),
        ("Capablanca960", "Capablanca960", "known", True),
        ("Capahouse960", "Capahouse960", "known", True),
        ("kingofthehill960", "King of the Hill960", "known", True),
        ("Shuffle960", "Shuffle960", "unknown", True),
        ("Calvinball", "Calvinball", "unknown", True),
        ("///", "///", "unknown", True),
    ],
)  # fmt: skip
def test_spellings(text: str | None, name: str, family: str, canonical: bool) -> None:
    found = read_variant(text)
    assert (found.name, found.family, found.canonical_spelling) == (name, family, canonical)
