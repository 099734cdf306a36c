"""`pgnfen explain`."""

from __future__ import annotations

from pgnfen.cli.declare import Choice, Options, command, grouped, option
from pgnfen.cli.options import InputOptions, OutputOptions, StreamOptions, number_ranges
from pgnfen.cli.standard import destination, say
from pgnfen.cli.stream import Stream
from pgnfen.report.explain_task import ExplainTask, with_files
from pgnfen.report.explained import explained_json
from pgnfen.report.terminal_text import quoted
from pgnfen.report.values import utf8
from pgnfen.words import Ranges


class ExplainOptions(Options):
    """What `pgnfen explain` is asked for."""

    inputs: InputOptions = grouped(InputOptions)
    games: Ranges = option(
        "--game", group="Selection", metavar="N,M-K", multiple=True, callback=number_ranges("game", "games"),
        help="Explain these games of each input: 1,10-20,60- (default: all).",
    )
    format_: str = option(
        "--format", group="Output", type=Choice(["text", "jsonl"]), default="text", show_default=True,
        help="Write the output in this format.",
    )
    output: OutputOptions = grouped(
        OutputOptions, changed={"output": {"help": "Write to FILE (default: standard output)."}}
    )
    stream: StreamOptions = grouped(StreamOptions, without=("resume", "cluster"))


@command(ExplainOptions)
def explain(options: ExplainOptions) -> int:
    """Show what supports or contradicts FEN and tags.

    The witnesses of a game are its tags SetUp, FEN, Variant, PlyCount and Result, its moves, move numbers, declared
    positions and start numbers, the termination marker, and mate or stalemate on the last board. The output lists each
    with the fields that it supports and contradicts, then what they prove together, why something is in doubt, and each
    finding. The last line of the output for an input names the rules of play that its starting
    positions need.

    Records of .epd and .fen files are explained as by `pgnfen fen`.

    \b
    Exit status:
      0  a game is explained
      1  no game is explained
      2  a usage error, or an input that cannot be read

    \b
    Examples:
      pgnfen explain --game 7 sample_pgn/every-family.pgn
      pgnfen explain --format jsonl sample_pgn/classic.pgn
    """
    as_json = options.format_ == "jsonl"
    task = ExplainTask(options.games, options.inputs.default_variant, options.inputs.declaring)
    stream = Stream(options.inputs, options.stream)
    count = 0
    with destination(options.output.output, stream.register) as write:
        for block in with_files(stream.map(task, heavy=False)):
            for one in block.games:
                write(explained_json(one) if as_json else utf8(str(one)))
                count += one.game > 0
            for number, why in block.left:
                say(f"{quoted(block.path)}: game {number}: not explained: {why}")
                count += 1
    if not count:
        say("no game has one of these numbers" if options.games else "the inputs have no games")
    return stream.status(0 if count else 1)
