"""The kinds of facts: the one vocabulary between readers and rules."""

# Written by definitions/generate.py from definitions/facts.toml: change that one.

from __future__ import annotations

from enum import IntEnum
from typing import Final


class Fact(IntEnum):
    """A kind of fact: one bit; a set of kinds is their sum by `|`. What is not said here of a game is in order.

    One that has a place is noted with byte, ply, and the number named (Noted); the others are said of the game.
    (It is no IntFlag: that takes a microsecond for each `&`.)
    """

    IRREGULAR_TAGS = 1 << 0
    """A tag stands twice, a line of the tag section is no tag pair, or text stands before it."""
    TAG_SPELLING = 1 << 1
    """SetUp, FEN or Variant in other letter case."""
    TAG_ORDER = 1 << 2
    """Variant stands behind FEN."""
    RESULT_SPELLING = 1 << 3
    """The Result tag is none of the four termination markers."""
    FEN_FAULT = 1 << 4
    """Something is amiss with the FEN (`Start.faults`), or with the Variant tag beside it."""
    SETUP_ALONE = 1 << 5
    """A SetUp tag and no FEN tag."""
    START = 1 << 6
    """A SetUp, FEN or Variant tag."""
    NOT_UTF8 = 1 << 7
    """The first byte that is not UTF-8. It has a place."""
    CONTROL_CHARACTER = 1 << 8
    """The first control character; how many there are. It has a place."""
    TAG_VALUE = 1 << 9
    """A tag pair's value, or a line of the tag section, is not plain: a rule may find fault with it."""
    RESULT_DIFFERS = 1 << 10
    """The Result tag is not the termination marker."""
    MATE = 1 << 11
    """The side to move is mated, the whole mainline played."""
    STALEMATE = 1 << 12
    """It has no move and is not in check."""
    DEAD = 1 << 13
    """In standard chess or Chess960, neither side has the pieces to mate in the last position, the whole mainline
    played."""
    OUTCOME_DIFFERS = 1 << 14
    """The termination marker is not what mate, stalemate or a dead position asks for (`*` contradicts nothing)."""
    ENDING_DIFFERS = 1 << 15
    """Termination names mate, stalemate, repetition or the 50-move rule, and the last position does not have it; the
    whole mainline played, from the start as it is stated."""
    PLY_COUNT_DIFFERS = 1 << 16
    """A PlyCount tag does not plainly say the plies played (`[PlyCount "43"]`, once), where all moves are."""
    FIRST_NUMBER = 1 << 17
    """The number before the first move is not the fullmove number; that number. It has a place."""
    FIRST_COLOR = 1 << 18
    """Its dots contradict the active color; that number, and `end` is how many dots. It has a place."""
    MOVE_NUMBER = 1 << 19
    """A later number does not follow from the first; that number. It has a place."""
    LONG_CLOCK = 1 << 20
    """The halfmove clock stands at 150 or more, and the game goes on: the first such move; the clock. It has a
    place."""
    DEAD_PASSED = 1 << 21
    """The game goes on in a position in which neither side has the pieces to mate, and the whole mainline can be
    played: the first such move. It has a place."""
    FIVEFOLD = 1 << 22
    """A position has occurred five times, and the game goes on: the first such move; all tokens before it can be read.
    It has a place."""
    CASTLING_SPELLING = 1 << 23
    """Castling is not written with the letter O and hyphens. It has a place."""
    NULL_MOVE = 1 << 24
    """A null move. It has a place."""
    UNREADABLE = 1 << 25
    """Neighboring tokens of the mainline that cannot be read. It has a place."""
    VARIATION_UNREADABLE = 1 << 26
    """Neighboring tokens inside a variation that cannot be read. It has a place."""
    BEHIND_MARKER = 1 << 27
    """What stands behind the termination marker, comments and NAGs aside. It has a place."""
    NO_MARKER = 1 << 28
    """There is no termination marker: where one would stand. It has a place."""
    MARKER_SPELLING = 1 << 29
    """Where the termination marker would stand, one is misspelled (`1/2`, `1 - 0`); the number of the one that is
    meant, of `*` (1), `1-0`, `0-1`, `1/2-1/2`. It has a place."""
    OPEN_COMMENT = 1 << 30
    """A comment is never closed. It has a place."""
    OPEN_VARIATION = 1 << 31
    """A variation is never closed; 1 if the last token is a termination marker, else 0. It has a place."""
    STRAY_PARENTHESIS = 1 << 32
    """The first `)` without a `(`. It has a place."""
    BARE_VARIATION = 1 << 33
    """The first variation with no move before it, in its line, that it could replace; 1 in another variation, else 0.
    It has a place."""
    BLANK_LINES = 1 << 34
    """Blank lines where other readers end the game: between tags and movetext the second one, and how many there are;
    inside the movetext the first one, and in how many places there are some. It has a place."""
    PIECE_LETTERS = 1 << 35
    """The moves are played by the piece letters of another language: the first such token; which languages, as bits. It
    has a place."""
    DECLARED = 1 << 36
    """A position that a comment or a tag declares, and that is not the one after `ply` plies; 1 in a variation, whose
    plies go on from those of the line that it branches off from, else 0. It has a place."""
    DECLARED_BEFORE = 1 << 37
    """The positions that comments declare are those before the moves: the first (no ply in a variation); how many say
    so. It has a place."""
    DECLARED_UNREADABLE = 1 << 38
    """What a comment or a tag declares as a position, and is no FEN. It has a place."""
    NAG_RANGE = 1 << 39
    """A NAG is above $255: the first; how many there are. It has a place."""
    STOP = 1 << 40
    """The moves cannot be played from there on (`Facts.stop`)."""
    VARIATION_STOP = 1 << 41
    """The moves of a variation cannot be played from there on (`Facts.variation_stops`)."""
    DENIED = 1 << 42
    """A castling or an en passant capture is played that the start denies (`Facts.denied`)."""
    UNREAD = 1 << 43
    """The native reader leaves the movetext to the Python reader; no rule gets to see it."""


