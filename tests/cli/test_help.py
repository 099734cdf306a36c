"""What `--help` prints: short summaries that are never cut, examples that run, one wording for one mistake."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import click
import programs
import pytest
from click.testing import CliRunner

import pgnfen
from pgnfen.cli.app import COMMANDS, cli
from pgnfen.replay.engines import default_engine

ROOT = Path(__file__).parent.parent.parent
VERBS = {
    "Check", "Count", "Fix", "List", "Print", "Report", "Show", "Write", "Find", "Remove", "Merge", "Start", "Serve",
}  # fmt: skip
pytestmark = pytest.mark.usefixtures("either_reader")


def command(name: str) -> click.Command:
    found = cli.get_command(click.Context(cli), name)
    assert found is not None
    return found


def examples(name: str) -> list[str]:
    text = command(name).help or ""
    return re.findall(r"^ +(pgnfen .*)$", text.partition("Examples:")[2], re.MULTILINE)


@pytest.mark.parametrize("name", COMMANDS)
def test_summaries(name: str) -> None:
    summary = command(name).get_short_help_str(1000)
    assert summary == COMMANDS[name][1], "pgnfen --help shows another summary than pgnfen help COMMAND"
    assert len(summary) <= 50, summary
    assert summary.split()[0].rstrip(',') in VERBS and summary.endswith("."), summary


def test_nothing_is_cut_off() -> None:
    text = programs.pgnfen("--help").stdout.decode()
    assert "..." not in text.replace("[ARGS]...", "")
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("name", COMMANDS)
def test_each_option_has_its_own_help(name: str) -> None:
    for param in command(name).params:
        if isinstance(param, click.Option) and not param.hidden:
            assert param.help and param.help[0].isupper() and param.help.endswith("."), (name, param.name, param.help)


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "completion"])
def test_examples_run(name: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "sample_pgn", tmp_path / "sample_pgn")
    lines = examples(name)
    assert lines
    for line in lines:
        done = programs.pgnfen(*shlex.split(line)[1:], cwd=tmp_path)
        assert done.returncode in (0, 1), (line, done.stderr)
        assert done.stdout or done.stderr or list(tmp_path.iterdir()), line


def test_help_of_a_command() -> None:
    assert programs.pgnfen("help", "audit").stdout == programs.pgnfen("audit", "--help").stdout
    assert programs.pgnfen("help").stdout == programs.pgnfen("--help").stdout
    assert programs.pgnfen("-V").stdout == programs.pgnfen("--version").stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("adit", "unknown command 'adit'; did you mean 'audit'?"),
        ("help adit", "unknown command 'adit'; did you mean 'audit'?"),
        ("xyz", "unknown command 'xyz'; run 'pgnfen --help'"),
        ("audit --format htlm", "unknown format 'htlm'; did you mean 'html'?"),
        ("stats --format xx", "unknown format 'xx'; use text, jsonl, csv or html"),
        ("audit --fail-on eror", "unknown severity 'eror'; did you mean 'error'?"),
        ("audit --select C999", "unknown rule 'C999'; run 'pgnfen rules' for the list"),
        ("filter --has C999", "unknown rule 'C999'; run 'pgnfen rules' for the list"),
        ("rules C999", "unknown rule 'C999'; run 'pgnfen rules' for the list"),
        ("fix --castling shreder", "unknown convention 'shreder'; did you mean 'shredder'?"),
        ("filter --kind chess96", "unknown kind of start 'chess96'; did you mean 'chess960'?"),
        ("tags --variant atomci", "unknown variant 'atomci'; did you mean 'Atomic'?"),
        ("fen --variant atomci x", "unknown variant 'atomci'; did you mean 'Atomic'?"),
        ("completion bsh", "unknown shell 'bsh'; did you mean 'bash'?"),
    ],
)
def test_one_wording_for_one_mistake(words: str, message: str) -> None:
    done = programs.pgnfen(*words.split(), input=b"")
    assert done.returncode == 2
    assert message in done.stderr.decode()


def test_the_version_comes_with_an_engine_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of another version, which no other command uses; one that the environment misspells."""
    pytest.importorskip("pgnfen._native")
    monkeypatch.setattr("pgnfen.native.DEFINITIONS", "of another version")
    monkeypatch.delenv("PGNFEN_ENGINE", raising=False)
    stale = CliRunner().invoke(cli, ["--version"])
    assert stale.exit_code == 0
    first, second = stale.output.splitlines()
    assert first == f"pgnfen {pgnfen.__version__} (engine: {default_engine().name})"
    assert second.startswith("The native engine was built for a different version of pgnfen; install pgnfen again (pip")
    monkeypatch.setenv("PGNFEN_ENGINE", "natve")
    misspelled = CliRunner().invoke(cli, ["-V"]).output.splitlines()
    assert misspelled == [first, "PGNFEN_ENGINE is 'natve'; use one of native or python-chess"]
