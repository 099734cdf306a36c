"""Inputs that come over a connection."""

from __future__ import annotations

import re
from typing import Any

from pgnfen.errors import InputError
from pgnfen.inputs.raw import Raw
from pgnfen.inputs.stream import why

TIMEOUT = 60  # seconds without an answer


def is_url(text: str) -> bool:
    """Whether `text` starts with a scheme.

    >>> is_url("https://example.org/a.pgn"), is_url("c:\\\\a.pgn")
    (True, False)
    """
    return "://" in text and re.match("[A-Za-z][A-Za-z0-9+.-]+://", text) is not None


def local_path(url: str) -> str | None:
    """The path that a file URL means, None for any other URL and for one that makes no sense."""
    if url.partition(":")[0].lower() != "file":
        return None
    from urllib.request import Request, url2pathname

    try:
        return url2pathname(Request(url).selector)
    except (ValueError, OSError):
        return None


def shown_url(url: str) -> str:
    """A URL as messages and tables name it: a password is not for them.

    >>> shown_url("https://me:secret@example.org/a.pgn")
    'https://me:***@example.org/a.pgn'
    """
    return re.sub("^([^:/?#]+://[^/?#:]*):[^/?#]*@", r"\1:***@", url)


def open_url(url: str) -> Raw | InputError:
    """A streaming Raw over http, https or file; what stands against it is an InputError as a value."""
    name, scheme = shown_url(url), url.partition(":")[0].lower()
    if scheme not in ("http", "https", "file"):
        return InputError(name, f"{scheme} URLs are not supported (only http, https and file)")
    # Imported here: http.client and ssl are slow to import, and most inputs are files.
    from http.client import HTTPException
    from urllib.error import HTTPError, URLError

    try:
        answer = _answer(url)
    except HTTPError as error:
        error.close()
        return InputError(name, f"the server answers {error.code} {error.reason}")
    except URLError as error:
        reason = why(error.reason) if isinstance(error.reason, Exception) else str(error.reason)
        return InputError(name, f"could not be opened: {reason}")
    except (OSError, ValueError, HTTPException) as error:
        return InputError(name, f"could not be opened: {why(error)}")
    length = answer.headers.get("Content-Length")
    if length is not None and not re.fullmatch("[0-9]{1,18}", length.strip()):
        answer.close()
        return InputError(name, "the server announces a length that is none (Content-Length)")
    size = int(length) if length is not None else None
    return Raw(_until_complete(answer, size), size, close=answer.close, file=answer)


def _answer(url: str) -> Any:
    """What the server answers; name and password of the URL are for it alone, not for one that it sends to."""
    from base64 import b64encode
    from urllib.parse import unquote_to_bytes, urlsplit
    from urllib.request import HTTPRedirectHandler, Request, build_opener

    class Redirects(HTTPRedirectHandler):
        """Those to http and https, and from https to https alone; Python would follow to FTP too."""

        def redirect_request(self, req: Request, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
            schemes = ("https",) if req.type == "https" else ("http", "https")
            if urlsplit(newurl).scheme.lower() not in schemes:
                fp.close()
                raise OSError(f"the server sends on to {shown_url(newurl)}, which is not followed")
            return super().redirect_request(req, fp, code, msg, headers, newurl)

    parts = urlsplit(url)
    login, at, host = parts.netloc.rpartition("@")
    plain = parts._replace(netloc=host).geturl() if at else url
    request = Request(plain, headers={"User-Agent": "pgnfen", "Accept": "*/*"})
    if at:
        user, _, password = login.partition(":")
        secret = b64encode(unquote_to_bytes(user) + b":" + unquote_to_bytes(password))
        request.add_unredirected_header("Authorization", f"Basic {secret.decode()}")
    return build_opener(Redirects).open(request, timeout=TIMEOUT)


def _until_complete(answer: Any, size: int | None) -> Any:
    """The answer's read function, which also notices a connection that ends early."""
    from http.client import HTTPException

    got = 0

    def read(n: int) -> bytes:
        nonlocal got
        try:
            data: bytes = (answer.read1 if hasattr(answer, "read1") else answer.read)(n)
        except HTTPException as error:
            raise OSError(why(error)) from error
        got += len(data)
        if not data and size is not None and got < size:
            raise OSError(f"the connection ended after {got} of {size} bytes")
        return data

    return read
