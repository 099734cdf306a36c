"""The auditor: of blocks it finds what all rules find, asked of every game; archives hold what is known of them."""

from __future__ import annotations

import io
import random
from collections import Counter
from pathlib import Path

import pytest

from pgnfen.audit.auditor import Auditor, settled
from pgnfen.audit.catalog import choose
from pgnfen.audit.finding import Finding, Placed, Remark
from pgnfen.audit.rule import REGISTRY
from pgnfen.errors import InputError
from pgnfen.inputs.source import find_sources
from pgnfen.pgn.blocks import read_blocks, read_games

pytestmark = pytest.mark.usefixtures("reader")

CLEAN = [
    b'[Event "A"]\n[Result "1-0"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n',
    b'[Event "B"]\n[Variant "Chess960"]\n[SetUp "1"]\n'
    b'[FEN "rnbnkqrb/pppppppp/8/8/8/8/PPPPPPPP/RNBNKQRB w KQkq - 0 1"]\n[Result "*"]\n\n'
    b"1. h4 g6 2. g3 Bf6 {x} 3. a4 Qh6 (3... d6) 4. Ra3 Bxh4 $1 *\n\n",
    b'[Event "C"]\n[SetUp "1"]\n[FEN "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 30"]\n\n30. exd6 Kd7 31. O-O *\n\n',
]
PIECES = [b"[FEN ", b'"', b"]", b"\n", b"*", b"{", b"}", b"(", b")", b";", b"e4", b"O-O", b"0-0", b"1.", b"3...",
          b"x", b"--", b"\x00", b"\xe1", b"1-0", b"K", b"q", b"/", b"9", b" ", b"w", b"b", b"-", b"SetUp", b"Variant",
          b"?"]  # fmt: skip


def audit(data: bytes, auditor: Auditor | None = None) -> list[Finding]:
    auditor = auditor or Auditor()
    return [found for block in read_blocks(io.BytesIO(data)) for found in auditor.audit_block(block, "x")]


def audit_in_full(data: bytes) -> list[Finding]:
    auditor = Auditor()
    return [found for game in read_games(io.BytesIO(data)) for found in auditor.audit_game(game, "x")]


def test_clean_games_have_no_findings() -> None:
    assert audit(b"".join(CLEAN)) == [] == audit_in_full(b"".join(CLEAN))


def test_blocks_are_audited_as_games_are() -> None:
    """Mutants of clean games, audited both ways."""
    random_ = random.Random(7)
    auditor = Auditor()
    faulty = 0
    for round_ in range(400):
        data = CLEAN[round_ % 3] + CLEAN[random_.randrange(3)]
        for _ in range(random_.choice((1, 1, 2, 3))):
            at = random_.randrange(len(data))
            cut = random_.choice((0, 0, 1, 1, 3))
            data = data[:at] + random_.choice([*PIECES, b""]) + data[at + cut :]
        findings = audit(data, auditor)
        assert findings == audit_in_full(data), data
        faulty += bool(findings)
    assert faulty > 250


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("7k/5Q2/8/8/8/8/8/K7 w - - 0 1", "1. Ka2 1/2-1/2"),  # stalemate, and the Result tag says otherwise
        ("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "1/2-1/2"),  # mate before any move
        ("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "1-0"),
        ("8/8/8/8/8/8/4p3/4K2k w - - 0 1", "1. Kxe2 *"),
    ],
)
def test_results_are_judged_the_same_in_blocks(fen: str, moves: str) -> None:
    data = f'[Result "1-0"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n{moves}\n'.encode()
    assert audit(data) == audit_in_full(data)


def test_an_input_that_ends_inside_something_lacks_no_marker() -> None:
    for end in (b"(1... c5 2. Nf3", b"(1... c5 {the Sicil", b"{cut of"):
        block = next(iter(read_blocks(io.BytesIO(b"1. e4 e5 " + end))))
        assert [finding.code for finding in Auditor().audit_block(block, "")] == ["G106"]


def test_severity_and_choice() -> None:
    data = b'[Variant "normal"]\n[FEN "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1"]\n\n1. Ra8 *\n'
    assert {finding.code for finding in audit(data)} == {"S101", "S204", "C102", "R101"}
    assert {finding.code for finding in audit(data, Auditor(severity="warning"))} == {"S101", "C102", "R101"}
    assert {finding.code for finding in audit(data, Auditor(severity="error"))} == {"C102", "R101"}
    assert {finding.code for finding in audit(data, Auditor(choose(["S", "R"], ["S1"])))} == {"S204", "R101"}


