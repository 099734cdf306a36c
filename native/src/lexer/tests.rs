//! Tokens of movetext plain and odd.

use super::*;

fn lex(text: &str) -> Vec<(Kind, &str)> {
    let mut found = Vec::new();
    let mut pos = 0;
    while let Some(token) = next(text.as_bytes(), pos) {
        assert!(token.start >= pos && token.end > token.start, "{text}");
        found.push((token.kind, text.get(token.start..token.end).expect("whole characters")));
        pos = token.end;
    }
    found
}

#[test]
fn plain() {
    use Kind::{Annotation, Castling, Close, Comment, Escape, LineComment, Marker, Move, Nag, Number, Open};
    let text = "1. e4! {a} e5 $14 (1... c5 ;b\n2.Nf3)\n%c\r\n2. O-O 2... exd8=Q+ 1/2-1/2";
    let expected = [
        (Number, "1."),
        (Move, "e4"),
        (Annotation, "!"),
        (Comment, "{a}"),
        (Move, "e5"),
        (Nag, "$14"),
        (Open, "("),
        (Number, "1..."),
        (Move, "c5"),
        (LineComment, ";b"),
        (Number, "2."),
        (Move, "Nf3"),
        (Close, ")"),
        (Escape, "%c"),
        (Number, "2."),
        (Castling, "O-O"),
        (Number, "2..."),
        (Move, "exd8=Q+"),
        (Marker, "1/2-1/2"),
    ];
    assert_eq!(lex(text), expected);
}

/// The first token of each, and what is left for the others.
#[test]
fn odd() {
    for (text, kind, length) in [
        ("{a", Kind::Comment, 2),
        ("%a", Kind::Unreadable, 2),
        ("$", Kind::Unreadable, 1),
        ("$1234567890", Kind::Nag, 10),
        ("1-0x", Kind::Unreadable, 4),
        ("1-0[", Kind::Marker, 3),
        ("0\u{2013}0\u{2013}0++", Kind::Castling, 11),
        ("O-O-Ox", Kind::Castling, 3),
        ("O-O+x", Kind::Castling, 3),
        ("O-Ox", Kind::Unreadable, 4),
        ("---", Kind::Unreadable, 3),
        ("--", Kind::Null, 2),
        ("Null", Kind::Null, 4),
        ("123456789", Kind::Number, 9),
        ("1234567890.", Kind::Unreadable, 11),
        ("1 . \u{2026}x", Kind::Number, 7),
        ("1         .", Kind::Number, 1),
        ("...", Kind::Number, 3),
        ("\u{2026}\u{2026}", Kind::Number, 3),
        ("e2-e4x", Kind::Move, 2),
        ("e2xe4x", Kind::Unreadable, 6),
        ("e8=Qx", Kind::Move, 2),
        ("e8(Q)#", Kind::Move, 6),
        ("e8/(Q)", Kind::Move, 2),
        ("exd6e.p.", Kind::Move, 4),
        ("exd6+ep", Kind::Move, 5),
        ("e4+x", Kind::Move, 2),
        ("N@f3++", Kind::Move, 6),
        ("4e5", Kind::Move, 3),
        ("e. p.x", Kind::EnPassant, 4),
        ("+-x", Kind::Annotation, 2),
        ("++x", Kind::Unreadable, 3),
        ("mate.", Kind::Annotation, 5),
        ("N", Kind::Annotation, 1),
        ("[x]]", Kind::Unreadable, 3),
        ("[[x{]", Kind::Unreadable, 3),
        ("x1-0", Kind::Unreadable, 4),
    ] {
        let token = next(text.as_bytes(), 0).expect("a token");
        assert_eq!((token.kind, token.start, token.end), (kind, 0, length), "{text}");
    }
}

#[test]
fn passed_over() {
    assert_eq!(lex("\u{feff}\u{a0}\u{1a} \x0b\x0c\u{a0}"), []);
    assert_eq!(lex("\u{a0}x\u{a0}"), [(Kind::Unreadable, "x\u{a0}")]);
    assert_eq!(next(b"e4", 3), None);
}

#[test]
fn numbers() {
    for (text, expected) in [
        ("12...", (Some(12), 3)),
        ("12", (Some(12), 0)),
        ("..", (None, 2)),
        ("7 .\u{2026}", (Some(7), 4)),
        ("999999999.", (Some(999_999_999), 1)),
        ("99999999999", (Some(u32::MAX), 0)),
        ("1.2", (None, 1)),
        ("", (None, 0)),
    ] {
        assert_eq!(number(text.as_bytes()), expected, "{text}");
    }
}

#[test]
fn prose_has_three_words_of_letters() {
    use Kind::{Move, Number, Unreadable};
    let moves = [(Number, "1."), (Move, "e4")];
    for (text, prose) in [("Hello brave world", "Hello brave world"), ("Hello brave world 2. d4", "Hello brave world")]
    {
        let text = format!("1. e4\n\n{text}");
        let found = lex(&text);
        assert_eq!((&found[..2], found[2]), (&moves[..], (Unreadable, prose)));
    }
    for text in ["Hello brave", "Hello brave 1 2 3", "Hello brave 2. d4"] {
        assert_eq!(lex(&format!("1. e4\n\n{text}"))[2], (Unreadable, "Hello"), "{text}");
    }
}
