//! Moves and numbers in their plainest form, as most of movetext has them: read fast. Of anything else `words` decides.
#![forbid(unsafe_code)]

/// The length of a number with one dot before a move, in its plainest form; else 0.
#[inline(always)]
pub(super) fn number(rest: &[u8]) -> usize {
    let length = match *rest {
        [_, b'.', ..] => 2,
        [_, b'0'..=b'9', b'.', ..] => 3,
        [_, b'0'..=b'9', b'0'..=b'9', b'.', ..] => 4,
        _ => return 0,
    };
    match rest.get(length..) {
        Some([b' ' | b'\n', b'A'..=b'Z' | b'a'..=b'z', ..] | [b'A'..=b'Z' | b'a'..=b'z', ..]) => length,
        _ => 0,
    }
}

/// The length of a move in the standard spelling before white space, without promotion; else 0.
#[inline(always)]
pub(super) fn movement(rest: &[u8]) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let Some(Ok(eight)) = rest.get(..8).map(<[u8; 8]>::try_from) else { return 0 };
    let bytes = u64::from_le_bytes(eight);
    // The lowest bit set is that of the first byte below 0x21.
    let blanks = bytes.wrapping_sub(ONES * 0x21) & !bytes & (ONES * 0x80);
    let length = blanks.trailing_zeros() / 8;
    if !(2..8).contains(&length) {
        return 0;
    }
    // From here on nothing branches on what the move is: it could not be foretold.
    let class = |bytes: u64, at: u32| CLASSES[usize::from((bytes >> (at * 8)) as u8)];
    let core = length - u32::from(class(bytes, length - 1) == CHECK);
    if !(2..6).contains(&core) {
        return 0;
    }
    let target = class(bytes, core - 2) == FILE && class(bytes, core - 1) == RANK;
    let before = bytes & ((1 << ((core - 2) * 8)) - 1);
    let shape = shape([class(before, 0), class(before, 1), class(before, 2)]);
    if target && SHAPES[shape % SHAPES.len()] { length as usize } else { 0 }
}

const NONE: u8 = 0;
const MAN: u8 = 1;
const FILE: u8 = 2;
const RANK: u8 = 3;
const TAKES: u8 = 4;
const CHECK: u8 = 5;
const ELSE: u8 = 6;

/// The class of each byte in a plain move.
const CLASSES: [u8; 256] = {
    let mut classes = [ELSE; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            0 => NONE,
            b'K' | b'Q' | b'R' | b'B' | b'N' => MAN,
            b'a'..=b'h' => FILE,
            b'1'..=b'8' => RANK,
            b'x' => TAKES,
            b'+' | b'#' => CHECK,
            _ => ELSE,
        };
        byte += 1;
    }
    classes
};

const fn shape([first, second, third]: [u8; 3]) -> usize {
    first as usize | (second as usize) << 3 | (third as usize) << 6
}

/// Whether these classes may stand before the target.
const SHAPES: [bool; 512] = {
    let mut shapes = [false; 512];
    let plain: [[u8; 3]; 8] = [
        [NONE, NONE, NONE],
        [FILE, TAKES, NONE],
        [MAN, NONE, NONE],
        [MAN, TAKES, NONE],
        [MAN, FILE, NONE],
        [MAN, RANK, NONE],
        [MAN, FILE, TAKES],
        [MAN, RANK, TAKES],
    ];
    let mut at = 0;
    while at < plain.len() {
        shapes[shape(plain[at])] = true;
        at += 1;
    }
    shapes
};
