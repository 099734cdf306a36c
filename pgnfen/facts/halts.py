"""Where and why the moves of a mainline stop, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pgnfen.fen.fault import quote
from pgnfen.pgn.tagpairs import decode

if TYPE_CHECKING:
    from pgnfen.replay.interface import Grant, Stop


class Halt(NamedTuple):
    """The ply that cannot be played (from 1; 0: there is no start), and why."""

    ply: int
    why: str


def at_stop(stop: Stop, text: bytes) -> Halt:
    """At a move that cannot be played; `text` is the game's own spelling of it."""
    return Halt(stop.ply, f"{quote(decode(text))} is {stop.reason}: {stop.why}")


def at_grant(grant: Grant) -> Halt:
    """At a move that the start denies."""
    what = "en passant capture" if grant.kind == "en-passant" else "castling"
    return Halt(grant.ply, f"the starting position does not allow the {what}")


def at_unreadable(ply: int, text: bytes) -> Halt:
    """At a token that nobody can read, or neighbors of which that is so: it may be a move."""
    return Halt(ply, f"{quote(' '.join(decode(text).split()))} cannot be read")


def at_open(ply: int, comment: bool) -> Halt:
    """In a comment, or a variation, that is never closed: moves may be lost in it."""
    return Halt(ply, f"the {'comment' if comment else 'variation'} before it is never closed")
