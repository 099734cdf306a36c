//! Scharnagl's numbers of the 960 arrays.
#![forbid(unsafe_code)]

/// By the places of the two knights among the five squares that bishops and queen leave, from the a-file on.
const KNIGHTS: [[u32; 5]; 5] = [[0, 0, 1, 2, 3], [0, 0, 4, 5, 6], [0, 0, 0, 7, 8], [0, 0, 0, 0, 9], [0; 5]];
const DARK: u32 = 0b0101_0101; // of White's back rank: a1, c1, e1, g1

/// The number of a back rank, from the a-file on, in either side's letters; `None` where it is none of the 960.
pub(super) fn number(rank: &[u8]) -> Option<u16> {
    let rank: &[u8; 8] = rank.try_into().ok()?;
    let [bishops, knights, queen, rooks, king] = [b'b', b'n', b'q', b'r', b'k'].map(|man| files(rank, man));
    let counts = [knights, queen, rooks, king, bishops & DARK, bishops & !DARK].map(u32::count_ones);
    let (a_side, h_side) = (lowest(rooks), highest(rooks));
    if counts != [2, 1, 2, 1, 1, 1] || !(a_side < king && king < h_side) {
        return None;
    }
    let (dark, light) = ((bishops & DARK).trailing_zeros() / 2, (bishops & !DARK).trailing_zeros() / 2);
    let place = |squares: u32, man: u32| (squares & (man - 1)).count_ones();
    let rest = !(bishops | queen);
    let pair = KNIGHTS.get(place(rest, lowest(knights)) as usize)?.get(place(rest, highest(knights)) as usize)?;
    u16::try_from(((pair * 6 + place(!bishops, queen)) * 4 + dark) * 4 + light).ok()
}

/// A bit for each file that such a man of either side stands on; without a branch, for their order is anything.
fn files(rank: &[u8; 8], man: u8) -> u32 {
    rank.iter().enumerate().fold(0, |found, (file, &byte)| found | u32::from(byte | 0x20 == man) << file)
}

fn lowest(men: u32) -> u32 {
    men & men.wrapping_neg()
}

fn highest(men: u32) -> u32 {
    men & !lowest(men)
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
