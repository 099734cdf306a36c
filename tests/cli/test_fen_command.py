"""`pgnfen fen` as a user runs it: explanations, conversions, drawings, exit statuses."""

from __future__ import annotations

import json
import os
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import programs
import pytest

STANDARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
INNER = "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11"
LARGE = "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1"


def run(*arguments: str, stdin: str = "", status: int = 0) -> tuple[str, str]:
    done = programs.pgnfen("fen", *arguments, input=stdin.encode())
    assert done.returncode == status, (done.returncode, done.stderr)
    return done.stdout.decode(), done.stderr.decode()


def test_explanation() -> None:
    out, err = run(INNER)
    assert err == ""
    assert out.splitlines()[0] == INNER
    assert "Gkq (White: king e1, rook g1; Black: king e8, rooks g8 a8)" in out
    assert "castling: x-fen; en passant: 1994, x-fen, legal" in out
    assert "White is to move, 33 legal moves" in out


def test_carets_with_tab_and_wide_character() -> None:
    out, _ = run("\u738b7/8/8/8/8/8/8/4K3\tw - - 0 1", status=1)
    first, *rest = out.splitlines()
    assert first == "\u738b7/8/8/8/8/8/8/4K3\\tw - - 0 1"
    assert rest[0].startswith("^^ F203")
    separator = next(line for line in rest if "F102" in line)
    assert separator.startswith(" " * 19 + "^^ F102")  # the first character takes two columns


