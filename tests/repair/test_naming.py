"""Names rewritten by a list: its formats, what is written, and what the list does not have."""

from __future__ import annotations

import json
import re
from pathlib import Path

import programs
import pytest

from pgnfen.errors import InputError
from pgnfen.repair.name_lists import Name, read_names

CSV = b'spelling,name,fide_id,kind\n"Kasparov,G","Kasparov, Garry",4100018\nmoscow,Moscow,,site\n'
TOML = b"""
[players]
"Kasparov, Garry" = ["Kasparov,G", "Kasparov, Gary"]
[sites]
Moscow = "moscow"
[fide_ids]
"Kasparov, Garry" = 4100018
"""
SCID = b"""# a spelling file
@PLAYER ", .-"
%Prefix "Mac " "Mac"
Kasparov, Garry        #gm  RUS [2851] 1963.04.13
%Bio FIDEID 4100018
= Kasparow, Garri      # as German has it
=Kasparov, Gary
Karpov, Anatoly

@SITE
Moscow
=moscow
"""


@pytest.mark.parametrize(("data", "path"), [(CSV, "n.csv"), (TOML, "n.toml"), (SCID, "spelling.ssp")])
def test_formats(data: bytes, path: str) -> None:
    names = read_names(data, path)
    assert names.of("player", "Kasparov, Garry") == Name("Kasparov, Garry", "4100018")
    assert names.of("site", "moscow") == Name("Moscow")
    assert names.of("player", "moscow") is None and names.of("event", "Moscow") is None
    assert names.kinds == {"player", "site"}


def test_signs_that_do_not_count() -> None:
    names = read_names(SCID, "spelling.ssp")
    for spelling in ("KasparovGarry", "Kasparow,Garri", "Kasparov Gary", "Kasparov, Garry."):
        assert names.of("player", spelling) == Name("Kasparov, Garry", "4100018"), spelling
    assert names.of("site", "Mos-cow") is None


