//! The columns of a plain start, as `pgnfen.report.tags` writes them.
#![forbid(unsafe_code)]

use std::io::Write;

use crate::fen::{CASTLING, EN_PASSANT, KINDS, Plain};

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
    pub fn write(self, out: &mut Vec<u8>, values: [Option<&[u8]>; 3], plain: &Plain) -> std::io::Result<()> {
        match self {
            Self::Jsonl => jsonl(out, values, plain),
            Self::Csv => parted(out, values, plain, &CSV),
            Self::Text => parted(out, values, plain, &TEXT),
        }
    }
}

fn jsonl(out: &mut Vec<u8>, values: [Option<&[u8]>; 3], plain: &Plain) -> std::io::Result<()> {
    for (name, value) in ["setup", "fen", "variant"].into_iter().zip(values) {
        write!(out, "\"{name}\": ")?;
        let Some(value) = value else {
            out.extend_from_slice(b"null, ");
            continue;
        };
        for part in [&b"\""[..], value, b"\", "] {
            out.extend_from_slice(part);
        }
    }
    write!(out, "\"kind\": \"{}\"", kind(plain))?;
    for (name, number) in [("scharnagl", plain.scharnagl), ("scharnagl_black", plain.scharnagl_black)] {
        match number {
            Some(number) => write!(out, ", \"{name}\": {number}")?,
            None => write!(out, ", \"{name}\": null")?,
        }
    }
    for (name, names, bits) in [("castling", CASTLING, plain.castling), ("en_passant", EN_PASSANT, plain.en_passant)] {
        write!(out, ", \"{name}\": [")?;
        join(out, names, bits, b", ", b"\"");
        out.push(b']');
    }
    Ok(())
}

/// How columns are parted: what stands between them, for an absent one, and between the names in one.
struct Parted {
    columns: u8,
    absent: &'static [u8],
    names: &'static [u8],
}

const CSV: Parted = Parted { columns: b',', absent: b"", names: b" " };
const TEXT: Parted = Parted { columns: b'\t', absent: b"-", names: b"," };

fn parted(out: &mut Vec<u8>, values: [Option<&[u8]>; 3], plain: &Plain, parts: &Parted) -> std::io::Result<()> {
    for value in values {
        out.extend_from_slice(value.unwrap_or(parts.absent));
        out.push(parts.columns);
    }
    out.extend_from_slice(kind(plain).as_bytes());
    for number in [plain.scharnagl, plain.scharnagl_black] {
        out.push(parts.columns);
        match number {
            Some(number) => write!(out, "{number}")?,
            None => out.extend_from_slice(parts.absent),
        }
    }
    for (names, bits) in [(CASTLING, plain.castling), (EN_PASSANT, plain.en_passant)] {
        out.push(parts.columns);
        if bits == 0 {
            out.extend_from_slice(parts.absent);
        }
        join(out, names, bits, parts.names, b"");
    }
    Ok(())
}

fn kind(plain: &Plain) -> &'static str {
    KINDS.get(plain.kind as usize).copied().unwrap_or("")
}

/// Write the names whose bits are set, `between` them, each in quotes.
fn join(out: &mut Vec<u8>, names: [&str; 3], bits: u8, between: &[u8], quote: &[u8]) {
    let mut parted: &[u8] = b"";
    for (_, name) in names.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 != 0) {
        for part in [parted, quote, name.as_bytes(), quote] {
            out.extend_from_slice(part);
        }
        parted = between;
    }
}