def test_mate_and_double_start() -> None:
    assert "Black is mated" in run("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1")[0]
    out, _ = run("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    assert "double-chess960, Scharnagl number 518 for White and 0 for Black" in out


def test_where_nothing_is_proved_the_explanation_says_what_was_checked() -> None:
    """Not where a proof was found, nor where none was looked for: after another fault, and in other variants."""
    said = "not disproved: pieces, pawn captures, promotions and last move do not show that it is impossible; this does"
    sound = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    assert said in run(sound)[0] and said in run("--variant", "Chess960", sound)[0]
    for fen in ("rnbqkbnr/pppppppp/8/8/8/5B2/PPPPPPPP/RNBQK1NR w KQkq - 4 5", "4k3/8/8/8/8/8/8/4R1K1 w - - 0 9"):
        assert "possible" not in run(fen, status=1)[0].replace("impossible", "")
    assert said not in run("--variant", "Atomic", sound)[0]


def test_conversions_and_refusal() -> None:
    assert run("--to", "shredder", INNER)[0].split()[2] == "Gga"
    assert run("--to", "fen", LARGE)[0] == LARGE + "\n"
    assert run("--to", "fen", "--en-passant", "legal", STANDARD.replace("w KQkq -", "w KQkq -"))[0] == STANDARD + "\n"
    out, err = run("--to", "fen", INNER, STANDARD, status=1)
    assert out == STANDARD + "\n"
    assert err.count("\n") == 1 and "KQkq cannot express the castling right of White's rook on g1" in err


FIELDS = ["active color", "castling availability", "en passant target square", "halfmove clock", "fullmove number"]
ARRAY = STANDARD.split()[0]


@pytest.mark.parametrize("target", ["fen", "x-fen", "shredder", "epd"])
@pytest.mark.parametrize(
    ("record", "stated"),
    [(ARRAY, 0), (f"{ARRAY} w", 1), (f"{ARRAY} w KQkq", 2), ("8, 8, 8, 8, 8, 8, 8, K 6 k", 0), (f"{ARRAY} b - - 3", 4)],
)
def test_what_is_not_stated_is_not_invented(record: str, stated: int, target: str) -> None:
    missing = FIELDS[stated : 3 if target == "epd" else 5]
    if missing:
        out, err = run("--to", target, record, status=1)
        fields = ", ".join(missing)
        assert out == "" and err == f"pgnfen: {record}: missing in the record: {fields} (--assume: the defaults)\n"
    out, err = run("--to", target, "--assume", record)
    assert err.count("\n") == bool(missing) and all(name in err for name in missing)
    words = record.split()[1:] if stated else []
    rights = "KQkq" if ARRAY in record else "-"  # what no game from the array is without
    fields = [*words, *["w", rights, "-", "0", "1"][len(words) :]]
    if target == "shredder":
        fields[1] = fields[1].replace("KQkq", "HAha")
    if target == "epd":
        fields[3:] = ["hmvc", "3;"] if stated == 4 else []  # counters that are not stated are not written
    assert out.split()[1:] == fields


def test_what_is_not_stated_is_null_in_json() -> None:
    keys = ("active_color", "castling", "en_passant", "halfmove", "fullmove")
    found = json.loads(run("--to", "json", f"{ARRAY} b KQ", status=1)[0])
    assert [found[key] for key in ("fen", *keys)] == [None, "b", "KQ", None, None, None]
    assert (found["unstated"], found["assumed"]) == (FIELDS[2:], [])
    out, err = run("--to", "json", "--assume", f"{ARRAY} b KQ", status=1)  # F101 is still a fault
    found = json.loads(out)
    assert [found[key] for key in ("fen", *keys)] == [f"{ARRAY} b KQ - 0 1", "b", "KQ", "-", 0, 1]
    assert found["unstated"] == found["assumed"] == FIELDS[2:]
    assert err == "assumed: en passant target square -, halfmove clock 0, fullmove number 1\n"
    found = json.loads(run("--to", "json", ARRAY, status=1)[0])
    assert (found["status"], found["legal_moves"]) == ("unknown", None)
    found = json.loads(run("--to", "json", "hello", status=1)[0])
    assert (found["status"], found["active_color"], found["assumed"]) == ("unplayable", None, [])


def test_rights_that_only_a_file_decides(tmp_path: Path) -> None:
    """Records are judged by themselves, and that is said where the audit judges otherwise."""
    path = tmp_path / "book.epd"
    path.write_text(f"{STANDARD}\n3rk2r/8/n7/8/8/8/8/4K3 w kq - 0 1\n")
    assert run("--file", str(path))[1] == (
        f"1 record with a castling right that is valid only in Chess960 (N106): {path}:2; "
        "--variant Standard checks by the rules of standard chess, pgnfen audit by the whole file\n"
    )
    path.write_text(f"{STANDARD}\n")
    assert run("--file", str(path))[1] == ""
    path.write_text("3rk2r/8/n7/8/8/8/8/4K3 w kq - 0 1\n" * 10)
    assert f"{path}:8 and others; " in run("--file", str(path))[1]


def test_a_single_record_that_is_valid_only_in_chess960() -> None:
    record = "rnbqkbnr/1ppppppp/8/p7/8/8/PPPPPPPP/1RBQKBNR w KQkq - 0 9"
    out, err = run(record, status=0)
    assert "C102" not in out and err == (
        "1 record with a castling right that is valid only in Chess960 (N106); "
        "--variant Standard checks by the rules of standard chess\n"
    )
    out, err = run("--variant", "Standard", record, status=1)
    assert "C102 right-without-rook (error)" in out and err == ""


def test_an_epd_has_no_counters_to_state() -> None:
    four = "4k3/8/8/8/8/8/8/4K3 w - -"
    text = f"{four}\n{STANDARD}\n{four} hmvc 3;\n{four} hmvc 3; fmvn 9;\n"
    out, err = run("--to", "fen", stdin=text)
    assert out.splitlines() == [f"{four} 0 1", STANDARD, f"{four} 3 1", f"{four} 3 9"]
    assert err == (
        "1 EPD without counters: halfmove clock 0, fullmove number 1\n"
        "1 EPD without a fullmove number: fullmove number 1\n"
    )
    assert run("--to", "epd", four) == (f"{four}\n", "")
    assert run("--to", "epd", STANDARD)[0] == STANDARD.replace("0 1", "hmvc 0; fmvn 1;") + "\n"
    found = json.loads(run("--to", "json", four)[0])
    assert (found["fen"], found["assumed"]) == (f"{four} 0 1", FIELDS[3:])
    run("--assume", four, status=2)


def test_what_a_notation_lacks_is_named() -> None:
    """A counter that hmvc or fmvn states is no default, and operations do not go without a word."""
    line = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w HAha - fmvn 9; bm O-O;"
    out, err = run("--to", "fen", line)
    assert out == "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 9\n"
    assert err == (
        "1 EPD without a halfmove clock: halfmove clock 0\n"
        "1 record with operations, which are left out: bm\n"
    )
    assert run("--to", "epd", line)[1] == ""
    many = " ".join(f"c{number} x;" for number in range(12))
    err = run("--to", "forsyth-1897", f"4k3/8/8/8/8/8/8/4K3 w - - {many}")[1]
    assert err.endswith("left out: c0, c1, c2, c3, c4, c5, c6, c7 and others\n")


@pytest.mark.skipif(os.name == "nt", reason="arguments are text there")
def test_an_argument_in_windows_1252_is_read_as_a_file_is(tmp_path: Path) -> None:
    line = b"4k3/8/8/8/8/8/8/4K3 w - \x96 0 40"
    path = tmp_path / "a.fen"
    path.write_bytes(line)
    out = run(os.fsdecode(line), status=1)[0]
    assert '"\u2013" (U+2013) is neither "-" nor a square; expected: -' in out
    assert run(str(path), status=1)[0].split("\n", 1)[1] == out


def test_one_piece_is_singular() -> None:
    assert "8x8, 1 white and 1 black piece\n" in run("4k3/8/8/8/8/8/8/4K3 w - -")[0]


@pytest.mark.parametrize("words", ["w KQkq - 0 1", "KQkq -", "B", "White - -"])
def test_words_without_quotes(words: str) -> None:
    assert "put quotes around it" in run("--to", "fen", ARRAY, *words.split(), status=2)[1]
    run("--to", "epd", f"{ARRAY} w - -", f"{ARRAY} b - -")


def test_starts_by_number() -> None:
    assert run("--scharnagl", "518")[0] == STANDARD + "\n"
    assert run("--scharnagl", "518", "--to", "shredder")[0] == STANDARD.replace("KQkq", "HAha") + "\n"
    assert run("--double", "518", "0")[0].startswith("bbqnnrkr/pppppppp")
    assert json.loads(run("--scharnagl", "1", "--to", "json")[0])["scharnagl"] == 1
    run("--scharnagl", "960", status=2)


def test_json() -> None:
    found = json.loads(run("--to", "json", "4k3/8/8/8/8/8/8/R3K3 W KQ - 0 1", status=1)[0])
    assert [(fault["code"], fault["column"], fault["expected"]) for fault in found["faults"]] == [
        ("F301", 22, "w"), ("C102", 24, "Q"),
    ]  # fmt: skip
    assert found["rights"][1] == {"letter": "Q", "color": "w", "side": "queen", "rook": "a1", "king": "e1"}
    assert (found["kind"], found["status"], found["legal_moves"]) == ("unreadable", "unplayable", None)


def test_fix() -> None:
    out, err = run("--fix", "rnbqkbnr/pppppppp/8/44/8/8/PPPPPPPP/RNBQKBNR w qkQK -  0 0")
    assert out == STANDARD + "\n"
    assert err.count("fixed: ") == 4
    out, err = run("--fix", "4k3/8/8/8/8/8/8/4K3 White - - 0 1", status=1)
    assert out.split()[1] == "White" and "not fixed: F301" in err
    assert run("--fix", "--unsafe", "4k3/8/8/8/8/8/8/4K3 White - - 0 1")[0].split()[1] == "w"


def test_records_from_files_and_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "a.epd"
    file.write_text(f"# two\n\n{STANDARD}\n4k3/8/8/8/8/8/8/4K3 w - - id 7;\n", encoding="utf-8")
    lines = run("--to", "json", "--file", str(file))[0].splitlines()
    assert [(json.loads(line)["line"], json.loads(line)["notation"]) for line in lines] == [(3, "fen"), (4, "epd")]
    assert run("--to", "fen", str(file))[0].splitlines()[0] == STANDARD
    assert run("--to", "fen", stdin=file.read_text())[0].count("\n") == 2
    forsyth = "1 B 6, 2 kt 5, p 1 Kt 1 P 2 R, P 1 K 3 Kt 1, 4 P k 2, 1 Q 2 p 2 p, 6 kt P, 1 B 4 R 1"
    assert run("--to", "fen", "--assume", stdin=forsyth)[0].startswith("1B6/2n5/p1N1P2R/P1K3N1/4Pk2/1Q2p2p/6nP/1B4R1 w")
    old = "0 r 6\n5 p p 0\nR 0 R 4 p\n0 r 0 p P 3\n2 p k Q P P 0\n7 P\n0 P 6\n2 K 5\n"
    assert run("--to", "fen", "--assume", stdin=old)[0].startswith("1r6/5pp1/R1R4p/1r1pP3/2pkQPP1/7P/1P6/2K5 w")


def test_exit_status_of_unreadable_input_and_usage(tmp_path: Path) -> None:
    _, err = run("--file", str(tmp_path / "none.epd"), STANDARD, status=2)
    assert "none.epd: no such file" in err and err.count("\n") == 1
    run("--en-passant", "legal", STANDARD, status=2)
    run("--unsafe", STANDARD, status=2)
    run("--svg", str(tmp_path / "a.svg"), STANDARD, INNER, status=2)


def test_boards(tmp_path: Path) -> None:
    out, _ = run("--board", "--to", "fen", STANDARD)
    assert out.splitlines()[2] == "8  \u265c \u265e \u265d \u265b \u265a \u265d \u265e \u265c"
    flipped, _ = run("--board", "--flip", "--to", "fen", STANDARD)
    assert flipped.splitlines()[2] == "1  \u2656 \u2658 \u2657 \u2654 \u2655 \u2657 \u2658 \u2656"
    for name, fen in (("a.svg", STANDARD), ("b.svg", LARGE)):
        run("--svg", str(tmp_path / name), fen)
        root = ElementTree.parse(tmp_path / name).getroot()
        assert root.tag.endswith("svg")
        squares = [one for one in root if one.tag.endswith("rect")]
        assert len(squares) == 1 + 8 * (8 if name == "a.svg" else 10)


def test_png_or_the_command_that_installs_it(tmp_path: Path) -> None:
    from pgnfen.errors import ConversionError
    from pgnfen.fen import read_fen
    from pgnfen.fen.boards import draw_png

    board = read_fen(STANDARD).board
    assert board is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "resvg_py", None)
        with pytest.raises(ConversionError, match=r"pip install \"pgnfen\[draw\]\""):
            draw_png(board)
    pytest.importorskip("resvg_py")
    assert draw_png(board).startswith(b"\x89PNG\r\n")
    run("--png", str(tmp_path / "a.png"), STANDARD)
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG\r\n")
