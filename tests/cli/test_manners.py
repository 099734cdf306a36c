"""Manners: what is misspelled, said twice, cannot match, or is only tried; and what a shell completes."""

from __future__ import annotations

import os
import select
import shutil
import time
from pathlib import Path

import programs
import pytest

CLASSIC = '[White "A"]\n[Result "*"]\n\n1. e4 *\n\n'
ARRAY = '[SetUp "1"]\n[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n[Result "*"]\n\n1. e4 *\n\n'
NUMBER_0 = (
    '[Variant "Chess960"]\n[SetUp "1"]\n[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"]\n\n*\n\n'
)
CASTLED = '[FEN "4k3/8/8/8/8/8/8/4K2R w - - 0 1"]\n\n1. O-O *\n\n'  # S101 and C201
BARE = '[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. O-O *\n\n'  # S101
GAMES = CLASSIC + ARRAY + NUMBER_0 + CASTLED + BARE


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "games.pgn").write_text(GAMES, encoding="utf-8")
    return tmp_path


def filtered(folder: Path, *options: str) -> str:
    done = programs.pgnfen("filter", "-q", *options, "games.pgn", cwd=folder, text=True)
    assert done.returncode in (0, 1) and not done.stderr, done.stderr
    text: str = done.stdout
    return text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("adit x", "unknown command 'adit'; did you mean 'audit'?"),
        ("audit --selct C x", "--select"),
        ("audit --select castling-not-declard x", "did you mean 'castling-not-declared'"),
        ("rules castling-ordr", "did you mean 'castling-order'"),
        ("filter --has c20l x", "did you mean 'C20"),
        ("filter --kind chess96 x", "did you mean 'chess960'?"),
        ("tags --variant atomc x", "did you mean 'Atomic' or 'Atomar'?"),
        ("audit --variant Crazyhous x", "did you mean 'Crazyhouse'"),
    ],
)
def test_what_is_misspelled_is_told_what_may_be_meant(words: str, said: str, folder: Path) -> None:
    done = programs.pgnfen(*words.split(), cwd=folder, text=True)
    assert done.returncode == 2 and said in done.stderr and not done.stdout


def test_rules_go_by_name(folder: Path) -> None:
    by_code, by_name = (programs.pgnfen("rules", text).stdout for text in ("C201", "castling-not-declared"))
    assert by_code == by_name != b""
    one = programs.pgnfen("audit", "--select", "Castling-Not-Declared", "games.pgn", cwd=folder, text=True).stdout
    assert len(one.splitlines()) == 1 and "C201" in one
    (folder / "pgnfen.toml").write_text('[per-file-ignores]\n"*" = ["castling-not-declared"]\n', encoding="utf-8")
    assert "C201" not in programs.pgnfen("audit", "games.pgn", cwd=folder, text=True).stdout
    (folder / "pgnfen.toml").unlink()
    assert filtered(folder, "--has", "castling-not-declared") == CASTLED


@pytest.mark.parametrize(
    ("options", "games"),
    [
        (["--has", "C,S"], ARRAY + CASTLED + BARE),
        (["--has", "C", "--has", "S"], CASTLED),
        (["--without", "C,S"], CLASSIC + NUMBER_0),  # the array as FEN is S105
        (["--kind", "chess960,position"], NUMBER_0 + CASTLED + BARE),
        (["--kind", "chess960", "--kind", "position"], NUMBER_0 + CASTLED + BARE),
        (["--scharnagl", "0", "--scharnagl", "518"], CLASSIC + ARRAY + NUMBER_0),
        (["--fen", "4k3/8/8/8/8/8/8/4K2R w - - 0 1,4k3/8/8/8/8/8/8/4K2R w K - 5 9"], CASTLED + BARE),
        (["--fen", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "--fen", "4k3/8/8/8/8/8/8/4K2R w K - 5 9"], CASTLED + BARE),
        (["--placement", "*/*/*/*/*/*/*/BBQNNRKR,*/*/*/*/*/*/*/4K2R"], NUMBER_0 + CASTLED + BARE),
        (["--variant", "Chess960,Atomic"], NUMBER_0),
        (["--tag", "White=A", "--tag", "Result=B"], ""),
        (["--classic"], CLASSIC + ARRAY),
        (["--classic", "no-fen"], CLASSIC),
        (["--classic", "array"], CLASSIC + ARRAY),
    ],
)  # fmt: skip
def test_a_comma_is_or_and_repeated_options_add_up(options: list[str], games: str, folder: Path) -> None:
    assert filtered(folder, *options) == games


