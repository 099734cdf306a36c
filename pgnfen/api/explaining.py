"""The evidence in games."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import TYPE_CHECKING

from pgnfen.api.findings import Finding, declaring
from pgnfen.api.keywords import TableOptions, takes
from pgnfen.api.reading import Inputs, Numbers, OnError, Reading, Texts, texts_of
from pgnfen.api.rows import Reader
from pgnfen.lazy import deferred
from pgnfen.words import read_ranges

with deferred:
    from pgnfen.report.explain_task import ExplainTask, with_files

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from pgnfen.pgn.records import InputFormat
    from pgnfen.report.explained import Explanation


@takes(TableOptions)
def explain(
    source: Inputs,
    game: Numbers = (),
    input_format: InputFormat = "auto",
    on_error: OnError = "raise",
    *,
    position_tag: Texts = (),
    **options: Unpack[TableOptions],
) -> Reader[Explanation]:
    """The evidence in each game, or record: its witnesses, what they support and contradict, what they prove, why
    something is in doubt, and the findings. Behind the games of an input comes an Explanation of game 0, the file as a
    whole: which rules its starts need. `str` of an Explanation is the text that the command prints.

    `game`: these games of each input, as numbers or as `"1,10-20,60-"` (default: all). A game that is too large
    (`max_game`), or cut off, is left out.

    Raises ValueError for a number that is none, InputError (see `on_error`) while the input is read.

    >>> game, file = explain(b'[PlyCount "7"]\\n\\n1. e4 e5 *\\n')
    >>> [(one.name, one.contradicts) for one in game.witnesses if one.contradicts], file.starts.standard
    ([('PlyCount tag', ('moves: 5 plies more',))], 1)
    """
    ranges, tags = read_ranges(texts_of(game), "game", "games"), declaring(position_tag)
    reading = Reading(source, on_error, input_format, TableOptions, options)
    task = reading.made(lambda: ExplainTask(ranges, reading.variant, tags))

    def every() -> Generator[Explanation, None, None]:
        for block in reading.under(with_files(reading.results(task))):
            for one in block.games:
                yield replace(one, findings=tuple(Finding(*each) for each in one.findings))

    return Reader(every())
