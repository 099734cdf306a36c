"""Games on 10x8 boards: replayed by pyffish where it is installed, said to be unplayed where it is not."""

from __future__ import annotations

import io
import random
import sys
from pathlib import Path

import pytest

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.catalog import choose
from pgnfen.fen import Board, read_placement, read_start
from pgnfen.fen.start import Start
from pgnfen.pgn.blocks import read_games
from pgnfen.pgn.movetext import read_movetext
from pgnfen.replay import Fairy, PythonChess, Replay, default_engine
from pgnfen.replay.large.board import FairyBoard, fairy_board
from pgnfen.replay.large.pyffish_module import pyffish
from pgnfen.replay.large.rules import rules_of, why_not

SAMPLES = Path(__file__).parents[2] / "sample_pgn"
VARIANTS = ("capablanca", "caparandom", "gothic", "embassy", "janus")
CAPABLANCA = "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1"

needs_pyffish = pytest.mark.skipif(pyffish() is None, reason="pyffish is not installed")


@pytest.fixture
def without_pyffish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyffish", None)


def replay(start: Start, movetext: str) -> Replay:
    return Fairy().replay(start, movetext.encode(), read_movetext(movetext.encode(), width=10))


def findings(tags: dict[str, str], movetext: str, select: str = "") -> list[tuple[str, str]]:
    pairs = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    auditor = Auditor(choose([select] if select else []))
    data = f"{pairs}\n{movetext}\n".encode()
    return [
        (found.code, found.message) for game in read_games(io.BytesIO(data)) for found in auditor.audit_game(game)
    ]


def start_tags(fen: str, variant: str | None = "Capablanca") -> dict[str, str]:
    return ({"Variant": variant} if variant else {}) | {"SetUp": "1", "FEN": fen}


@needs_pyffish
@pytest.mark.parametrize("name", ["capablanca", "janus", "embassy"])
def test_sample_games_replay_to_their_end(name: str) -> None:
    with (SAMPLES / f"{name}.pgn").open("rb") as file:
        game = next(read_games(file))
    pairs = {pair.name: pair.value for pair in game.tag_section.pairs}
    start = read_start("1", pairs[b"FEN"], pairs[b"Variant"])
    played = default_engine().replay(start, game.raw, read_movetext(game.raw, game.tag_section.end, 10))
    assert played.stop is None and not played.skipped and not played.grants
    assert len(played.plies) >= 20
    assert {ply.castling for ply in played.plies if ply.castling} == {"king", "queen"}
    assert list(Auditor().audit_game(game)) == []


@pytest.mark.usefixtures("without_pyffish")
@pytest.mark.parametrize("name", ["capablanca", "janus", "embassy"])
def test_without_pyffish_the_finding_names_the_command(name: str) -> None:
    with (SAMPLES / f"{name}.pgn").open("rb") as file:
        (found,) = Auditor().audit_game(next(read_games(file)))
    assert found.code == "R301"
    assert 'pip install "pgnfen[fairy]"' in found.message


