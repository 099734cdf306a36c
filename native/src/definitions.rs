// Written by definitions/generate.py from definitions/*.toml: change that one.
//! What Python and Rust share, kinds of facts aside (`kinds`).
#![forbid(unsafe_code)]

use std::ops::RangeInclusive;

/// What tells all definitions from others.
pub const DIGEST: &str = "1490d9ee1abc1f39";

// Positions that a game declares on the way (facts.toml)

/// A position stands behind it: `[%fen ...]`, `fen=`.
pub const NAMED: &[u8] = b"fen";
/// What declares a FEN behind it: the first of two words or nothing, the last; true for the final position.
pub const WORDS: &[(&[u8], &[u8], bool)] = &[
    (b"", b"fen", false), (b"current", b"position", false), (b"final", b"position", true),
];
/// A name like `start_fen` goes on so.
pub const NOT_BEFORE_WORDS: &[u8] = b"0123456789_-[?&/#.";
/// The position is not known.
pub const UNKNOWN: &[&[u8]] = &[b"", b"?", b"-"];
/// A limit: see facts.toml.
pub const DECLARED_SHORTEST: usize = 9;
/// A limit: see facts.toml.
pub const DECLARED_FEWEST_SLASHES: usize = 3;
/// A limit: see facts.toml.
pub const DECLARED_LONGEST: usize = 1024;
/// A limit: see facts.toml.
pub const DECLARED_LONGEST_PLACEMENT: usize = 128;
/// A limit: see facts.toml.
pub const DECLARED_SOUND_RANKS: usize = 2;
/// A limit: see facts.toml.
pub const DECLARED_UNSOUND_PARTS: usize = 2;

// PGN files (pgn.toml)

