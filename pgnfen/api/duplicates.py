"""Copies of games: each game written once."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

from pgnfen.api.keywords import TableOptions, takes
from pgnfen.api.reading import Inputs, OnError, Reading
from pgnfen.errors import check_one_of
from pgnfen.inputs.register import Register
from pgnfen.lazy import deferred
from pgnfen.pgn.records import takes_records
from pgnfen.pgn.start_tags import assumed

with deferred:
    from pgnfen.inputs.again import Again
    from pgnfen.inputs.writer import OutputFile, Together
    from pgnfen.pgn import copies
    from pgnfen.scale.deduped import Deduped, settle, written
    from pgnfen.scale.passes import Passes, Seen
    from pgnfen.select.duplicates import DedupeOptions, Duplicates, Marks
    from pgnfen.select.outputs import Sink

if TYPE_CHECKING:
    import os

    from typing_extensions import Unpack

    from pgnfen.pgn.copies import Keep, Same
    from pgnfen.pgn.records import InputFormat
    from pgnfen.scale.deduped import Deduped


@takes(TableOptions)
def dedupe(
    source: Inputs,
    output: str | os.PathLike[str] | None = None,
    rest: str | os.PathLike[str] | None = None,
    same: Same = "game",
    keep: Keep = "first",
    against: Inputs = (),
    merge: Literal["tags"] | None = None,
    log: str | os.PathLike[str] | None = None,
    memory: int = 1 << 30,
    input_format: InputFormat = "auto",
    on_error: OnError = "raise",
    **options: Unpack[TableOptions],
) -> Deduped:
    """Write each game once to `output`, its copies to `rest`, a line of JSON for each copy to `log`; None: not written.
    `same`, `keep`, `against` and `merge` are as in the command `dedupe`; `memory` is in bytes.

    Raises ValueError for what is no `same`, `keep` or `merge`, and PgnfenError where a file cannot be written, or is an
    input, or an input has changed between two passes. Where an input could not be read, InputError is raised before
    anything is written, unless `on_error` says otherwise.

    >>> dedupe(b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. d3 d6 * " * 2, same="moves")
    Deduped(games=2, kept=1, duplicates=1, by_text=0, not_compared=0)
    """
    check_one_of("same", same, copies.SAMES)
    check_one_of("keep", keep, copies.KEEPS)
    if merge is not None:
        check_one_of("merge", merge, ("tags",))
    register, stdin = Register(), getattr(sys.stdin, "buffer", None)
    asked = DedupeOptions(same, keep, log is not None, merge is not None, options.get("variant"), memory)
    reading = Reading(source, on_error, input_format, TableOptions, options, one_kind=True)
    of_base = Reading(against, on_error, input_format, TableOptions, options)
    with Duplicates(asked) as found, Again(of_base.inputs, None) as base, Again(reading.inputs, stdin) as again:
        task = reading.made(lambda: Marks(same, reading.variant))
        passes, seen = list[Passes](), (Seen(), Seen())
        for each, one, how, is_base in ((seen[0], base, of_base, True), (seen[1], again, reading, False)):
            for entries, path, offset, size in how.under(how.results(task, register, inputs=one.inputs())):
                games = found.all
                found.add(entries, is_base, takes_records(path, input_format))
                each.note(path, offset, found.all - games, size)
            passes.append(Passes(one.inputs, each, how.limits, input_format, how.max_game, register))

        def work(task: Any) -> Iterator[Any]:
            yield from passes[0].map(task)
            yield from passes[1].map(task, found.bases)

        with assumed(reading.variant), Together() as outputs:
            found.find(work)
            files = [None if name is None else outputs.add(OutputFile(name, None, register)) for name in (output, rest)]
            lines = None if log is None else outputs.add(OutputFile(log, None, register)).write
            fills, sinks = settle(found, seen, lines), [None if file is None else Sink(file.write) for file in files]
            for *halves, path in written(found, passes[1], fills) if any(sinks) else ():
                for sink, data in zip(sinks, halves, strict=True):
                    if sink is not None:
                        sink.put(data, path, takes_records(path, input_format))
        return Deduped.of(found)
