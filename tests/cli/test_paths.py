"""No file has two parts in one command: the product of commands, their options that name files, and names of a file.

It is made from the definitions of the commands, so that an option added later is in it.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click
import programs
import pytest

from pgnfen.cli.app import COMMANDS, cli
from pgnfen.cli.declare import Command, PathArgument, PathOption

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links and descriptors")

NEEDED = {"split": ["--by", "kind"]}
"""What a command does not run without, beside its files."""
MODES: dict[str, list[list[str]]] = {"fix": [[], ["--in-place"], ["--check"], ["--diff"]]}
"""Flags by which a command writes other files."""
TEXTS = {
    "--select", "--ignore", "--position-tag", "--variant", "--default-variant", "--max-game", "--max-bytes",
    "--cluster", "--scharnagl", "--fen", "--fen-exact", "--placement", "--tag", "--has", "--without", "--by",
    "--reaches", "--ends", "--columns", "--memory", "--game", "--ply", "--suffix", "--kind", "CODE", "SHELL", "COMMAND",
}  # fmt: skip
"""Options, and arguments, whose text is no name of a file."""
STREAMS = ("standard output", "standard error")
GAME = b'[Event "x"]\n[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. Kd1 *\n'
RECORD = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"


class Case(NamedTuple):
    """A command line; the streams that are the file `games`; what the refusal names; whether the file is there."""

    words: list[str]
    streams: dict[str, str]
    named: tuple[str, str]

    def __str__(self) -> str:
        redirected = "".join(f" {stream}: {mode}" for stream, mode in self.streams.items())
        return " ".join(self.words).replace("\0", "$PWD") + redirected


def command_of(name: str) -> click.Command:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    return command


def paths_of(name: str) -> tuple[list[Any], list[PathOption]]:
    """The parameters of a command that name inputs, and its options that name other files."""
    params = [param for param in command_of(name).params if isinstance(param, (PathOption, PathArgument))]
    inputs = [param for param in params if param.use == "input"]
    return inputs, [param for param in params if isinstance(param, PathOption) and param.use != "input"]


def names(file: str, new: bool) -> dict[str, str]:
    """Names of a file in the folder of `files`; a NUL stands for that folder."""
    found = {"plain": file, "roundabout": f"./folder/../{file}", "absolute": f"\0/{file}", "linked": f"here/{file}"}
    return found | ({"link to nothing": "dangling"} if new else {
        "link": f"soft-{file}", "hard link": f"hard-{file}", "descriptor": "/dev/fd/0", "process": "/proc/self/fd/0",
    })  # fmt: skip


def input_words(param: Any, path: str) -> list[str]:
    return [path] if isinstance(param, PathArgument) else [param.opts[0], path]


def cases(command: str) -> Iterator[Case]:  # noqa: C901  # a product of all that names a file
    """Every pair of a file that is written and another use of it, by every name."""
    inputs, others = paths_of(command)
    file = "games.epd" if command == "fen" else "games.pgn"
    for mode in MODES.get(command, [[]]):
        start = [command, *NEEDED.get(command, []), *mode]
        options = [option for option in others if not (mode and option.opts[0] == "-o")]
        folder = next((option for option in options if option.use == "folder"), None)
        if folder is not None:
            start += [folder.opts[0], "new-folder"]
        one_file = [option for option in options if option.use not in ("folder", "suffix")]
        written = [option for option in one_file if option.use != "read"]
        for option in written:
            for how, name in names(file, new=False).items():
                given = [option.opts[0], name]
                streams = {"stdin": "r+b"} if name.endswith("/fd/0") else {}
                if streams and option.use == "both" and how == "process":
                    continue
                named = option.opts[0]
                for param in inputs:
                    yield Case([*start, *given, *input_words(param, file)], streams, (named, "input"))
                for other in one_file:
                    if other is not option:
                        words = [*start, *given, other.opts[0], file, *input_words(inputs[0], f"other-{file}")]
                        yield Case(words, streams, (named, other.opts[0]))
                for stream, keyword in zip(STREAMS, ("stdout", "stderr"), strict=True):
                    words = [*start, *given, *input_words(inputs[0], f"other-{file}")]
                    yield Case(words, streams | {keyword: "ab"}, (named, stream))
            for name in (".", "*.*", f"file://\0/{file}", f"hard-{file}", f"soft-{file}"):
                for param in inputs:
                    if command == "fen" and name.startswith((".", "*", "file")) and isinstance(param, PathArgument):
                        continue  # a RECORD is a file's own name
                    yield Case([*start, option.opts[0], file, *input_words(param, name)], {}, (option.opts[0], "input"))
            yield Case([*start, option.opts[0], file], {"stdin": "rb"}, (option.opts[0], "input"))
            for name in names("new", new=True).values():
                for other in written:
                    if other is not option:
                        words = [*start, option.opts[0], name, other.opts[0], "new", *input_words(inputs[0], file)]
                        yield Case(words, {}, (option.opts[0], other.opts[0]))
            if folder is not None:
                for name in ("new-folder/x", "new-folder", "here/new-folder/x"):
                    words = [*start, option.opts[0], name, *input_words(inputs[0], file)]
                    yield Case(words, {}, (option.opts[0], folder.opts[0]))
        yield from suffix_cases(start, options, written, file)


def suffix_cases(start: list[str], options: list[PathOption], written: list[PathOption], file: str) -> Iterator[Case]:
    """Files whose names come from a suffix, and other uses of them; in place, an input in the part of an output."""
    for option in options:
        if option.use != "suffix" or "--in-place" not in start:
            continue
        given = [*start, option.opts[0], ".orig"]
        for name in names(f"{file}.orig", new=False).values():
            if not name.endswith("/fd/0") and not name.startswith("hard-"):
                yield Case([*given, file, name], {}, (option.opts[0], "--in-place"))
            for other in written:
                if not name.endswith("/fd/0"):
                    yield Case([*given, other.opts[0], name, file], {}, (option.opts[0], other.opts[0]))
    if "--in-place" in start:
        for name in names(file, new=False).values():
            if not name.endswith("/fd/0"):
                yield Case([*start, file, name], {}, ("--in-place", "--in-place"))


def all_cases() -> list[Case]:
    found = [case for command in COMMANDS if paths_of(command)[1] for case in cases(command)]
    folders = [
        (["fix", "folder", "-o", "folder/"], "input"), (["fix", "folder", "-o", "here/folder"], "input"),
        (["fix", "games.pgn", "-o", "."], "input"), (["fix", "hard-games.pgn", "soft-games.pgn", "-o", "."], "-o"),
        (["fix", "games.pgn", "folder/games.pgn", "-o", "out/"], "-o"),
        (["fix", "games.pgn", "-o", "out/", "--log", "out/games.pgn"], "--log"),
        (["fix", "games.pgn", "-o", "out/", "--resume", "here/out/games.pgn"], "--resume"),
    ]  # fmt: skip
    more = [Case(words, {}, ("-o", other)) for words, other in folders]
    more.append(Case(["audit", "games.pgn", "-o", "pgnfen.toml"], {}, ("-o", "the configuration")))
    more.append(Case(["fix", "games.pgn", "--log", "pgnfen.toml"], {}, ("--log", "the configuration")))
    more.append(Case(["audit", "games.pgn", "-o", "known"], {}, ("-o", "the baseline of the configuration")))
    more.append(Case(["fix", "games.pgn", "--log", "-"], {}, ("--log", "standard output")))
    more.append(Case(["fix", "games.pgn", "--log", "/dev/stdout"], {}, ("--log", "standard output")))
    more.append(Case(["fix", "--diff", "games.pgn", "--log", "/dev/fd/1"], {}, ("--log", "standard output")))
    more.append(Case(["filter", ".out.pgn.pgnfen-0.tmp", "-o", "out.pgn"], {}, ("-o", "input")))
    return found + more


ALL = all_cases() if os.name == "posix" else []


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Games and records by many names, and a configuration that names a baseline."""
    for file, content in (("games.pgn", GAME), ("games.epd", RECORD), ("games.pgn.orig", b"other content")):
        (tmp_path / file).write_bytes(content)
        (tmp_path / f"hard-{file}").hardlink_to(tmp_path / file)
        (tmp_path / f"soft-{file}").symlink_to(file)
        (tmp_path / f"other-{file}").write_bytes(content)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "games.pgn").write_bytes(GAME)
    (tmp_path / "here").symlink_to(".")
    (tmp_path / "dangling").symlink_to("new")
    (tmp_path / "pgnfen.toml").write_text('baseline = "known"\n')
    (tmp_path / ".out.pgn.pgnfen-0.tmp").write_bytes(GAME)
    return tmp_path