/// The tags whose values are kept.
pub const KEYS: [&[u8]; 8] = [b"Event", b"Date", b"White", b"Black", b"Result", b"SetUp", b"FEN", b"Variant"];
/// How long their names are.
pub const KEY_LENGTHS: RangeInclusive<usize> = 3..=7;
/// Its place in `KEYS`.
pub const TAG_EVENT: usize = 0;
/// Its place in `KEYS`.
pub const TAG_DATE: usize = 1;
/// Its place in `KEYS`.
pub const TAG_WHITE: usize = 2;
/// Its place in `KEYS`.
pub const TAG_BLACK: usize = 3;
/// Its place in `KEYS`.
pub const TAG_RESULT: usize = 4;
/// Its place in `KEYS`.
pub const TAG_SETUP: usize = 5;
/// Its place in `KEYS`.
pub const TAG_FEN: usize = 6;
/// Its place in `KEYS`.
pub const TAG_VARIANT: usize = 7;
/// The place in `KEYS` of the first tag of the start.
pub const TAGS_OF_START: usize = 5;
/// Each tag stands once, well formed, and no line is amiss.
pub const REGULAR: u8 = 1;
/// SetUp, FEN and Variant are spelled right wherever they stand.
pub const SPELLED: u8 = 2;
/// Variant does not stand behind FEN.
pub const ORDERED: u8 = 4;
/// Settled by Python.
pub const CAREFUL: u8 = 8;
/// The termination markers by number; 0: none.
pub const MARKERS: [&[u8]; 5] = [b"", b"*", b"1-0", b"0-1", b"1/2-1/2"];
/// Its number.
pub const MARKER_UNKNOWN: u8 = 1;
/// Its number.
pub const MARKER_WHITE_WINS: u8 = 2;
/// Its number.
pub const MARKER_BLACK_WINS: u8 = 3;
/// Its number.
pub const MARKER_DRAW: u8 = 4;
/// That part of a misspelled result.
pub const RESULT_ONE: &[&[u8]] = &[b"1"];
/// That part of a misspelled result.
pub const RESULT_NOUGHT: &[&[u8]] = &[b"0", b"O", b"o"];
/// That part of a misspelled result.
pub const RESULT_HALF: &[&[u8]] = &[b"1/2", b"\xc2\xbd", b"\xbd"];
/// That part of a misspelled result.
pub const RESULT_DECIMAL: &[&[u8]] = &[b"0.5", b"0,5", b".5", b",5"];
/// That part of a misspelled result.
pub const RESULT_BETWEEN: &[&[u8]] = &[b":"];
/// That part of a misspelled result.
pub const RESULT_ENDS: &[&[u8]] = &[b".", b","];
/// Blanks beside what stands between parts.
pub const RESULT_MOST_BLANKS: usize = 4;
/// More than any spelling has bytes.
pub const RESULT_LONGEST: usize = 24;
/// See pgn.toml.
pub const COMMENT_LIMIT: usize = 1048576;
/// See pgn.toml.
pub const MOST_TAGS: usize = 64;
/// See pgn.toml.
pub const LOOKAHEAD: usize = 1024;
/// See pgn.toml.
pub const PARAGRAPH: usize = 1000;
/// See pgn.toml.
pub const PROSE: usize = 1000;
/// See pgn.toml.
pub const BEFORE_PROSE: usize = 140;
/// See pgn.toml.
pub const MOST_BLANKS: usize = 64;
/// See pgn.toml.
pub const DEEPEST_VARIATION: usize = 1000;
/// See pgn.toml.
pub const MOST_OPEN_RECORDS: usize = 100;
/// See pgn.toml.
pub const LONGEST_VARIANT_TAG: usize = 40;
/// See pgn.toml.
pub const ABSENT: u32 = 0xFFFFFFFF;
/// See pgn.toml.
pub const NO_ID: u32 = 0xFFFFFFFF;
/// See pgn.toml.
pub const ASKED: u64 = 1 << 63;
/// English movetext.
pub const PLAIN_MOVETEXT: &[u8] = b"KQRBNPabcdefghx0123456789=+#.-/*()!?$ \x09\x0d\x0a";
/// See pgn.toml.
pub const TITLES: &[&[u8]] = &[
    b"GM", b"IM", b"FM", b"CM", b"NM", b"WGM", b"WIM", b"WFM", b"WCM", b"WNM", b"LM", b"BOT", b"HM", b"HGM", b"SIM",
    b"SM", b"CCE", b"CCM", b"LGM", b"LIM", b"AGM", b"AIM", b"AFM", b"ACM",
];
/// See pgn.toml.
pub const TITLES_IN_NAMES: &[&[u8]] = &[b"GM", b"IM", b"FM", b"CM", b"NM", b"WGM", b"WIM", b"WFM", b"WCM"];
/// See pgn.toml.
pub const MODES: &[&[u8]] = &[b"OTB", b"PM", b"EM", b"ICS", b"TC", b"XX"];
/// See pgn.toml.
pub const WINNERS: &[&[u8]] = &[b"White", b"Black"];
/// See pgn.toml.
pub const WON: &[&[u8]] = &[b" won "];
/// See pgn.toml.
pub const DRAWN: &[&[u8]] = &[b"Game drawn"];
/// See pgn.toml.
pub const NAMED_BEHIND: &[&[u8]] = &[b" by "];
/// See pgn.toml.
pub const NAMED_MATE: &[&[u8]] = &[b"checkmate"];
/// See pgn.toml.
pub const NAMED_STALEMATE: &[&[u8]] = &[b"stalemate"];
/// See pgn.toml.
pub const NAMED_REPETITION: &[&[u8]] = &[b"repetition", b"3-fold repetition", b"3-fold rep", b"threefold repetition"];
/// See pgn.toml.
pub const NAMED_FIFTY: &[&[u8]] = &[b"50-move rule"];

/// What the value of a tag pair is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// See pgn.toml.
    Date,
    /// See pgn.toml.
    Time,
    /// See pgn.toml.
    TimeControl,
    /// See pgn.toml.
    Rating,
    /// See pgn.toml.
    Eco,
    /// See pgn.toml.
    Round,
    /// See pgn.toml.
    Board,
    /// See pgn.toml.
    Title,
    /// See pgn.toml.
    FideId,
    /// See pgn.toml.
    Mode,
    /// See pgn.toml.
    Termination,
    /// See pgn.toml.
    Player,
    /// See pgn.toml.
    Event,
    /// See pgn.toml.
    Other,
    /// Anything.
    Text,
}

