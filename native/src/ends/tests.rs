//! Where games end: jumps against steps.

use super::*;

fn find_end(data: &[u8], pos: usize, is_final: bool) -> Result<usize, Unsettled> {
    let found = Ends::new(data, is_final).find(pos);
    assert_eq!(found, plainly(data, pos, is_final), "{}", data.escape_ascii());
    found
}

/// What `find_end` finds, byte by byte.
fn plainly(data: &[u8], mut pos: usize, is_final: bool) -> Result<usize, Unsettled> {
    let mut depth = 0usize;
    while let Some(&byte) = data.get(pos) {
        match byte {
            b'[' if opens_line(data, pos) => {
                if is_tag_like(data, pos, is_final)? {
                    return Ok(pos);
                }
                pos += 1;
            }
            b'{' => pos = skip_comment(data, pos, is_final)?,
            b';' => pos = skip_line(data, pos, is_final)?,
            b'%' if opens_line(data, pos) => pos = skip_line(data, pos, is_final)?,
            b'(' => {
                depth += 1;
                pos += 1;
            }
            b')' => {
                depth = depth.saturating_sub(1);
                pos += 1;
            }
            b'*' | b'0' | b'1' => {
                let length = marker_at(data, pos, is_final)?;
                pos += length.max(1);
                if length > 0 && (depth == 0 || blank_line(data, pos, is_final)?) {
                    return trailing(data, pos, is_final);
                }
            }
            _ => pos += 1,
        }
    }
    at_data_end(data.len(), is_final)
}

#[test]
fn jumps_are_steps() {
    const WORDS: [&str; 40] = [
        " ",
        "\n",
        "\n\n",
        "\r\n",
        "e4",
        "1.",
        "10.",
        "O-O",
        "1-0",
        "0-1",
        "1/2-1/2",
        "*",
        "1",
        "0",
        "-",
        "/",
        "1-",
        "1/2",
        "1-0-1",
        "{",
        "}",
        "{x}",
        "{\n[",
        "(",
        ")",
        ";",
        ";x\n",
        "%",
        "\n%",
        "\n%x\n",
        "[",
        "\n[",
        "\n[Event \"",
        "\n[Event \"A\"]\n",
        "[A \"",
        "!",
        "a1-0",
        "-1",
        "{[%clk 0:0]}",
        "x",
    ];
    let (mut state, mut settled) = (1u64, 0);
    let mut pick = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    for _ in 0..300_000 {
        let text: String = (0..1 + pick(14)).map(|_| WORDS[pick(WORDS.len())]).collect();
        let data = text.as_bytes();
        settled += usize::from(find_end(data, 0, true).is_ok());
        let _ = find_end(data, 0, false);
    }
    assert!(settled > 30_000, "{settled}");
}

fn end(text: &str) -> Result<usize, Unsettled> {
    find_end(text.as_bytes(), 0, true)
}

#[test]
fn boundaries() {
    assert_eq!(end("1. e4 *\n\n[Event \"A\"]"), Ok(9));
    assert_eq!(end("1. e4\n\n[Event \"A\"]"), Ok(7));
    assert_eq!(end("1. e4 {\n*}\n;*\n%*\n*\n[Event \"A\"]"), Ok(19));
    assert_eq!(end("1. e4 (1. d4 *\n1-0 1. c4) 1/2-1/2\n[Event \"A\"]"), Ok(34));
    assert_eq!(end("1. e4 (1. d4 *\n\n[Event \"A\"]"), Ok(16));
    assert_eq!(end("1. e4 * {after} ;and\n\n"), Ok(22));
    assert_eq!(end("11-0 [a x-0-1 1-00\n[a\n"), Ok(22));
    assert_eq!(end(""), Ok(0));
}

#[test]
fn careful() {
    for text in [
        "1. e4 * 1. d4 *",
        "1. e4 * x",
        "1. e4 * (",
        "1. e4 *\n[x]",
        "1. e4 * [Event \"A\"]",
        "1. e4 {",
        "1. e4 {\n[Event \"A\"]}",
        "1. e4 (1. d4 *\r\n 1. c4)",
    ] {
        assert_eq!(end(text), Err(Unsettled::Careful), "{text}");
    }
}

#[test]
fn more() {
    for text in ["1. e4", "1. e4 *", "1. e4 *\n[Event", "1. e4 1-", "1. e4 1-0", "{", ";", "(1-0", "(1-0\n", "*\n["] {
        assert_eq!(find_end(text.as_bytes(), 0, false), Err(Unsettled::More), "{text}");
    }
    let long = format!("{{{}", "a".repeat(COMMENT_LIMIT));
    assert_eq!(find_end(long.as_bytes(), 0, false), Err(Unsettled::Careful));
}
