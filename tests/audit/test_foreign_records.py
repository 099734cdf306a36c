"""Records that no game of standard chess leads to, and that may be of Chess960: an info, which costs nothing if it is
only counted. Both readers count the same, and note the same of the file."""

from __future__ import annotations

import io
from collections import Counter

import pytest

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.catalog import choose
from pgnfen.pgn.records import read_record_blocks

pytestmark = pytest.mark.usefixtures("reader")

FOREIGN = (
    "1k1rb1qr/bppnp1pp/p2n1p2/3p4/3PP3/1NP2P2/PPBN1BPP/2KR2QR b - - 4 9",  # a bishop of the wrong color
    "1k1rb1qr/bppnp1pp/p2n1p2/3p4/3PP3/1NP2P2/PPBN1BPP/2KR2QR b - - 0 1",  # the same of a fragment: counters 0 1
    "4k3/8/8/8/2P5/5B2/PP1PPPPP/4K1NR w - - 3 40",  # a bishop from behind pawns
)
OTHERS = (
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 60",  # K106 too
    "1k1rb1qr/bppnp1pp/p2n1p2/3p4/3PP3/1NP2P2/PPBN1BPP/2KR2QR b - - 2 2",  # K106 as well
    "4k3/8/8/8/8/8/4P3/4K3 w - - 12 3",  # K101
    "rnbqkbnr/pppppppp/8/8/8/5B2/PPPPPPPP/RNBQK1NR w KQkq - 4 5",  # from no array at all
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
)


def audited(codes: list[str], hidden: Counter[str] | None) -> list[tuple[int, str, str]]:
    auditor = Auditor(choose(codes))
    data = "\n".join(line for pair in zip(FOREIGN, OTHERS, strict=False) for line in pair) + "\n"
    data += "\n".join(OTHERS[len(FOREIGN) :]) + "\n"
    blocks = read_record_blocks(io.BytesIO(data.encode()))
    found = [one for block in blocks for one in auditor.block(block, None, hidden)]
    return [(one.game, one.remark.code, one.remark.severity) for one in found]


def test_they_are_found_in_their_places() -> None:
    found = audited(["P", "K"], None)
    assert [one for one in found if one[1] == "P106"] == [
        (1, "P106", "info"), (3, "P106", "info"), (4, "P106", "info"), (5, "P106", "info"), (7, "P106", "error"),
    ]  # fmt: skip
    assert found == sorted(found, key=lambda one: one[0])


def test_what_is_only_counted_is_no_less() -> None:
    every, hidden = audited(["P", "K"], None), Counter[str]()
    shown = audited(["P", "K"], hidden)
    hidden.update(severity for _, _, severity in shown)
    assert hidden == Counter(severity for _, _, severity in every)
    assert [one for one in shown if one[2] != "info"] == [one for one in every if one[2] != "info"]


def test_rules_that_are_not_asked_are_not_counted() -> None:
    hidden = Counter[str]()
    assert [code for _, code, _ in audited(["K101"], hidden)] == ["K101"] and not hidden
