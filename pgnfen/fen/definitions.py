"""Kinds of start, conventions, variants, and the columns of a plain start, for both readers."""

# Written by definitions/generate.py from definitions/fen.toml: change that one.

from typing import Final, Literal, NamedTuple

KINDS: Final = (
    "standard", "chess960", "double-chess960", "shuffle", "odds", "position", "variant", "10x8", "unreadable",
)
"""The kinds of start (see fen.kind)."""
CastlingConvention = Literal["fen", "x-fen", "shredder"]
CASTLING_CONVENTIONS: tuple[CastlingConvention, ...] = ("fen", "x-fen", "shredder")
EnPassantConvention = Literal["1994", "x-fen", "legal"]
EN_PASSANT_CONVENTIONS: tuple[EnPassantConvention, ...] = ("1994", "x-fen", "legal")
SILENT_RULES: Final = ("R301", "S101", "S103", "S104", "S105", "S203", "S204", "S205", "S206")
"""The rules whose silence on a start the native engine knows by itself."""
RULES_STANDARD: Final = 1
RULES_CHESS960: Final = 2
RULES_DOUBT: Final = 4
RIGHTS_DENIED: Final = 1
RIGHTS_GRANTED: Final = 2
COUNTERS_EARLY: Final = 1
"""What a start tells about the rules of its file, rights at arrays, and counters (see fen.habit)."""
UNSTATED: Final = ("", "?", "-")
"""Variant tags that say nothing."""
ELSEWHERE: Final = ("wild", "illegal", "none")
"""Standard from another array."""

