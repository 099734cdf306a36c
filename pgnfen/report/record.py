"""One record explained: field by field with carets under what is wrong, or as JSON."""

from __future__ import annotations

from functools import cache

import pgnfen.audit.rules  # noqa: F401  (its modules declare the rules)
from pgnfen.audit.rule import REGISTRY
from pgnfen.columns import SCHEMA
from pgnfen.facts.position_ends import Ends
from pgnfen.fen.castling import Right
from pgnfen.fen.fault import ACTIVE, CASTLING, EN_PASSANT, FIELD_NAMES, FULLMOVE, HALFMOVE, PLACEMENT, Fault
from pgnfen.fen.names import OF_960, SIDES
from pgnfen.fen.notation import NotedRecord
from pgnfen.fen.placement import Board
from pgnfen.fen.record import FenRecord
from pgnfen.fen.rewrite import unstated_for, with_assumed
from pgnfen.fen.start import Start
from pgnfen.fen.variants import STANDARD
from pgnfen.replay.large.rules import variant_name
from pgnfen.replay.status import Status, status_of
from pgnfen.report.terminal_text import carets, printable
from pgnfen.report.values import path_json
from pgnfen.words import counted

_NOTATIONS = {
    "fen": "FEN",
    "epd": "EPD",
    "forsyth-1883": "Forsyth notation of 1883",
    "forsyth-1897": "Forsyth notation of 1897",
}
_KEYS = ("active_color", "castling", "en_passant", "halfmove", "fullmove")  # of FIELD_NAMES but the first
_ENDINGS = {
    "check": "is in check",
    "ongoing": "is to move",
    "checkmate": "is mated",
    "stalemate": "is stalemated",
    "over": "is to move, but the game is over by the rules of the variant",
}


def record_text(noted: NotedRecord) -> str:
    """The record, carets under its faults, and what each field says; ends with a line end.

    >>> from pgnfen.fen.notation import read_noted
    >>> print(record_text(read_noted("4k3/8/8/8/8/8/8/4K3 W - - 0 1")).splitlines()[1])
                        ^ F301 active-color (error): "W" is neither "w" nor "b"; expected: w [unsafe fix]
    """
    rows = [("notation", _NOTATIONS[noted.notation])]
    record = noted.start.record
    if record is not None:
        rows += _fields(noted, record)
        rows.append(("conventions", _conventions(noted)))
    rows += [("start", _start(noted)), ("status", _status(noted, status_of(noted.start)))]
    if noted.start.is_open:
        rows.append(("possible", _OPEN))
    width = max(len(name) for name, _ in rows)
    table = "".join(f"  {name:<{width}}  {printable(value)}\n" for name, value in rows)
    return _marked(noted) + table


def _marked(noted: NotedRecord) -> str:
    """The text with a line of carets for each fault below the line that it stands in."""
    out = []
    start = 0
    lines = noted.text.split("\n")
    for index, line in enumerate(lines):
        end = start + len(line) + 1
        out.append(printable(line))
        for fault in noted.faults:
            last = index == len(lines) - 1
            if start <= fault.column and (fault.column < end or last):
                column = min(fault.column - start, len(line))
                length = max(1, min(fault.length, len(line) - column))
                out.append(f"{carets(line, column, length)} {fault_line(fault)}")
        start = end
    return "\n".join(out) + "\n"


def fault_line(fault: Fault) -> str:
    """A fault in words: code, name, severity, message, what is expected, whether it can be repaired."""
    rule = REGISTRY[fault.code]
    expected = f"; expected: {fault.expected}" if fault.expected else ""
    fix = f" [{fault.fix} fix]" if fault.fix else ""
    return printable(f"{rule.code} {rule.name} ({fault.severity or rule.severity}): {fault.message}{expected}{fix}")


def _fields(noted: NotedRecord, record: FenRecord) -> list[tuple[str, str]]:
    """The fields in words, each with its name; counters and operations behind them."""
    rights = with_assumed(noted).start.record or record
    values = {
        PLACEMENT: _pieces(record.board),
        ACTIVE: SIDES.get(record.active_color or ""),
        CASTLING: rights.castling + _rights(rights.rights),
        EN_PASSANT: record.en_passant or None,
        HALFMOVE: record.halfmove,
        FULLMOVE: record.fullmove,
    }
    assumed = {name: "default value" for name in noted.unstated if name != PLACEMENT}
    if CASTLING in assumed and rights is not record:
        assumed[CASTLING] = "all castling rights of this starting position"
    rows = []
    for name in FIELD_NAMES:
        value = "cannot be read" if values[name] is None else str(values[name])
        rows.append((name, value + (f" (missing: {assumed[name]})" if name in assumed else "")))
    if record.checks_left is not None:
        rows.append(("checks left", "{} for White, {} for Black".format(*record.checks_left)))
    return rows + [("operation", operation.text) for operation in noted.operations]


