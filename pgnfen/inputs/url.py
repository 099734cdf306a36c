"""Inputs that come over a connection."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from pgnfen.errors import InputError, MissingInputError, RemoteInputError, UnreadableInputError
from pgnfen.inputs.names import shown_url
from pgnfen.inputs.raw import Raw
from pgnfen.inputs.stream import why
from pgnfen.lazy import deferred

with deferred:
    from base64 import b64encode
    from email.utils import parsedate_to_datetime
    from urllib.parse import unquote_to_bytes, urlsplit
    from urllib.request import Request

TIMEOUT = 60  # seconds without an answer
PAUSES = (0.5, 1.0, 2.0, 4.0)  # seconds before what is left is asked for again
CODINGS = ("identity", "gzip", "x-gzip", "zstd")  # compression is recognized by content, but not every kind of it


class ChangedError(OSError):
    """What is left to read is not the rest of what was read."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"{reason}; the content on the server has changed, so the rest is not read")


def open_url(url: str) -> Raw | InputError:
    """A streaming Raw over http, https or file; what stands against it is an InputError as a value."""
    name, scheme = shown_url(url), url.partition(":")[0].lower()
    if scheme not in ("http", "https", "file"):
        return RemoteInputError(name, f"{scheme} URLs are not supported (only http, https, file, s3 and gs)")
    # Imported here: http.client and ssl are slow to import, and most inputs are files.
    from http.client import HTTPException
    from urllib.error import HTTPError, URLError

    try:
        answer = _answer(url)
    except HTTPError as error:
        error.close()
        return RemoteInputError(name, f"the server answers {error.code} {error.reason}")
    except URLError as error:
        if isinstance(error.reason, OSError) and scheme == "file":
            kind = MissingInputError if isinstance(error.reason, FileNotFoundError) else UnreadableInputError
            return kind(name, f"could not be opened: {why(error.reason)}")
        reason = why(error.reason) if isinstance(error.reason, Exception) else str(error.reason)
        return RemoteInputError(name, f"could not be opened: {reason}")
    except (OSError, ValueError, HTTPException) as error:
        return RemoteInputError(name, f"could not be opened: {why(error)}")
    refused = _refused(answer)
    if refused is not None:
        answer.close()
        return RemoteInputError(name, refused)
    length = answer.headers.get("Content-Length")
    complete = _Complete(url, answer, int(length) if length is not None else None)
    return Raw(complete.read, complete.size, close=complete.close, file=answer)


def _refused(answer: Any) -> str | None:
    """Why the first answer cannot be read, or None."""
    if answer.status not in (None, 200, 203):  # None: a file
        return f"the server answers {answer.status} {answer.reason}, which is not the whole content"
    length = answer.headers.get("Content-Length")
    if length is not None and not re.fullmatch("[0-9]{1,18}", length.strip()):
        return "the server sent an invalid length (Content-Length)"
    codings = [coding.strip() for coding in _coding(answer.headers).split(",")]
    unknown = [coding for coding in codings if coding not in CODINGS]
    if unknown:
        return f"the server encodes the content as {unknown[0]!r} (Content-Encoding), which pgnfen cannot decode"
    return None


