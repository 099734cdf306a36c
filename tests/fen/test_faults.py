"""Each rule of families F, P, C, E1 and K1 on records made for it: the codes, and that nothing else is said."""

from __future__ import annotations

import pytest

from pgnfen.fen import Fault, read_start
from pgnfen.fen.rewrite import repair_fen

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
BARE = "4k3/8/8/8/8/8/8/4K3"


def codes(fen: str, variant: str | None = None) -> list[str]:
    return [fault.code for fault in read_start("1", fen, variant).faults]


def only(fen: str, variant: str | None = None) -> Fault:
    (fault,) = read_start("1", fen, variant).faults
    return fault


CASES = [
    # field count and separators
    (f"{BARE} w - -", None, ["F101"]),
    (f"{BARE} w - - 0", None, ["F101"]),
    (BARE, None, ["F101"]),
    (f"{BARE} w - 0 1", None, ["F101"]),
    (f"{BARE} w - - 0 1 moves e1e2", None, ["F101"]),
    (f"{BARE}  w - - 0 1", None, ["F102"]),
    (f" {BARE} w - - 0 1", None, ["F102"]),
    (f"{BARE} w - - 0 1 ", None, ["F102"]),
    (f"{BARE}\tw\t-\t-\t0\t1", None, ["F102"]),
    (f"{BARE}\u00a0w - - 0 1", None, ["F102"]),
    (f"{BARE} w - -0 1", None, ["F102"]),
    (f"{BARE}_w_-_-_0_1", None, ["F102"]),
    ("4k3/8/8/8\n/8/8/8/4K3 w - - 0 1", None, ["F102"]),
    ("4k3/8/8/8/8/8/8/4\r\nK3 w - - 0 1", None, ["F102"]),
    ("4k3/8/8/8/8/8/4K3\nw - - 0 1", None, ["F102", "F201"]),
    (f'"{BARE} w - - 0 1"', None, ["F102"]),
    (f"'{BARE} w - - 0 1' ", None, ["F102"]),
    (f'"{BARE} w - - 0 1', None, ["F202", "F203"]),
    (f"{BARE} w - - 0 1\0", None, ["F102"]),
    (f"\x1a{BARE} w - - 0 1", None, ["F102"]),
    (f"{BARE} w - - 0\x07 1", None, ["F601"]),
    # piece placement
    ("4k3/8/8/8/8/8/4K3 w - - 0 1", None, ["F201"]),
    ("4k3/8/8/8/8/8/8/4K3/ w - - 0 1", None, ["F201"]),
    ("4k3/8/8/9/8/8/8/4K3 w - - 0 1", None, ["F202"]),
    ("4k3/8/8/7/8/8/8/4K3 w - - 0 1", None, ["F202"]),
    ("4k3/8/8/3A4/8/8/8/4K3 w - - 0 1", None, ["F203"]),
    ("4k3/8/8/3s4/8/8/8/4K3 w - - 0 1", None, ["F203"]),
    ("4k3/8/8/44/8/8/8/4K3 w - - 0 1", None, ["F204"]),
    ("4k3/8/8/80/8/8/8/4K3 w - - 0 1", None, ["F204"]),
    ("5k4/10/10/55/10/10/10/5K4 w - - 0 1", None, ["F204"]),
    ("5k4/10/10/9/10/10/10/5K4 w - - 0 1", None, ["F202"]),
    # active color, castling and en passant as text, counters
    (f"{BARE} W - - 0 1", None, ["F301"]),
    (f"{BARE} - - - 0 1", None, ["F301"]),
    (f"{START} w KQxq - 0 1", None, ["F401"]),
    (f"{START} w KKkq - 0 1", None, ["F401"]),
    (f"{START} w KQAkq - 0 1", None, ["F401"]),
    (f"{START} w – - 0 1", None, ["F401"]),
    ("5k2/8/8/8/8/8/8/5KRR w GH - 0 1", None, ["F401"]),
    (f"{START} w kqKQ - 0 1", None, ["F402"]),
    (f"{START} w QKkq - 0 1", None, ["F402"]),
    (f"{START} w AHah - 0 1", None, ["C104"]),
    (f"{START} w haHA - 0 1", None, ["F402"]),
    (f"{START} w AHah - 0 1", "Chess960", ["F402"]),
    (f"{START} w HAha - 0 1", None, ["C104"]),
    (f"{START} w HAha - 0 1", "Chess960", []),
    (f"{START} w - - 0 1", "Chess960", ["C105"]),
    (f"{START} w - - 0 1", None, []),
    ("rkrnnbbq/pppppppp/8/8/8/8/PPPPPPPP/RKRNNBBQ w HEhe - 0 1", "Chess960", ["C102"]),
    ("rkrnnbbq/pppppppp/8/8/8/8/PPPPPPPP/RKRNNBBQ w HEhe - 0 1", None, ["C102"]),
    ("rkrnnbbq/pppppppp/8/8/8/8/PPPPPPPP/RKRNNBBQ w CA - 0 1", "Chess960", ["C105"]),
    ("rkrnnbbq/pppppppp/8/8/8/8/PPPPPPPP/RKRNNBBQ b CA - 0 1", "Chess960", []),
    (f"{BARE} w - e9 0 1", None, ["F501"]),
    (f"{BARE} w - – 0 1", None, ["F501"]),
    ("4k3/8/8/4p3/8/8/8/4K3 w - E6 0 1", None, ["F501"]),
    (f"{BARE} w - - ? 1", None, ["F601"]),
    (f"{BARE} w - - ² 1", None, ["F601"]),
    (f"{BARE} w - - 0 x", None, ["F602"]),
    (f"{BARE} w - - 0 0", None, ["F603"]),
    # the position
    ("4k3/8/8/8/8/8/8/8 w - - 0 1", None, ["P101"]),
    ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", None, ["P101"]),
    ("4k3/8/8/8/8/8/8/4K2P w - - 0 1", None, ["P102"]),
    ("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", None, ["P103"]),
    ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", None, ["P104"]),
    ("4k3/pppppppp/q7/8/8/8/8/q3K3 w - - 0 1", None, ["P104"]),
    ("4k3/8/8/q7/7q/8/8/4K2q w - - 0 1", None, ["P105"]),
    ("4r3/8/8/4K3/8/8/8/k3r3 w - - 0 1", None, ["P105"]),
    # castling on the board
    ("4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", None, ["C101"]),
    ("4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1", None, ["C102"]),
    ("4k3/8/8/8/8/8/8/3K4 w K - 0 1", None, ["C101"]),
    ("4k3/8/8/8/8/8/8/3K4 w K - 0 1", "Chess960", ["C102"]),
    ("4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1", None, ["C101"]),
    ("4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1", "Chess960", []),
    ("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", None, ["C102"]),
    ("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", None, []),
    ("r2k3r/8/n7/8/8/8/8/R2K3R w KQkq - 0 1", None, []),
    ("r2k3r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", None, ["C101"]),
    ("r3k2r/8/8/8/8/8/8/R3K1R1 w KQkq - 0 1", None, ["C102"]),
    ("r5kr/8/8/8/8/8/8/R3K2R w KQq - 0 1", "Standard", ["C101"]),
    ("bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQ - 0 1", "Standard", []),
    (f"{START} w HEhe - 0 1", None, ["C102", "C102"]),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQha - 0 1", None, ["C103"]),
    ("rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11", None, []),
    # en passant
    ("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 2", None, ["E101"]),
    ("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 2", None, []),
    ("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq d6 0 2", None, ["E102"]),
    ("rnbqkbnr/pppppppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 2", None, ["E102", "P104"]),
    ("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 1 2", None, ["E103"]),
    ("4k3/8/8/4p3/8/8/r7/r3K3 w - e6 0 2", None, ["E104"]),
    # counters
    ("rnbqkbnr/pppppppp/8/8/8/5B2/PPPPPPPP/RNBQK1NR w KQkq - 4 5", None, ["P106"]),
    ("rnbqkbnr/pppppppp/8/8/8/5B2/PPPPPPPP/RNBQK1NR w KQkq - 4 5", "Chess960", ["P106"]),
    ("rnbqkbnr/pppppppp/8/8/8/5B2/PPPPPPPP/RNBQK1NR w KQkq - 4 5", "Crazyhouse", []),
    ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 0 3", None, ["K105"]),
    ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - x 3", None, ["F601"]),
    (f"{BARE} w - - 5 3", None, ["K101"]),
    (f"{BARE} b - - 5 3", None, ["K106"]),
    (f"{START} w KQkq - 0 5", None, ["K103"]),
    (f"{START} w KQkq - 4 3", None, []),
    (f"{START} w KQkq - 2 2", None, ["K103"]),
    (f"{START} w KQkq - 4 4", None, ["K103"]),
    (f"{START} w KQkq - 14 8", None, ["K103"]),
    ("rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 14 8", "Chess960", []),
    ("rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 10 6", "Chess960", ["K103"]),
    (f"{START} w KQkq - 0 0", None, ["F603"]),
    # variants
    (f"{START}[HEhe] w KQBCDFGkqbcdfg - 0 1", "Seirawan", []),
    ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w 0 1", "Shogi", []),
    ("8/8/5ppp/8/5PPP/8/8/8 w - - 0 1", "No king", []),
    (f"{START}[Qp] w KQkq - 0 1", "Crazyhouse", []),
    (f"{START}/Qp w KQkq - 0 1", "Crazyhouse", []),
    (f"{START} w KQkq - 3+3 0 1", "Three-check", []),
    (f"{START} w KQkq - 0 1 +0+0", "Three-check", []),
    ("rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1", "Horde", []),
    ("8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", "Racing Kings", []),
    ("8/8/8/8/8/8/krbnNBRK/1q1nNBRQ w - - 0 1", "Racing Kings", []),
    ("8/8/8/4Q3/8/8/k6K/8 w - - 0 1", "Racing Kings", []),
    ("8/8/8/8/8/8/k3Q2K/8 b - - 0 1", "Racing Kings", ["P105"]),
    ("8/8/4kK2/8/8/8/8/8 w - - 0 1", "Atomic", []),
    ("KK6/8/8/8/8/8/8/8 w - - 0 1", "Antichess", []),
    ("r1abqkbcnr/ppppppppCp/2n7/10/10/10/PPPPPPPPPP/RNABQKB1NR b KQkq - 0 2", None, []),
    ("r1nbkqbnjr/pppppppppp/2j7/10/10/1BP7/PP1PPPPPPP/RJN1KQBNJR b KQkq - 2 2", "Janus", []),
]  # fmt: skip


