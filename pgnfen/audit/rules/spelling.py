"""R106 and R109: how moves are spelled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pgnfen.audit.edits import Edit
from pgnfen.audit.finding import Fix, GameFinding
from pgnfen.audit.rule import rule
from pgnfen.facts.kinds import Fact
from pgnfen.lazy import deferred, regex

with deferred:
    from pgnfen.pgn.piece_letters import names_of

if TYPE_CHECKING:
    from pgnfen.audit.finding import Remark
    from pgnfen.audit.game import Game


_WORD = regex(rb"\S+")


def _english_letters(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """Every move of the mainline with English piece letters, and those of variations and of what stands behind."""
    if len(game.facts.readings) != 1:
        return
    new, raw = game.facts.readings[0].raw, game.raw
    done = 0
    shorter = {old: end for end, old in game.facts.readings[0].ends.items()}
    for word in _WORD.finditer(raw):
        start, end = word.span()
        if start < game.movetext or start < done or new[start:end] == raw[start:end]:
            continue
        ends = [old for old in shorter if start < old <= end]
        if not ends:
            yield from _bytes_changed(raw, new, start, end)
        for old in sorted(ends):  # a letter of two bytes becomes one of one
            yield Edit(start, old, new[start : shorter[old]])
            start = old
        done = end


def _bytes_changed(raw: bytes, new: bytes, start: int, end: int) -> Iterator[Edit]:
    for at in range(start, end):
        if raw[at] != new[at]:
            yield Edit(at, at + 1, new[at : at + 1])


@rule("R106", "piece-letters", "warning", "safe", reads=Fact.PIECE_LETTERS, replay=True, edits=_english_letters)
def piece_letters(game: Game) -> Iterator[GameFinding]:
    """The moves use the piece letters of another language (`Sf3`, `Dxd4`). Programs that expect English letters drop
    these moves.

    The languages are those of PGN 1994 section 8.2.3.2, and Russian. A language counts only if its letters fit all
    moves of the game and the game can be played further than with English letters. The fix is safe if the game is
    legal to the end with only one set of letters. All other findings are about the game read with these letters.

    Example:
        1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 *
    """
    facts = game.facts
    for one in facts.of(Fact.PIECE_LETTERS):
        text, languages = game.text(one.at, one.end), names_of(one.value)
        named = " or ".join((", ".join(languages[:-1]), languages[-1])) if len(languages) > 1 else languages[0]
        declared, expected = facts.readings[0].letters
        message = (
            f"{text}: the moves use the piece letters {declared} of {named}; with these letters, the moves are "
            "legal up to "
        )
        if len(facts.readings) > 1:
            message += "the end, but several languages fit and give different moves, so the language is unknown"
            yield GameFinding(one.at, message, "piece letters", declared, fix=None)
            return
        fix: Fix = "safe"
        if not facts.whole:
            fix = "unsafe"
            message += f"ply {facts.plies}" if facts.stop else "the end, except for tokens that cannot be read"
        else:
            message += "the end"
        yield GameFinding(one.at, message, "piece letters", declared, expected, fix=fix)


@rule("R109", "san-spelling", "info", "safe", replay=True, by_name=True)
def san_spelling(game: Game) -> Iterator[GameFinding]:
    """A move is not written in SAN (PGN 1994 section 8.2.3), but most programs can read it.

    The correct form is what python-chess writes: no long algebraic notation, the shortest disambiguation between legal
    moves, `x` for captures, `=` before the promotion piece, and `+` and `#` where they belong. `e1g1` is reported as
    castling if it means castling. Castling with other letters is reported by R105, and games with other piece letters
    by R106. A diagram mark (`Bf4D`, `Rf8D`, `Qf7D+`) needs a space before it.

    Example:
        1. e2e4 e7e5 2. Ng1f3 Nb8-c6 3. Bb5 Nf6 4. Kg1 *
    """
    for one in game.spellings:
        text = game.text(one.at, one.end)
        what = "this is castling" if one.castles else ", ".join(_differences(text, one.san))
        if one.san.endswith(" D"):
            what = "the diagram mark is not part of the move"
        yield GameFinding(one.at, f"found {text} instead of {one.san}: {what}", "movetext", text, one.san, one.ply)


_PARTS = regex(r"([KQRBNP]?)([a-h]?[1-8]?)([-x:]?)([a-h][1-8])([=/(]*[A-Za-z]?\)?)([+#]*)")


def _differences(text: str, san: str) -> Iterator[str]:
    """What is other in a spelling than in SAN."""
    said, right = _PARTS.fullmatch(text), _PARTS.fullmatch(san)
    if said is None or right is None:  # castling, drops
        yield "the check mark is different" if text.rstrip("+#") == san.rstrip("+#") else "is spelled differently"
        return
    if said[1] != right[1]:
        yield "a pawn has no letter"
    if said[2] != right[2]:
        needless = "the disambiguation is not needed" if not right[2] else f"without {right[2]} the move is ambiguous"
        yield "this is long algebraic notation" if len(said[2]) == 2 else needless
    if said[3] != right[3]:
        yield "a capture is written with x" if right[3] else f"{said[3]} is not part of SAN"
    if said[5] != right[5]:
        yield "a promotion is written with ="
    if said[6] != right[6]:
        yield f"{right[6]} is missing" if right[6] else f"{said[6]} is not needed"
