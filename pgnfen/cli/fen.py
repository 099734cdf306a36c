"""`pgnfen fen`."""

from __future__ import annotations

import sys
from collections import Counter
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO

import click

from pgnfen.cli import complete
from pgnfen.cli.declare import Choice, Options, argument, command, grouped, option, path_option
from pgnfen.cli.fen_input import GivenRecord, Records
from pgnfen.cli.options import LimitOptions
from pgnfen.cli.standard import say, standard_output
from pgnfen.errors import ConversionError
from pgnfen.fen.arrays import double_start_fen, start_fen
from pgnfen.fen.boards import draw_png, draw_svg, draw_text
from pgnfen.fen.definitions import EN_PASSANT_CONVENTIONS, RULES_DOUBT, CastlingConvention, EnPassantConvention
from pgnfen.fen.fault import DEFAULTS, FIELD_NAMES
from pgnfen.fen.habit import votes
from pgnfen.fen.notation import NOTATIONS, Notation, NotedRecord, read_noted
from pgnfen.fen.rewrite import (
    TARGETS,
    Rewritten,
    Target,
    operations_lost,
    repair_noted,
    rewrite,
    unstated_for,
    with_assumed,
)
from pgnfen.fen.variants import read_variant, unknown_variant
from pgnfen.inputs.register import Register
from pgnfen.inputs.writer import OutputFile
from pgnfen.lazy import regex
from pgnfen.report.record import fault_line, record_json, record_text
from pgnfen.report.terminal_text import printable
from pgnfen.report.values import to_json, utf8
from pgnfen.words import counted, listed

_NUMBER = click.IntRange(0, 959)
_FIELD = regex(r"(?i)w|b|white|black|-|[a-jkq]{1,4}")  # what may follow a piece placement


class FenOptions(Options):
    """What `pgnfen fen` is asked for."""

    records: tuple[str, ...] = argument(metavar="[RECORD]...", nargs=-1, use="input")
    files: tuple[str, ...] = path_option(
        "--file", use="input", group="Input", metavar="FILE", multiple=True,
        help="Read records from FILE, one per line; - is standard input.",
    )
    notation: str = option(
        "--notation", group="Input", type=Choice(["auto", *NOTATIONS]), default="auto", show_default=True,
        help="Read records in this notation.",
    )
    variant: str | None = option(
        "--variant", group="Input", metavar="NAME", shell_complete=complete.variants, help=(
            "Use this variant. The name is the same as in a Variant tag, such as Atomic."
        ),
    )
    to: str | None = option(
        "--to", group="Output", type=Choice([*TARGETS, "json"]),
        help="Convert the record to this notation; write only the record, without an explanation.",
    )
    en_passant: EnPassantConvention | None = option(
        "--en-passant", group="Output", type=Choice(EN_PASSANT_CONVENTIONS),
        help="With --to: write the en passant target square in this convention.",
    )
    fix: bool = option(
        "--fix", group="Repair", is_flag=True,
        help="Write the fixed record; standard error lists the fixes.",
    )
    unsafe: bool = option(
        "--unsafe", group="Repair", is_flag=True, help="With --fix: also make unsafe fixes, which are guesses.",
    )
    assume: bool = option(
        "--assume", group="Output", is_flag=True,
        help="With --to: use w - - 0 1 for missing fields, and all castling rights for a starting position.",
    )
    scharnagl: tuple[int, ...] = option(
        "--scharnagl", group="Input", metavar="N", type=_NUMBER, multiple=True,
        help="Use the Chess960 starting position with this number.",
    )
    double: tuple[tuple[int, int], ...] = option(
        "--double", group="Input", metavar="W B", type=(_NUMBER, _NUMBER), multiple=True,
        help="Use the double Chess960 starting position with these two numbers.",
    )
    board: bool = option("--board", group="Output", is_flag=True, help="Draw the board in text.")
    flip: bool = option("--flip", group="Output", is_flag=True, help="Draw the board with Black at the bottom.")
    svg: str | None = path_option(
        "--svg", use="write", group="Output", metavar="FILE", help="Draw the position as an SVG file.",
    )
    png: str | None = path_option(
        "--png", use="write", group="Output", metavar="FILE",
        help='Draw the position as a PNG file (needs pip install "pgnfen[draw]").',
    )
    limits: LimitOptions = grouped(LimitOptions)

    @property
    def read_as(self) -> Notation | None:
        """The notation that records are read in; None: the one that each is seen to have."""
        return next((name for name in NOTATIONS if name == self.notation), None)

    @property
    def target(self) -> str | None:
        """The notation that records are written in: starts that are asked for by number alone, in X-FEN."""
        return self.to or ("x-fen" if self.starts and not (self.records or self.files) else None)

    @property
    def starts(self) -> list[str]:
        """The FENs of starting positions that are asked for by number."""
        castling: CastlingConvention = "shredder" if self.to == "shredder" else "x-fen"
        double = (double_start_fen(white, black, castling) for white, black in self.double)
        return [*(start_fen(number, castling) for number in self.scharnagl), *double]

    def check(self) -> None:
        """Raises UsageError for options that mean nothing together, or a variant that nobody knows."""
        needs = (
            (self.en_passant, self.to not in (None, "json"), "--en-passant needs --to fen, x-fen, shredder or epd"),
            (self.assume, self.to, "--assume needs --to"),
            (self.unsafe, self.fix, "--unsafe needs --fix"),
            (self.board, self.to != "json", "--board does not work with --to json; use --svg or --png"),
            (self.flip, self.board or self.svg or self.png, "--flip needs --board, --svg or --png"),
        )
        for chosen, needed, message in needs:
            if chosen and not needed:
                raise click.UsageError(message)
        if read_variant(self.variant).family == "unknown":
            raise click.UsageError(f"--variant: {unknown_variant(printable(self.variant or ''))}")


