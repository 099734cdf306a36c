//! Where games end: jumps against steps.

use super::*;

fn find_end(data: &[u8], pos: usize, is_final: bool) -> Result<usize, Unsettled> {
    let found = Ends::new(data, is_final).find(pos, false);
    assert_eq!(found, plainly(data, pos, is_final), "{}", data.escape_ascii());
    found
}

/// What `find_end` finds, byte by byte.
fn plainly(data: &[u8], mut pos: usize, is_final: bool) -> Result<usize, Unsettled> {
    let (mut depth, start) = (0usize, pos);
    while let Some(&byte) = data.get(pos) {
        match byte {
            b'\n' | b'\r' | b' ' | b'\t' if depth == 0 && paragraph_behind(data, pos).is_some() => {
                pos = paragraph_behind(data, pos).expect("just seen");
                if let Some(place) = Ends::new(data, is_final).restart(start, pos)? {
                    return Ok(place);
                }
            }
            b'[' if begins_line(data, pos) => {
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
                if length > 0 && (depth == 0 || is_blank_line(data, pos, is_final)?) {
                    return behind(data, pos, is_final);
                }
            }
            _ => pos += 1,
        }
    }
    at_data_end(data.len(), is_final)
}

#[test]
fn jumps_are_steps() {
    const WORDS: [&str; 58] = [
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
        "1-0\n\n1. d4",
        "* O-O",
        "* 1...c5",
        "\n[%clk 1]",
        "{\n[%clk 1]}",
        "{\n[A \"a\"]\n}",
        "{\n[A \"a\"]\n{}",
        "\nA \"a\"]\n",
        "\n[Event A\n",
        "[A \"a\"]",
        "stray",
        "\r\n\r\n",
        "\n\n1. d4 ",
        "\n \n{x} 1. Nf3 Nf6 ",
        "\n\n$1 1. Nc3 d5 2.",
        "d5 12.",
        "Nf6",
        "Nf3",
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
fn behind_the_marker() {
    for (text, rest) in [
        ("1. e4 * 1. d4 *", "1. d4 *"),
        ("1. e4 1-0\n\ne4", "e4"),
        ("1. e4 * * 1-0 O-O", "O-O"),
        ("1. e4 *\n1 . 0-0", "1 . 0-0"),
        ("1. e4 *\n1e4", "1e4"),
        ("1. e4 * (x 1. d4) {y} 1.d4", "1.d4"),
        ("1. e4 * (\n[x]\n1. d4)\n[A \"\"]", "[A \"\"]"),
        ("1. e4 * x 1. d4\n2. d4", "2. d4"),
        ("1. e4 * x [Event \"A\"] *", "[Event \"A\"] *"),
        ("1. e4 * [Event \"A\" ]", "[Event \"A\" ]"),
        ("1. e4 *\n[Event A]", "[Event A]"),
        ("1. e4 *\nEvent \"A\"] \r\n", "Event \"A\"] \r\n"),
        ("1. e4 *\n%1. d4\n;1. d4\n--", "--"),
        ("1. e4 * 1. --- 12345. e4 0. e4 1-0 ---", ""),
        ("1. e4 * % 1. d4", ""),
        ("1. e4 *\n[x]\n[Event\n[E A]", ""),
        ("1. e4 (1. d4 *\r\n 1. c4) * 1. d4", "1. d4"),
        ("1. e4 (1. d4 *\r\n\r\n 1. c4) *", "1. c4) *"),
        ("1. e4 {\n[A \"a\"]\n} * {\n[%clk 1]\n{} Z0", "Z0"),
    ] {
        assert_eq!(end(text), Ok(text.len() - rest.len()), "{text}");
    }
}

#[test]
fn careful() {
    for text in ["1. e4 {", "1. e4 {\n[Event \"A\"]\n{}", "1. e4 (1. d4 *\r 1. c4)"] {
        assert_eq!(end(text), Err(Unsettled::Careful), "{text}");
    }
}

#[test]
fn beyond_reach() {
    for marker in ["1-0", "0-1", "1/2-1/2", "*", "\n[A \"\"]", "\n%x\n", "{x} *", "(x) *", ";x\n*"] {
        for length in REACH - 12..REACH + 4 {
            let text = format!("{}{marker} 1. e4", " ".repeat(length));
            let _ = end(&text);
            let _ = find_end(text.as_bytes(), 3, false);
        }
    }
}

#[test]
fn games_in_a_row() {
    // What has been looked for once holds for the games behind.
    let text = "1. e4 {a} e5 (1... c5) 1-0\n\n1. d4 *\n%x\n1. c4 ;x\n*\n[A \"\"]\n\n* {[}\n".repeat(400);
    let (data, mut pos, mut games) = (text.as_bytes(), 0, 0);
    let ends = Ends::new(data, true);
    while pos < data.len() {
        let found = ends.find(pos, false);
        assert_eq!(found, plainly(data, pos, true));
        pos = found.expect("settled");
        pos += if data[pos..].starts_with(b"[A") { 8 } else { 0 };
        games += 1;
    }
    assert_eq!(games, 1600);
}

#[test]
fn more() {
    for text in [
        "1. e4",
        "1. e4 *",
        "1. e4 * x\n",
        "1. e4 *\n1. d4",
        "1. e4 *\n[Event",
        "1. e4 1-",
        "1. e4 1-0",
        "{",
        ";",
        "(1-0",
        "(1-0\n",
        "*\n[",
    ] {
        assert_eq!(find_end(text.as_bytes(), 0, false), Err(Unsettled::More), "{text}");
    }
    let long = format!("{{{}", "a".repeat(COMMENT_LIMIT));
    assert_eq!(find_end(long.as_bytes(), 0, false), Err(Unsettled::Careful));
}
