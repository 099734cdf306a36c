//! The columns of a plain start, as `pgnfen.report.tags` writes them.
#![forbid(unsafe_code)]

use crate::definitions::{CastlingConvention, EnPassantConvention, StartKind};
use crate::fen::Plain;
use crate::record::write_number;

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// JSON Lines.
    Jsonl,
    /// CSV.
    Csv,
    /// Text, with tabs between the columns.
    Text,
}

impl Format {
    /// The format of that name.
    pub fn of(name: &str) -> Option<Self> {
        match name {
            "jsonl" => Some(Self::Jsonl),
            "csv" | "csv-raw" => Some(Self::Csv),
            "text" => Some(Self::Text),
            _ => None,
        }
    }

    /// Write the columns of a start; in the raw values of SetUp, FEN and Variant of a plain one nothing is to be quoted.
    pub fn write(self, out: &mut Vec<u8>, values: [Option<&[u8]>; 3], plain: &Plain) {
        match self {
            Self::Jsonl => jsonl(out, values, plain),
            Self::Csv => parted(out, values, plain, &CSV),
            Self::Text => parted(out, values, plain, &TEXT),
        }
    }
}

fn jsonl(out: &mut Vec<u8>, values: [Option<&[u8]>; 3], plain: &Plain) {
    for (name, value) in [&b"\"setup\": "[..], b", \"fen\": ", b", \"variant\": "].into_iter().zip(values) {
        out.extend_from_slice(name);
        match value {
            Some(value) => quoted(out, value),
            None => out.extend_from_slice(b"null"),
        }
    }
    out.extend_from_slice(b", \"kind\": ");
    quoted(out, kind(plain).as_bytes());
    for (name, number) in
        [(&b", \"scharnagl\": "[..], plain.scharnagl), (b", \"scharnagl_black\": ", plain.scharnagl_black)]
    {
        out.extend_from_slice(name);
        match number {
            Some(number) => write_number(out, number),
            None => out.extend_from_slice(b"null"),
        }
    }
    for (name, names, bits) in [
        (&b", \"castling\": ["[..], CastlingConvention::NAMES, plain.castling),
        (b", \"en_passant\": [", EnPassantConvention::NAMES, plain.en_passant),
    ] {
        out.extend_from_slice(name);
        join(out, names, bits, b", ", b"\"");
        out.push(b']');
    }
}

fn quoted(out: &mut Vec<u8>, text: &[u8]) {
    out.push(b'"');
    out.extend_from_slice(text);
    out.push(b'"');
}

/// How columns are parted: what stands between them, for an absent one, and between the names in one.
struct Parted {
    columns: u8,
    absent: &'static [u8],
    names: &'static [u8],
}

const CSV: Parted = Parted { columns: b',', absent: b"", names: b" " };
const TEXT: Parted = Parted { columns: b'\t', absent: b"-", names: b"," };

fn parted(out: &mut Vec<u8>, values: [Option<&[u8]>; 3], plain: &Plain, parts: &Parted) {
    for value in values {
        out.extend_from_slice(value.unwrap_or(parts.absent));
        out.push(parts.columns);
    }
    out.extend_from_slice(kind(plain).as_bytes());
    for number in [plain.scharnagl, plain.scharnagl_black] {
        out.push(parts.columns);
        match number {
            Some(number) => write_number(out, number),
            None => out.extend_from_slice(parts.absent),
        }
    }
    for (names, bits) in [(CastlingConvention::NAMES, plain.castling), (EnPassantConvention::NAMES, plain.en_passant)] {
        out.push(parts.columns);
        if bits == 0 {
            out.extend_from_slice(parts.absent);
        }
        join(out, names, bits, parts.names, b"");
    }
}

fn kind(plain: &Plain) -> &'static str {
    StartKind::NAMES.get(plain.kind as usize).copied().unwrap_or("")
}

/// Write the names whose bits are set, `between` them, each in quotes.
fn join(out: &mut Vec<u8>, names: &[&str], bits: u8, between: &[u8], quote: &[u8]) {
    let mut parted: &[u8] = b"";
    for (_, name) in names.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 != 0) {
        for part in [parted, quote, name.as_bytes(), quote] {
            out.extend_from_slice(part);
        }
        parted = between;
    }
}