def _write(out: BinaryIO, text: str) -> None:
    out.write(utf8(text))


_SHORT, _MANY = 1024, 256  # characters of a record, and records, that are remembered: faulty lines are often alike


_NAMED = 8  # words in a notice


def _some(words: list[str]) -> str:
    """The first words of a list, for a notice."""
    return listed(words if len(words) <= _NAMED else [*words[:_NAMED], "others"])


class _Work:
    """Answers one record after the other."""

    def __init__(self, options: FenOptions, register: Register) -> None:
        self.options, self.register = options, register
        self.notation, self.to = options.read_as, options.target
        self.out = standard_output()
        self.count = 0
        self.without_counters: Counter[tuple[str, ...]] = Counter()  # EPDs, by the counters that they do not state
        self.without_operations = 0  # records whose operations the notation written does not have
        self.left_out: dict[str, None] = {}  # their opcodes, in order
        self.doubtful = 0  # records whose rights need the rules of Chess960, without evidence that they are meant
        self.doubtful_lines: list[str] = []  # where they stand, of those in files
        self.faulty = False
        self._read_again = lru_cache(maxsize=_MANY)(self._read)
        self._repair_again = lru_cache(maxsize=_MANY)(self._repair)

    def _read(self, text: str) -> NotedRecord:
        return read_noted(text, self.notation, self.options.variant)

    def _repair(self, text: str) -> Rewritten:
        noted = self._read_again(text) if len(text) <= _SHORT else self._read(text)
        return repair_noted(noted, self.options.variant, self.options.unsafe)

    def answer(self, given: GivenRecord) -> None:
        """Write what is asked of a record."""
        options = self.options
        noted = (self._read_again if len(given.text) <= _SHORT else self._read)(given.text)
        self.count += 1
        if votes(noted.start)[0] == RULES_DOUBT:
            self.doubtful += 1
            if given.path and len(self.doubtful_lines) <= _NAMED:
                self.doubtful_lines.append(given.place.rstrip(": "))
        if options.fix:
            noted = self.repair(given)
        if options.assume:
            noted = with_assumed(noted)
        if self.to == "json":
            self.faulty |= bool(noted.faults)
            self.out.write(to_json(record_json(noted, given.path, given.line, options.assume)) + b"\n")
            self.assumed(noted, given, "fen")
        elif self.to:
            self.convert(noted, given)
        elif options.fix:
            _write(self.out, noted.text + "\n")
        else:
            self.faulty |= bool(noted.faults)
            if self.count > 1:
                _write(self.out, "\n")
            if given.path:
                _write(self.out, f"{given.place.rstrip()}\n")
            _write(self.out, record_text(noted))
        self.draw(noted, given)

    def repair(self, given: GivenRecord) -> NotedRecord:
        """The repaired record; what was done and what is left goes to standard error."""
        done = (self._repair_again if len(given.text) <= _SHORT else self._repair)(given.text)
        for fault in done.applied:
            say(f"{given.place}fixed: {fault_line(fault)}")
        for fault in done.noted.faults:
            say(f"{given.place}not fixed: {fault_line(fault)}")
        self.faulty |= bool(done.noted.faults)
        return done.noted

    def convert(self, noted: NotedRecord, given: GivenRecord) -> None:
        """Write the record in the notation asked for, or refuse with one line on standard error."""
        target: Target = next(target for target in TARGETS if target == self.to)
        try:
            _write(self.out, rewrite(noted, target, self.options.en_passant, self.options.assume) + "\n")
            self.assumed(noted, given, target)
            lost = operations_lost(noted, target)
            self.without_operations += bool(lost)
            if len(self.left_out) < _NAMED:
                self.left_out.update(dict.fromkeys(lost))
        except ConversionError as error:
            self.faulty = True
            refused = not self.options.assume and unstated_for(noted, target)
            say(f"pgnfen: {_named(given)}: {error}{' (--assume: the defaults)' if refused else ''}")

    def assumed(self, noted: NotedRecord, given: GivenRecord, target: Target) -> None:
        """Say which fields stand at defaults that the record does not state; of counters of EPDs once, at the end."""
        unstated = unstated_for(noted, target)
        if unstated and self.options.assume:
            record = noted.start.record
            texts = record.fields if record is not None else DEFAULTS
            values = {n: text or default for n, text, default in zip(FIELD_NAMES, texts, DEFAULTS, strict=True)}
            said = ", ".join(f"{name} {values[name]}" for name in unstated)
            say(f"{printable(given.place)}assumed: {said}")
        elif not unstated and noted.unstated and self.to in ("fen", "x-fen", "shredder"):
            self.without_counters[noted.unstated] += 1

    def end(self) -> None:
        """Say how many EPDs were given counters, and how many records of files were judged without the others."""
        if self.doubtful:
            places = f": {_some(self.doubtful_lines)}" if self.doubtful_lines else ""
            say(
                f"{counted(self.doubtful, 'record')} with a castling right that is valid only in Chess960 (N106)"
                f"{places}; --variant Standard checks by the rules of standard chess"
                f"{', pgnfen audit by the whole file' if places else ''}"
            )
        for names, number in self.without_counters.items():
            lacking = "counters" if len(names) > 1 else f"a {names[0]}"
            written = ", ".join(f"{name} {DEFAULTS[FIELD_NAMES.index(name)]}" for name in names)
            say(f"{counted(number, 'EPD')} without {lacking}: {written}")
        if self.without_operations:
            opcodes = _some([printable(opcode) for opcode in self.left_out])
            say(f"{counted(self.without_operations, 'record')} with operations, which are left out: {opcodes}")

    def draw(self, noted: NotedRecord, given: GivenRecord) -> None:
        """Draw the position in the terminal and into files."""
        options = self.options
        if not (options.board or options.svg or options.png):
            return
        record = noted.start.record
        if record is None or record.board is None:
            self.faulty = True
            say(f"pgnfen: {_named(given)}: no valid position to draw")
            return
        if options.board:
            _write(self.out, "\n" + draw_text(record.board, options.flip))
        if options.svg:
            with OutputFile(options.svg, self.out, self.register) as file:
                file.write(draw_svg(record.board, options.flip).encode())
        if options.png:
            image = draw_png(record.board, options.flip)
            with OutputFile(options.png, self.out, self.register) as file:
                file.write(image)


