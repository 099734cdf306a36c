"""`pgnfen filter`."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from pgnfen.cli import complete, options
from pgnfen.cli.options import split
from pgnfen.cli.paths import Command, command, path_option
from pgnfen.cli.standard import ClosedPipeError, open_output, say
from pgnfen.cli.stream import Stream
from pgnfen.errors import PgnfenError
from pgnfen.fen.names import KINDS
from pgnfen.fen.variants import read_variant
from pgnfen.inputs.writer import OutputFile, Together
from pgnfen.pgn.block import Block
from pgnfen.pgn.records import InputFormat, takes_records
from pgnfen.pgn.start_tags import assume_variant
from pgnfen.report.formats import FORMATS, Format
from pgnfen.report.values import to_json
from pgnfen.select import conditions
from pgnfen.select.conditions import CLASSICS, Classic, Select
from pgnfen.select.partition import Part, Partition


class _Task:
    """Divides a block; conditions do not travel between processes, what the user asked for does."""

    def __init__(self, asked: dict[str, object], readings: bool) -> None:
        assume_variant(asked.get("default_variant"))  # type: ignore[arg-type]
        self.asked, self.readings = asked, readings
        self.partition = Partition(build(asked))

    def __reduce__(self) -> tuple[type[_Task], tuple[dict[str, object], bool]]:
        return _Task, (self.asked, self.readings)

    @property
    def heavy(self) -> bool:
        """Whether findings are asked for."""
        return self.partition.auditor is not None

    @property
    def released(self) -> float:
        return self.partition.auditor.released if self.partition.auditor is not None else 0.0

    def __call__(self, block: Block, path: str) -> tuple[Part, str]:
        return self.partition.divide(block, self.readings), path


class Sink:
    """Writes parts; between the last game of one input and the first of another there is a blank line.

    Between records there is a line end.
    """

    Write = Callable[[bytes], object]

    def __init__(self, write: Write) -> None:
        self.write = write
        self.path: str | None = None
        self.tail = b""

    def put(self, data: bytes, path: str, records: bool) -> None:
        if not data:
            return
        if self.path is not None and self.path != path:
            if not self.tail.endswith((b"\n", b"\r")):
                self.write(b"\n")
            if not records and not self.tail.endswith((b"\n\n", b"\n\r\n", b"\r\r")):
                self.write(b"\n")
        self.write(data)
        self.path, self.tail = path, (self.tail + data[-3:])[-3:]


_BY_RULES = ("chess960", "double_chess960", "kind", "scharnagl", "variant")
"""Options that choose games by what Variant tag and FEN say of their rules."""


def build(asked: dict[str, object]) -> Select:
    """The conditions that the options ask for. Raises ValueError for one that makes no sense."""
    select = Select(inverted=bool(asked.get("inverted")))
    makers: dict[str, Callable[..., conditions.Condition]] = {
        "classic": conditions.classic,
        "kind": lambda names: conditions.kind_is(split(names)),
        "scharnagl": lambda texts: conditions.scharnagl_is(conditions.read_numbers(",".join(texts))),
        "fen": lambda texts: conditions.any_of([conditions.same_position(fen) for fen in split(texts)]),
        "fen_exact": lambda texts: conditions.any_of([conditions.fen_is(fen) for fen in texts]),
        "placement": lambda texts: conditions.any_of([conditions.placement_is(one) for one in split(texts)]),
        "setup": conditions.has_setup,
        "variant": lambda names: conditions.variant_is(split(names)),
    }
    for name, make in makers.items():
        value = asked.get(name)
        if value is not None and value != ():
            select.starts.append(make(value))
    if asked.get("chess960"):
        select.starts.append(conditions.chess960)
    if asked.get("double_chess960"):
        select.starts.append(conditions.kind_is(["double-chess960"]))
    for name in ("tag", "has", "without"):
        for text in _texts(asked.get(name)):
            if name != "tag" and not split((text,)):
                raise ValueError(f"--{name} names no rule")
            if name == "tag":
                select.tags.append(conditions.tag_matches(text))
            elif name == "has":
                select.has.append(",".join(split((text,))))
            else:
                select.without.extend(split((text,)))
    return select


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, tuple):
        yield from (str(part) for part in value)


@contextmanager
def _whole() -> Iterator[Together]:
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
    text = f"{counts['matched']} of {counts['games']} games match, {counts['rest']} do not"
    if readings is not None:
        text += "\nclassic games: " + ", ".join(f"{readings[name]} by {name}" for name in CLASSICS)
    return text + (f"\n{contradictions(contradicting)}" if contradicting else "")


def contradictions(count: int) -> str:
    """The line that says in how many games the Variant tag contradicts the start."""
    games = "1 game" if count == 1 else f"{count:,} games"
    return f"the Variant tag contradicts the start in {games}; run 'pgnfen audit --select S202' to list them"


def _why_none(asked: dict[str, object], select: Select, tags: set[bytes]) -> Iterator[str]:
    """Why nothing matches, as far as a condition alone tells; `tags` are those that a game had which was asked."""
    if select.inverted:
        return
    for name in split(_texts(asked.get("variant"))):
        if read_variant(name).family == "unknown":
            yield f"--variant {name}: no variant is known by that name{options.meant_variant(name)}"
    for text in _texts(asked.get("tag")):
        name = text.partition("=")[0].strip()
        if name.lower().encode() not in tags:
            yield f"--tag {text}: no game has a tag {name}, of those that the other conditions leave"


class _Command(Command):
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


@command("filter", cls=_Command)
@options.inputs
@click.option(
    "--classic", type=click.Choice(CLASSICS), default=None, metavar="[=standard|no-fen|array|rules]",
    help="Standard chess from the standard array (standard, the default); or by the tag alone: no FEN tag (no-fen), "
    "also with the standard array as FEN (array); or standard rules from any position (rules).",
)
@click.option("--chess960", is_flag=True, help="Games from one of the 960 starts (--kind chess960).")
@click.option("--double-chess960", is_flag=True, help="Games from a start whose sides have different arrays.")
@click.option(
    "--kind", metavar="KIND", multiple=True, shell_complete=complete.kinds,
    help=f"One of these kinds of start: {', '.join(KINDS)}.",
)
@click.option("--scharnagl", metavar="N[,N-M]", multiple=True, help="Scharnagl numbers, 0 to 959, and ranges of them.")
@click.option(
    "--fen", metavar="FEN", multiple=True, help="The start is this position, whatever the conventions and counters."
)
@click.option("--fen-exact", metavar="FEN", multiple=True, help="The FEN tag is exactly this.")
@click.option(
    "--placement", metavar="PATTERN", multiple=True, help="FEN placement; ? is one square, * any run in a rank."
)
@click.option("--setup/--no-setup", default=None, help="There is a SetUp tag; there is none.")
@click.option(
    "--variant", metavar="NAME", multiple=True, shell_complete=complete.variants,
    help="The Variant tag means this variant, however spelled.",
)
@options.variant("--default-variant")
@click.option("--tag", metavar="NAME=REGEX", multiple=True, help="A tag whose value the pattern is found in.")
@click.option(
    "--has", metavar="CODES", multiple=True, shell_complete=complete.codes,
    help="The audit finds one of these (codes, prefixes, names), of any severity; given again: and one of those.",
)
@click.option(
    "--without", metavar="CODES", multiple=True, shell_complete=complete.codes, help="The audit finds none of these."
)
@click.option("--not", "inverted", is_flag=True, help="Turn the whole condition around.")
@path_option(
    "-o", "--output", use="write", metavar="FILE", default="-",
    help="Matching games (default: standard output).",
)
@path_option("--rest", use="write", metavar="FILE", help="All other games.")
@click.option("--dry-run", is_flag=True, help="Write nothing: say how many games match.")
@click.option("--quiet", "-q", is_flag=True, help="No summary.")
@click.option(
    "--format", "format_", type=click.Choice(FORMATS), default="text", show_default=True,
    help="Form of the summary on standard error.",
)
@options.input_format
@options.stream
@options.resume
@options.cluster
def filter_games(
    inputs: tuple[str, ...],
    output: str,
    rest: str | None,
    dry_run: bool,
    quiet: bool,
    input_format: InputFormat,
    format_: Format,
    jobs: int | None,
    progress: bool | None,
    **asked: object,
) -> int:
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
    classic: Classic | None = asked["classic"]  # type: ignore[assignment]
    counted = classic is not None or any(asked[name] for name in _BY_RULES)
    try:
        task = _Task(asked, counted)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    stream = Stream(inputs, progress, input_format, one_kind=True)
    readings: Counter[str] = Counter()
    matched, contradicting, last = 0, 0, False
    out = open_output()
    tags: set[bytes] = set()
    with _whole() as outputs:

        def sink(name: str | None) -> Sink | None:
            return Sink(outputs.add(OutputFile(name, out, stream.register)).write) if name and not dry_run else None

        kept, others = sink(output), sink(rest)
        for part, path in stream.map_heavy(task, jobs) if task.heavy else stream.map(task, jobs):
            records = takes_records(path, input_format)
            last = part.flags[-1] if part.flags else last
            if part.more and (half := kept if last else others):
                half.put(part.more, path, records)
            for half, data in ((kept, part.matched), (others, part.rest)):
                if half is not None:
                    half.put(data, path, records)
            matched += sum(part.flags)
            readings += part.readings
            contradicting += part.contradicting
            tags |= part.tags
        for file in outputs.files:
            stream.keep(file)
    counts = {"games": stream.games, "matched": matched, "rest": stream.games - matched}
    if not quiet:
        say(_summary(format_, counts, readings if classic else None, contradicting if counted else None))
    if not matched and stream.games and not quiet:
        for line in _why_none(asked, task.partition.select, tags):
            say(line)
    return stream.status(0 if matched else 1)
