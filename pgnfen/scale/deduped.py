"""What is written of games of which some are duplicates: both parts of each block, and the lines of the log."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from pgnfen.pgn.block import Block
from pgnfen.report.values import path_json, to_json
from pgnfen.scale.passes import Passes, Seen
from pgnfen.select.duplicates import Duplicates, Verdict
from pgnfen.select.merged_tags import with_values
from pgnfen.select.partition import cut


class Deduped(NamedTuple):
    """What `dedupe` has found, without the games of a base."""

    games: int
    """Games, or records, of the inputs."""
    kept: int
    """Those that stay."""
    duplicates: int
    """Those that are copies of one that stays, or of one in the base."""
    by_text: int
    """Those whose moves could not be played: they were compared by their text alone."""
    not_compared: int
    """Those that were too large, or cut off: they stay."""

    @classmethod
    def of(cls, found: Duplicates) -> Deduped:
        """The counts of duplicates that were found."""
        return cls(found.games, found.games - found.removed, found.removed, found.text, found.large)


class Halves(NamedTuple):
    """The bytes of a block's games that stay, and of those that are duplicates, with the name of its input."""

    kept: bytes
    duplicates: bytes
    path: str


def written(found: Duplicates, passes: Passes, fills: dict[int, dict[str, str]]) -> Iterator[Halves]:
    """The halves of each block, in order; `fills` are values for tags of kept games, by their numbers."""
    number = found.bases
    for block, path in passes.blocks():
        count = len(block)
        flags = [not one for one in found.is_copy[number : number + count]]
        if not count:  # more of a game too large: it is compared with none, and stays
            yield Halves(block.data[: block.end], b"", path)
            continue
        kept, duplicates = cut(block, flags)
        changed = [at for at in range(count) if number + at in fills] if fills else []
        if changed:
            kept = _filled(block, flags, {at: fills[number + at] for at in changed})
        yield Halves(kept, duplicates, path)
        number += count


def _filled(block: Block, flags: list[bool], fills: dict[int, dict[str, str]]) -> bytes:
    """The bytes of the games that stay, with values for the tags of some."""
    parts = []
    ends = block.ends()
    for at, (flag, end) in enumerate(zip(flags, ends, strict=True)):
        if flag:
            raw = block.data[block.starts[at] if at else 0 : end]
            parts.append(with_values(raw, fills[at]) if at in fills else raw)
    return b"".join(parts)


def settle(
    found: Duplicates, places: tuple[Seen, Seen], log: Callable[[bytes], object] | None
) -> dict[int, dict[str, str]]:
    """Write the log, a line per duplicate in the order of the input; the values for tags of kept games. `places`: the
    inputs of a base, and the inputs."""
    fills: dict[int, dict[str, str]] = {}
    if log is None and not found.options.merge:
        return fills

    def place(number: int) -> dict[str, object]:
        is_base = number < found.bases
        path, game = places[not is_base].place(number if is_base else number - found.bases)
        return {**path_json(path), "game": game}

    def line(one: Verdict) -> bytes:
        row = {"group": one.kept + 1, **place(one.number), "kept": place(one.kept), "reason": one.reason}
        row["lacks"] = one.lacks or {}
        return to_json({**row, "merged": one.merged} if one.merged else row) + b"\n"

    for one in found.verdicts():
        if one.fills:
            fills[one.number] = one.fills
        elif log is not None:
            log(line(one))
    return fills
