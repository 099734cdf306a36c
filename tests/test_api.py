"""The public names: what is exported is documented and works as the command line does."""

from __future__ import annotations

import gzip
import inspect
import io
import json
import os
import pickle
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import chess
import programs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pgnfen
from pgnfen.fen.start import read_start

pytestmark = pytest.mark.usefixtures("reader")

PGN = (
    b'[Event "A"]\n\n1. e4 *\n\n[Event "B"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n'
    b"1. e4 Kd7 2. Ke3 *\n"
)
NAMES = [
    "ConversionError", "FenRecord", "Finding", "GameTags", "InputError", "PgnfenError", "RawGame", "Rule", "Start",
    "__version__", "all_rules", "audit", "conditions", "read", "read_fen", "read_start", "select", "start", "tags",
]  # fmt: skip


def test_exported_names() -> None:
    assert set(NAMES) <= set(pgnfen.__all__) <= set(dir(pgnfen))
    for name in pgnfen.__all__:
        value = getattr(pgnfen, name)
        assert name == "__version__" or inspect.getdoc(value), name
    with pytest.raises(AttributeError):
        pgnfen.nothing  # type: ignore[attr-defined]  # noqa: B018


def test_functions_are_not_hidden_by_the_packages_of_their_names() -> None:
    code = "import pgnfen.audit.rule, pgnfen.select.conditions; print(callable(pgnfen.audit), callable(pgnfen.select))"
    done = programs.run([sys.executable, "-c", code], check=True)
    assert done.stdout.split() == [b"True", b"True"]


def test_read_tags_audit_select() -> None:
    games = list(pgnfen.read(PGN))
    assert b"".join(game.raw for game in games) == PGN
    assert [row.kind for row in pgnfen.tags(PGN)] == ["standard", "position"]
    assert [(f.code, f.game, f.ply) for f in pgnfen.audit(PGN)] == [("R101", 2, 3), ("N109", 2, None)]
    assert list(pgnfen.audit(PGN, select=["S"])) == []
    assert [found.code for found in pgnfen.audit(PGN, select="R101")] == ["R101"]  # a string is one code
    assert [game.number for game in pgnfen.select(PGN, pgnfen.conditions.classic())] == [1]
    assert pgnfen.start(games[1]).fen == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    assert games[1].line_of(games[1].raw.index(b"Ke3")) == 9


STARTS = [b'[SetUp "1"]\n', b'[Variant "chess 960"]\n', b'[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n', b'[fen "x"]\n']
ODD = [b'[FEN "a\\"b"]\n', b'[FEN "\xe9"][SetUp "0"]\n', b"[FEN 8/8]\n", b"% [FEN]\n", b"\r\n", b"\n"]


@given(st.lists(st.lists(st.sampled_from([*STARTS, *ODD]), max_size=5).map(b"".join), max_size=6))
def test_a_game_of_a_block_knows_the_start_that_its_tags_say(sections: list[bytes]) -> None:
    pgn = b"".join(b'[Event "x"]\n' + section + b"\n1. e4 *\n\n" for section in sections)
    for game in pgnfen.read(pgn):
        alone = pgnfen.RawGame(*game)
        assert alone == game and len(game) == 5
        assert pgnfen.start(game) is pgnfen.start(pickle.loads(pickle.dumps(game)))
        start = pgnfen.start(game)
        assert start == pgnfen.start(alone) and pgnfen.start(alone) == start
        other = read_start(start.setup, start.fen, start.variant_text)
        assert other == start and repr(other) == repr(start) and hash(other) == hash(start)
        assert pgnfen.start(game._replace(raw=b"*")).fen is None  # other bytes, another start


def test_a_start_of_a_game_that_was_read_can_be_replaced() -> None:
    game = next(pgnfen.read(b'[FEN "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1"]\n\n1. e4 *\n'))
    changed = replace(game.start, setup="0")
    assert (changed.setup, changed.fen, type(changed)) == ("0", game.start.fen, pgnfen.Start)


