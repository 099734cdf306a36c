//! The kinds of facts: one bit each, the same as in `pgnfen.facts.kinds` (a test compares them by name).
#![forbid(unsafe_code)]

/// A set of kinds of facts.
pub type Kinds = u64;

/// Declares the bits, in order, and the list of their names.
macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "positions of the bits, named as they are")]
        enum Place { $($name,)* }
        $($(#[$doc])* pub const $name: Kinds = 1 << Place::$name as u32;)*
        /// All kinds by name.
        pub const NAMES: &[(&str, Kinds)] = &[$((stringify!($name), $name),)*];
    };
}

kinds! {
    /// A tag stands twice, a line of the section is no tag pair, or text stands before it.
    IRREGULAR_TAGS,
    /// SetUp, FEN or Variant in other letter case.
    TAG_SPELLING,
    /// Variant stands behind FEN.
    TAG_ORDER,
    /// The Result tag is no termination marker.
    RESULT_SPELLING,
    /// Something is amiss with the FEN itself (told by Python with the start).
    FEN_FAULT,
    /// A SetUp tag and no FEN tag (told by Python with the start).
    SETUP_ALONE,
    /// A SetUp, FEN or Variant tag (told by Python with the start).
    START,
    /// Bytes that are not UTF-8: the first.
    NOT_UTF8,
    /// Control characters: the first, and how many.
    CONTROL_CHARACTER,
    /// The Result tag is not the termination marker.
    RESULT_DIFFERS,
    /// The side to move is mated.
    MATE,
    /// The side to move has no move and is not in check.
    STALEMATE,
    /// The termination marker is not what mate or stalemate asks for (`*` contradicts nothing).
    OUTCOME_DIFFERS,
    /// A PlyCount tag does not plainly say the plies played, where all moves are.
    PLY_COUNT_DIFFERS,
    /// The number before the first move is not the fullmove number.
    FIRST_NUMBER,
    /// The dots before the first move contradict the active colour.
    FIRST_COLOUR,
    /// A later move number does not follow from the first.
    MOVE_NUMBER,
    /// The halfmove clock stands at 150 or more, and the game goes on.
    LONG_CLOCK,
    /// Castling is not written with the letter O and hyphens.
    CASTLING_SPELLING,
    /// A null move.
    NULL_MOVE,
    /// Neighbouring tokens of the mainline that cannot be read.
    UNREADABLE,
    /// Neighbouring tokens inside a variation that cannot be read.
    VARIATION_UNREADABLE,
    /// Something stands behind the termination marker.
    BEHIND_MARKER,
    /// There is no termination marker.
    NO_MARKER,
    /// Where the termination marker would stand, there is one misspelled: the number of the one that is meant.
    MARKER_SPELLING,
    /// A comment that is never closed.
    OPEN_COMMENT,
    /// A variation that is never closed.
    OPEN_VARIATION,
    /// A closing parenthesis that closes nothing.
    STRAY_PARENTHESIS,
    /// A variation with no move before it that it could replace: the first.
    BARE_VARIATION,
    /// Blank lines between tags and movetext, or inside the movetext, where other readers end the game.
    BLANK_LINES,
    /// The piece letters of another language (found by Python, which has the moves read by them).
    PIECE_LETTERS,
    /// A position that a comment or a tag declares, and that is not the one there: the ply behind which it should stand,
    /// and whether that is in a variation.
    DECLARED,
    /// The positions that comments declare are those before the moves: the first (no ply in a variation), and how many.
    DECLARED_BEFORE,
    /// What a comment or a tag declares as a position, and is no FEN.
    DECLARED_UNREADABLE,
    /// A move that cannot be played.
    STOP,
    /// A move inside a variation that cannot be played.
    VARIATION_STOP,
    /// A castling or an en passant capture that the start denies (found by Python, which judges the stop).
    DENIED,
    /// The movetext has not been read here: Python reads it.
    UNREAD,
}
