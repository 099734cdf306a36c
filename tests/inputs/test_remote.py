"""Inputs in object stores and on servers with ranges. With the extras `remote` and `test-remote` all of it; without
them what needs none of that, and what is said then."""

from __future__ import annotations

import importlib.util
import io
import re
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
import zstandard

from pgnfen.errors import InputError
from pgnfen.inputs import remote, url
from pgnfen.inputs.source import find_sources

GAME = b'[Event "x"]\n\n1. e4 *\n\n'
LARGE = GAME * 50_000


def has(*modules: str) -> bool:
    return all(importlib.util.find_spec(module) for module in modules)


needs_s3 = pytest.mark.skipif(not has("s3fs", "moto", "flask"), reason="pip install 'pgnfen[remote,test-remote]'")
needs_http = pytest.mark.skipif(not has("fsspec", "aiohttp"), reason="pip install 'pgnfen[remote]'")


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (url, remote):
        monkeypatch.setattr(module, "PAUSES", (0.01, 0.01, 0.01, 0.01))


class Files(BaseHTTPRequestHandler):
    """Files by name, with ranges and a list of them; breaks off after so many bytes, so many times."""

    content: dict[str, bytes]
    breaks, after = 0, 100_000
    mark = '"1"'
    asked: list[str | None]

    def do_GET(self) -> None:
        self.asked.append(self.headers.get("Range"))
        if self.path == "/":
            return self.answer(200, "".join(f'<a href="{name}">x</a>' for name in self.content).encode(), "text/html")
        data = self.content.get(self.path.removeprefix("/"))
        if data is None:
            return self.answer(404, b"")
        found = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range") or "")
        if found is None or self.headers.get("If-Range", self.mark) != self.mark:
            return self.answer(200, data)
        begin, end = int(found[1]), int(found[2] or len(data) - 1)
        return self.answer(206, data[begin : end + 1], place=f"bytes {begin}-{min(end, len(data) - 1)}/{len(data)}")

    def do_HEAD(self) -> None:
        self.do_GET()

    def answer(self, status: int, data: bytes, kind: str = "text/plain", place: str | None = None) -> None:
        self.send_response(status)
        for name, value in (("Content-Length", str(len(data))), ("Accept-Ranges", "bytes"), ("ETag", self.mark),
                            ("Content-Type", kind), ("Content-Range", place)):  # fmt: skip
            if value is not None:
                self.send_header(name, value)
        self.end_headers()
        if self.command == "HEAD":
            return
        if len(data) > self.after and type(self).breaks:
            type(self).breaks -= 1
            data = data[: self.after]
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[tuple[str, type[Files]]]:
    class Mine(Files):
        pass

    Mine.content = {"a.pgn": GAME, "b.pgn.zst": zstandard.compress(GAME * 3), "large.pgn": LARGE, "c.txt": b"no"}
    Mine.asked = []

    with ThreadingHTTPServer(("127.0.0.1", 0), Mine) as listener:
        threading.Thread(target=listener.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{listener.server_port}", Mine
        listener.shutdown()


def contents(*inputs: str) -> list[tuple[str, bytes, str]]:
    """Name, content and error of each source."""
    found = []
    for source in find_sources(inputs):
        if isinstance(source, InputError):
            found.append((source.name, b"", source.reason))
            continue
        data, said = b"", ""
        with source:
            try:
                while piece := source.read(100_000):
                    data += piece
            except InputError as error:
                said = error.reason
        found.append((source.name, data, said))
    return found


def test_a_connection_that_breaks_goes_on_where_it_was(server: tuple[str, type[Files]]) -> None:
    address, files = server
    files.breaks = 6
    assert contents(f"{address}/large.pgn") == [(f"{address}/large.pgn", LARGE, "")]
    assert files.asked[0] is None and files.asked[1:4] == [f"bytes={n}00000-" for n in (1, 2, 3)]


def test_one_that_breaks_again_and_again_is_an_error_behind_what_came(server: tuple[str, type[Files]]) -> None:
    address, files = server
    files.breaks, files.after = 99, 0
    [(_, data, said)] = contents(f"{address}/large.pgn")
    assert data == b"" and f"the connection ended after 0 of {len(LARGE)} bytes" in said and len(files.asked) == 5


def test_another_content_is_not_put_behind_the_first(server: tuple[str, type[Files]]) -> None:
    address, files = server
    files.breaks = 1
    read = files.answer

    def answer(self: Files, *rest: Any, **more: Any) -> None:
        read(self, *rest, **more)
        type(self).mark = '"2"'

    files.answer = answer  # type: ignore[method-assign]
    [(_, data, said)] = contents(f"{address}/large.pgn")
    assert data == LARGE[:100_000] and "the connection ended after 100000" in said


@needs_http
def test_a_pattern_on_a_server(server: tuple[str, type[Files]]) -> None:
    address, _ = server
    found = contents(f"{address}/*.pgn*")
    assert found == [(f"{address}/a.pgn", GAME, ""), (f"{address}/b.pgn.zst", GAME * 3, ""),
                     (f"{address}/large.pgn", LARGE, "")]  # fmt: skip
    assert contents(f"{address}/*.epd") == [(f"{address}/*.epd", b"", "no file matches this pattern")]


@pytest.mark.skipif(has("s3fs"), reason="s3fs is installed")
def test_what_to_install_is_said() -> None:
    [(name, _, said)] = contents("s3://bucket/a.pgn")
    assert name == "s3://bucket/a.pgn" and "pip install 'pgnfen[remote]'" in said


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A file system on moto's server, with a bucket."""
    import s3fs
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer("127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    for name, value in (("AWS_ACCESS_KEY_ID", "x"), ("AWS_SECRET_ACCESS_KEY", "x"), ("AWS_DEFAULT_REGION", "us-east-1"),
                        ("AWS_ENDPOINT_URL", f"http://{host}:{port}")):  # fmt: skip
        monkeypatch.setenv(name, value)
    s3fs.S3FileSystem.clear_instance_cache()
    files = s3fs.S3FileSystem()
    if not files.exists("games"):  # moto's servers have one memory
        files.mkdir("games")
    yield files
    server.stop()
    s3fs.S3FileSystem.clear_instance_cache()


@needs_s3
def test_a_bucket(bucket: Any) -> None:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("in.pgn", GAME)
    for name, data in (("a.pgn", GAME), ("x/b.pgn.zst", zstandard.compress(LARGE)), ("x/c.zip", archive.getvalue()),
                       ("x/notes.txt", b"no"), ("large.pgn", LARGE * 12)):  # fmt: skip
        bucket.pipe(f"games/{name}", data)
    assert contents("s3://games/a.pgn") == [("s3://games/a.pgn", GAME, "")]
    assert contents("s3://games/large.pgn") == [("s3://games/large.pgn", LARGE * 12, "")]
    assert contents("s3://games/x/") == [("s3://games/x/b.pgn.zst", LARGE, ""), ("s3://games/x/c.zip:in.pgn", GAME, "")]
    assert [name for name, _, _ in contents("s3://games/*.pgn")] == ["s3://games/a.pgn", "s3://games/large.pgn"]
    assert contents("s3://games/none.pgn") == [("s3://games/none.pgn", b"", "no such file")]
    [(name, data, said)] = contents("s3://nowhere/a.pgn")
    assert (name, data) == ("s3://nowhere/a.pgn", b"") and said


@needs_s3
def test_a_range_that_fails_is_asked_for_again(bucket: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import s3fs

    bucket.pipe("games/large.pgn", LARGE * 12)
    fetch, failures = s3fs.core.S3File._fetch_range, iter([True, False, True, True])

    def failing(self: Any, *rest: Any) -> bytes:
        if next(failures, False):
            raise ConnectionResetError("reset")
        data: bytes = fetch(self, *rest)
        return data

    monkeypatch.setattr(s3fs.core.S3File, "_fetch_range", failing)
    assert contents("s3://games/large.pgn") == [("s3://games/large.pgn", LARGE * 12, "")]