def test_columns_are_a_list() -> None:
    with pytest.raises(ValueError, match="a list of names"):
        list(pgnfen.tags(b"1. e4 *", columns="Site"))


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names of files are text there")
def test_rows_of_an_input_whose_name_is_no_text(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.pgn"))
    path.write_bytes(PGN.replace(b'"A"', b'"A\\"\xe9\xfc"'))
    first, second = pgnfen.tags(path, columns=["Event", "NIC", "section"])
    assert (first.path, first.event, first.columns) == (str(path), 'A"éü', {"NIC": None, "section": None})
    assert (second.offset, second.kind, second.castling) == (26, "position", ("fen", "x-fen", "shredder"))


def test_unreadable_input_raises() -> None:
    with pytest.raises(pgnfen.InputError, match="nowhere"):
        list(pgnfen.read("nowhere.pgn"))
    with pytest.raises(ValueError, match="X1"):
        list(pgnfen.audit(PGN, select=["X1"]))


def test_files_of_records_are_known_by_name(tmp_path: Path) -> None:
    """Whatever is in them: a faulty record is no game either."""
    book, pgn = tmp_path / "few.epd", tmp_path / "a.pgn"
    book.write_text("4k3/8/8/8/8 w\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n")
    pgn.write_bytes(PGN)
    for found in (pgnfen.read([book, pgn]), pgnfen.select([book, pgn], lambda start: True)):
        assert [next(found).number, next(found).number] == [1, 2]
        with pytest.raises(pgnfen.InputError, match=r"few\.epd: is a file of FEN or EPD records"):
            next(found)
    assert len(list(pgnfen.read(tmp_path))) == 2  # of a folder the .pgn files
    assert len(list(pgnfen.tags(book))) == 2


def test_a_game_knows_its_input_its_tags_and_its_board(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(PGN)
    first, second = pgnfen.read(path)
    assert first.path == second.path == str(path) and isinstance(second, pgnfen.Game)
    assert dict(second.tags) == {"Event": "B", "SetUp": "1", "FEN": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}
    assert second.start is pgnfen.start(second)
    assert second.board().fen() == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" and first.board() == chess.Board()
    board = second.board()
    board.push_san("e4")
    assert second.board() != board  # a board of its own
    parsed = second.to_chess()
    assert [move.uci() for move in parsed.mainline_moves()] == ["e2e4", "e8d7"] and len(parsed.errors) == 1
    assert repr(second) == f"<Game 2 of {path}, line 5: ? - ?, *>"
    [unreadable] = pgnfen.read(b'[FEN "x"]\n\n*\n')
    with pytest.raises(ValueError, match="python-chess cannot make a board for this start"):
        unreadable.board()
    [chosen] = pgnfen.select(path, pgnfen.conditions.kind_is(["position"]))
    assert list(pgnfen.select(path, pgnfen.conditions.kind_is("position"))) == [chosen]
    assert (chosen.path, chosen.number) == (str(path), 2)


def test_of_a_tag_that_stands_twice_the_value_that_counts() -> None:
    [game] = pgnfen.read(b'[White "a"]\n[FEN "x"]\n[fen "y"]\n[white "b"]\n\n*\n')
    assert dict(game.tags) == {"FEN": "x", "white": "b"}


def test_inputs_of_all_kinds(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(PGN)
    with path.open("rb") as file:
        assert [game.path for game in pgnfen.read([file, PGN, str(path), io.BytesIO(PGN)])] == [
            *[str(path)] * 2, *["<bytes>"] * 2, *[str(path)] * 2, *["<file>"] * 2
        ]  # fmt: skip
        assert not file.closed
    assert len(list(pgnfen.tags(io.BytesIO(gzip.compress(PGN))))) == 2
    assert list(pgnfen.read([])) == []
    with path.open(encoding="utf-8") as text, pytest.raises(TypeError, match="rb"):
        list(pgnfen.read(text))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="int is not an input"):
        list(pgnfen.read(3))  # type: ignore[arg-type]


def test_what_cannot_be_read_loses_nothing_else() -> None:
    source = ["nowhere.pgn", PGN, "no such folder/", PGN]
    games = []
    with pytest.raises(pgnfen.InputError, match="nowhere"):
        games += [game.number for game in pgnfen.read(source)]  # nothing is kept of a list that is not complete
    with pytest.raises(pgnfen.InputError, match="nowhere"):
        for game in pgnfen.read(source):
            games.append(game.number)
    assert games == [1, 2, 1, 2]
    with pytest.raises(pgnfen.InputError, match="nowhere"):
        next(pgnfen.read(source, on_error="now"))
    assert len(list(pgnfen.tags(source, on_error="skip"))) == 4
    errors: list[pgnfen.InputError] = []
    assert len(list(pgnfen.audit(source, on_error=errors.append))) == 4
    assert [error.name for error in errors] == ["nowhere.pgn", "no such folder/"]
    with pytest.raises(ValueError, match="on_error"):
        list(pgnfen.read(PGN, on_error="x"))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("function", "argument", "allowed"),
    [
        (pgnfen.audit, "severity", "must be 'error', 'warning' or 'info'"),
        (pgnfen.audit, "standard", "must be '1994' or '1.1'"),
        (pgnfen.positions, "notation", "must be 'fen', 'x-fen', 'shredder' or 'epd'"),
        (pgnfen.positions, "en_passant", "must be '1994', 'x-fen' or 'legal'"),
        (pgnfen.tags, "input_format", "must be 'auto', 'pgn' or 'epd'"),
    ],
)
def test_an_argument_that_is_not_allowed(function: Callable[..., object], argument: str, allowed: str) -> None:
    with pytest.raises(ValueError, match=f"{argument} is 'foo'; it {allowed}"):
        list(function(PGN, **{argument: "foo"}))  # type: ignore[call-overload]


@pytest.mark.parametrize("value", [None, 5, 1.5, b"8/8", [], {}, object()])
def test_an_argument_of_another_type(value: object) -> None:
    """TypeError, which names the argument and its type."""
    calls: list[Callable[[Any], object]] = [
        pgnfen.read_fen, pgnfen.read_epd, pgnfen.read_forsyth, pgnfen.read_noted, pgnfen.repair_fen, pgnfen.write_fen,
        pgnfen.write_epd, pgnfen.write_forsyth,
        lambda text: pgnfen.read_start(*[text if text is not None else 0] * 3),
        lambda number: pgnfen.start_fen(number if number != 5 else "5"),
        lambda number: pgnfen.double_start_fen(518, number if number != 5 else "5"),
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(TypeError, match=r"^\w+ has type \w+; it must be (str|int|FenRecord|Board)"):
            call(value)


@pytest.mark.parametrize("reads", [0, 1, 2, 3])
@pytest.mark.parametrize("error", [ValueError("boom"), OSError(5, "Input/output error"), KeyError("x"), "text", 7])
def test_a_stream_that_fails(reads: int, error: object) -> None:
    """Whenever it fails it is an InputError, after the games before."""

    class Stream:
        left = reads

        def read(self, n: int) -> Any:
            self.left -= 1
            if self.left >= 0:
                    return PGN
            if isinstance(error, Exception):
                raise error
            return error

    games: list[pgnfen.Game] = []
    with pytest.raises(pgnfen.InputError, match=r"^<file>: could not be read"):
        games.extend(pgnfen.read(Stream()))
    games = list(pgnfen.read(Stream(), on_error="skip"))
    assert b"".join(game.raw for game in games) == PGN * reads


def test_what_is_listed_is_public() -> None:
    assert dir(pgnfen) == sorted(pgnfen.__all__)


def test_dedupe(tmp_path: Path) -> None:
    moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. d3 d6"
    one, copy = f'[White "A"]\n\n{moves} *\n\n'.encode(), f'[White "A"]\n[Round "1"]\n\n{moves} 1-0\n\n'.encode()
    names = [tmp_path / name for name in ("kept.pgn", "rest.pgn", "log.jsonl")]
    found = pgnfen.dedupe([io.BytesIO(one + copy)], *names[:2], log=names[2])
    assert (found.games, found.kept, found.duplicates) == (2, 1, 1)
    assert [name.read_bytes() for name in names[:2]] == [one, copy]
    assert json.loads(names[2].read_bytes())["lacks"] == {"tags": {"Round": "1"}}
    assert pgnfen.dedupe(one, names[0], against=copy).duplicates == 1
    assert names[0].read_bytes() == b""
    with pytest.raises(pgnfen.PgnfenError, match="same file"):
        pgnfen.dedupe(names[1], names[1])


def test_positions() -> None:
    pgn = b'[Event "A"]\n\n1. e4 e5 2. Ke3 *\n\n[Event "B"]\n\n1. -- *\n'
    found = list(pgnfen.positions(pgn, "shredder", "1994"))
    assert [(one.game, one.ply, one.san) for one in found] == [
        (1, 0, None), (1, 1, "e4"), (1, 2, "e5"), (2, 0, None), (2, 1, "--"),
    ]  # fmt: skip
    assert found[1].fen == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha e3 0 1"
    assert (found[1].en_passant, found[1].key.split()[3]) == ("e3", "-")
    record = b"4k3/8/8/8/8/8/8/R3K2R w HA - bm O-O;\n"
    assert [one.fen for one in pgnfen.positions(record, input_format="epd")] == ["4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"]
