"""Living with findings: a baseline, a configuration, ignores by file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from programs import pgnfen

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FAULTY = '[White "{}"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *\n\n'
ILLEGAL = '[White "{}"]\n\n1. e5 *\n\n'


def audit(folder: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    return pgnfen("audit", *arguments, text=True, cwd=folder)


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    (tmp_path / "old").mkdir()
    (tmp_path / "a.pgn").write_text(FAULTY.format("x") + ILLEGAL.format("y"))
    (tmp_path / "old" / "b.pgn").write_text(FAULTY.format("z"))
    return tmp_path


def test_only_what_is_new_is_shown_and_fails(archive: Path) -> None:
    done = audit(archive, "--baseline", "known", "--update-baseline", ".")
    assert (done.returncode, done.stdout) == (0, "") and "known: 3 findings in the baseline" in done.stderr
    known = (archive / "known").read_text()
    assert [line.split()[0] for line in known.splitlines()] == ["#", "R101", "S101", "S101"]
    again = audit(archive, "--baseline", "known", ".")
    assert (again.returncode, again.stdout) == (0, "") and "3 in the baseline, 0 new (known)" in again.stderr
    # Games are inserted, merged, and get other line ends: they are known by their moves and players.
    text = ILLEGAL.format("new") + (archive / "a.pgn").read_text()
    (archive / "a.pgn").write_bytes(text.replace("\n", "\r\n").encode())
    more = audit(archive, "--baseline", "known", ".")
    assert more.returncode == 1 and "3 in the baseline, 1 new (known)" in more.stderr
    assert [line.split(": ")[0] for line in more.stdout.splitlines()] == ["./a.pgn:3"]
    # From another folder, the same.
    assert "3 in the baseline, 1 new" in audit(archive / "old", "--baseline", "../known", "..").stderr


def test_what_no_longer_occurs_is_said_and_pruned(archive: Path) -> None:
    audit(archive, "--baseline", "known", "--update-baseline", ".")
    before = (archive / "known").read_text()
    (archive / "a.pgn").write_text(FAULTY.format("x") + FAULTY.format("new"))
    done = audit(archive, "--baseline", "known", "a.pgn")
    assert done.returncode == 1 and "1 in the baseline, 1 new" in done.stderr
    assert "1 known finding no longer occurs; --prune-baseline removes it" in done.stderr
    assert (archive / "known").read_text() == before
    done = audit(archive, "--baseline", "known", "--prune-baseline", "a.pgn")
    assert done.returncode == 1 and "1 known finding no longer occurs; removed from the baseline" in done.stderr
    after = (archive / "known").read_text().splitlines()
    assert after == [line for line in before.splitlines() if "R101" not in line]  # old/b.pgn, not read, is kept


def test_findings_of_files_that_are_gone_are_pruned(archive: Path) -> None:
    """Those of URLs, standard input and archives, which nobody can see are gone, stay."""
    audit(archive, "--baseline", "known", "--update-baseline", ".")
    others = ["https://example.org/a.pgn", "<stdin>", "packed.zip:b.pgn"]
    (archive / "packed.zip").write_bytes(b"")
    kept = [f'S101 0 1 "{path}" "8/8 w" warning' for path in others]
    with (archive / "known").open("a") as file:
        file.write("".join(line + "\n" for line in kept))
    (archive / "old" / "b.pgn").unlink()
    done = audit(archive, "--baseline", "known", "a.pgn")
    said = "1 known finding no longer occurs (1 file no longer exists); --prune-baseline removes it\n"
    assert done.stderr.endswith(said)
    done = audit(archive, "--baseline", "known", "--prune-baseline", "a.pgn")
    assert done.stderr.endswith(said.replace("--prune-baseline removes it", "removed from the baseline"))
    after = (archive / "known").read_text()
    assert "old/b.pgn" not in after and "a.pgn" in after and all(line in after for line in kept)
    (archive / "packed.zip").unlink()
    assert audit(archive, "--baseline", "known", "a.pgn").stderr.endswith(said)
    audit(archive, "--baseline", "known", "--update-baseline", "a.pgn")
    assert "packed.zip" not in (archive / "known").read_text()


def test_a_baseline_that_is_not_there(archive: Path) -> None:
    done = audit(archive, "--baseline", "known", ".")
    assert done.returncode == 1 and "0 in the baseline, 3 new (known)" in done.stderr
    assert done.stderr.startswith("known does not exist, so every finding is new; --update-baseline creates it\n")
    done = audit(archive, "--baseline", "known", "--prune-baseline", ".")
    assert done.returncode == 2 and "known does not exist; --update-baseline creates it" in done.stderr
    assert not (archive / "known").exists()


def test_show_config_prints_toml(archive: Path) -> None:
    (archive / "pgnfen.toml").write_text('ignore = ["H"]\n[per-file-ignores]\n"old/*" = ["S101"]\n')
    for more, severity in ((["--fail-on", "info"], "info"), ([], "warning")):
        shown = audit(archive, "--show-config", *more, ".").stdout
        assert "None" not in shown
        values = tomllib.loads(shown)
        assert (values["severity"], values["ignore"]) == (severity, ["H"])
        assert values["per-file-ignores"] == {"old/*": ["S101"]}


@pytest.mark.parametrize("choice", [["--select", "R"], ["--ignore", "S101"], ["--severity", "error"], ["ignores"]])
def test_what_was_not_asked_is_not_gone(archive: Path, choice: list[str]) -> None:
    audit(archive, "--baseline", "known", "--update-baseline", "a.pgn")
    before = (archive / "known").read_text()
    if choice == ["ignores"]:
        (archive / "pgnfen.toml").write_text('[per-file-ignores]\n"*.pgn" = ["S101"]\n')
        choice = []
    done = audit(archive, "--baseline", "known", "--prune-baseline", *choice, "a.pgn")
    assert done.returncode == 0 and "no longer" not in done.stderr
    assert (archive / "known").read_text() == before


def test_infos_are_not_gone_where_they_are_not_shown(archive: Path) -> None:
    """Of a rule that finds infos and warnings; of a baseline from before severities neither is said to be gone."""
    castled = "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0 {} *\n"
    (archive / "a.pgn").write_text(castled.format("0\N{EN DASH}0"), encoding="utf-8")
    audit(archive, "--baseline", "known", "--update-baseline", "--severity", "info", "a.pgn")
    before = (archive / "known").read_text()
    assert [line.split()[-1] for line in before.splitlines()[1:]] == ["info", "warning"]
    done = audit(archive, "--baseline", "known", "--prune-baseline", "a.pgn")
    assert "1 in the baseline, 0 new" in done.stderr and "no longer" not in done.stderr
    assert (archive / "known").read_text() == before
    (archive / "a.pgn").write_text("1. e4 *\n")
    assert "1 known finding no longer occurs" in audit(archive, "--baseline", "known", "a.pgn").stderr
    (archive / "known").write_text(before.replace(" info\n", "\n").replace(" warning\n", "\n"))
    assert "no longer" not in audit(archive, "--baseline", "known", "a.pgn").stderr
    audit(archive, "--baseline", "known", "--prune-baseline", "--severity", "info", "a.pgn")
    assert (archive / "known").read_text() == "# pgnfen baseline 1\n"


def test_what_was_not_read_is_not_gone_and_nothing_is_written(archive: Path) -> None:
    audit(archive, "--baseline", "known", "--update-baseline", ".")
    before = (archive / "known").read_text()
    (archive / "a.pgn").write_text(FAULTY.format("x"))
    for option in ("--update-baseline", "--prune-baseline"):
        done = audit(archive, "--baseline", "known", option, "a.pgn", "nowhere.pgn")
        assert done.returncode == 2 and "known: not written because some inputs could not be read" in done.stderr
        assert "no longer" not in done.stderr and "findings known" not in done.stderr
    assert (archive / "known").read_text() == before


def test_the_same_finding_again_is_new(archive: Path) -> None:
    audit(archive, "--baseline", "known", "--update-baseline", "a.pgn")
    (archive / "a.pgn").write_text(FAULTY.format("x") * 2 + ILLEGAL.format("y"))
    assert "2 in the baseline, 1 new" in audit(archive, "--baseline", "known", "a.pgn").stderr


def test_a_file_that_is_no_baseline(archive: Path) -> None:
    head = "# pgnfen baseline 1\n"
    for text, said in (("x", "not a pgnfen baseline"), (head + "S101 x\n", "line 2 is not a valid baseline line")):
        (archive / "known").write_text(text)
        done = audit(archive, "--baseline", "known", "--update-baseline", "a.pgn")
        assert done.returncode == 2 and said in done.stderr
        assert (archive / "known").read_text() == text
    assert audit(archive, "--update-baseline", "a.pgn").returncode == 2


def test_records_have_a_baseline(archive: Path) -> None:
    (archive / "book.epd").write_text("4k3/8/8/8/8/8/8/4K3 w KQ -\n")
    audit(archive, "--baseline", "known", "--update-baseline", "book.epd")
    (archive / "book.epd").write_text("4k3/8/8/8/8/8/8/4K3 w - -\n4k3/8/8/8/8/8/8/4K3  w KQ -\n")
    done = audit(archive, "--baseline", "known", "book.epd")
    assert "2 in the baseline, 1 new" in done.stderr and "F102" in done.stdout


def test_what_is_hidden_is_ignored_too(archive: Path) -> None:
    """An entry for infos is of use although they are not shown; of rules that are not asked nothing is said."""
    game = '[Event "x"]\n[Date "9999.01.01"]\n\n1. e4 *\n'
    (archive / "future.pgn").write_text(game)
    shown = audit(archive, "--no-config", "--severity", "info", "future.pgn")
    assert "1 info" in shown.stderr
    code = shown.stdout.split()[3]
    (archive / "pgnfen.toml").write_text(f'[per-file-ignores]\n"*.pgn" = ["{code}"]\n')
    done = audit(archive, "future.pgn")
    assert "1 ignored (per-file-ignores)" in done.stderr
    assert "not shown" not in done.stderr and "ignores no finding" not in done.stderr
    assert "ignores no finding" not in audit(archive, "--select", "E", "future.pgn").stderr
    assert "1 ignored" in audit(archive, "--format", "full", "future.pgn").stderr


def test_configuration(archive: Path) -> None:
    (archive / "pgnfen.toml").write_text(
        'ignore = ["R101"]\nbaseline = "known"\n[per-file-ignores]\n"old/*" = ["S1"]\n"*.pgn" = ["K"]\n'
    )
    done = audit(archive, ".")
    assert [line.split()[3] for line in done.stdout.splitlines()] == ["S101"]
    assert "1 ignored (per-file-ignores)" in done.stderr
    assert "per-file-ignores: K in *.pgn ignores no finding; remove it" in done.stderr
    assert audit(archive / "old", "b.pgn").returncode == 0  # found upwards
    assert audit(archive, "--no-config", ".").stdout.count("\n") == 3
    assert "R101" in audit(archive, "--ignore", "S", ".").stdout  # the command line wins
    shown = audit(archive, "--show-config", "--fail-on", "error", ".").stdout
    assert "ignore = ['R101']  # configuration" in shown and "fail-on = 'error'  # command line" in shown
    assert "standard = '1994'  # default" in shown and f"baseline = '{archive / 'known'}'  # configuration\n" in shown
    assert "baseline = 'x'  # command line" in audit(archive, "--show-config", "--baseline", "x", ".").stdout
    assert "# baseline is not set\n" in audit(archive, "--no-config", "--show-config", ".").stdout


def test_fix_repairs_what_a_baseline_knows_and_says_so(archive: Path) -> None:
    audit(archive, "--baseline", "known", "--update-baseline", ".")
    (archive / "pgnfen.toml").write_text('baseline = "known"\n')
    done = pgnfen("fix", "old/b.pgn", text=True, cwd=archive)
    assert '[SetUp "1"]' in done.stdout
    assert "fix ignores the baseline" in done.stderr
    shown = pgnfen("fix", "old/b.pgn", "--show-config", text=True, cwd=archive).stdout
    assert "# configuration; this setting is used by audit, not by fix" in shown


def test_configuration_in_pyproject(archive: Path) -> None:
    own = '[tool.pgnfen]\nselect = ["S"]\nfail-on = "error"\n'
    (archive / "pyproject.toml").write_text(f'[project]\nname = "x"\n\n{own}')
    done = audit(archive, ".")
    assert done.returncode == 0 and done.stdout.count("S101") == 2 and "R101" not in done.stdout
    (archive / "old" / "pyproject.toml").write_text('[project]\nname = "y"\n')  # says nothing of pgnfen
    assert audit(archive / "old", "b.pgn").returncode == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('standard = "1.1"\n\nselekt = ["S"]\n', "line 3: unknown key 'selekt'; did you mean 'select'?"),
        ('select = ["X9"]\n', "line 1: select: unknown rule 'X9'; run 'pgnfen rules' for the list"),
        ('severity = "bad"\n', "line 1: severity: must be one of error, warning, info"),
        ('[per-file-ignores]\n"a" = "S"\n', "line 1: per-file-ignores: a: use a list"),
        ("select = [", "cannot be read as a configuration"),
    ],
)
def test_a_wrong_configuration_is_an_error(archive: Path, text: str, said: str) -> None:
    (archive / "pgnfen.toml").write_text(text)
    done = audit(archive, ".")
    assert (done.returncode, done.stdout) == (2, "") and said in done.stderr


def test_tags_that_declare_positions_in_a_configuration(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text('[FinalFEN "8/8/8/8/8/8/8/k1K5 w - -"]\n\n1. e4 *\n')
    (tmp_path / "pgnfen.toml").write_text('position-tag = ["FinalFEN"]\n')
    assert "D101" in audit(tmp_path, "a.pgn").stdout
    assert "position-tag = ['FinalFEN']  # configuration" in audit(tmp_path, "--show-config", "a.pgn").stdout
    assert audit(tmp_path, "--no-config", "a.pgn").stdout == ""
    (tmp_path / "pgnfen.toml").write_text('position-tag = ["no name"]\n')
    assert "line 1: position-tag: use a list of names of tags" in audit(tmp_path, "a.pgn").stderr
