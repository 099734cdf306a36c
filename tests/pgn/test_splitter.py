"""The splitter: lossless for any bytes, the same games at any block size, and quick paths that change nothing."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pgnfen.errors import InputError
from pgnfen.pgn.block import RawGame, count_lines
from pgnfen.pgn.blocks import read_blocks, read_games
from pgnfen.pgn.layout import read_header
from pgnfen.pgn.restart import can_open_game
from pgnfen.pgn.scan import game_end
from pgnfen.pgn.tagpairs import read_tag_section

pytestmark = pytest.mark.usefixtures("reader")

CASES = sorted((Path(__file__).parent / "boundaries").glob("*.pgn"))
BLOCK_SIZES = (1, 7, 300, 64 << 10)


def split(data: bytes, block_size: int = 1 << 20) -> list[RawGame]:
    return list(read_games(io.BytesIO(data), block_size))


def split_with_care(data: bytes) -> list[bytes]:
    """The games by the definition alone, no quick path."""
    games, pos = [], 0
    while pos < len(data):
        end = game_end(data, pos, final=True)
        assert end is not None and end > pos
        games.append(data[pos:end])
        pos = end
    return games


def check(data: bytes) -> list[RawGame]:
    """Everything that holds for any bytes."""
    games = split(data)
    assert b"".join(game.raw for game in games) == data
    assert [game.raw for game in games] == split_with_care(data)
    assert [game.number for game in games] == list(range(1, len(games) + 1))
    offset = 0
    for game in games:
        assert game.offset == offset
        assert game.line == 1 + count_lines(data, 0, offset)
        offset += len(game.raw)
    assert [game.at_end for game in games] == [False] * (len(games) - 1) + [True] * bool(games)
    for size in BLOCK_SIZES:
        assert split(data, size) == games, f"block size {size}"
    for block in read_blocks(io.BytesIO(data), 4096):
        for index, (start, end) in enumerate(zip(block.starts, block.ends(), strict=True)):
            section = read_tag_section(block.data, start, end)
            assert section is not None
            seen, careful = block.header(index), read_header(section)
            assert seen.values == careful.values
            assert seen.layout._replace(names=None) == careful.layout._replace(names=None)
            assert seen.layout.names in (careful.layout.names, None)
            assert block.movetexts[index] == section.end
    return games


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_boundaries(path: Path) -> None:
    """Each file says in its first tag or comment how many games it holds: `N-name.pgn`."""
    games = check(path.read_bytes())
    assert len(games) == int(path.stem.split("-")[0])


def test_boundary_cases_exist() -> None:
    assert len(CASES) >= 20


GAME = b'[Event "A"]\n[Site "?"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n\n'
PIECES = [
    GAME,
    GAME.replace(b"\n", b"\r\n"),
    GAME.replace(b"\n", b"\r"),
    GAME.replace(b"1. e4", b"{[%clk 0:01] c} 1. e4 {x ; % [} ( 1. d4 (1. c4))"),
    b'[Event "A"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *\n\n',
    b'[White "x"]\n[Black "y"]\n\n1. d4 1/2-1/2\n',
    b'[Event "A"][Site "b"] *\n',
    b"[Event ",
    b'[Event "A"]\n',
    b'"]\n',
    b"\n[",
    b"\n\n[",
    b"1-0",
    b"0-1\n",
    b"*",
    b" 1. e4 ",
    b"e4 e5",
    b"{",
    b"}",
    b";",
    b"%",
    b"\n%",
    b"(",
    b")",
    b"\n",
    b"\r",
    b"\r\n",
    b" ",
    b"\\",
    b'"',
    b"]",
    b"x",
    b"\xef\xbb\xbf",
    b"\x00",
    b"\xff",
    b"junk line\n",
    b"-----\n",
    b'Event "lost bracket"]\n',
    b'{unclosed\n\n[Event "B"]\n\n*\n',
    b'{ [Event "inside"]\n}',
    b"0-0",
    b"O-O-O",
    b"\n\n1. e4 e5",
    b"\r\n \r\n1.d4",
    b"1. ... ",
    b'  [White "x"]\n',
    b'\n\t[FEN "x"]',
    b"\n[[",
    b"]]\n",
    b"$10 ",
    b"!? ",
    b"Sf3 {",
    b"\n[%cal Gd1]",
    b"a line\nof text\n",
    b" ; x\n",
    b" {x}\n",
]


@given(st.lists(st.sampled_from(PIECES), max_size=14).map(b"".join))
@settings(max_examples=250)
def test_any_mixture(data: bytes) -> None:
    check(data)


@given(st.binary(max_size=60), st.binary(max_size=8), st.integers(0, 3))
@settings(max_examples=120)
def test_any_bytes_among_games(noise: bytes, more: bytes, place: int) -> None:
    games = [GAME] * 4
    games.insert(place, noise + more)
    check(b"".join(games))


@given(st.lists(st.tuples(st.integers(0, 400), st.sampled_from(PIECES)), max_size=4))
@settings(max_examples=120)
def test_edits_of_good_games(edits: list[tuple[int, bytes]]) -> None:
    data = GAME * 3 + PIECES[3] * 2 + PIECES[4] * 2
    for place, piece in edits:
        data = data[:place] + piece + data[place:]
    check(data)


def test_long_game_over_small_blocks() -> None:
    long = b'[Event "long"]\n\n1. e4 {' + b"x" * 300_000 + b"} e5 *\n\n"
    assert [game.raw for game in split(GAME + long + GAME, 1000)] == [GAME, long, GAME]


def test_unclosed_comment_without_end_stops_at_the_limit() -> None:
    """No `}` within a mebibyte: the tag section ends the comment, although a `}` comes later."""
    data = b"1. e4 {never closed\n\n" + GAME * 20_000 + b"} *\n"
    assert len(split(data, 1 << 16)) == 20_001


def test_damaged_stream_gives_its_games_first() -> None:
    class Damaged(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            data = super().read(size)
            if not data:
                raise InputError("x.gz", "truncated")
            return data

    seen: list[RawGame] = []
    with pytest.raises(InputError, match="truncated"):
        seen.extend(read_games(Damaged(GAME * 2 + b'[Event "cut')))
    blocks = read_games(Damaged(GAME * 2 + b'[Event "cut'))
    games = [next(blocks) for _ in range(3)]
    assert b"".join(game.raw for game in games) == GAME * 2 + b'[Event "cut'


def test_corpora_split_as_their_readme_counts(corpora: Path) -> None:
    """Every archive: lossless, and as many games as independent tools count Event tags, where each game has one."""
    from pgnfen.inputs.source import find_sources

    without_event = {"headers": 1, "mini1": 1, "misc": 1, "syntactic-error-1": 2, "tag-name-token-collision": 6}
    without_event |= {"syntactic-error-2": 1, "syntactic-error-3": 1}
    without_event |= {"carriage-return-in-fen": 800, "preamble-before-first-game": 2014}
    rows = [line.split("|") for line in (corpora / "README.md").read_text().splitlines() if ".pgn" in line]
    counted = 0
    for row in rows:
        if len(row) < 6 or not row[3].strip().isdigit():
            continue
        name, size, events = row[1].strip(), int(row[2].replace(",", "")), int(row[3])
        [source] = find_sources([str(corpora / name)])
        assert not isinstance(source, InputError)
        with source:
            games = list(read_games(source))
        assert sum(len(game.raw) for game in games) == size, name
        stem = Path(name).name.split(".")[0]
        if stem != "bom":  # its Event tag stands behind the byte order mark, where grep did not see it
            assert len(games) == events + without_event.get(stem, 0), name
        counted += 1
    assert counted > 40


@pytest.mark.parametrize(
    ("names", "ordered"),
    [("FEN Variant", False), ("Variant FEN", True), ("FEN Variant FEN", True), ("Variant FEN Variant", False)],
)
def test_the_last_of_several_tags_stands_in_order_or_not(names: str, ordered: bool) -> None:
    data = "".join(f'[{name} "?"]\n' for name in names.split()).encode() + b"\n*\n"
    section = read_tag_section(data, 0, len(data), True)
    assert section is not None
    assert read_header(section).layout.ordered is ordered


@pytest.mark.parametrize(
    ("paragraph", "opens"),
    [(b"1. d4 2. c4", True), (b"1. d4 1... d5", True), (b"1. d4 3. c4", False), (b"1. d4 d5 2. c4", True),
     (b"1. d4 d5 3. c4", False), (b"1. d4 O-O", False), (b"1. d4 d5", True)],
)  # fmt: skip
def test_moves_behind_a_number_1_open_a_game(paragraph: bytes, opens: bool) -> None:
    assert can_open_game(paragraph, 0) is opens