@needs_pyffish
@pytest.mark.parametrize("games", [1, pytest.param(5, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_agree_with_pyffish_move_by_move(variant: str, games: int) -> None:
    module = pyffish()
    assert module is not None
    for seed in range(games):
        rng = random.Random(f"{variant}{seed}")
        fen, moves = module.start_fen(variant), []
        for _ in range(120):
            legal = module.legal_moves(variant, fen, moves, True)
            if not legal:
                break
            rare = [move for move in legal if len(move) > 4 or move in ("f1a1", "f1j1", "e1a1", "e1j1", "f8j8", "e8a8")]
            moves.append(rng.choice(rare or legal))
        sans = module.get_san_moves(variant, fen, moves, True)
        played = replay(read_start("1", fen, variant), " ".join(sans) + " *")
        assert played.stop is None and not played.skipped, played.stop
        assert [ply.move for ply in played.plies] == moves
        final = played.final
        assert isinstance(final, FairyBoard)
        kept = final.board.squares  # moved here; what follows asks pyffish
        assert read_placement(final.text.split()[0])[0] == Board(10, kept)
        end = module.get_fen(variant, fen, moves, True).split()
        ours = played.final.fen(en_passant="xfen").split()
        assert ours[:2] + ours[4:] == end[:2] + end[4:]
        assert read_start("1", " ".join(ours), variant).faults == ()


@pytest.mark.parametrize(
    ("fen", "variant", "rules"),
    [
        (CAPABLANCA, None, "capablanca"),
        (CAPABLANCA, "Caparandom", "caparandom"),
        ("rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq - 0 1", None, "gothic"),
        ("rnbqkcabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKCABNR w KQkq - 0 1", None, "embassy"),
        ("r3k4r/10/10/10/10/10/10/R3K4R w mKQkq - 0 1", None, "embassy"),
        ("r3k4r/10/10/10/10/10/10/R3K4R w sKQkq - 0 1", None, "janus"),
        ("r3k4r/10/10/10/10/10/10/R3K4R w KQkq - 0 1", None, "caparandom"),
        ("rj2k4r/10/10/10/10/10/10/R3K4R w KQkq - 0 1", None, "janus"),
        ("r3k4r/10/10/10/10/10/10/R3K4R w mKQkq - 0 1", "Capablanca", "embassy"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", None, None),
    ],
)
def test_rules_by_variant_prefix_array_and_letters(fen: str, variant: str | None, rules: str | None) -> None:
    assert rules_of(read_start("1", fen, variant)) == rules


@needs_pyffish
@pytest.mark.parametrize(
    ("variant", "castled"),
    [
        ("Capablanca", ("R6RK1", "2KR5R")),
        ("Embassy", ("R5RK2", "1KR6R")),
        ("Janus", ("R6RK1", "1KR6R")),
    ],
)
def test_castling_ends_where_the_variant_says(variant: str, castled: tuple[str, str]) -> None:
    start = read_start("1", "r3k4r/10/10/10/10/10/10/R3K4R w KQkq - 0 1", variant)
    for san, row in zip(("O-O", "0-0-0"), castled, strict=True):
        assert replay(start, f"1. {san} *").final.fen().split()[0].endswith(row)


@needs_pyffish
@pytest.mark.parametrize(
    ("rank", "castling", "variant", "castled"),
    [
        ("R4K3R", "mKQkq", None, ("R6RK1", "2KR5R")),  # three squares, wherever he starts
        ("R2K5R", "mKQkq", None, ("R4RK3", "1KR6R")),  # and at most to the square before the edge
        ("R6K1R", "mKQkq", None, ("R6RK1", "4KR3R")),
        ("R7KR", "mKQkq", "Capablanca", ("R6RK1", "5KR2R")),
        ("R4K3R", "sKQkq", "Capablanca", ("R6RK1", "1KR6R")),
        ("R4K3R", "KQkq", "Embassy", ("R6RK1", "2KR5R")),
        ("R2K3R", "mKQkq", None, ("R3RK2", "1KR4R")),
        ("R2K3R", "KQkq", "Chess480", ("R3RK2", "1KR4R")),
        ("R3K2R", "KQkq", "Chess480", ("R4RK1", "2KR3R")),
    ],
)
def test_kings_castle_by_the_prefix(rank: str, castling: str, variant: str | None, castled: tuple[str, str]) -> None:
    width = 8 if sum(int(c) if c.isdigit() else 1 for c in rank) == 8 else 10
    fen = f"{rank.lower()}/{'/'.join([str(width)] * 6)}/{rank} w {castling} - 0 1"
    start = read_start("1", fen, variant)
    assert Fairy().plays(start) and not PythonChess().plays(start)
    for san, row in zip(("O-O", "O-O-O"), castled, strict=True):
        played = replay(start, f"1. {san} *")
        assert played.stop is None and played.final.fen().split()[0].endswith(row)
        assert played.final.fen().split()[2] == castling.replace("K", "").replace("Q", "")


@needs_pyffish
def test_what_has_made_pyffish_crash_is_not_played() -> None:
    start = read_start("1", "r2k3r/8/8/8/8/8/8/R2K3R w sKQkq - 0 1", None)
    assert not Fairy().plays(start)


@needs_pyffish
def test_castling_that_the_start_denies_goes_where_the_rules_say() -> None:
    start = read_start("1", "r4k3r/10/10/10/10/10/10/R4K3R w mQkq - 0 1", None)
    played = replay(start, "1. O-O *")
    assert [grant.square for grant in played.grants] == ["j1"]
    assert played.final.board_fen().endswith("R6RK1")


@needs_pyffish
def test_letters_and_prefix_come_back_as_they_came() -> None:
    gothic = read_start("1", "rnbqmkhbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQMKHBNR w KQkq - 0 1", "Gothic")
    played = replay(gothic, "1. Md3 Md6 2. Hh3 *")
    assert played.stop is None
    assert played.final.board_fen() == "rnbq1khbnr/pppppppppp/3m6/10/10/3M3H2/PPPPPPPPPP/RNBQ1K1BNR"
    janus = read_start("1", "r3k4r/10/10/10/10/10/10/RJ2K4R w sKQkq - 0 1", "Janus")
    assert replay(janus, "1. Jc3 *").final.fen() == "r3k4r/10/10/10/10/2J7/10/R3K4R b sKQkq - 1 1"
    shredder = read_start("1", "r3k4r/10/10/10/10/10/10/R3K4R w JAja - 0 1", "Caparandom")
    assert replay(shredder, "1. Ra2 *").final.fen().split()[2] == "Jja"


@needs_pyffish
def test_inner_rook_castles() -> None:
    start = read_start("1", "5k4/10/10/10/10/10/10/4K2RR1 w H - 0 1", "Caparandom")
    assert replay(start, "1. O-O *").stop is not None  # i1 is where the king goes, and a rook stands there
    start = read_start("1", "5k4/10/10/10/10/10/10/R3K1R2R w G - 0 1", "Caparandom")
    assert replay(start, "1. O-O *").final.board_fen().endswith("R6RKR")


@needs_pyffish
@pytest.mark.parametrize(
    ("movetext", "why"),
    [
        ("1. Ci4 *", "no white chancellor can reach i4"),
        ("1. Ab1 *", "b1 is occupied by a white knight"),
        ("1. e5 *", "it is White's move, but only Black could play it"),
        ("1. Nb5 *", "no white knight can reach b5"),
        ("1. O-O *", "White cannot castle kingside"),
    ],
)
def test_illegal_moves_are_explained(movetext: str, why: str) -> None:
    found = findings(start_tags(CAPABLANCA), movetext, "R101")
    assert [code for code, _ in found] == ["R101"]
    assert why in found[0][1]


@needs_pyffish
def test_a_pinned_man_is_said_to_leave_its_king_in_check() -> None:
    fen = "4r5/5k4/10/10/4N5/10/10/4K5 w - - 0 1"
    assert "the move leaves the king on e1 in check" in findings(start_tags(fen), "1. Nd6+ *", "R101")[0][1]


@needs_pyffish
def test_rules_of_the_audit_work_on_these_games() -> None:
    def codes(fen: str, movetext: str, **tags: str) -> list[str]:
        return [code for code, _ in findings(start_tags(fen) | tags, movetext)]

    assert codes(CAPABLANCA, "1. e4 e5 3. Nc3 *") == ["K203"]
    assert codes(CAPABLANCA, "2. e4 e5 *") == ["K201"]
    assert codes(CAPABLANCA, "1... e5 *") == ["K202", "R101"]
    assert codes(CAPABLANCA, "1. e4 rubbish e5 *") == ["R103"]
    assert codes(CAPABLANCA, "1. e4 -- 2. Nc3 *") == ["R104"]
    assert codes("r3k4r/10/10/10/10/10/10/R3K4R w Qkq - 0 1", "1. O-O *") == ["C201"]
    assert codes("5k4/10/10/10/10/10/10/R3K1R2R w K - 0 1", "1. O-O *") == ["C202"]
    assert codes("5k4/10/10/3pP5/10/10/10/5K4 w - - 0 9", "9. exd6 *") == ["E201"]
    assert codes("5k4/10/10/10/10/1N3N4/10/5K4 w - - 0 9", "9. Nd4 *") == ["R102"]
    mate = "k9/10/1K8/10/10/10/10/2R7 w - - 0 1"
    assert codes(mate, "1. Rc8# 1-0", Result="0-1") == ["G103"]
    assert codes(mate, "1. Rc8# 1-0", Result="1-0") == []


@needs_pyffish
def test_zero_castling_and_long_spellings_are_read() -> None:
    start = read_start("1", "r3k4r/1P8/10/10/10/10/10/R3K4R w KQkq - 0 1", "Capablanca")
    for spelled in ("0\u20130", "b8=A", "b8(C)", "b7b8q", "bxa8=Q+", "b7xa8=N", "Ra1-a5", "Ra1:a8+"):
        assert replay(start, f"1. {spelled} *").stop is None, spelled
    stop = replay(start, "1. b8 *").stop
    assert stop is not None and stop.why == "the promotion piece is missing"


@pytest.mark.parametrize(
    ("fen", "variant", "why"),
    [
        ("10/10/10/10/10/10/10/4K5 w - - 0 1", "Capablanca", "there must be exactly one black king"),
        ("4kx4/10/10/10/10/10/10/4K5 w - - 0 1", "Capablanca", "Capablanca has no piece X"),
        ("4kc4/10/10/10/10/10/10/4K5 w - - 0 1", "Janus", "Janus has no piece C"),
        ("4kc4/10/10/10/10/10/10/4KM4 w - - 0 1", "Gothic", "two letters for one man"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Gothic", "Gothic is played on 10x8 boards"),
        ("r3k4r/10/10/10/10/10/10/R4K3R w mKQkq - 0 1", "Embassy", "reach different files"),
        ("r1k4r/8/8/8/8/8/8/R1K4R w KQkq - 0 1", "Chess480", "X-FEN and Chess480 define castling differently"),
    ],
)
def test_starts_that_nobody_can_play(fen: str, variant: str, why: str) -> None:
    start = read_start("1", fen, variant)
    assert why in (why_not(start) or "")
    assert fairy_board(start) is None and not default_engine().plays(start)
    assert why in findings(start_tags(fen, variant), "*", "R301")[0][1]


def test_a_missing_or_contradicting_variant_is_said() -> None:
    assert ("S201", "a 10x8 board, but no Variant tag; the game is read by the rules of Capablanca") in findings(
        start_tags(CAPABLANCA, None), "*"
    )
    assert "S202" in [code for code, _ in findings(start_tags(CAPABLANCA, "Chess960"), "*")]
    assert "S202" in [code for code, _ in findings({"Variant": "Caparandom"}, "*")]


def test_8x8_games_are_lexed_as_before() -> None:
    assert [code for code, _ in findings({}, "1. Ci3 *")] == ["R103"]
