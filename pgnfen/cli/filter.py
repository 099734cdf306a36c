"""`pgnfen filter`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import click

from pgnfen.audit.rule import choose
from pgnfen.cli import options
from pgnfen.cli.audit import split
from pgnfen.cli.stream import Stream, say
from pgnfen.fen.kind import KINDS
from pgnfen.pgn.block import Block
from pgnfen.pgn.writer import OutputFile
from pgnfen.select import conditions
from pgnfen.select.conditions import CLASSICS, Classic, Select
from pgnfen.select.partition import Part, Partition


class _Task:
    """Divides a block; conditions do not travel between processes, what the user asked for does."""

    def __init__(self, asked: dict[str, object], readings: bool) -> None:
        self.asked, self.readings = asked, readings
        self.partition: Partition | None = None

    def __reduce__(self) -> tuple[type[_Task], tuple[dict[str, object], bool]]:
        return _Task, (self.asked, self.readings)

    def __call__(self, block: Block, path: str) -> tuple[Part, str]:
        if self.partition is None:
            self.partition = Partition(build(self.asked))
        return self.partition.divide(block, path, self.readings), path


class _Sink:
    """Writes parts; between the last game of one input and the first of another there is a blank line."""

    def __init__(self, write: Callable[[bytes], object]) -> None:
        self.write = write
        self.path: str | None = None
        self.tail = b""

    def put(self, data: bytes, path: str) -> None:
        if not data:
            return
        if self.path is not None and self.path != path and not self.tail.endswith((b"\n\n", b"\n\r\n", b"\r\r")):
            self.write(b"\n" if self.tail.endswith((b"\n", b"\r")) else b"\n\n")
        self.write(data)
        self.path, self.tail = path, (self.tail + data[-3:])[-3:]


def build(asked: dict[str, object]) -> Select:
    """The conditions that the options ask for. Raises ValueError for one that makes no sense."""
    select = Select(inverted=bool(asked.get("inverted")))
    makers: dict[str, Callable[..., conditions.Condition]] = {
        "classic": conditions.classic,
        "kind": lambda names: conditions.kind_is(split(names)),
        "scharnagl": lambda text: conditions.scharnagl_is(conditions.read_numbers(text)),
        "fen": conditions.same_position,
        "fen_exact": conditions.fen_is,
        "placement": conditions.placement_is,
        "setup": conditions.has_setup,
        "variant": conditions.variant_is,
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
            if name == "tag":
                select.tags.append(conditions.tag_matches(text))
            else:
                getattr(select, name).extend(split((text,)))
    choose([*select.has, *select.without])
    return select


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, tuple):
        yield from (str(part) for part in value)


class _Command(click.Command):
    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # click would take the argument behind a bare --classic for its value.
        end = args.index("--") if "--" in args else len(args)
        args[:end] = ["--classic=no-fen" if arg == "--classic" else arg for arg in args[:end]]
        return super().parse_args(ctx, args)


@click.command("filter", cls=_Command)
@options.inputs
@click.option(
    "--classic", type=click.Choice(CLASSICS), default=None, metavar="[=no-fen|array|rules]",
    help="Classic games: without a FEN tag (no-fen, the default), also with the standard array as FEN (array), or "
    "standard rules from any position (rules).",
)
@click.option("--chess960", is_flag=True, help="Games from one of the 960 starts.")
@click.option("--double-chess960", is_flag=True, help="Games from a start whose sides have different arrays.")
@click.option("--kind", metavar="KIND", multiple=True, help=f"One of these kinds of start: {', '.join(KINDS)}.")
@click.option("--scharnagl", metavar="N[,N-M]", help="Scharnagl numbers, 0 to 959, and ranges of them.")
@click.option("--fen", metavar="FEN", help="The start is this position, whatever the conventions and counters.")
@click.option("--fen-exact", metavar="FEN", help="The FEN tag is exactly this.")
@click.option("--placement", metavar="PATTERN", help="FEN placement; ? is one square, * any run in a rank.")
@click.option("--setup/--no-setup", default=None, help="There is a SetUp tag; there is none.")
@click.option("--variant", metavar="NAME", multiple=True, help="The Variant tag means this variant, however spelled.")
@click.option("--tag", metavar="NAME=REGEX", multiple=True, help="A tag whose value the pattern is found in.")
@click.option("--has", metavar="CODE", multiple=True, help="The audit finds this (code or prefix).")
@click.option("--without", metavar="CODE", multiple=True, help="The audit does not find this.")
@click.option("--not", "inverted", is_flag=True, help="Turn the whole condition around.")
@click.option("-o", "--output", metavar="FILE", default="-", help="Matching games (default: standard output).")
@click.option("--rest", metavar="FILE", help="All other games.")
@options.stream
def filter_games(
    inputs: tuple[str, ...], output: str, rest: str | None, jobs: int, progress: bool | None, **asked: object
) -> int:
    """Write the games that match, byte for byte and in order; the others go to --rest. Conditions combine with and.

    Output files are written under another name and renamed when complete; a name in .gz, .bz2, .xz or .zst is
    compressed.

    \b
    Example:
      pgnfen filter --classic games.pgn -o classic.pgn --rest others.pgn
      pgnfen filter --chess960 --scharnagl 518,0-9 archive/ -o few.pgn
    """
    classic: Classic | None = asked["classic"]  # type: ignore[assignment]
    try:
        build(asked)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    stream = Stream(inputs, progress)
    readings: Counter[str] = Counter()
    matched = 0
    with ExitStack() as stack:
        kept = _Sink(stack.enter_context(OutputFile(output, sys.stdout.buffer, inputs)).write)
        others = _Sink(stack.enter_context(OutputFile(rest, sys.stdout.buffer, inputs)).write) if rest else None
        for part, path in stream.map(_Task(asked, classic is not None), jobs):
            kept.put(part.matched, path)
            if others:
                others.put(part.rest, path)
            matched += sum(part.flags)
            readings += part.readings
    say(f"{matched} of {stream.games} games match, {stream.games - matched} do not")
    if classic is not None:
        counts = ", ".join(f"{readings[name]} by {name}" for name in CLASSICS)
        say(f"classic games: {counts}")
    return stream.status(0 if matched else 1)
