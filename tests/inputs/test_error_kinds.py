"""The kinds of errors: what a caller can test for, whatever the input."""

from __future__ import annotations

import gzip
import io
import pickle
import zipfile
from pathlib import Path

import pytest

import pgnfen
from pgnfen.errors import (
    InputError,
    MissingInputError,
    NotTextInputError,
    RemoteInputError,
    TruncatedInputError,
    UnreadableInputError,
)
from pgnfen.inputs.source import Input

GAME = b'[Event "x"]\n\n1. e4 e5 *\n\n'


def archive(*names: str, inner: bytes = GAME) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        for name in names:
            made.writestr(name, inner)
    return file.getvalue()


def failing(size: int) -> bytes:
    raise OSError("the disk is gone")


class Failing:
    """A file that cannot be read."""

    read = staticmethod(failing)


MISSING: list[Input] = ["nowhere.pgn", "nowhere*.pgn", "empty", "other.zip", "file:///nowhere.pgn"]
UNREADABLE: list[Input] = ["a\0b.pgn", Failing(), gzip.compress(archive("a.pgn")), archive("a.zip", "b.pgn")]
TRUNCATED: list[Input] = [gzip.compress(GAME * 9)[:-9], gzip.compress(GAME * 9)[:30], archive("a.pgn")[:-30]]
NOT_TEXT: list[Input] = [b"%PDF-1.7 \0\1", GAME.decode().encode("utf-16"), bytes(range(32)) * 9, b"<!doctype html><p>"]
REMOTE: list[Input] = ["http://127.0.0.1:9/a.pgn", "gopher://example.org/a.pgn"]
OTHERS: list[Input] = [b"4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"]
KINDS: dict[type[InputError], list[Input]] = {
    MissingInputError: MISSING, UnreadableInputError: UNREADABLE, TruncatedInputError: TRUNCATED,
    NotTextInputError: NOT_TEXT, RemoteInputError: REMOTE, InputError: OTHERS,
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_raised(kind: type[InputError], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "other.zip").write_bytes(archive("a.txt"))
    for source in KINDS[kind]:
        with pytest.raises(InputError) as raised:
            list(pgnfen.read(source))
        assert type(raised.value) is kind, (source, raised.value)


def test_a_cut_game_keeps_the_kind() -> None:
    """What is said besides, of the game in which reading ended, takes nothing from the error."""
    data = gzip.compress(bytes(range(33, 127)) + GAME * 2000)
    games = []
    with pytest.raises(TruncatedInputError, match="game"):
        games.extend(pgnfen.read(data[: len(data) // 2]))
    assert games


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_travels_between_processes(kind: type[InputError]) -> None:
    error = pickle.loads(pickle.dumps(kind("a.pgn", "reason")))
    assert type(error) is kind and (error.name, error.reason) == ("a.pgn", "reason")
