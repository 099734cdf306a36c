//! What is plain, and what stops the walk.

use super::*;

const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";

fn walk(fen: &str, text: &str) -> (Walk, u32) {
    let mut position = Position::from_fen(fen, true).expect("a sound FEN");
    let mut walker = Walker::new(text.as_bytes(), &mut position);
    (walker.walk(0), walker.plies)
}

fn clears(text: &str) -> bool {
    matches!(walk(ARRAY, text).0, Walk::Marker(..))
}

#[test]
fn plain() {
    for text in [
        "1. e4 e5 2. Nf3 Nc6 1-0",
        "1.e4 e5 2.Nf3 1/2-1/2",
        "1. e4! $1 {good} e5?! (1... c5 (1... e6) 2. c3 ;)\n) 2. Nf3{x}\n%esc\n *",
        "1. e4 1... e5 2. Nf3 2... Nc6 0-1",
        "e4 e5 Nf3 *",
        "*",
        "1. e4 (1. d4 $1 {)} ) 1... e5 *",
        "1. e4 (1. d4 1-0) (1. c4 *\nx1-0) 1... e5 *",
    ] {
        assert!(clears(text), "{text}");
    }
}

#[test]
fn not_plain() {
    for text in [
        "",
        "1. e4",
        "1. e4 1-",
        "1. e4 1-01",
        "1... e4 *",
        "2. e4 e5 2. Nf3 *",
        "1. 1. e4 *",
        "1. ... e4 *",
        "1 e4 *",
        "1.... e4 *",
        "01. e4 *",
        "1. e4 e5 3. Nf3 *",
        "1. e4 e5 2 Nf3 *",
        "1. e5 *",
        "1. e4 -- *",
        "1. e4 e5 2. Ke3 *",
        "1. e4 [x] *",
        "1. e4 (1. d4 *",
        "1. e4 ) *",
        "1. e4 {open *",
        "1. e4 } *",
        "1. e4 e.p. *",
        "1. e4 e5 2. 0-0 *",
        "1. e4 (1. d4 [ ) *",
        "1. e4 (1. d4 1-0\n\n) *",
        "1. e4 (1. d4 *\r\n) *",
        "1. e4 $ *",
        "1. e4 $1234 *",
        "1. e4$1 *",
        "1. e4 % *",
        "1. e4 !? *",
        "1. e4 e5 2. Nf3 Nc6 3. d4 d5 4. Nd2 1. *",
        "1. e4 e5 2. Bc4 Bc5 3. Qh5 Nf6 4. Kxf7 *",
        "1. e4 \x01 *",
        "1. e4 e5 1-0x",
        "Nf3 Nf6 Ng1 Ng8 d4 d5 Nd2 Nf6 Ngf3 Nd7 Ne5 Ne4 Nd3 Nf3 *",
    ] {
        assert!(!clears(text), "{text}");
    }
}

#[test]
fn another_first_number() {
    let mut position = Position::from_fen(ARRAY, true).expect("a sound FEN");
    let text = b"{x} 24. e4 e5 25. Nf3 25... Nc6 1-0";
    let mut walker = Walker::new(text, &mut position);
    assert_eq!(walker.walk(0), Walk::Marker(text.len(), Marker::White));
    assert_eq!((walker.number, walker.plies), (24, 4));
    for text in ["24. e4 e5 2. Nf3 *", "0. e4 *", "024. e4 *", "24... e4 *", "24 e4 *", "1. 24. e4 *"] {
        assert!(!clears(text), "{text}");
    }
}

#[test]
fn black_begins() {
    let fen = "4k3/4p3/8/8/8/8/4P3/4K3 b - - 3 9";
    assert_eq!(walk(fen, "9... e5 10. e4 *"), (Walk::Marker(16, Marker::Open), 2));
    assert_eq!(walk(fen, "9. e5 *").0, Walk::Stopped(0));
}

#[test]
fn clock() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 149 99";
    assert_eq!(walk(fen, "99. Kd1 *").1, 1);
    assert_eq!(walk(fen, "99. Kd1 Kd7 *").0, Walk::Stopped(8));
    assert_eq!(walk(fen, "99. e4 Kd7 *").1, 2);
}
