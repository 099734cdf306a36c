"""Games as slices of the input: read, and selected by conditions."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

from pgnfen.api.keywords import ReadOptions, takes
from pgnfen.api.reading import Inputs, OnError, Reading
from pgnfen.api.rows import Reader
from pgnfen.lazy import deferred
from pgnfen.pgn.block import RawGame
from pgnfen.pgn.layout import counting_pairs, plain_tags, read_header
from pgnfen.pgn.start_tags import assumed, start_of, start_of_told
from pgnfen.pgn.tagpairs import decode
from pgnfen.report.terminal_text import printable, quoted
from pgnfen.words import counted

with deferred:
    from pgnfen.fen.boards import Drawing, figure_html, text_html
    from pgnfen.fen.record import read_fen
    from pgnfen.fen.start import read_start
    from pgnfen.replay.chess_player import starting_board
    from pgnfen.replay.engines import PythonChess
    from pgnfen.replay.quiet import read_game

if TYPE_CHECKING:
    import chess
    import chess.pgn
    from typing_extensions import Unpack

    from pgnfen.fen.start import Start


_TAGS = 12  # that a notebook shows
_MOVETEXT = 240  # characters


class _Tags(Mapping[str, str]):
    """Tags by name, in order, with the spelling of the game; a name is found in any letter case."""

    __slots__ = ("_by_lower", "_tags")

    def __init__(self, tags: dict[str, str]) -> None:
        self._tags = tags
        self._by_lower: dict[str, str] | None = None

    def __getitem__(self, name: str) -> str:
        value = self._tags.get(name)
        if value is None and isinstance(name, str):
            if self._by_lower is None:
                self._by_lower = {each.lower(): value for each, value in self._tags.items()}
            value = self._by_lower.get(name.lower())
        if value is None:
            raise KeyError(name)
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(self._tags)

    def __len__(self) -> int:
        return len(self._tags)

    def __repr__(self) -> str:
        return repr(self._tags)


class Game(RawGame):
    """A game of an input: a slice of its bytes (see RawGame), the input's name, and what the bytes say.

    >>> [game] = read(b'[White "A"]\\n[Result "1-0"]\\n\\n1. e4 1-0\\n')
    >>> game, game.tags["White"], game.board().fen()[:8]
    (<Game 1 of <bytes>, line 1: A - ?, 1-0>, 'A', 'rnbqkbnr')
    """

    path: str = ""
    """The input."""
    default_variant: str | None = None
    """The variant that it was read by where it states none."""

    @cached_property
    def tags(self) -> Mapping[str, str]:
        """The tags by name, in order, as they are spelled; a lookup does not depend on letter case. Of a name that
        occurs twice, in whatever letter case, the last value counts; of SetUp, FEN and Variant the last in this exact
        spelling."""
        tags = plain_tags(self.raw)
        if tags is None:
            section = self.tag_section
            counting = counting_pairs(section)
            pairs = [pair for pair in section.pairs if counting[pair.name.lower()] is pair]
            tags = {decode(pair.name): pair.value for pair in pairs}
        return _Tags(tags)

    @property
    def start(self) -> Start:
        """What SetUp, FEN and Variant say of the starting position."""
        if self.default_variant is None:
            return start(self)
        with assumed(self.default_variant):
            told = start(self)
            return read_start(told.setup, told.fen, told.variant_text)

    def board(self) -> chess.Board:
        """The starting position as python-chess has it, a board of its own; fields that a FEN lacks are `w - - 0 1`.

        Raises ValueError where python-chess has none: a FEN that cannot be read, another game than chess.
        """
        begin = self.start
        if not PythonChess().plays(begin):
            raise ValueError(f"game {self.number}: python-chess cannot make a board for this start ({begin.kind})")
        return starting_board(begin).copy()

    def to_chess(self) -> chess.pgn.Game:
        """The game as python-chess reads it, with what it says of it in `errors`; nothing is printed or logged."""
        return read_game(decode(self.raw))

    def _repr_html_(self) -> str:
        """The start, the position behind the last move that python-chess can play, and the tags, as a notebook shows
        them."""
        start, raw = self.start, self.raw[self.tag_section.end :].strip()
        drawings = start.drawings() if start.fen is not None else []
        with suppress(ValueError):  # python-chess cannot make a board for the start
            last = self.to_chess().end()
            if last.ply() or not drawings:
                plies = last.ply() - last.game().ply()
                drawings.append(Drawing(f"After {counted(plies, 'ply')}", read_fen(last.board().fen()).board))
        text = " ".join(decode(raw[: 4 * _MOVETEXT]).split())
        moves = text if len(text) <= _MOVETEXT else text[:_MOVETEXT] + " ..."
        rows = [*islice(self.tags.items(), _TAGS), ("start", start.kind), ("moves", moves)]
        return figure_html(f"<b>{text_html(repr(self)[1:-1])}</b>", drawings, rows)

    def __repr__(self) -> str:
        tags = self.tags
        players = f"{tags.get('White', '?')} - {tags.get('Black', '?')}, {tags.get('Result', '*')}"
        return f"<Game {self.number} of {quoted(self.path)}, line {self.line}: {printable(players)}>"


@takes(ReadOptions)
def read(source: Inputs, on_error: OnError = "raise", **options: Unpack[ReadOptions]) -> Reader[Game]:
    """Every game of the input, as slices: joined they are the input's bytes. Files of records (.epd, .fen) are none:
    an InputError each.

    >>> [(game.number, game.line, len(game.raw)) for game in read(b'1. e4 *\\n\\n[Event "B"]\\n\\n*\\n')]
    [(1, 1, 9), (2, 3, 15)]
    """
    return Reader(_games(Reading(source, on_error, None, ReadOptions, _plain(options))))


def _games(reading: Reading) -> Generator[Game, None, None]:
    for block, path in reading.blocks():
        for game in block.games(Game):
            game.path = path
            yield game


def _plain(options: Any) -> Mapping[str, Any]:
    found: Mapping[str, Any] = options
    return found


def start(game: RawGame) -> Start:
    """What the game's SetUp, FEN and Variant tags say of its starting position."""
    told = game.told_start
    return start_of(tuple(read_header(game.tag_section).values)) if told is None else start_of_told(told)
