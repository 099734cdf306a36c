"""Records of any notation: recognized, read with columns into their text, written in another, repaired."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pgnfen.errors import ConversionError
from pgnfen.fen.notation import NOTATIONS, noted_lines, read_noted, read_record, recognize
from pgnfen.fen.rewrite import TARGETS, repair_noted, rewrite
from pgnfen.report.record import record_json, record_text
from pgnfen.report.terminal_text import carets, printable, width

STANDARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
INNER = "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11"
SOME_TEXT = st.text("KQRBNPkqrbnp12345678/ w-bKQkqaeh0136,;\"\t\u0332\u738b\x07idmv", max_size=70)


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        (STANDARD, "fen"),
        (INNER, "fen"),
        ("4k3/8/8/8/8/8/8/4K3 w - -", "epd"),
        ('4k3/8/8/8/8/8/8/4K3 w - - id "a b";', "epd"),
        ("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2", "epd"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;", "epd"),
        ("8, 8, 8, 8, 8, 8, 8, K 6 k", "forsyth-1897"),
        ("8\n8\n8\n8\n8\n8\n8\nK 6 k", "forsyth-1883"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "fen"),
        ("", "fen"),
        ("hello", "fen"),
    ],
)
def test_recognition(text: str, notation: str) -> None:
    assert recognize(text) == notation


def test_four_fields_are_an_epd_unless_asked_for_as_fen() -> None:
    assert read_noted("4k3/8/8/8/8/8/8/4K3 w - -").faults == ()
    assert [fault.code for fault in read_noted("4k3/8/8/8/8/8/8/4K3 w - -", "fen").faults] == ["F101"]


@pytest.mark.parametrize(
    ("text", "code", "culprit"),
    [
        ("4k3/8/8/8/8/8/8/4K3 W - - 0 1", "F301", "W"),
        ("4k3/8/8/44/8/8/8/4K3 w - - 0 1", "F204", "44"),
        ("4k3/8/8/8/8/8/8/4K3 w - - hmvc x;", "F601", "hmvc x"),
        ("4k3/8/8/8/8/8/8/4K3 w - - id 7; hmvc 99; fmvn 22;", "K101", "hmvc"),
        ("8, 8, 8, 8,  k 6 , 8, 8, 8", "F202", "k 6"),
        ("8, 8, 8, 8, x 7, 8, 8, 8", "F203", "x 7"),
        ("8\n8\n8\n\n8\n8\nx 7\n8\n8", "F203", "x 7"),
        ("4k3/8/8/8/8/8/8/4K3 w - - id 7;;", "F701", ";"),
    ],
)
def test_faults_point_at_their_culprit(text: str, code: str, culprit: str) -> None:
    fault = next(fault for fault in read_noted(text).faults if fault.code == code)
    assert text[fault.column : fault.column + fault.length] == culprit


def test_lines_of_a_file() -> None:
    lines = ["\ufeff# mates\r\n", f"{STANDARD}\r\n", "\n", "; more\n", "% and more\n", "8\n"] + ["8\n"] * 7
    assert list(noted_lines([*lines, INNER])) == [(2, STANDARD), (6, "\n".join(["8"] * 8)), (14, INNER)]
    assert [number for number, _ in noted_lines(lines, "fen")] == [2, *range(6, 14)]
    assert list(noted_lines(["8", "8"])) == [(1, "8\n8")]


def test_every_target() -> None:
    expected = {
        "fen": "KQkq", "x-fen": "KQkq", "shredder": "HAha", "epd": "KQkq",
    }  # fmt: skip
    noted = read_noted(STANDARD)
    for target in TARGETS:
        written = rewrite(noted, target)
        again = read_noted(written)
        assert again.start.record and again.start.record.board == noted.start.record.board  # type: ignore[union-attr]
        if target in expected:
            assert written.split()[2] == expected[target]


def test_refusals() -> None:
    with pytest.raises(ConversionError, match="KQkq cannot express the castling right of White's rook on g1"):
        rewrite(read_noted(INNER), "fen")
    with pytest.raises(ConversionError, match="cannot be read"):
        rewrite(read_noted("hello"), "fen")
    with pytest.raises(ConversionError, match="8x8"):
        rewrite(read_noted("10/10/10/10/10/10/10/4K5 w - - 0 1"), "forsyth-1897")
    hidden = read_noted("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    with pytest.raises(ConversionError, match="e3"):
        rewrite(hidden, "fen", "1994")
    assert rewrite(hidden, "fen") == hidden.text


def test_epd_keeps_its_operations_and_its_silence() -> None:
    text = '4k3/8/8/8/8/8/8/R3K3 w Q - bm Ke2; id "a;b";'
    assert rewrite(read_noted(text), "epd") == text
    assert rewrite(read_noted(text), "shredder") == "4k3/8/8/8/8/8/8/R3K3 w A - 0 1"
    counted = "4k3/8/8/8/8/8/8/4K3 w - - hmvc 3; fmvn 9; id 7;"
    assert rewrite(read_noted(counted), "epd") == counted
    assert rewrite(read_noted(counted), "fen") == "4k3/8/8/8/8/8/8/4K3 w - - 3 9"


BEHIND = ["", " ", " hello", " bm Kd2", " bm Kd2;", " 9", " # mate in 2", " {x}", " ;", " D1 20"]


@pytest.mark.parametrize("behind", BEHIND)#" # mate in 2", " {x}", " ;", " D1 20"])
@pytest.mark.parametrize("fields", ["w - - 0 9", "w - -", "w - - 3", "w - - x 1", "w 0 1", "W - – 40 1"])
def test_a_line_is_judged_alike_by_fen_and_audit(fields: str, behind: str) -> None:
    """Words behind six fields are operations of an EPD for both: they are kept, and are no seventh field."""
    line = f"4k3/8/8/8/8/8/8/4K3 {fields}{behind}"
    noted = read_noted(line)
    assert noted.faults == tuple(read_record(line)[1])
    if behind == " hello" and fields == "w - - 0 9":
        assert noted.notation == "epd" and noted.faults[-1].code == "F701" and noted.faults[-1].fix is None
        assert repair_noted(noted, unsafe=True).noted.text == f"{line};"


@pytest.mark.parametrize("dash", ["\u2013", "\u2014", "\u2212", "\u2010", "--"])
def test_another_dash_is_named_and_fixed_in_both_fields(dash: str) -> None:
    noted = read_noted(f"4k3/8/8/8/8/8/8/4K3 w {dash} {dash} 0 40")
    assert [(fault.code, fault.expected, fault.fix) for fault in noted.faults] == [
        ("F401", "-", "unsafe"), ("F501", "-", "unsafe"),
    ]
    assert all(f"(U+{ord(dash):04X})" in fault.message for fault in noted.faults if len(dash) == 1)
    assert repair_noted(noted, unsafe=True).noted.text == "4k3/8/8/8/8/8/8/4K3 w - - 0 40"
    assert "possible" not in record_text(noted)  # nothing is said of a record that cannot be read


def test_carets_stand_under_the_man() -> None:
    """Also in Forsyth's notation, and under the first man that is one too many."""
    of_1883 = "0 r 6\n5 p p 0\nR 0 R 4 p\n0 r 0 p P 3\n2 p k Q P P 0\n7 P\n0 P 6\n2 K 5"
    for text, code, man in (
        (of_1883, "P103", "k"),
        (of_1883.replace("\n", ", ").replace("0", "1"), "P103", "k"),
        ("8, 8, 2 kt 5, 8, 4 K 3, 8, P P P P P P P P, 4 k 2 P", "P104", "P"),
        ("8/8/4k3/8/8/P7/PPPPPPPP/4K3 w - - 5 30", "P104", "P"),
        ("QQQQ4/8/4k3/8/8/8/PPPPPPPP/4K3 b - - 5 30", "P104", "Q"),
    ):
        [fault] = [fault for fault in read_noted(text).faults if fault.code == code]
        assert text[fault.column : fault.column + fault.length] == man
    assert text[: fault.column] == "Q"  # the second queen


