"""Inputs in object stores and on servers with ranges. With the extras `remote` and `test-remote` all of it; without
them what needs none of that, and what is said then."""

from __future__ import annotations

import gzip
import importlib.util
import io
import re
import threading
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
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
    """Files by name, with ranges and a list of them; breaks off after so many bytes, so many times. Headers are
    changed as `always` says, and as `later` says from the second request on; ranges are of `most` bytes."""

    content: dict[str, bytes]
    breaks, after, most = 0, 100_000, 1 << 30
    mark = '"1"'
    always: dict[str, Any]
    later: dict[str, Any]
    asked: list[str | None]

    def do_GET(self) -> None:
        self.asked.append(self.headers.get("Range"))
        if self.path == "/":
            return self.answer(200, "".join(f'<a href="{name}">x</a>' for name in self.content).encode(), "text/html")
        data = self.content.get(self.path.removeprefix("/"))
        if data is None:
            return self.answer(404, b"")
        found = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range") or "")
        if found is None:
            return self.answer(200, data)
        begin, end = int(found[1]), int(found[2] or len(data) - 1)
        end = min(end, len(data) - 1, begin + self.most - 1)
        return self.answer(206, data[begin : end + 1], place=f"bytes {begin}-{end}/{len(data)}")

    def do_HEAD(self) -> None:
        self.do_GET()

    def answer(self, status: int, data: bytes, kind: str = "text/plain", place: str | None = None) -> None:
        headers = {"Content-Length": str(len(data)), "Accept-Ranges": "bytes", "ETag": self.mark, "Content-Type": kind,
                   "Content-Range": place, **self.always, **(self.later if len(self.asked) > 1 else {})}  # fmt: skip
        self.send_response(headers.pop("status", status), "No")
        for name, value in headers.items():
            if value is not None:
                self.send_header(name, value)
        self.end_headers()
        if self.command == "HEAD":
            return
        if len(data) > self.after and type(self).breaks:
            type(self).breaks -= 1
            data = data[: self.after]
        with suppress(OSError):  # a client that does not want the rest
            self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[tuple[str, type[Files]]]:
    class Mine(Files):
        pass

    Mine.content = {"a.pgn": GAME, "b.pgn.zst": zstandard.compress(GAME * 3), "large.pgn": LARGE, "c.txt": b"no"}
    Mine.asked, Mine.always, Mine.later = [], {}, {}

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


OTHER = {
    "tag": {"ETag": '"2"'},
    "no tag": {"ETag": None},
    "weak tag": {"ETag": 'W/"1"'},
    "total": {"Content-Range": f"bytes 100000-{len(LARGE)}/{len(LARGE) + 1}", "Content-Length": None},
    "no total": {"Content-Range": f"bytes 100000-{len(LARGE) - 1}/*"},
    "beginning": {"Content-Range": f"bytes 0-{len(LARGE) - 1}/{len(LARGE)}", "Content-Length": None},
    "no place": {"Content-Range": None},
    "length": {"Content-Length": "10"},
    "coding": {"Content-Encoding": "gzip"},
    "all": {"status": 200},
    "gone": {"status": 404},
    "shorter": {"status": 416},
    "precondition": {"status": 412},
}


@pytest.mark.parametrize("case", OTHER)
def test_another_content_is_not_put_behind_the_first(server: tuple[str, type[Files]], case: str) -> None:
    address, files = server
    files.breaks, files.later = 1, OTHER[case]
    [(_, data, said)] = contents(f"{address}/large.pgn")
    assert data == LARGE[:100_000] and len(files.asked) == 2
    assert "the connection ended after 100000" in said and "the content on the server has changed" in said


@pytest.mark.parametrize("changed, later, whole", [
    ("Mon, 01 Jan 2024 00:00:00 GMT", {}, True),
    ("Mon, 01 Jan 2024 00:00:00 GMT", {"Last-Modified": "Mon, 01 Jan 2024 00:00:01 GMT"}, False),
    ("Mon, 01 Jan 2024 00:00:00 GMT", {"Last-Modified": None}, False),
    ("Fri, 01 Jan 2100 00:00:00 GMT", {}, False),  # not before the answer: it may change again in that second
    ("nonsense", {}, False),
])  # fmt: skip
def test_without_a_tag_the_date_of_change_decides(
    server: tuple[str, type[Files]], changed: str, later: dict[str, Any], whole: bool
) -> None:
    address, files = server
    files.breaks, files.always, files.later = 1, {"ETag": None, "Last-Modified": changed}, later
    [(_, data, said)] = contents(f"{address}/large.pgn")
    assert data == (LARGE if whole else LARGE[:100_000]) and bool(said) != whole


def test_a_rest_in_several_pieces(server: tuple[str, type[Files]]) -> None:
    """A server may give less than was asked for."""
    address, files = server
    files.breaks, files.most = 1, 500_000
    assert contents(f"{address}/large.pgn") == [(f"{address}/large.pgn", LARGE, "")]
    assert files.asked[1:3] == ["bytes=100000-", "bytes=600000-"]


