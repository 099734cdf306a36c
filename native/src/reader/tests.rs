//! Facts of movetext, plain and odd.

use super::*;
use crate::kinds::{
    BARE_VARIATION, BEHIND_MARKER, DEAD_PASSED, DECLARED_UNREADABLE, Kinds, LONG_CLOCK, NAMES, OPEN_COMMENT,
    OPEN_VARIATION, UNREAD, VARIATION_STOP, VARIATION_UNREADABLE,
};

const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";
const HOME: &str = "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1";

fn line_from(fen: &str, text: &[u8]) -> Line {
    read(text, 0, &Position::from_fen(fen, true).expect("a position"), &[])
}

fn said(text: &str) -> Line {
    line_from(ARRAY, text.as_bytes())
}

/// The names of the kinds of facts.
fn names(kinds: Kinds) -> Vec<&'static str> {
    NAMES.iter().filter(|(_, kind)| kinds & kind != 0).map(|&(name, _)| name).collect()
}

/// The facts of one kind with their ply, their text, their value.
fn noted<'a>(line: &Line, kind: Kinds, text: &'a str) -> Vec<(u32, &'a str, u32)> {
    let of = line.noted.iter().filter(|one| one.kind == kind);
    of.map(|one| (one.ply, text.get(one.at as usize..one.end as usize).unwrap_or("?"), one.value)).collect()
}

/// One fact: its ply, its text, its value; there is no other, and the moves are played on.
fn alone(text: &str, kind: Kinds) -> (u32, &str, u32) {
    let line = said(text);
    assert_eq!((names(line.kinds), line.noted.len()), (names(kind), 1), "{text}");
    noted(&line, kind, text)[0]
}

fn stopped(line: &Line) -> &Stop {
    line.stops.as_ref().and_then(|stops| stops.mainline.as_ref()).expect("a stop")
}

fn stop(line: &Line) -> (u32, u32, u32) {
    let stop = stopped(line);
    (stop.ply, stop.at, stop.end)
}

#[test]
fn nothing_to_say() {
    for text in [
        "1. e4 e5 2. Nf3 *",
        "1.e4 e5 2.Nf3 *",
        "1. e4! {x} e5 $1 (1... c5 (1... e6) 2. c3) 2. Nf3?! ;y\n *",
        "1. e4 1... e5 2. Nf3+ *\n",
        "e4 e5 Nf3 *",
        "1. e4 (1. d4 * {)} ;)\n%) \n%)\n) 1... e5 2. Nf3 * {behind} $1 ;x\n% y\n!",
        "1. e4 (1. d4 -- 2. c4 (2. c3 (c4)) Z0) (1. c4) () (d3 (d4)) e5 2. Nf3 *",
        "1 . e4 e5 2 Nf3 *",
    ] {
        let line = said(text);
        assert_eq!(names(line.kinds), <[&str; 0]>::default(), "{text}");
        assert_eq!((line.plies, line.marker, line.white_to_move, line.skipped), (3, 1, false, 0), "{text}");
    }
}

#[test]
fn markers() {
    for (text, marker) in [("*", 1), ("1-0", 2), ("0-1", 3), ("1/2-1/2", 4), ("1. e4 1-0", 2), ("e4*", 1)] {
        assert_eq!((said(text).marker, said(text).kinds), (marker, 0), "{text}");
    }
    let text = "1. e4 {x} ";
    assert_eq!(alone(text, NO_MARKER), (0, "", 0));
    assert_eq!(said(text).noted[0].at, 5);
    assert_eq!(line_from(ARRAY, b"").noted[0].at, 0);
    assert_eq!(read(b"[X \"\"]\n {x}", 7, &Position::from_fen(ARRAY, true).expect("sound"), &[]).noted[0].at, 7);
}

#[test]
fn behind_the_marker() {
    let behind = |text| noted(&said(text), BEHIND_MARKER, text).first().map(|one| one.1);
    assert_eq!(behind("e4 * {x} $1 ! e.p. ;y\n%z\n"), None);
    assert_eq!(behind("e4 * {x} and (more) $1"), Some("and (more)"));
    assert_eq!(behind("e4 * 1-0"), Some("1-0"));
    assert_eq!(said("e4 * 1-0").marker, 1);
    assert_eq!(names(said("e4 * (d4 *").kinds), ["BEHIND_MARKER", "OPEN_VARIATION"]);
    assert_eq!(noted(&said("e4 * (d4 *"), OPEN_VARIATION, "e4 * (d4 *"), [(0, "(", 1)]);
    assert_eq!(names(said("e4 * ) ) {x").kinds), ["BEHIND_MARKER", "OPEN_COMMENT", "STRAY_PARENTHESIS"]);
    assert_eq!(names(said("e4 * ((x)").kinds), ["BEHIND_MARKER", "OPEN_VARIATION"]);
}

