//! Scharnagl's numbers of the 960 arrays.
#![forbid(unsafe_code)]

const KNIGHTS: [(usize, usize); 10] = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// The number of a back rank, from the a-file on, in either side's letters; `None` where it is none of the 960.
pub(super) fn number(rank: &[u8]) -> Option<u16> {
    let mut bishops = [None, None];
    let (mut others, mut count) = ([0; 6], 0);
    for (file, man) in rank.iter().map(u8::to_ascii_uppercase).enumerate() {
        if man == b'B' {
            let place = bishops.get_mut(file % 2)?;
            if place.replace(file / 2).is_some() {
                return None;
            }
            continue;
        }
        *others.get_mut(count)? = man;
        count += 1;
    }
    let [Some(dark), Some(light)] = bishops else { return None };
    let queen = others.iter().position(|&man| man == b'Q')?;
    let mut rest = [0; 5];
    rest.iter_mut().zip(others.iter().enumerate().filter(|&(at, _)| at != queen)).for_each(|(to, (_, &man))| *to = man);
    let mut rooks = rest.iter().copied().filter(|&man| man != b'N');
    if [rooks.next(), rooks.next(), rooks.next(), rooks.next()] != [Some(b'R'), Some(b'K'), Some(b'R'), None] {
        return None;
    }
    let first = rest.iter().position(|&man| man == b'N')?;
    let last = rest.iter().rposition(|&man| man == b'N')?;
    let knights = KNIGHTS.iter().position(|&pair| pair == (first, last))?;
    u16::try_from(((knights * 6 + queen) * 4 + dark) * 4 + light).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_arrays() {
        let found: Vec<_> = ["RNBQKBNR", "rnbkqbnr", "BBQNNRKR", "rkrnnqbb", "KRNBQBNR", "RNBQKBN.", "RNBQKRBN"]
            .map(|rank| number(rank.as_bytes()))
            .into();
        assert_eq!(found, [Some(518), Some(534), Some(0), Some(959), None, None, None]);
    }
}