def _pieces(board: Board | None) -> str | None:
    """The size of a board, and the pieces on it and in hand; None where it cannot be read."""
    if board is None:
        return None
    white, black = sum(map(str.isupper, board.squares)), sum(map(str.islower, board.squares))
    hand = f", in hand: {board.holdings or 'none'}" if board.holdings is not None else ""
    return f"{board.width}x8, {white} white and {counted(black, 'black piece')}{hand}"


def _rights(rights: tuple[Right, ...]) -> str:
    """What each letter means: " (White: king e1, rooks h1 a1)"."""
    parts = []
    for color, side in SIDES.items():
        own = [right for right in rights if right.color == color]
        rooks = [right.rook for right in own if right.rook]
        if rooks:
            parts.append(f"{side}: king {own[0].king}, {'rook' if len(rooks) == 1 else 'rooks'} {' '.join(rooks)}")
        parts += [f"{right.letter}: there is no king and rook for this right" for right in own if right.rook is None]
    return f" ({'; '.join(parts)})" if parts else ""


def _conventions(noted: NotedRecord) -> str:
    castling = ", ".join(noted.start.castling) or "none"
    return f"castling: {castling}; en passant: {', '.join(noted.start.en_passant) or 'none'}"


def _start(noted: NotedRecord) -> str:
    start = noted.start
    text = start.kind
    if start.scharnagl is not None:
        text += f", Scharnagl number {start.scharnagl}"
    if start.scharnagl_black is not None:
        text += f" for White and {start.scharnagl_black} for Black"
    return text


def _status(noted: NotedRecord, status: Status) -> str:
    if status.name not in _ENDINGS:
        return f"{'cannot be played' if status.name == 'unplayable' else 'not known'}: {status.why}"
    record = noted.start.record
    side = SIDES[(record.active_color if record else None) or "w"]
    moves = f", {counted(status.legal_moves, 'legal move')}" if status.legal_moves else ""
    return f"{side} {_ENDINGS[status.name]}{moves}"


_OPEN = (
    "not disproved: pieces, pawn captures, promotions and last move do not show that it is impossible; this does not "
    "prove that a game can reach it"
)


_OF_RECORD = (
    "fen", "placement", "active_color", "castling", "rights", "en_passant", "halfmove", "fullmove", "checks_left",
)  # fmt: skip


def _fields_json(record: FenRecord | None) -> dict[str, object]:
    """What the record itself says, if it can be read as one."""
    if record is None:
        return {**dict.fromkeys(_OF_RECORD), "rights": []}
    values = (
        record.to_text() if record.is_readable else None,
        record.board.to_text() if record.board else None,
        record.active_color,
        record.castling,
        [right._asdict() for right in record.rights],
        record.en_passant,
        record.halfmove,
        record.fullmove,
        list(record.checks_left) if record.checks_left else None,
    )
    return dict(zip(_OF_RECORD, values, strict=True))


@cache
def _ends() -> Ends:
    return Ends()


FAULT_JSON = {
    "code": ("string", "the rule"),
    "name": ("string", "its name"),
    "severity": ("string", "error, warning or info"),
    "field": ("string", "the field, or `record`"),
    "column": ("integer", "the column of `text`, counted from 1"),
    "length": ("integer", "how many characters are wrong"),
    "declared": ("string?", "the text found there (for castling availability, the whole field)"),
    "expected": ("string?", "what is expected"),
    "message": ("string", "what is wrong"),
    "fix": ("string?", "whether the fix is safe or unsafe; null if there is none"),
}
"""The keys of a fault in JSON: type ("?": or null) and meaning."""
RECORD_JSON = {
    "path": ("string?", "the file"),
    "line": ("integer?", "the line of the record in the file, counted from 1"),
    "text": ("string", "the record as it came"),
    "notation": ("string", "fen, epd, forsyth-1883 or forsyth-1897"),
    "fen": ("string?", "the record as a FEN of six fields, as far as it can be read"),
    "placement": ("string?", "the piece placement"),
    "active_color": ("string?", "w or b"),
    "castling": ("string?", "the castling availability"),
    "rights": ("array", "per castling right its `letter`, `color`, `side`, and the squares of `rook` and `king`"),
    "en_passant": ("string?", "the en passant target square, or -"),
    "halfmove": ("integer?", "the halfmove clock"),
    "fullmove": ("integer?", "the fullmove number"),
    "checks_left": ("array?", "Three-check: the checks that White and Black still have to give"),
    "width": ("integer", "how many files the board has: 8 or 10"),
    "holdings": ("string?", "Crazyhouse: the pieces in hand"),
    "operations": ("array", "per operation of an EPD its `opcode` and `operands`"),
    "unstated": ("array", "the names of the fields that the record does not state"),
    "conventions": ("object", "lists `castling` and `en_passant`: the notations in which each can be read (x-fen)"),
    "variant": ("string", "the rules that the record is judged by"),
    "kind": ("string", "the [kind of start](glossary.md)"),
    "scharnagl": ("integer?", "the Scharnagl number"),
    "scharnagl_black": ("integer?", "that of Black, in double Chess960"),
    "key": ("string?", "the key of the position, as `tags --key` writes it; see [positions](positions.md)"),
    "faults": ("array", "the faults, as in the next table"),
    "status": (
        "string", "ongoing, check, checkmate, stalemate, over (by a rule of the variant), unplayable or unknown"
    ),
    "why": ("string?", "the reason, if the status is unplayable or unknown"),
    "legal_moves": ("integer?", "how many legal moves there are"),
    "assumed": ("array", "the names of the fields that stand at defaults"),
}
"""The keys of `pgnfen fen --to json`: type ("?": or null) and meaning."""


