//! Whether all values of a tag section are plain: such that no rule of values finds fault with any. The same tests as
//! those of pgnfen.facts.plain_values, which says what they mean.
#![forbid(unsafe_code)]

use std::time::{SystemTime, UNIX_EPOCH};

use memchr::{memchr, memchr2, memmem};

use crate::definitions::{DRAWN, MARKERS, MODES, TITLES, TITLES_IN_NAMES, ValueKind, WINNERS, WON, value_kind};

const EARLIEST_YEAR: u32 = 1400;
const SECONDS_PER_DAY: u64 = 86_400;

/// The day after today in UTC, as YYYYMMDD.
pub fn tomorrow() -> u32 {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    day(u32::try_from(seconds / SECONDS_PER_DAY + 1).unwrap_or(0))
}

/// A day by its number from 1970-01-01 on, as YYYYMMDD.
fn day(mut number: u32) -> u32 {
    let mut year = 1970;
    while number >= 365 + u32::from(is_leap(year)) {
        number -= 365 + u32::from(is_leap(year));
        year += 1;
    }
    let mut month = 1;
    for days in [31, 28 + u32::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if number < days {
            break;
        }
        number -= days;
        month += 1;
    }
    year * 10_000 + month * 100 + number + 1
}

/// What there is to say of the values of a tag section.
pub struct Values<'a> {
    /// Whether all its lines are tag pairs with plain values, or empty.
    pub are_plain: bool,
    /// The value of its first plain Termination tag; empty where there is none.
    pub termination: &'a [u8],
}

/// What there is to say of a tag section.
pub fn read(section: &[u8], latest: u32) -> Values<'_> {
    match plain_termination(section, latest) {
        Some(termination) => Values { are_plain: true, termination },
        None => Values { are_plain: false, termination: termination_of(section) },
    }
}

fn termination_of(section: &[u8]) -> &[u8] {
    const HEAD: &[u8] = b"[Termination \"";
    let value = memmem::find(section, HEAD).and_then(|at| section.get(at + HEAD.len()..));
    value.and_then(|value| value.get(..memchr(b'"', value)?)).unwrap_or(&[])
}

/// The value of the Termination tag, empty where there is none, if all lines of a tag section are tag pairs with plain
/// values, or empty.
fn plain_termination(section: &[u8], latest: u32) -> Option<&[u8]> {
    let mut rest = section;
    let [mut date, mut first, mut last]: [&[u8]; 3] = [b"", b"", b""];
    let [mut white, mut black, mut result, mut termination]: [Option<&[u8]>; 4] = [None; 4];
    loop {
        let feed = memchr(b'\n', rest);
        let line = rest.get(..feed.unwrap_or(rest.len())).unwrap_or(&[]);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.first() == Some(&b'[') || !line.iter().all(|byte| matches!(byte, b' ' | b'\t')) {
            let (name, value) = pair(line)?;
            if !is_plain(value_kind(name), value, latest) {
                return None;
            }
            match name {
                b"Date" if date.is_empty() => date = value,
                b"EventDate" if first.is_empty() => first = value,
                b"EventEndDate" if last.is_empty() => last = value,
                b"White" if white.is_none() => white = Some(value),
                b"Black" if black.is_none() => black = Some(value),
                b"Result" if result.is_none() => result = Some(value),
                b"Termination" if termination.is_none() => termination = Some(value),
                _ => {}
            }
        }
        match feed.and_then(|feed| rest.get(feed + 1..)) {
            Some(next) => rest = next,
            None => break,
        }
    }
    let termination = termination.unwrap_or(b"");
    let fits = !(is_before(date, first) || is_before(last, date) || is_before(last, first))
        && result_in_words(termination, white.unwrap_or(b""), black.unwrap_or(b""))
            .is_none_or(|said| said == result.unwrap_or(b""));
    fits.then_some(termination)
}

