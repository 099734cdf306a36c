"""What the positions that a game declares prove, where they agree with each other and not with its start or its moves.

A position that is wrong breaks two parts, and the moves lead past it; of that nothing is said here (rules D101 to D106
do).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pgnfen.audit.edits import Edit, apply
from pgnfen.audit.parts import SHOWN, DeclaringGame, Node, Parts, Proof, pushed
from pgnfen.audit.start_proofs import StartProofs
from pgnfen.facts.agreement import differs
from pgnfen.facts.declared_text import may_declare
from pgnfen.facts.kinds import Fact
from pgnfen.pgn.definitions import RESULT
from pgnfen.pgn.layout import read_header
from pgnfen.pgn.movetext import Kind, read_number
from pgnfen.replay.between import Change, changes_between

_UNSURE = Fact.OPEN_COMMENT | Fact.OPEN_VARIATION | Fact.STRAY_PARENTHESIS | Fact.UNREADABLE | Fact.BEHIND_MARKER
_MOST = 600  # moves of a game that is looked at
_MOST_BROKEN = 2  # parts with a fault
_OF_TWO_MOVES = 3  # squares at least on which a position differs where two moves are swapped


def proofs(game: DeclaringGame) -> tuple[Proof, ...]:
    """What the declared positions prove; nothing in variants, in games with faults of structure, with the piece letters
    of another language, or that declare the positions before the moves.

    Costs a walk over the moves; where a part does not lead on, a search of at most about a tenth of a second.
    """
    facts = game.facts
    kinds = facts.kinds
    if not game.start.is_chess or not game.reader.engine.plays(game.start) or game.explained:
        return ()
    if facts.readings or kinds & (_UNSURE | Fact.DECLARED_BEFORE):
        return ()
    if not may_declare(game.raw, game.movetext, game.reader.python.position_tags):
        return ()
    return tuple(_Prover(Parts(game)).proven())


def is_borne_out(game: DeclaringGame, index: int, text: str) -> bool:
    """Whether two declared positions or more, and all of them, and all moves hold with another field (0-based) of the
    FEN. Costs two replays."""
    if not game.start.is_chess or not may_declare(game.raw, game.movetext, game.reader.python.position_tags):
        return False
    facts = game.facts_with(index, text)
    if facts is None or facts.stop is not None or facts.denied or facts.kinds & (Fact.DECLARED | _UNSURE):
        return False
    return len(Parts(game).nodes) > SHOWN


class _Prover:
    """Finds what one thing explains that the moves of a part do not lead on."""

    def __init__(self, parts: Parts) -> None:
        self.parts, self.game, self.starts = parts, parts.game, StartProofs(parts)

    def proven(self) -> Iterator[Proof]:
        """What is proven, one thing for each part that does not lead on."""
        nodes = self.parts.nodes
        if not 1 < len(nodes) <= _MOST or not 0 < len(self.parts.sans) <= _MOST:
            return
        broken = [at for at in range(1, len(nodes)) if not self.parts.leads(nodes[at - 1], nodes[at])]
        if not broken:
            yield from self.starts.of_fields()
            return
        passed = any(self.parts.is_passed(at) for at in broken)
        if len(broken) > _MOST_BROKEN or (passed and not self._may_be_swapped(broken)):
            return
        found = self._of_each(broken)
        if not found or (found[0].kind == "start" and len(found) > 1):
            return
        if not found[0].edits:
            yield found[0]
            return
        if passed and {one.expected for one in found} != {one.declared for one in found}:
            return  # not two moves that are swapped
        yield from self._made_safe(found)

    def _of_each(self, broken: Sequence[int]) -> list[Proof]:
        """What explains each part that does not lead on; nothing if one is not explained, or one of several not
        mended."""
        found: list[Proof] = []
        for at in broken:
            one = self._part(self.parts.nodes[at - 1], self.parts.nodes[at], at)
            if one is None or (not one.edits and len(broken) > 1):
                return []
            found.append(one)
        return found

    def _made_safe(self, found: Sequence[Proof]) -> Iterator[Proof]:
        """Missing moves are safe to write where three positions agree on them: the game then contradicts nothing that
        it says of itself."""
        sure = len(self.parts.nodes) > SHOWN and all(one.kind == "missing" for one in found) and self._agrees(found)
        for one in found:
            yield one._replace(safe=sure)

    def _agrees(self, found: Sequence[Proof]) -> bool:
        """Whether a game with the missing moves replays, and its positions, numbers and PlyCount are right."""
        data = apply(self.game.raw, (edit for one in found for edit in one.edits))
        header = read_header(self.game.section)  # which no missing move changes
        facts = self.game.reader.python.read(
            data, self.game.movetext, self.game.start, header.layout, header.values[RESULT]
        )
        return not facts.kinds & (Fact.DECLARED | Fact.STOP | Fact.MOVE_NUMBER | Fact.PLY_COUNT_DIFFERS)

    def _may_be_swapped(self, broken: Sequence[int]) -> bool:
        """Whether the position that the moves lead past may be right, and two moves swapped around it."""
        if len(broken) != _MOST_BROKEN or broken[1] != broken[0] + 1:
            return False
        before, node = self.parts.nodes[broken[0] - 1], self.parts.nodes[broken[0]]
        board = self.parts.played(before, node)
        return board is not None and self.parts.squares_apart(board, node) >= _OF_TWO_MOVES

    def _more(self, one: Node, other: Node) -> int:
        """By how many plies two positions are further apart than the moves between them say."""
        count = other.moves - one.moves
        if one.counted and other.counted:
            apart = 2 * (other.board.fullmove_number - one.board.fullmove_number)
            return apart + one.board.turn - other.board.turn - count
        return (count + (one.board.turn != other.board.turn)) % 2

    def _part(self, one: Node, other: Node, at: int) -> Proof | None:
        """What explains that the moves between two positions do not lead from one to the other, if one thing does."""
        more = self._more(one, other)
        starts = [] if one.at >= 0 or more else list(self.starts.boards_leading_to(other))
        only = self._jump(one, other) if more == 2 else None
        tried, complete = changes_between(one.board, self.parts.sans_between(one, other), other.board, more, only)
        found = self._fitting_fields(one, other, self._fitting_numbers(one, tried))
        if len(starts) == 1 and not found:
            return self.starts.of_board(starts[0])
        if starts:
            return None
        alone = len(found) == 1 and complete and not self._wrong_fields(one, other, found[0])
        if not alone and not 0 < more <= 2:
            return None
        change = found[0]._replace(at=one.moves + found[0].at) if alone else None
        if more > 0:
            return self._missing(one, other, more, change, only)
        if change is None:
            return None
        proof = self._other(other, change)
        return proof if at < len(self.parts.nodes) - 1 else self._of_last_part(one, other, proof)

    def _of_last_part(self, one: Node, other: Node, proof: Proof) -> Proof | None:
        """What is left of a proof if no position behind it agrees: one position stands against one move, and on one
        square that is more likely to be wrong."""
        board = self.parts.played(one, other)
        if board is None:
            return proof
        if self.parts.squares_apart(board, other) <= 1:
            return None
        return proof._replace(text=f"{proof.text}; either of the two may be wrong", expected=None, edits=())

    def _fitting_numbers(self, one: Node, found: Sequence[Change]) -> Sequence[Change]:
        """The changes with which the fewest move numbers are wrong."""
        wrong = [self._wrong_numbers(one, change) for change in found]
        return [change for change, count in zip(found, wrong, strict=True) if count == min(wrong)]

    def _fitting_fields(self, one: Node, other: Node, found: Sequence[Change]) -> Sequence[Change]:
        """The changes after which the fewest fields of the position behind them are wrong: its clock, its rights."""
        wrong = [self._wrong_fields(one, other, change) for change in found] if len(found) > 1 else [0]
        return [change for change, count in zip(found, wrong, strict=False) if count == min(wrong)]

    def _wrong_fields(self, one: Node, other: Node, change: Change) -> int:
        texts = [token.text(self.game.raw) for token in self.parts.tokens[one.moves : other.moves]]
        texts[change.at : change.at + change.removed] = [move.encode() for move in change.moves]
        board = one.board.copy(stack=False)
        for text in texts:
            pushed(board, text)
        return differs(" ".join(other.fields).encode(), board, False).bit_count()

    def _wrong_numbers(self, one: Node, change: Change) -> int:
        wrong, more = 0, len(change.moves) - change.removed
        for index, token in enumerate(self.parts.tokens[one.moves :], one.moves):
            number = self.parts.number_before(token)
            if number is not None:
                plies = index + more * (index >= one.moves + change.at)
                wrong += read_number(number.text(self.game.raw))[0] != self.parts.number_of(one, plies)
        return wrong

    def _jump(self, one: Node, other: Node) -> int | None:
        """The index of the move, counted from the first of a part, before which a number is one too high."""
        wrong = self.game.facts.of(Fact.MOVE_NUMBER)
        tokens = self.parts.tokens[one.moves : other.moves]
        for noted in wrong[:1]:
            return next((index for index, token in enumerate(tokens) if token.start > noted.at), None)
        return None

    def _missing(self, one: Node, other: Node, more: int, change: Change | None, only: int | None) -> Proof:
        where = _named(other)
        plies = "1 ply is" if more == 1 else f"{more} plies are"
        if change is None:
            first = one.moves + (only or 0)
            place = "" if only is None else ", before the first move number that is too high"
            text = f"{plies} missing before {where}{place}; the missing moves cannot be determined"
            at = self.parts.tokens[first].start if first < len(self.parts.tokens) else other.at
            return Proof("missing", at, first + 1, text, "movetext", None, None)
        moves = " ".join(change.moves)
        edit = self._inserted(change, one, other)
        text = f"{plies} missing here: only {moves} makes the moves lead to {where}"
        at = min(edit[0], len(self.game.raw) - 1)
        return Proof("missing", at, change.at + 1, text, "movetext", None, moves, (edit,))

    def _inserted(self, change: Change, one: Node, other: Node) -> Edit:
        """Missing moves stand before the comment that declares the position behind them, or before the termination
        marker; else before the next move and its number. White's have their number, if the game writes any."""
        text = self._numbered(change, one)
        if change.at == other.moves:
            at = self._place_of(other)
            blank = b"" if self.game.raw[at - 1 : at].isspace() else b" "
            return Edit(at, at, blank + text + b" ")
        move = self.parts.tokens[change.at]
        number = self.parts.number_before(move)
        at = number.start if number is not None else move.start
        if number is not None and len(change.moves) == 1:
            value, dots = read_number(number.text(self.game.raw))
            if dots == 1 and self.parts.is_white(one, change.at) and value == self.parts.number_of(one, change.at):
                at, text = move.start, change.moves[0].encode()
        return Edit(at, at, text + b" ")

    def _place_of(self, node: Node) -> int:
        """The byte of the comment that declares a position; of a final position the end of the moves."""
        comment = next((token for token in self.parts.mainline if token.start < node.at < token.end), None)
        if comment is not None:
            return comment.start
        return self.parts.marker.start if self.parts.marker is not None else len(self.game.raw.rstrip())

    def _numbered(self, change: Change, one: Node) -> bytes:
        numbers = any(token.kind is Kind.NUMBER for token in self.parts.mainline)
        words = []
        for index, move in enumerate(change.moves, change.at):
            if numbers and self.parts.is_white(one, index):
                words.append(f"{self.parts.number_of(one, index)}.")
            words.append(move)
        return " ".join(words).encode()

    def _other(self, other: Node, change: Change) -> Proof:
        there = self.parts.tokens[change.at : change.at + change.removed]
        declared = " ".join(token.text(self.game.raw).decode("utf-8", "replace") for token in there)
        where = _named(other)
        if not change.moves:
            number = self.parts.number_before(there[0])
            begin = number.start if number is not None else there[0].start
            blank = len(self.game.raw) - len(self.game.raw[there[0].end :].lstrip(b" \t\r\n"))
            text = f"{declared} is written twice: if one is removed, the moves lead to {where}"
            return Proof(
                "move", there[0].start, change.at + 1, text, "movetext", declared, None, (Edit(begin, blank, b""),)
            )
        edits = tuple(
            Edit(token.start, token.end, move.encode()) for token, move in zip(there, change.moves, strict=True)
        )  # fmt: skip
        moves = " ".join(change.moves)
        text = f"only {moves} instead of {declared} (and no other small change) makes the moves lead to {where}"
        return Proof("move", there[0].start, change.at + 1, text, "movetext", declared, moves, edits)


def _named(node: Node) -> str:
    return f"the position declared after ply {node.moves}"
