"""What may be meant where a game's moves cannot be played on: the changes found by replay/candidates.py, held to what
the game declares, in words and as bytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pgnfen.audit.edits import Edit, apply
from pgnfen.facts.declared_text import may_declare, tags_may_declare
from pgnfen.facts.kinds import Fact
from pgnfen.lazy import regex
from pgnfen.pgn.movetext import Kind, Movetext, Token, read_number
from pgnfen.replay.candidates import Candidate, Candidates, candidates
from pgnfen.replay.chess_player import starting_board
from pgnfen.replay.san import read_san

if TYPE_CHECKING:
    from pgnfen.audit.read_game import ReadGame

PROVEN = 8  # plies behind a change, at least, that have to replay with it alone
_NAMED = 3
_PLAIN = regex(rb"[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8][+#]?(?=\s)")
_PLAYED = (Kind.MOVE, Kind.CASTLING, Kind.NULL, Kind.UNREADABLE)


class Corrections(NamedTuple):
    """`text`: the candidates in words, as a finding says them; `expected`: what stands for the move that cannot be
    played, if that alone is changed; `edits`: the one change that is proven, none where none is."""

    text: str
    expected: str | None
    edits: tuple[Edit, ...]


def corrections(game: ReadGame) -> Corrections | None:
    """The candidates for the game's stop; None where they cannot be looked for.

    That is so in variants, in games with the piece letters of another language, behind null moves, and behind tokens
    that nobody can read: one of those may be the move. Costs about ten milliseconds, at most about fifty; less where
    the same was asked of the same moves shortly before, as repairs do.
    """
    facts, at = game.facts, game.movetext
    if facts.stop is None or facts.skipped or facts.readings or not game.start.is_chess:
        return None
    if len(game.raw) > _SHORT:
        return _searched(game)
    # Other tags matter where they declare positions alone. Edits count from the movetext.
    tags = game.raw[:at] if tags_may_declare(game.raw, at, game.reader.python.position_tags) else b""
    memo, asked = game.reader.python.memo, (game.start, tags, game.raw[at:])
    answer: tuple[Corrections | None] | None = memo.get(asked)
    if answer is None:
        found = _searched(game)
        if len(memo) >= _MANY:
            memo.clear()
        memo[asked] = (found and found._replace(edits=_shifted(found.edits, -at)),)
        return found
    return answer[0] and answer[0]._replace(edits=_shifted(answer[0].edits, at))


_SHORT, _MANY = 4096, 64  # bytes of a game, and games, of which the corrections are remembered


def _shifted(edits: Iterable[Edit], by: int) -> tuple[Edit, ...]:
    return tuple([Edit(start + by, end + by, new) for start, end, new in edits])


def _searched(game: ReadGame) -> Corrections | None:
    facts = game.facts
    assert facts.stop is not None  # nobody asks else
    tokens = _moves(game)
    stop = next((index for index, token in enumerate(tokens) if token.start == facts.stop.at), None)
    if stop is None or any(read_san(token.text(game.raw)) is None for token in tokens[: stop + 1]):
        return None
    found = _held(game, tokens, _search(game, tokens, stop))
    one = _proven(found, stop)
    if one is None:
        return Corrections(_listed(found, stop), None, ())
    expected = None
    if one.at == stop and one.removed <= 1 and one.moves:
        expected = " ".join([*one.moves, *([] if one.removed else [facts.stop.san])])
    behind = one.end - one.at - one.removed
    text = f"only {_told(one, stop)} (and no other small change) makes the {behind} plies after it legal to the end"
    return Corrections(text, expected, tuple(_edits(game, tokens, one)))


def _proven(candidates: Candidates, stop: int) -> Candidate | None:
    """The only change there is, if enough plies behind it prove it."""
    if len(candidates.found) != 1 or not candidates.complete:
        return None
    [one] = candidates.found
    return one if one.whole and one.end - max(stop, one.at + one.removed) >= PROVEN else None


def _moves(game: ReadGame) -> Sequence[Token]:
    """The mainline's moves, and what may be meant as one."""
    return [token for token in _tokens(game).mainline if token.kind in _PLAYED]


def _tokens(game: ReadGame) -> Movetext:
    return game.reader.python.tokens(game.played, game.movetext, game.start.width)


