"""The functions for single records: values that are not allowed, variants by name, and the defaults of the command."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

import pgnfen
from pgnfen.audit.catalog import all_rules
from pgnfen.cli.app import cli
from pgnfen.fen import convert_castling, convert_en_passant
from pgnfen.fen.fault import CODES
from pgnfen.fen.rewrite import TARGETS
from pgnfen.fen.variants import read_variant
from pgnfen.report.record import fault_line

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
ROOK_ON_B = "rnbqkbnr/1ppppppp/8/p7/8/8/PPPPPPPP/1RBQKBNR w KQkq - 0 9"
KING_ON_E2 = "rnbqk1nr/pppp1ppp/8/4p3/1b2P3/8/PPPPKPPP/RNBQ1BNR w KQkq - 2 3"
R = pgnfen.read_fen(START)
assert R.board is not None
BOARD = R.board


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: pgnfen.write_fen(R, "sredder"), "castling is 'sredder'.*did you mean 'shredder'"),  # type: ignore[arg-type]
        (lambda: pgnfen.write_fen(R, "epd"), "castling is 'epd'"),  # type: ignore[arg-type]
        (lambda: pgnfen.write_fen(R, en_passant="legla"), "did you mean 'legal'"),  # type: ignore[arg-type]
        (lambda: pgnfen.write_fen(R, source="xfen"), "source is 'xfen'.*did you mean 'x-fen'"),  # type: ignore[arg-type]
        (lambda: convert_castling(R, "Shredder"), "did you mean 'shredder'"),  # type: ignore[arg-type]
        (lambda: convert_en_passant(R, "x"), "to is 'x'"),  # type: ignore[arg-type]
        (lambda: pgnfen.start_fen(0, "sredder"), "did you mean 'shredder'"),  # type: ignore[arg-type]
        (lambda: pgnfen.double_start_fen(0, 1, "x"), "castling is 'x'"),  # type: ignore[arg-type]
        (lambda: pgnfen.write_forsyth(BOARD, "foo"), "style is 'foo'; it must be '1883' or '1897'"),  # type: ignore[arg-type]
        (lambda: pgnfen.read_forsyth("8", "1887"), "did you mean"),  # type: ignore[arg-type]
        (lambda: pgnfen.read_noted(START, "foo"), "notation is 'foo'"),  # type: ignore[arg-type]
        (lambda: pgnfen.read_noted(START, variant="Nonsense"), "unknown variant 'Nonsense'"),
        (lambda: pgnfen.read_fen(START, "Nonsense"), "unknown variant 'Nonsense'"),
        (lambda: pgnfen.read_epd(START, "Nonsense"), "unknown variant 'Nonsense'"),
        (lambda: pgnfen.repair_fen(START, "Nonsense"), "unknown variant 'Nonsense'"),
        (lambda: pgnfen.conditions.classic("arrays"), "did you mean 'array'"),  # type: ignore[arg-type]
        (lambda: pgnfen.repair_fen(START, codes="X"), "unknown rule 'X'"),
        (lambda: pgnfen.repair_fen(START, codes=["F1011"]), "unknown rule 'F1011'"),
    ],
)  # fmt: skip
def test_a_value_that_is_not_allowed_is_a_value_error(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def test_one_game_is_no_input() -> None:
    """A Game is a tuple, and no list of inputs: its bytes are what a function reads."""
    [_, game] = pgnfen.read(b'1. e4 *\n\n[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 60"]\n\n*\n')
    for source in (game, [game]):
        with pytest.raises(TypeError, match=r"a game is not an input; pass its bytes, game\.raw"):
            pgnfen.audit(source)  # type: ignore[arg-type]
    [finding] = pgnfen.audit(game.raw)
    assert (finding.code, finding.line + game.line - 1) == ("S101", 3)


@pytest.mark.parametrize("text", ["4k3/8/8/8/8/8/8", "4k3/8/8/8/8/8/8 w - - 0 9", "4k3/8/8/8/8/8/8/4K3 x w - 0 1", ""])
def test_what_write_fen_blames_is_what_the_command_reports_first(text: str) -> None:
    with pytest.raises(pgnfen.ConversionError) as caught:
        pgnfen.write_fen(pgnfen.read_fen(text))
    assert str(caught.value) == f"the record cannot be read: {pgnfen.read_noted(text, 'fen').faults[0].message}"


def test_families_are_codes() -> None:
    text = "4k3/8/8/44/8/8/8/4K3  w - - 0 1"
    for codes in ("F", "f2,F1", frozenset({"F"}), ["F204", "F102"]):
        assert pgnfen.repair_fen(text, codes=codes).text == "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    assert pgnfen.repair_fen(text, codes="K").text == text
    assert set(CODES) <= {rule.code for rule in all_rules()}


def test_each_code_of_a_fault_is_one_to_choose() -> None:
    source = "".join(path.read_text() for path in (Path(pgnfen.__file__).parent / "fen").rglob("*.py"))
    assert all(f'"{code}"' in source.replace("CODES = (", "") for code in CODES)
    made = {rule.code for rule in all_rules() if f'Fault("{rule.code}"' in source}
    assert made <= set(CODES)


def test_a_variant_is_a_name_everywhere() -> None:
    by_name = pgnfen.read_fen(KING_ON_E2, "Chess960")
    assert by_name == pgnfen.read_fen(KING_ON_E2, read_variant("Chess960"))
    assert pgnfen.write_fen(by_name, variant="chess960") == KING_ON_E2
    assert pgnfen.read_epd(KING_ON_E2, "Crazyhouse").record == pgnfen.read_fen(KING_ON_E2, "zh")
    assert pgnfen.read_fen(START, None) == R


def test_a_record_is_judged_as_the_command_does() -> None:
    """By itself, in no game: rights that are whole by the rules of Chess960 are read so, unless a variant is named."""
    assert pgnfen.read_noted(ROOK_ON_B).faults == ()
    assert pgnfen.repair_fen(ROOK_ON_B, unsafe=True).text == ROOK_ON_B
    in_game = pgnfen.repair_fen(ROOK_ON_B, unsafe=True, alone=False)
    assert pgnfen.repair_fen(ROOK_ON_B, "Standard", unsafe=True).text == in_game.text != ROOK_ON_B
    assert [fault.code for fault in pgnfen.read_noted(KING_ON_E2).faults] == ["C101"]
    assert pgnfen.read_fen(KING_ON_E2).faults == ()  # of the text alone


RECORDS = [
    "4k3/8/8/8/8/8/8/R3K3 w KQ - bm Ra8;",
    '4k3/8/8/8/8/8/8/R3K3 w Q - bm Ra8; id "x";',
    "4k3/8/8/44/8/8/8/R3K3  w KQ - bm  Ra8;; hmvc 03",
    "4k3/8/8/8/8/8/8/4K3 w - - 30-knights;",
    "4k3/8/8/8/8/8/8/4K3 w - -",
    "8, 8, 8, 8, 8, 8, 8, K 6 k",
    "4k3/8/8/44/8/8/8/8/R3K3 w KQ - 0 0",
    "4k3/8/8/8/8/8/8/4K3 w",
    "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - - x 1",
    "nonsense",
    "",
]


@pytest.mark.parametrize("unsafe", [False, True])
@pytest.mark.parametrize("text", RECORDS)
def test_repair_fen_does_what_the_command_does(text: str, unsafe: bool) -> None:
    done = CliRunner().invoke(cli, ["fen", "--fix", *(["--unsafe"] if unsafe else []), text])
    repair = pgnfen.repair_fen(text, unsafe=unsafe)
    assert repair.text + "\n" == done.stdout
    said = [f"fixed: {fault_line(fault)}" for fault in repair.applied]
    said += [f"not fixed: {fault_line(fault)}" for fault in repair.left]
    assert said == done.stderr.splitlines()
    assert repair.left == pgnfen.read_noted(repair.text).faults


@pytest.mark.parametrize("text", RECORDS)
def test_write_epd_refuses_what_the_command_refuses(text: str) -> None:
    done = CliRunner().invoke(cli, ["fen", "--to", "epd", "--notation", "epd", text])
    epd = pgnfen.read_epd(text)
    try:
        written = pgnfen.write_epd(epd.record, epd.operations) + "\n"
    except pgnfen.ConversionError as error:
        assert f": {error}" in done.stderr
        written = ""
    assert written == done.stdout


@pytest.mark.parametrize(
    ("codes", "text"),
    [
        ("C", "4k3/8/8/44/8/8/8/R3K3  w Q - bm  Ra8;; hmvc 03"),
        ("F7", "4k3/8/8/44/8/8/8/R3K3  w KQ - bm  Ra8; hmvc 3;"),
        ("E", "4k3/8/8/44/8/8/8/R3K3  w KQ - bm  Ra8;; hmvc 03"),
    ],
)
def test_codes_change_nothing_else_in_an_epd(codes: str, text: str) -> None:
    given = "4k3/8/8/44/8/8/8/R3K3  w KQ - bm  Ra8;; hmvc 03"
    assert pgnfen.repair_fen(given, unsafe=True, codes=codes).text == text


@pytest.mark.parametrize(
    ("tags", "name", "value"),
    [
        ('[White "A"][white "B"]', "White", "B"),
        ('[white "B"][White "A"]', "White", "A"),
        ('[wHITE "B"]', "White", "B"),
        ('[FEN "1"][fen "2"]', "Fen", "1"),
        ('[eco "A00"][Eco "B00"]', "ECO", "B00"),
        ('[Own "1"][own "2"]', "OWN", "2"),
    ],
)
def test_tags_are_found_in_any_letter_case(tags: str, name: str, value: str) -> None:
    [game] = pgnfen.read(f"{tags}\n\n1. e4 *\n".encode())
    assert game.tags[name] == game.tags[name.lower()] == game.tags.get(name.upper()) == value
    assert len(game.tags) == len({each.lower() for each in game.tags}) and name in game.tags
    assert "Nobody" not in game.tags and game.tags.get("Nobody") is None and 1 not in game.tags


def test_tags_agree_with_the_rows_of_tags() -> None:
    pgn = b'[White "A"][white "B"]\n[result "1-0"]\n\n1. e4 *\n'
    [game], [row] = pgnfen.read(pgn), pgnfen.tags(pgn)
    assert (game.tags.get("White"), game.tags["Result"]) == (row.white, row.result) == ("B", "1-0")
    assert game.tags == {"white": "B", "result": "1-0"}


CALLS = {
    "fen": 'pgnfen.write_fen(record, "fen")',
    "x-fen": 'pgnfen.write_fen(record, "x-fen", "x-fen")',
    "shredder": 'pgnfen.write_fen(record, "shredder")',
    "epd": "pgnfen.write_epd(epd.record, epd.operations)",
    "forsyth-1883": 'pgnfen.write_forsyth(record.board, "1883")',
    "forsyth-1897": 'pgnfen.write_forsyth(record.board, "1897")',
}


@pytest.mark.parametrize("target", TARGETS)
def test_the_calls_of_the_page_write_what_the_command_writes(target: str) -> None:
    """The table `--to` in docs/python.md."""
    call = CALLS[target]
    page = (Path(__file__).parents[2] / "docs" / "python.md").read_text(encoding="utf-8")
    assert f"| `{target}` | `{call.removeprefix('pgnfen.')}`" in page
    for text in (
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        'r3k2r/8/8/8/8/8/8/R3K2R b kq - hmvc 5; bm O-O; id "x";',
        "4k3/8/8/8/8/8/8/4K3 w - -",
    ):
        noted = pgnfen.read_noted(text)
        done = CliRunner().invoke(cli, ["fen", "--to", target, text])
        written = eval(call, {"pgnfen": pgnfen, "epd": pgnfen.read_epd(text), "record": noted.start.record})
        assert written + "\n" == done.stdout
