"""Pages of HTML that need nothing else, from the templates; foreign text comes into them as text alone."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources

from jinja2 import DictLoader, Environment, StrictUndefined, Template

from pgnfen.version import __version__


@cache
def part(name: str) -> str:
    """The text of a file of report/templates."""
    return resources.files("pgnfen.report").joinpath("templates", name).read_text(encoding="utf-8")


def page(name: str, values: Mapping[str, object]) -> bytes:
    """A page of the template `name`, with the look and the head that all pages share."""
    values = {"css": part("report.css"), "version": __version__, **values}
    return _template(name).render(values).encode("utf-8", "replace")


@cache
def _template(name: str) -> Template:
    loader = DictLoader({file: part(file) for file in (name, "head.html")})
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined).get_template(name)
