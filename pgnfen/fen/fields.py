"""A FEN record as a line of fields: where each stands, what parts them (F102) and how many there are (F101)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pgnfen.fen.fault import DEFAULTS, FIELD_NAMES, RECORD, Fault, Fix, joined, quote
from pgnfen.fen.names import COUNTER, SOME_NUMBER
from pgnfen.fen.placement import read_placement
from pgnfen.lazy import regex
from pgnfen.words import counted

_BLANK = r"[\s\ufeff\u200b]"
_FIELD = regex(rf"(?:(?!{_BLANK}).)+", re.DOTALL)
_CONTROL = regex(r"[\x00-\x08\x0e-\x1b\x7f]")
_AROUND = "".join(map(chr, (*range(33), 127)))
_QUOTES = {'"': '"', "'": "'", "\u201c": "\u201d", "\u2018": "\u2019", "\u00ab": "\u00bb"}
_LINE_END = regex(r"[\r\n]")
_MOST_PARTS = 9
_GLUED = regex(r"(-|[a-j][36])([0-9]{1,4})")
_NUMBER = regex(r"[0-9]{1,18}")
_RIGHTS = regex(r"-|(?![wbWB]\Z)[sm]?[KQA-Jkqa-j]{1,4}")
TARGET = regex(r"-|[a-j][1-8]")
CHECKS = regex(r"\+?[0-3]\+[0-3]")
_OPCODE = regex(r'[A-Za-z][A-Za-z0-9_]{0,14}(?=[\s;"])')
OPCODES = ("acd", "acn", "acs", "am", "bm", "ce", "dm", "eco", "fmvn", "hmvc", "id", "pm", "pv", "rc", "sm")
"""Those of PGN 1994 section 16.2.5 that archives use; where fields are missing nothing else is taken for one."""
_STRING = regex(r'"[^"]*(?:"|\Z)')
_Slot = tuple[str, int] | None
"""A field and its column; None for one that is missing."""


@dataclass(frozen=True, slots=True)
class Fields:
    """`raw` the six fields as they stand, None for one that is missing; `columns` their 0-based places in the text
    (of a missing one: the end of the text); `checks` the check counters of Three-check, with their column."""

    raw: tuple[str | None, ...]
    columns: tuple[int, ...]
    checks: tuple[str, int] | None
    faults: tuple[Fault, ...]


def read_fields(text: str, foreign: bool = False) -> Fields:
    """Part a record into its fields; never raises.

    `foreign` stands for variants whose records may have other fields than six: nothing is said of their number.

    >>> read_fields("8/8/8/8/8/8/8/8  w - -").raw
    ('8/8/8/8/8/8/8/8', 'w', '-', '-', None, None)
    >>> [fault.code for fault in read_fields("8/8/8/8/8/8/8/8  w - -").faults]
    ['F102', 'F101']
    """
    tokens, blanks = _tokens(text)
    faults = [blanks] if blanks else []
    checks = _take_checks(tokens)
    end = max((column + len(field) for field, column in tokens), default=0)
    if not foreign:
        misplaced = _misplaced(text, tokens, checks) if checks else None
        faults += [misplaced] if misplaced else []
        special = _with_operations(text, tokens, checks, faults) or _in_disorder(text, tokens, checks, faults)
        if special is not None:
            return special
    slots: list[_Slot] = [*tokens[:6]]
    for place in _left_out(tokens):
        slots.insert(place, None)
    slots += [None] * (6 - len(slots))
    if len(tokens) != 6 and not foreign:
        faults.append(_field_count(text, tokens, slots, end, checks[0] if checks else None))
    return _placed(slots, end, checks, faults)


def _placed(slots: list[_Slot], end: int, checks: tuple[str, int] | None, faults: Iterable[Fault]) -> Fields:
    """Six fields with their columns; one that is missing stands at the `end`."""
    raw = tuple(slot[0] if slot else None for slot in slots)
    return Fields(raw, tuple(slot[1] if slot else end for slot in slots), checks, tuple(faults))


def _tokens(text: str) -> tuple[list[tuple[str, int]], Fault | None]:
    begin, end, odd = _within(text)
    found = [(match.group(), match.start()) for match in _FIELD.finditer(text, begin, end)]
    if len(found) == 1 and text.count("_") >= 3:  # as in the addresses of web sites
        found = [(match.group(), match.start()) for match in re.compile("[^_]+").finditer(text, begin, end)]
        odd = text.index("_"), 1, "underscores between the fields"
    broken = _joined(text, found)
    if broken:
        at, behind = found[0][1] + len(found[0][0]), found[1][1]
        found[:broken] = [("".join(field for field, _ in found[:broken]), found[0][1])]
        odd = odd or (at, behind - at, f"{quote(text[at:behind])} inside the piece placement")
    glued = _GLUED.fullmatch(found[3][0]) if len(found) == 5 and _NUMBER.fullmatch(found[4][0]) else None
    if glued:
        column = found[3][1]
        found[3:4] = [(glued[1], column), (glued[2], column + len(glued[1]))]
        odd = column, len(glued.group()), f"no space between {quote(glued[1])} and {quote(glued[2])}"
    expected = " ".join(field for field, _ in found)
    if expected == text or not found:
        return found, None
    column, length, why = odd or _odd_blank(text)
    return found, Fault("F102", RECORD, column, length, text, expected, why, "safe")


def _within(text: str) -> tuple[int, int, tuple[int, int, str] | None]:
    """First and last column of a record without the control characters and the quotes around it; what is odd of them
    as column, length and message."""
    begin, end = len(text) - len(text.lstrip(_AROUND)), len(text.rstrip(_AROUND))
    odd = None
    for outside, at in ((text[:begin], 0), (text[end:], end)):
        control = _CONTROL.search(outside)
        if control:
            where = "after the last" if at else "before the first"
            odd = at + control.start(), 1, f"control character {quote(control[0])} {where} field"
    if is_quoted(text):
        return begin + 1, end - 1, (begin, 1, "quotes around the record")
    return begin, end, odd


def is_blank(text: str) -> bool:
    r"""Whether a text has white space and control characters alone.

    >>> is_blank(" \x00"), is_blank("\x00;")
    (True, False)
    """
    return not text.strip(_AROUND)


def is_quoted(text: str) -> bool:
    """Whether all of a record stands in quotes.

    >>> is_quoted('"8/8/8/8/8/8/8/8 w - -" '), is_quoted('8/8/8/8/8/8/8/8 w - - id "a"')
    (True, False)
    """
    bare = text.strip(_AROUND)
    close = _QUOTES.get(bare[:1])
    return close is not None and len(bare) > 2 and bare.find(close, 1) == len(bare) - 1


def with_behind(text: str, more: str) -> str:
    """A record with more behind its last field, before the quote that closes it."""
    end = _within(text)[1]
    return f"{text[:end]} {more}{text[end:]}"


def _joined(text: str, tokens: list[tuple[str, int]]) -> int:
    """Of how many tokens the piece placement is made that line ends part: so many that it can be read, and then the
    active color follows, or nothing; 0 where none is needed, or it is not sure."""
    joined = ""
    if not _LINE_END.search(text):
        return 0
    for count, (token, column) in enumerate(tokens[:_MOST_PARTS]):
        end = tokens[count - 1][1] + len(tokens[count - 1][0]) if count else column
        if count and not _LINE_END.search(text, end, column):
            return 0
        joined += token
        board, wrong = read_placement(joined)
        if board is not None and not wrong:
            behind = tokens[count + 1][0] if len(tokens) > count + 1 else None
            sure = behind in ("w", "b") or (behind is None and "/" in token)
            return count + 1 if count and sure else 0
    return 0


def _odd_blank(text: str) -> tuple[int, int, str]:
    """Column, length and description of the first blank that is not one single space between two fields."""
    for match in re.finditer(rf"{_BLANK}+", text):
        at, blank = match.start(), match.group()
        if at == 0:
            return at, len(blank), "blank before the first field"
        if match.end() == len(text):
            return at, len(blank), "blank after the last field"
        if blank != " ":
            kind = "tab" if set(blank) == {"\t"} else "blank"
            if set(blank) <= {" ", "\t"}:
                return at, len(blank), f"{counted(len(blank), kind)} between two fields instead of one space"
            return at, len(blank), f"{quote(blank)} between two fields instead of one space"
    return 0, max(1, len(text)), "fields parted by something else than one space"


def _operations_at(text: str, tokens: list[tuple[str, int]]) -> int | None:
    """Which token begins the operations of an EPD that stand in place of the counters: an opcode, and a `;` behind it;
    one of the first four, where it is a known one."""
    place = fields_given([field for field, _ in tokens])
    at = tokens[place][1] if len(tokens) > place else len(text)
    return place if _OPCODE.match(text, at) and ";" in text[at:] else None


def fields_given(words: list[str]) -> int:
    """How many of the first four fields there are before a known opcode, or both counters; 4 without those.

    >>> [fields_given(words.split()) for words in ("8/8 w KQ bm Ke2;", "8/8 w 0 1", "8/8 w ce - bm", "8/8 w ce 20;")]
    [3, 2, 4, 2]
    """
    for place in range(1, min(4, len(words))):
        word, behind = words[place], words[place + 1] if place + 1 < len(words) else ""
        # A few opcodes may be rooks' files too (`ce`).
        if word in OPCODES and not (_RIGHTS.fullmatch(word) and TARGET.fullmatch(behind)):
            return place
        if _NUMBER.fullmatch(word) and _NUMBER.fullmatch(behind) and not _NUMBER.match(" ".join(words[place + 2 :])):
            return place
    return 4


def _with_operations(
    text: str, tokens: list[tuple[str, int]], checks: tuple[str, int] | None, faults: list[Fault]
) -> Fields | None:
    """Four fields, or fewer, and operations where six fields belong: the counters are those of hmvc and fmvn. None
    without operations."""
    count = _operations_at(text, tokens)
    if count is None:
        return None
    at = tokens[count][1]
    slots: list[_Slot] = [*tokens[:count]]
    for place in _left_out_of_four([field for field, _ in tokens[:count]]):
        slots.insert(place, None)
    slots += [_operand(text, at, "hmvc"), _operand(text, at, "fmvn")]
    end = max(column + len(field) for field, column in tokens[:count])
    message = "the counters are missing; EPD operations are in their place"
    length = max(1, len(text.rstrip()) - at)
    fault = Fault("F101", RECORD, at, length, text, *_completed(slots, None, message))
    return _placed(slots, end, checks, (*faults, fault))


def _are_six(texts: list[str]) -> bool:
    """Whether fields are spelled as the six of a FEN; a lone `B` or `b`, which may be an active color, is a right only
    where king and rook stand so."""
    placement, color, rights, target, *counters = texts
    castling = _RIGHTS.fullmatch(rights) or (rights in ("B", "b") and _has_rook_on_b(placement, rights))
    sound = color in ("w", "b") and castling and TARGET.fullmatch(target)
    return bool(sound) and all(_NUMBER.fullmatch(counter) for counter in counters)


def _has_rook_on_b(placement: str, right: str) -> bool:
    """Whether the king of a right `B` or `b` stands on its back rank, and a rook on the b-file beside."""
    board, _ = read_placement(placement)
    if board is None:
        return False
    king, rook = ("K", "R") if right == "B" else ("k", "r")
    row = board.rank(1 if right == "B" else 8)
    return row[1] == rook and king in row


def _in_disorder(
    text: str, tokens: list[tuple[str, int]], checks: tuple[str, int] | None, faults: list[Fault]
) -> Fields | None:
    """Seven fields or more of which the first six are none of a FEN: what is left where one is taken out, if that is
    sure; else the placement alone, since nobody knows which field is which. None of others."""
    fields = [field for field, _ in tokens]
    if len(fields) <= 6:
        return None
    are_six = _are_six(fields[:6])
    if are_six and fields[5].strip("0"):
        return None
    end = tokens[-1][1] + len(fields[-1])
    extra = _extra_one(fields)
    if extra is not None:
        slots: list[_Slot] = [*tokens[:extra], *tokens[extra + 1 :]]
        expected = joined([*fields[:extra], *fields[extra + 1 :]], checks[0] if checks else None)
        message = f"7 fields instead of 6: {quote(fields[extra])} is the extra one"
        fault = Fault("F101", RECORD, tokens[extra][1], len(fields[extra]), text, expected, message, "unsafe")
        return _placed(slots, end, checks, (*faults, fault))
    if are_six:
        return None
    message = f"{len(tokens)} fields instead of 6, but the first six are not a FEN"
    fault = Fault("F101", RECORD, tokens[1][1], end - tokens[1][1], text, None, message)
    return _placed([tokens[0], *(None,) * 5], end, checks, (*faults, fault))


def _extra_one(fields: list[str]) -> int | None:
    """Which of seven fields is one too many, since the others are those of a FEN; None where it is not sure."""
    if len(fields) != 7 or fields[0].count("/") < 7:
        return None
    left = [fields[:place] + fields[place + 1 :] for place in range(7)]
    places = [place for place in range(1, 7) if left[place][5].strip("0") and _are_six(left[place])]
    places = [place for place in places if fields[place] == fields[place - 1]] or places
    return places[0] if len(places) == 1 else None


def _operand(text: str, start: int, opcode: str) -> tuple[str, int] | None:
    """The operand of the first operation with an opcode, and its column; what stands in quotes is not an opcode."""
    bare = _STRING.sub(lambda match: "_" * len(match.group()), text[start:])
    found = re.search(rf"(?:^|;){_BLANK}*{opcode}{_BLANK}+([^\s;]+)", bare)
    if not found:
        return None
    column = start + found.start(1)
    return text[column : column + len(found[1])], column


def _take_checks(tokens: list[tuple[str, int]]) -> tuple[str, int] | None:
    """Take Three-check's counters out: `3+3` (left) as fifth field, or `+0+0` (given) at the end; each is read in the
    other's place, too."""
    first = 3 if lacks_color([field for field, _ in tokens]) else 4
    for place in (*range(first, min(len(tokens), first + 2)), -1):
        if len(tokens) > first and CHECKS.fullmatch(tokens[place][0]):
            return tokens.pop(place)
    return None