def test_classic_array_beside_a_file_of_that_name_is_refused(folder: Path) -> None:
    (folder / "array").write_text(CLASSIC, encoding="utf-8")
    done = programs.pgnfen("filter", "--classic", "array", "-o", "out.pgn", cwd=folder, text=True)
    assert done.returncode == 2 and "--classic=array" in done.stderr and not (folder / "out.pgn").exists()


def test_what_cannot_match_says_why(folder: Path) -> None:
    done = programs.pgnfen("filter", "--variant", "Atomc", "--dry-run", "games.pgn", cwd=folder, text=True)
    assert done.returncode == 1
    assert done.stderr.endswith("--variant: unknown variant 'Atomc'; did you mean 'Atomic' or 'Atomar'?\n")
    done = programs.pgnfen("filter", "--tag", "Whiet=A", "games.pgn", cwd=folder, text=True)
    assert "--tag Whiet=A: no game that matches the other conditions has the tag 'Whiet'" in done.stderr
    done = programs.pgnfen("filter", "--tag", "White>=3", "games.pgn", cwd=folder, text=True)
    assert "--tag White>=3: " in done.stderr and "have a value that cannot be compared" in done.stderr
    done = programs.pgnfen("filter", "--tag", "White=B", "games.pgn", cwd=folder, text=True)
    assert done.returncode == 1 and "no game has" not in done.stderr


def test_a_variant_that_only_the_archive_knows_is_found(folder: Path) -> None:
    (folder / "club.pgn").write_text('[Variant "Club rules"]\n\n1. e4 *\n', encoding="utf-8")
    done = programs.pgnfen("filter", "--variant", "club Rules", "club.pgn", cwd=folder, text=True)
    assert done.returncode == 0 and done.stderr.startswith("1 of 1 games match")


def test_a_dry_run_writes_nothing(folder: Path) -> None:
    def run(*words: str) -> tuple[str, str]:
        done = programs.pgnfen(*words, "games.pgn", cwd=folder, text=True)
        return done.stdout, done.stderr

    assert run("filter", "--classic=array", "--dry-run", "-o", "out.pgn", "--rest", "rest.pgn") == (
        "", "2 of 5 games match, 3 do not\nmatches per value of --classic: standard 2, no-fen 1, array 2, rules 4\n"
    )  # fmt: skip
    index, said = run("split", "--by", "kind", "-d", "parts", "--dry-run")
    assert said == "5 games would be written to 3 files of parts\n"
    assert [line.split(",")[:3] for line in index.splitlines()[1:]] == [
        ["chess960.pgn", "chess960", "1"], ["position.pgn", "position", "2"], ["standard.pgn", "standard", "2"]
    ]  # fmt: skip
    assert "would change: games.pgn" in "".join(run("fix", "--dry-run"))
    assert sorted(path.name for path in folder.iterdir()) == ["games.pgn"]
    run("split", "--by", "kind", "-d", "parts")
    assert (folder / "parts" / "index.csv").read_text(encoding="utf-8") == index


def test_a_terminal_without_input_says_so() -> None:
    pty = pytest.importorskip("pty", reason="no pseudo-terminals here")
    main, other = pty.openpty()
    try:
        os.write(main, b"1. e4 *\n" + b"\x04" * 16)
        done = programs.run([*programs.PGNFEN, "tags"], stdin=other, text=True)
    finally:
        os.close(other)
        os.close(main)
    assert done.returncode == 0 and "standard" in done.stdout
    assert done.stderr == "pgnfen: no input is given; reading games from the terminal (end with Ctrl-D)\n"