@pytest.mark.parametrize(("fen", "variant", "expected"), CASES)
def test_the_faults_of_a_record(fen: str, variant: str | None, expected: list[str]) -> None:
    assert sorted(codes(fen, variant)) == expected


def test_every_rule_of_the_library_has_a_case() -> None:
    shown = {code for _, _, expected in CASES for code in expected}
    rules = (
        "F101 F102 F201 F202 F203 F204 F301 F401 F402 F501 F601 F602 F603 P101 P102 P103 P104 P105 "
        "C101 C102 C103 C104 C105 E101 E102 E103 E104 K101 K103 K105 K106 P106"
    )
    assert set(rules.split()) == shown


@pytest.mark.parametrize(("fen", "variant", "expected"), CASES)
def test_the_culprit_stands_where_the_fault_says(fen: str, variant: str | None, expected: list[str]) -> None:
    for fault in read_start("1", fen, variant).faults:
        if fault.field not in ("castling availability", "record") and fault.declared is not None:
            assert fen[fault.column :].startswith(fault.declared[: fault.length])


def test_what_a_fault_points_at() -> None:
    fault = only("4k3/8/8/3s4/8/8/8/4K3 w - - 0 1")
    assert (fault.column, fault.length, fault.declared) == (9, 1, "s")
    fault = only(f"{START} w KQxq - 0 1")
    assert (fault.column, fault.expected, fault.fix) == (len(START) + 5, "KQq", "unsafe")
    fault = only(f"{BARE} White - - 0 1")
    assert (fault.expected, fault.fix) == ("w", "unsafe")
    fault = only("r3k2r/8/8/8/8/8/8/R3K2R w KQha - 0 1")
    assert (fault.declared, fault.expected, fault.fix) == ("KQha", "KQkq", "safe")
    fault = only("4k3/8/8/8/8/8/8/4K2P w - - 0 1")
    assert fault.column == len("4k3/8/8/8/8/8/8/4K2")


