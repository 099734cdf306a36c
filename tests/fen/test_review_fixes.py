"""Faults that a review found in castling prefixes, pieces in hand, conversions and the options of `pgnfen fen`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import programs
import pytest

import pgnfen
from pgnfen.errors import ConversionError
from pgnfen.fen import read_fen, read_noted, read_start
from pgnfen.fen.placement import read_placement
from pgnfen.fen.rewrite import rewrite
from pgnfen.replay import PythonChess
from pgnfen.report.record import record_json

ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
JANUS = "r3k4r/pppppppppp/10/10/10/3J6/PPPPPPPPPP/R3K4R w KQkq - 0 1"


def run(*arguments: str) -> tuple[int, str]:
    done = programs.pgnfen("fen", *arguments)
    return done.returncode, done.stderr.decode()


@pytest.mark.parametrize(
    ("fen", "placement", "castling"),
    [
        (JANUS, "r3k4r/pppppppppp/10/10/10/3A6/PPPPPPPPPP/R3K4R", "sKQkq"),
        (
            "rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w KQkq - 0 1",
            "ranbkqbnar/pppppppppp/10/10/10/10/PPPPPPPPPP/RANBKQBNAR",
            "sKQkq",
        ),
        (JANUS.replace("3J6", "3A6"), "r3k4r/pppppppppp/10/10/10/3A6/PPPPPPPPPP/R3K4R", "KQkq"),
    ],
)
def test_a_for_j_keeps_that_it_was_janus(fen: str, placement: str, castling: str) -> None:
    assert rewrite(read_noted(fen), "x-fen").split()[:3] == [placement, "w", castling]


@pytest.mark.parametrize("prefix", ["m", "s"])
def test_castling_with_a_prefix_is_not_for_python_chess(prefix: str) -> None:
    fen = f"{ARRAY} w {prefix}KQkq - 0 1"
    start = read_start("1", fen, None)
    assert not PythonChess().plays(start)
    assert PythonChess().plays(read_start("1", f"{ARRAY} w KQkq - 0 1", None))
    assert start.castling == ("x-fen",)
    assert not start.is_standard_array  # S105 would drop the FEN
    with pytest.raises(ConversionError, match=f"the prefix {prefix}"):
        rewrite(read_noted(fen), "fen")


def test_without_pyffish_castling_with_a_prefix_is_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyffish", None)
    text = f'[SetUp "1"]\n[FEN "{ARRAY} w mKQkq - 0 1"]\n\n1. e4 e5 *\n'.encode()
    found = {one.code: one.message for one in pgnfen.audit(text)}
    assert found.pop("R301") == (
        "the moves are not checked: pyffish is needed for castling with the prefix m, but it is not installed; "
        'pip install "pgnfen[fairy]" installs it'
    )
    assert list(found) == ["S201"]


@pytest.mark.parametrize("variant", [None, "Chess960", "Crazyhouse", "From Position"])
def test_ninth_part_of_letters_is_men_in_hand(variant: str | None) -> None:
    start = read_start("1", f"{ARRAY}/QRpp w KQkq - 0 1", variant)
    assert start.faults == ()
    assert start.record is not None and start.record.board is not None
    assert (start.record.board.holdings, start.record.implied_variant) == ("QRpp", "crazyhouse")


@pytest.mark.parametrize("ninth", ["8", "PPPPPPPP", "4K3", "Q1", "", "QZ", "K"])
def test_ninth_rank_is_no_men_in_hand(ninth: str) -> None:
    assert "F201" in [fault.code for fault in read_fen(f"{ARRAY}/{ninth} w KQkq - 0 1").faults]


def test_ninth_part_behind_a_broken_rank() -> None:
    assert [fault.code for fault in read_placement(f"{ARRAY.replace('8', '7', 1)}/QRpp")[1]] == ["F201"]


def test_letters_in_hand() -> None:
    faults = read_start("1", f"{ARRAY}[QZx] w KQkq - 0 1", "Crazyhouse").faults
    at = len(ARRAY) + 2
    assert [(fault.code, fault.column, fault.declared) for fault in faults] == [
        ("F203", at, "Z"),
        ("F203", at + 1, "x"),
    ]
    assert read_fen(f"{ARRAY}[-] w KQkq - 0 1").faults == ()


@pytest.mark.parametrize("to", ["fen", "shredder", "x-fen"])
def test_impossible_en_passant_square_is_refused(to: str) -> None:
    with pytest.raises(ConversionError, match="no black pawn on e5"):
        rewrite(read_noted(f"{ARRAY} w KQkq e6 0 1"), to)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["nosuch.fen", "nosuch.EPD", "no such.epd.zst"])
def test_missing_file_is_an_input_error(name: str) -> None:
    assert run(name) == (2, f"pgnfen: {name}: no such file or folder\n")


def test_folder_is_an_input_error_and_an_empty_record_is_none(tmp_path: Path) -> None:
    assert run(str(tmp_path)) == (2, f"pgnfen: {tmp_path}: is a folder; --file needs one file\n")
    assert "is a folder" not in run("")[1]
    status, _ = run("4k3/8/8/8/8/8/8/4K3 w - - id x.epd")  # no name of a file
    assert status == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--variant", "foo"), "unknown variant 'foo'"),
        (("--board", "--to", "json"), "--board does not work with --to json"),
        (("--flip",), "--flip needs --board, --svg or --png"),
    ],
)
def test_usage_errors(options: tuple[str, ...], said: str) -> None:
    status, err = run(*options, f"{ARRAY} w KQkq - 0 1")
    assert status == 2
    assert said in err


@pytest.mark.parametrize(
    ("fen", "variant", "name"),
    [
        (f"{ARRAY} w KQkq - 0 1", None, "Standard"),
        (f"{ARRAY} w KQkq - 0 1", "From Position", "Standard"),
        (f"{ARRAY} w KQkq - 0 1", "atomic", "Atomic"),
        ("bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1", None, "Chess960"),
        (JANUS, None, "Janus"),
        (JANUS.replace("3J6", "10"), None, "Caparandom"),
    ],
)
def test_json_names_the_rules(fen: str, variant: str | None, name: str) -> None:
    assert json.loads(json.dumps(record_json(read_noted(fen, None, variant))))["variant"] == name


@pytest.mark.parametrize(
    ("text", "notation"),
    [("rubbish", "forsyth-1897"), ("8", "forsyth-1883"), ("8\n8", "forsyth-1883"), ("8,8,8,8", "forsyth-1897")],
)
def test_forsyth_with_a_wrong_number_of_ranks(text: str, notation: str) -> None:
    assert [fault.code for fault in read_noted(text, notation).faults] == ["F201"]  # type: ignore[arg-type]
