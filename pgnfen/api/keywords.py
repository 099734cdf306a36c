"""Keyword arguments that several functions take, declared once: their types for a type checker, their defaults and
meanings for the signatures that `help` shows, and for the documentation."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, NamedTuple, TypedDict, TypeVar, get_args, get_origin, get_type_hints

from pgnfen.inputs.raw import WINDOW
from pgnfen.pgn.blocks import MAX_GAME

Function = TypeVar("Function", bound=Callable[..., Any])


class Keyword(NamedTuple):
    """What is said of a keyword argument: its default, and what it means."""

    default: object
    meaning: str


class ReadOptions(TypedDict, total=False):
    """How inputs are read."""

    progress: Annotated[bool, Keyword(False, "show a progress bar (tqdm.auto: in a notebook, or on standard error)")]
    max_bytes: Annotated[int | None, Keyword(None, "stop after this many uncompressed bytes of all inputs together")]
    long: Annotated[int, Keyword(WINDOW, "use at most 2^long bytes for the window of a Zstandard input")]


class TableOptions(ReadOptions, total=False):
    """How inputs are read of which each game becomes rows."""

    variant: Annotated[str | None, Keyword(None, "the variant of games and records without a Variant tag")]
    max_game: Annotated[int, Keyword(MAX_GAME, "do not check games of more bytes (G111); they are still copied")]


class Declared(NamedTuple):
    """A keyword argument of a function: its type, and what is said of it."""

    type: Any
    keyword: Keyword


@cache
def keywords_of(kind: type) -> Mapping[str, Declared]:
    """The keyword arguments that a TypedDict declares.

    >>> keywords_of(ReadOptions)["max_bytes"]
    Declared(type=int | None, keyword=Keyword(default=None, meaning='stop after this many uncompressed bytes of all \
inputs together'))
    """
    found = {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        assert get_origin(hint) is Annotated, name
        type, keyword = get_args(hint)
        found[name] = Declared(type, keyword)
    return found


def takes(kind: type) -> Callable[[Function], Function]:
    """Show the keyword arguments of a TypedDict in the signature of a function that takes them as `**options`."""

    def decorate(function: Function) -> Function:
        signature = inspect.signature(function)
        own = list(signature.parameters.values())[:-1]
        more = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=one.keyword.default, annotation=one.type)
            for name, one in keywords_of(kind).items()
        ]
        function.__signature__ = signature.replace(parameters=[*own, *more])  # type: ignore[attr-defined]
        function.__keywords__ = kind  # type: ignore[attr-defined]
        return function

    return decorate


def values_of(kind: type, given: Mapping[str, Any]) -> dict[str, Any]:
    """The keyword arguments with their defaults. Raises TypeError for one that is not declared.

    >>> values_of(ReadOptions, {"long": 31})
    {'progress': False, 'max_bytes': None, 'long': 31}
    >>> values_of(ReadOptions, {"lnog": 31})
    Traceback (most recent call last):
    TypeError: unexpected keyword argument 'lnog'
    """
    known = keywords_of(kind)
    for name in given:
        if name not in known:
            raise TypeError(f"unexpected keyword argument {name!r}")
    return {name: given.get(name, one.keyword.default) for name, one in known.items()}
