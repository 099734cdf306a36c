"""`pgnfen explain`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.file_notes import FileNotes
from pgnfen.audit.witnesses import evidence_of
from pgnfen.cli.declare import Choice, Options, command, grouped, option
from pgnfen.cli.options import InputOptions, OutputOptions, StreamOptions, number_ranges
from pgnfen.cli.standard import Write, destination, say
from pgnfen.cli.stream import Stream
from pgnfen.fen.notation import read_noted
from pgnfen.pgn.pieces import CutGame, Piece
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.pgn.start_tags import assume_variant
from pgnfen.pgn.tagpairs import decode
from pgnfen.report.explained import explained_json, explained_text, file_json, file_text
from pgnfen.report.record import record_json, record_text
from pgnfen.report.terminal_text import quoted
from pgnfen.report.values import to_json, utf8
from pgnfen.words import Ranges

if TYPE_CHECKING:
    from pgnfen.pgn.block import Block


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


class _Task:
    """Explains the games of a block that are asked for, in this process."""

    def __init__(self, games: Ranges, as_json: bool, inputs: InputOptions) -> None:
        self._games, self._as_json, self._variant = games, as_json, inputs.default_variant
        assume_variant(inputs.default_variant)
        self.auditor = Auditor(position_tags=inputs.declaring, searches=True)

    @property
    def gil_free_seconds(self) -> float:
        return self.auditor.gil_free_seconds

    def __call__(self, block: Block, path: str) -> tuple[bytes, int, FileNotes, str, bool]:
        """The text, the number of games in it, what is noted of the file, its name, and whether the block opens it."""
        notes = FileNotes()
        if isinstance(block, RecordBlock):
            self.auditor.block(block, notes)
        else:
            self.auditor.note(block, notes)
        chosen = [index for index in range(len(block)) if self._is_asked(block.number + index)]
        text = b"".join(self._explained(block, index, path) for index in chosen)
        return text, len(chosen), notes, path, block.offset == 0

    def _is_asked(self, number: int) -> bool:
        return not self._games or any(begin <= number <= end for begin, end in self._games)

    def _explained(self, block: Block, index: int, path: str) -> bytes:
        if isinstance(block, RecordBlock):
            noted = read_noted(decode(block.line_bytes(index)), None, self._variant)
            line = block.lines[index]
            if self._as_json:
                return to_json(record_json(noted, path, line, False)) + b"\n"
            return utf8(f"{quoted(path)}:{line}: record {block.number + index}\n{record_text(noted)}\n")
        if isinstance(block, Piece):
            why = "is cut off because reading stopped there" if isinstance(block, CutGame) else "too large"
            say(f"{quoted(path)}: game {block.number + index}: not explained: {why}")
            return b""
        game = self.auditor.game_of(block.game(index))
        placed, found = self.auditor.placed(game), evidence_of(game)
        if self._as_json:
            return explained_json(path, game, found, placed)
        return utf8(explained_text(path, game, found, placed))


@command(ExplainOptions)
def explain(options: ExplainOptions) -> int:
    """Show the evidence in a game.

    The witnesses of a game are its tags SetUp, FEN, Variant, PlyCount and Result, its moves, move numbers, declared
    positions and start numbers, the termination marker, and mate or stalemate on the last board. The output lists each
    with the fields that it supports and contradicts, then what they prove together, why something is in doubt, and each
    finding. The last line of an input names the rules that its starts need.

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
    task = _Task(options.games, as_json, options.inputs)
    stream = Stream(options.inputs, options.stream)
    explained = 0
    with destination(options.output.output, stream.register) as write:
        of_file: FileNotes | None = None
        name = ""
        for text, count, notes, path, opens in stream.map(task, heavy=False):
            if opens or of_file is None:
                _end(of_file, name, as_json, write)
                of_file, name = notes, path
            else:
                of_file.join(notes)
            explained += count
            write(text)
        _end(of_file, name, as_json, write)
    if not explained:
        say("no game has one of these numbers" if options.games else "the inputs have no games")
    return stream.status(0 if explained else 1)


def _end(notes: FileNotes | None, path: str, as_json: bool, write: Write) -> None:
    """What a file says of its starts, behind its games."""
    if notes is not None and path:
        rules = notes.rules()
        write(file_json(path, rules) if as_json else utf8(file_text(path, rules)))
