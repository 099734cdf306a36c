//! Tag sections: plain ones, and what is left to the careful reader.

use super::*;
use crate::definitions::TAG_SETUP;

fn read(data: &[u8], start: usize, is_final: bool) -> Result<Section, Unsettled> {
    Reader::new(data, is_final).read(start)
}

fn text(data: &[u8], index: usize) -> Option<&[u8]> {
    value(data, &read(data, 0, true).expect("settled").spans, index)
}

#[test]
fn values_and_flags() {
    let data = b"[Event \"A\"]\n[FEN \"f\"]\n[SetUp \"1\"]\n\n1. e4 *\n";
    let section = read(data, 0, false).expect("settled");
    assert_eq!(section.movetext, 35);
    assert_eq!(section.flags, REGULAR | SPELLED | ORDERED);
    assert_eq!(
        (text(data, 0), text(data, TAG_FEN), text(data, TAG_SETUP)),
        (Some(&b"A"[..]), Some(&b"f"[..]), Some(&b"1"[..]))
    );
    assert_eq!(text(data, TAG_VARIANT), None);
    assert_eq!(read(b"[fen \"\"]\n*", 0, true).expect("settled").flags, REGULAR | ORDERED);
    assert_eq!(read(b"[FEN \"\"]\r\n[Variant \"\"]\r\n\r\n*", 0, true).expect("settled").flags, REGULAR | SPELLED);
}

#[test]
fn careful() {
    for data in [
        &b"[Event \"A\"]\r*"[..],
        b"[Event \"A\n B\"]\n\n*",
        b"[FEN  \"A\"]\n\n*",
        b"[ FEN \"A\"]\n\n*",
        b"junk [Event \"A\"]\n\n*",
        b"; [FEN \"A\"]\n[FEN \"A\"]\n\n*",
        b"\n[A\\",
        b"[Event \"A\"]\n\r",
    ] {
        assert_eq!(read(data, 0, true).err(), Some(Unsettled::Careful), "{}", data.escape_ascii());
    }
    for data in [
        &b"[Event \"A\"]\n"[..],
        b"[Event \"A\"]\n\n",
        b"[Event \"A\"]\r\n\r",
        b"[Ev",
        b"",
        b"e4",
        b"[Event \"A\"]\n \njunk\n[",
        b"\xef\xbb",
    ] {
        assert_eq!(read(data, 0, false).err(), Some(Unsettled::More), "{}", data.escape_ascii());
    }
}

#[test]
fn many_names() {
    let mut data = Vec::new();
    for index in 0..70 {
        data.extend_from_slice(format!("[T{index} \"x\"]\n").as_bytes());
    }
    data.extend_from_slice(b"\n*\n");
    assert_eq!(read(&data, 0, true).err(), Some(Unsettled::Careful));
    assert!(read(&data, data.len() - 3 - 10 * 60, true).is_ok());
}

#[test]
fn sections_in_a_row() {
    // What is expected from the sections before must not be taken for what stands there.
    let heads = [
        "[Event \"",
        "[event \"",
        "[Even \"",
        "[Event  \"",
        "[TerminationDetails \"",
        "[TerminationDetailz \"",
        "[FEN \"",
    ];
    let tails = ["A\"]\n", "A\"]\r\n", "\"]\n", "A\" ]\n", "A\\\"\"]\n", "A\"]\"]\n", "A]\n"];
    let mut state = 1u64;
    let mut pick = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let (mut data, mut starts) = (String::new(), Vec::new());
    for _ in 0..4000 {
        starts.push(data.len());
        for _ in 0..1 + pick(4) {
            data += heads[pick(heads.len())];
            data += if pick(8) > 0 { tails[pick(3)] } else { tails[pick(tails.len())] };
        }
        data += "\n*\n";
    }
    let mut reader = Reader::new(data.as_bytes(), true);
    let mut settled = 0;
    for start in starts {
        let (next, alone) = (reader.read(start), read(data.as_bytes(), start, true));
        settled += usize::from(alone.is_ok());
        let told = |section: Section| (section.movetext, section.lines, section.spans, section.flags);
        assert_eq!(next.map(told), alone.map(told), "{start}");
    }
    assert!(settled > 1000, "{settled}");
}

#[test]
fn more_names_than_are_kept() {
    let section = |from: usize| {
        (from..from + 40).map(|index| format!("[T{index} \"x\"]\n")).chain(["\n*\n".to_string()]).collect::<String>()
    };
    let data: String = [0, 40, 20, 60, 0].map(section).concat();
    let mut reader = Reader::new(data.as_bytes(), true);
    let mut pos = 0;
    while pos < data.len() {
        pos = reader.read(pos).expect("settled").movetext + 2;
    }
}

#[test]
fn a_quote_in_a_value_is_not_regular() {
    let found = read(b"[Event \"A\"B\"]\n\n*", 0, true);
    assert!(found.is_ok_and(|section| section.flags & REGULAR == 0));
}

#[test]
fn a_glyph_begins_movetext_and_a_price_does_not() {
    let movetext = |line: &str| {
        let data = format!("[Event \"A\"]\n{line}\n[Site \"B\"]\n\n1. e4 *\n");
        read(data.as_bytes(), 0, true).map(|section| data.get(section.movetext..).unwrap_or("?").to_string())
    };
    assert_eq!(movetext("$1 e4").ok().as_deref(), Some("$1 e4\n[Site \"B\"]\n\n1. e4 *\n"));
    assert_eq!(movetext("$x paid").ok().as_deref(), Some("1. e4 *\n"));
}