def test_repair() -> None:
    doubled = repair_noted(read_noted("4k3/8/8/44/8/8/8/4K3  w - - id 7;;"))
    assert doubled.noted.text == "4k3/8/8/8/8/8/8/4K3 w - - id 7;"
    assert [fault.code for fault in doubled.applied] == ["F204", "F102", "F701"]
    assert repair_noted(read_noted("4k3/8/8/8/8/8/8/4K3 w - - 0 0;")).noted.text == "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    guess = read_noted("4k3/8/8/8/8/8/8/4K3 w - - hmvc 99; fmvn 22;")
    assert repair_noted(guess, unsafe=True).noted.text == guess.text  # K101: either counter may be wrong
    clock = read_noted("4k3/8/8/3p4/8/8/4P3/4K3 w - d6 hmvc 9; fmvn 22;")
    assert repair_noted(clock).noted.text == "4k3/8/8/3p4/8/8/4P3/4K3 w - d6 hmvc 0; fmvn 22;"


@given(SOME_TEXT)
def test_any_text_gets_an_answer_and_true_carets(text: str) -> None:
    for notation in (None, *NOTATIONS):
        noted = read_noted(text, notation)
        record_json(noted)
        lines = record_text(noted).split("\n")
        assert all(line.isprintable() for line in lines)
        once = repair_noted(noted, unsafe=True).noted
        assert repair_noted(once, unsafe=True).noted.text == once.text
        for target in TARGETS:
            try:
                written = rewrite(noted, target)
            except ConversionError:
                continue
            assert read_noted(written).start.record is not None


@given(SOME_TEXT, st.integers(0, 70), st.integers(1, 70))
def test_carets_stand_under_what_they_mark(text: str, column: int, length: int) -> None:
    line = carets(text, column, length)
    marked = text[column : column + length]
    assert line.index("^") == sum(map(width, printable(text[:column])))
    assert line.count("^") == max(1, sum(map(width, printable(marked))))
