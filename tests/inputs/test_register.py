"""No file is both read and written, by whatever name it is reached."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from pgnfen.errors import InputError, PgnfenError
from pgnfen.inputs.register import Register
from pgnfen.inputs.source import Input, Source, find_sources
from pgnfen.inputs.writer import OutputFile

NAMES: dict[str, Callable[[Path], Input]] = {
    "path": lambda folder: folder / "a.pgn",
    "roundabout": lambda folder: f"{folder}/./a.pgn",
    "hard link": lambda folder: folder / "hard.pgn",
    "link": lambda folder: str(folder / "soft.pgn"),
    "folder": lambda folder: folder,
    "pattern": lambda folder: f"{folder}/*.pgn",
    "pattern for folders": lambda folder: f"{folder.parent}/*",
    "URL": lambda folder: (folder / "a.pgn").as_uri(),
    "standard input": lambda _: "-",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three names of one file."""
    path = tmp_path / "in"
    path.mkdir()
    (path / "a.pgn").write_bytes(b"games")
    (path / "hard.pgn").hardlink_to(path / "a.pgn")
    (path / "soft.pgn").symlink_to("a.pgn")
    return path


@pytest.mark.parametrize("target", ["a.pgn", "soft.pgn"])
@pytest.mark.parametrize("name", NAMES)
def test_input_is_never_overwritten(name: str, target: str, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "other.pgn").write_bytes(b"[]")
    register = Register()
    given = NAMES[name](folder)
    with (
        (folder / "a.pgn").open("rb") as stdin,
        pytest.raises(PgnfenError, match="are the same file"),
        OutputFile(folder / target, register=register),
    ):
        for source in find_sources([b"bytes", tmp_path / "other.pgn", given], stdin, register=register):
            raise AssertionError(f"{source} was opened")
    assert sorted(path.name for path in folder.iterdir()) == ["a.pgn", "hard.pgn", "soft.pgn"]
    assert (folder / "a.pgn").read_bytes() == b"games"


@pytest.mark.parametrize("name", NAMES)
def test_an_input_that_is_written_to_is_refused(name: str, folder: Path) -> None:
    with (folder / "a.pgn").open("r+b") as out, (folder / "a.pgn").open("rb") as stdin:
        for descriptor in (out, out.fileno()):
            with pytest.raises(PgnfenError, match="are the same file"):
                register = Register([("standard output", descriptor)])
                list(find_sources([b"", NAMES[name](folder)], stdin, register=register))


def test_an_output_that_was_empty_is_refused_when_it_is_reached(tmp_path: Path) -> None:
    """As a shell leaves it; the inputs around it are read."""
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.pgn").write_bytes(b"games")
    with (tmp_path / "b.pgn").open("wb") as out:
        one, two, three = find_sources([tmp_path], register=Register([("standard output", out)]))
    assert isinstance(one, Source) and isinstance(three, Source)
    assert isinstance(two, InputError) and two.reason == "not read: this file is also standard output"
    one.close()
    three.close()


def test_nothing_to_read_is_nothing_to_refuse(tmp_path: Path) -> None:
    """Neither an empty output, before anything is written, nor standard input at its end."""
    path = tmp_path / "a.pgn"
    with path.open("wb") as out:
        for given in (path, path.as_uri()):
            [source] = find_sources([given], register=Register([("standard output", out)]))
            assert isinstance(source, Source) and source.read() == b""
            source.close()
    path.write_bytes(b"games")
    with path.open("ab") as out, path.open("rb") as stdin:
        stdin.seek(5)
        [source] = find_sources([], stdin, register=Register([("standard output", out)]))
        assert isinstance(source, Source) and source.read() == b""
        stdin.seek(4)
        with pytest.raises(PgnfenError):
            list(find_sources([], stdin, register=Register([("standard output", out)])))


def test_an_output_that_comes_after_its_input_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes(b"games")
    register = Register()
    for source in find_sources([path], register=register):
        assert isinstance(source, Source)
        source.close()
    with pytest.raises(PgnfenError, match="are the same file"):
        OutputFile(path, register=register)
    assert list(tmp_path.iterdir()) == [path]


def test_an_input_that_took_the_name_of_the_output_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    register = Register()
    with pytest.raises(PgnfenError, match="are the same file"), OutputFile(path, register=register) as out:
        out.write(b"new")
        path.write_bytes(b"games")
        for source in find_sources([path], register=register):
            assert isinstance(source, Source)
            source.close()
    assert path.read_bytes() == b"games" and list(tmp_path.iterdir()) == [path]


def test_what_is_being_written_is_no_input(tmp_path: Path) -> None:
    """Not under the name that it has for the time being either."""
    path = tmp_path / "a.pgn"
    register = Register()
    with OutputFile(path, register=register) as out:
        out.write(b"x" * 1_000_000)
        [refused] = find_sources([f"{tmp_path}/.*"], register=register)
        assert isinstance(refused, InputError) and refused.reason == "not read: this file is also an output"
    assert path.stat().st_size == 1_000_000


@pytest.mark.parametrize("given", ["file://[", "file://", "file:///%00", "\0", "", "http://x.invalid:x/a.pgn", "ftp://x/a"])
def test_names_that_make_no_sense_are_for_the_reader_to_report(given: str, folder: Path) -> None:
    with (folder / "a.pgn").open("ab") as out:
        [error] = find_sources([given], register=Register([("standard output", out)]))
    assert isinstance(error, InputError)


def test_pipes_and_devices_are_read_and_written(tmp_path: Path) -> None:
    with OutputFile("/dev/null", register=(register := Register())):
        [source] = find_sources(["/dev/null"], register=register)
    assert isinstance(source, Source)
    source.close()


def test_a_pipe_that_two_options_write_is_refused_by_its_descriptor_too() -> None:
    """Standard output may be a pipe: what names it otherwise names the same."""
    read, write = os.pipe()
    kept = os.dup(1)
    try:
        os.dup2(write, 1)
        register = Register()
        register.add("--output", "-")
        with pytest.raises(PgnfenError, match="--log"):
            register.add("--log", f"/dev/fd/{write}")
    finally:
        os.dup2(kept, 1)
        for descriptor in (read, write, kept):
            os.close(descriptor)
