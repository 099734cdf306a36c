"""A rule is declared in one place: the decorator carries its metadata, the docstring is its documentation.

The docstring's first line says what it finds. An indented block after a line `Example:` is a PGN that the rule
must find fault with; the tests run it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal, NamedTuple

from pgnfen.audit.finding import Fix, GameFinding, Severity
from pgnfen.facts.kinds import OF_MOVETEXT, OF_START
from pgnfen.lazy import deferred

with deferred:
    import textwrap

if TYPE_CHECKING:
    import re

    from pgnfen.audit.edits import Edit
    from pgnfen.audit.file_notes import FileFinding, FileNotes
    from pgnfen.audit.finding import Remark
    from pgnfen.audit.game import Game
    from pgnfen.fen.fault import Fault
    from pgnfen.fen.start import Start

Check = Callable[["Game"], Iterable[GameFinding]]

CheckFile = Callable[["FileNotes"], Iterable["FileFinding"]]

Edits = Callable[["Game", "Remark", int], Iterable["Edit"]]
"""What repairs a finding at that byte of its game."""

RecordEdit = tuple[int, int, str]
"""First and last column (0-based, exclusive) of a record, and the text that is to stand there."""

RecordEdits = Callable[[str, "Start", "Fault"], Iterable[RecordEdit]]
"""What repairs a fault of a record, of which the text and the start are given."""

FAMILIES = {
    "S": "SetUp, FEN and Variant as tag pairs",
    "F": "the FEN as text",
    "P": "the position",
    "C": "castling availability",
    "E": "en passant target square",
    "K": "clocks and counters",
    "R": "the replay of the moves",
    "D": "what a game declares of its moves",
    "G": "the PGN syntax of the game",
    "H": "the values of tag pairs",
    "N": "conventions and starting positions of the file",
}


Fixes = Literal["game", "start", "convention"]
"""What the fix of a rule sets right: `start`: the starting position, so that other moves may be played than before;
`convention`: in which letters castling is written; `game`: anything else, and the same moves are played."""


class Rule(NamedTuple):
    """One rule of the catalog. `replay`: it needs the moves played on a board; `worst`: its highest severity.

    It is asked (`check`) only of games that have one of the facts that it `reads` (None: of every game), and that hold
    one of the byte strings of `trigger` (none: whatever they hold); where that begins with `[`, `tags` has to be found
    in the tag section too, if there is such a pattern. One that reads the start alone is asked once for each start.
    `once`: it speaks of how a file is written rather than of a game, and in text is said once a file.
    `by_name`: it is off unless it is selected by its code. `by_moves`: its repairs take the moves for right, and are
    left out where the game says otherwise (audit.evidence). `yields_to`: a code; where that rule finds something in the
    same field of a game, this one has nothing to say of it. `check_file`: it is asked of no game, but of each file
    once (FileNotes). `fixes`: what its fix sets right. `edits`: the bytes that its fix changes; None: the field of the
    finding says what is expected (audit.repairs); `record_edits`: likewise of a record (audit.record_edits).
    `searches`: its fix is looked for among other moves, some milliseconds for each finding, where that is asked for.
    `standard`: the one edition of the PGN standard by which it is asked (None: by any). `names_squares`: its messages
    name squares of the board, as those of families P, C and E do; others quote foreign text. `becomes`: a code; what
    this rule has found may be found by that one when the game is repaired, and is no new fault then.
    """

    code: str
    """The letter of its family, and a number: C201."""
    name: str
    """The same in words, with hyphens."""
    severity: Severity
    """error, warning or info; single findings may be less."""
    fix: Fix | None
    """safe, unsafe, or None: there is none."""
    reads: int | None
    trigger: tuple[bytes, ...]
    replay: bool
    worst: Severity
    once: bool
    by_name: bool
    by_moves: bool
    yields_to: str | None
    check: Check
    check_file: CheckFile | None = None
    fixes: Fixes = "game"
    tags: re.Pattern[bytes] | None = None
    edits: Edits | None = None
    record_edits: RecordEdits | None = None
    searches: bool = False
    standard: str | None = None
    names_squares: bool = False
    becomes: str | None = None

    def fix_of(self, found: GameFinding) -> Fix | None:
        """How safe the fix of one of its findings is; None: there is none."""
        return self.fix if found.fix == "rule" else found.fix

    @property
    def of_start(self) -> bool:
        """Whether what it finds in a game depends on SetUp, FEN and Variant alone."""
        if self.check_file is not None:
            return False
        return self.reads is not None and not self.reads & ~OF_START and not self.replay and not self.trigger

    @property
    def of_moves(self) -> bool:
        """Whether it has to be known what the movetext holds."""
        return self.reads is None or self.replay or bool(self.reads & OF_MOVETEXT)

    @property
    def summary(self) -> str:
        """The first paragraph of the documentation, on one line."""
        return " ".join(self.documentation.split("\n\n", 1)[0].split())

    @property
    def documentation(self) -> str:
        """What the rule finds and why, without the example."""
        return self._parts()[0]

    @property
    def example(self) -> str:
        """A PGN in which the rule finds something."""
        return self._parts()[1]

    def _parts(self) -> tuple[str, str]:
        text, _, example = inspect.cleandoc((self.check_file or self.check).__doc__ or "").partition("\nExample:\n")
        return text.strip(), textwrap.dedent(example).strip("\n") + "\n"


REGISTRY: dict[str, Rule] = {}


def rule(
    code: str,
    name: str,
    severity: Severity,
    fix: Fix | None = None,
    *,
    reads: int | None = None,
    trigger: bytes | Iterable[bytes] = (),
    replay: bool = False,
    worst: Severity | None = None,
    once: bool = False,
    by_name: bool = False,
    by_moves: bool = False,
    yields_to: str | None = None,
    fixes: Fixes = "game",
    tags: re.Pattern[bytes] | None = None,
    edits: Edits | None = None,
    record_edits: RecordEdits | None = None,
    searches: bool = False,
    standard: str | None = None,
    names_squares: bool = False,
    becomes: str | None = None,
) -> Callable[[Check], Check]:
    """Declare a rule; the decorated function yields what it finds in one game.

    `reads` and all behind it as in Rule. Forgetting `reads` costs time, never a finding.
    """
    triggers = (trigger,) if isinstance(trigger, bytes) else tuple(trigger)
    if b"" in triggers:
        raise ValueError(f"rule {code}: the trigger is empty, so it matches every game")
    kinds = None if reads is None else int(reads)

    def declare(check: Check) -> Check:
        if code in REGISTRY:
            raise ValueError(f"rule {code} is declared twice")
        asked = kinds, triggers, replay, worst or severity, once, by_name, by_moves, yields_to
        own = Rule(code, name, severity, fix, *asked, check, fixes=fixes, tags=tags)
        own = own._replace(edits=edits, record_edits=record_edits, searches=searches, standard=standard)
        REGISTRY[code] = own._replace(names_squares=names_squares or code[0] in "PCE", becomes=becomes)
        return check

    return declare


def with_later(known: Iterable[tuple[str, str | None]]) -> set[tuple[str, str | None]]:
    """Codes and fields that are found, and those that the repaired game may have instead (`becomes`)."""
    found = set(known)
    return found | {(becomes, field) for code, field in found if (becomes := REGISTRY[code].becomes)}


def file_rule(
    code: str, name: str, severity: Severity, *, replay: bool = False, by_name: bool = False
) -> Callable[[CheckFile], CheckFile]:
    """Declare a rule of files: the decorated function yields what it finds in what is noted of one (FileNotes).

    `replay`: what is noted takes the moves.
    """

    def declare(check: CheckFile) -> CheckFile:
        if code in REGISTRY:
            raise ValueError(f"rule {code} is declared twice")
        flags = False, by_name, False, None
        REGISTRY[code] = Rule(code, name, severity, None, 0, (), replay, severity, *flags, _nothing, check)
        return check

    return declare


def _nothing(game: Game) -> Iterable[GameFinding]:
    """Of a game a rule of files finds nothing."""
    return ()