/// The result that a Termination tag says in words, as servers write it, of games of these players.
fn result_in_words(termination: &[u8], white: &[u8], black: &[u8]) -> Option<&'static [u8]> {
    let [_, _, white_wins, black_wins, draw] = MARKERS;
    if DRAWN.iter().any(|word| termination.starts_with(word)) {
        return Some(draw);
    }
    let players = if white == black { [b"" as &[u8]; 2] } else { [white, black] };
    let won = |name: &[u8]| {
        let rest = termination.strip_prefix(name).unwrap_or(b"");
        !name.is_empty() && WON.iter().any(|word| rest.starts_with(word))
    };
    let wins = |side: usize| won(players[side]) || won(WINNERS[side]);
    if wins(0) {
        Some(white_wins)
    } else if wins(1) {
        Some(black_wins)
    } else {
        None
    }
}

/// Name and value of a tag pair that is alone on its line, its value without quotes and backslashes.
#[inline]
fn pair(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let inside = line.strip_prefix(b"[")?.strip_suffix(b"\"]")?;
    let length = inside.iter().position(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'_'))?;
    let (name, value) = inside.split_at_checked(length)?;
    let value = value.strip_prefix(b" \"")?;
    (!name.is_empty()).then_some((name, value))
}

#[inline]
fn is_plain(kind: ValueKind, value: &[u8], latest: u32) -> bool {
    match kind {
        ValueKind::Date => is_date(value, latest),
        ValueKind::Time => is_time(value),
        ValueKind::TimeControl => is_control(value),
        ValueKind::Rating => is_silent(value) || is_rating(value),
        ValueKind::Eco => is_silent(value) || is_eco(value),
        ValueKind::Round => value == b"?" || value == b"-" || is_round(value),
        ValueKind::Board => is_silent(value) || is_number(value, 4),
        ValueKind::Title => is_silent(value) || TITLES.contains(&value),
        ValueKind::FideId => is_silent(value) || (value.len() > 3 && is_number(value, 9) && value[0] != b'0'),
        ValueKind::Mode => is_silent(value) || MODES.contains(&value),
        ValueKind::Termination => is_text(value) && !value.eq_ignore_ascii_case(b"unterminated"),
        ValueKind::Player => !value.is_empty() && is_text(value) && is_name(value),
        ValueKind::Event => !value.is_empty() && is_text(value),
        ValueKind::Other => memchr2(b'"', b'\\', value).is_none(),
        ValueKind::Text => is_text(value),
    }
}

/// Whether a value says that nothing is known.
#[inline]
fn is_silent(value: &[u8]) -> bool {
    matches!(value, b"" | b"?" | b"-")
}

#[inline]
fn is_number(value: &[u8], most: usize) -> bool {
    (1..=most).contains(&value.len()) && value.iter().all(u8::is_ascii_digit)
}

/// The number that digits say; `None` of none, of other bytes and of more than nine.
#[inline]
fn number(digits: &[u8]) -> Option<u32> {
    let digit = |number: u32, byte: &u8| number * 10 + u32::from(byte - b'0');
    is_number(digits, 9).then(|| digits.iter().fold(0, digit))
}

fn is_date(value: &[u8], latest: u32) -> bool {
    let &[y0, y1, y2, y3, b'.', m0, m1, b'.', d0, d1] = value else { return false };
    let years = [y0, y1, y2, y3];
    let known = |digits: [u8; 2]| number(&digits).unwrap_or(1); // `??` may be the first
    if years != *b"????" {
        let Some(year) = number(&years) else { return false };
        if year < EARLIEST_YEAR || year * 10_000 + known([m0, m1]) * 100 + known([d0, d1]) > latest {
            return false;
        }
    }
    if [m0, m1] == *b"??" {
        return [d0, d1] == *b"??";
    }
    let last = match number(&[m0, m1]) {
        Some(1 | 3 | 5 | 7 | 8 | 10 | 12) => 31,
        Some(4 | 6 | 9 | 11) => 30,
        Some(2) => 28 + u32::from(number(&years).is_some_and(is_leap)),
        _ => return false,
    };
    [d0, d1] == *b"??" || number(&[d0, d1]).is_some_and(|day| (1..=last).contains(&day))
}

fn is_leap(year: u32) -> bool {
    matches!((year % 4, year % 100, year % 400), (0, 1.., _) | (_, _, 0))
}

