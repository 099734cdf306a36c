"""The moves inside recursive annotation variations, played from where they branch off (PGN 1994, 8.2.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Protocol

from pgnfen.pgn.definitions import DEEPEST_VARIATION
from pgnfen.pgn.movetext import Kind, Token
from pgnfen.replay.interface import Ply, Position, Replay, Stop

_PLAYED = (Kind.MOVE, Kind.CASTLING)
MOVES: Final = (*_PLAYED, Kind.NULL)


class _Plays(Protocol):
    """What a Player does with the tokens of a line."""

    first: Position
    plies: list[Ply]
    skipped: list[Token]
    stop: Stop | None

    def move(self, token: Token) -> None: ...
    def null(self, token: Token) -> None: ...
    def skip(self, token: Token) -> None: ...


class _Mainline:
    """Plays the mainline as it was replayed."""

    def __init__(self, replay: Replay) -> None:
        self.first = replay.board
        self.plies: list[Ply] = []
        self.skipped: list[Token] = []
        self.stop: Stop | None = None
        self._replay = replay

    def move(self, token: Token) -> None:
        played, stop, count = self._replay.plies, self._replay.stop, len(self.plies)
        if count < len(played) and played[count].token.start == token.start:
            self.plies.append(played[count])
        elif stop is not None and stop.at == token.start:
            self.stop = stop
        else:
            self.skipped.append(token)

    null = skip = move


class VariationLine:
    """A line of moves as far as it has been read: the mainline, or a variation.

    `plies` and `skipped` count what stands before it in the lines that it branches off from. `open` says whether a
    variation may branch off here: behind a move that has been played. Behind a token that nobody can read nobody knows
    which move it would replace.
    """

    __slots__ = ("behind", "open", "player", "plies", "pushed", "skipped")

    def __init__(self, player: _Plays, plies: int, skipped: int, is_open: bool) -> None:
        self.player = player
        self.plies, self.skipped, self.open = plies, skipped, is_open
        self.behind: Any = None  # a board that follows at a distance
        self.pushed = 0

    def read(self, token: Token) -> Stop | None:
        """Play a token; the stop, where it is the move that cannot be played."""
        player, kind = self.player, token.kind
        plies, skipped = len(player.plies), len(player.skipped)
        if kind in _PLAYED:
            player.move(token)
        elif kind is Kind.NULL:
            player.null(token)
        elif kind is Kind.UNREADABLE:
            player.skip(token)
        else:
            return None
        stop = player.stop
        if stop is None:
            self.open = len(player.skipped) == skipped
            return None
        self.open = False
        return stop._replace(ply=self.plies + plies + 1, skipped=self.skipped + skipped)

    def branch(self, variation_player: Callable[[Any], _Plays]) -> VariationLine | None:
        """The variation that begins here; None where it cannot be played."""
        if not self.open:
            return None
        player, last = self.player, max(len(self.player.plies) - 1, 0)
        variation = variation_player(self.before())
        return VariationLine(variation, self.plies + last, self.skipped + len(player.skipped), False)

    def before(self) -> Any:
        """A board with the position before the last move; without one that of the beginning."""
        last = max(len(self.player.plies) - 1, 0)
        if self.behind is None:
            self.behind = self.player.first.copy(stack=False)
        for ply in self.player.plies[self.pushed : last]:
            self.behind.push(ply.move)
        self.pushed = last
        return self.behind.copy(stack=False)

    def here(self) -> Any:
        """A board with the position that the moves so far lead to."""
        board = self.before()
        if self.player.plies:
            board.push(self.player.plies[-1].move)
        return board

    @property
    def ply(self) -> int:
        """The plies before this place, from the start of the game on."""
        return self.plies + len(self.player.plies)

    @property
    def certain(self) -> bool:
        """Whether the position is certain: nothing has been passed over, and the moves have not stopped."""
        return self.player.stop is None and not self.skipped and not self.player.skipped


def variation_stops(replay: Replay, variation_player: Callable[[Any], _Plays]) -> tuple[Stop, ...]:
    """Where the moves of variations cannot be played on, each counted in plies from the start of the game.

    A variation branches off before the move behind which it stands; one at the very beginning of the movetext from the
    start. `variation_player` has players of variations from a position. What stands behind a stop, or behind the
    termination marker, is not played, nor is a variation before the first move of another.
    """
    return tuple([stop for _, _, stop in in_variations(replay, variation_player) if stop is not None])


def in_variations(
    replay: Replay, variation_player: Callable[[Any], _Plays]
) -> Iterator[tuple[Token, VariationLine | None, Stop | None]]:
    """The tokens in variations down to where their moves stop, each with its line, behind it, and the stop that it is;
    of a variation that is not played its `(` and no line. What is played: see variation_stops."""
    if Kind.OPEN not in {token.kind for token in replay.tokens}:
        return
    lines = [VariationLine(_Mainline(replay), 0, 0, True)]
    unplayed = 0  # variations, one in the other
    for token in _before(replay.tokens, replay.marker):
        if token.kind is Kind.OPEN:
            line = None if unplayed or len(lines) > DEEPEST_VARIATION else lines[-1].branch(variation_player)
            if line is None:
                unplayed += 1
                yield token, None, None
            else:
                lines.append(line)
        elif token.kind is Kind.CLOSE:
            if unplayed:
                unplayed -= 1
            elif len(lines) > 1:
                lines.pop()
        elif not unplayed and lines[-1].player.stop is None:
            stop = lines[-1].read(token)
            if len(lines) > 1:
                yield token, lines[-1], stop


def _before(tokens: Sequence[Token], marker: Token | None) -> Sequence[Token]:
    return tokens if marker is None else tokens[: tokens.index(marker)]
