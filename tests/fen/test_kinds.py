"""Kinds of start: from placement and rights, whatever the Variant tag and the counters say."""

from __future__ import annotations

import chess
import pytest

from pgnfen.errors import ConversionError
from pgnfen.fen import (
    CASTLING_CONVENTIONS,
    conventions,
    double_start_fen,
    kind_of,
    read_fen,
    read_start,
    scharnagl_array,
    scharnagl_number,
    start_fen,
    write_fen,
)

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

CASES = [
    (None, None, "standard", 518, None),
    (None, "Chess960", "chess960", 518, None),
    (None, "Fischerandom", "chess960", 518, None),
    (None, "Crazyhouse", "variant", None, None),
    (None, "Capablanca", "10x8", None, None),
    ("?", None, "unreadable", None, None),
    ("  ", None, "unreadable", None, None),
    (f"{START} w KQkq - 0 1", None, "standard", 518, None),
    (f"{START} w HAha - 7 9", None, "standard", 518, None),
    (f"{START} w KQkq - 0 1", "Chess960", "chess960", 518, None),
    (f"{START} w HAha - 0 1", "Chess960", "chess960", 518, None),
    (f"{START} w KQkq - 0 1", "From Position", "standard", 518, None),
    (f"{START} w KQ - 0 1", None, "position", None, None),
    (f"{START} w KQ - 0 1", "Chess960", "chess960", 518, None),
    (f"{START} w - - 0 1", "Chess960", "chess960", 518, None),
    ("rkrnnbbq/pppppppp/8/8/8/8/PPPPPPPP/RKRNNBBQ w HEhe - 0 1", "Chess960", "chess960", 958, None),
    ("rkrnnbbq/pppppppp/8/8/8/8/PPPPPPPP/RKRNNBBQ w - - 0 1", "Chess960", "chess960", 958, None),
    ("rkrnnbbq/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "Chess960", "double-chess960", 518, 958),
    (f"{START} b KQkq - 0 1", None, "odds", None, None),
    (f"{START} b KQkq - 0 1", "Chess960", "odds", None, None),
    (f"{START} b KQ - 0 1", None, "position", None, None),
    (f"{START} w - - 0 1", None, "shuffle", None, None),
    (f"{START} w KQkq - 0 1", "Atomic", "variant", None, None),
    (f"{START}[] w KQkq - 0 1", None, "variant", None, None),
    ("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", None, "chess960", 0, None),
    ("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1", "Standard", "chess960", 0, None),
    ("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HF - 0 1", None, "position", None, None),
    ("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAhf - 0 1", None, "double-chess960", 518, 0),
    ("kqrrbbnn/pppppppp/8/8/8/8/PPPPPPPP/KQRRBBNN w - - 0 1", None, "shuffle", None, None),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPP1PP/RNBQKBNR b KQkq - 0 1", None, "odds", None, None),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1", None, "odds", None, None),
    ("4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", None, "odds", None, None),
    ("rnbqkbnr/pppp1ppp/8/8/8/8/PPPPP1PP/RNBQKBNR w KQkq - 0 1", None, "position", None, None),
    ("rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1", None, "odds", None, None),
    ("rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/R1BQKBNR b KQkq - 0 1", None, "odds", None, None),
    ("rnbqkbnr/ppppp1pp/8/8/8/5N2/PPPPPPPP/R1BQKB1R b KQkq - 0 1", None, "position", None, None),
    ("rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/1NBQKBNR w KQkq - 0 1", None, "position", None, None),
    ("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", None, "position", None, None),
    ("1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qk - 0 1", None, "position", None, None),
    ("4k3/pppp1ppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", None, "odds", None, None),
    ("4k3/ppp2ppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", None, "position", None, None),
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", None, "position", None, None),
    ("4r3/2P3R1/R1N2k1P/5Np1/K1p1p3/1pr5/3P4/Bn3Q2 w - - 0 1", None, "position", None, None),
    ("rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1", None, "10x8", None, None),
    (f"{START} w KQkq - 0 1", "Capablanca", "10x8", None, None),
    ("nonsense", None, "unreadable", None, None),
    (f"{START} x KQkq - 0 1", None, "unreadable", None, None),
]


@pytest.mark.parametrize(("fen", "variant", "kind", "white", "black"), CASES)
def test_kind(fen: str | None, variant: str | None, kind: str, white: int | None, black: int | None) -> None:
    start = read_start("1", fen, variant)
    assert (start.kind, start.scharnagl, start.scharnagl_black) == (kind, white, black)


def test_standard_array_is_one_in_every_variant_that_starts_from_it() -> None:
    assert read_start("1", f"{START} w KQkq - 0 1", "King of the Hill").is_standard_array
    assert not read_start("1", f"{START} w KQkq - 0 1", "Seirawan").is_standard_array
    assert not read_start(None, None, None).is_standard_array


def test_numbers_to_positions_and_back() -> None:
    for number in range(960):
        assert scharnagl_number(scharnagl_array(number)) == number
        array = start_fen(number)[:8]
        assert chess.Board.from_chess960_pos(number).board_fen() == start_fen(number).split()[0]
        for convention in CASTLING_CONVENTIONS:
            if convention == "fen" and "r" + array[1:4] + "k" + array[5:7] + "r" != array:
                with pytest.raises(ConversionError, match="KQkq cannot express"):
                    start_fen(number, "fen")
                with pytest.raises(ConversionError, match="KQkq cannot express"):
                    write_fen(read_fen(start_fen(number)), "fen")
                continue
            text = start_fen(number, convention)
            record = read_fen(text)
            assert kind_of(record).scharnagl == number
            assert write_fen(record, convention) == text
            assert convention in conventions(record)[0]


@pytest.mark.parametrize("number", [-1, 960])
def test_numbers_outside_are_refused(number: int) -> None:
    with pytest.raises(ValueError, match="0 to 959"):
        scharnagl_array(number)


# All 921,600 double Chess960 starts where the exhaustive runs are asked for, one in 41 elsewhere.
@pytest.mark.parametrize("step", [41, pytest.param(1, marks=[pytest.mark.exhaustive, pytest.mark.timeout(1200)])])
def test_double_starts_classify_and_round_trip(step: int) -> None:
    for pair in range(0, 960 * 960, step):
        white, black = divmod(pair, 960)
        text = double_start_fen(white, black)
        record = read_fen(text)
        kind = kind_of(record)
        assert not record.faults
        assert (kind.scharnagl, kind.scharnagl_black) == (white, black if black != white else None)
        shredder = write_fen(record, "shredder")
        assert shredder == double_start_fen(white, black, "shredder")
        assert write_fen(read_fen(shredder), "x-fen") == text


SLOPPY = "3rk2r/pR3ppp/8/8/8/8/PPP2PPP/4K3 w kq - 0 1"


def test_chess960_needs_evidence() -> None:
    start = read_start("1", SLOPPY, None)
    assert (start.kind, start.chess960, start.needs_variant) == ("position", False, False)
    (fault,) = start.faults
    assert (fault.code, fault.expected) == ("C102", "k") and "or the game is Chess960" in fault.message
    (fault,) = read_start("1", SLOPPY.replace("3rk2r", "4k2r"), None).faults
    assert "Chess960" not in fault.message  # nor do its rules hold q


def test_a_record_by_itself_has_no_variant_tag_to_miss() -> None:
    start = read_start(None, SLOPPY, None, alone=True)
    assert start.chess960
    assert [(fault.code, fault.severity) for fault in start.faults] == [("P106", "info")]  # Black has no last move