#[test]
fn a_line_comment_behind_the_marker_declares_outside_variations() {
    let unreadable = |text| noted(&said(text), DECLARED_UNREADABLE, text).len();
    assert_eq!(unreadable("1. e4 * ;fen=rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP\n"), 1);
    assert_eq!(unreadable("1. e4 * (x ;fen=rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP\n)"), 0);
}

#[test]
fn what_is_never_closed_behind_the_marker_hides_no_moves() {
    struct Count(u32);
    impl Moves for Count {
        fn played(&mut self, _: &Position, _: &[u8], _: usize) {
            self.0 += 1;
        }
    }
    let halts = |text: &str| {
        let (start, mut moves) = (Position::from_fen(ARRAY, true).expect("a position"), Count(0));
        let halt = match watch(text.as_bytes(), 0, &start, &mut moves).expect("readable") {
            Watched::Whole(_) => 0,
            Watched::Halts(kind, _) => kind,
        };
        (moves.0, names(halt))
    };
    assert_eq!(halts("1. e4 * {x"), (1, vec![]));
    assert_eq!(halts("1. e4 * (1. d4"), (1, vec![]));
    assert_eq!(halts("1. e4 {x"), (1, vec!["OPEN_COMMENT"]));
    assert_eq!(halts("1. e4 (1. d4"), (1, vec!["OPEN_VARIATION"]));
}

#[test]
fn numbers() {
    assert_eq!(alone("7. e4 e5 8. Nf3 *", FIRST_NUMBER), (1, "", 7));
    assert_eq!(alone("1. e4 e5 3. Nf3 *", MOVE_NUMBER), (3, "", 3));
    assert_eq!(alone("1. e4 2... e5 *", MOVE_NUMBER), (2, "", 2));
    assert_eq!(names(said("1. e4 e5 3. 4. Nf3 3. *").kinds), ["MOVE_NUMBER"]);
    assert_eq!(said("1. e4 e5 3. 4. Nf3 3. *").noted.len(), 3);
    // The dots are summed where they stand in pieces; `end` is how many.
    for (text, dots) in [("1... e4 *", 3), ("1. ... e4 *", 4), ("1.. . e4 *", 3), ("1 .. e4 *", 2)] {
        let line = said(text);
        assert_eq!((names(line.kinds), line.noted[0].end), (vec!["FIRST_COLOR"], dots), "{text}");
    }
    assert_eq!(said("... e4 *").kinds, 0, "dots without a number");
    let black = "4k3/8/8/8/8/8/P7/4K3 b - - 0 9";
    assert_eq!(line_from(black, b"9... Kd7 10. Kd2 *").kinds, 0);
    assert_eq!(names(line_from(black, b"9. Kd7 10. Kd2 *").kinds), ["FIRST_COLOR"]);
    assert_eq!(names(line_from(black, b"10... Kd7 10. Kd2 *").kinds), ["FIRST_NUMBER", "MOVE_NUMBER"]);
    // A great number does not wrap around.
    assert_eq!(names(said("1. e4 e5 999999999. Nf3 *").kinds), ["MOVE_NUMBER"]);
    let last = "4k3/8/8/8/8/8/P7/4K3 w - - 0 4294967295";
    assert_eq!(names(line_from(last, b"Ke2 Ke7 1. Ke1 *").kinds), ["MOVE_NUMBER"]);
}

#[test]
fn a_number_before_what_cannot_be_read_is_none() {
    for text in ["1. e4 3. blind e5 *", "9. backslashes e4 *", "1... x e4 *", "1. e4 e5 7. 8. x 2. Nf3 *"] {
        assert_eq!(names(said(text).kinds), ["UNREADABLE"], "{text}");
        assert_eq!(said(text).skipped, 1);
    }
    assert_eq!(names(said("9. x 9. e4 *").kinds), ["FIRST_NUMBER", "UNREADABLE"]);
}