def _misplaced(text: str, tokens: list[tuple[str, int]], checks: tuple[str, int]) -> Fault | None:
    """F101 where check counters left to give stand at the end, or those given do not: each has its one place."""
    counters_text, column = checks
    fields = [field for field, _ in tokens]
    if len(tokens) != 6:
        return None
    before = sum(at < column for _, at in tokens)
    place, where = (6, "at the end") if counters_text.startswith("+") else (4, "after the en passant target square")
    if before == place:
        return None
    expected = joined(fields, counters_text)
    message = f"the check counters {counters_text} are in the wrong place; they belong {where}"
    return Fault("F101", RECORD, column, len(counters_text), text, expected, message, "safe")


def _left_out(tokens: list[tuple[str, int]]) -> tuple[int, ...]:
    """Which fields were left out before others, in order: the active color (1) where castling availability, and where
    there is more the en passant target square, follow the placement; before both counters castling (2), en passant (3)
    or more."""
    texts = [field for field, _ in tokens]
    if len(texts) == 5 and texts[3] != "-" and TARGET.fullmatch(texts[3]) and texts[4].strip("0").isdigit():
        return (4,)  # where a pawn has just made a double step, the halfmove clock is 0
    place = fields_given(texts)
    if place < 4 and place + 2 == len(texts):
        return _left_out_of_four(texts[:place])
    counters = all(_NUMBER.fullmatch(text) for text in texts[3:])
    color = len(texts) <= 5 and counters and (lacks_color(texts) or (len(texts) == 2 and _are_rights(texts[1])))
    return (1,) if color else ()


