"""What R101 and R102 say with candidates, and what becomes of games by their repair."""

from __future__ import annotations

import pytest

import pgnfen
from pgnfen.audit.auditor import Auditor
from pgnfen.pgn.blocks import new_splitter
from pgnfen.repair.fixer import Fixer

pytestmark = pytest.mark.usefixtures("reader")

TAIL = "a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 *\n"
RIGHT = "1. e4 e5 2. Nf3 Nc6 3. Bb5 " + TAIL
SHORT = "1. e4 e5 2. Ke3 *\n"


def found(game: str) -> pgnfen.Finding:
    """The one finding of the moves that stop."""
    (one,) = [one for one in pgnfen.audit(game.encode(), candidates=True) if one.code in ("R101", "R102")]
    return one


def repaired(game: str) -> str:
    """The game after the unsafe repairs of R101 and R102."""
    auditor = Auditor(searches=True)
    block = new_splitter().split(game.encode(), final=True)
    return Fixer(auditor, {"R101", "R102"}, unsafe=True).block(block).data.decode()


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        (RIGHT.replace("2. Nf3", "2. Bf3"), "Nf3"),
        (RIGHT.replace("3. Bb5 ", "3. "), "Bb5 a6"),
        (RIGHT.replace("Nc6 3. Bb5 ", "Nc6 3... "), "Bb5 a6"),
        (RIGHT.replace("3. Bb5", "3. Ba4").replace("4. Ba4", "4. Bb5"), None),
        (RIGHT.replace("2. Nf3", "2. Bf3 {by hand} $1"), "Nf3"),
    ],
)
def test_one_change_is_expected_and_done(wrong: str, expected: str | None) -> None:
    one = found(wrong)
    assert one.expected == expected
    assert one.fix == "unsafe"
    assert "plies after it legal to the end" in one.message
    assert repaired(wrong).replace(" {by hand} $1", "").replace("Nc6 Bb5 3...", "Nc6 3. Bb5") == RIGHT


@pytest.mark.parametrize("game", [SHORT, RIGHT.replace("5. O-O", "5. 0-0-0"), RIGHT.replace("Nf3", "Ke3")])
def test_several_or_none_are_no_repair(game: str) -> None:
    one = found(game)
    assert (one.expected, one.fix) == (None, None)
    assert "changes that make" in one.message or "no single small change" in one.message
    assert repaired(game) == game


def test_without_being_asked_for_nothing_is_looked_for() -> None:
    (one,) = pgnfen.audit(RIGHT.replace("2. Nf3", "2. Bf3").encode(), select=["R"])
    assert (one.expected, one.fix) == (None, None)
    assert "plies after it legal" not in one.message


def test_an_ambiguous_move_gets_its_origin() -> None:
    game = "1. d4 d5 2. Nf3 Nf6 3. Nd2 e6 4. Ne5 Be7 5. Ndf3 O-O 6. e3 b6 7. Bd3 Bb7 8. O-O Nbd7 *\n"
    one = found(game)
    assert one.code == "R102"
    assert "Nbd2" in one.message


def test_what_a_move_takes_along_stays_where_it_stands() -> None:
    """A move that occurs twice goes with its number, and what is missing comes before the next number."""
    twice = RIGHT.replace("3. Bb5", "3. Bb5 Bb5")
    assert found(twice).message.count("left out") == 1
    assert repaired(twice) == RIGHT


def test_a_declared_position_decides() -> None:
    """The rook goes to b2, c2 and so on: only one of these leads to the position that the comment declares."""
    game = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/R7/4K3 w - - 0 1"]\n\n1. Rh3%s Kf8 2. Kf2 Kg8 *\n'
    declared = " {FEN 4k3/8/8/8/8/8/1R6/4K3 b - - 1 1}"
    assert "changes that make all moves legal: Rh2+; " in found(game % "").message.replace("Rh2;", "Rh2+;")
    assert found(game % declared).message.endswith("changes that make all moves legal: Rb2")


def test_castling_that_the_fen_denies_is_to_the_other_side() -> None:
    """O-O is played by a right that the FEN denies, and then the king is on the other wing."""
    fen = "8/4k3/8/8/8/7p/8/R3K2R w Q - 0 1"
    game = f'[SetUp "1"]\n[FEN "{fen}"]\n\n1. O-O Ke6 2. Kb2 Ke5 3. Rhe1+ Kf5 4. Rd5+ Kg6 5. Re6+ Kg7 6. Rd7+ Kh8 *\n'
    one = found(game)
    assert (one.ply, one.expected, one.fix) == (3, None, "unsafe")
    assert "only O-O-O at ply 1 (and no other small change) makes the 11 plies after it legal" in one.message


@pytest.mark.parametrize(
    "moves", ["1. e4 -- 2. Ke3", "1. e4 e5 2. xx Ke3", "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ --", "1. Sf3 d5 2. Sf5 d4"]
)
def test_what_cannot_be_looked_for_is_not(moves: str) -> None:
    one = found(f"{moves} *\n")
    assert (one.expected, one.fix) == (None, None)
    assert "changes that make" not in one.message
    assert "no single" not in one.message
