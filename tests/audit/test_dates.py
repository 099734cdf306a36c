"""Dates after today: a day that may have begun in some time zone is not in the future."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.catalog import choose
from pgnfen.pgn.blocks import new_splitter

pytestmark = pytest.mark.usefixtures("reader")


def said_of(date: str) -> list[str]:
    """What H113 says of a game of that date."""
    block = new_splitter().split(f'[Date "{date}"]\n\n1. e4 *\n'.encode(), final=True)
    return [one.remark.message for one in Auditor(choose(["H113"])).block(block)]


@pytest.mark.parametrize(
    ("days", "form", "found"),
    [
        (0, "%Y.%m.%d", ""), (1, "%Y.%m.%d", ""), (-1, "%Y.%m.%d", ""), (0, "%Y.%m.??", ""), (0, "%Y.??.??", ""),
        (3, "%Y.%m.%d", "still to come"), (40, "%Y.%m.??", "still to come"), (400, "%Y.??.??", "year is still to come"),
    ],
)  # fmt: skip
def test_a_day_to_come(days: int, form: str, found: str) -> None:
    day = datetime.now(timezone.utc) + timedelta(days)
    said = said_of(day.strftime(form))
    assert bool(said) is bool(found)
    assert all(found in one for one in said)
