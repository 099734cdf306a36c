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


def open_url(url: str) -> Raw | InputError:
    """A streaming Raw over http, https or file; what stands against it is an InputError as a value."""
    scheme = url.partition(":")[0].lower()
    if scheme not in ("http", "https", "file"):
        return InputError(url, f"{scheme} URLs are not supported (only http, https and file)")
    # Imported here: http.client and ssl are slow to import, and most inputs are files.
    import urllib.request
    from http.client import HTTPException
    from urllib.error import HTTPError, URLError

    try:
        request = urllib.request.Request(url, headers={"User-Agent": "pgnfen", "Accept": "*/*"})
        answer: Any = urllib.request.urlopen(request, timeout=TIMEOUT)
    except HTTPError as error:
        error.close()
        return InputError(url, f"the server answers {error.code} {error.reason}")
    except URLError as error:
        reason = why(error.reason) if isinstance(error.reason, Exception) else str(error.reason)
        return InputError(url, f"could not be opened: {reason}")
    except (OSError, ValueError, HTTPException) as error:
        return InputError(url, f"could not be opened: {why(error)}")
    length = answer.headers.get("Content-Length", "")
    size = int(length) if length.isdigit() else None
    return Raw(_until_complete(answer, size), size, close=answer.close, file=answer)


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
