"""Games beyond a limit come in pieces: every byte, the same games from reads of any size."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import programs
import pytest
from large_games import SHAPES

from pgnfen.errors import InputError
from pgnfen.pgn.blocks import TAG_LIMIT, Piece, read_blocks, read_games

pytestmark = pytest.mark.usefixtures("either_reader")

BEFORE = b'[Event "before"]\n\n1. d4 *\n\n'
BEHIND = b'\n[Event "behind"]\n\n1. c4 *\n\n[Event "last"]\n\n1. b4 *\n'
LIMIT = 1 << 15  # bytes
FILLING = pytest.mark.parametrize("size", [1 << 16, pytest.param(3 << 17, marks=pytest.mark.exhaustive)])

Seen = list[tuple[int, int, int, int, bool, object]]


def games(data: bytes, block_size: int, max_game: int = LIMIT) -> Seen:
    """Number, offset, line, size, whether it is too large, and the tags of each game; the bytes are all there."""
    seen: Seen = []
    at = 0
    for block in read_blocks(io.BytesIO(data), block_size, max_game):
        assert block.offset == at and block.data[: block.end] == data[at : at + block.end]
        at += block.end
        large = isinstance(block, Piece)
        if large and not len(block):
            number, offset, line, size, _, values = seen.pop()
            assert block.number == number + 1
            seen.append((number, offset, line, size + block.end, True, values))
        places = zip(block.starts, block.ends(), block.lines, block.values, strict=True)
        for index, (start, end, line, values) in enumerate(places):
            seen.append((block.number + index, block.offset + start, line, end - start, large, values))
    assert at == len(data)
    return seen


@FILLING
@pytest.mark.parametrize("shape", SHAPES)
def test_the_same_games_from_reads_of_any_size(shape: str, size: int) -> None:
    data = BEFORE + b"".join(SHAPES[shape](size)) + BEHIND
    seen = games(data, size // 2)
    assert any(large for *_, large, _ in seen)
    for number, offset, line, *_ in seen:
        before = data[:offset]
        assert line == 1 + before.count(b"\n") + before.count(b"\r") - before.count(b"\r\n")
        assert number == 1 + [game[1] for game in seen].index(offset)
    for block_size in (size // 7, 1 << 21):
        assert games(data, block_size) == seen


@FILLING
@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_not_too_large_is_as_it_was(shape: str, size: int) -> None:
    data = BEFORE + b"".join(SHAPES[shape](size)) + BEHIND
    seen = games(data, size // 2, 1 << 20)
    whole = [(game.offset, game.line, len(game.raw)) for game in read_games(io.BytesIO(data), size // 2)]
    assert [one[1:4] for one in seen] == whole and not any(one[4] for one in seen)


@pytest.mark.parametrize("max_game", [1, 10, 25, 26, 27, 1000])
def test_every_limit(max_game: int) -> None:
    data = (BEFORE + BEHIND) * 3
    sizes = [len(game.raw) for game in read_games(io.BytesIO(data))]
    for block_size in (1, 7, 100, 1 << 20):
        seen = games(data, block_size, max_game)
        assert [(game[3], game[4]) for game in seen] == [(size, size > max_game) for size in sizes]


def test_the_edge_of_the_limit_on_tags() -> None:
    head, line = b'[Event "x"]\n', b'[A "%s"]\n'
    for more in (0, 1):
        data = head + line % (b"x" * (TAG_LIMIT - len(head) - len(line) + 2 - 1 + more)) + b"\n1. e4 *\n"
        assert [game[4] for game in games(data + BEHIND, 1 << 20, 1 << 26)] == [bool(more), False, False]


@pytest.mark.parametrize("shape", ["one line of moves", "a line comment", "moves", "one comment"])
def test_a_long_line_of_movetext_is_no_tag_section(shape: str) -> None:
    data = BEFORE + b"".join(SHAPES[shape](5 << 19)) + BEHIND
    for block_size in (1 << 20, 1 << 23):
        assert not any(seen[4] for seen in games(data, block_size, 64 << 20))


def test_an_error_comes_behind_the_game_that_it_cuts() -> None:
    class Failing(io.BytesIO):
        def read(self, n: int | None = -1, /) -> bytes:
            data = super().read(n)
            if not data:
                raise InputError("x", "damaged")
            return data

    data = BEFORE + b"".join(SHAPES["moves"](3 << 18))
    read = b""
    with pytest.raises(InputError, match="damaged"):
        for block in read_blocks(Failing(data), max_game=LIMIT):
            read += block.data[: block.end]
    assert read == data


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("shape", ["moves", "tags of a kind", "one value", "both line ends"])
def test_commands(shape: str, jobs: str, tmp_path: Path) -> None:
    """Counted, reported, filtered by its tags, and kept byte for byte."""
    large = b"".join(SHAPES[shape](1 << 16)).rstrip(b"\n") + b"\n\n"
    data = BEFORE + large + BEHIND[1:]
    (tmp_path / "in.pgn").write_bytes(data)

    def run(*words: str) -> str:
        done = programs.pgnfen(*words, "-j", jobs, "--max-game", "64K", "in.pgn", cwd=tmp_path, text=True)
        assert done.returncode in (0, 1)
        return str(done.stdout + done.stderr)

    assert len(run("tags").splitlines()) == 4
    said = run("audit")
    assert said.startswith("in.pgn:5: game 2: G111 game-too-large warning: the game is too large to check")
    assert "4 games in 1 input: 1 finding in 1 game" in said
    run("filter", "--has", "G111", "-o", "out.pgn", "--rest", "rest.pgn")
    assert (tmp_path / "out.pgn").read_bytes() == large
    assert (tmp_path / "rest.pgn").read_bytes() == BEFORE + BEHIND[1:]
    if shape != "one value":  # which is longer than what is read of the tags
        run("filter", "--tag", "Event=g", "-o", "out.pgn.gz", "--rest", "rest.pgn")
        assert gzip.decompress((tmp_path / "out.pgn.gz").read_bytes()) == large
        assert (tmp_path / "rest.pgn").read_bytes() == BEFORE + BEHIND[1:]
    run("filter", "--not", "--tag", "Event=last", "-o", "-", "--rest", "rest.pgn")
    assert (tmp_path / "rest.pgn").read_bytes() == BEHIND[BEHIND.index(b'[Event "last"') :]
    run("split", "--by", "Event", "-d", "parts")
    assert sorted((tmp_path / "parts").glob("*.pgn"))
    assert large in {path.read_bytes() for path in (tmp_path / "parts").glob("*.pgn")}
    run("fix", "-o", "fixed.pgn")
    assert (tmp_path / "fixed.pgn").read_bytes() == data