/// What the value of a tag is.
#[inline]
pub fn value_kind(name: &[u8]) -> ValueKind {
    match name {
        b"Date" | b"EventDate" | b"EventEndDate" | b"UTCDate" | b"SourceDate" => ValueKind::Date,
        b"Time" | b"UTCTime" => ValueKind::Time,
        b"TimeControl" => ValueKind::TimeControl,
        b"WhiteElo" | b"BlackElo" | b"WhiteUSCF" | b"BlackUSCF" => ValueKind::Rating,
        b"ECO" => ValueKind::Eco,
        b"Round" => ValueKind::Round,
        b"Board" => ValueKind::Board,
        b"WhiteTitle" | b"BlackTitle" => ValueKind::Title,
        b"WhiteFideId" | b"BlackFideId" => ValueKind::FideId,
        b"Mode" => ValueKind::Mode,
        b"Termination" => ValueKind::Termination,
        b"White" | b"Black" => ValueKind::Player,
        b"Event" | b"Site" => ValueKind::Event,
        b"FEN" | b"SetUp" | b"Variant" | b"Result" | b"PlyCount" | b"CurrentPosition" => ValueKind::Other,
        _ => ValueKind::Text,
    }
}

/// What a token of movetext is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// `{ ... }`, to the end of the game where the `}` is missing.
    Comment = 1,
    /// `;` to the end of the line.
    LineComment = 2,
    /// `%` in the first column, to the end of the line.
    Escape = 3,
    /// `(` begins a variation.
    Open = 4,
    /// `)`.
    Close = 5,
    /// `$` and a number.
    Nag = 6,
    /// A game termination marker.
    Marker = 7,
    /// Castling.
    Castling = 8,
    /// A null move.
    Null = 9,
    /// A move number indication, its dots included.
    Number = 10,
    /// SAN, long algebraic, or a drop.
    Move = 11,
    /// The remark e.p..
    EnPassant = 12,
    /// `!?` and the like.
    Annotation = 13,
    /// Anything else.
    Unreadable = 14,
}

/// The length of the dash at the first byte; 0: there is none.
#[inline]
pub const fn dash(rest: &[u8]) -> usize {
    match *rest {
        [0x2d | 0x96 | 0x97, ..] => 1,
        [0xe2, 0x80, 0x90..=0x95, ..] => 3,
        [0xe2, 0x88, 0x92, ..] => 3,
        _ => 0,
    }
}

// FEN (fen.toml)

/// A kind of start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartKind {
    /// The standard array with all its rights.
    Standard,
    /// Another of the 960; the standard one too where Variant says Chess960.
    Chess960,
    /// Two different arrays of the 960.
    DoubleChess960,
    /// Arrays of whatever order, castling denied.
    Shuffle,
    /// The standard array less some pieces, or with Black to move.
    Odds,
    /// Any other position.
    Position,
}

impl StartKind {
    /// Their names, in order.
    pub const NAMES: &[&str] = &["standard", "chess960", "double-chess960", "shuffle", "odds", "position"];
}

/// A convention of castling fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingConvention {
    /// KQkq, the king on e, the rooks on a and h.
    Fen,
    /// KQkq for the outermost rook of a side, a file letter for an inner rook.
    XFen,
    /// Always the rooks' files: HAha.
    Shredder,
}

impl CastlingConvention {
    /// Their names, in order.
    pub const NAMES: &[&str] = &["fen", "x-fen", "shredder"];

    /// Of all of them.
    pub const ALL: u8 = 0b111;

    /// Its bit in a set.
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The one of that name.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "fen" => Self::Fen,
            "x-fen" => Self::XFen,
            "shredder" => Self::Shredder,
            _ => return None,
        })
    }
}

/// A convention of en passant fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnPassantConvention {
    /// The passed square after every double step.
    Of1994,
    /// Only where an enemy pawn stands beside the pawn.
    XFen,
    /// Only where a capture is legal.
    Legal,
}

impl EnPassantConvention {
    /// Their names, in order.
    pub const NAMES: &[&str] = &["1994", "x-fen", "legal"];

    /// Of all of them.
    pub const ALL: u8 = 0b111;

    /// Its bit in a set.
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The one of that name.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "1994" => Self::Of1994,
            "x-fen" => Self::XFen,
            "legal" => Self::Legal,
            _ => return None,
        })
    }
}

