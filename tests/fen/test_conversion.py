"""Conversions between conventions, 10x8 letters, EPD and repairs."""

from __future__ import annotations

import pytest
from fen_texts import TEXT
from hypothesis import given, settings
from hypothesis import strategies as st

from pgnfen.errors import ConversionError
from pgnfen.fen import (
    read_epd,
    read_epd_lines,
    read_fen,
    read_start,
    read_variant,
    repair_fen,
    write_epd,
    write_fen,
)

INNER = "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11"
JANUS = "r1nbkqbnjr/pppppppppp/2j7/10/10/1BP7/PP1PPPPPPP/RJN1KQBNJR b KQkq - 2 2"


@pytest.mark.parametrize(
    ("fen", "to", "expected"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQha - 0 1", "x-fen", "KQkq"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "shredder", "HAha"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w AHah - 0 1", "shredder", "HAha"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w AHah - 0 1", "fen", "KQkq"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "shredder", "-"),
        (INNER, "x-fen", "Gkq"),
        (INNER, "shredder", "Gga"),
        ("4k3/8/8/8/8/8/8/1R1RK2R w DH - 0 1", "x-fen", "KD"),
        ("4k3/8/8/8/8/8/8/1R1RK2R w KD - 0 1", "shredder", "HD"),
        ("5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1", "shredder", "JA"),
        ("5k4/10/10/10/10/10/10/R4K2RR w sIQ - 0 1", "x-fen", "sIQ"),
    ],
)
def test_castling(fen: str, to: str, expected: str) -> None:
    assert write_fen(read_fen(fen), to).split()[2] == expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        (INNER, "KQkq cannot express the castling right of White's rook on g1"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "no king and rook"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "cannot be read"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "7 ranks"),
    ],
)
def test_refusals_give_a_reason(fen: str, reason: str) -> None:
    with pytest.raises(ConversionError, match=reason):
        write_fen(read_fen(fen), "fen")