def completed(words: str, kind: str = "bash", cwd: Path | None = None) -> list[str]:
    """What is offered for the last word of a command line."""
    *before, last = words.split(" ")
    current = last if kind in ("fish", "powershell") else str(len(before))
    environment = {"_PGNFEN_COMPLETE": f"{kind}_complete", "COMP_WORDS": words, "COMP_CWORD": current}
    command = [programs.PGNFEN[0], "-c", "import sys; sys.argv[0] = 'pgnfen'; from pgnfen.cli import main; main()"]
    done = programs.run(command, env=os.environ | environment, text=True, cwd=cwd)
    assert done.returncode == 0 and not done.stderr
    text: str = done.stdout
    return text.splitlines()


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("pgnfen au", ["plain,audit"]),
        ("pgnfen audit --sele", ["plain,--select"]),
        ("pgnfen audit --select C20", ["plain,C201", "plain,C202"]),
        ("pgnfen audit --select S,castling-not", ["plain,S,castling-not-declared"]),
        ("pgnfen rules en-passant-r", ["plain,en-passant-rank"]),
        ("pgnfen filter --kind chess960,dou", ["plain,chess960,double-chess960"]),
        ("pgnfen tags --variant Crazyhouse", ["plain,Crazyhouse", "plain,Crazyhouse960"]),
        ("pgnfen fen --to shr", ["plain,shredder"]),
        ("pgnfen split --by scha", ["plain,scharnagl"]),
        ("pgnfen audit gam", ["file,gam"]),
        ("pgnfen fen --file gam", ["file,gam"]),
        ("pgnfen fen --file = gam", ["file,gam"]),
        ("pgnfen fen --variant Crazyhouse", ["plain,Crazyhouse", "plain,Crazyhouse960"]),
        ("pgnfen split --by white", [f"plain,White{name}" for name in ("", "Elo", "FideId", "Title", "USCF")]),
        ("pgnfen split --by month:D", ["plain,month:Date"]),
        ("pgnfen stats --by sch", ["plain,scharnagl"]),
        ("pgnfen stats --by Op", ["plain,Opening"]),
        ("pgnfen tags --columns Site,EC", ["plain,Site,ECO"]),
        ("pgnfen filter --tag WhiteE", ["plain,WhiteElo"]),
        ("pgnfen audit --select = C20", ["plain,C201", "plain,C202"]),  # as Bash parts --select=C20
        ("pgnfen fix --castling =", ["plain,fen", "plain,x-fen", "plain,shredder"]),
        ("pgnfen fix --castling = shredder --en-pass", ["plain,--en-passant"]),
    ],
)
def test_completion(words: str, offered: list[str]) -> None:
    assert completed(words) == offered


OFFERED = {
    "zsh": ["plain", "--select=C201", "castling-not-declared", "plain", "--select=C202", "castling-other-rook"],
    "fish": ["plain,--select=C201\tcastling-not-declared", "plain,--select=C202\tcastling-other-rook"],
    "powershell": ["plain::--select=C201::castling-not-declared", "plain::--select=C202::castling-other-rook"],
}


@pytest.mark.parametrize("shell", OFFERED)
def test_values_behind_a_sign(shell: str, tmp_path: Path) -> None:
    """What is offered takes the place of the whole word; files behind a sign are looked for here."""
    assert completed("pgnfen audit --select=C20", shell) == OFFERED[shell]
    (tmp_path / "games").mkdir()
    (tmp_path / "games.epd").write_bytes(b"")
    (tmp_path / "other.epd").write_bytes(b"")
    found = " ".join(completed("pgnfen fen --file=ga", shell, tmp_path))
    assert "--file=games.epd" in found and "--file=games/" in found and "other" not in found