def test_a_weak_tag_is_no_ground_to_go_on(server: tuple[str, type[Files]]) -> None:
    address, files = server
    files.breaks, files.mark = 1, 'W/"1"'
    [(_, data, said)] = contents(f"{address}/large.pgn")
    assert data == LARGE[:100_000] and said.endswith(f"ended after 100000 of {len(LARGE)} bytes")
    assert files.asked == [None]


@pytest.mark.parametrize("coding, data, read", [
    ("br", b"\x1b\x0e\x00\xf8", False), ("deflate", zlib.compress(GAME), False), ("gzip, BR", GAME, False),
    ("x", GAME, False), ("gzip", gzip.compress(GAME, mtime=0), True), ("X-GZIP", gzip.compress(GAME, mtime=0), True),
    ("zstd", zstandard.compress(GAME), True), ("identity", GAME, True), ("", GAME, True),
])  # fmt: skip
def test_a_content_that_the_server_encodes(
    server: tuple[str, type[Files]], coding: str, data: bytes, read: bool
) -> None:
    address, files = server
    files.content, files.always = {"a.pgn": data}, {"Content-Encoding": coding}
    [(_, found, said)] = contents(f"{address}/a.pgn")
    assert found == (GAME if read else b"") and ("cannot decode" in said) != read


@pytest.mark.parametrize("status", [202, 204, 206])
def test_an_answer_without_the_whole_content(server: tuple[str, type[Files]], status: int) -> None:
    address, files = server
    files.always = {"status": status}
    [(_, data, said)] = contents(f"{address}/a.pgn")
    assert data == b"" and said == f"the server answers {status} No, which is not the whole content"


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


class Objects:
    """An object store as fsspec has it, whose one object may change between two requests, and requests may fail."""

    def __init__(self, data: bytes, change: int = 0, **later: object) -> None:
        self.data, self.info_now = data, {"size": len(data), "ETag": '"1"'}
        self.change, self.later, self.requests = change, later, 0
        self.failures: list[Exception] = []

    def info(self, path: str) -> dict[str, object]:
        return dict(self.info_now)

    def cat_file(self, path: str, start: int, end: int) -> bytes:
        if self.failures:
            raise self.failures.pop()
        self.requests += 1
        if self.requests == self.change:
            self.info_now = {key: value for key, value in {**self.info_now, **self.later}.items() if value is not None}
        return self.data[start:end]


def object_of(monkeypatch: pytest.MonkeyPatch, files: Objects) -> tuple[bytes, str]:
    monkeypatch.setattr(remote, "_open", lambda url: (files, "b/a.pgn"))
    monkeypatch.setattr(remote, "_BLOCK", 1_000_000)
    [(_, data, said)] = contents("s3://b/a.pgn")
    return data, said


def test_an_object_is_read_by_ranges(monkeypatch: pytest.MonkeyPatch) -> None:
    files = Objects(LARGE)
    files.failures = [ConnectionResetError("reset"), TimeoutError()]
    assert object_of(monkeypatch, files) == (LARGE, "")
    assert files.requests == 2


@pytest.mark.parametrize("later", [{"ETag": '"2"'}, {"ETag": None}, {"size": 7}, {"generation": "1"}], ids=str)
@pytest.mark.parametrize("change", [1, 2])
def test_an_object_that_changes_is_not_mixed(
    monkeypatch: pytest.MonkeyPatch, change: int, later: dict[str, object]
) -> None:
    data, said = object_of(monkeypatch, Objects(LARGE, change, **later))
    assert data == LARGE[: (change - 1) * 1_000_000] and "the content on the server has changed" in said


def test_an_object_in_a_zip_archive(monkeypatch: pytest.MonkeyPatch) -> None:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("in.pgn", LARGE)
    assert object_of(monkeypatch, Objects(archive.getvalue())) == (LARGE, "")
    data, said = object_of(monkeypatch, Objects(archive.getvalue(), 3, ETag='"2"'))
    assert LARGE.startswith(data) and "the content on the server has changed" in said


@needs_s3
def test_a_bucket_whose_object_is_replaced(bucket: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "_BLOCK", 1_000_000)
    bucket.pipe("games/replaced.pgn", LARGE)
    [source] = find_sources(["s3://games/replaced.pgn"])
    assert not isinstance(source, InputError) and LARGE.startswith(source.read(1000))
    bucket.pipe("games/replaced.pgn", LARGE.replace(b"x", b"y"))
    with source, pytest.raises(InputError, match="the content on the server has changed"):
        while source.read():
            pass


@needs_s3
def test_a_range_that_fails_is_asked_for_again(bucket: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import s3fs

    bucket.pipe("games/large.pgn", LARGE * 12)
    fetch, failures = s3fs.S3FileSystem._cat_file, iter([True, False, True, True])

    async def failing(self: Any, *rest: Any, **more: Any) -> bytes:
        if next(failures, False):
            raise ConnectionResetError("reset")
        data: bytes = await fetch(self, *rest, **more)
        return data

    monkeypatch.setattr(s3fs.S3FileSystem, "_cat_file", failing)
    assert contents("s3://games/large.pgn") == [("s3://games/large.pgn", LARGE * 12, "")]