def _check_quotes(records: tuple[str, ...]) -> None:
    """A record whose fields came as arguments of their own is a usage error."""
    for first, second in pairwise(records):
        bare = first.count("/") >= 7 and not first.count(" ")
        if bare and _FIELD.fullmatch(second) and second != "-" and not Path(second).exists():
            message = f'a record must be one argument; put quotes around it: ("{printable(first)} {second} ...")'
            raise click.UsageError(message)


@command(FenOptions)
def fen(options: FenOptions) -> int:
    """Check, convert, fix and draw FEN records.

    The notations are FEN, X-FEN, Shredder-FEN, EPD, and Forsyth notation of 1883 and 1897.

    Without --to or --fix each record is explained field by field, with a caret under each fault. A RECORD that is the
    name of a file is read as a file. Without RECORD, records come from standard input.

    Each record is judged alone. If all its castling rights are valid in Chess960, they are accepted, and a notice
    names those that are not valid in standard chess (N106); with --variant Standard these are errors. `pgnfen audit`
    looks at all records of a file to decide whether they are errors.

    \b
    Exit status:
      0  no faults
      1  a record has faults (also with --to json), still has faults (--fix), or cannot be converted (--to)
      2  a usage error, or an input that cannot be read

    \b
    Examples:
      pgnfen fen "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11"
      pgnfen fen --to shredder --scharnagl 0
      pgnfen fen --scharnagl 518 --board
    """
    _check_quotes(options.records)
    options.check()
    starts, files = options.starts, options.files
    if not (options.records or files or starts):
        if sys.stdin is None or sys.stdin.isatty():
            raise click.UsageError("RECORD is missing; give a record, --file FILE, or records on standard input")
        files = ("-",)
    source = Records((*starts, *options.records), files, options.read_as, options.limits.limits())
    work = _Work(options, source.register)
    for record in source:
        if work.count and (options.svg or options.png):
            raise click.UsageError("--svg and --png draw one record, but several were given; give only one")
        work.answer(record)
    work.out.flush()
    work.end()
    source.unread.say(source.read)
    return 2 if source.unread else int(work.faulty)


def _named(given: GivenRecord) -> str:
    """The record as messages name it."""
    return given.place + (printable(given.text) or "(empty record)")
