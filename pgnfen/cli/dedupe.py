"""`pgnfen dedupe`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, Literal

import click

from pgnfen.cli.declare import Options, command, grouped, option, path_option
from pgnfen.cli.filter import whole
from pgnfen.cli.options import InputOptions, OutputOptions, StreamOptions, size_or
from pgnfen.cli.standard import open_output, say, standard_input
from pgnfen.cli.stream import Stream
from pgnfen.inputs.again import Again
from pgnfen.inputs.writer import OutputFile
from pgnfen.pgn.copies import KEEPS, SAMES, Keep, Same
from pgnfen.pgn.records import takes_records
from pgnfen.report.formats import FORMATS, Format
from pgnfen.report.values import to_json
from pgnfen.scale.deduped import Deduped, settle, written
from pgnfen.scale.jobs import cores
from pgnfen.scale.passes import Passes, Seen
from pgnfen.select.duplicates import MEMORY, DedupeOptions, Duplicates, Marks
from pgnfen.select.outputs import Sink
from pgnfen.words import counted


class SameOptions(Options):
    """Which games are the same, and which of them stays."""

    same: Same = option(
        "--same", group="Selection", type=click.Choice(SAMES), default="game", show_default=True,
        help=(
        "Which games are duplicates. 'bytes': games with the same bytes. 'moves': games with the same starting "
        "position and mainline. 'game': like 'moves', and players, date and result must not contradict each other. "
        "'prefix': like 'game', but one mainline may be the beginning of the other."
    ),
    )
    keep: Keep = option(
        "--keep", group="Selection", type=click.Choice(KEEPS), default="first", show_default=True,
        help=(
            "Which copy to keep. With --same prefix the longest mainline is kept; this option decides between "
            "mainlines of equal length."
        ),
    )
    against: tuple[str, ...] = path_option(
        "--against", use="input", group="Selection", metavar="BASE", multiple=True,
        help=(
        "A file, folder or URL with games that you already have. Games of INPUT that are in BASE are "
        "duplicates. No game of BASE is written. Can be given several times."
    ),
    )


class DedupeCommandOptions(Options):
    """What `pgnfen dedupe` is asked for."""

    inputs: InputOptions = grouped(InputOptions, without=("position_tags",))
    same: SameOptions = grouped(SameOptions)
    output: OutputOptions = grouped(
        OutputOptions, changed={"output": {"help": (
            "Write the games without duplicates to FILE (default: standard output)."
        )}}
    )
    rest: str | None = path_option(
        "--rest", use="write", group="Output", metavar="FILE", help="Write the duplicates, unchanged, to FILE.",
    )
    merge: Literal["tags"] | None = option(
        "--merge", group="Output", type=click.Choice(["tags"]),
        help="Fill unknown tag values of the kept game from its copies, if the copies agree.",
    )
    log: str | None = path_option(
        "--log", use="write", group="Output", metavar="FILE",
        help=(
            "Write one JSON line per duplicate to FILE: its group, the reason, and the data that the kept game "
            "does not have."
        ),
    )
    dry_run: bool = option(
        "--dry-run", group="Output", is_flag=True, help="Write no games; only count the duplicates.",
    )
    quiet: bool = option("--quiet", "-q", group="Output", is_flag=True, help="Write no summary.")
    format_: Format = option(
        "--format", group="Output", type=click.Choice(FORMATS), default="text", show_default=True,
        help="Write the summary on standard error in this format.",
    )
    memory: int = option(
        "--memory", group="Performance", metavar="SIZE", callback=size_or(MEMORY), initial=MEMORY,
        help="Keep at most this much game data in memory and the rest in a temporary file (default: 1G).",
    )
    stream: StreamOptions = grouped(StreamOptions)


class _Read:
    """Inputs, read once by a Stream and then again."""

    def __init__(self, inputs: InputOptions, how: StreamOptions, again: Again) -> None:
        self.seen, self._format = Seen(), inputs.input_format
        self.stream = Stream(inputs, how, one_kind=True, read_as=again.inputs())
        self.jobs = how.jobs or cores()
        register = self.stream.register
        self.passes = Passes(again.inputs, self.seen, how.limits, inputs.input_format, how.max_game, register)

    def first(self, found: Duplicates, task: Marks, base: bool) -> None:
        """The first pass."""
        for entries, path, offset, size in self.stream.map(task):
            games = found.all
            found.add(entries, base, takes_records(path, self._format))
            self.seen.note(path, offset, found.all - games, size)

    def again(self, task: Any, first: int) -> Iterator[Any]:
        """Another pass."""
        return self.passes.map(task, first, self.jobs, say)


@command(DedupeCommandOptions)
def dedupe(options: DedupeCommandOptions) -> int:
    """Write each game once; its copies go to --rest. Both parts are byte for byte and in order.

    --same decides which games are the same. Comments, variations, NAGs and the spelling of moves do not matter; the
    order of the moves does. Names match in any order, with or without accents, and with initials. An unknown value
    matches any value. A game that may be a copy of two different games stays. Games of fewer than 10 plies are the
    same only if both players are known and match, or if all bytes are the same.

    If the moves of a game cannot be played, their text is compared; the summary counts such games. Records of .epd and
    .fen files are the same if their positions are the same; with --same game, their operations must not contradict
    each other either.

    The inputs are read up to three times; standard input and pipes are kept in a temporary file. With --cluster, the
    workers read the moves, and this process does the rest.

    \b
    Examples:
      pgnfen dedupe sample_pgn -o clean.pgn --rest duplicates.pgn
      pgnfen dedupe sample_pgn/odds.pgn --against sample_pgn/classic.pgn -o additions.pgn --log duplicates.jsonl
    """
    asked = DedupeOptions(
        options.same.same, options.same.keep, options.log is not None, options.merge is not None,
        options.inputs.default_variant, options.memory,
    )  # fmt: skip
    with ExitStack() as stack:
        found = stack.enter_context(Duplicates(asked))
        inputs = options.inputs.inputs or ("-",)
        if "-" in inputs and "-" in options.same.against:
            raise click.UsageError("--against: standard input can be INPUT or BASE, but not both")
        again = stack.enter_context(Again(inputs, standard_input()))
        base: _Read | None = None
        task = Marks(asked.same, asked.variant)
        if options.same.against:
            bases = stack.enter_context(Again(options.same.against, standard_input()))
            named = options.inputs.replaced(inputs=options.same.against)
            base = _Read(named, options.stream.replaced(resume=None), bases)
            base.first(found, task, base=True)
        read = _Read(options.inputs, options.stream, again)
        read.first(found, task, base=False)

        def work(task: Any) -> Iterator[Any]:
            if base is not None:
                yield from base.again(task, 0)
            yield from read.again(task, found.bases)

        found.find(work)
        _write(options, found, read, base.seen if base is not None else Seen())
    if not options.quiet:
        say(_summary(options.format_, found))
    status = read.stream.status(0 if found.games else 1)
    return max(status, base.stream.status(0)) if base is not None else status


def _write(options: DedupeCommandOptions, found: Duplicates, read: _Read, bases: Seen) -> None:
    out, stream = open_output(), read.stream
    with whole() as outputs:
        wanted = (options.output.output, options.rest)
        files = [
            outputs.add(OutputFile(name, out, stream.register)) if name and not options.dry_run else None
            for name in wanted
        ]
        log = outputs.add(OutputFile(options.log, out, stream.register)) if options.log else None
        fills = settle(found, (bases, read.seen), log.write if log is not None else None)
        sinks = [Sink(file.write) if file is not None else None for file in files]
        if any(sinks):
            for kept, duplicates, path in written(found, read.passes, fills):
                records = takes_records(path, options.inputs.input_format)
                for sink, data in zip(sinks, (kept, duplicates), strict=True):
                    if sink is not None:
                        sink.put(data, path, records)
        for file in outputs.files:
            stream.keep(file)


def _summary(format_: Format, found: Duplicates) -> str:
    """What was found, as text, JSON or CSV."""
    rows = {name.replace("_", " "): count for name, count in Deduped.of(found)._asdict().items()}
    if format_ == "jsonl":
        return to_json(rows).decode()
    if format_ == "csv":
        return ",".join(rows) + "\n" + ",".join(map(str, rows.values()))
    kept, copies = f"{found.games - found.removed:,} kept", counted(found.removed, "duplicate")
    text = f"{counted(found.games, 'game')}: {kept}, {copies}"
    for count, what, why in (
        (found.text - found.text_records, "game", "the moves cannot be played"),
        (found.text_records, "record", "the position cannot be read"),
    ):
        if count:
            were = "was" if count == 1 else "were"
            text += f"\n{counted(count, what)} {were} compared only by text: {why}"
    if found.large:
        were = "was" if found.large == 1 else "were"
        text += f"\n{counted(found.large, 'game')} {were} not compared, but kept: too large or incomplete"
    return text
