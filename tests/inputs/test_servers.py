"""Servers that are slow, stall, lie, or send on: a clear line, and never where they want."""

from __future__ import annotations

import base64
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from pgnfen.errors import InputError
from pgnfen.inputs import url
from pgnfen.inputs.source import Source, find_sources

GAME = b'[Event "x"]\n\n1. e4 *\n'
OK = b"HTTP/1.1 200 OK\r\n"
asked: list[bytes] = []


@contextmanager
def serving(*pieces: bytes | float) -> Iterator[str]:
    """A server that answers each request with these bytes, pausing where a number stands."""
    asked.clear()
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            while True:
                connection, _ = listener.accept()
                with connection, suppress(OSError):
                    asked.append(connection.recv(1 << 16))
                    for piece in pieces:
                        if isinstance(piece, bytes):
                            connection.sendall(piece)
                        else:
                            time.sleep(piece)

        def work() -> None:
            with suppress(OSError):
                serve()

        threading.Thread(target=work, daemon=True).start()
        yield f"127.0.0.1:{listener.getsockname()[1]}"


def outcome(address: str) -> tuple[bytes, str]:
    """What is read, and what is said."""
    [source] = find_sources([address])
    if isinstance(source, InputError):
        return b"", str(source)
    data = b""
    with source:
        try:
            while chunk := source.read():
                data += chunk
        except InputError as error:
            return data, str(error)
    return data, ""


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(url, "TIMEOUT", 0.5)


@pytest.mark.parametrize("length", ["9" * 5000, "-1", "1e3", "\u00b2", "12, 12", "9" * 19, "x"])
def test_a_length_that_is_none(length: str) -> None:
    with serving(OK + b"Content-Length: " + length.encode("latin-1") + b"\r\n\r\n" + GAME) as server:
        data, said = outcome(f"http://{server}/a.pgn")
    assert data == b"" and said.endswith("/a.pgn: the server sent an invalid length (Content-Length)")


def test_a_length_is_believed() -> None:
    with serving(OK + b"Content-Length: 900000000000000000\r\n\r\n" + GAME) as server:
        data, said = outcome(f"http://{server}/a.pgn")
    assert data == GAME and said.endswith(f"the connection ended after {len(GAME)} of 900000000000000000 bytes")


@pytest.mark.parametrize(
    "pieces", [(2.0,), (b"HTTP/1.1 200", 2.0), (OK + b"Content-Length: 99\r\n", 2.0)], ids=["nothing", "word", "head"]
)
def test_no_answer_in_time(pieces: tuple[bytes | float, ...]) -> None:
    with serving(*pieces) as server:
        data, said = outcome(f"http://{server}/a.pgn")
    assert data == b"" and said.endswith("could not be opened: no answer before the time-out; try again")


def test_an_answer_that_stalls() -> None:
    with serving(OK + b"Content-Length: 9999\r\n\r\n" + GAME, 2.0) as server:
        data, said = outcome(f"http://{server}/a.pgn")
    assert data == GAME
    what = "no answer before the time-out; try again"
    assert said.endswith(f"could not be read further after {len(GAME)} bytes of PGN: {what}")


def test_a_slow_answer_is_read_to_its_end() -> None:
    pieces = [piece for byte in GAME[:8] for piece in (bytes([byte]), 0.1)]
    with serving(OK + b"\r\n", *pieces, GAME[8:]) as server:
        assert outcome(f"http://{server}/a.pgn") == (GAME, "")


@pytest.mark.parametrize("target", ["ftp://127.0.0.1/a.pgn", "FTP://127.0.0.1/a", "file:///etc/passwd", "data:,x"])
def test_no_redirect_to_another_scheme(target: str) -> None:
    with serving(b"HTTP/1.1 302 Found\r\nLocation: " + target.encode() + b"\r\n\r\n") as server:
        data, said = outcome(f"http://{server}/a.pgn")
    assert data == b"" and said.startswith(f"http://{server}/a.pgn: ") and len(said.splitlines()) == 1
    assert "which pgnfen does not follow" in said or "not allowed" in said


def test_a_redirect_is_followed_and_a_loop_is_not() -> None:
    with serving(OK + b"Content-Length: %d\r\n\r\n" % len(GAME) + GAME) as target:
        location = b"Location: http://" + target.encode() + b"/b.pgn"
        with serving(b"HTTP/1.1 302 Found\r\n" + location + b"\r\n\r\n") as server:
            assert outcome(f"http://me:secret@{server}/a.pgn") == (GAME, "")
            assert [b"Authorization" in request for request in asked] == [True, False]
    with serving(b"HTTP/1.1 302 Found\r\nLocation: /a.pgn\r\n\r\n") as server:
        assert "redirect" in outcome(f"http://{server}/a.pgn")[1]


def test_a_password_is_used_and_not_said() -> None:
    with serving(b"HTTP/1.1 403 No\r\n\r\n") as server:
        [error] = find_sources([f"http://me:s%40cret@{server}/a.pgn"])
        assert isinstance(error, InputError) and error.name == f"http://me:***@{server}/a.pgn"
        assert str(error).endswith("the server answers 403 No") and "cret" not in str(error)
    assert b"Authorization: Basic " + base64.b64encode(b"me:s@cret") in asked[0]
    with serving(OK + b"\r\n" + GAME) as server:
        [source] = find_sources([f"http://me:secret@{server}/a.pgn"])
        assert isinstance(source, Source)
        with source:
            assert source.name == f"http://me:***@{server}/a.pgn" and source.read() == GAME
    for address in ("http://me:secret@127.0.0.1:1/a", "http://me:secret@[bad/a", "xx://me:secret@a/", "http://a:secret@"):
        [error] = find_sources([address])
        assert isinstance(error, InputError) and "secret" not in str(error)


@pytest.mark.parametrize(
    "answer",
    [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 200 " + b"x" * 100_000, OK + b"A: b\r\n" * 1000, OK + b"A: " + b"x" * 100_000,
     OK + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", OK + b"Transfer-Encoding: chunked\r\n\r\n5\r\nab"],
)  # fmt: skip
def test_an_answer_that_makes_no_sense(answer: bytes) -> None:
    with serving(answer) as server:
        data, said = outcome(f"http://{server}/a.pgn")
    assert len(data) <= 2 and said.startswith(f"http://{server}/a.pgn: could not be ") and len(said.splitlines()) == 1
