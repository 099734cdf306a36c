//! FEN as the tags SetUp, FEN and Variant declare it, as `pgnfen.fen` judges it: a plain one is read here, whatever is
//! out of the ordinary Python looks at. What is said here is held to `pgnfen.fen.start` by a differential test.
//!
//! Plain are records of six fields on an 8x8 board whose notation nothing is to be said against, under the rules of
//! standard chess or Chess960. Of what is wrong with the position it is said that there is something, not what.
#![forbid(unsafe_code)]

mod board;
mod castling;
mod counters;
mod en_passant;
mod faults;
mod fields;
mod kind;
mod question;
mod reachable;
mod scharnagl;
mod variant;

use crate::definitions::{
    CHESS960, COUNTERS_EARLY, CastlingConvention, EnPassantConvention, FROM_POSITION, RIGHTS_DENIED, RIGHTS_GRANTED,
    RULES_CHESS960, RULES_STANDARD, StartCode, StartKind as Kind,
};
use crate::kinds::{FEN_FAULT, Kinds, SETUP_ALONE, START};
use crate::position::Position;

pub use board::Board;
pub use fields::{Fields, number};
pub use question::{Identity, Question, fits};
pub use variant::{Family, Variant, has_default, set_default};

use castling::Rights;
use en_passant::Target;
use kind::Found;

const ARRAY: &[u8] = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// What the rules of the start have to say of it, Variant before FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remarks {
    /// Nothing.
    None,
    /// Nothing that depends on the FEN: there is no SetUp tag (S101), Variant has another spelling (S204).
    OfTags,
    /// Python is to be asked.
    Asked,
}

/// Where the moves begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToPlay {
    /// A position that is played here.
    From(Box<Position>),
    /// One that is not.
    Not,
    /// Python is to be asked: something is wrong with it.
    Asked,
}

/// A start that takes no second look.
#[derive(Clone, Debug)]
pub struct Plain {
    /// Whether there is a SetUp tag.
    pub has_setup: bool,
    /// Whether there is a FEN tag.
    pub has_fen: bool,
    /// What the Variant tag means.
    pub variant: Variant,
    /// The kind of start.
    pub kind: Kind,
    /// White's Scharnagl number.
    pub scharnagl: Option<u16>,
    /// Black's, where it differs.
    pub scharnagl_black: Option<u16>,
    /// The castling conventions that the FEN is consistent with: a bit for each of `CASTLING`.
    pub castling: u8,
    /// The same of `EN_PASSANT`.
    pub en_passant: u8,
    /// Whether the moves are to be played with Chess960's castling.
    pub chess960: bool,
    /// Whether the FEN is the standard array, White to move, full rights.
    pub is_standard_array: bool,
    /// Whether the Variant tag names rules that the start does not fit.
    pub contradicts_variant: bool,
    /// The facts of every game that begins so.
    pub kinds: Kinds,
    /// What there is to remark.
    pub remarks: Remarks,
    /// Where the moves begin.
    pub to_play: ToPlay,
    /// The position, to compare.
    pub identity: Identity,
    /// It stands alone, and holds by Chess960's rules without evidence that they are meant.
    pub is_open: bool,
    /// Its counters are 0 1, and its men cannot stand so without moves.
    pub is_early: bool,
    /// It stands alone, no game of standard chess leads to it (P106 as information), and nothing else is wrong.
    pub excludes_standard: bool,
}

impl Plain {
    /// The columns as one number.
    pub fn code(&self) -> u64 {
        let number = |number: Option<u16>| number.map_or(0, |number| number + 1);
        let columns = StartCode {
            kind: self.kind as u8,
            castling: self.castling,
            en_passant: self.en_passant,
            chess960: self.chess960,
            is_standard_array: self.is_standard_array,
            has_setup: self.has_setup,
            has_fen: self.has_fen,
            variant: self.variant.index,
            scharnagl: number(self.scharnagl),
            scharnagl_black: number(self.scharnagl_black),
            contradicts_variant: self.contradicts_variant,
            is_early: self.is_early,
        };
        columns.packed()
    }
}

/// The conventions of castling and en passant in `Plain::code`; all where there is no FEN tag.
fn masks(start: &StartCode) -> [u8; 2] {
    if start.has_fen { [start.castling, start.en_passant] } else { [CastlingConvention::ALL, EnPassantConvention::ALL] }
}

/// Whether the FEN grants rights that its rules do not know.
pub const fn has_wrong_rights(code: u64) -> bool {
    let start = StartCode::unpacked(code);
    start.has_fen && start.castling == 0
}

/// What a start tells about the rules of its file, and about rights at arrays of Chess960 (see `pgnfen.fen.habit`).
fn votes(start: &StartCode) -> [u8; 2] {
    let is_array = start.kind == Kind::Chess960 as u8 || start.kind == Kind::DoubleChess960 as u8;
    let denied = start.has_fen && start.castling == CastlingConvention::ALL;
    if start.variant == CHESS960 {
        let rights = if denied { RIGHTS_DENIED } else { RIGHTS_GRANTED };
        return [RULES_CHESS960, if is_array && start.has_fen { rights } else { 0 }];
    }
    let rules = match (denied, start.chess960) {
        (true, _) => 0,
        (_, true) => RULES_CHESS960,
        _ if is_array => 0,
        _ => RULES_STANDARD,
    };
    [rules, 0]
}

