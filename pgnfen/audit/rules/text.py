"""H10, H14: tag pairs as text: what is left of other encodings, blanks, values that are missing."""

from __future__ import annotations

from pgnfen.audit.header_text import cleaned
from pgnfen.audit.rules._values import value_rule
from pgnfen.audit.value_fault import ValueFault
from pgnfen.pgn.value_types import UNKNOWN_DATE

_TEXT = "text event player termination"


@value_rule("H103", "empty-value", "info", "safe", kinds="event player round", once=True)
def empty_value(value: str) -> ValueFault | None:
    """A tag of the Seven Tag Roster is empty: `?` is for what is not known (PGN 1994 section 8.1.1).

    Of Date H104 says it, of Result G110.

    Example:
        [Site ""]

        1. e4 *
    """
    return None if value.strip() else ValueFault("? is for what is not known", "?")


@value_rule("H104", "empty-date", "info", "safe", kinds="date", once=True)
def empty_date(value: str) -> ValueFault | None:
    """A date is empty: `????.??.??` is for a date that is not known (PGN 1994 section 8.1.1.3).

    Example:
        [Date ""]

        1. e4 *
    """
    return None if value else ValueFault(f"{UNKNOWN_DATE} is for a date that is not known", UNKNOWN_DATE)


def _text_fault(code: str, value: str, why: str) -> ValueFault | None:
    if not value.strip():
        return None
    text, codes = cleaned(value)
    return ValueFault(why, text or "?") if code in codes else None


@value_rule("H141", "value-blanks", "info", "safe", kinds=_TEXT, once=True)
def value_blanks(value: str) -> ValueFault | None:
    """Blanks stand at the begin or the end of a value, or two or more within: programs take it for another value.

    Example:
        [Event "Linares  1994 "]

        1. e4 *
    """
    return _text_fault("H141", value, "blanks at an end, or doubled")


@value_rule("H142", "html-entity", "warning", "safe", kinds=_TEXT)
def html_entity(value: str) -> ValueFault | None:
    """A character is written as HTML has it (`&amp;`, `&#39;`, `&eacute;`): the value was copied from a page.

    The repair is written in the encoding of the game. Where the game is ASCII and the character is not, nothing shows
    the encoding, and the repair is unsafe.

    Example:
        [Event "Tata Steel &amp; Friends"]

        1. e4 *
    """
    return _text_fault("H142", value, "HTML stands for a character")


@value_rule("H143", "escape-left-over", "warning", "safe", kinds=_TEXT)
def escape_left_over(value: str) -> ValueFault | None:
    r"""An escape of another language is left over: `\'`, `\/`, `\u00e9`. PGN knows `\"` and `\\` alone.

    Example:
        [White "O\'Kelly, Alberic"]

        1. e4 *
    """
    return _text_fault("H143", value, "a backslash is left over from another language")


@value_rule("H144", "mojibake", "warning", "safe", kinds=_TEXT)
def mojibake(value: str) -> ValueFault | None:
    """UTF-8 that was read as Windows-1252 or Latin-1 and written as UTF-8 again: `MÃ¼ller` for `Müller`.

    Found only where the way back proves it: all characters beyond ASCII become bytes, and these are UTF-8.

    Example:
        [White "M\\xc3\\x83\\xc2\\xbcller, Karsten"]

        1. e4 *
    """
    return _text_fault("H144", value, "UTF-8 was read as Windows-1252 or Latin-1")


@value_rule("H145", "bom-inside", "warning", "safe", kinds=_TEXT)
def bom_inside(value: str) -> ValueFault | None:
    """A byte order mark stands inside a value: it cannot be seen, and the value is not equal to what it looks like.

    Example:
        [White "\\xef\\xbb\\xbfCarlsen, Magnus"]

        1. e4 *
    """
    return _text_fault("H145", value, "a byte order mark stands in it")


@value_rule("H146", "percent-encoding", "info", "safe", kinds=_TEXT)
def percent_encoding(value: str) -> ValueFault | None:
    """Blanks and other characters are written as URLs have them (`Wijk%20aan%20Zee`), outside of a URL.

    What has a dot and a slash (`x.org/a%20b`) is an address, with or without `https://`.

    Example:
        [Site "Wijk%20aan%20Zee"]

        1. e4 *
    """
    return _text_fault("H146", value, "characters are written as in a URL")