def contents(folder: Path) -> dict[str, bytes | str]:
    """Every file of a folder, and every link."""
    return {
        str(path): str(path.readlink()) if path.is_symlink() else path.read_bytes()
        for path in folder.rglob("*") if path.is_symlink() or path.is_file()
    }  # fmt: skip


def run(case: Case, folder: Path) -> subprocess.CompletedProcess[bytes]:
    words = [word.replace("\0", str(folder)) for word in case.words]
    file = folder / ("games.epd" if case.words[0] == "fen" else "games.pgn")
    streams = {stream: file.open(mode, buffering=0) for stream, mode in case.streams.items()}
    try:
        return programs.pgnfen(*words, cwd=folder, **streams)
    finally:
        for stream in streams.values():
            stream.close()


def check(case: Case, folder: Path) -> None:
    before = contents(folder)
    done = run(case, folder)
    after = contents(folder)
    message = done.stderr
    if "stderr" in case.streams:  # the refusal itself is all that is added
        file = str(folder / ("games.epd" if case.words[0] == "fen" else "games.pgn"))
        for name in (file, str(Path(file).with_name(f"hard-{Path(file).name}"))):
            old, new = before.pop(name), after.pop(name)
            assert isinstance(old, bytes) and isinstance(new, bytes) and new.startswith(old)
            message = new.removeprefix(old)
    assert done.returncode == 2 and done.stdout == b"", case
    assert after == before, case
    assert message.startswith(b"pgnfen: ") and message.count(b"\n") == 1, (case, message)
    assert b"are the same file" in message or b"is inside" in message or b"is the temporary file of" in message, message
    for name in case.named:
        assert name.encode() in message, (case, message)