def test_a_narrower_choice_only_leaves_out() -> None:
    """R101 stands in for R202 where that rule is not asked."""
    data = b'[SetUp "1"]\n[FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"]\n\n1. e4 e5 *\n'
    assert "R202" in {finding.code for finding in audit(data)}
    assert [finding.code for finding in audit(data, Auditor(choose(["R101"])))] == ["R101"]


def test_places_are_bytes_and_lines_of_the_input() -> None:
    data = b'\xef\xbb\xbf[White "\xc3\xa9"]\r\n\r\n1. e4 e5\r\n2. Ke3 *\r\n'
    [finding] = audit(data)
    assert (finding.line, data[finding.offset : finding.offset + 3], finding.ply) == (4, b"Ke3", 3)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("chess960/tcec-season-19-frc2-final.pgn.zst", {"S204": 50, "S205": 50}),
        ("chess960/tcec-season-20-frc3-final.pgn.zst", {"S204": 50, "S205": 50}),
        ("chess960/tcec-season-21-frc4-league-a.pgn.zst", {"S204": 60, "S205": 60}),
        ("chess960/tcec-season-22-bonus-dfrc-1-final.pgn.zst", {"S204": 50, "S205": 50, "S206": 50}),
        ("chess960/shredder-2009-world-championship.pgn", {"S204": 20}),
        ("advice/carriage-return-in-fen.pgn.zst", {"G104": 800, "S101": 800, "F102": 3}),
        ("tags/puzzles-fullmove-zero.pgn", {"D201": 375, "F603": 375, "G104": 3, "H111": 10}),
        ("tags/lichess-rated-1000-games.pgn.zst", {}),
        ("declared/chesscom-current-position.pgn.zst", {}),
        ("declared/pgn-extract-fen-comments.pgn", {"G112": 1, "H103": 1}),
        ("declared/tcec-season-5-stage-1.pgn.zst", {"S204": 126}),
        ("dirty/no-blank-line-before-tags.pgn.zst", {"D103": 1}),
        pytest.param("variants/seirawan-and-crazyhouse.pgn.zst", {"H122": 498}, marks=pytest.mark.exhaustive),
        ("variants/zh.pgn", {}),
        ("variants/atomic.pgn", {}),
    ],
)
def test_archives(corpora: Path, name: str, expected: dict[str, int]) -> None:
    """What each archive is known to hold, and nothing besides."""
    [source] = find_sources([str(corpora / name)])
    assert not isinstance(source, InputError)
    auditor = Auditor()
    with source:
        counts = Counter(found.code for block in read_blocks(source) for found in auditor.audit_block(block, name))
    assert counts == expected


@pytest.mark.parametrize(
    "head",
    [
        b'; [FEN "x"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n',
        b'[Event "[FEN \\"x"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n',
        b'; [SetUp "1"]\n[SetUp "0"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n',
        b' [ FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"] \n',
        b'[Result "*" ]\n[White "f"]\n[Result "1-0"]\n',
        b'[Result "*" ]\n[White "f"]\n',
        b'; [Result "*"]\n[Result "0-1"]\n',
    ],
)
def test_tags_are_found_where_they_stand(head: bytes) -> None:
    """Not in comment lines, nor in the values of others."""
    data = head + b"\n7. e4 1-0\n"
    assert audit(data) == audit_in_full(data) != []


def test_a_finding_yields_only_to_one_of_the_same_value() -> None:
    """G110 says nothing of a Result tag of which G103 says that it is wrong; of another Result tag it does."""

    def placed(code: str, declared: str) -> Placed:
        rule = REGISTRY[code]
        remark = Remark(None, code, rule.name, rule.severity, "Result", declared, "0-1", "", None)
        return Placed(remark, 1, 1, 0)

    wrong = placed("G103", "1:0")
    assert settled([wrong, placed("G110", "1:0")]) == [wrong]
    assert settled([wrong, placed("G110", "1/2")]) == [wrong, placed("G110", "1/2")]


def test_what_is_unsafe_already_is_not_doubted_as_well() -> None:
    """Nobody can tell the other rights of a FEN without the field, so that a later illegal move adds nothing."""
    game = b'[SetUp "1"]\n[FEN "r3k2r/8/8/8/8/8/8/R3K2R w"]\n\n1. O-O O-O 2. Rh5 *\n'
    found = audit(game, Auditor(choose(["C201"])))
    assert [(one.code, one.fix, "because" in one.message) for one in found] == [("C201", "unsafe", False)]