#[test]
fn runs_of_unreadable_tokens() {
    let runs = |text| noted(&said(text), UNREADABLE, text).iter().map(|one| one.1).collect::<Vec<_>>();
    assert_eq!(runs("e4 ,a ,b e5 ,c *"), [",a ,b", ",c"]);
    assert_eq!(runs("e4 ,a (1. d4 ,x) ,b *"), [",a (1. d4 ,x) ,b"]);
    assert_eq!(runs("e4 (1. d4 ,x) ,b *"), [",b"]);
    assert_eq!(runs("e4 ,a (d4) (c4) ,b *"), [",a (d4) (c4) ,b"]);
    assert_eq!(runs("e4 ,a {x} ,b ;y\n ,c\n%z\n,d *"), [",a", ",b", ",c", ",d"]);
    assert_eq!(runs("e4 ,a (d4 {x}) ,b *"), [",a (d4 {x}) ,b"]);
    assert_eq!(runs("e4 ,a ! ,b $1 ,c 2. ,d ) ,e *"), [",a", ",b", ",c", ",d", ",e"]);
    assert_eq!(runs("e4 [x] } $ *"), ["[x] } $"]);
    assert_eq!(said("e4 ,a ,b e5 ,c *").skipped, 3);
    assert_eq!(said("Ke3 ,a ,b *").skipped, 0, "behind a stop nothing is passed over");
}

#[test]
fn comments_and_variations_that_stay_open() {
    assert_eq!(alone("e4 * {x", OPEN_COMMENT), (0, "{x", 0));
    let text = "e4 (d4 {x *";
    assert_eq!(names(said(text).kinds), ["NO_MARKER", "OPEN_COMMENT", "OPEN_VARIATION"]);
    assert_eq!(noted(&said(text), OPEN_COMMENT, text), [(0, "{x *", 0)]);
    assert_eq!(alone("e4 (d4 (c4) * {x}", OPEN_VARIATION), (0, "(", 1));
    assert_eq!(said("e4 (d4 * {x}").marker, 1);
    assert_eq!(names(said("e4 (d4 * e5").kinds), ["NO_MARKER", "OPEN_VARIATION"]);
    // The one around all the others.
    assert_eq!(said("e4 (d4 (c4 *").noted[0].at, 3);
    assert_eq!(alone("e4 ) e5 ) *", STRAY_PARENTHESIS), (0, ")", 0));
    assert_eq!(said("e4 ) e5 ) *").noted[0].at, 3);
    for text in ["e4 (;)\n) *", "e4 (\n%)\n) *", "e4 ([)] ) *", "e4 ([)\n) *", "e4 ([) {)} ) *", "e4 (x%) *"] {
        assert_eq!(said(text).kinds & !VARIATION_UNREADABLE, 0, "{text}");
    }
}

#[test]
fn variations_with_nothing_before_them() {
    for text in [
        "e4 ((d4) d3) *",
        "e4 ({x} 1... $1 N ;y\n (d4) d3) *",
        "e4 (d4 ((c4))) ((c4)) *",
        "e4 ,a ( (d4)) *",
        "Ke2 ((d4)) *",
        "(d4) e4 *",
        "{x} 1. (d4) e4 *",
    ] {
        let line = said(text);
        let at = line.noted.iter().find(|one| one.kind == BARE_VARIATION).map(|one| one.at as usize);
        assert_eq!(at, text.find("((").map(|at| at + 1).or_else(|| text.rfind('(')), "{text}");
    }
    for text in ["e4 (d4 (d3)) *", "e4 (,a (d3)) *", "-- (d3) *", "e4 () (d3) *", "e4 ({((} d4) *", "e4 * ((d4))"] {
        assert_eq!(said(text).kinds & BARE_VARIATION, 0, "{text}");
    }
}

