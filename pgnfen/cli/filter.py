"""`pgnfen filter`."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import click

from pgnfen.cli import complete
from pgnfen.cli.declare import Choice, GroupedCommand, Options, command, grouped, option, path_option
from pgnfen.cli.options import InputOptions, OutputOptions, StreamOptions
from pgnfen.cli.standard import ClosedPipeError, open_output, say
from pgnfen.cli.stream import Stream
from pgnfen.errors import PgnfenError
from pgnfen.fen.definitions import KINDS
from pgnfen.fen.variants import read_variant, unknown_variant
from pgnfen.inputs.writer import OutputFile, Together
from pgnfen.report.formats import FORMATS, Format
from pgnfen.report.values import to_json
from pgnfen.select.conditions import CLASSICS, Classic
from pgnfen.select.filtered import Filtered
from pgnfen.select.selection import Selection, SelectOptions
from pgnfen.select.tag_conditions import tag_matches
from pgnfen.words import counted, split


class ConditionOptions(Options):
    """Which games match; see SelectOptions."""

    classic: Classic | None = option(
        "--classic", group="Selection", type=Choice(CLASSICS), metavar="[=standard|no-fen|array|rules]",
        help=(
        "Classic chess. standard (the default): standard rules and the standard starting position; no-fen: no "
        "FEN tag; array: no FEN tag or the standard starting position, in any variant; rules: standard rules "
        "from any position."
    ),
    )
    chess960: bool = option(
        "--chess960", group="Selection", is_flag=True, help=(
            "Games that start from one of the 960 Chess960 positions; same as --kind chess960."
        ),
    )
    double_chess960: bool = option(
        "--double-chess960", group="Selection", is_flag=True,
        help="Games in which White and Black have different Chess960 starting positions.",
    )
    kind: tuple[str, ...] = option(
        "--kind", group="Selection", metavar="KIND", multiple=True, shell_complete=complete.kinds,
        help=f"Games with one of these kinds of start: {', '.join(KINDS)}.",
    )
    scharnagl: tuple[str, ...] = option(
        "--scharnagl", group="Selection", metavar="N[,N-M]", multiple=True,
        help="Games that start from a Chess960 position with one of these numbers (0 to 959).",
    )
    fen: tuple[str, ...] = option(
        "--fen", group="Selection", metavar="FEN", multiple=True,
        help="Games that start from this position, written in any convention; the counters are ignored.",
    )
    fen_exact: tuple[str, ...] = option(
        "--fen-exact", group="Selection", metavar="FEN", multiple=True,
        help="Games whose FEN tag is exactly this text.",
    )
    placement: tuple[str, ...] = option(
        "--placement", group="Selection", metavar="PATTERN", multiple=True,
        help="Games whose piece placement matches; ? stands for one square, * for any part of a rank.",
    )
    reaches: tuple[str, ...] = option(
        "--reaches", group="Selection", metavar="FEN|PATTERN", multiple=True,
        help="Games whose mainline reaches this position, start included: a FEN, the first fields of one, or a "
        "pattern as in --placement.",
    )
    ends: tuple[str, ...] = option(
        "--ends", group="Selection", metavar="HOW[,HOW]", multiple=True,
        help="Games whose mainline ends on the board in one of these ways: mate, stalemate, repetition (the last "
        "position occurs three times), fifty (50 moves without capture or pawn move), insufficient (neither side has "
        "the pieces to mate), adjudicated (a result, but none of these: resigned, agreed, lost on time).",
    )
    setup: bool | None = option(
        "--setup/--no-setup", group="Selection", default=None, help="Games with, or without, a SetUp tag.",
    )
    variant: tuple[str, ...] = option(
        "--variant", group="Selection", metavar="NAME", multiple=True, shell_complete=complete.variants,
        help="Games whose Variant tag names this variant, in any spelling.",
    )
    tag: tuple[str, ...] = option(
        "--tag", group="Selection", metavar="CONDITION", multiple=True, shell_complete=complete.tags,
        help=(
        "Games with this tag value: WhiteElo>=2500, Date<2024, Round=3, Event~REGEX; also != <= >. Numbers and "
        "dates are compared as such; for other tags, = and != match a pattern."
    ),
    )
    has: tuple[str, ...] = option(
        "--has", group="Selection", metavar="CODES", multiple=True, shell_complete=complete.codes,
        help="Games with a finding of one of these rules: codes, prefixes or names; any severity.",
    )
    without: tuple[str, ...] = option(
        "--without", group="Selection", metavar="CODES", multiple=True, shell_complete=complete.codes,
        help="Games without findings of these rules.",
    )
    inverted: bool = option(
        "--not", group="Selection", is_flag=True,
        help="Invert the whole condition: write the games that do not match.",
    )

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
        OutputOptions, changed={"output": {"help": "Write the matching games to FILE (default: standard output)."}}
    )
    rest: str | None = path_option(
        "--rest", use="write", group="Output", metavar="FILE",
        help="Write all other games to FILE.",
    )
    dry_run: bool = option(
        "--dry-run", group="Output", is_flag=True, help="Write nothing; count the games that match.",
    )
    quiet: bool = option("--quiet", "-q", group="Output", is_flag=True, help="Write no summary.")
    format_: Format = option(
        "--format", group="Output", type=Choice(FORMATS), default="text", show_default=True,
        help="Write the summary on standard error in this format.",
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
                raise click.UsageError((
                    f"--classic={reading} is ambiguous because the input ./{reading} exists; write "
                    "--classic=VALUE or ./FILE"
                ), ctx)
            else:
                asked[at : at + 2] = [f"--classic={reading}"]
        return super().parse_args(ctx, asked + args[end:])


@command(FilterOptions, "filter", cls=_Command)
def filter_games(options: FilterOptions) -> int:
    """Write the matching games, unchanged.

    The games keep their order; --rest FILE gets the others. All conditions must match. Between games of two inputs,
    line ends are added if no blank line separates them.

    A comma means "or", except in --tag and --fen-exact. --kind, --scharnagl, --fen, --placement, --reaches, --ends and
    --variant given again add another accepted value; --has and --tag given again must match, too.

    If games are selected by kind, number or variant, the summary also counts the games of the input whose Variant tag
    contradicts the start.

    Records of .epd and .fen files are filtered as games are. Blank lines and comments stay with the record before
    them, those at the top with the first record. One output has either games or records.

    Output files are written under another name and renamed when they are complete. A name that ends in .gz, .bz2, .xz
    or .zst is compressed.

    \b
    Exit status:
      0  at least one match
      1  no match
      2  a usage error, or an input that cannot be read

    \b
    Examples:
      pgnfen filter --classic sample_pgn -o classic.pgn --rest others.pgn
      pgnfen filter --chess960 --scharnagl 518,0-9 sample_pgn -o few.pgn
      pgnfen filter --reaches '*/*/*/*/4P3/*/*/* b' --ends mate sample_pgn -o mates.pgn
      pgnfen filter --has R101 sample_pgn -o broken.pgn
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
        total = Filtered(options.inputs.input_format, *(file.write if file is not None else None for file in files))
        for part, path in stream.map(task, task.heavy):
            total.put(part, path)
        for file in outputs.files:
            stream.keep(file)
    for line in () if options.quiet else _told(options.format_, select, stream.games, total):
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
        message = f"{lost[0]}: not written because the program that reads the other output closed it early"
        raise PgnfenError(message) from None


