"""The rules that only put into words what is found out elsewhere: a row each, with code, name, severity, fix and page.

A page is what the docstring of a rule is: what it finds, why, and an example. Rules that weigh something are functions,
in the modules of their families.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from pgnfen.audit.finding import Fix, GameFinding, Severity
from pgnfen.audit.record_edits import edits_of_blanks
from pgnfen.audit.repairs import edits_of_text
from pgnfen.audit.rule import rule
from pgnfen.audit.rules._common import faults
from pgnfen.facts.kinds import Fact
from pgnfen.pgn.tagpairs import decode

if TYPE_CHECKING:
    from pgnfen.audit.game import Game
    from pgnfen.engine_records import Noted


def _fault(code: str, name: str, severity: Severity, fix: Fix | None = None, *, page: str, **more: Any) -> None:
    """A rule of what `pgnfen.fen` says about the FEN under the same code; `more` as in `rule`."""

    def check(game: Game) -> Iterator[GameFinding]:
        return faults(game, code)

    check.__doc__ = page
    rule(code, name, severity, fix, reads=Fact.FEN_FAULT, **more)(check)


def _declared(code: str, name: str, severity: Severity, *, page: str) -> None:
    """A rule of one field of the positions that a game declares on the way (`Game.declared`)."""

    def check(game: Game) -> Iterator[GameFinding]:
        for one in game.declared:
            if one.code == code:
                said = one.message, one.field, one.declared, one.expected
                yield GameFinding(one.at, *said, one.ply or None, fix=one.fix)

    check.__doc__ = page
    rule(code, name, severity, "safe", reads=Fact.DECLARED, replay=True, by_moves=True, edits=edits_of_text)(check)


_WORDS: dict[int, Sequence[str]] = {}


def in_words(fact: Noted, raw: bytes) -> str:
    """What a rule of the table says of a fact that has its place in these bytes."""
    words, first = _WORDS[fact.kind], raw[fact.at : fact.at + 1]
    text = words[min(fact.value, len(words) - 1)]
    return text.format(value=fact.value, text=decode(raw[fact.at : fact.end]), byte=first.hex().upper())


def _fact(
    code: str, name: str, severity: Severity, kind: Fact, field: str | None, words: Sequence[str],
    *, page: str, unless_explained: bool = False, **more: Any,
) -> None:  # fmt: skip
    """A rule of a kind of fact. `words`: the message by the value of the fact, the last for all values above;
    `unless_explained`: nothing is said where another finding says why the moves stop. `more` as in `rule`."""
    _WORDS[int(kind)] = words

    def check(game: Game) -> Iterator[GameFinding]:
        for fact in () if unless_explained and game.explained else game.facts.of(kind):
            yield GameFinding(fact.at, in_words(fact, game.raw), field, ply=fact.ply or None)

    check.__doc__ = page
    rule(code, name, severity, reads=kind, **more)(check)


# --- faults of the FEN

_fault("F102", "field-separator", "warning", "safe", record_edits=edits_of_blanks, page="""
    The fields are not separated by single spaces, or spaces, quotes or control characters surround them.

    A line break inside the piece placement counts as such a fault. The parts are joined if they form a piece placement
    together.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3  w - - 0 1"]

        *
    """)

_fault("F103", "fen-too-long", "error", page=f"""
    The FEN is longer than 1,024 bytes, much longer than any position needs. Its fields are not read.

    Example:
        [SetUp "1"]
        [FEN "{'11111111/' * 114}"]

        *
    """)

_fault("F201", "rank-count", "error", page="""
    The piece placement does not have eight ranks. Ten ranks of nine squares are not chess but, for example, Xiangqi.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/4P3/4K3 w - - 0 1"]

        *
    """)

_fault("F202", "rank-width", "error", page="""
    A rank has too many or too few squares. The finding names the rank and its number of squares.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/9/4P3/4K3 w - - 0 1"]

        *
    """)

_fault("F203", "piece-letter", "error", page="""
    A letter in the piece placement is not a piece. A and C are the archbishop and the chancellor of 10x8 boards.

    Also reported: a king or a pawn marked as a promoted piece (`K~`), and a king in hand.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4X3/4K3 w - - 0 1"]

        *
    """)

_fault("F204", "digits-not-merged", "warning", "safe", page="""
    The piece placement has digits side by side (`44` for `8`), or a zero.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/44/8/8/4P3/4K3 w - - 0 1"]

        *
    """)

_fault("F401", "castling-syntax", "error", "unsafe", fixes="start", page="""
    The castling availability has a letter that no convention uses, or the same letter twice.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K2R w KX - 0 1"]

        *
    """)

_fault("F601", "halfmove-syntax", "error", "unsafe", page="""
    The halfmove clock is not a whole number.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - x 1"]

        *
    """)

_fault("P101", "king-count", "error", page="""
    A side does not have exactly one king (except in variants without kings).

    Example:
        [SetUp "1"]
        [FEN "8/8/8/8/8/8/4P3/4K3 w - - 0 1"]

        *
    """)

_fault("P102", "pawn-on-back-rank", "error", page="""
    A pawn is on the first or the eighth rank.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/8/P3K3 w - - 0 1"]

        *
    """)

_fault("P104", "too-many-pieces", "warning", page="""
    A side has more than 16 pieces or 8 pawns, or more promoted pieces than missing pawns.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1"]

        *
    """)

_fault("P105", "impossible-check", "warning", page="""
    A king is in a check that no legal move can give.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/4r3/8/8/r3K2r w - - 0 1"]

        *
    """)

_fault("P106", "unreachable", "error", page="""
    No game can lead to this position. The finding gives the reason; `docs/reachable.md` shows each proof with a board.

    The proof covers standard chess and Chess960 from every starting position. If the rule finds nothing, the position
    may still be impossible. The finding is only an info if the counters are 0 1 or missing, because a composer may
    have made the position on purpose. It is also an info in a record that may be Chess960, if the position is
    impossible only in standard chess. The rule does not check odds, shuffled starting positions, other variants, or
    positions with another error in pieces, castling rights or en passant square (P101 to P105, C and E rules).

    Example:
        [SetUp "1"]
        [FEN "rnbqkbnr/pppppppp/8/8/8/5B2/PPPPPPPP/RNBQK1NR w KQkq - 4 5"]

        *
    """)

_fault("K101", "halfmove-exceeds-game", "warning", becomes="K103", page="""
    The halfmove clock is greater than the number of plies played so far, as given by the fullmove number and the
    active color.

    Either counter may be wrong, so there is no expected value and no fix. The number in the message is the most that
    the clock can be. The rule reports nothing if the en passant target square shows that the clock is 0 (E103).

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 12 3"]

        *
    """)

_fault("K105", "halfmove-against-last-move", "warning", "unsafe", page="""
    The halfmove clock contradicts the last move: not 0 after a capture or pawn move, or 0 after another move.

    The clock counts the plies since the last capture or pawn move. If it is 0 after another move, only the least value
    is known, 1, so there is no fix. Counters 0 1 are not checked, because programs write them when the counters are
    unknown.

    Example:
        [SetUp "1"]
        [FEN "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 0 3"]

        *
    """)

_fault("K106", "fullmove-too-small", "info", page="""
    The fullmove number is too small for a game from the starting position to this position.

    The rule counts the pawn moves, the captures, the fewest moves that other pieces need to reach their squares, and
    the plies of the halfmove clock since the last capture or pawn move. It is an info, because all numbers are too
    small if the game begins from a position with the counters 0 1, as puzzles do. The counters 0 1 themselves are
    reported once per file (N109).

    Example:
        [SetUp "1"]
        [FEN "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 2"]

        *
    """)

_fault("E103", "en-passant-with-halfmove", "error", "safe", page="""
    The en passant target square means that a pawn has just moved, so the halfmove clock must be 0.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/3p4/8/8/4P3/4K3 w - d6 3 9"]

        *
    """)

# --- positions declared on the way

_declared("D101", "declared-placement", "error", page="""
    A position in a comment, or in a tag such as CurrentPosition, has a different piece placement than the game.

    A FEN in a comment is compared with the position after the last move before the comment. It must be the whole
    comment, or follow `fen=`, `[%fen` or `Current position`, and have four or six fields. Consecutive line comments
    (`;`) count as one comment. Before the first move of a variation, a FEN is compared with the position where the
    variation starts.

    A FEN after the termination marker, after `Final position` or in a tag is compared with the final position of the
    mainline. `Final position` in a variation is not compared.

    If a game declares the position before each move, it is read that way (D107). The rule ignores FENs after an illegal
    or unreadable move of the same line, and FENs of other variants.

    All fixes of the FEN are unsafe if it may belong to another position. This is so in five cases:
    (1) three or more squares on several ranks differ; (2) two squares on different ranks differ, and no later declared
    position agrees with the game; (3) the same placement occurs elsewhere in the game; (4) the FEN is also that of a
    position in a variation; (5) not all variations can be checked (illegal moves, or more than 2,000 positions).

    Example:
        1. e4 {rnbqkbnr/pppppppp/8/8/3P4/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1} *
    """)

_declared("D102", "declared-active-color", "error", page="""
    A position in a comment or a tag has a different side to move than the game.

    Example:
        1. e4 {rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1} *
    """)

_declared("D103", "declared-castling", "error", page="""
    A position in a comment or a tag has different castling rights than the game.

    The rule reports nothing if the moves contain a castling that the starting position does not allow; C201 and C202
    report that.

    If the game begins with a FEN, the FEN may be wrong instead. It may lack a right that the declared position has. Or
    it may have a right that the declared position lacks, and the moves never use it. In both cases the declared
    position is fixed only if another declared position agrees with the FEN and no other one contradicts it.

    Example:
        [CurrentPosition "rnbq1bnr/ppppkppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR w KQkq -"]

        1. e4 e5 2. Ke2 Ke7 *
    """)

_declared("D104", "declared-en-passant", "error", page="""
    A position in a comment or a tag has an en passant target square that is wrong in every convention.

    The correct square is the one that the last move passed over. `-` is also correct, unless a capture on that square
    is legal.

    Example:
        1. e4 {rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq d3 0 1} *
    """)

_declared("D105", "declared-halfmove", "warning", page="""
    A position in a comment or a tag has a different halfmove clock than the game.

    If the game begins with a FEN and no move has reset the clock, the FEN may be wrong. Then there is a fix only if
    two other declared positions agree with the clock of the FEN. There is also no fix if two swapped moves explain the
    clock.

    Example:
        1. Nf3 {[%fen rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 0 1]} *
    """)

_declared("D106", "declared-fullmove", "warning", page="""
    A position in a comment or a tag has a different fullmove number than the game.

    If the first move number differs from the fullmove number of the FEN (K201), a declared number may agree with either
    of them. A number that counts from 0 is always reported.

    Example:
        1. e4 e5 {fen=rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1} *
    """)

# --- facts of the game

_BEFORE = "{} the position before the preceding move, not the position after it; the game is read that way"
_ABOVE = "{text} is not a NAG: the highest is $255"
_BARE = "no move of {} comes before this variation: other programs lose moves"

_fact(
    "K102", "seventy-five-move", "warning", Fact.LONG_CLOCK, "halfmove clock",
    ["the halfmove clock is {value}, but the game continues"],
    unless_explained=True, replay=True, page="""
    The halfmove clock reaches 150, but the game goes on. By FIDE's rule since 2014, such a game is drawn.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 149 99"]

        99. Kd1 Kd7 100. Kd2 *
    """)

_fact(
    "K104", "fivefold-repetition", "warning", Fact.FIVEFOLD, "movetext",
    ["a position has occurred five times, but the game continues"],
    unless_explained=True, replay=True, page="""
    A position occurs for the fifth time, but the game goes on. Since 2017, such a game is drawn without a claim (FIDE
    Laws of Chess, 9.6.1). The rule does not look at the date of the game.

    Positions are equal if the active color is the same, pieces of the same kind and color stand on the same squares,
    and the castling rights and the possible en passant captures are the same.

    Example:
        1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 9. e4 *
    """)

_fact(
    "D107", "declared-before", "info", Fact.DECLARED_BEFORE, None,
    ["", _BEFORE.format("the comment declares"), _BEFORE.format("{value} comments declare")],
    unless_explained=True, replay=True, once=True, page="""
    The positions in comments are the positions before each move, not after it. pgnfen reads them this way.

    pgnfen reads a game this way if more of its positions match the placement before the move than after it.

    Example:
        1. e4 {rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1} *
    """)

_fact(
    "G108", "control-characters", "warning", Fact.CONTROL_CHARACTER, None,
    ["", "control character 0x{byte}", "control character 0x{byte} ({value} such bytes in the game)"], page=r"""
    The game or record has control characters, such as NUL or escape sequences. One finding per game.

    Example:
        [Event "A\x00B"]

        *
    """)

_fact(
    "G114", "nag-out-of-range", "warning", Fact.NAG_RANGE, "movetext",
    ["", _ABOVE, _ABOVE + " ({value} such NAGs in the game)"], page="""
    A NAG has a number above 255. PGN allows 0 to 255 (PGN 1994 section 8.2.4). There is one finding per game.

    Example:
        1. e4 $300 *
    """)

_fact(
    "G113", "nested-variation", "info", Fact.BARE_VARIATION, "movetext",
    [_BARE.format("the game"), _BARE.format("the variation around it")], page="""
    A variation has no move before it that it can replace, as in `((1... c5))`, or it comes before the first move.

    Other programs lose moves there. pgn-extract 19.04 keeps no move of a game with `((`, Scid 4.7 drops the text after
    it, and python-chess attaches the inner variation one move earlier. python-chess reads a variation before the first
    move as part of the mainline. pgnfen does not play the inner moves either.

    Example:
        1. e4 c5 ((1... e5) 1... e6) *
    """)
