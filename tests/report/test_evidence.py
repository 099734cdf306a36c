"""What findings are looked at with: the line, the boards, the repair."""

from __future__ import annotations

import io
import random

import pytest

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.catalog import choose
from pgnfen.audit.edits import Edit, apply
from pgnfen.pgn.blocks import read_blocks
from pgnfen.pgn.tagpairs import read_tag_section
from pgnfen.report.evidence import Shown, _may_state_fen, shown

pytestmark = pytest.mark.usefixtures("reader")

CASTLED = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K2R w - - 0 1"]\n\n1. O-O *\n'


def evidence(pgn: str | bytes, code: str) -> Shown:
    """The one finding of that code."""
    data = pgn.encode() if isinstance(pgn, str) else pgn
    [block] = read_blocks(io.BytesIO(data))
    [one] = [one for placed, one in shown(Auditor(), block, lambda remark: remark.code == code) if one is not None]
    return one


def boards(one: Shown) -> list[tuple[str, str, tuple[str, ...]]]:
    assert one.evidence is not None
    return [(board.title, board.fen, board.marks) for board in one.evidence.boards]


def test_declared_and_expected_stand_side_by_side() -> None:
    one = evidence(CASTLED, "C201")
    declared, expected = "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    assert boards(one) == [("Declared", declared, ("h1",)), ("Expected", expected, ("h1",))]
    assert one.evidence is not None
    assert one.evidence.repair == ((f'[FEN "{declared}"]',), (f'[FEN "{expected}"]',))
    assert one.evidence.tags == (("SetUp", "1"), ("FEN", declared))
    assert one.evidence.around == ("1. ", "O-O", " *")


def test_a_move_that_cannot_be_played_has_the_position_before_it() -> None:
    one = evidence("1. e4 e5 2. Ke3 *\n", "R101")
    fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    assert boards(one) == [("Before Ke3", fen, ("e3", "e1"))]
    assert one.evidence is not None and one.evidence.repair is None


def test_a_later_ply_has_the_position_before_it() -> None:
    one = evidence("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 *\n", "R105")
    [(title, fen, _)] = boards(one)
    assert title == "Before the move"
    assert fen == "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"


def test_squares_in_foreign_text_are_not_at_fault() -> None:
    one = evidence("1. e4 x-e5-y d4 *\n", "R103")
    assert [marks for _, _, marks in boards(one)] == [()]


def test_a_game_without_fen_begins_at_the_array() -> None:
    one = evidence('[SetUp "1"]\n\n1. e4 *\n', "S102")
    [(title, fen, marks)] = boards(one)
    assert "standard starting position" in title and fen.startswith("rnbqkbnr/") and marks == ()


def test_what_cannot_be_drawn_is_none() -> None:
    one = evidence('[FEN "4k3/8/8/8 w - - 0 1"]\n\n*\n', "F201")
    assert one.evidence is not None
    [board] = one.evidence.boards
    assert board.squares is None and board.fen == "4k3/8/8/8 w - - 0 1"


@pytest.mark.parametrize(
    ("pgn", "code", "line", "fault"),
    [
        (CASTLED, "C201", "1. O-O *", "O-O"),
        ('[FEN "4k3/8/8/8/8/8/8/4K3 x - - 0 1"]\r\n\r\n*\r\n', "F301", '[FEN "4k3/8/8/8/8/8/8/4K3 x - - 0 1"]', "x"),
        ('[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n*\n', "S101", '[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]',
         '[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]'),
        ("1. e4 {naïve 王} e5 2. Ke3 *\n", "R101", "1. e4 {naïve 王} e5 2. Ke3 *", "Ke3"),
        ("1. e4 e5", "G102", "1. e4 e5", ""),
    ],
)  # fmt: skip
def test_the_line_and_what_is_at_fault_in_it(pgn: str, code: str, line: str, fault: str) -> None:
    excerpt = evidence(pgn, code).excerpt
    assert excerpt.text == line and excerpt.whole
    assert excerpt.text[excerpt.at : excerpt.at + excerpt.length] == fault
    assert excerpt.column == excerpt.at + 1


def test_of_a_long_line_the_part_around_the_place_is_shown() -> None:
    moves = "1. Nf3 Nf6 2. Ng1 Ng8 {" + "é" * 500 + "} "
    excerpt = evidence(moves + "3. Ke3 {" + "é" * 900 + "} *\n", "R101").excerpt
    assert not excerpt.whole and len(excerpt.text) == 120 + 3 + 120
    assert excerpt.text[excerpt.at :].startswith("Ke3 {é") and excerpt.column == len(moves) + 4


def test_a_repair_that_shows_few_lines_of_many() -> None:
    tags = "".join(f'[X{number} ""]\n' for number in range(210))
    one = evidence(tags + "\n1. e4 e5 2. Sf3 Sc6 3. Lc4 Lc5 4. d3 d6 5. Sc3 *\n", "R106")
    assert one.evidence is not None and one.evidence.repair is not None
    assert one.evidence.repair[1][0].startswith("1. e4 e5 2. Nf3")
    assert len(one.evidence.tags) == 200 and one.evidence.more == 10


def test_a_repair_that_states_a_fen_is_seen() -> None:
    luck = random.Random(24)
    blanks = [b" ", b"\t", b"\n", b" " * 70, b" " * 170]
    parts = [*blanks, b"[", b"fen", b"FEN", b'"', b"x", b"]", b'[a "b"]\n', b"fe", b"n"]
    stated = 0
    for _ in range(20_000):
        raw = b"".join(luck.choice(parts) for _ in range(luck.randrange(2, 14)))
        start = luck.randrange(len(raw) + 1)
        edits = [Edit(start, min(len(raw), start + luck.choice((0, 1, 3, 20))), luck.choice((b"", b'"', b"fen", b"[")))]
        if b"fen" in {pair.name.lower() for pair in read_tag_section(apply(raw, edits)).pairs}:
            stated += 1
            assert _may_state_fen(raw, edits), (raw, edits)
    assert stated


@pytest.mark.parametrize("codes", [None, "S"])
def test_witnesses_do_not_depend_on_what_else_is_asked(codes: str | None) -> None:
    """A reader leaves out facts that no rule asks for; the witnesses need them."""
    data = b'[SetUp "yes"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[Result "1-0"]\n\n1. e4 1-0\n'
    [block] = read_blocks(io.BytesIO(data))
    auditor = Auditor(rules=choose(codes) if codes else None)
    [(_, first), *_] = shown(auditor, block, lambda remark: remark.code.startswith("S"))
    assert first is not None and first.evidence is not None
    stated = {row.name: row.text for row in first.evidence.witnesses}
    assert stated["moves"] == "1 legal ply, to the end" and stated["termination marker"] == "1-0"


@pytest.mark.parametrize(
    ("text", "code"), [('[Result "1-0"]\n\n1. e4 0-1\n', "G103"), ('[Date "9202.02.01"]\n\n*\n', "H113")]
)
def test_what_is_found_in_text_alone_has_no_board(text: str, code: str) -> None:
    assert boards(evidence(text, code)) == []