@pytest.mark.parametrize(
    "data",
    [
        b"spelling,name\na,b\na,c\n", b"a\n", b"a,b,1,town\n", b"@TOWN\nx\n", b'a,"b\nc"\n', b"a,b\nb,c\n",
    ],
)  # fmt: skip
def test_no_lists(data: bytes) -> None:
    with pytest.raises(InputError):
        read_names(data, "names.csv")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'"M\xc3\xbcller, K","M\xc3\xbcller, Karsten",abc\n', "line 1: 'abc' is not a FIDE number"),
        (
            b"spelling,name,fide_id\na,A,4100018\nb,A,4100019\n",
            "'A' has the number 4100018 (line 2) and the number 4100019 (line 3)",
        ),
        (b"a,A\nb,A,4100018\nc,A,4100019\n", "'A' has the number"),
        (b"x,y\na,A\na,B\n", "'a' stands for 'A' (line 2) and for 'B' (line 3)"),
        (b'"a\nb",A\nb,B,,town\n', "line 3: 'town' must be one of"),
        (b"@PLAYER\nA\n=a\nB\n=a\n", "'a' stands for 'A' (line 2) and for 'B' (line 4)"),
        (b'"' + b"a" * 140_000 + b'",b\n', "field larger"),
    ],
)  # fmt: skip
def test_lists_that_contradict_themselves(data: bytes, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        read_names(data, "names.csv")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"[players\n", "not a name list"),
        (b'[players]\n"A"=1\n', "players, 'A': write a spelling in quotes"),
        (b'[players]\n"A"=["a", 1]\n', "players, 'A': write a spelling in quotes"),
        (b"players=3\n", "players is not a table"),
        (b"fide_ids=3\n", "fide_ids is not a table"),
        (b'[players]\n"A"="a"\n[fide_ids]\n"A"="abc"\n', "fide_ids, 'A': 'abc' is not a FIDE number"),
        (b'[players]\n"A"="a"\n[fide_ids]\n"A"=true\n', "True is not a FIDE number"),
    ],
)
def test_no_toml(data: bytes, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        read_names(data, "names.toml")


def test_a_number_stated_once_is_that_of_the_name() -> None:
    names = read_names(b"a,A\nb,A,4100018\n", "names.csv")
    assert names.of("player", "A") == names.of("player", "a") == Name("A", "4100018")


GAMES = """[Event "a"]
[Site "moscow"]
[White "Kasparov,G"]
[Black "Karpov, A"]
[Result "1-0"]

1. e4 1-0

[Event "b"]
[White "Kasparov, Garry"]
[WhiteFideId "4100018"]
[Black "Kasparov,G"]
[BlackFideId "?"]
[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]

*
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "games.pgn").write_text(GAMES, encoding="utf-8")
    (tmp_path / "names.csv").write_bytes(CSV)
    return tmp_path


def test_fix_writes_names_and_says_which_are_unknown(folder: Path) -> None:
    command = ["fix", "--names", "names.csv", "--unknown-names", "todo.csv", "--log", "log.jsonl", "games.pgn"]
    done = programs.pgnfen(*command, "-o", "out.pgn", cwd=folder, text=True)
    assert done.returncode == 0, done.stderr
    assert "names 5" in done.stderr and "S101 1" in done.stderr
    assert "not in the name list: 1 name, 1 time" in done.stderr
    text = GAMES.replace('"moscow"', '"Moscow"').replace("Kasparov,G", "Kasparov, Garry")
    text = text.replace('[Result "1-0"]\n', '[Result "1-0"]\n[WhiteFideId "4100018"]\n').replace('"?"', '"4100018"')
    text = text.replace("[FEN", '[SetUp "1"]\n[FEN')
    assert (folder / "out.pgn").read_text(encoding="utf-8") == text
    assert (folder / "todo.csv").read_text() == 'spelling,name,fide_id,kind,games\n"Karpov, A",,,player,1\n'
    log = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    first = next(one for one in log if one["field"] == "White")
    assert (first["before"], first["after"]) == ("Kasparov,G", "Kasparov, Garry")
    assert GAMES[first["offset"] :].startswith("Kasparov,G")
    again = programs.pgnfen("fix", "--names", "names.csv", "--check", "out.pgn", cwd=folder, text=True)
    assert again.returncode == 0, again.stderr  # nothing would change


def test_names_are_written_in_the_encoding_of_the_game(tmp_path: Path) -> None:
    """What the game's encoding does not have is left alone."""
    (tmp_path / "names.csv").write_text('"Müller, K","Müller, Karstén"\n"M, X","王, X"\n', encoding="utf-8")
    game = '[White "Müller, K"]\n[Black "M, X"]\n\n1. e4 {Müller} *\n'
    for encoding in ("latin-1", "utf-8"):
        path = tmp_path / "game.pgn"
        path.write_bytes(game.encode(encoding))
        programs.pgnfen("fix", "--names", "names.csv", "game.pgn", "-o", "out.pgn", cwd=tmp_path, text=True)
        black = "王, X" if encoding == "utf-8" else "M, X"
        expected = game.replace("Müller, K", "Müller, Karstén").replace("M, X", black)
        assert (tmp_path / "out.pgn").read_bytes() == expected.encode(encoding)


def test_the_list_of_unknown_names_is_a_list_of_names(folder: Path) -> None:
    rows = 'spelling,name,fide_id,kind,games\n"Karpov, A","Karpov, Anatoly",,player,1\nx,,,,\n'
    (folder / "todo.csv").write_text(rows)
    done = programs.pgnfen("fix", "--names", "todo.csv", "--diff", "games.pgn", cwd=folder, text=True)
    assert done.returncode == 1 and '+[Black "Karpov, Anatoly"]' in done.stdout


def test_jobs_and_engines_agree(folder: Path) -> None:
    (folder / "many.pgn").write_text(GAMES * 3000, encoding="utf-8")
    outputs = []
    for jobs in ("1", "2"):
        done = programs.pgnfen("fix", "--names", "names.csv", "--jobs", jobs, "many.pgn", cwd=folder)
        assert done.returncode == 0
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1] and outputs[0].count(b"Kasparov, Garry") == 9000


def test_what_is_no_list_is_refused(folder: Path) -> None:
    done = programs.pgnfen("fix", "--names", "games.pgn", "games.pgn", cwd=folder, text=True)
    assert done.returncode == 2 and done.stdout == ""
    done = programs.pgnfen("fix", "--names", "nothing.csv", "games.pgn", cwd=folder, text=True)
    assert done.returncode == 2 and "nothing.csv" in done.stderr
    done = programs.pgnfen("fix", "--unknown-names", "x.csv", "games.pgn", cwd=folder, text=True)
    assert done.returncode == 2 and "--names" in done.stderr
