"""H10, H14: tag pairs as text: what is left of other encodings, blanks, values that are missing."""

from __future__ import annotations

from pgnfen.audit.finding import ValueFault
from pgnfen.audit.header_text import cleaned
from pgnfen.audit.rules._values import value_rule
from pgnfen.pgn.value_types import UNKNOWN_DATE

_TEXT = "text event player termination"


@value_rule("H103", "empty-value", "info", "safe", kinds="event player round", once=True)
def empty_value(value: str) -> ValueFault | None:
    """A tag of the Seven Tag Roster is empty; write `?` for an unknown value (PGN 1994 section 8.1.1).

    H104 reports an empty Date, and G110 reports an empty Result. `-` means that a tag does not apply to the game (Round
    `-`) and is correct. Tags outside the roster (WhiteElo, WhiteTitle, TimeControl and others) may be empty: there `?`
    (unknown) and `-` (no rating, no title, no time control) differ, and an empty value does not show which is meant.

    Example:
        [Site ""]

        1. e4 *
    """
    return None if value.strip() else ValueFault("write ? for an unknown value", "?")


@value_rule("H104", "empty-date", "info", "safe", kinds="date", once=True)
def empty_date(value: str) -> ValueFault | None:
    """A date is empty; write `????.??.??` for an unknown date (PGN 1994 section 8.1.1.3).

    Example:
        [Date ""]

        1. e4 *
    """
    return None if value else ValueFault(f"write {UNKNOWN_DATE} for an unknown date", UNKNOWN_DATE)


def _text_fault(code: str, value: str, why: str) -> ValueFault | None:
    if not value.strip():
        return None
    text, codes = cleaned(value)
    return ValueFault(why, text or "?") if code in codes else None


@value_rule("H141", "value-blanks", "info", "safe", kinds=_TEXT, once=True)
def value_blanks(value: str) -> ValueFault | None:
    """A value has spaces at its beginning or end, or several spaces in a row, so that programs treat it as a different
    value.

    Example:
        [Event "Linares  1994 "]

        1. e4 *
    """
    return _text_fault("H141", value, "spaces at the start or end, or several spaces in a row")


@value_rule("H142", "html-entity", "warning", "safe", kinds=_TEXT)
def html_entity(value: str) -> ValueFault | None:
    """A character is written as in HTML (`&amp;`, `&#39;`, `&eacute;`); the value was probably copied from a web page.

    The fix uses the encoding of the game. If the game is ASCII and the character is not, the encoding is unknown and
    the fix is unsafe.

    Example:
        [Event "Tata Steel &amp; Friends"]

        1. e4 *
    """
    return _text_fault("H142", value, "the text contains HTML character codes")


@value_rule("H143", "escape-left-over", "warning", "safe", kinds=_TEXT)
def escape_left_over(value: str) -> ValueFault | None:
    r"""The text contains an escape of another format: `\'`, `\/`, `\u00e9`. PGN has only `\"` and `\\`.

    Example:
        [White "O\'Kelly, Alberic"]

        1. e4 *
    """
    return _text_fault("H143", value, "a backslash is left over from another language")


@value_rule("H144", "mojibake", "warning", "safe", kinds=_TEXT)
def mojibake(value: str) -> ValueFault | None:
    """UTF-8 text was read as Windows-1252 or Latin-1 and saved as UTF-8 again: `MÃ¼ller` instead of `Müller`.

    The rule reports this only if the reverse conversion works: all non-ASCII characters become bytes, and these bytes
    are valid UTF-8.

    Example:
        [White "M\\xc3\\x83\\xc2\\xbcller, Karsten"]

        1. e4 *
    """
    return _text_fault("H144", value, "UTF-8 text was decoded as Windows-1252 or Latin-1")


@value_rule("H145", "bom-inside", "warning", "safe", kinds=_TEXT)
def bom_inside(value: str) -> ValueFault | None:
    """A value contains a byte order mark. It is invisible, so the value is different from what it looks like.

    Example:
        [White "\\xef\\xbb\\xbfCarlsen, Magnus"]

        1. e4 *
    """
    return _text_fault("H145", value, "a byte order mark stands in it")


@value_rule("H146", "percent-encoding", "info", "safe", kinds=_TEXT)
def percent_encoding(value: str) -> ValueFault | None:
    """Spaces and other characters are written as in URLs (`Wijk%20aan%20Zee`), but the value is not a URL.

    A text with a dot and a slash (`x.org/a%20b`) counts as a URL, with or without `https://`.

    Example:
        [Site "Wijk%20aan%20Zee"]

        1. e4 *
    """
    return _text_fault("H146", value, "characters are encoded as in a URL (%20)")
