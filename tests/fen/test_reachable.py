"""Positions that no game can have led to: those of the articles that the rules go back to, and compositions."""

from __future__ import annotations

from pathlib import Path

import pytest

from pgnfen.fen.start import read_start

COMPOSITIONS = [
    line.split("\t")
    for line in (Path(__file__).parent / "illegal_compositions.tsv").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def messages(fen: str, variant: str | None = None) -> list[str]:
    return [f"{fault.code} {fault.message}" for fault in read_start("1", fen, variant).faults]


@pytest.mark.parametrize(
    ("fen", "proof"),
    [
        # the array with Black to move
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "P106 no game leads to this position: White and"),
        # a bishop in front of the pawns that have shut it in
        (
            "rnbqkbnr/pppppppp/8/8/8/5B2/PPPPPPPP/RNBQK1NR w KQkq - 4 5",
            "P106 no game leads to this position: the white bishop on f3 cannot have come from f1",
        ),
        # the b-pawn on a3, and nothing captured
        (
            "rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR b KQkq - 0 5",
            "P106 no game leads to this position: the white pawn on a3 needs at least 1 capture",
        ),
        # a queen has just given mate
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 0 3", "K105 halfmove clock is 0, but Black's last"),
        # a clock of 3 before move 2
        (
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 3 2",
            "K101 halfmove clock is 3, but only 2 plies were played before White's move 2",
        ),
    ],
)
def test_what_the_articles_speak_of(fen: str, proof: str) -> None:
    (found,) = messages(fen)
    assert found.startswith(proof)


@pytest.mark.parametrize(
    ("fen", "proof"),
    [
        # pieces that unmoved pawns and pieces have shut in, many of them and few
        (
            "rnbq1bnr/pppppppp/8/8/4P3/6k1/PPPP1PPP/RNBQKBNR b KQ - 3 9",
            "the black king on g3 cannot have come from e8, because the pieces on c7, d7, e7, f7, c8 and f8 have never "
            "moved",
        ),
        (
            "1bnqbknr/pppppppp/8/2r5/8/1N6/PPPPPPPP/RB1QBKNR b HAh - 1 9",
            "the black rook on c5 cannot have come from its back rank, because pawns that have never moved block the "
            "way, and it is not a promoted pawn, because no white pawn has moved",
        ),
        # the queen from d8 never got out, so this one is promoted: said before any capture of pawns is
        (
            "rnb1kbnr/pppppppp/8/8/2P5/2q5/PP1PPPPP/RNBQKBNR b KQkq - 3 9",
            "Black has at least 1 promoted piece (the queen on c3), but no black pawn is missing",
        ),
        # captures that can have been only where a bishop never was, or where no pawn captures
        (
            "rn1qkb1r/ppp1pppp/1N5n/3p4/5N2/4P3/PPPPP1PP/R1BQKB1R b KQkq - 1 5",
            "the white pawn on e3 needs at least 1 capture, but Black has lost only a bishop that moved on squares of "
            "the other color",
        ),
        (
            "rnbqk1nr/pppppppp/1N6/8/8/3P4/PPPP1PPP/R1BQKBNR b KQkq - 5 9",
            "the white pawn on d3 needs at least 1 capture, but Black has lost only 1 piece, and the one from f8 was "
            "captured where no pawn can capture",
        ),
        (
            "2bqkbnr/r1p1pP1p/1pn2Np1/3p1p2/1pPB3P/3P4/P3PKP1/R1Q2BNR b k - 1 19",
            "the pawns on the f-file have passed each other, and with the other pawns' captures this needs more "
            "captures than were possible: White has lost 1 piece, and Black no piece",
        ),
    ],
)
def test_sentences(fen: str, proof: str) -> None:
    variant = "Chess960" if fen.startswith("1bnqbknr") else None
    assert messages(fen, variant)[0] == f"P106 no game leads to this position: {proof}"


@pytest.mark.parametrize(("composer", "source", "reason", "position", "rule"), COMPOSITIONS)
def test_illegal_compositions(composer: str, source: str, reason: str, position: str, rule: str) -> None:
    found = [fault.code for fault in read_start(None, f"{position} 0 1", None, alone=True).faults]
    assert found == ([] if rule == "-" else [rule]), (composer, source, reason)