fn is_time(value: &[u8]) -> bool {
    let &[h0, h1, b':', m0, m1, b':', s0, s1] = value else { return false };
    let below = |digits: [u8; 2], end| number(&digits).is_some_and(|number| number < end);
    below([h0, h1], 24) && below([m0, m1], 60) && below([s0, s1], 60)
}

#[inline]
fn is_rating(value: &[u8]) -> bool {
    match *value {
        [b'1'..=b'9', _, _] | [b'1'..=b'3', _, _, _] | [b'4', b'0', b'0', b'0'] => is_number(value, 4),
        _ => false,
    }
}

#[inline]
fn is_eco(value: &[u8]) -> bool {
    matches!(
        *value,
        [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']
            | [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9', b'/', b'0'..=b'9', b'0'..=b'9']
    )
}

#[inline]
fn is_round(value: &[u8]) -> bool {
    value.split(|&byte| byte == b'.').all(|part| is_number(part, 3))
}

/// Whether a time control can be no other than in seconds, or is not known.
fn is_control(value: &[u8]) -> bool {
    if is_silent(value) {
        return true;
    }
    if memchr2(b':', b'/', value).is_some() || value.first() == Some(&b'*') {
        return value.split(|&byte| byte == b':').all(is_period);
    }
    let (base, more) = parted(value, b'+');
    let (Some(base), Some(more)) = (seconds(base), more.map_or(Some(0), seconds)) else { return false };
    (base >= 60 && (more < 10 || base > 180)) || (more == 0 && value.contains(&b'+'))
}

/// Whole seconds of a number that may have decimals.
fn seconds(text: &[u8]) -> Option<u32> {
    let (whole, decimals) = parted(text, b'.');
    decimals.is_none_or(|decimals| is_number(decimals, 3)).then_some(())?;
    if whole.len() > 6 { None } else { number(whole) }
}

fn is_period(value: &[u8]) -> bool {
    let (base, more) = parted(value, b'+');
    if !more.is_none_or(|more| is_number(more, 6)) {
        return false;
    }
    match parted(base, b'/') {
        (moves, Some(base)) => is_number(moves, 6) && is_number(base, 9),
        (base, None) => is_number(base.strip_prefix(b"*").unwrap_or(base), 9),
    }
}

/// What stands before the first such byte, and what behind it.
fn parted(value: &[u8], byte: u8) -> (&[u8], Option<&[u8]>) {
    memchr(byte, value).map_or((value, None), |at| (&value[..at], value.get(at + 1..)))
}

/// Whether no blank, entity, escape or byte is amiss in a text.
#[inline]
fn is_text(value: &[u8]) -> bool {
    let blank = |byte: Option<&u8>| matches!(byte, Some(b' ' | b'\t'));
    if blank(value.first()) || blank(value.last()) {
        return false;
    }
    for (at, &byte) in value.iter().enumerate() {
        let next = || value.get(at + 1);
        let amiss = match byte {
            b' ' | b'\t' => blank(next()),
            b'"' | b'\\' => true,
            b'&' => next().is_some_and(|&next| next == b'#' || next.is_ascii_alphabetic()),
            b'%' => value.get(at + 1..at + 3).is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit)),
            0xc3 => matches!(value.get(at + 1..at + 3), Some([0x82..=0xb4, 0xc2 | 0xc5 | 0xc6 | 0xcb | 0xe2])),
            0xef => next() == Some(&0xbb),
            _ => false,
        };
        if amiss {
            return false;
        }
    }
    true
}

/// Whether a name holds no title and no rating, and is not in capitals.
#[inline]
fn is_name(value: &[u8]) -> bool {
    let length = value.len();
    let first = value.iter().take(4).position(|byte| matches!(byte, b' ' | b'.'));
    let behind = value.iter().rev().take(4).position(|byte| matches!(byte, b' ' | b','));
    let is_title = |word: Option<&[u8]>| word.is_some_and(|word| TITLES_IN_NAMES.contains(&word));
    if matches!(value.last(), Some(b')' | b']'))
        || is_title(first.and_then(|end| value.get(..end)))
        || is_title(behind.and_then(|back| value.get(length - back..)))
    {
        return false;
    }
    memchr(b',', value).is_none()
        || (value.iter().any(u8::is_ascii_lowercase) && !value.last().is_some_and(u8::is_ascii_digit))
}