@pytest.mark.parametrize(
    ("fen", "to", "source", "expected"),
    [
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "x-fen", None, "-"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "x-fen", None, "e3"),
        ("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "legal", None, "-"),
        ("8/8/8/8/4P3/k7/8/4K3 b - - 3 5", "1994", None, "-"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", "1994", None, None),
        ("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", "1994", "1994", "-"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", "1994", "x-fen", None),
        ("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", "x-fen", None, "-"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", "1994", None, "-"),
        ("4k3/8/8/4p3/4P3/8/8/4K3 b - e6 0 1", "x-fen", None, None),
    ],
)
def test_en_passant(fen: str, to: str, source: str | None, expected: str | None) -> None:
    record = read_fen(fen)
    if expected is None:
        with pytest.raises(ConversionError):
            write_fen(record, en_passant=to, source=source)  # type: ignore[arg-type]
    else:
        assert write_fen(record, en_passant=to, source=source).split()[3] == expected  # type: ignore[arg-type]


def test_10x8_letters() -> None:
    record = read_fen(JANUS, read_variant("Janus"))
    assert record.to_text() == JANUS == write_fen(record, "fen")
    assert write_fen(record, "x-fen", variant=read_variant("Janus")) == (
        "r1nbkqbnar/pppppppppp/2a7/10/10/1BP7/PP1PPPPPPP/RAN1KQBNAR b sKQkq - 2 2"
    )
    gothic = read_fen("rnbqmkabnr/10/10/10/10/10/10/RNBQMKABNR w KQkq - 0 1")
    assert "cCA" not in write_fen(gothic, "shredder")
    assert write_fen(gothic, "x-fen", variant=read_variant("Gothic")).startswith("rnbqckabnr/")
    with pytest.raises(ConversionError, match="the piece letter M is unknown"):
        write_fen(gothic, "x-fen")


def test_epd() -> None:
    line = 'r3k2r/8/8/8/8/8/8/R3K2R b kq - hmvc 5; fmvn 9; bm O-O "x;y"; c0 "a; b"; noop;'
    epd = read_epd(line)
    assert epd.faults == () and not epd.counters
    assert [operation.opcode for operation in epd.operations] == ["hmvc", "fmvn", "bm", "c0", "noop"]
    assert epd.operands("bm") == ("O-O", "x;y") and epd.operands("noop") == () and epd.operands("id") is None
    assert epd.to_fen() == "r3k2r/8/8/8/8/8/8/R3K2R b kq - 5 9"
    assert epd.to_text() == line
    assert write_epd(read_fen(epd.to_fen())) == "r3k2r/8/8/8/8/8/8/R3K2R b kq - hmvc 5; fmvn 9;"
    three = read_epd("4k3/8/8/8/8/8/8/4K3 w - - 3+2 hmvc 4;")
    assert three.to_text() == "4k3/8/8/8/8/8/8/4K3 w - - 3+2 hmvc 4;" and three.faults == ()
    assert three.to_fen() == "4k3/8/8/8/8/8/8/4K3 w - - 3+2 4 1"


@pytest.mark.parametrize(
    ("rest", "code"),
    [
        (";", "F701"),
        ("bm Ke2", "F701"),
        ('id "a;', "F701"),
        ("30-knights;", "F701"),
        ("30 knights;", "F101"),
        ("0 1;", "F701"),
        ("hmvc x;", "F601"),
        ("fmvn;", "F602"),
    ],
)
def test_epd_operations_that_are_none(rest: str, code: str) -> None:
    line = f"4k3/8/8/8/8/8/8/4K3 w - - {rest}"
    assert [fault.code for fault in read_epd(line).faults] == [code]
    assert read_epd(line.replace(" ;", ";")).record.is_readable


def test_control_characters_behind_operations_are_none() -> None:
    epd = read_epd("4k3/8/8/8/8/8/8/4K3 w - - bm Ke2;\x00")
    assert [operation.opcode for operation in epd.operations] == ["bm"] and "F701" not in {f.code for f in epd.faults}


def test_epd_lines() -> None:
    lines = ["\ufeff# comment", "", "   ", "% x", "4k3/8/8/8/8/8/8/4K3 w - - 0 1\r\n", "8/8/8/8/8/8/8/8 w - -"]
    assert [(number, epd.counters) for number, epd in read_epd_lines(lines)] == [(5, True), (6, False)]


@settings(max_examples=200, deadline=None)
@given(TEXT, st.text('bmid"; 017acKe2', max_size=30))
def test_epd_answers_to_anything(text: str, rest: str) -> None:
    epd = read_epd(f"{text} {rest}")
    if epd.record.is_readable and epd.record.halfmove is not None and epd.record.fullmove is not None:
        assert read_epd(epd.to_text()).to_text() == epd.to_text()


@settings(max_examples=300, deadline=None)
@given(TEXT, st.booleans(), st.sampled_from([None, "Chess960", "Crazyhouse", "Atomic"]))
def test_repairs_leave_nothing_that_they_can_repair(text: str, unsafe: bool, variant: str | None) -> None:
    once = repair_fen(text, variant, unsafe, alone=False)
    again = repair_fen(once.text, variant, unsafe, alone=False)
    assert (again.text, again.applied) == (once.text, ())
    assert not [fault for fault in once.left if fault.fix == "safe"]


@pytest.mark.parametrize(
    ("fen", "unsafe", "expected"),
    [
        ("4k3/8/8/8/8/8/8/4K3 w - -", True, "4k3/8/8/8/8/8/8/4K3 w - -"),
        ("4k3/8/8/8/8/8/8/4K3 w - -", False, "4k3/8/8/8/8/8/8/4K3 w - -"),
        (" 4k3/8/8/8/8/8/8/4K3\tw - -0 1", False, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/71/8/404/8/8/8/4K3 w - - 0 0", False, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 Black - - - 1.", True, "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w kqKQ g6 0 1", False, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
        ("r3k2r/8/8/8/8/8/8/4K2R w KQkq - 9 1", True, "r3k2r/8/8/8/8/8/8/4K2R w Kkq - 9 1"),
        ("4k3/8/8/8/4R3/8/8/4K3 w - - 0 1", True, "4k3/8/8/8/4R3/8/8/4K3 b - - 0 1"),
        ("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 7 5", False,
         "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 5"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 10 5", False,
         "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ],
)  # fmt: skip
def test_repair(fen: str, unsafe: bool, expected: str) -> None:
    repaired = repair_fen(fen, unsafe=unsafe)
    assert repaired.text == expected
    assert all(fault in read_start("1", fen, None).faults or len(repaired.applied) > 1 for fault in repaired.applied)


def test_fields_that_are_not_stated_are_not_invented() -> None:
    """But for the counters, which an EPD does not have."""
    four = "4k3/8/8/8/8/8/8/4K3 w - -"
    for text in ("4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w", f"{four} 3"):
        with pytest.raises(ConversionError, match=r"missing in the record: .*fullmove number"):
            write_fen(read_fen(text))
    assert write_fen(read_fen(four)) == f"{four} 0 1" == write_fen(read_fen(four.split()[0]), assume=True)
