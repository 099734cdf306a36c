"""The witnesses of a game: what each supports and contradicts."""

from __future__ import annotations

import io

import pytest

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.witnesses import GameEvidence, contradicting, evidence_of
from pgnfen.pgn.blocks import read_blocks

POSITIONS = "piece placement", "active color", "castling availability", "en passant target square"
CLOCKS = "halfmove clock", "fullmove number"
ROOK = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K2R w {} - 0 1"]\n\n{}\n'


def witnesses(pgn: str) -> GameEvidence:
    [block] = read_blocks(io.BytesIO(pgn.encode()))
    return evidence_of(Auditor().game_of(block.game(0)))


def of(pgn: str, name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the one witness of that name supports and contradicts."""
    [one] = [one for one in witnesses(pgn).witnesses if one.name == name]
    return one.supports, one.contradicts


@pytest.mark.parametrize(
    ("pgn", "name", "supports", "contradicts"),
    [
        ('[PlyCount "2"]\n\n1. e4 e5 *\n', "PlyCount tag", ("moves",), ()),
        ('[PlyCount "4"]\n\n1. e4 e5 *\n', "PlyCount tag", (), ("moves: 2 plies more",)),
        ('[PlyCount "1"]\n\n1. e4 e5 *\n', "PlyCount tag", (), ("moves: 1 ply less",)),
        ('[PlyCount "two"]\n\n1. e4 e5 *\n', "PlyCount tag", (), ("moves: 2 are played",)),
        ('[PlyCount "9"]\n\n1. e4 Ke5 *\n', "PlyCount tag", (), ()),
        ("1. e4 e5 *\n", "moves", ("piece placement", "active color"), ()),
        ("1. e4 (1. d4 e5 *\n", "moves", (), ("moves: a variation is never closed",)),
        (
            "1. e4 e5 2. Ke3 *\n",
            "moves",
            (),
            ('piece placement or moves: "Ke3" at ply 3 is illegal',),
        ),
        (ROOK.format("-", "1. O-O *"), "moves", ("piece placement", "active color"),
         ("castling availability: a castling at ply 1 needs h1",)),
        (
            '[SetUp "1"]\n[FEN "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2"]\n\n2. exd6 *\n',
            "moves",
            ("piece placement", "active color"),
            ("en passant target square: an en passant capture at ply 1 needs d6",),
        ),
        ("1. e4 e5 2. Nf3 *\n", "move numbers", ("fullmove number", "active color", "moves"), ()),
        ("1. e4 e5 3. Nf3 *\n", "move numbers", ("fullmove number", "active color"),
         ("moves: 3 at ply 3, 2 plies more",)),
        (ROOK.format("K", "5. Ke2 *"), "move numbers", ("active color", "moves"),
         ("fullmove number: the first move has number 5",)),
        (ROOK.format("K", "1... Ke2 *"), "move numbers", ("fullmove number", "moves"),
         ("active color: the dots of the first number show that Black begins",)),
        (ROOK.format("K", "1. Ke2 *"), "SetUp tag", ("FEN",), ()),
        ('[SetUp "1"]\n\n1. e4 *\n', "SetUp tag", (), ("FEN: there is no FEN tag",)),
        ('[SetUp "0"]\n\n1. e4 *\n', "SetUp tag", ("standard starting position",), ()),
        (ROOK.replace('"1"', '"0"').format("K", "*"), "SetUp tag", (), ("FEN: a FEN tag comes later",)),
        (
            '[Variant "Standard"]\n[FEN "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"]\n\n*\n',
            "Variant tag",
            (),
            ("rules: the start or the moves need other rules",),
        ),
        (
            '[Variant "Chess960"]\n[FEN "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"]\n\n*\n',
            "Variant tag",
            ("rules",),
            (),
        ),
        (
            '[Event "Chess960 position 12"]\n[Variant "Chess960"]\n'
            '[FEN "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq - 0 1"]\n\n*\n',
            "start number",
            (),
            ("piece placement: the game begins from a different starting position",),
        ),
        ('[Result "1-0"]\n\n1. e4 1-0\n', "Result tag", ("result",), ()),
        ('[Result "1-0"]\n\n1. e4 0-1\n', "Result tag", (), ("result: termination marker 0-1",)),
        ('[Result "*"]\n\n1. e4 0-1\n', "Result tag", (), ()),
        ('[Result "1-0"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n', "last position", (),
         ("result: Result tag 1-0", "result: termination marker 1-0")),
        ("1. f3 e5 2. g4 Qh4# 0-1\n", "last position", ("result",), ()),
        ("1. e4\n", "termination marker", (), ()),
        ("1. e4 {rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1} e5 *\n", "position",
         (*POSITIONS, *CLOCKS, "moves"), ()),
        ("1. e4 {rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -} e5 *\n", "position",
         (*POSITIONS, "moves"), ()),
        (
            "1. e4 {rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 3 1} e5 *\n",
            "comment after ply 1",
            (*POSITIONS, "fullmove number"),
            ("halfmove clock",),
        ),
        (
            '[CurrentPosition "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PP1/RNBQKBNR b KQkq - 0 1"]\n\n1. e4 *\n',
            "CurrentPosition tag",
            (*POSITIONS[1:], *CLOCKS),
            ("piece placement: differs from the position after ply 1",),
        ),
    ],
)  # fmt: skip
def test_what_a_witness_supports(pgn: str, name: str, supports: tuple[str, ...], contradicts: tuple[str, ...]) -> None:
    assert of(pgn, name) == (supports, contradicts)


def test_each_of_two_tags_is_a_witness() -> None:
    found = witnesses('[Result "1-0"]\n[Result "0-1"]\n\n1. e4 1-0\n').witnesses
    results = [(one.name, one.text, bool(one.supports), bool(one.contradicts)) for one in found[-3:]]
    assert results == [
        ("Result tag", "1-0", True, True),
        ("Result tag", "0-1", False, True),
        ("termination marker", "1-0", True, True),
    ]
    fens = [ROOK.splitlines()[1].format(right) for right in "K-"]
    found = witnesses("\n".join(fens) + "\n\n1. Ke2 *\n").witnesses
    assert [one.contradicts for one in found[:2]] == [(), ("FEN: see the other FEN tag",)]


def test_what_is_proven_and_in_doubt() -> None:
    fens = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/4P3/8/8/4K1N1 b - - 0 1", "8/3k4/8/8/4P3/8/8/4K1N1 w - - 1 2"
    found = witnesses(f'[SetUp "1"]\n[FEN "{fens[0]}"]\n\n1. e4 {{{fens[1]}}} Kd7 {{{fens[2]}}} *\n')
    assert found.doubt is None and len(found.proofs) == 1 and "with N on g1" in found.proofs[0]
    assert witnesses("1. e4 (1. d4 e5 *\n").doubt == "a variation is never closed"


def test_many_positions_are_named_together() -> None:
    fen = "{4k3/8/8/8/8/8/8/4K3 w - - 9 9}"
    found = witnesses(f"1. e4 {fen * 30} *\n").witnesses
    assert len([one for one in found if one.name.startswith("comment")]) == 20
    assert [one.text for one in found if one.name == "positions"] == ["10 more positions differ"]


@pytest.mark.parametrize(
    "pgn", ["1. e4 e5 *\n", "\n", '[Variant "Seirawan"]\n\n1. e4 *\n', ROOK.format("K", "1. O-O *")]
)
def test_nothing_contradicts_a_game_in_order(pgn: str) -> None:
    assert not contradicting(witnesses(pgn).witnesses)