/// What a start without wrong rights tells about its file: `masks` and `votes`, and whether its counters are too early.
pub fn told(code: u64) -> [u8; 5] {
    let start = StartCode::unpacked(code);
    let ([castling, en_passant], [rules, rights]) = (masks(&start), votes(&start));
    [castling, en_passant, rules, rights, if start.is_early { COUNTERS_EARLY } else { 0 }]
}

/// Under which rules a record is read.
#[derive(Clone, Copy, Debug)]
struct Asked {
    variant: Variant,
    /// It stands in no game: a field that Chess960's rules hold as a whole is read by them.
    alone: bool,
    /// Where the moves begin is asked for.
    played: bool,
}

/// What the values of SetUp, FEN and Variant say together; `None`: Python has to look.
pub fn read(values: [Option<&[u8]>; 3]) -> Option<Plain> {
    read_to(values, true)
}

/// The same, where nobody asks where the moves begin.
pub fn read_columns(values: [Option<&[u8]>; 3]) -> Option<Plain> {
    read_to(values, false)
}

fn read_to([setup, fen, variant]: [Option<&[u8]>; 3], played: bool) -> Option<Plain> {
    if !matches!(setup, None | Some(b"0" | b"1")) {
        return None;
    }
    let asked = Asked { variant: Variant::read(variant)?, alone: false, played };
    let Some(fen) = fen else { return without_fen(setup, variant, asked.variant) };
    let fields = Fields::read(fen)?;
    let mut plain = judge(&fields, asked)?;
    plain.has_setup = setup.is_some();
    let says_nothing = plain.kinds & FEN_FAULT == 0 && !remarkable(&plain, &fields, setup);
    plain.remarks = match setup {
        _ if !says_nothing => Remarks::Asked,
        Some(_) if asked.variant.canonical => Remarks::None,
        Some(b"0") => Remarks::Asked, // right beside the standard array alone
        _ => Remarks::OfTags,
    };
    Some(plain)
}

const ALONE: Asked = Asked { variant: Variant::ABSENT, alone: true, played: false };

/// Where moves behind a record would begin that stands alone; `None`: Python has to look.
pub fn read_to_play(fields: &Fields<'_>) -> Option<ToPlay> {
    if has_default() { None } else { Some(judge(fields, Asked { played: true, ..ALONE })?.to_play) }
}

/// A record that stands alone, in no game, and is not played; `None`: Python has to look.
pub fn read_alone(fields: &Fields<'_>) -> Option<Plain> {
    if has_default() { None } else { judge(fields, ALONE) }
}

fn without_fen(setup: Option<&[u8]>, tag: Option<&[u8]>, variant: Variant) -> Option<Plain> {
    let mut plain = judge(&Fields::read(ARRAY)?, Asked { variant: Variant::ABSENT, alone: false, played: true })?;
    let chess960 = variant.family == Family::Chess960;
    (plain.has_setup, plain.has_fen) = (setup.is_some(), false);
    (plain.castling, plain.en_passant) = (0, 0);
    (plain.variant, plain.chess960, plain.is_standard_array) = (variant, chess960, false);
    plain.kind = if chess960 { Kind::Chess960 } else { plain.kind };
    plain.contradicts_variant = chess960; // the start is not given
    plain.kinds = if chess960 { FEN_FAULT } else { 0 };
    plain.kinds |= if setup.is_some() { SETUP_ALONE | START } else { 0 };
    plain.kinds |= if tag.is_some() { START } else { 0 };
    let silent = !chess960 && variant.canonical;
    plain.remarks = if silent { Remarks::None } else { Remarks::Asked };
    Some(plain)
}

/// Whether a rule may have something to remark on a FEN without fault, beside what depends on the other tags alone.
fn remarkable(plain: &Plain, fields: &Fields<'_>, setup: Option<&[u8]>) -> bool {
    let counters = (fields.halfmove, fields.fullmove) == (Some(0), Some(1));
    // S103, S105, S206
    (setup == Some(b"0") && !plain.is_standard_array)
        || (plain.is_standard_array && plain.variant.family == Family::Standard && counters)
        || (plain.variant.family == Family::Chess960 && !matches!(plain.kind, Kind::Standard | Kind::Chess960))
}

