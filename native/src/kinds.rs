// Written by definitions/generate.py from definitions/facts.toml: change that one.
//! The kinds of facts: a bit each; one that has a place is noted (`Noted`).
#![forbid(unsafe_code)]

/// A set of kinds of facts.
pub type Kinds = u64;

/// A tag stands twice, a line of the tag section is no tag pair, or text stands before it.
pub const IRREGULAR_TAGS: Kinds = 1 << 0;
/// SetUp, FEN or Variant in other letter case.
pub const TAG_SPELLING: Kinds = 1 << 1;
/// Variant stands behind FEN.
pub const TAG_ORDER: Kinds = 1 << 2;
/// The Result tag is none of the four termination markers.
pub const RESULT_SPELLING: Kinds = 1 << 3;
/// Something is amiss with the FEN (`Start.faults`), or with the Variant tag beside it.
pub const FEN_FAULT: Kinds = 1 << 4;
/// A SetUp tag and no FEN tag.
pub const SETUP_ALONE: Kinds = 1 << 5;
/// A SetUp, FEN or Variant tag.
pub const START: Kinds = 1 << 6;
/// The first byte that is not UTF-8. It has a place.
pub const NOT_UTF8: Kinds = 1 << 7;
/// The first control character; how many there are. It has a place.
pub const CONTROL_CHARACTER: Kinds = 1 << 8;
/// A tag pair's value, or a line of the tag section, is not plain: a rule may find fault with it.
pub const TAG_VALUE: Kinds = 1 << 9;
/// The Result tag is not the termination marker.
pub const RESULT_DIFFERS: Kinds = 1 << 10;
/// The side to move is mated, the whole mainline played.
pub const MATE: Kinds = 1 << 11;
/// It has no move and is not in check.
pub const STALEMATE: Kinds = 1 << 12;
/// In standard chess or Chess960, neither side has the pieces to mate in the last position, the whole mainline played.
pub const DEAD: Kinds = 1 << 13;
/// The termination marker is not what mate, stalemate or a dead position asks for (`*` contradicts nothing).
pub const OUTCOME_DIFFERS: Kinds = 1 << 14;
/// Termination names mate, stalemate, repetition or the 50-move rule, and the last position does not have it; the whole
/// mainline played, from the start as it is stated.
pub const ENDING_DIFFERS: Kinds = 1 << 15;
/// A PlyCount tag does not plainly say the plies played (`[PlyCount "43"]`, once), where all moves are.
pub const PLY_COUNT_DIFFERS: Kinds = 1 << 16;
/// The number before the first move is not the fullmove number; that number. It has a place.
pub const FIRST_NUMBER: Kinds = 1 << 17;
/// Its dots contradict the active color; that number, and `end` is how many dots. It has a place.
pub const FIRST_COLOR: Kinds = 1 << 18;
/// A later number does not follow from the first; that number. It has a place.
pub const MOVE_NUMBER: Kinds = 1 << 19;
/// The halfmove clock stands at 150 or more, and the game goes on: the first such move; the clock. It has a place.
pub const LONG_CLOCK: Kinds = 1 << 20;
/// The game goes on in a position in which neither side has the pieces to mate, and the whole mainline can be played:
/// the first such move. It has a place.
pub const DEAD_PASSED: Kinds = 1 << 21;
/// A position has occurred five times, and the game goes on: the first such move; all tokens before it can be read. It
/// has a place.
pub const FIVEFOLD: Kinds = 1 << 22;
/// Castling is not written with the letter O and hyphens. It has a place.
pub const CASTLING_SPELLING: Kinds = 1 << 23;
/// A null move. It has a place.
pub const NULL_MOVE: Kinds = 1 << 24;
/// Neighboring tokens of the mainline that cannot be read. It has a place.
pub const UNREADABLE: Kinds = 1 << 25;
/// Neighboring tokens inside a variation that cannot be read. It has a place.
pub const VARIATION_UNREADABLE: Kinds = 1 << 26;
/// What stands behind the termination marker, comments and NAGs aside. It has a place.
pub const BEHIND_MARKER: Kinds = 1 << 27;
/// There is no termination marker: where one would stand. It has a place.
pub const NO_MARKER: Kinds = 1 << 28;
/// Where the termination marker would stand, one is misspelled (`1/2`, `1 - 0`); the number of the one that is meant,
/// of `*` (1), `1-0`, `0-1`, `1/2-1/2`. It has a place.
pub const MARKER_SPELLING: Kinds = 1 << 29;
/// A comment is never closed. It has a place.
pub const OPEN_COMMENT: Kinds = 1 << 30;
/// A variation is never closed; 1 if the last token is a termination marker, else 0. It has a place.
pub const OPEN_VARIATION: Kinds = 1 << 31;
/// The first `)` without a `(`. It has a place.
pub const STRAY_PARENTHESIS: Kinds = 1 << 32;
/// The first variation with no move before it, in its line, that it could replace; 1 in another variation, else 0. It
/// has a place.
pub const BARE_VARIATION: Kinds = 1 << 33;
/// Blank lines where other readers end the game: between tags and movetext the second one, and how many there are;
/// inside the movetext the first one, and in how many places there are some. It has a place.
pub const BLANK_LINES: Kinds = 1 << 34;
/// The moves are played by the piece letters of another language: the first such token; which languages, as bits. It
/// has a place.
pub const PIECE_LETTERS: Kinds = 1 << 35;
/// A position that a comment or a tag declares, and that is not the one after `ply` plies; 1 in a variation, whose
/// plies go on from those of the line that it branches off from, else 0. It has a place.
pub const DECLARED: Kinds = 1 << 36;
/// The positions that comments declare are those before the moves: the first (no ply in a variation); how many say so.
/// It has a place.
pub const DECLARED_BEFORE: Kinds = 1 << 37;
/// What a comment or a tag declares as a position, and is no FEN. It has a place.
pub const DECLARED_UNREADABLE: Kinds = 1 << 38;
/// A NAG is above $255: the first; how many there are. It has a place.
pub const NAG_RANGE: Kinds = 1 << 39;
/// The moves cannot be played from there on (`Facts.stop`).
pub const STOP: Kinds = 1 << 40;
/// The moves of a variation cannot be played from there on (`Facts.variation_stops`).
pub const VARIATION_STOP: Kinds = 1 << 41;
/// A castling or an en passant capture is played that the start denies (`Facts.denied`).
pub const DENIED: Kinds = 1 << 42;
/// The native reader leaves the movetext to the Python reader; no rule gets to see it.
pub const UNREAD: Kinds = 1 << 43;