#[test]
fn stops_and_the_position_before() {
    let text = "1. e4 {x} e5 2. Ke3! Ke7 ,a 9. *";
    let line = said(text);
    assert_eq!(names(line.kinds), ["UNREADABLE", "STOP"]);
    assert_eq!((line.plies, line.white_to_move, line.marker, line.skipped), (2, true, 1, 0));
    assert_eq!(stop(&line), (3, 16, 19), "without the !");
    let before = &stopped(&line).position;
    assert_eq!(before.placement(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR");
    assert_eq!((before.clock, before.number, before.turn().is_white()), (0, 2, true));
    // A move that has been made before it was seen to be none: a king left in check, a castling.
    let pinned = line_from("4r2k/8/8/8/8/8/4R3/4K3 w - - 5 9", b"Kf1 Kg8 Ke1 Kh8 Rd2 *");
    assert_eq!((pinned.plies, stop(&pinned)), (4, (5, 16, 19)));
    assert_eq!(stopped(&pinned).position.placement(), "4r2k/8/8/8/8/8/4R3/4K3");
    let castled = line_from(HOME, b"O-O O-O-O 2. O-O *");
    assert_eq!((castled.plies, stop(&castled)), (2, (3, 13, 16)));
    assert_eq!(stopped(&castled).position.placement(), "2kr3r/8/8/8/8/8/8/R4RK1");
    for text in ["Nd2 *", "e5 *", "exd3 *", "O-O *", "Qd2 *", "e4=Q *", "Ne3 *", "e8=K *"] {
        assert_eq!(names(said(text).kinds), ["STOP"], "{text}");
    }
}

#[test]
fn null_moves() {
    for text in ["e4 -- Nf3 *", "e4 Z0 Nf3 *", "e4 null Nf3 *", "e4 @@@@ Nf3 *"] {
        let line = said(text);
        assert_eq!((names(line.kinds), line.plies, line.noted[0].ply), (vec!["NULL_MOVE"], 3, 2), "{text}");
    }
    let check = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 9";
    let line = line_from(check, b"-- Kd7 *");
    assert_eq!((names(line.kinds), stop(&line), line.noted[0].ply), (vec!["NULL_MOVE", "STOP"], (1, 0, 2), 0));
    let text = "Ke2 Z0 *";
    assert_eq!(noted(&said(text), NULL_MOVE, text), [(0, "Z0", 0)], "behind a stop it is of no ply");
    // It takes no pawn en passant, and the clock goes on.
    assert_eq!(stop(&said("e4 -- e5 d5 -- -- exd6 *")).0, 7);
}

#[test]
fn spellings() {
    let text = "O-O 0-0-0+ *";
    let line = line_from(HOME, text.as_bytes());
    assert_eq!(noted(&line, CASTLING_SPELLING, text), [(2, "0-0-0+", 0)]);
    for text in ["o-o *", "O\u{2013}O *", "0-0! *"] {
        assert_eq!(names(line_from(HOME, text.as_bytes()).kinds), ["CASTLING_SPELLING"], "{text}");
    }
    assert_eq!(line_from(HOME, b"O-O-O++ *").kinds, 0);
    // Behind a stop, and where it is none itself, it is of no ply.
    for text in ["Kh8 0-0 *", "0-0 *"] {
        let line = said(text);
        assert_eq!((names(line.kinds), line.noted[0].ply), (vec!["CASTLING_SPELLING", "STOP"], 0), "{text}");
    }
    for text in ["e2e4 *", "e2-e4 *", "N@f3 *", "e4 e7e5 *", "e4 (e2e4) *"] {
        assert_eq!(names(said(text).kinds), ["UNREAD"], "{text}");
    }
    assert_eq!(said("Ke2 e2e4 *").kinds & UNREAD, 0, "behind a stop no move is read");
    assert_eq!(said("e4 ((e2e4)) *").kinds, BARE_VARIATION, "nor in a variation that is not played");
    for text in ["Ng1-f3 *", "Pe4 *", "P:e4 *", "2e4 *", "-e4 *", "Nf3e.p. *"] {
        assert_eq!((said(text).plies, said(text).kinds), (1, 0), "{text}");
    }
    let promotes = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    for text in ["a8=Q+ *", "a8Q *", "a8(Q) *", "a8/q# *", "a8=(R) *"] {
        assert_eq!(line_from(promotes, text.as_bytes()).kinds, 0, "{text}");
    }
}

#[test]
fn ends() {
    assert_eq!(names(said("f3 e5 g4 Qh4# *").kinds), ["MATE"]);
    assert!(said("f3 e5 g4 Qh4# *").white_to_move);
    assert_eq!(names(said("f3 e5 g4 Qh4# Kf2 *").kinds), ["STOP"]);
    assert_eq!(names(said("f3 e5 g4 ,x Qh4# *").kinds), ["UNREADABLE"], "not all has been played");
    assert_eq!(names(said("f3 e5 g4 Qh4# ,x *").kinds), ["UNREADABLE"]);
    assert_eq!(names(line_from("k7/8/1K6/8/8/8/8/1Q6 w - - 0 1", b"Qb5 *").kinds), <[&str; 0]>::default());
    assert_eq!(names(line_from("k7/8/K7/8/8/8/8/1Q6 w - - 0 1", b"Qb6 *").kinds), ["STALEMATE"]);
    assert_eq!(line_from("k7/8/KQ6/8/8/8/8/8 b - - 0 1", b"*").kinds, 0, "no move has been played");
}

#[test]
fn the_clock() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 149 99";
    let text = "Kd2! Kd7! Kd3 Kd6 *";
    let line = line_from(fen, text.as_bytes());
    assert_eq!(noted(&line, LONG_CLOCK, text), [(2, "Kd7", 150)], "the first, without the !");
    assert_eq!(line_from(fen, b"e4 Kd7 *").kinds, 0);
    assert_eq!(line_from(fen, b"Kd2 *").kinds, 0, "the game does not go on");
    assert_eq!(names(line_from(fen, b"Kd2 -- *").kinds), ["LONG_CLOCK", "NULL_MOVE"]);
}

#[test]
fn dead_positions() {
    let fen = "4k3/8/8/8/8/8/3p4/4K2n w - - 0 60";
    let text = "Kxd2 Ng3!! Ke3 *";
    let line = line_from(fen, text.as_bytes());
    assert_eq!(names(line.kinds), ["DEAD", "DEAD_PASSED"]);
    assert_eq!(noted(&line, DEAD_PASSED, text), [(2, "Ng3", 0)], "the first, without the !!");
    let text = "Kxd2 {x} (Ke2 Ng3+) -- *";
    assert_eq!(noted(&line_from(fen, text.as_bytes()), DEAD_PASSED, text), [(2, "--", 0)]);
    assert_eq!(names(line_from(fen, b"Kxd2 *").kinds), ["DEAD"], "the game does not go on");
    assert_eq!(line_from(fen, b"Ke2 d1=N *").kinds, 0);
    assert_eq!(names(line_from(fen, b"Kxd2 Ng3 Ka8 *").kinds), ["STOP"], "not all can be played");
    assert_eq!(noted(&line_from("4k3/8/8/8/8/8/8/4K3 w - - 0 60", b"Kd2 *"), DEAD_PASSED, "Kd2 *"), [(1, "Kd2", 0)]);
}

#[test]
fn bytes_of_any_kind() {
    for byte in 0..=255u8 {
        for text in [vec![byte], vec![b'e', b'4', byte], vec![b'(', byte], vec![b'1', b'.', byte], vec![b'*', byte]] {
            let line = line_from(ARRAY, &text);
            assert!(line.plies < 2 && line.noted.iter().all(|one| one.at <= one.end || one.kind == FIRST_COLOR));
        }
    }
}

#[test]
fn variations() {
    let text = "e4 (d4 ,a ,b {x} ,c (,d) ,e e5 Ke2) e5 (c5 Nf3 (Nd2) d6) *";
    let runs: Vec<_> = noted(&said(text), VARIATION_UNREADABLE, text).iter().map(|one| one.1).collect();
    assert_eq!(runs, [",a ,b", ",c", ",d", ",e"]);
    for (text, expected) in [
        (text, vec![(3, "Ke2", 4), (3, "Nd2", 0)]),
        ("e4 (c5! e6) (O-O) (c4 --) e5 *", vec![(1, "c5", 0), (1, "O-O", 0)]),
        ("e4 ((c5)) (e3 d6 Bb5+ (Bb7 (Ba8)) --) e5 *", vec![(3, "Bb7", 0), (4, "--", 0)]),
        ("(e4 d4) e4 ,a (c5) Ke3 (e6) (c5) *", vec![(2, "d4", 0)]),
        ("e4 (d4) (Nf9 e5 c5) (c4 e5 c5 (d3) Ke7 e6) *", vec![(1, "e5", 1), (5, "e6", 0)]),
    ] {
        let line = said(text);
        let stops = line.stops.map(|stops| stops.variations).unwrap_or_default();
        let told = |one: &Stop| (one.ply, text.get(one.at as usize..one.end as usize).unwrap_or("?"), one.skipped);
        assert_eq!(stops.iter().map(told).collect::<Vec<_>>(), expected, "{text}");
        assert_ne!(line.kinds & VARIATION_STOP, 0, "{text}");
    }
    assert_eq!(said("e4 ((e2e4)) (Ke3 e2e4) e5 *").kinds, VARIATION_STOP | BARE_VARIATION);
    let start = Position::from_fen(ARRAY, true).expect("sound");
    assert_eq!(replays(b"e4 (Ke3) e5 *", 0, &start), Some(true));
}
