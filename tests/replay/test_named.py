"""Variants that pyffish plays by their names: FENs as they are, moves as SAN, nothing that could end the process."""

from __future__ import annotations

import io
import random
import re
import sys

import chess.variant
import pytest

from pgnfen.audit.auditor import Auditor
from pgnfen.fen import read_start, scharnagl_array
from pgnfen.pgn.blocks import read_games
from pgnfen.pgn.movetext import ANY_WIDTH, lex, read_movetext
from pgnfen.replay import Fairy, PythonChess
from pgnfen.replay.large.board import FairyBoard
from pgnfen.replay.large.named import NAMED, has_form_of, men_on, named_fen
from pgnfen.replay.large.pyffish_module import pyffish
from pgnfen.replay.status import status_of

SEIRAWAN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1"
PLIES = pytest.mark.parametrize("plies", [16, pytest.param(60, marks=pytest.mark.exhaustive)])
needs_pyffish = pytest.mark.skipif(pyffish() is None, reason="pyffish is not installed")


def findings(variant: str, fen: str | None, movetext: str) -> list[tuple[str, str]]:
    tags = f'[Variant "{variant}"]\n' + (f'[SetUp "1"]\n[FEN "{fen}"]\n' if fen else "")
    (game,) = read_games(io.BytesIO(f"{tags}\n{movetext}\n".encode()))
    return [(found.code, found.message) for found in Auditor().audit_game(game)]


@needs_pyffish
@PLIES
@pytest.mark.parametrize("key", sorted(NAMED))
def test_random_games_agree_with_pyffish_move_by_move(key: str, plies: int) -> None:
    module, rules, rng = pyffish(), NAMED[key], random.Random(key)
    assert module is not None
    chess960 = key.endswith("960")
    fen, moves = module.start_fen(rules), []
    for _ in range(plies):
        legal = module.legal_moves(rules, fen, moves, chess960)
        if not legal:
            break
        rare = [move for move in legal if len(move) > 4]
        moves.append(rng.choice(rare if rare and rng.random() < 0.4 else legal))
    text = (" ".join(module.get_san_moves(rules, fen, moves, chess960)) + " *").encode()
    start = read_start("1", fen, key)
    assert Fairy().plays(start) and not PythonChess().plays(start)
    played = Fairy().replay(start, text, read_movetext(text, width=ANY_WIDTH))
    assert played.stop is None and not played.skipped
    assert [ply.move for ply in played.plies] == moves


@needs_pyffish
@pytest.mark.parametrize("key", sorted(key for key in NAMED if key.endswith("960")))
def test_arrays_of_random_order_are_played(key: str) -> None:
    """KQkq mean the outermost rooks there, wherever the variant's own start has them."""
    module, rng = pyffish(), random.Random(key)
    assert module is not None
    fields = module.start_fen(NAMED[key]).split(" ")
    ranks = fields[0].partition("[")[0].split("/")
    array = scharnagl_array(rng.randrange(518)) if len(ranks[-1]) == 8 else "ARNBQKRCBN"
    hands = fields[0][len("/".join(ranks)) :]
    fen = " ".join(["/".join([array.lower(), *ranks[1:-1], array]) + hands, "w", "KQkq", *fields[3:]])
    start = read_start("1", fen, key)
    assert Fairy().plays(start) and status_of(start).name == "ongoing"
    assert not Fairy().plays(read_start("1", fen.replace(array, array.replace("R", "N")), key))
    assert not Fairy().plays(read_start(None, None, key)) and read_start(None, None, key).contradicts_variant