def record_schema() -> dict[str, object]:
    """The JSON Schema of a line of `pgnfen fen --to json`."""
    schema = _schema(RECORD_JSON)
    properties: dict[str, dict[str, object]] = schema["properties"]  # type: ignore[assignment]
    properties["faults"]["items"] = _schema(FAULT_JSON)
    return {"$schema": SCHEMA, "title": "A line of pgnfen fen --to json", **schema}


def _schema(keys: dict[str, tuple[str, str]]) -> dict[str, object]:
    properties = {}
    for name, (kind, meaning) in keys.items():
        types = [kind.rstrip("?"), "null"] if kind.endswith("?") else kind
        properties[name] = {"type": types, "description": meaning}
    return {"type": "object", "properties": properties, "required": list(keys)}


def record_json(
    noted: NotedRecord, path: str | None = None, line: int | None = None, assume: bool = False
) -> dict[str, object]:
    """The record under the keys of `pgnfen fen --to json`; columns count from 1.

    Fields that are not stated are null, unless `assume`; those of "assumed" stand at their defaults.

    >>> from pgnfen.fen.notation import read_noted
    >>> found = record_json(read_noted("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"))
    >>> found["kind"], found["scharnagl"], found["legal_moves"], found["faults"]
    ('standard', 518, 20, [])
    """
    start, record = noted.start, noted.start.record
    silent = () if assume else unstated_for(noted, "fen")
    status = Status("unknown", None, "the active color is not stated") if ACTIVE in silent else status_of(start)
    board = record.board if record else None
    found: dict[str, object] = {
        **path_json(path),
        "line": line,
        "text": noted.text,
        "notation": noted.notation,
        **_fields_json(record),
        "width": start.width,
        "holdings": board.holdings if board else None,
        "operations": [{"opcode": one.opcode, "operands": list(one.operands)} for one in noted.operations],
        "unstated": list(noted.unstated),
        "conventions": {"castling": list(start.castling), "en_passant": list(start.en_passant)},
        "variant": _rules(start),
        "kind": start.kind,
        "scharnagl": start.scharnagl,
        "scharnagl_black": start.scharnagl_black,
        "key": _ends().key_of(start),
        "faults": [_fault_json(fault) for fault in noted.faults],
        "status": status.name,
        "why": status.why,
        "legal_moves": status.legal_moves,
        "assumed": [name for name in noted.unstated if name not in silent] if board else [],
    }
    for name, key in zip(FIELD_NAMES[1:], _KEYS, strict=True):
        if name in silent or (board is None and name in noted.unstated):
            found["fen"] = found[key] = None
    return found


def _rules(start: Start) -> str:
    """The name of the rules that the position is judged by, where nothing names a variant too."""
    name = variant_name(start)
    if name is not None:
        return name
    if start.variant.family != "standard":
        return start.variant.name
    if start.chess960 or start.kind in OF_960:
        return "Chess960"
    return STANDARD.name


def _fault_json(fault: Fault) -> dict[str, object]:
    rule = REGISTRY[fault.code]
    return {
        "code": fault.code,
        "name": rule.name,
        "severity": fault.severity or rule.severity,
        "field": fault.field,
        "column": fault.column + 1,
        "length": fault.length,
        "declared": fault.declared,
        "expected": fault.expected,
        "message": fault.message,
        "fix": fault.fix,
    }