def _search(game: ReadGame, tokens: Sequence[Token], stop: int) -> Candidates:
    """Where the start denies a castling that is played, another change may explain both: it is looked for first."""
    sans = [read_san(token.text(game.raw)) for token in tokens]
    first, denied = starting_board(game.start), game.facts.denied
    if not denied:
        return candidates(first, sans, stop)
    found = candidates(first, sans, min(grant.ply for grant in denied) - 1)
    further = tuple(one for one in found.found if one.end > stop)
    if further:
        return found._replace(found=further)
    replay = game.reader.engine.replay(game.start, game.raw, _tokens(game))
    return candidates(replay.board, sans, stop)  # type: ignore[arg-type]  # chess is played on python-chess's boards


def _held(game: ReadGame, tokens: Sequence[Token], found: Candidates) -> Candidates:
    """The candidates with which the game, read anew by python-chess, does what is said of them, and contradicts the
    fewest of the positions that it declares; of a game that declares none only those that are named are read anew."""
    declares = may_declare(game.played, game.movetext, game.reader.python.position_tags)
    read = len(found.found) if declares else _NAMED
    unchanged = _tokens(game)
    judged = [(one, _contradicted(game, tokens, one, unchanged)) for one in found.found[:read]]
    fewest = min((count for _, count in judged if count is not None), default=0)
    left = tuple(one for one, count in judged if count == fewest)
    return Candidates((*left, *found.found[read:]), found.complete)


def _contradicted(game: ReadGame, tokens: Sequence[Token], one: Candidate, unchanged: Movetext) -> int | None:
    """How many positions the game declares otherwise, changed so; None where its moves stop before they should."""
    data = apply(game.played, _edits(game, tokens, one))
    reader = game.reader.python
    if _is_read_alike(data, tokens, one):
        reader.knows_tokens(data, game.movetext, game.start.width, unchanged)
    facts = reader.replayed(data, game.movetext, game.start)
    end = one.end + len(one.moves) - one.removed
    if facts.stop is not None and (one.whole or facts.stop.ply <= end):
        return None
    return len(facts.of(Fact.DECLARED)) + len(facts.denied)


def _is_read_alike(data: bytes, tokens: Sequence[Token], one: Candidate) -> bool:
    """Whether a change leaves all tokens where they are: plain moves stand for such moves of the same length."""
    there = tokens[one.at : one.at + one.removed]
    return len(there) == len(one.moves) and all(
        token.kind is Kind.MOVE and token.end - token.start == len(new) and _PLAIN.match(data, token.start)
        for token, new in zip(there, one.moves, strict=True)
    )


def _edits(game: ReadGame, tokens: Sequence[Token], one: Candidate) -> Iterable[Edit]:
    """A change as bytes: a missing move stands before the number of the next, unless that is its own, and one that
    occurs twice goes."""
    there = tokens[one.at : one.at + one.removed]
    if one.removed == len(one.moves):
        for token, new in zip(there, one.moves, strict=True):
            yield Edit(token.start, token.end, new.encode())
    elif one.moves:
        white = game.facts.white_begins == (one.at % 2 == 0)
        at, behind = _with_number(game, tokens[one.at]), tokens[one.at].start
        if white and read_number(game.raw[at:behind].rstrip())[1] == 1:
            at = behind
        yield Edit(at, at, " ".join(one.moves).encode() + b" ")
    else:
        begin, end = _with_number(game, there[0]), there[-1].end
        blank = len(game.raw) - len(game.raw[end:].lstrip(b" \t\r\n"))
        yield Edit(begin, blank, b"")


def _with_number(game: ReadGame, move: Token) -> int:
    """Where the move number right before a move begins, or the move, if there is none."""
    before = _tokens(game).mainline
    index = before.index(move)
    number = before[index - 1] if index else move
    return number.start if number.kind is Kind.NUMBER else move.start


# --- in words


def _listed(found: Candidates, stop: int) -> str:
    tried = "" if found.complete else "; not all changes were tried"
    if not found.found:
        return f"no single small change makes the next moves legal{tried}"
    named = "; ".join(_told(one, stop) for one in found.found[:_NAMED])
    more = len(found.found) - _NAMED
    rest = f"; and {more} more" if more > 0 else ""
    if found.found[0].whole:
        return f"changes that make all moves legal: {named}{rest}{tried}"
    return f"changes that make the moves legal up to ply {found.found[0].end}: {named}{rest}{tried}"


def _told(one: Candidate, stop: int) -> str:
    """A change in a few words; plies count from 1."""
    moves = " ".join(one.moves)
    if one.change == "missing":
        return f"{moves} inserted before it" if one.at == stop else f"{moves} inserted before ply {one.at + 1}"
    if one.change == "swapped":
        return f"plies {one.at + 1} and {one.at + one.removed} swapped"
    if one.change == "twice":
        return "the move left out that stands there twice"
    return moves if one.at == stop else f"{moves} at ply {one.at + 1}"
