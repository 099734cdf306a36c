"""N: an archive's conventions, and what a file of starts holds. Each speaks of a file, not of a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pgnfen.audit.file_notes import ARRAYS, COUNTERS, FileFinding, FileNotes, GamePlace
from pgnfen.audit.rule import file_rule
from pgnfen.fen.definitions import COUNTERS_EARLY, RIGHTS_DENIED, RIGHTS_GRANTED
from pgnfen.fen.fault import CASTLING, EN_PASSANT, FULLMOVE
from pgnfen.fen.variants import STANDARD as STANDARD_CHESS
from pgnfen.lazy import deferred
from pgnfen.words import counted

with deferred:
    from pgnfen.facts.mainlines import need_headers
    from pgnfen.fen.castling import is_foreign
    from pgnfen.fen.castling_faults import without_rights
    from pgnfen.fen.notation import read_record
    from pgnfen.fen.record import read_fen
    from pgnfen.fen.understand import known_rights, verdict_of
    from pgnfen.pgn.copies import duplicates_of
    from pgnfen.pgn.copy_details import copy_of

if TYPE_CHECKING:
    from pgnfen.fen.castling import Right


@file_rule("N101", "en-passant-conventions", "info", replay=True)
def en_passant_conventions(notes: FileNotes) -> Iterator[FileFinding]:
    """The FENs of the file follow more than one en passant convention. The finding has the counts and the first game of
    the minority.

    A FEN shows its convention only after a double step whose square one convention writes and another omits. For
    starting positions and records, the rule counts FENs that contain the square. For positions declared during the
    game (D101), it also counts FENs that omit it. `pgnfen fix --en-passant` writes all FENs in one convention.

    Example:
        1. e4 {rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1} e5
        {rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2} *
    """
    yield from _mixed(notes, 1, EN_PASSANT)


@file_rule("N102", "castling-conventions", "info", replay=True)
def castling_conventions(notes: FileNotes) -> Iterator[FileFinding]:
    """The FENs of the file follow more than one castling convention. The finding has the counts and the first game of
    the minority.

    The rule counts the FENs of starting positions, of records, and of positions declared during the game (D101), but
    only those that show a convention. A FEN can follow several: `KQkq` is FEN and X-FEN if the rooks stand on the a-
    and h-files, so the counts can add up to more than the FENs. The expected convention is the one that most FENs
    follow, the first of them in a tie. `pgnfen fix --castling` writes all FENs in one convention.

    Example:
        [SetUp "1"]
        [FEN "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 9"]

        9. Ke2 {r3k2r/8/8/8/8/8/4K3/R6R b kq - 1 9} *
    """
    yield from _mixed(notes, 0, CASTLING)


def _mixed(notes: FileNotes, field: int, name: str) -> Iterator[FileFinding]:
    told = notes.told(field)
    if not told:
        return
    counts = notes.counts(field)
    most = max(counts.values(), default=0)
    if most == told:
        return  # all are consistent with one convention
    usual = next(convention for convention, count in counts.items() if count == most)
    place = notes.first_unlike(field, usual)
    each = ", ".join(f"{convention} {count:,}" for convention, count in counts.items())
    message = (
        f"{name}: {told:,} FENs show a convention, but no convention fits all of them (how many FENs each fits: "
        f"{each}); the first FEN that does not follow {usual} is in game {place.game}"
    )
    yield FileFinding(place, message, name, None, usual)


@file_rule("N103", "duplicate-position", "info", by_name=True)
def duplicate_position(notes: FileNotes) -> Iterator[FileFinding]:
    """A record, or the FEN tag of a game, has the same position as an earlier one in the file. Counters are ignored.

    Two positions are the same if they have the same pieces, active color, castling rights and legal en passant
    captures, in any convention. Crazyhouse also compares pieces in hand, and Three-check also compares the checks
    left. Such positions have the same key in `pgnfen tags --key`. Memory: the rule stores each position of the file.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]

        *

        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/8/4K2R w H - 4 9"]

        *
    """
    first: dict[str, int] = {}
    for key, _, place in notes.starts:
        if key is not None and first.setdefault(key, place.game) != place.game:
            yield FileFinding(place, f"the same position as game or record {first[key]}", "record", key)


@file_rule("N104", "starts-missing", "info", by_name=True)
def starts_missing(notes: FileNotes) -> Iterator[FileFinding]:
    """A file contains only Chess960 starting positions, but not all 960.

    Example:
        [Variant "Chess960"]
        [SetUp "1"]
        [FEN "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"]

        *
    """
    numbers = {number for _, number, _ in notes.starts}
    if not numbers or None in numbers or len(numbers) == 960:
        return
    missing = [str(number) for number in range(960) if number not in numbers]
    shown = ", ".join(missing[:10]) + (", ..." if len(missing) > 10 else "")
    message = f"{counted(len(numbers), 'start')} of the 960 starting positions; {len(missing)} missing: {shown}"
    yield FileFinding(notes.starts[0][2], message, "Scharnagl number", None, None)


@file_rule("N105", "mixed-line-ends", "info")
def mixed_line_ends(notes: FileNotes) -> Iterator[FileFinding]:
    """The file has more than one kind of line end (LF, CRLF, CR), or games in UTF-8 and games in another encoding.

    This often happens when files are joined. The finding is at the first game with the less common line ending or
    encoding. There is no fix. Line endings: common programs read every kind, and a program such as dos2unix makes them
    uniform. Encodings: nothing proves which encoding the other games have.

    Example:
        [Event "A"]
        [Site "B"]\\x0d

        1. e4 *
    """
    for field, counts in (("line ends", notes.line_ends), ("encoding", notes.encodings)):
        if len(counts) > 1:
            ordered = sorted(counts.items(), key=lambda one: (-one[1][0], one[1][1]))
            rarer, (_, place) = ordered[-1]
            many = ", ".join(f"{count:,} {kind}" for kind, (count, _) in ordered)
            what = "line ends of several kinds" if field == "line ends" else "games in several encodings"
            yield FileFinding(place, f"the file has {what}: {many}", field, rarer)


@file_rule("N106", "rules-by-habit", "warning", replay=True)
def rules_by_habit(notes: FileNotes) -> Iterator[FileFinding]:
    """A castling right is valid only in Chess960, and only the rest of the file shows whether Chess960 is meant.

    In a record, which has no Variant tag, such a right is read by the rules of Chess960. The rule reports the right as
    wrong if two conditions hold. First, no other starting position of the file needs Chess960. Second, the starting
    positions with castling rights of standard chess are at least as many as those with such a right.

    In a game without a Variant tag, such a right counts as wrong (C101, C102). The rule reports that the right may be
    correct if more than 80 % of the other starting positions are Chess960.

    The rule reports the first 100 such starting positions of a file. The finding has no expected value
    if another rule expects a different one.

    Example:
        [SetUp "1"]
        [FEN "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"]

        *

        [SetUp "1"]
        [FEN "3rk2r/8/8/8/8/8/8/4K3 w kq - 0 9"]

        *
    """
    if not notes.open_starts:
        return
    standard, chess960, doubts, habit = notes.rules()
    others = counted(standard if habit == "standard" else chess960, "other starting position")
    more = f"; the file has {doubts - len(notes.open_starts):,} more such starting positions"
    for number, (place, text, is_line) in enumerate(notes.open_starts, 1):
        if habit == ("standard" if is_line else "chess960"):  # else it is read by these rules already
            rest = more if number == len(notes.open_starts) < doubts else ""
            yield from _against_habit(place, text, is_line, others, rest)


def _against_habit(place: GamePlace, text: str, is_line: bool, others: str, rest: str) -> Iterator[FileFinding]:
    """That the rest of the file reads a start by other rules: a record by standard chess, a game by Chess960."""
    start, faults = read_record(text) if is_line else (None, ())
    record = start.record if start else read_fen(text)
    if record is None or record.board is None:
        return
    verdict = verdict_of(record, STANDARD_CHESS, habit="standard" if is_line else "chess960")
    if verdict.rules == "standard":
        wrong = [right for right in known_rights(record, verdict) if right.rook is None]
        message = f"{_named(wrong)} valid only in Chess960; the castling rights of {others} are those of standard chess"
        sound = all(fault.field != CASTLING or fault.expected is None for fault in faults)
        expected = without_rights(record.castling, wrong) if sound else None
        yield FileFinding(place, message + rest, CASTLING, record.castling, expected)
    else:
        wrong = [right for right in record.rights if is_foreign(right)]
        message = f"{_named(wrong)} valid only in Chess960; the rules of {others} are those of Chess960"
        yield FileFinding(place, message + rest, "Variant", None, "Chess960")


def _named(rights: list[Right]) -> str:
    letters = "".join(right.letter for right in rights)
    return f"castling right {letters} is" if len(letters) == 1 else f"castling rights {letters} are"


@file_rule("N107", "castling-denied", "info", replay=True)
def castling_denied(notes: FileNotes) -> Iterator[FileFinding]:
    """Games start from one of the 960 starting positions of Chess960, but their FENs have no castling rights.

    The rule counts games whose Variant tag says Chess960. If all of them have no rights, the games are played without
    castling, or the program that wrote them never writes the rights. If only some have none, their rights may be lost:
    C105 lists these games.

    Example:
        [Variant "Chess960"]
        [SetUp "1"]
        [FEN "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w - - 0 1"]

        1. e4 *

        [Variant "Chess960"]
        [SetUp "1"]
        [FEN "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w - - 0 1"]

        1. d4 *
    """
    denied, granted = [notes.count(ARRAYS, vote) for vote in (RIGHTS_DENIED, RIGHTS_GRANTED)]
    if not denied or denied + granted == 1:
        return
    if granted:
        message = (
            f"{denied:,} of {denied + granted:,} games from Chess960 starting positions have no castling "
            "rights in the FEN"
        )
    else:
        message = f"all {denied:,} games from Chess960 starting positions have no castling rights in the FEN"
    yield FileFinding(notes.conventions[ARRAYS, RIGHTS_DENIED][1], message, CASTLING, "-")


@file_rule("N108", "duplicate-game", "info", by_name=True)
def duplicate_game(notes: FileNotes) -> Iterator[FileFinding]:
    """A game is the same as an earlier one in the file, by the rules of `pgnfen dedupe`.

    The starting position and the mainline are the same, and players, date and result do not contradict each other. For
    games of fewer than ten plies, both players must also match. `pgnfen dedupe` finds duplicates across several files
    and writes each game once. Memory: the rule stores the tags of each game of the file.

    Example:
        [White "Smith, John"]
        [Black "Jones, B"]

        1. e4 e5 2. Nf3 *

        [White "John Smith"]
        [Black "Jones"]

        1. e4 e5 2. Nf3 {a copy} *
    """
    groups: dict[bytes, list[tuple[int, bytes, int]]] = {}
    for index, (mark, plies, told, _) in enumerate(notes.games):
        groups.setdefault(mark, []).append((plies, told, index))
    found = []
    for members in groups.values():
        if len(members) > 1:
            copies = [copy_of(told, index, plies) for plies, told, index in members]
            for one in duplicates_of(copies, "game", "first", need_headers(members[0][0])):
                found.append((one.copy.number, one.kept.number))
    for copy, kept in sorted(found):
        place = notes.games[copy][3]
        yield FileFinding(place, f"the same game as game {notes.games[kept][3].game}")


@file_rule("N109", "counters-of-fragments", "info", replay=True)
def counters_of_fragments(notes: FileNotes) -> Iterator[FileFinding]:
    """FENs have the counters 0 1, but their positions need earlier moves. Puzzles often have them; games do not.

    Programs that write fragments often do not know the counters, so the rule reports this habit once per file. It
    counts the positions that need at least one ply more than fullmove number 1 allows (by the moves that K106 counts)
    and whose FEN has no other fault. K106 reports other fullmove numbers that are too small.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

        1. e4 *
    """
    count = notes.count(COUNTERS, COUNTERS_EARLY)
    if count:
        have = "1 FEN has" if count == 1 else f"{count:,} FENs have"
        message = f"{have} the counters 0 1 in a position that needs earlier moves; this is common in puzzles"
        yield FileFinding(notes.conventions[COUNTERS, COUNTERS_EARLY][1], message, FULLMOVE, "1")
