"""`pgnfen filter`."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import click

from pgnfen.cli import complete
from pgnfen.cli.declare import GroupedCommand, Options, command, grouped, option, path_option
from pgnfen.cli.options import InputOptions, OutputOptions, StreamOptions, meant_variant
from pgnfen.cli.standard import ClosedPipeError, open_output, say
from pgnfen.cli.stream import Stream
from pgnfen.errors import PgnfenError
from pgnfen.fen.definitions import KINDS
from pgnfen.fen.variants import read_variant
from pgnfen.inputs.writer import OutputFile, Together
from pgnfen.pgn.records import takes_records
from pgnfen.report.formats import FORMATS, Format
from pgnfen.report.values import to_json
from pgnfen.select.conditions import CLASSICS, Classic
from pgnfen.select.outputs import Sink, Write
from pgnfen.select.partition import Part
from pgnfen.select.selection import Selection, SelectOptions
from pgnfen.select.tag_conditions import tag_matches
from pgnfen.words import counted, split


class ConditionOptions(Options):
    """Which games match; see SelectOptions."""

    classic: Classic | None = option(
        "--classic", group="Selection", type=click.Choice(CLASSICS), metavar="[=standard|no-fen|array|rules]",
        help="Standard chess from the standard array (standard, the default); or by the tag alone: no FEN tag "
        "(no-fen), also with the standard array as FEN (array); or standard rules from any position (rules).",
    )
    chess960: bool = option(
        "--chess960", group="Selection", is_flag=True, help="Games from one of the 960 starts (--kind chess960).",
    )
    double_chess960: bool = option(
        "--double-chess960", group="Selection", is_flag=True,
        help="Games from a start whose sides have different arrays.",
    )
    kind: tuple[str, ...] = option(
        "--kind", group="Selection", metavar="KIND", multiple=True, shell_complete=complete.kinds,
        help=f"One of these kinds of start: {', '.join(KINDS)}.",
    )
    scharnagl: tuple[str, ...] = option(
        "--scharnagl", group="Selection", metavar="N[,N-M]", multiple=True,
        help="Scharnagl numbers, 0 to 959, and ranges of them.",
    )
    fen: tuple[str, ...] = option(
        "--fen", group="Selection", metavar="FEN", multiple=True,
        help="The start is this position, whatever the conventions and counters.",
    )
    fen_exact: tuple[str, ...] = option(
        "--fen-exact", group="Selection", metavar="FEN", multiple=True, help="The FEN tag is exactly this.",
    )
    placement: tuple[str, ...] = option(
        "--placement", group="Selection", metavar="PATTERN", multiple=True,
        help="FEN placement; ? is one square, * any run in a rank.",
    )
    setup: bool | None = option(
        "--setup/--no-setup", group="Selection", default=None, help="There is a SetUp tag; there is none.",
    )
    variant: tuple[str, ...] = option(
        "--variant", group="Selection", metavar="NAME", multiple=True, shell_complete=complete.variants,
        help="The Variant tag means this variant, however spelled.",
    )
    tag: tuple[str, ...] = option(
        "--tag", group="Selection", metavar="CONDITION", multiple=True,
        help="The value of a tag: WhiteElo>=2500, Date<2024, Round=3, Event~REGEX; also != <= >. Numbers and dates are "
        "compared, and of other tags = and != search for a pattern.",
    )
    has: tuple[str, ...] = option(
        "--has", group="Selection", metavar="CODES", multiple=True, shell_complete=complete.codes,
        help="The audit finds one of these (codes, prefixes, names), of any severity; given again: and one of those.",
    )
    without: tuple[str, ...] = option(
        "--without", group="Selection", metavar="CODES", multiple=True, shell_complete=complete.codes,
        help="The audit finds none of these.",
    )
    inverted: bool = option("--not", group="Selection", is_flag=True, help="Turn the whole condition around.")

    @property
    def select(self) -> SelectOptions:
        """The conditions."""
        return SelectOptions(*(getattr(self, name) for name in SelectOptions._fields))


class FilterOptions(Options):
    """What `pgnfen filter` is asked for."""

    inputs: InputOptions = grouped(
        InputOptions, without=("position_tags",), changed={"default_variant": {"names": ("--default-variant",)}}
    )
    conditions: ConditionOptions = grouped(ConditionOptions)
    output: OutputOptions = grouped(
        OutputOptions, changed={"output": {"help": "Matching games (default: standard output)."}}
    )
    rest: str | None = path_option("--rest", use="write", group="Output", metavar="FILE", help="All other games.")
    dry_run: bool = option(
        "--dry-run", group="Output", is_flag=True, help="Write nothing: say how many games match.",
    )
    quiet: bool = option("--quiet", "-q", group="Output", is_flag=True, help="No summary.")
    format_: Format = option(
        "--format", group="Output", type=click.Choice(FORMATS), default="text", show_default=True,
        help="Form of the summary on standard error.",
    )
    stream: StreamOptions = grouped(StreamOptions)


class _Command(GroupedCommand):
    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # click would take the argument behind a bare --classic for its value, whatever it is.
        end = args.index("--") if "--" in args else len(args)
        asked = args[:end]
        for at in reversed([at for at, arg in enumerate(asked) if arg == "--classic"]):
            reading = asked[at + 1] if at + 1 < len(asked) else ""
            if reading not in CLASSICS:
                asked[at] = "--classic=standard"
            elif os.path.lexists(reading):
                raise click.UsageError(f"--classic={reading}, or the input ./{reading}? Both are there", ctx)
            else:
                asked[at : at + 2] = [f"--classic={reading}"]
        return super().parse_args(ctx, asked + args[end:])


class _Total:
    """Writes the parts of blocks, and counts what matches."""

    def __init__(self, options: FilterOptions, matching: Write | None, others: Write | None) -> None:
        self._matching, self._others = (Sink(write) if write is not None else None for write in (matching, others))
        self._format = options.inputs.input_format
        self.matched = self.contradicting = 0
        self.readings: Counter[str] = Counter()
        self.tags: set[bytes] = set()  # those asked for that a game had
        self.undecided: Counter[str] = Counter()
        self._last = False  # whether the last game matches

    def put(self, part: Part, path: str) -> None:
        """The parts of a block of that input."""
        records = takes_records(path, self._format)
        self._last = part.flags[-1] if part.flags else self._last
        if part.more and (half := self._matching if self._last else self._others):
            half.put(part.more, path, records)
        for sink, data in ((self._matching, part.matched), (self._others, part.rest)):
            if sink is not None:
                sink.put(data, path, records)
        self.matched += sum(part.flags)
        self.readings += part.readings
        self.contradicting += part.contradicting
        self.tags |= part.tags
        self.undecided += part.undecided


@command(FilterOptions, "filter", cls=_Command)
def filter_games(options: FilterOptions) -> int:
    """Write the games that match, byte for byte and in order; the others go to --rest. Conditions combine with and.

    A comma means or, in every option but --tag and --fen-exact. What a game has one of (--kind, --scharnagl, --fen,
    --placement, --variant) may be given again: another one that fits. --has and --tag given again narrow.

    Where games are chosen by kind, number or variant, the summary says in how many games of the input the Variant tag
    contradicts the start.

    Records of .epd and .fen files are filtered as games are; blank lines and comments stay with the record before them,
    those at the top with the first. One output holds games or records, not both.

    Output files are written under another name and renamed when complete; a name in .gz, .bz2, .xz or .zst is
    compressed.

    \b
    Example:
      pgnfen filter --classic games.pgn -o classic.pgn --rest others.pgn
      pgnfen filter --chess960 --scharnagl 518,0-9 archive/ -o few.pgn
    """
    select = options.conditions.select
    try:
        task = Selection(select, options.inputs.default_variant, select.by_rules)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    stream = Stream(options.inputs, options.stream, one_kind=True)
    out = open_output()
    with whole() as outputs:
        names = (None if options.dry_run else name for name in (options.output.output, options.rest))
        files = [outputs.add(OutputFile(name, out, stream.register)) if name else None for name in names]
        total = _Total(options, *(file.write if file is not None else None for file in files))
        for part, path in stream.map(task, task.heavy):
            total.put(part, path)
        for file in outputs.files:
            stream.keep(file)
    if not options.quiet:
        counts = {"games": stream.games, "matched": total.matched, "rest": stream.games - total.matched}
        readings = total.readings if select.classic is not None else None
        say(_summary(options.format_, counts, readings, total.contradicting if select.by_rules else None))
        for line in _undecided(total.undecided):
            say(line)
        if not total.matched and stream.games:
            for line in _why_none(select, total.tags):
                say(line)
    return stream.status(0 if total.matched else 1)


@contextmanager
def whole() -> Iterator[Together]:
    """The outputs, complete or given up together; a reader of one that leaves early is told what it costs."""
    outputs = Together()
    try:
        with outputs:
            yield outputs
    except (ClosedPipeError, BrokenPipeError):
        lost = [file.name for file in outputs.files if file.appears]
        if not lost:
            raise
        message = f"{lost[0]}: not written: the reader of the other output left before its end"
        raise PgnfenError(message) from None


def _summary(
    format_: Format, counts: dict[str, int], readings: Counter[str] | None, contradicting: int | None
) -> str:
    """What was kept, as text, JSON or CSV; `readings` and `contradicting` are None where they were not counted."""
    rows = dict(counts)
    if readings is not None:
        rows |= {f"classic {name}": readings[name] for name in CLASSICS}
    if contradicting is not None:
        rows["variant contradicts start"] = contradicting
    if format_ == "jsonl":
        return to_json(rows).decode()
    if format_ == "csv":
        return ",".join(rows) + "\n" + ",".join(map(str, rows.values()))
    text = f"{counts['matched']:,} of {counts['games']:,} games match, {counts['rest']:,} do not"
    if readings is not None:
        text += "\nclassic games: " + ", ".join(f"{readings[name]:,} by {name}" for name in CLASSICS)
    return text + (f"\n{contradictions(contradicting)}" if contradicting else "")


def contradictions(count: int) -> str:
    """The line that says in how many games the Variant tag contradicts the start."""
    games = counted(count, "game")
    return f"the Variant tag contradicts the start in {games}; run 'pgnfen audit --select S202' to list them"


def _undecided(counts: Counter[str]) -> Iterator[str]:
    """Of each condition on a tag how many values cannot be compared."""
    for text, count in counts.items():
        games = counted(count, "game")
        yield f"--tag {text}: {games} with a value that cannot be compared: not of that type, or unknown"


def _why_none(options: SelectOptions, tags: set[bytes]) -> Iterator[str]:
    """Why nothing matches, as far as a condition alone tells; `tags` are those that a game had which was asked."""
    if options.inverted:
        return
    for name in split(options.variant):
        if read_variant(name).family == "unknown":
            yield f"--variant {name}: no variant is known by that name{meant_variant(name)}"
    for text in options.tag:
        condition = tag_matches(text)
        if condition.name not in tags:
            yield f"--tag {text}: no game has a tag {condition.tag}, of those that the other conditions leave"