/// What a start tells: see fen.toml.
pub const RULES_STANDARD: u8 = 1;
/// What a start tells: see fen.toml.
pub const RULES_CHESS960: u8 = 2;
/// What a start tells: see fen.toml.
pub const RULES_DOUBT: u8 = 4;
/// What a start tells: see fen.toml.
pub const RIGHTS_DENIED: u8 = 1;
/// What a start tells: see fen.toml.
pub const RIGHTS_GRANTED: u8 = 2;
/// What a start tells: see fen.toml.
pub const COUNTERS_EARLY: u8 = 1;
/// They say nothing.
pub const UNSTATED: &[&[u8]] = &[b"", b"?", b"-"];
/// From elsewhere.
pub const ELSEWHERE: &[&str] = &["wild", "illegal", "none"];
/// The variants of standard chess, then Chess960.
pub const VARIANTS: [&str; 9] = [
    "Standard", "From Position", "Shuffle", "Chess324", "Chess18", "Upside-down", "Corner", "Asymmetric Random",
    "Chess960",
];
/// The place of From Position among them.
pub const FROM_POSITION: u8 = 1;
/// The place of Chess960 among them.
pub const CHESS960: u8 = 8;
/// Their other spellings, without what does not count.
pub const SPELLINGS: [&[&str]; 9] = [
    &[
    "normal", "regular", "chess", "classical", "classic", "classicalchess", "classicchess", "standardchess",
    "orthodox", "orthodoxchess", "regularchess", "normalchess", "westernchess", "internationalchess", "fide",
    "fidechess", "std", "illegal", "none", "wild0", "wild1", "wild2", "wild3", "wild4", "wild5", "wild8", "wild8a",
    ],
    &[
    "setupposition", "setup", "position", "fromsetup",
    ],
    &[
    "shufflechess", "nocastle", "nocastling", "nocastlingchess",
    ],
    &[],
    &[],
    &[
    "upsidedownchess",
    ],
    &[
    "cornerchess",
    ],
    &[
    "asymmetricrandomchess",
    ],
    &[
    "960", "c960", "frc", "fr", "fischerandom", "fischerandomchess", "fischerrandom", "fischerrandomchess",
    "fischerchess", "fisherandom", "fisherrandom", "freestyle", "freestylechess", "wildfr", "wfr", "wild22",
    "960chess", "chess960(fischerrandom)", "doublechess960", "doublefischerrandom", "doublefischerrandomchess",
    "doublefischerandom", "dfrc", "chess9lx", "9lx",
    ],
];

/// The columns of a plain start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartCode {
    /// See fen.toml.
    pub kind: u8,
    /// See fen.toml.
    pub castling: u8,
    /// See fen.toml.
    pub en_passant: u8,
    /// See fen.toml.
    pub chess960: bool,
    /// See fen.toml.
    pub is_standard_array: bool,
    /// See fen.toml.
    pub has_setup: bool,
    /// See fen.toml.
    pub has_fen: bool,
    /// See fen.toml.
    pub variant: u8,
    /// See fen.toml.
    pub scharnagl: u16,
    /// See fen.toml.
    pub scharnagl_black: u16,
    /// See fen.toml.
    pub contradicts_variant: bool,
    /// See fen.toml.
    pub is_early: bool,
}

/// The bits of a `StartCode` as one number.
pub const CODE_BITS: u32 = 40;

impl StartCode {
    /// As one number, the first column the lowest bits.
    pub const fn packed(&self) -> u64 {
        self.kind as u64
            | (self.castling as u64) << 4
            | (self.en_passant as u64) << 7
            | (self.chess960 as u64) << 10
            | (self.is_standard_array as u64) << 11
            | (self.has_setup as u64) << 12
            | (self.has_fen as u64) << 13
            | (self.variant as u64) << 14
            | (self.scharnagl as u64) << 18
            | (self.scharnagl_black as u64) << 28
            | (self.contradicts_variant as u64) << 38
            | (self.is_early as u64) << 39
    }

    /// Of such a number.
    #[inline]
    pub const fn unpacked(code: u64) -> Self {
        Self {
            kind: (code & 0xf) as u8,
            castling: (code >> 4 & 0x7) as u8,
            en_passant: (code >> 7 & 0x7) as u8,
            chess960: code >> 10 & 0x1 == 1,
            is_standard_array: code >> 11 & 0x1 == 1,
            has_setup: code >> 12 & 0x1 == 1,
            has_fen: code >> 13 & 0x1 == 1,
            variant: (code >> 14 & 0xf) as u8,
            scharnagl: (code >> 18 & 0x3ff) as u16,
            scharnagl_black: (code >> 28 & 0x3ff) as u16,
            contradicts_variant: code >> 38 & 0x1 == 1,
            is_early: code >> 39 & 0x1 == 1,
        }
    }
}