Family = Literal["standard", "chess960", "python-chess", "pyffish", "known", "unknown"]
PLAIN_VARIANTS: Final = (
    "Standard", "From Position", "Shuffle", "Chess324", "Chess18", "Upside-down", "Corner", "Asymmetric Random",
    "Chess960",
)
"""Those that plain starts may have, by their numbers."""
VARIANTS: tuple[tuple[str, str, Family, tuple[str, ...]], ...] = (
    ("Standard", "standard", "standard", (
        "normal", "regular", "chess", "classical", "classic", "classical chess", "classic chess", "standard chess",
        "orthodox", "orthodox chess", "regular chess", "normal chess", "western chess", "international chess", "fide",
        "fide chess", "std", "illegal", "none", "wild/0", "wild/1", "wild/2", "wild/3", "wild/4", "wild/5", "wild/8",
        "wild/8a",
    )),
    ("From Position", "fromposition", "standard", (
        "set-up position", "setup position", "setup", "position", "from setup",
    )),
    ("Shuffle", "shuffle", "standard", (
        "shuffle chess", "nocastle", "no castle", "no castling", "no castling chess",
    )),
    ("Chess324", "chess324", "standard", ("chess 324",)),
    ("Chess18", "chess18", "standard", ("chess 18",)),
    ("Upside-down", "upsidedown", "standard", ("upside down chess",)),
    ("Corner", "corner", "standard", ("corner chess",)),
    ("Asymmetric Random", "asymmetricrandom", "standard", ("asymmetric random chess",)),
    ("Chess960", "chess960", "chess960", (
        "960", "chess 960", "chess-960", "c960", "frc", "fr", "fischerandom", "fischerandom chess", "fischerrandom",
        "fischer random", "fischer-random", "fischerrandom chess", "fischer random chess", "fischer chess",
        "fisherandom", "fisherrandom", "fisher random", "freestyle", "freestyle chess", "wild/fr", "w/fr", "wild/22",
        "960 chess", "chess960 (fischer random)", "double chess960", "double fischer random",
        "double fischer random chess", "double fischerandom", "dfrc", "chess9lx", "9lx",
    )),
    ("Crazyhouse", "crazyhouse", "python-chess", ("crazy house", "house", "zh", "crazyhouse chess", "wild/23")),
    ("Antichess", "antichess", "python-chess", ("anti chess", "anti-chess", "anti")),
    ("Suicide", "suicide", "python-chess", ("suicide chess",)),
    ("Giveaway", "giveaway", "python-chess", (
        "give away", "give-away", "giveaway chess", "give away chess", "wild/26",
    )),
    ("Atomic", "atomic", "python-chess", ("atom", "atomic chess", "wild/27")),
    ("Horde", "horde", "python-chess", ("horde chess",)),
    ("King of the Hill", "kingofthehill", "python-chess", ("koth", "king of the hill chess")),
    ("Racing Kings", "racingkings", "python-chess", ("racing", "race", "racing kings chess")),
    ("Three-check", "threecheck", "python-chess", (
        "three check", "3check", "3-check", "3 check", "three checks", "3 checks", "three check chess", "wild/25",
    )),
    ("Capablanca", "capablanca", "pyffish", ("capablanca chess",)),
    ("Caparandom", "caparandom", "pyffish", ("capablanca random", "capablanca random chess", "crc")),
    ("Gothic", "gothic", "pyffish", ("gothic chess",)),
    ("Janus", "janus", "pyffish", ("janus chess", "janusschach")),
    ("Embassy", "embassy", "pyffish", ("embassy chess",)),
    ("Seirawan", "seirawan", "known", ("s-chess", "seirawan chess", "sharper", "sharper chess")),
    ("Bughouse", "bughouse", "known", ("bug house", "bug", "bughouse chess", "tandem", "wild/24")),
    ("Shatranj", "shatranj", "known", ("wild/28",)),
    ("Chess480", "chess480", "known", ("480",)),
    ("Five-check", "fivecheck", "known", ("5check", "5-check")),
    ("No king", "noking", "known", ()),
    ("White king only", "whitekingonly", "known", ()),
    ("Black king only", "blackkingonly", "known", ()),
    ("Fog of War", "fogofwar", "known", ("dark chess", "darkchess")),
)
"""The variants: canonical name, key, family, other spellings."""
OTHER_VARIANTS: Final = (
    "Wildcastle", "Losers", "Kriegspiel", "Twokings", "Two Kings", "Xiangqi", "Shogi", "Chu", "Chu Shogi",
    "Courier", "Knightmate", "Fairy", "Cylinder", "Berolina", "Falcon", "ASEAN", "Makruk", "Cambodian",
    "Ouk Chatrang", "Sittuyin", "Grand", "Great", "Spartan", "Superchess", "Super", "Lion", "Elven", "Dai Shogi",
    "Tenjiku Shogi", "Alice", "Maharajah", "Placement", "Theban", "Light Brigade", "Lightbrigade", "Almost",
    "Amazon", "Armageddon", "Ai-wok", "Ataxx", "Bishogi", "Breakthrough", "Capahouse", "Centaur", "Chak",
    "Chancellor", "Chaturanga", "Checkless", "Chennis", "Chess with Different Armies", "Chessgi", "Chigorin",
    "Clobber", "Codrus", "Connect", "Coregal", "Crossderby", "Dobutsu", "Dobutsu Shogi", "Dragon", "Dragon Chess",
    "Duck", "Duck Chess", "Empire", "Euroshogi", "Extinction", "Flipello", "Gardner", "Gemini", "Georgian",
    "Gorogoro", "Gorogoro Plus", "Gorogoroplus", "Grandhouse", "Grasshopper", "Gustav III", "Hoppel-Poppel",
    "Hostage", "Isolation", "Janggi", "Janggi Casual", "Janggi Modern", "Janggi Traditional", "Jeson Mor",
    "Jesonmor", "Joust", "Judkins", "Judkins Shogi", "Karouk", "Khan's Chess", "Khans", "Kinglet", "Koedem",
    "Kyoto Shogi", "Kyotoshogi", "Legan", "Loop", "Los Alamos", "Losalamos", "Makpong", "Makrukhouse", "Manchu",
    "Manchu+", "Mansindam", "Micro", "Microshogi", "Minishogi", "Minixiangqi", "Misere", "Modern", "New Zealand",
    "Nightrider", "Nocheckatomic", "Opulent", "Orda", "Orda Mirror", "Ordamirror", "Pandemonium", "Pawnback",
    "Pawnsideways", "Peasant", "Pocket Knight", "Pocketknight", "Raazuvaa", "S-house", "Semitorpedo", "Shako",
    "Shatar", "Shinobi", "Shinobi+", "Shogun", "Shouse", "Shoshogi", "Supply", "Synochess", "Tencubed",
    "Three Kings", "Threekings", "Torpedo", "Tori Shogi", "Torishogi", "Tripunch", "Washogi", "Weak", "Wolf",
    "Xiangfu", "Xiangqihouse", "Xiangqi House", "Yarishogi", "Zebra", "Compulsory", "Marseillais", "Progressive",
    "Avalanche", "Hexagonal", "Cylinder Chess", "Circular", "Omega", "Wildebeest", "Musketeer", "Ultima", "Rifle",
    "Checkers", "Halfchess", "Hidden Queen", "Double Move", "4 Player", "4-player", "Four-player", "Beirut",
    "Portal", "Spell Chess", "Setup Chess", "Torpedo Chess", "Sideway Pawns", "Paradigm", "Paradigm Chess30",
    "Seirawan960", "S-chess960", "Crazyhouse960", "Capablanca House", "Bario", "Recycle", "Benedict", "Amazons",
    "Atomar", "Checkshogi", "Clobber10", "Flipello10", "Flipersi", "Fox-and-hounds", "Gustav3", "Isolation7x7",
    "Mini", "Okisakishogi", "Omicron", "Perfect", "Petrified", "Snailtrail", "Sortofalmost", "Troitzky",
)
"""Variants known by this name alone."""
CODE_BITS: Final = 40
"""The bits of a StartCode."""


class StartCode(NamedTuple):
    """The columns of a plain start, as the native engine packs them in one number."""

    kind: int
    castling: int
    en_passant: int
    chess960: int
    is_standard_array: int
    has_setup: int
    has_fen: int
    variant: int
    scharnagl: int
    scharnagl_black: int
    contradicts_variant: int
    is_early: int


def unpacked(code: int) -> StartCode:
    """The columns that a number stands for."""
    return StartCode(
        kind=code >> 0 & 0xF,
        castling=code >> 4 & 0x7,
        en_passant=code >> 7 & 0x7,
        chess960=code >> 10 & 0x1,
        is_standard_array=code >> 11 & 0x1,
        has_setup=code >> 12 & 0x1,
        has_fen=code >> 13 & 0x1,
        variant=code >> 14 & 0xF,
        scharnagl=code >> 18 & 0x3FF,
        scharnagl_black=code >> 28 & 0x3FF,
        contradicts_variant=code >> 38 & 0x1,
        is_early=code >> 39 & 0x1,
    )