def _told(format_: Format, select: SelectOptions, games: int, total: Filtered) -> Iterator[str]:
    """The summary, and what could not be compared or played, or why nothing matches."""
    counts = {"games": games, "matched": total.matched, "rest": games - total.matched}
    readings = total.readings if select.classic is not None else None
    yield _summary(format_, counts, readings, total.contradicting if select.by_rules else None)
    yield from _undecided(total.undecided)
    if total.unplayed:
        unplayed = counted(total.unplayed, "game")
        yield f"{unplayed} with moves that cannot be played to the end: --reaches and --ends match none of them"
    if not total.matched and games:
        yield from _why_none(select, total.tags)


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
        text += "\nmatches per value of --classic: " + ", ".join(f"{name} {readings[name]:,}" for name in CLASSICS)
    return text + (f"\n{contradictions(contradicting)}" if contradicting else "")


def contradictions(count: int) -> str:
    """The line that says in how many games the Variant tag contradicts the start."""
    games = counted(count, "game")
    return (
        f"the Variant tag contradicts the starting position in {games}; run 'pgnfen audit --select S202' to "
        "list them"
    )


def _undecided(counts: Counter[str]) -> Iterator[str]:
    """Of each condition on a tag how many values cannot be compared."""
    for text, count in counts.items():
        games = counted(count, "game")
        yield f"--tag {text}: {games} have a value that cannot be compared: it has the wrong type or is unknown"


def _why_none(options: SelectOptions, tags: set[bytes]) -> Iterator[str]:
    """Why nothing matches, as far as a condition alone tells; `tags` are those that a game had which was asked."""
    if options.inverted:
        return
    for name in split(options.variant):
        if read_variant(name).family == "unknown":
            yield f"--variant: {unknown_variant(name)}"
    for text in options.tag:
        condition = tag_matches(text)
        if condition.name not in tags:
            yield f"--tag {text}: no game that matches the other conditions has the tag {condition.tag!r}"
