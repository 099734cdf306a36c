"""Games selected by conditions: those of the command `filter`, and any function of a Start."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import TYPE_CHECKING, Annotated, Any

from pgnfen.api.games import Game
from pgnfen.api.keywords import Keyword, ReadOptions, keywords_of, takes
from pgnfen.api.reading import Inputs, Numbers, OnError, Reading, Texts, texts_of
from pgnfen.api.rows import Reader
from pgnfen.lazy import deferred
from pgnfen.pgn.blocks import MAX_GAME
from pgnfen.select.conditions import Classic
from pgnfen.select.selection import SelectOptions, select_of

with deferred:
    from pgnfen.select.partition import Partition

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from pgnfen.fen.start import Start
    from pgnfen.select.partition import Partition


class SelectKeywords(ReadOptions, total=False):
    """Which games are meant: all conditions hold; of several values of one, any (of `has` and `tag`: all)."""

    classic: Annotated[Classic | None, Keyword(None, "classic chess: standard, no-fen, array or rules")]
    chess960: Annotated[bool, Keyword(False, "start from one of the 960 Chess960 positions")]
    double_chess960: Annotated[bool, Keyword(False, "White and Black have different Chess960 starting positions")]
    kind: Annotated[Texts, Keyword((), "one of these kinds of start")]
    scharnagl: Annotated[Numbers, Keyword((), 'start from a Chess960 position with one of these numbers: 518, "0-9"')]
    fen: Annotated[Texts, Keyword((), "start from this position, in any convention; counters are ignored")]
    fen_exact: Annotated[Texts, Keyword((), "the FEN tag is exactly this text")]
    placement: Annotated[Texts, Keyword((), "the piece placement matches; ? is a square, * any part of a rank")]
    reaches: Annotated[Texts, Keyword((), "the mainline reaches this position: a FEN, first fields of one, a pattern")]
    ends: Annotated[
        Texts, Keyword((), "how it ends on the board: mate, stalemate, repetition, fifty, insufficient, adjudicated")
    ]
    setup: Annotated[bool | None, Keyword(None, "with (True) or without (False) a SetUp tag")]
    variant: Annotated[Texts, Keyword((), "the Variant tag names this variant, in any spelling")]
    tag: Annotated[Texts, Keyword((), 'this value of a tag: "WhiteElo>=2500", "Date<2024", "Event~REGEX"')]
    has: Annotated[Texts, Keyword((), "a finding of one of these rules: codes, prefixes or names, with commas")]
    without: Annotated[Texts, Keyword((), "no finding of these rules")]
    inverted: Annotated[bool, Keyword(False, "the games that do not match (the command's `--not`)")]
    default_variant: Annotated[str | None, Keyword(None, "the variant of games without a Variant tag")]


class FilterKeywords(SelectKeywords, total=False):
    """As SelectKeywords, of games that are written."""

    max_game: Annotated[int, Keyword(MAX_GAME, "do not check games of more bytes (G111); they are still copied")]


@takes(SelectKeywords)
def select(
    source: Inputs,
    condition: Callable[[Start], bool] | None = None,
    on_error: OnError = "raise",
    **options: Unpack[SelectKeywords],
) -> Reader[Game]:
    """The games that match, as `read` gives them: the conditions of the command `filter` by their names, and a function
    of the Start (pgnfen.conditions has some).

    Raises ValueError for a condition that makes no sense, InputError (see `on_error`) while the input is read.

    >>> pgn = b'1. e4 *\\n\\n[FEN "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"]\\n\\n*\\n'
    >>> [game.number for game in select(pgn, lambda start: start.scharnagl == 1)]
    [2]
    >>> [game.number for game in select(pgn, scharnagl=1)], [game.number for game in select(pgn, without="S101")]
    ([2], [1])
    """
    reading = Reading(source, on_error, None, SelectKeywords, options)
    _, partition = reading.made(lambda: partition_of(reading.options, condition))
    return Reader(_selected(reading, partition))


def partition_of(options: Mapping[str, Any], condition: Callable[[Start], bool] | None) -> tuple[bool, Partition]:
    """What divides games by the conditions among the options, and whether they choose by what Variant tag and FEN say
    of the rules. Raises ValueError for a condition that makes no sense."""
    several = {name for name, one in keywords_of(SelectKeywords).items() if one.keyword.default == ()}
    named: dict[str, Any] = {name: options[name] for name in SelectOptions._fields}
    asked = SelectOptions(**named | {name: texts_of(options[name]) for name in several})
    select = select_of(asked)
    if condition is not None:
        select.starts.append(condition)
    return asked.by_rules, Partition(select)


def _selected(reading: Reading, partition: Partition) -> Generator[Game, None, None]:
    for block, flags, path in reading.map(lambda block, path: (block, partition.divide(block).flags, path)):
        for game, flag in zip(block.games(Game), flags, strict=True):
            if flag:
                game.path, game.default_variant = path, reading.variant
                yield game
