"""The Python reader: our lexer, and python-chess (pyffish for 10x8 boards) as the player. It is the reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

from pgnfen.engine_records import Noted
from pgnfen.facts.course_bits import OF_NAME
from pgnfen.facts.declared_text import may_declare
from pgnfen.facts.facts import Facts, compared, layout_kinds, result_kinds, start_kinds
from pgnfen.facts.kinds import DOUBTFUL, POSITION_TAGS, Fact
from pgnfen.facts.patterned import patterned
from pgnfen.facts.plain_values import are_plain, termination_of
from pgnfen.facts.structure import structure
from pgnfen.lazy import deferred, regex
from pgnfen.pgn.definitions import MARKERS
from pgnfen.pgn.movetext import ANY_WIDTH, Kind, Movetext, Token, read_movetext, unclosed_comment
from pgnfen.pgn.results import last_result
from pgnfen.pgn.value_types import named_end
from pgnfen.replay.interface import Ending, Indication, Position, Replay, ReplayEngine
from pgnfen.replay.large.named import named_rules
from pgnfen.replay.limits import FIVEFOLD, FIVEFOLD_CLOCK, is_dead

with deferred:
    from pgnfen.facts.declared import declarations
    from pgnfen.facts.endings import Endings
    from pgnfen.facts.letters import read_letters
    from pgnfen.pgn.piece_letters import translations
    from pgnfen.replay.repeated import may_repeat, same_position

if TYPE_CHECKING:
    from pgnfen.fen.start import Start
    from pgnfen.pgn.layout import Layout

_UNREADABLE, _NULL, _CASTLES = Kind.UNREADABLE, Kind.NULL, Kind.CASTLING  # looked up once
_CONTROL = regex(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_COMMENTS = (Kind.COMMENT, Kind.LINE_COMMENT, Kind.ESCAPE)
_SILENT = (*_COMMENTS, Kind.NAG, Kind.ANNOTATION, Kind.EN_PASSANT)
_CASTLING = regex(rb"O-O(?:-O)?(?:/[A-Z][a-l][1-9])?[+#]*\Z")
_LAST_CLOCK = 150
_UNSURE = Fact.STOP | Fact.DENIED | Fact.OPEN_COMMENT | Fact.OPEN_VARIATION  # of these the last position may be another
_OF_ENDING: dict[Ending, int] = {"open": 0, "mate": int(Fact.MATE), "stalemate": int(Fact.STALEMATE)}
_PAWN_MOVE = regex("P?[a-h](?:x[a-h])?[1-8](?![-x:]?[a-h])")


class PythonReader:
    """Reads games one by one; `position_tags` are the tags that declare final positions; `memo` is for those who ask
    the same of it again."""

    def __init__(self, engine: ReplayEngine, position_tags: Sequence[bytes] = POSITION_TAGS) -> None:
        self.engine, self.position_tags = engine, tuple(position_tags)
        self.memo: dict[Any, Any] = {}
        self._last: tuple[bytes, int, int, Movetext] | None = None

    def read(
        self, raw: bytes, movetext: int, start: Start, layout: Layout, result: bytes | None, moves: bool = True
    ) -> Facts:
        """The facts of a game: its bytes `raw`, where its movetext begins, its start, what its tag section is like and
        its Result tag (None: no such tag). Without `moves` nothing is said of the movetext.

        Costs what the replay of the game costs, about a millisecond.
        """
        facts = self.in_any_letters(raw, movetext, start) if moves else Facts()
        facts.kinds |= layout_kinds(layout) | start_kinds(start) | result_kinds(result)
        of_both = compared(facts, raw, movetext, result) if moves else 0
        facts.kinds |= of_both if self.engine.plays(start) else of_both & ~Fact.PLY_COUNT_DIFFERS
        facts.kinds |= 0 if are_plain(raw[:movetext]) else Fact.TAG_VALUE
        facts.kinds |= self.ending_differs(facts, raw, movetext, start)
        facts.add(facts_of_bytes(raw))
        facts.add(self.patterned(raw, movetext, start) if moves else ())
        return facts

    def patterned(self, raw: bytes, movetext: int, start: Start) -> list[Noted]:
        """The facts that no other reader says (see facts.patterned)."""
        width = ANY_WIDTH if named_rules(start) else start.width
        return list(patterned(raw, movetext, lambda: self.tokens(raw, movetext, width).tokens))

    def ending_differs(self, facts: Facts, raw: bytes, movetext: int, start: Start) -> int:
        """ENDING_DIFFERS where the last position is not what Termination says, else 0."""
        named = named_end(termination_of(raw[:movetext]))
        if named is None or facts.kinds & _UNSURE or facts.skipped or not facts.plies or facts.readings:
            return 0
        if start.unstated or not start.is_chess:
            return 0
        if named in _OF_ENDING:
            return 0 if facts.kinds & _OF_ENDING[named] else Fact.ENDING_DIFFERS.value
        replay = self.engine.replay(start, raw, self.tokens(raw, movetext, start.width))
        board, endings = replay.board.copy(stack=False), Endings(start)
        endings.add(board)
        for ply in replay.plies:
            board.push(ply.move)
            endings.add(board)
        return 0 if endings.of(board) & OF_NAME[named] else Fact.ENDING_DIFFERS.value

    def in_any_letters(self, raw: bytes, movetext: int, start: Start) -> Facts:
        """The facts of the movetext alone, by the piece letters in which it replays."""
        facts = self.moves(raw, movetext, start)
        if facts.kinds & DOUBTFUL and start.width == 8 and self.engine.plays(start):
            translated = translations(raw, movetext)
            if translated:
                by_letters = read_letters(
                    raw, translated, lambda: facts, lambda other: self.moves(other, movetext, start)
                )
                return by_letters or facts
        return facts

    def moves(self, raw: bytes, movetext: int, start: Start) -> Facts:
        """The facts of the movetext alone, by the letters of English."""
        facts = self.replayed(raw, movetext, start)
        width = ANY_WIDTH if named_rules(start) else start.width
        facts.add(structure(raw, movetext, lambda: self.tokens(raw, movetext, width).tokens))
        return facts

    def replayed(self, raw: bytes, movetext: int, start: Start) -> Facts:
        """The same, but for what other readers lose (see structure)."""
        plays = self.engine.plays(start)
        declares = plays and start.is_chess and may_declare(raw, movetext, self.position_tags)
        if plays and not declares:
            plain = self.engine.glance(start, raw[movetext:])
            if plain is not None:
                return Facts(_OF_ENDING[plain.ending], plain.plies, plain.marker, plain.white_to_move)
        tokens = self.tokens(raw, movetext, ANY_WIDTH if named_rules(start) else start.width)
        replay = self.engine.replay(start, raw, tokens) if plays else None
        facts = _Movetext(raw, movetext, tokens, replay).facts(start)
        if replay is not None and Kind.OPEN in tokens.kinds:
            facts.variation_stops = self.engine.variation_stops(replay, raw)
            facts.kinds |= Fact.VARIATION_STOP if facts.variation_stops else 0
        if declares and replay is not None:
            declared = declarations(raw, movetext, replay, facts.kinds, self.position_tags)
            facts.conventions = declared.conventions()
            facts.add(declared.noted())
        return facts

    def tokens(self, raw: bytes, movetext: int, width: int) -> Movetext:
        """The movetext of a game as tokens; of the game that was asked for last it is remembered."""
        last = self._last
        if last is None or last[1:3] != (movetext, width) or last[0] != raw:
            last = self._last = raw, movetext, width, read_movetext(raw, movetext, width)
        return last[3]

    def knows_tokens(self, raw: bytes, movetext: int, width: int, tokens: Movetext) -> None:
        """Have the tokens of the game that is asked for next: those of another game, from which it differs in plain
        moves of the same length alone."""
        self._last = raw, movetext, width, tokens


def facts_of_bytes(raw: bytes) -> list[Noted]:
    """The facts of the bytes alone: what is not UTF-8, control characters."""
    noted = []
    if not raw.isascii():
        try:
            raw.decode("utf-8")
        except UnicodeDecodeError as error:
            noted.append(Noted(int(Fact.NOT_UTF8), 0, error.start, error.start + 1, 0))
    control = _CONTROL.search(raw)
    if control:
        at = control.start()
        noted.append(Noted(int(Fact.CONTROL_CHARACTER), 0, at, at + 1, len(_CONTROL.findall(raw))))
    return noted


class _Movetext:
    """Says the facts of one movetext and its replay; one use."""

    def __init__(self, raw: bytes, begin: int, movetext: Movetext, replay: Replay | None) -> None:
        self.raw, self.begin, self.movetext, self.played = raw, begin, movetext, replay
        self.noted: list[Noted] = []
        self.kinds = 0
        self.spelled = len(raw)  # where a misspelled termination marker begins

    def note(self, kind: Fact, at: int, end: int, ply: int = 0, value: int = 0) -> None:
        self.noted.append(Noted(int(kind), ply, at, end, value))
        self.kinds |= kind

    def facts(self, start: Start) -> Facts:
        replay = self.played
        if self.movetext.kinds & _ODD:
            self.odd_tokens()
            if Kind.OPEN in self.movetext.kinds:
                self.odd_tokens_in_variations()
        self.variations()
        marker = self.marker()
        if replay is None:
            return Facts(self.kinds, marker=marker, noted=self.noted)
        self.numbers(replay)
        if start.is_chess:
            self.clock(replay)
            self.fivefold(start, replay)
        self.ending(start, replay)
        if replay.stop is not None:
            self.kinds |= Fact.STOP
        if replay.grants:
            self.kinds |= Fact.DENIED
        white = replay.board.turn == (len(replay.plies) % 2 == 0)
        plies, skipped = len(replay.plies), len(replay.skipped)
        return Facts(self.kinds, plies, marker, white, skipped, self.noted, replay.stop, replay.grants)

    def odd_tokens(self) -> None:
        """Tokens that cannot be read, null moves, castling in other spellings."""
        plies = {ply.token.start: ply.number for ply in self.played.plies} if self.played else {}
        begin, stop = -1, 0  # of tokens in turn that cannot be read
        for token in self.movetext.mainline:
            kind, start, end, _ = token
            if kind is _UNREADABLE:
                begin, stop = start if begin < 0 else begin, end
                continue
            if begin >= 0:
                self.note(Fact.UNREADABLE, begin, stop)
                begin = -1
            if kind is _NULL:
                self.note(Fact.NULL_MOVE, start, end, plies.get(start, 0))
            elif kind is _CASTLES and not _CASTLING.match(token.text(self.raw)):
                self.note(Fact.CASTLING_SPELLING, start, end, plies.get(start, 0))
        if begin >= 0:
            self.note(Fact.UNREADABLE, begin, stop)

    def odd_tokens_in_variations(self) -> None:
        """Tokens inside variations that cannot be read."""
        end = self.movetext.marker.start if self.movetext.marker else len(self.raw)
        run = 0  # the depth of the token before, if it cannot be read
        for token in self.movetext.tokens:
            if token.start >= end:
                break
            if token.kind is not Kind.UNREADABLE:
                run = 0
            elif token.depth and token.depth == run:
                self.noted[-1] = self.noted[-1]._replace(end=token.end)
            elif token.depth:
                self.note(Fact.VARIATION_UNREADABLE, token.start, token.end)
                run = token.depth

    def variations(self) -> None:
        """Parentheses and comments that do not match."""
        tokens = self.movetext.tokens
        if tokens and unclosed_comment(tokens[-1], self.raw):
            self.note(Fact.OPEN_COMMENT, tokens[-1].start, tokens[-1].end)
        if Kind.OPEN not in self.movetext.kinds and Kind.CLOSE not in self.movetext.kinds:
            return
        opened: list[Token] = []
        stray = None
        for token in tokens:
            if token.kind is Kind.OPEN:
                opened.append(token)
            elif token.kind is Kind.CLOSE:
                if opened:
                    opened.pop()
                else:
                    stray = stray or token
        if stray:
            self.note(Fact.STRAY_PARENTHESIS, stray.start, stray.end)
        if opened:
            last = self.last_token()
            ends = last is not None and last.kind is Kind.MARKER
            self.note(Fact.OPEN_VARIATION, opened[0].start, opened[0].end, value=int(ends))

    def last_token(self) -> Token | None:
        """The last token that is no comment."""
        return next((token for token in reversed(self.movetext.tokens) if token.kind not in _COMMENTS), None)

    def marker(self) -> bytes:
        """The termination marker, also one within a variation that is never closed; what stands behind it."""
        token = self.movetext.marker
        if token is not None:
            if token is not self.movetext.tokens[-1]:
                behind = [t for t in self.movetext.tokens if t.start >= token.end and t.kind not in _SILENT]
                if behind:
                    self.note(Fact.BEHIND_MARKER, behind[0].start, behind[-1].end)
            return token.text(self.raw)
        last = self.last_token()
        if last is not None and last.kind is Kind.MARKER:
            return last.text(self.raw)
        at = last.end if last else self.begin
        self.note(Fact.NO_MARKER, at, at)
        spelled = last_result(self.raw, self.begin, at)
        if spelled is not None:
            self.spelled = spelled[0]
            self.note(Fact.MARKER_SPELLING, self.spelled, at, value=1 + MARKERS.index(spelled[1]))
        return b""

    def numbers(self, replay: Replay) -> None:
        """Move numbers, the first and those that do not follow from it."""
        indications = [part for part in replay.indications if part.token.start < self.spelled]
        base = self.first_number(replay, _opening([part for part in indications if part.ply == 1]))
        black_first = not replay.board.turn
        for part in indications:
            expected = base + (part.ply - 1 + black_first) // 2
            if part.ply > 1 and part.number is not None and part.number != expected:
                self.note(Fact.MOVE_NUMBER, part.token.start, part.token.start, part.ply, part.number)

    def first_number(self, replay: Replay, first: Indication | None) -> int:
        """The number of the first move, by which others are judged: that of its indication, else the start's."""
        declared = replay.board.fullmove_number
        if first is None or first.number is None:
            return declared
        at = first.token.start
        if first.number != declared:
            self.note(Fact.FIRST_NUMBER, at, at, 1, first.number)
        if first.dots and replay.board.turn != (first.dots == 1):
            self.note(Fact.FIRST_COLOR, at, first.dots, 1, first.number)
        return first.number

    def clock(self, replay: Replay) -> None:
        """Whether the halfmove clock passes its last."""
        clock = replay.board.halfmove_clock
        if clock + len(replay.plies) <= _LAST_CLOCK or not _may_be_long(clock, replay):
            return
        board = replay.board.copy(stack=False)
        for ply in replay.plies:
            if board.halfmove_clock >= _LAST_CLOCK:
                token = ply.token
                self.note(Fact.LONG_CLOCK, token.start, token.end, ply.number, board.halfmove_clock)
                return
            board.push(ply.move)

    def fivefold(self, start: Start, replay: Replay) -> None:
        """Whether the game goes on behind the fifth occurrence of a position."""
        end = replay.skipped[0].start if replay.skipped else len(self.raw)
        plies = [ply for ply in replay.plies if ply.token.start < end]
        if len(plies) <= FIVEFOLD_CLOCK or not may_repeat([ply.move for ply in plies], FIVEFOLD):
            return
        board, seen, last = replay.board.copy(stack=False), Counter[Hashable](), 0
        seen[same_position(board, start)] += 1
        for ply in plies:
            if last >= FIVEFOLD:
                token = ply.token
                self.note(Fact.FIVEFOLD, token.start, token.end, ply.number)
                return
            board.push(ply.move)
            key = same_position(board, start)
            seen[key] += 1
            last = seen[key]

    def ending(self, start: Start, replay: Replay) -> None:
        """Mate, stalemate or a dead position on the last board, where all moves have been played and its rules are
        known."""
        if replay.stop or replay.skipped or not replay.plies or (not start.is_chess and start.width == 8):
            return
        self.kinds |= _OF_ENDING[replay.ending or _ending_of(replay.final)]
        if start.is_chess and not replay.ending and is_dead(replay.final):
            self.kinds |= Fact.DEAD
            self.passed(replay)

    def passed(self, replay: Replay) -> None:
        """Whether the mainline goes on in a dead position. Such a position stays dead: the mainline ends in one."""
        board = replay.board.copy(stack=False)
        for ply in replay.plies:
            if is_dead(board):
                self.note(Fact.DEAD_PASSED, ply.token.start, ply.token.end, ply.number)
                return
            board.push(ply.move)


_ODD = frozenset((Kind.UNREADABLE, Kind.NULL, Kind.CASTLING))


def _opening(parts: Sequence[Indication]) -> Indication | None:
    """The indication before the first move, its dots summed where it stands in pieces (`1. ...`)."""
    numbered = [index for index, part in enumerate(parts) if part.number is not None]
    if not numbered:
        return None
    last = parts[numbered[-1]]
    return Indication(1, last.number, sum(part.dots for part in parts[numbered[-1] :]), last.token)


def _ending_of(board: Position) -> Ending:
    if board.king(True) is None or board.king(False) is None:
        return "open"
    return "mate" if board.is_checkmate() else "stalemate" if board.is_stalemate() else "open"


def _may_be_long(clock: int, replay: Replay) -> bool:
    """Whether the clock could stand so high before some ply, going by what is spelled as a pawn's move."""
    for ply in replay.plies:
        if clock >= _LAST_CLOCK:
            return True
        clock += 1
        if _PAWN_MOVE.match(ply.san):
            clock = 0
    return False