def test_order_is_said_to_stop_python_chess_only_where_it_does() -> None:
    assert "python-chess" in only(f"{START} w kqKQ - 0 1").message
    assert "python-chess" not in only(f"{START} w QKkq - 0 1").message


def test_a_rank_that_is_a_promoted_pawn_is_too_short() -> None:
    start = read_start(None, "4k3/P~/8/8/8/8/8/4K3 w - - 0 1", None)
    assert {"F202", "F203"} == {fault.code for fault in start.faults}


@pytest.mark.parametrize(
    ("counters", "expected"),
    [("+3", {"F601": "3", "F101": ""}), ("+3 x", {"F601": "3", "F602": ""}), ("x", {"F601": "0", "F101": " x 1"}),
     ("+3 0", {"F601": "3", "F603": ""}), ("+3 +7", {"F601": "3", "F602": "7"})],
)  # fmt: skip
def test_the_fullmove_number_is_not_guessed_from_a_clock(counters: str, expected: dict[str, str]) -> None:
    """A clock that is written wrongly counts with the value that F601 expects."""
    told = {fault.code: fault.expected or "" for fault in read_start("1", f"{BARE} b - - {counters}", None).faults}
    assert set(told) == set(expected)
    assert all(told[code].endswith(value) and bool(told[code]) == bool(value) for code, value in expected.items())


AFTER_NF3 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq"


@pytest.mark.parametrize(
    ("counters", "codes"),
    [("40 2", ["K101"]), ("40 0", ["F603"]), ("40 x", ["F602"]), ("40", ["F101"]), ("1 0", ["F603"]), ("1 x", ["F602"]),
     ("1", ["F101"])],
)  # fmt: skip
def test_a_bound_is_not_expected(counters: str, codes: list[str]) -> None:
    """The most or the least that a counter can be is not its value: nothing is expected, and nothing is written."""
    for text in (f"{AFTER_NF3} - {counters}", f"{BARE} b - - {counters}"):
        faults = read_start("1", text, None, alone=True).faults
        found = [fault for fault in faults if fault.code != "K106"]
        assert [fault.code for fault in found] == (codes if counters != "40 2" or "4P3" in text else ["K101"])
        assert not any(fault.expected or fault.fix for fault in found)
        assert repair_fen(text, unsafe=True).text == text


def test_a_clock_that_must_be_0_is_expected_once() -> None:
    """E103 knows the clock; K101 does not ask about the same clock again."""
    [fault] = read_start("1", "4k3/8/8/3p4/8/8/4P3/4K3 w - d6 16 2", None).faults
    assert (fault.code, fault.expected) == ("E103", "0")
