//! A line of FEN or EPD that takes no second look: four fields or six, and operations that nothing is to be said against
//! (see `pgnfen.fen.epd`).
#![forbid(unsafe_code)]

use memchr::{memchr, memchr2};

use crate::fen::Fields;

/// The longest opcode.
const OPCODE: usize = 15;

/// A line in order, as far as its notation goes.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// The fields as they stand in the line.
    pub text: &'a [u8],
    /// Whether the counters are among them.
    pub counted: bool,
    /// The same, parted; the counters as `hmvc` and `fmvn` have them where they are no fields.
    pub fields: Fields<'a>,
}

/// Halfmove clock and fullmove number.
type Counters = (Option<u64>, Option<u64>);

impl<'a> Line<'a> {
    /// `None`: Python has to look.
    pub fn read(line: &'a [u8]) -> Option<Self> {
        // Without an early way out: the compiler makes vector code of it.
        if !line.iter().fold(true, |plain, &byte| plain & matches!(byte, b' '..=b'~')) {
            return None;
        }
        let (mut fields, mut at) = ([&b""[..]; 4], 0);
        for (index, field) in fields.iter_mut().enumerate() {
            let rest = line.get(at..)?;
            let length = if index < 3 { memchr(b' ', rest)? } else { memchr2(b' ', b';', rest).unwrap_or(rest.len()) };
            *field = rest.get(..length)?;
            at += length + usize::from(index < 3);
        }
        let counted = counters(line.get(at..)?);
        at += counted.map_or(0, |(_, length)| length);
        let (text, rest) = line.split_at_checked(at)?;
        let said = operations(rest)?;
        let counters = match counted {
            Some(_) if said != (None, None) => return None, // stated twice
            Some((counters, _)) => counters,
            None => said,
        };
        if counters.1 == Some(0) {
            return None;
        }
        Some(Self { text, counted: counted.is_some(), fields: Fields::new(fields, counters)? })
    }

    /// The line as a FEN of six fields, written behind `out`.
    pub fn write_fen(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.text);
        if !self.counted {
            let (clock, number) = (self.fields.halfmove.unwrap_or(0), self.fields.fullmove.unwrap_or(1));
            out.extend_from_slice(format!(" {clock} {number}").as_bytes());
        }
    }
}

/// The two counters where they are fields, and the bytes that they take with the spaces before them.
fn counters(rest: &[u8]) -> Option<(Counters, usize)> {
    let (clock, clock_end) = number(rest, 0)?;
    let (number, end) = number(rest, clock_end)?;
    matches!(rest.get(end), None | Some(b' ' | b';')).then_some(((Some(clock), Some(number)), end))
}

/// The number behind a space at `at`, and where it ends.
fn number(text: &[u8], at: usize) -> Option<(u64, usize)> {
    let digits = text.get(at..)?.strip_prefix(b" ")?;
    let length = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
    Some((crate::fen::number(digits.get(..length)?)?, at + 1 + length))
}

/// What operations in order say of the counters.
fn operations(rest: &[u8]) -> Option<Counters> {
    let (mut rest, mut counters) = (rest.trim_ascii_start(), (None, None));
    if rest.first() == Some(&b';') {
        return perft(rest).then_some(counters);
    }
    while !rest.is_empty() {
        let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        let (opcode, operands) = rest.split_at_checked(length)?;
        let is_opcode = opcode.first().is_some_and(u8::is_ascii_alphabetic) && length <= OPCODE;
        if !is_opcode || !matches!(operands.first(), Some(b' ' | b'"' | b';')) {
            return None;
        }
        let end = ended(operands)?;
        let counter = match opcode {
            b"hmvc" => Some(&mut counters.0),
            b"fmvn" => Some(&mut counters.1),
            _ => None,
        };
        if let Some(counter) = counter {
            let value = crate::fen::number(operands.get(..end)?.trim_ascii())?;
            if counter.replace(value).is_some() {
                return None;
            }
        }
        rest = operands.get(end + 1..)?.trim_ascii_start();
    }
    Some(counters)
}

/// Where the `;` stands that ends an operation; quotes hide others.
fn ended(operands: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += memchr2(b'"', b';', operands.get(at..)?)?;
        if operands.get(at) == Some(&b';') {
            return Some(at);
        }
        at += 1;
        at += memchr(b'"', operands.get(at..)?)? + 1;
    }
}

/// Whether these are counts of positions, each behind its `;` (`;D1 20 ;D2 400`).
fn perft(mut rest: &[u8]) -> bool {
    let mut found = false;
    loop {
        rest = rest.trim_ascii_start();
        let Some(count) = rest.strip_prefix(b";") else { return rest.is_empty() && found };
        let count = count.trim_ascii_start();
        if count.is_empty() {
            return found;
        }
        let Some(depth) = count.strip_prefix(b"D") else { return false };
        let (depth, behind) = digits(depth);
        let (positions, next) = digits(behind.trim_ascii_start());
        if !matches!(depth, 1 | 2) || behind.first() != Some(&b' ') || positions == 0 {
            return false;
        }
        (rest, found) = (next, true);
    }
}

/// How many digits there are, and what is behind them.
fn digits(text: &[u8]) -> (usize, &[u8]) {
    let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (length, text.get(length..).unwrap_or(&[]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fen(line: &str) -> Option<String> {
        let mut out = Vec::new();
        Line::read(line.as_bytes())?.write_fen(&mut out);
        String::from_utf8(out).ok()
    }

    #[test]
    fn lines() {
        let said = |rest: &str| fen(&format!("8/8/8/8/8/8/8/8 w - -{rest}")).map(|fen| fen[22..].to_owned());
        for (rest, counters) in [
            ("", "0 1"),
            (" 3 007 ", "3 007"),
            (" 0 1 bm Ke2; id \"a;b\";", "0 1"),
            (" hmvc 007; fmvn 9;", "7 9"),
            (" id\"x\";fmvn 2;", "0 2"),
            (" 5 6 ;D1 20 ;D2 400 ;", "5 6"),
            (";D1 20", "0 1"),
        ] {
            assert_eq!(said(rest).as_deref(), Some(counters), "{rest}");
        }
        for look in
            [";", " bm Ke2", " id \"x;", " 1", " 0 0", " 0 1 hmvc 3;", " hmvc 3; hmvc 3;", " ;D1", " 3+3", " 1;", " é;"]
        {
            assert_eq!(said(look), None, "{look}");
        }
    }
}