OF_SECTION = Fact.IRREGULAR_TAGS | Fact.TAG_SPELLING | Fact.TAG_ORDER | Fact.RESULT_SPELLING
OF_START = Fact.FEN_FAULT | Fact.SETUP_ALONE | Fact.START
OF_BYTES = Fact.NOT_UTF8 | Fact.CONTROL_CHARACTER | Fact.TAG_VALUE
OF_MOVETEXT = (
    Fact.RESULT_DIFFERS | Fact.MATE | Fact.STALEMATE | Fact.DEAD | Fact.OUTCOME_DIFFERS | Fact.ENDING_DIFFERS |
    Fact.PLY_COUNT_DIFFERS | Fact.FIRST_NUMBER | Fact.FIRST_COLOR | Fact.MOVE_NUMBER | Fact.LONG_CLOCK |
    Fact.DEAD_PASSED | Fact.FIVEFOLD | Fact.CASTLING_SPELLING | Fact.NULL_MOVE | Fact.UNREADABLE |
    Fact.VARIATION_UNREADABLE | Fact.BEHIND_MARKER | Fact.NO_MARKER | Fact.MARKER_SPELLING | Fact.OPEN_COMMENT |
    Fact.OPEN_VARIATION | Fact.STRAY_PARENTHESIS | Fact.BARE_VARIATION | Fact.BLANK_LINES | Fact.PIECE_LETTERS |
    Fact.DECLARED | Fact.DECLARED_BEFORE | Fact.DECLARED_UNREADABLE | Fact.NAG_RANGE | Fact.STOP | Fact.VARIATION_STOP |
    Fact.DENIED
)
DOUBTFUL = Fact.UNREADABLE | Fact.STOP  # without these, the piece letters are those of English

POSITION_TAGS: Final = (b"CurrentPosition",)
"""The tags that declare final positions, unless others are named."""
PATTERNS: Final = ((Fact.NAG_RANGE, r"\$0*(?:[1-9][0-9]{3}|[3-9][0-9]{2}|2(?:[6-9][0-9]|5[6-9]))"),)
"""Kinds that the Python reader alone says (pgnfen.facts.patterned), of games whose bytes hold the pattern."""
