"""What is done again and again in a small file is found out once; each case took 60 to 500 milliseconds before."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess
import pytest

from pgnfen.audit import corrections
from pgnfen.audit.auditor import Auditor
from pgnfen.audit.catalog import choose
from pgnfen.facts.agreement import men_of, men_on
from pgnfen.inputs.source import find_sources
from pgnfen.inputs.stream import Source
from pgnfen.pgn import native_splitter, splitter, tagpairs
from pgnfen.pgn.blocks import new_splitter, read_blocks
from pgnfen.repair import boundaries, trials
from pgnfen.repair.fixer import Fixer
from pgnfen.report.evidence import shown

pytestmark = pytest.mark.usefixtures("reader")

LINES = (
    b"{y}\r\n" + b'hmvc 1;[Event "x"]\n]\n' * 34
    + b'[Result "\r\n; x\r\n[Variant "Chess960"]\r\n\r\n\n%\n ( Nf3 $1 {a} )\xbct "?"]\r; x\r[SetUp "0"]\r\r'
)  # fmt: skip
ALIKE = b'(1. d4 *\n\ne8=Q [T' * 30
EQUAL = b'[x "\r\n1.\n' * 70 + b"1. d4 *\n"
DECLARING = b'[T "a"]\n\n1. a8=Q {fen=8/8/8/8 w - -} Nd7 *'
STRAYS = b'[Event "a"]\n' + b"\x00\n" * 50 + b'[White "b"]\n\n1. e4\n'
BRACKETS = b'[Event "g"]\n' + b"[\n" * 200 + b"[Result \"*\"]\n\n*\n"


CLOSED = b'[FEN "8/8 w"]\n' + b"]\n" * 400 + b'"]\n[Event "x"]\n\n 1/2-1/2\n\n[Event "y"]\n2. *\n'


def counted(monkeypatch: pytest.MonkeyPatch, place: Any, name: str) -> list[None]:
    """One entry for each call of a function from now on."""
    calls: list[None] = []
    function: Callable[..., Any] = getattr(place, name)

    def called(*words: Any, **options: Any) -> Any:
        calls.append(None)
        return function(*words, **options)

    monkeypatch.setattr(place, name, called)
    return calls


def repaired(data: bytes, unsafe: bool) -> int:
    """The fixes of a file that were done or refused."""
    fixer = Fixer(Auditor(searches=True), [rule.code for rule in choose()], unsafe)
    return sum(len(fixer.block(block).done) for block in read_blocks(io.BytesIO(data)))


def test_fixes_that_take_a_game_apart_are_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    splits = counted(monkeypatch, trials, "new_splitter")
    assert repaired(LINES, unsafe=False) == 35
    assert len(splits) <= 70  # 140 where each round tries them again


def test_a_game_is_split_and_read_once_for_each_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """One pass does both fixes; then one split tells how the game stands beside its neighbors."""
    games = (
        b'[Event "a"]\n\n1. d4 *\n\n[Event "b"]\n[Result "1/2"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n'
        b'1. e4 Kd7 1/2-1/2\n\n[Event "c"]\n\n1. c4 *\n'
    )
    block = new_splitter().split(games, final=True)
    tried = counted(monkeypatch, trials, "new_splitter")
    beside = counted(monkeypatch, boundaries, "new_splitter")
    read = counted(monkeypatch, Auditor, "examined")
    fixer = Fixer(Auditor(), [rule.code for rule in choose()])
    assert [one.placed.remark.code for one in fixer.block(block).done] == ["G110", "S101"]
    assert (len(tried), len(beside), len(read)) == (1, 1, 2)  # of the reads one is that of the input


def test_fixes_that_are_alike_are_not_all_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where many of a kind were refused one by one, the others are refused too, with a reason of their own."""
    splits = counted(monkeypatch, trials, "new_splitter")
    fixer = Fixer(Auditor(), [rule.code for rule in choose()])
    [block] = read_blocks(io.BytesIO(CLOSED))
    fixed = fixer.block(block)
    reasons = [one.refused or "" for one in fixed.done]
    assert len(splits) < 70, (len(splits), reasons[:3])  # 264 where each is tried, and again in each round
    assert sum(reason.startswith("not tried: 24 similar fixes") for reason in reasons) > 300
    [again] = read_blocks(io.BytesIO(fixed.data))
    assert fixer.block(again).data == fixed.data


def test_games_that_are_alike_are_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    searches = counted(monkeypatch, corrections, "candidates")
    assert repaired(ALIKE, unsafe=True) == 30
    assert len(searches) <= 4  # where each game is searched, and again after its fixes: 60


def test_equal_games_are_held_to_equal_neighbors_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ends = [counted(monkeypatch, module, "end_and_section") for module in (splitter, native_splitter)]
    assert repaired(EQUAL, unsafe=True) > 60
    assert sum(map(len, ends)) < 140  # 500 and more where each game is told from its neighbors anew


def test_a_game_that_declares_a_position_is_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    searches = counted(monkeypatch, corrections, "candidates")
    auditor = Auditor(searches=True)
    for data in (DECLARING, b"\r\n" + DECLARING, DECLARING.replace(b"a", b"b", 1), DECLARING):
        [block] = read_blocks(io.BytesIO(data))
        assert any(placed.remark.code == "R101" for placed in auditor.block(block))
    assert len(searches) == 1  # 4 where nothing is remembered of it


def test_a_tag_section_is_read_once_for_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    sections = counted(monkeypatch, tagpairs._Section, "read")
    data = b"".join(STRAYS.replace(b"b", b"%d" % number) for number in range(3))
    [block] = read_blocks(io.BytesIO(data))
    assert len(block) == 3
    assert len(sections) <= 4  # 6 where it is read again within the game


def test_lines_without_a_fen_read_no_tags(monkeypatch: pytest.MonkeyPatch) -> None:
    sections = counted(monkeypatch, tagpairs._Section, "read")
    [block] = read_blocks(io.BytesIO(BRACKETS))
    findings = list(shown(Auditor(), block, lambda remark: True))
    assert len(findings) == 200
    assert len(sections) < 5  # 205 where each finding reads the tags behind its repair


def test_men_of_a_board_are_those_of_its_fen() -> None:
    for fen in ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", chess.STARTING_FEN):
        board = chess.Board(fen)
        assert men_on(board) == men_of(board.board_fen())


def test_what_a_named_rule_finds_is_repaired_whatever_its_severity() -> None:
    data = b'[Event "a"]\n\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 *\n'
    for named, count in (((), 0), (("R105",), 1)):
        fixer = Fixer(Auditor(), ["R105"], severity="warning", named=named)
        assert len(fixer.block(new_splitter().split(data, final=True)).done) == count


@pytest.mark.parametrize("games", [1, 40])
def test_a_file_that_is_read_at_once_is_split_once(
    games: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(b'[Event "x"]\n\n1. e4 *\n\n' * games)
    sizes: list[tuple[int, bool]] = []
    kind = type(new_splitter())
    split = kind.split

    def counted_split(self: Any, data: bytes, final: bool) -> Any:
        sizes.append((len(data), final))
        return split(self, data, final)

    monkeypatch.setattr(kind, "split", counted_split)
    source = next(iter(find_sources([str(path)])))
    assert isinstance(source, Source)
    assert sum(len(block) for block in read_blocks(source)) == games
    assert sizes == [(path.stat().st_size, True)]
