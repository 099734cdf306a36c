"""`fix --castling` and `--en-passant` write the FENs of comments and tags in the requested convention as well."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pgnfen.audit.auditor import Auditor
from pgnfen.fen.definitions import CastlingConvention, EnPassantConvention
from pgnfen.fen.fault import CASTLING
from pgnfen.pgn.blocks import new_splitter
from pgnfen.repair.conventions import Conventions
from pgnfen.repair.fixer import Fixer
from pgnfen.repair.state import Look
from pgnfen.repair.trials import Trials, Tried

pytestmark = pytest.mark.usefixtures("reader")

GAME = """[Variant "Chess960"]
[SetUp "1"]
[FEN "r3k2r/8/8/8/8/8/P7/R3K1RR w {0} - 3 20"]
[CurrentPosition "r3k2r/8/8/8/P7/7R/8/R3K1R1 b {1} {3}"]

{{comments that declare nothing: r3k2r/8/8/8/8/8/P7/R3K1RR w GQkq - 3 20 }} 20. Rh3
{{r3k2r/8/8/8/8/7R/P7/R3K1R1 b {1} - 4 20}} Kd7 {{fen="r6r/3k4/8/8/8/7R/P7/R3K1R1 w {2} - 5 21"}} 21. Kf1 Ke8
22. Ke1 Kd7 {{a FEN that is wrong: fen=8/8/8/8/8/8/8/8 w - -}} 23. Rh2 Ke8 24. Rh3 Kf8 25. a4
{{[%fen r4k1r/8/8/8/P7/7R/8/R3K1R1 b - {3} 0 25]}} *
"""
# castling of the start, with both rooks on their files, White's alone; the square of a double step
WRITTEN: dict[tuple[CastlingConvention, EnPassantConvention], tuple[str, ...]] = {
    ("x-fen", "1994"): ("GQkq", "KQkq", "KQ", "a3"),
    ("shredder", "legal"): ("GAha", "GAha", "GA", "-"),
    ("shredder", "1994"): ("GAha", "GAha", "GA", "a3"),
    ("x-fen", "x-fen"): ("GQkq", "KQkq", "KQ", "-"),
}


@pytest.mark.parametrize("asked", WRITTEN)
@pytest.mark.parametrize("given", WRITTEN)
def test_each_into_each(
    given: tuple[CastlingConvention, EnPassantConvention], asked: tuple[CastlingConvention, EnPassantConvention]
) -> None:
    # The kings move and lose all rights: the tag is not right, and stays.
    before = GAME.format(*WRITTEN[given])
    tag = before.splitlines()[3]
    expected = GAME.format(*WRITTEN[asked]).splitlines(keepends=True)
    expected[3] = tag + "\n"
    fixer = Fixer(Auditor(), (), conventions=Conventions(*asked))
    fixed = fixer.block(new_splitter().split(before.encode(), final=True))
    assert fixed.data.decode() == "".join(expected)


def test_what_the_convention_cannot_say_stays() -> None:
    data = GAME.format("GAha", "GAha", "GA", "-").encode()
    fixed = Fixer(Auditor(), (), conventions=Conventions("fen")).block(new_splitter().split(data, final=True))
    assert any(one.refused and "KQkq cannot express" in one.refused for one in fixed.done)
    assert b"RR w GAha" in fixed.data and b"b GAha - 4 20" in fixed.data
    assert fixed.data == data  # KQkq of standard chess can say none of them


def test_one_field_is_written_where_the_other_does_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both are tried together first; then each by itself."""
    start = '[SetUp "1"]\n[FEN "r3k2r/8/8/8/3Pp3/8/8/R3K2R b {} {} 0 9"]\n\n9... Ke7 *\n'
    held = Trials.outcomes

    def outcomes(trials: Trials, tried: Sequence[Tried]) -> list[tuple[Look | None, str | None]]:
        found = held(trials, tried)
        fields = [{one.remark.field for one in chosen} for _, chosen in tried]
        return [(look, "no") if CASTLING in of else (look, why) for of, (look, why) in zip(fields, found, strict=True)]

    monkeypatch.setattr(Trials, "outcomes", outcomes)
    fixer = Fixer(Auditor(), (), conventions=Conventions("shredder", "x-fen"))
    fixed = fixer.block(new_splitter().split(start.format("KQkq", "d3").encode(), final=True))
    assert fixed.data.decode() == start.format("KQkq", "d3")
    fixer = Fixer(Auditor(), (), conventions=Conventions("shredder", "legal"))
    lone = start.replace("3Pp3", "3P4")
    fixed = fixer.block(new_splitter().split(lone.format("KQkq", "d3").encode(), final=True))
    assert fixed.data.decode() == lone.format("KQkq", "-")
