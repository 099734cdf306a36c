//! The values of the Variant tag that mean standard chess, from whatever position, or Chess960.
#![forbid(unsafe_code)]

use std::sync::atomic::{AtomicBool, Ordering};

use crate::definitions::{CHESS960, ELSEWHERE, FROM_POSITION, LONGEST_VARIANT_TAG, SPELLINGS, UNSTATED, VARIANTS};

static HAS_DEFAULT: AtomicBool = AtomicBool::new(false);

/// Say whether starts that state no variant have one that Python knows.
pub fn set_default(there_is: bool) {
    HAS_DEFAULT.store(there_is, Ordering::Relaxed);
}

/// Whether they have.
pub fn has_default() -> bool {
    HAS_DEFAULT.load(Ordering::Relaxed)
}

/// The rules of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Standard chess.
    Standard,
    /// Chess960.
    Chess960,
}

/// What a Variant tag means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its rules.
    pub family: Family,
    /// Its place in `VARIANTS`.
    pub index: u8,
    /// Whether it is spelled as there, but for letter case.
    pub canonical: bool,
    /// Whether the tag says something.
    pub named: bool,
    /// Whether it is a hyphen.
    pub is_dash: bool,
    /// Whether games begin at an array of chess or Chess960, as far as the name says, or at a position out of one.
    pub is_of_chess: bool,
}

impl Variant {
    /// Of no tag.
    pub const ABSENT: Self =
        Self { family: Family::Standard, index: 0, canonical: true, named: false, is_dash: false, is_of_chess: true };

    /// Of a value; `None` where Python has to say it, also of one that no report writes as it is.
    pub fn read(value: Option<&[u8]>) -> Option<Self> {
        Self::stated(value).filter(|variant| variant.named || !has_default())
    }

    fn stated(value: Option<&[u8]>) -> Option<Self> {
        let Some(text) = value else { return Some(Self::ABSENT) };
        if UNSTATED.contains(&text) {
            return Some(Self { is_dash: text == b"-", ..Self::ABSENT });
        }
        if let Some(index) = VARIANTS.iter().position(|name| text.eq_ignore_ascii_case(name.as_bytes())) {
            return Self::of(index, true);
        }
        let folded = folded(text)?;
        let fits = |index: &usize| {
            let others = SPELLINGS.get(*index).copied().unwrap_or(&[]);
            others.contains(&folded.as_str())
                || VARIANTS.get(*index).is_some_and(|name| self::folded(name.as_bytes()).as_deref() == Some(&folded))
        };
        let elsewhere = ELSEWHERE.iter().any(|beginning| folded.starts_with(beginning));
        let variant = Self::of((0..VARIANTS.len()).find(fits)?, false)?;
        Some(Self { is_of_chess: variant.is_of_chess && (variant.index != 0 || !elsewhere), ..variant })
    }

    fn of(index: usize, canonical: bool) -> Option<Self> {
        let index = u8::try_from(index).ok()?;
        let family = if index == CHESS960 { Family::Chess960 } else { Family::Standard };
        let is_of_chess = matches!(index, 0 | FROM_POSITION | CHESS960);
        Some(Self { family, index, canonical, named: true, is_dash: false, is_of_chess })
    }
}

/// The value in small letters, without blanks and what stands for them.
fn folded(text: &[u8]) -> Option<String> {
    let plain = |&byte: &u8| (b' '..=b'~').contains(&byte) && !matches!(byte, b'"' | b'\\' | b',');
    let word = text.first().is_some_and(u8::is_ascii_alphanumeric);
    let blanks = text.ends_with(b" ") || text.windows(2).any(|pair| pair == b"  ");
    if text.len() > LONGEST_VARIANT_TAG || !word || blanks || !text.iter().all(plain) {
        return None;
    }
    let kept = text.iter().filter(|byte| !b" -_/".contains(byte));
    let folded: String = kept.map(|byte| char::from(byte.to_ascii_lowercase())).collect();
    // ICC's w22
    let number = folded.strip_prefix('w').filter(|rest| !rest.is_empty() && rest.bytes().all(|c| c.is_ascii_digit()));
    Some(number.map_or_else(|| folded.clone(), |number| format!("wild{number}")))
}
