"""The kinds of facts: the one vocabulary between readers and rules, native/src/kinds.rs included (a test compares)."""

from __future__ import annotations

from enum import IntEnum, auto
from typing import Final


class Fact(IntEnum):
    """A kind of fact: one bit; a set of kinds is their sum by `|`. What is not said here of a game is in order.

    Those marked * have a place each (Noted): byte, ply, and the number named. The others are said of the game.
    """

    @staticmethod
    def _generate_next_value_(name: str, start: int, count: int, last_values: list[int]) -> int:
        return 1 << count  # not an IntFlag: that takes a microsecond for each `&`

    IRREGULAR_TAGS = auto()  # a tag stands twice, a line of the section is no tag pair, or text stands before it
    TAG_SPELLING = auto()  # SetUp, FEN or Variant in other letter case
    TAG_ORDER = auto()  # Variant behind FEN
    RESULT_SPELLING = auto()  # the Result tag is no termination marker
    FEN_FAULT = auto()  # something is amiss with the FEN (Start.faults), or with the Variant tag beside it
    SETUP_ALONE = auto()  # a SetUp tag and no FEN tag
    START = auto()  # a SetUp, FEN or Variant tag; a rule that reads nothing else is asked once for each start
    NOT_UTF8 = auto()  # * the first byte that is not UTF-8
    CONTROL_CHARACTER = auto()  # * the first; how many
    RESULT_DIFFERS = auto()  # the Result tag is not the termination marker
    MATE = auto()  # the side to move is mated, the whole mainline played
    STALEMATE = auto()  # it has no move and is not in check
    OUTCOME_DIFFERS = auto()  # the termination marker is not what mate or stalemate asks for (`*` contradicts nothing)
    PLY_COUNT_DIFFERS = auto()  # a PlyCount tag does not plainly say the plies played, where all moves are
    FIRST_NUMBER = auto()  # * the number before the first move is not the fullmove number: that number
    FIRST_COLOUR = auto()  # * its dots contradict the active colour: that number; `end` is how many dots
    MOVE_NUMBER = auto()  # * a later number does not follow from the first: that number
    LONG_CLOCK = auto()  # * the halfmove clock stands at 150 or more, and the game goes on: the clock
    CASTLING_SPELLING = auto()  # * castling not written with the letter O and hyphens
    NULL_MOVE = auto()  # * a null move
    UNREADABLE = auto()  # * neighbouring tokens of the mainline that cannot be read
    VARIATION_UNREADABLE = auto()  # * neighbouring tokens inside a variation that cannot be read
    BEHIND_MARKER = auto()  # * what stands behind the termination marker, comments and NAGs aside
    NO_MARKER = auto()  # * no termination marker: where one would stand
    MARKER_SPELLING = auto()  # * a misspelled marker where one would stand: which is meant (from 1, * 1-0 0-1 1/2-1/2)
    OPEN_COMMENT = auto()  # * a comment that is never closed
    OPEN_VARIATION = auto()  # * a variation that is never closed: 1 if the last token is a termination marker
    STRAY_PARENTHESIS = auto()  # * a ) without a (: the first
    BARE_VARIATION = auto()  # * a variation with no move before it that it could replace: the first; 1 in another
    BLANK_LINES = auto()  # * blank lines where other readers end the game: how many (inside movetext: places)
    PIECE_LETTERS = auto()  # * the moves are played by another language's piece letters: which, as bits (LANGUAGES)
    DECLARED = auto()  # * a position declared by a comment or tag, not that after `ply` plies; 1 in a variation
    DECLARED_BEFORE = auto()  # * the positions that comments declare are those before the moves: the first; how many
    DECLARED_UNREADABLE = auto()  # * what a comment or a tag declares as a position, and is no FEN
    STOP = auto()  # the moves cannot be played from there on (Facts.stop)
    VARIATION_STOP = auto()  # the moves of a variation cannot be played from there on (Facts.variation_stops)
    DENIED = auto()  # castlings or an en passant capture are played that the start denies (Facts.denied)
    UNREAD = auto()  # the native reader leaves the movetext to the Python reader; never said to a rule


OF_SECTION = Fact.IRREGULAR_TAGS | Fact.TAG_SPELLING | Fact.TAG_ORDER | Fact.RESULT_SPELLING
OF_START = Fact.FEN_FAULT | Fact.SETUP_ALONE | Fact.START
DOUBTFUL = Fact.UNREADABLE | Fact.STOP  # without these, the piece letters are those of English
OF_BYTES = Fact.NOT_UTF8 | Fact.CONTROL_CHARACTER
OF_MOVETEXT = sum(Fact) & ~(OF_SECTION | OF_START | OF_BYTES | Fact.UNREAD)

POSITION_TAGS: Final = (b"CurrentPosition",)
"""The tags that declare final positions, unless others are named."""