def _answer(url: str, asked: Mapping[str, str] = MappingProxyType({})) -> Any:
    """What the server answers; name and password of the URL are for it alone, not for one that it sends to."""
    from urllib.request import HTTPRedirectHandler, Request, build_opener

    class Redirects(HTTPRedirectHandler):
        """Those to http and https, and from https to https alone; Python would follow to FTP too."""

        def redirect_request(self, req: Request, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
            schemes = ("https",) if req.type == "https" else ("http", "https")
            if urlsplit(newurl).scheme.lower() not in schemes:
                fp.close()
                raise OSError(f"the server redirects to {shown_url(newurl)}, which pgnfen does not follow")
            return super().redirect_request(req, fp, code, msg, headers, newurl)

    parts = urlsplit(url)
    login, at, host = parts.netloc.rpartition("@")
    plain = parts._replace(netloc=host).geturl() if at else url
    request = Request(plain, headers={"User-Agent": "pgnfen", "Accept": "*/*", **asked})
    if at:
        user, _, password = login.partition(":")
        secret = b64encode(unquote_to_bytes(user) + b":" + unquote_to_bytes(password))
        request.add_unredirected_header("Authorization", f"Basic {secret.decode()}")
    return build_opener(Redirects).open(request, timeout=TIMEOUT)


class _Complete:
    """An answer to its end. One that breaks off is asked for from there on, and continued only with the rest of the
    same content, by its mark and its total. Raises OSError where that does not help."""

    def __init__(self, url: str, answer: Any, size: int | None) -> None:
        self.size = size
        self._url, self._answer = url, answer
        ranges = size is not None and answer.headers.get("Accept-Ranges", "").strip().lower() == "bytes"
        self._mark = _mark(answer.headers) if ranges else None
        self._coding = _coding(answer.headers)
        self._got = 0

    def read(self, n: int) -> bytes:
        """Up to n bytes, b"" at the end."""
        pauses = iter(PAUSES if self._mark else ())
        while True:
            try:
                data = self._read(n)
            except ChangedError:
                raise
            except OSError:
                pause = next(pauses, None)
                if pause is None:
                    raise
                time.sleep(pause)
                self._again()
                continue
            self._got += len(data)
            return data

    def _read(self, n: int) -> bytes:
        from http.client import HTTPException

        if self._answer is None:
            raise OSError(self._ended)
        try:
            data: bytes = (self._answer.read1 if hasattr(self._answer, "read1") else self._answer.read)(n)
        except HTTPException as error:
            raise OSError(why(error)) from error
        if not data and n and self.size is not None and self._got < self.size:
            raise OSError(self._ended)
        return data

    @property
    def _ended(self) -> str:
        return f"the connection ended after {self._got} of {self.size} bytes"

    def _again(self) -> None:
        """Ask for what is left; there is no answer where the server does not answer. Raises ChangedError where it
        answers with something else."""
        from http.client import HTTPException
        from urllib.error import HTTPError

        assert self._mark is not None
        self.close()
        try:
            answer = _answer(self._url, {"Range": f"bytes={self._got}-", "If-Range": self._mark[1]})
        except HTTPError as error:
            error.close()
            if error.code in (404, 410, 412, 416):  # it is gone, or shorter
                raise ChangedError(self._ended) from None
            return
        except (OSError, ValueError, HTTPException):
            return
        if not self._continued(answer):
            answer.close()
            raise ChangedError(self._ended)
        self._answer = answer

    def _continued(self, answer: Any) -> bool:
        """Whether an answer is the rest of the same content."""
        place = re.fullmatch("bytes ([0-9]{1,18})-([0-9]{1,18})/([0-9]{1,18})", answer.headers.get("Content-Range", ""))
        if answer.status != 206 or place is None or self.size is None:
            return False
        first, last, total = map(int, place.groups())
        length = answer.headers.get("Content-Length", str(last + 1 - first))
        same = (_mark(answer.headers), _coding(answer.headers), total) == (self._mark, self._coding, self.size)
        return same and first == self._got and length == str(last + 1 - first) and first <= last < total

    def close(self) -> None:
        """Close the connection."""
        answer, self._answer = self._answer, None
        if answer is not None:
            answer.close()


def _coding(headers: Any) -> str:
    return ", ".join(headers.get_all("Content-Encoding") or ()).strip().lower() or "identity"


def _mark(headers: Any) -> tuple[str, str] | None:
    """The name and value of the header that tells this content from any other: a strong ETag, or without one the date
    of change where that is strong (at least a second before the answer, RFC 9110, 8.8.2.2); None without either."""
    tag, changed, date = (headers.get(name, "").strip() for name in ("ETag", "Last-Modified", "Date"))
    if tag:
        return None if tag.startswith("W/") else ("ETag", tag)
    try:
        strong = (parsedate_to_datetime(date) - parsedate_to_datetime(changed)).total_seconds() >= 1
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return ("Last-Modified", changed) if strong else None
