"""Tags, results, dashes, piece letters and limits, as the native engine has them too."""

# Written by definitions/generate.py from definitions/pgn.toml: change that one.

from typing import Final, NamedTuple

KEYS: Final = (b"event", b"date", b"white", b"black", b"result", b"setup", b"fen", b"variant")
"""The tags whose values are kept."""
EVENT: Final = 0
DATE: Final = 1
WHITE: Final = 2
BLACK: Final = 3
RESULT: Final = 4
SETUP: Final = 5
FEN: Final = 6
VARIANT: Final = 7
CANONICAL: Final = {b"setup": b"SetUp", b"fen": b"FEN", b"variant": b"Variant"}
"""The tags of the start, as they are spelled right."""
REGULAR: Final = 1
"""Each tag stands once, well formed, and no line is amiss."""
SPELLED: Final = 2
"""SetUp, FEN and Variant are spelled right wherever they stand."""
ORDERED: Final = 4
"""Variant does not stand behind FEN."""
CAREFUL: Final = 8
"""Settled by Python."""
MARKERS: Final = (b"*", b"1-0", b"0-1", b"1/2-1/2")
"""The termination markers; their numbers in facts are their places here, from 1."""
RESULT_ONE: Final = (b"1",)
RESULT_NOUGHT: Final = (b"0", b"O", b"o")
RESULT_HALF: Final = (b"1/2", b"\xc2\xbd", b"\xbd")
RESULT_DECIMAL: Final = (b"0.5", b"0,5", b".5", b",5")
RESULT_BETWEEN: Final = (b":",)
RESULT_ENDS: Final = (b".", b",")
RESULT_MOST_BLANKS: Final = 4
RESULT_LONGEST: Final = 24
DASH: Final = rb"(?:[\-\x96\x97]|\xe2\x80[\x90\x91\x92\x93\x94\x95]|\xe2\x88[\x92])"
"""A dash, as a pattern."""
VALUE_KINDS: dict[bytes, str] = {
    b"Date": "date", b"EventDate": "date", b"EventEndDate": "date", b"UTCDate": "date", b"SourceDate": "date",
    b"Time": "time", b"UTCTime": "time", b"TimeControl": "time_control", b"WhiteElo": "rating", b"BlackElo":
    "rating", b"WhiteUSCF": "rating", b"BlackUSCF": "rating", b"ECO": "eco", b"Round": "round", b"Board": "board",
    b"WhiteTitle": "title", b"BlackTitle": "title", b"WhiteFideId": "fide_id", b"BlackFideId": "fide_id", b"Mode":
    "mode", b"Termination": "termination", b"White": "player", b"Black": "player", b"Event": "event", b"Site":
    "event", b"FEN": "other", b"SetUp": "other", b"Variant": "other", b"Result": "other", b"PlyCount": "other",
    b"CurrentPosition": "other",
}
"""What the values of tags are; those of others are text."""
TITLES: Final = (
    b"GM", b"IM", b"FM", b"CM", b"NM", b"WGM", b"WIM", b"WFM", b"WCM", b"WNM", b"LM", b"BOT", b"HM", b"HGM", b"SIM",
    b"SM", b"CCE", b"CCM", b"LGM", b"LIM", b"AGM", b"AIM", b"AFM", b"ACM",
)
TITLES_IN_NAMES: Final = (b"GM", b"IM", b"FM", b"CM", b"NM", b"WGM", b"WIM", b"WFM", b"WCM")
MODES: Final = (b"OTB", b"PM", b"EM", b"ICS", b"TC", b"XX")
WINNERS: Final = (b"White", b"Black")
WON: Final = (b" won ",)
DRAWN: Final = (b"Game drawn",)
NAMED_BEHIND: Final = (b" by ",)
NAMED_MATE: Final = (b"checkmate",)
NAMED_STALEMATE: Final = (b"stalemate",)
NAMED_REPETITION: Final = (b"repetition", b"3-fold repetition", b"3-fold rep", b"threefold repetition")
NAMED_FIFTY: Final = (b"50-move rule",)
COMMENT_LIMIT: Final = 1048576
MOST_TAGS: Final = 64
LOOKAHEAD: Final = 1024
PARAGRAPH: Final = 1000
PROSE: Final = 1000
BEFORE_PROSE: Final = 140
MOST_BLANKS: Final = 64
DEEPEST_VARIATION: Final = 1000
MOST_OPEN_RECORDS: Final = 100
LONGEST_VARIANT_TAG: Final = 40
ABSENT: Final = 0xFFFFFFFF
NO_ID: Final = 0xFFFFFFFF
ASKED: Final = 1 << 63
PLAIN_MOVETEXT: Final = b"KQRBNPabcdefghx0123456789=+#.-/*()!?$ \x09\x0d\x0a"
"""English movetext without comments and castling."""
LANGUAGES: tuple[tuple[tuple[str, ...], str], ...] = (
    (("German", "Danish", "Norwegian", "Swedish"), "K D T L S B"), (("Dutch",), "K D T L P O"), (("French",),
    "R D T F C P"), (("Spanish", "Italian"), "R D T A C P"), (("Portuguese",), "R D T B C P"), (("Romanian",),
    "R D T N C P"), (("Polish",), "K H W G S P"), (("Czech",), "K D V S J P"), (("Hungarian",), "K V B F H G"),
    (("Finnish",), "K D T L R P"), (("Estonian",), "K L V O R P"), (("Icelandic",), "K D H B R P"), (("Russian",),
    "Кр Ф Л С К п"), (("Russian in Latin letters",), "Kr F L S K p"),
)
"""The languages by their number: names, and letters for king, queen, rook, bishop, knight and pawn."""


class Values(NamedTuple):
    """The raw bytes of the tags that describe a game and its start, in the order of KEYS; None: no such tag."""

    event: bytes | None
    date: bytes | None
    white: bytes | None
    black: bytes | None
    result: bytes | None
    setup: bytes | None
    fen: bytes | None
    variant: bytes | None
