//! The six fields of a record.
#![forbid(unsafe_code)]

use shakmaty::Color;

/// The fields of a record, the first and the last three of which are still to be read.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'a> {
    /// The piece placement.
    pub placement: &'a [u8],
    /// The active color.
    pub turn: Color,
    /// The castling availability.
    pub castling: &'a [u8],
    /// The en passant target square.
    pub en_passant: &'a [u8],
    /// The halfmove clock; `None`: it is not stated.
    pub halfmove: Option<u64>,
    /// The fullmove number, from 1 on; `None`: it is not stated.
    pub fullmove: Option<u64>,
}

impl<'a> Fields<'a> {
    /// Of a record of six fields with one space between them.
    pub fn read(text: &'a [u8]) -> Option<Self> {
        let (placement, rest) = text.split_at_checked(memchr::memchr(b' ', text)?)?;
        let mut parts = rest.get(1..)?.split(|&byte| byte == b' ');
        let mut next = || parts.next();
        let (active, castling, en_passant) = (next()?, next()?, next()?);
        let (halfmove, fullmove) = (number(next()?)?, number(next()?)?);
        if parts.next().is_some() || fullmove == 0 {
            return None;
        }
        let counters = (Some(halfmove), Some(fullmove));
        Self::new([placement, active, castling, en_passant], counters)
    }

    /// Of four fields and the counters.
    pub fn new(
        [placement, active, castling, en_passant]: [&'a [u8]; 4],
        counters: (Option<u64>, Option<u64>),
    ) -> Option<Self> {
        let turn = match active {
            b"w" => Color::White,
            b"b" => Color::Black,
            _ => return None,
        };
        Some(Self { placement, turn, castling, en_passant, halfmove: counters.0, fullmove: counters.1 })
    }
}

/// A whole number of ten digits at most; longer ones Python reports.
pub fn number(text: &[u8]) -> Option<u64> {
    if text.is_empty() || text.len() > 10 {
        return None;
    }
    text.iter().try_fold(0, |value, &byte| byte.is_ascii_digit().then(|| value * 10 + u64::from(byte - b'0')))
}