def _left_out_of_four(texts: list[str]) -> tuple[int, ...]:
    """Which of the first four fields are not among these."""
    if len(texts) != 3:
        return (1, 3) if len(texts) == 2 and _are_rights(texts[1]) else tuple(range(len(texts), 4))
    if lacks_color(texts):
        return (1,)
    return (2,) if texts[2] != "-" and TARGET.fullmatch(texts[2]) else (3,)


def _completed(slots: list[_Slot], checks: str | None, message: str) -> tuple[str | None, str, Fix | None]:
    """What F101 says of a record that lacks fields: the record expected, those that are missing at their defaults,
    message and fix. None is expected where the placement is not whole, or the halfmove clock says that moves were
    played and the fullmove number is missing: then only the least that it can be is known."""
    fields = [slot[0] if slot else DEFAULTS[i] for i, slot in enumerate(slots)]
    if fields[0].count("/") < 7:  # nothing that defaults would complete
        return None, message, None
    clock = re.fullmatch(COUNTER, fields[4]) or re.fullmatch(SOME_NUMBER, fields[4])
    halfmove = int(clock[clock.lastindex or 0]) if clock else 0
    if slots[5] is None and halfmove:
        return None, f"{message}; {number_for_clock(halfmove, fields[1])}", None
    return joined(fields, checks), message, "unsafe"


