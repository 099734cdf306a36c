//! Tag names met in some data, and which stands behind which: the next section mostly has the same in the same order.
#![forbid(unsafe_code)]

use memchr::memchr3;

/// With more names than this the next section begins afresh.
const ENOUGH: usize = 64;

/// Which of the tags a name is, and whether it is spelled right.
pub type Key = Option<(usize, bool)>;

#[derive(Debug)]
struct Name {
    /// `[Name "`.
    head: Box<[u8]>,
    /// Its first 16 bytes as a number, and the bits of it that count.
    start: u128,
    mask: u128,
    key: Key,
    /// The bit that it shares with all its letter cases.
    bit: u128,
    /// The name that stood behind it last.
    next: usize,
}

impl Name {
    fn name(&self) -> &[u8] {
        self.head.get(1..self.head.len() - 2).unwrap_or(&[])
    }
}

/// The names: at most `ENOUGH` as a section begins, and as many again from that section, so a bit tells each apart.
#[derive(Debug, Default)]
pub struct Names {
    names: Vec<Name>,
    /// The name that stood first last.
    first: usize,
}

/// A value, and where the next line begins.
pub type Value = ((usize, usize), usize);

fn first_16(bytes: &[u8]) -> Option<u128> {
    bytes.first_chunk::<16>().map(|chunk| u128::from_le_bytes(*chunk))
}

impl Names {
    /// A section begins.
    pub fn begin(&mut self) {
        if self.names.len() > ENOUGH {
            self.names.clear();
        }
    }

    /// The line at `pos`, if it has the name that is to be expected behind `previous`: that name, and the value.
    /// `None` also where the line asks for a closer look.
    #[inline]
    pub fn line(&self, data: &[u8], pos: usize, previous: Option<usize>) -> Option<(usize, Value)> {
        let index = previous.map_or(self.first, |index| self.names.get(index).map_or(0, |name| name.next));
        let name = self.names.get(index)?;
        let rest = data.get(pos..)?;
        let length = name.head.len();
        if first_16(rest)? & name.mask != name.start || (length > 16 && !rest.starts_with(&name.head)) {
            return None;
        }
        let value = rest.get(length..)?;
        let count = memchr3(b'"', b'\\', b'\n', value)?;
        let close = match value.get(count..)? {
            [b'"', b']', b'\n', ..] => 3,
            [b'"', b']', b'\r', b'\n', ..] => 4,
            _ => return None,
        };
        let at = pos + length;
        Some((index, ((at, at + count), at + count + close)))
    }

    /// Which of the tags a name is, and its bit.
    #[inline]
    pub fn told(&self, index: usize) -> (Key, u128) {
        self.names.get(index).map_or((None, u128::MAX), |name| (name.key, name.bit))
    }

    /// The name, found or made; it is to be expected behind `previous`.
    pub fn meet(&mut self, name: &[u8], key: Key, previous: Option<usize>) -> usize {
        let found = self.names.iter().position(|known| known.name() == name);
        let index = found.unwrap_or_else(|| self.make([b"[", name, b" \""].concat(), key));
        match previous.and_then(|previous| self.names.get_mut(previous)) {
            Some(previous) => previous.next = index,
            None => self.first = index,
        }
        index
    }

    fn make(&mut self, head: Vec<u8>, key: Key) -> usize {
        let index = self.names.len();
        let alike = self.names.iter().find(|known| known.head.eq_ignore_ascii_case(&head));
        let bit = alike.map_or_else(|| 1u128.checked_shl(index as u32).unwrap_or(u128::MAX), |known| known.bit);
        let mut start = [0; 16];
        start.iter_mut().zip(&head).for_each(|(to, &from)| *to = from);
        let mask = u128::MAX >> (8 * (16 - head.len().min(16)));
        self.names.push(Name { head: head.into(), start: u128::from_le_bytes(start), mask, key, bit, next: 0 });
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_known_names() {
        let mut names = Names::default();
        let long = names.meet(b"ABCDEFGHIJKLMN", None, None);
        let short = names.meet(b"Event", None, Some(long));
        let line =
            |text: &str, previous| names.line(text.as_bytes(), 0, previous).map(|(index, (span, _))| (index, span));
        assert_eq!(line("[ABCDEFGHIJKLMN \"x\"]\n", None), Some((long, (17, 18))));
        assert_eq!(line("[Event \"x\"]\r\n         ", Some(long)), Some((short, (8, 9))));
        for other in ["[ABCDEFGHIJKLMN x\"]\n    ", "[ABCDEFGHIJKLMO \"x\"]\n", "[ABCDEFGHIJKLMN \"x\\\"\"]\n"] {
            assert_eq!(line(other, None), None, "{other}");
        }
    }
}
