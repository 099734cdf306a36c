"""Fixes as edits of a document: what `pgnfen fix` does, of one finding, of a game, of the file."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from io import BytesIO
from typing import NamedTuple, TypeVar

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.catalog import choose
from pgnfen.audit.finding import Remark
from pgnfen.audit.rule import REGISTRY
from pgnfen.fen.fault import Fault
from pgnfen.lazy import cached_property
from pgnfen.lsp.checks import Settings
from pgnfen.lsp.parts import Document, Place
from pgnfen.pgn.blocks import read_blocks, with_neighbors
from pgnfen.pgn.records import read_record_blocks
from pgnfen.repair.fixer import Fixer

_MOST_LINES = 2000  # of a game, whose lines are compared; of a longer one all between the first and last change is new


class TextEdit(NamedTuple):
    """Other bytes for bytes `start` to `end` of the document."""

    start: int
    end: int
    new: bytes


class _OneFinding(Fixer):
    """Repairs what one finding says, wherever in the game it says so."""

    only: Remark | None = None

    def wants(self, found: Remark | Fault) -> bool:
        """See Fixer."""
        only = self.only
        if only is None or not super().wants(found):
            return False
        same = found.code == only.code and found.field == only.field and found.declared == only.declared
        return same and (isinstance(found, Fault) or found.ply == only.ply)


_Kind = TypeVar("_Kind", bound=Fixer)


class Fixes:
    """Makes the fixes of documents, by the rules that are shown there."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def _auditor(self, searches: bool) -> Auditor:
        codes = self._settings.codes
        rules = {rule.code: rule for rule in (*choose(), *choose(codes or ("S101",)))}
        return Auditor(rules.values(), position_tags=self._settings.position_tags, searches=searches)

    @cached_property
    def _safe(self) -> Fixer:
        return self._fixer(Fixer, unsafe=False)

    @cached_property
    def _one_safe(self) -> _OneFinding:
        return self._fixer(_OneFinding, unsafe=False)

    @cached_property
    def _one_unsafe(self) -> _OneFinding:
        return self._fixer(_OneFinding, unsafe=True)

    def _fixer(self, kind: type[_Kind], unsafe: bool) -> _Kind:
        settings = self._settings
        searches = unsafe and any(REGISTRY[code].searches for code in settings.codes)
        auditor = self._auditor(searches)
        return kind(auditor, settings.codes, unsafe, severity=settings.severity, named=settings.named)

    def finding(self, document: Document, place: Place, remark: Remark) -> list[TextEdit]:
        """The edits that repair one finding; none where the fix does not hold."""
        fixer = self._one_unsafe if remark.fix == "unsafe" else self._one_safe
        fixer.only = remark
        return self._edits(document, place, fixer)

    def game(self, document: Document, place: Place) -> list[TextEdit]:
        """The edits of all safe fixes of a game."""
        return self._edits(document, place, self._safe)

    def _edits(self, document: Document, place: Place, fixer: Fixer) -> list[TextEdit]:
        return list(edits_between(document.raw(place), fixer.block(document.block(place)).data, place.offset))

    def file(self, document: Document) -> list[TextEdit]:
        """The edits of all safe fixes of the file, as `pgnfen fix` makes them."""
        stream = BytesIO(document.data)
        blocks = read_record_blocks(stream) if document.records else with_neighbors(read_blocks(stream))
        edits: list[TextEdit] = []
        for block in blocks:
            for game, new in self._safe.block(block).changed:
                edits += edits_between(game.raw, new, game.offset)
        return edits


def edits_between(old: bytes, new: bytes, offset: int) -> Iterator[TextEdit]:
    """What makes `new` of `old`, which begins at a byte of the document: the lines that differ, without what is the
    same at either end of them.

    >>> list(edits_between(b"a\\nbcd\\ne\\n", b"a\\nbxd\\ne\\n", 100))
    [TextEdit(start=103, end=104, new=b'x')]
    """
    if old == new:
        return
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    if max(len(before), len(after)) > _MOST_LINES:
        yield _trimmed(old, new, offset)
        return
    places = [0]
    for line in before:
        places.append(places[-1] + len(line))
    for kind, begin, end, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            yield _trimmed(b"".join(before[begin:end]), b"".join(after[first:last]), offset + places[begin])


def _trimmed(old: bytes, new: bytes, offset: int) -> TextEdit:
    """The edit without what is the same at its ends; whole characters."""
    least = min(len(old), len(new))
    start = next((at for at in range(least) if old[at] != new[at]), least)
    while start and (_continues(old, start) or _continues(new, start)):
        start -= 1
    start -= _splits_line_end(old, start)
    end = next((at for at in range(least - start) if old[-1 - at] != new[-1 - at]), least - start)
    while end and (_continues(old, len(old) - end) or _continues(new, len(new) - end)):
        end -= 1
    end -= _splits_line_end(old, len(old) - end)
    return TextEdit(offset + start, offset + len(old) - end, new[start : len(new) - end])


def _splits_line_end(data: bytes, at: int) -> bool:
    """Whether a place is within a line end, which no client knows."""
    return at > 0 and data[at - 1 : at + 1] == b"\r\n"


def _continues(data: bytes, at: int) -> bool:
    return at < len(data) and data[at] & 0xC0 == 0x80