def first_move(halfmove: int, color: str | None) -> int:
    """The first fullmove number before which there is room for so many plies."""
    return 1 + max(0, halfmove - (color == "b") + 1) // 2


def number_for_clock(halfmove: int, color: str | None) -> str:
    """What a halfmove clock says of a fullmove number that is not known, as part of a message.

    >>> number_for_clock(5, "w")
    'for a halfmove clock of 5 it is at least 4'
    """
    return f"for a halfmove clock of {halfmove} it is at least {first_move(halfmove, color)}"


def lacks_color(texts: list[str]) -> bool:
    """Whether castling availability and en passant target square follow the placement at once.

    >>> lacks_color("8/8/8/8/8/8/8/8 KQ - 0 1".split()), lacks_color("8/8/8/8/8/8/8/8 w KQ - 0 1".split())
    (True, False)
    """
    return len(texts) > 2 and _RIGHTS.fullmatch(texts[1]) is not None and TARGET.fullmatch(texts[2]) is not None


def _are_rights(text: str) -> bool:
    return text != "-" and _RIGHTS.fullmatch(text) is not None


def _field_count(text: str, tokens: list[tuple[str, int]], slots: list[_Slot], end: int, checks: str | None) -> Fault:
    count = len(tokens)
    if not count:
        return Fault("F101", RECORD, 0, max(1, len(text)), text, None, "the record is empty; 6 fields are needed")
    if count > 6:
        column = tokens[6][1]
        message = f"{count} fields instead of 6: {quote(text[column:end])} is not a FEN field"
        return Fault("F101", RECORD, column, end - column, text, *_completed(slots, checks, message))
    missing = [FIELD_NAMES[i] for i, slot in enumerate(slots) if slot is None]
    message = f"{counted(count, 'field')} instead of 6: {', '.join(missing)} missing"
    if count == 4 and slots[3] is not None and slots[4] is None:
        message += " (as in EPD)"
    return Fault("F101", RECORD, end, 1, text, *_completed(slots, checks, message))