fn judge(fields: &Fields<'_>, asked: Asked) -> Option<Plain> {
    let board = Board::read(fields.placement)?;
    let variant = asked.variant;
    if kind::is_of_another_variant(&board) {
        return None;
    }
    let declared = variant.family == Family::Chess960;
    let target = Target::read(fields.en_passant, &board, fields.turn)?;
    let letters = Rights::read(fields.castling, &board)?;
    let rights = if declared { letters } else { letters.known_to_standard(asked.alone) };
    let found = kind::of(&board, fields, &rights, declared);
    let Found { kind, scharnagl, scharnagl_black } = found;
    let whole = rights.whole();
    let file_letters = !declared && !asked.alone && !variant.is_dash;
    let (wrong, calm) = faults::of_position(&board, fields.turn);
    let wrong = wrong || rights.faulty(fields, declared, file_letters) || target.faulty(fields);
    let counters = counters::faulty(fields, &board, if rights.full() { kind } else { Kind::Position });
    let chess960 = declared || rights.need_chess960();
    let (mut is_early, mut excludes_standard) = (false, false);
    if !wrong && !counters && variant.is_of_chess {
        let (alone, any_array) = (asked.alone, asked.alone || variant.index == FROM_POSITION);
        let asked = reachable::Asked { kind, chess960, any_array, alone, passed: target.square, calm };
        let cleared = reachable::cleared(&board, fields, &rights, &asked)?;
        (is_early, excludes_standard) = (cleared.is_early, cleared.excludes_standard);
    }
    // A record that stands alone has no Variant tag to miss.
    let variant_wrong = !asked.alone && !declared && chess960;
    let kinds = START | if wrong || counters || variant_wrong || excludes_standard { FEN_FAULT } else { 0 };
    Some(Plain {
        has_setup: false,
        has_fen: true,
        variant,
        kind,
        scharnagl,
        scharnagl_black,
        castling: if whole { letters.conventions(fields.castling) } else { 0 },
        en_passant: target.conventions,
        chess960,
        is_standard_array: kind::is_standard_array(&board, fields, &rights),
        contradicts_variant: variant.named && !declared && chess960,
        kinds,
        remarks: Remarks::Asked,
        to_play: if wrong || !asked.played {
            ToPlay::Asked
        } else {
            to_play(&board, fields, &rights, &target, chess960)
        },
        identity: Identity {
            squares: board.squares,
            white_to_move: fields.turn.is_white(),
            rooks: rights.rooks(),
            target: target.legal(),
        },
        is_open: asked.alone && chess960 && !rights.ask_for_chess960(),
        is_early,
        excludes_standard,
    })
}

/// Of a record without fault but for its counters, which are taken as they are.
fn to_play(board: &Board, fields: &Fields<'_>, rights: &Rights, target: &Target, chess960: bool) -> ToPlay {
    let clock = u32::try_from(fields.halfmove.unwrap_or(0));
    let number = u32::try_from(fields.fullmove.unwrap_or(1));
    let (Ok(clock), Ok(number)) = (clock, number) else { return ToPlay::Not };
    let (men, counters) = ((board.roles, board.sides), (clock, number));
    let position = Position::new(men, rights.rooks(), target.square, fields.turn, counters, chess960);
    position.map_or(ToPlay::Not, |position| ToPlay::From(Box::new(position)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_or_not() {
        let plain = |fen: &[u8]| read([Some(b"1"), Some(fen), None]).map(|plain| (plain.kind, plain.remarks));
        assert_eq!(plain(b"4k3/8/8/8/8/8/8/4K2R w K - 0 1"), Some((Kind::Position, Remarks::None)));
        assert_eq!(plain(b"4k3/8/8/8/8/8/8/4K2R w Q - 0 1"), Some((Kind::Position, Remarks::Asked)));
        assert_eq!(plain(ARRAY), Some((Kind::Standard, Remarks::Asked))); // S105
        for look in [&b"4k3/8/8/8/8/8/8/4K2R w K -"[..], b"4k3/8/8/8/8/8/8/4K2R  w K - 0 1", b"?", b""] {
            assert_eq!(plain(look), None);
        }
    }

    #[test]
    fn kinds_and_what_rules_are_asked() {
        let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        for (fen, kind, asked) in [
            (format!("{array} w KQkq - 0 1"), Kind::Standard, true),
            ("r3k2r/8/n7/8/8/8/8/R3K2R w KQkq - 3 39".to_string(), Kind::Position, false),
            ("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1".to_string(), Kind::Position, false),
            ("4k3/8/8/8/8/8/8/4K2R b K - 2 1".to_string(), Kind::Position, true),
            ("4k3/8/8/8/8/8/8/4K2R w K - 1 1".to_string(), Kind::Position, true),
            ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 29".to_string(), Kind::Position, false),
            ("4k3/8/8/8/4P3/8/8/4K3 b - e3 1 9".to_string(), Kind::Position, true),
        ] {
            let plain = read([Some(b"1"), Some(fen.as_bytes()), None]).expect("a plain start");
            assert_eq!((plain.kind, plain.remarks == Remarks::Asked), (kind, asked), "{fen}");
        }
    }

    #[test]
    fn the_columns_of_a_start() {
        let code = |variant: &[u8]| read([None, Some(ARRAY), Some(variant)]).map(|plain| plain.code());
        let (fen, standard, all) = (1 << 13, 1 << 11, 0b111 << 7);
        let array = 0b011 << 4 | all | standard | fen | 519 << 18;
        assert_eq!(code(b"Standard"), Some(array));
        assert_eq!(code(b"Chess960"), Some(array | 1 | 1 << 10 | u64::from(CHESS960) << 14)); // of the kind after standard
    }
}