/// All kinds by name.
#[cfg(test)]
pub const NAMES: &[(&str, Kinds)] = &[
    ("IRREGULAR_TAGS", IRREGULAR_TAGS),
    ("TAG_SPELLING", TAG_SPELLING),
    ("TAG_ORDER", TAG_ORDER),
    ("RESULT_SPELLING", RESULT_SPELLING),
    ("FEN_FAULT", FEN_FAULT),
    ("SETUP_ALONE", SETUP_ALONE),
    ("START", START),
    ("NOT_UTF8", NOT_UTF8),
    ("CONTROL_CHARACTER", CONTROL_CHARACTER),
    ("TAG_VALUE", TAG_VALUE),
    ("RESULT_DIFFERS", RESULT_DIFFERS),
    ("MATE", MATE),
    ("STALEMATE", STALEMATE),
    ("DEAD", DEAD),
    ("OUTCOME_DIFFERS", OUTCOME_DIFFERS),
    ("ENDING_DIFFERS", ENDING_DIFFERS),
    ("PLY_COUNT_DIFFERS", PLY_COUNT_DIFFERS),
    ("FIRST_NUMBER", FIRST_NUMBER),
    ("FIRST_COLOR", FIRST_COLOR),
    ("MOVE_NUMBER", MOVE_NUMBER),
    ("LONG_CLOCK", LONG_CLOCK),
    ("DEAD_PASSED", DEAD_PASSED),
    ("FIVEFOLD", FIVEFOLD),
    ("CASTLING_SPELLING", CASTLING_SPELLING),
    ("NULL_MOVE", NULL_MOVE),
    ("UNREADABLE", UNREADABLE),
    ("VARIATION_UNREADABLE", VARIATION_UNREADABLE),
    ("BEHIND_MARKER", BEHIND_MARKER),
    ("NO_MARKER", NO_MARKER),
    ("MARKER_SPELLING", MARKER_SPELLING),
    ("OPEN_COMMENT", OPEN_COMMENT),
    ("OPEN_VARIATION", OPEN_VARIATION),
    ("STRAY_PARENTHESIS", STRAY_PARENTHESIS),
    ("BARE_VARIATION", BARE_VARIATION),
    ("BLANK_LINES", BLANK_LINES),
    ("PIECE_LETTERS", PIECE_LETTERS),
    ("DECLARED", DECLARED),
    ("DECLARED_BEFORE", DECLARED_BEFORE),
    ("DECLARED_UNREADABLE", DECLARED_UNREADABLE),
    ("NAG_RANGE", NAG_RANGE),
    ("STOP", STOP),
    ("VARIATION_STOP", VARIATION_STOP),
    ("DENIED", DENIED),
    ("UNREAD", UNREAD),
];