/// Whether a date, as far as it is known, stands before another.
fn is_before(date: &[u8], other: &[u8]) -> bool {
    let other = date.iter().zip(other).find(|(one, other)| one != other || **one == b'?');
    other.is_some_and(|(one, other)| *one != b'?' && *other != b'?' && one < other)
}

#[cfg(test)]
mod tests {
    use super::{day, read};

    fn plain(line: &str) -> bool {
        read(format!("[Event \"x\"]\n{line}\n\n").as_bytes(), 20260831).are_plain
    }

    #[test]
    fn plain_values() {
        for line in [
            "[Date \"1994.08.31\"]",
            "[Date \"1996.02.29\"]",
            "[Date \"2026.08.31\"]",
            "[Date \"2026.08.??\"]",
            "[Date \"2026.??.??\"]",
            "[TimeControl \"180+0.5\"]",
            "[WhiteElo \"4000\"]",
            " ",
            "[Date \"????.??.??\"]",
            "[UTCTime \"23:59:59\"]",
            "[TimeControl \"40/9000:3600+30\"]",
            "[TimeControl \"60+0\"]",
            "[WhiteElo \"\"]",
            "[ECO \"B90\"]",
            "[Round \"3.1\"]",
            "[White \"O'Kelly de Galway, Alberic\"]",
            "[Site \"Dvoretsky & Co, 100 %\"]",
            "[Annotator \"Müller, Åström\"]",
            "[White \"Þórsson, Friðrik\"]",
        ] {
            assert!(plain(line), "{line}");
        }
    }

    #[test]
    fn endings() {
        for (result, termination, expected) in [
            ("1-0", "A won by resignation", true),
            ("0-1", "A won by resignation", false),
            ("0-1", "B won on time", true),
            ("1-0", "Black won on time", false),
            ("1/2-1/2", "Game drawn by agreement", true),
            ("*", "Game drawn by agreement", false),
            ("0-1", "Ann won on time", true),
            ("0-1", "time forfeit", true),
        ] {
            let tags = format!("[White \"A\"]\n[Black \"B\"]\n[Result \"{result}\"]\n[Termination \"{termination}\"]");
            assert_eq!(plain(&tags), expected, "{tags}");
        }
    }

    #[test]
    fn days() {
        for (number, expected) in [
            (0, 19700101),
            (58, 19700228),
            (364, 19701231),
            (365, 19710101),
            (789, 19720229),
            (11_016, 20000229),
            (20_783, 20261126),
            (47_540, 21000228),
            (47_541, 21000301),
        ] {
            assert_eq!(day(number), expected);
        }
    }

    #[test]
    fn others() {
        for line in [
            "[Date \"1994.02.29\"]",
            "[Date \"2027.01.01\"]",
            "[Date \"2026.09.01\"]",
            "[Date \"2026.09.??\"]",
            "[Date \"2027.??.??\"]",
            "[Date \"31.02.2024\"]",
            "[UTCTime \"24:00:00\"]",
            "[TimeControl \"5+3\"]",
            "[TimeControl \"90+30\"]",
            "[WhiteElo \"28x5\"]",
            "[ECO \"Z99\"]",
            "[Round \"3 \"]",
            "[White \"Carlsen, Magnus (2850)\"]",
            "[White \"GM Carlsen\"]",
            "[White \"CARLSEN, M\"]",
            "[Site \"a  b\"]",
            "[Site \"a &amp; b\"]",
            "[Annotator \"MÃ¼ller\"]",
            "[Site \"\"]",
            "[A \"x\"] [B \"y\"]",
            "% a line",
            "[Date \"1994.08.31\"]\n[EventDate \"1994.09.01\"]",
            "[Date \"1994.08.31\"]\n[EventEndDate \"1994.08.30\"]",
            "[EventEndDate \"1994.08.30\"]\n[EventDate \"1994.08.31\"]",
        ] {
            assert!(!plain(line), "{line}");
        }
    }
}