@pytest.mark.parametrize("case", ALL[:: max(1, len(ALL) // 150)], ids=str)
def test_a_file_of_two_parts_is_refused(case: Case, files: Path) -> None:
    check(case, files)


@pytest.mark.exhaustive
@pytest.mark.parametrize("command", COMMANDS)
def test_every_pair_is_refused(command: str, files: Path) -> None:
    for case in ALL:
        if case.words[0] == command:
            check(case, files)


@pytest.mark.parametrize("command", [name for name in COMMANDS if all(paths_of(name))])
def test_different_files_are_fine(command: str, files: Path) -> None:
    """As many files as a command takes, each in one part: none is refused."""
    (files / "pgnfen.toml").unlink()
    (files / "empty.toml").touch()
    inputs, options = paths_of(command)
    file = "games.epd" if command == "fen" else "games.pgn"
    words = [command, *NEEDED.get(command, []), *input_words(inputs[0], file)]
    for option in options:
        if option.use != "suffix" and option.opts[0] != "--png":
            words += [option.opts[0], "empty.toml" if option.use == "read" else f"out{option.opts[0]}"]
    done = programs.pgnfen(*words, cwd=files, text=True)
    assert "same file" not in done.stderr and done.returncode in (0, 1), done.stderr


def test_every_option_that_takes_text_is_decided_about() -> None:
    """Whether it names a file, is to be said where it is declared, or here."""
    for name in COMMANDS:
        command = command_of(name)
        for param in command.params:
            if isinstance(param.type, type(click.STRING)) and not isinstance(param, (PathOption, PathArgument)):
                shown = param.opts[0] if isinstance(param, click.Option) else param.human_readable_name.strip("[].")
                assert shown in TEXTS, f"{name}: does {shown} name a file? Then it is a PathOption"
        assert isinstance(command, Command) or not any(isinstance(param, PathOption) for param in command.params)


def test_names_that_differ_in_case(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two new files are one where the file system folds case; it is asked by the name of a file that is there."""
    from pgnfen.errors import PgnfenError
    from pgnfen.inputs import register as module

    def both() -> None:
        register = module.Register()
        register.add("-o", str(files / "NEW.pgn"))
        register.add("--log", str(files / "new.pgn"))

    both()
    monkeypatch.setattr(module, "folds_case", lambda folder: True)
    with pytest.raises(PgnfenError, match=r"--log \(.*new\.pgn\) and -o \(.*NEW\.pgn\) are the same file"):
        both()


def test_a_file_system_that_folds_case_is_known_by_its_names(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pgnfen.inputs import register as module

    assert not module.folds_case(str(files))
    exists = os.path.lexists
    monkeypatch.setattr(os.path, "lexists", lambda path: exists(path) or exists(path.swapcase()) or True)
    assert module.folds_case(str(files))
    assert not module.folds_case(str(files / "nothing"))


def fix(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return programs.pgnfen("fix", *words, cwd=cwd, text=True)


def test_a_backup_is_never_replaced(files: Path) -> None:
    """The file of that backup stays as it is, and the others are repaired."""
    before = contents(files)
    (files / "folder" / "other.pgn").write_bytes(GAME)
    done = fix("--in-place", "--backup", ".orig", "--log", "log", "games.pgn", "folder", cwd=files)
    assert done.returncode == 2
    assert "games.pgn: not replaced because the backup games.pgn.orig already exists; move it or use" in done.stderr
    after = contents(files)
    for name in ("games.pgn", "games.pgn.orig", "hard-games.pgn"):
        assert after[str(files / name)] == before[str(files / name)]
    for name in ("games.pgn", "other.pgn"):
        assert after[str(files / "folder" / f"{name}.orig")] == GAME
        assert b"SetUp" in (files / "folder" / name).read_bytes()
    paths = [json.loads(line)["path"] for line in (files / "log").read_text().splitlines()]
    assert paths == ["folder/games.pgn", "folder/other.pgn"]  # what was not written is no repair
    assert "2 fixes in 2 of 3 games" in done.stderr


def test_a_backup_that_an_ended_run_has_left_is_taken(files: Path) -> None:
    (files / "games.pgn.orig").write_bytes(GAME)
    done = fix("--in-place", "--backup", ".orig", "games.pgn", cwd=files)
    assert done.returncode == 0 and b"SetUp" in (files / "games.pgn").read_bytes()
    assert (files / "games.pgn.orig").read_bytes() == GAME
    (files / "games.pgn").write_bytes(GAME.replace(b"Kd1", b"Kf1"))  # and again, with other content
    done = fix("--in-place", "--backup", ".orig", "games.pgn", cwd=files)
    assert done.returncode == 2 and (files / "games.pgn.orig").read_bytes() == GAME
    assert (files / "games.pgn").read_bytes() == GAME.replace(b"Kd1", b"Kf1")


def test_a_backup_that_is_an_input_is_no_backup(files: Path) -> None:
    for suffix in (".pgn", ".epd", ".gz", ".zst"):
        done = fix("--in-place", "--backup", suffix, "games.pgn", cwd=files)
        assert done.returncode == 2 and "would be read as inputs; use for example .orig" in done.stderr
    assert (files / "games.pgn").read_bytes() == GAME


def test_what_a_run_keeps_is_a_file(files: Path) -> None:
    os.mkfifo(files / "pipe")
    for name in ("/dev/null", "pipe", "folder"):
        done = programs.pgnfen("tags", "--resume", name, "games.pgn", cwd=files, text=True)
        assert done.returncode == 2 and "not a regular file" in done.stderr, done.stderr
    assert Path("/dev/null").exists() and (files / "pipe").exists()
    (files / "run").symlink_to("kept")
    assert programs.pgnfen("tags", "--resume", "run", "games.pgn", cwd=files).returncode == 0
    assert (files / "run").is_symlink() and not (files / "kept").exists()