@needs_pyffish
@pytest.mark.parametrize("installed", [True, False])
def test_no_reader_misjudges_a_variant_that_is_known(installed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """All names of pyffish and of python-chess, and some with 960: nobody says that a legal move is illegal, and what
    cannot be played is not held to the rules of standard chess."""
    module, rng = pyffish(), random.Random(5)
    assert module is not None
    own = re.compile(r".+-[a-j]{2}")  # made by pgnfen, for castling from other files
    rules = {name: name for name in module.variants() if not own.fullmatch(name)}
    for board in chess.variant.VARIANTS:
        names = (*board.aliases, board.uci_variant, board.xboard_variant)
        rules |= {name: "chess" if board.uci_variant is None else board.uci_variant for name in names if name}
    of_960 = "atomic", "crazyhouse", "seirawan", "capablanca", "capahouse", "kingofthehill", "nocheckatomic", "shouse"
    rules |= {f"{name.title()}960": name for name in of_960}
    games = {}
    for name, of in rules.items():
        fen, moves = module.start_fen(of), []
        for _ in range(8):
            legal = module.legal_moves(of, fen, moves)
            moves += [rng.choice(legal)] if legal else []
        games[name] = fen, " ".join(module.get_san_moves(of, fen, moves))
    if not installed:
        monkeypatch.setitem(sys.modules, "pyffish", None)
    for name, (fen, text) in games.items():
        for start in (fen, None):
            if start is None and read_start(None, None, name).variant.has_many_starts:
                continue
            codes = {code for code, _ in findings(name, start, text + " *") if code != "S105"}
            assert not codes & {"R101", "R102", "R103", "S202", "S203"}, (name, start, text, codes)


@needs_pyffish
@pytest.mark.parametrize("key", sorted(NAMED))
def test_the_status_of_a_start(key: str) -> None:
    module = pyffish()
    assert module is not None
    fen = module.start_fen(NAMED[key])
    status = status_of(read_start(None, fen, key))
    assert status.legal_moves == len(module.legal_moves(NAMED[key], fen, [], key.endswith("960")))


@needs_pyffish
@PLIES
@pytest.mark.parametrize("rules", sorted(set(NAMED.values())))
def test_men_are_where_pyffish_has_them(rules: str, plies: int) -> None:
    module, rng = pyffish(), random.Random(rules)
    assert module is not None
    board = FairyBoard(rules, module.start_fen(rules), False)
    for _ in range(plies):
        assert board.men
        if not board.legal_moves:
            break
        board.push(rng.choice(board.legal_moves))
        fields = module.get_fen(rules, board.start, board.moves, False).split(" ")
        assert board.men == men_on(" ".join(fields))
        assert (board.turn, board.fullmove_number) == (fields[1] == "w", int(fields[-1]))


@needs_pyffish
@pytest.mark.parametrize(
    "fen",
    [
        SEIRAWAN.replace("8/8/8/8", "8/8/8/8/8"),  # each of these ends a process that gives it to pyffish, or may
        SEIRAWAN.replace("[HEhe]", "[ZZ]"),
        SEIRAWAN.replace("[HEhe]", ""),
        SEIRAWAN.replace("KQBCDFG", "KQZ"),
        SEIRAWAN.replace("- 0 1", "x 0 1"),
        SEIRAWAN.replace("- 0 1", "- 99999999999 1"),
        SEIRAWAN.replace("k", "1"),
        SEIRAWAN.replace("RNBQKBNR", "RNBQKBN1"),
        SEIRAWAN.replace("/8/8/8/8/", "/61/8/8/8b"),
        "x",
    ],
)
def test_what_has_not_the_form_of_its_fens_pyffish_is_not_given(fen: str) -> None:
    assert not has_form_of(fen, SEIRAWAN)
    start = read_start("1", fen, "Seirawan")
    assert named_fen(start) is None and not Fairy().plays(start)
    assert [code for code, _ in findings("Seirawan", fen, "1. Nf3/H *") if code[0] == "R"] == ["R301"]


@needs_pyffish
def test_fens_of_seirawan_games_are_read() -> None:
    for fen in (
        "rhbqkbnr/pppppppp/2n5/8/8/4P3/PPPP1PPP/RNBQKBNR[EHe] w KQBCDFGkqcdfg - 1 2",
        "r1bqk2r/pppppppp/2n2n2/8/8/5N2/PPPPBPPP/RNBQHRK1[Eeh] b ABCDkqcd - 1 1",
        "ehbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/EHBQKBNR[] w Kk - 0 1",
        "4k3/8/8/8/8/8/8/4K3[] w - - 0 40",
    ):
        assert named_fen(read_start("1", fen, "Seirawan")) == fen


@needs_pyffish
@pytest.mark.parametrize(
    ("movetext", "found"),
    [
        ("1. Nf3 Nc6/E 2. e3 e6 3. Be2 Nf6/H 4. O-O/Ee1 *", []),
        ("1. Ng1f3/h 1... b8c6e *", []),
        ("1. Nf3/Q *", [("R101", "pyffish does not accept this move in Seirawan")]),
        ("1. Nf3/H e6 2. Nc3/H *", [("R101", "pyffish does not accept this move in Seirawan")]),
        ("1. e4 e5 3. Nf3 *", [("K203", "move number 3 should be 2")]),
        ("1. e4 rubbish e5 *", [("R103", "cannot be read")]),
        ("1. e4 -- 2. e5 *", [("R104", "-- is a null move")]),
        ("1. e3 e6 2. Nf3 Nf6 3. Be2 Be7 4. 0-0/Ee1 *", [("R105", "0-0/Ee1 instead of O-O/Ee1")]),
        (
            "1. e3 e6 2. Nf3 Nf6 3. Be2 Be7 4. OO O–O *",
            [("R105", "OO instead of O-O:"), ("R105", "O–O instead of O-O:")],
        ),
        (
            "1. d3 d6 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. OOO O–O–O 6. Kb1 Kb8 *",
            [("R105", "OOO instead of O-O-O:"), ("R105", "O–O–O instead of O-O-O:")],
        ),
    ],
)
def test_seirawan(movetext: str, found: list[tuple[str, str]]) -> None:
    said = findings("Seirawan", SEIRAWAN, movetext)
    assert [code for code, _ in said] == [code for code, _ in found]
    assert all(part in message for (_, message), (_, part) in zip(said, found, strict=True))


def test_men_gated_in_are_part_of_the_move() -> None:
    data = b"1. Nf3/H O-O-O/Ha8 N@j10 *"
    assert [token.kind.name for token in lex(data, width=ANY_WIDTH)] == ["NUMBER", "MOVE", "CASTLING", "MOVE", "MARKER"]
    assert [token.kind.name for token in lex(data)].count("UNREADABLE") == 3