def test_powershell_asks_for_the_word_that_is_typed() -> None:
    assert completed("pgnfen audit ", "powershell") == ["file::::"]
    assert completed("pgnfen fix --castling shr", "powershell") == ["plain::shredder::shredder"]
    script = programs.pgnfen("completion", "powershell", text=True).stdout
    assert "Register-ArgumentCompleter -Native -CommandName pgnfen" in script and "-split '::', 3" in script


def test_a_shell_that_is_not_named() -> None:
    done = programs.pgnfen("completion", text=True)
    assert done.returncode == 2
    assert done.stderr.endswith("Missing argument '{bash|zsh|fish|powershell}'. Use bash, zsh, fish or powershell.\n")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_one_of_the_shell(shell: str, tmp_path: Path) -> None:
    script = programs.pgnfen("completion", shell, text=True).stdout
    assert "_PGNFEN_COMPLETE" in script
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    (tmp_path / "script").write_text(script, encoding="utf-8")
    done = programs.run([program, "-n", tmp_path / "script"], text=True)
    assert (done.returncode, done.stderr) == (0, "")


TYPED = {
    "bash": (["--norc", "--noprofile", "-i"], ""),
    "zsh": (["-f", "-i"], "autoload -U compinit; compinit -u -D\n"),
}


@pytest.mark.parametrize(
    "words", ["rules castling-not-d", "audit --select=castling-not-d", "audit --select=C,castling-not-d"]
)
@pytest.mark.parametrize("shell", sorted(TYPED))
def test_a_shell_completes(shell: str, words: str, tmp_path: Path) -> None:
    """A shell in a pseudo-terminal, a word, and the tabulator key."""
    pty = pytest.importorskip("pty", reason="no pseudo-terminals here")
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    (tmp_path / "script").write_bytes(programs.pgnfen("completion", shell).stdout)
    runs_pgnfen(tmp_path)
    options, prepare = TYPED[shell]
    main, other = pty.openpty()
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "TERM": "dumb", "HOME": str(tmp_path), "PS1": "> "}
    with programs.start(
        [program, *options], stdin=other, stdout=other, stderr=other, cwd=tmp_path, env=os.environ | environment
    ):
        os.close(other)
        os.write(main, f"{prepare}source ./script; echo re'ady'\n".encode())
        seen = until(main, b"\r\nready")
        os.write(main, f"pgnfen {words}\t".encode())
        whole = f"{words}eclared".encode()
        seen += until(main, whole)
    os.close(main)
    assert whole in seen


def runs_pgnfen(folder: Path) -> None:
    """A program `pgnfen` in the folder."""
    (folder / "pgnfen").write_text(
        f"#!{programs.PGNFEN[0]}\nimport sys\nsys.argv[0] = 'pgnfen'\nfrom pgnfen.cli import main\nmain()\n",
        encoding="utf-8",
    )
    (folder / "pgnfen").chmod(0o755)


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("rules castling-not-d", "castling-not-declared\tA side castles"),
        ("audit --select=castling-not-d", "--select=castling-not-declared\tA side castles"),
        ("split --by=month:D", "--by=month:Date"),
        ("fen --file=ga", "--file=games.epd"),
        ("fen --file ga", "games.epd"),
    ],
)
def test_fish_completes(words: str, offered: str, tmp_path: Path) -> None:
    """Fish prints what it offers."""
    program = shutil.which("fish")
    if program is None:
        pytest.skip("fish is not installed")
    (tmp_path / "script").write_bytes(programs.pgnfen("completion", "fish").stdout)
    (tmp_path / "games.epd").write_bytes(b"")
    runs_pgnfen(tmp_path)
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "HOME": str(tmp_path)}
    asked = [program, "--no-config", "-c", f"source script; complete -C 'pgnfen {words}'"]
    done = programs.run(asked, text=True, cwd=tmp_path, env=os.environ | environment)
    [line] = done.stdout.splitlines()
    assert line.startswith(offered)


def until(terminal: int, wanted: bytes) -> bytes:
    """What comes from a terminal, until that is in it or ten seconds are over."""
    seen, end = b"", time.monotonic() + 10
    while wanted not in seen and time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            seen += os.read(terminal, 65536)
    return seen
