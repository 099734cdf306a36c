"""What the tags SetUp, FEN and Variant of a game say about its starting position, found out once for each FEN.

Three steps, each once: the fields are read (pgnfen.fen.record), understood (understand), judged (judge).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from pgnfen.errors import check_type
from pgnfen.fen.castling import prefix_of, read_rights
from pgnfen.fen.castling_faults import NO_TAG
from pgnfen.fen.definitions import CastlingConvention, EnPassantConvention
from pgnfen.fen.fault import Fault
from pgnfen.fen.judge import is_open, judge
from pgnfen.fen.placement import NOT_CHESS, Board
from pgnfen.fen.record import FenRecord, read_fen
from pgnfen.fen.scharnagl import array_numbers
from pgnfen.fen.understand import ANY, Kind, Verdict, kind_of, known_rights, understand, verdict_of
from pgnfen.fen.variants import STANDARD, Variant, default_variant, implied_by_letters, read_variant, states_variant
from pgnfen.lazy import deferred

with deferred:
    from pgnfen.fen.boards import Drawing, figure_html, text_html
    from pgnfen.fen.reachable import outruns_counters


_ARRAY = "rnbqkbnrpppppppp" + "." * 32 + "PPPPPPPPRNBQKBNR"


@dataclass(frozen=True, slots=True)
class Start:
    """The starting position as its tags declare it.

    `setup`, `fen`, `variant_text` the tags' values (None: no such tag); `variant` the rules that they state; `record`
    the fields of the FEN (None without one);
    `kind` standard, chess960, double-chess960, shuffle, odds, position, variant, 10x8 or unreadable;
    `scharnagl` White's Scharnagl number, `scharnagl_black` Black's where it differs;
    `castling` and `en_passant` the conventions that the FEN is consistent with (() without one);
    `faults` everything of families F, P, C, E1 and K1 that is wrong with the FEN in this variant, by column and code;
    `chess960`: the moves are to be played with Chess960's castling, from whatever position (whether that is one of the
    960 arrays, `kind` says); `is_standard_array`: the FEN is the standard
    array, White to move, full rights, no en passant square (False without a FEN). `memo` is what others have found out
    about it, under a name; it is forgotten with it.
    """

    setup: str | None
    fen: str | None
    variant_text: str | None
    variant: Variant
    record: FenRecord | None
    kind: str
    scharnagl: int | None
    scharnagl_black: int | None
    castling: tuple[CastlingConvention, ...]
    en_passant: tuple[EnPassantConvention, ...]
    faults: tuple[Fault, ...]
    chess960: bool
    is_standard_array: bool
    memo: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def answers(self) -> WeakKeyDictionary[Any, Any]:
        """What others have made of it, by whom; forgotten with them."""
        answers: WeakKeyDictionary[Any, Any] | None = self.memo.get("")
        if answers is None:  # most records are asked nothing
            answers = self.memo[""] = WeakKeyDictionary()
        return answers

    @property
    def has_setup(self) -> bool:
        """Whether there is a SetUp tag."""
        return self.setup is not None

    @property
    def has_fen(self) -> bool:
        """Whether there is a FEN tag."""
        return self.fen is not None

    @property
    def has_variant(self) -> bool:
        """Whether a Variant tag says something.

        >>> read_start(None, None, "?").has_variant
        False
        """
        return states_variant(self.variant_text)

    @property
    def verdict(self) -> Verdict:
        """Which rules it needs, as far as SetUp, FEN and Variant say."""
        verdict: Verdict | None = self.memo.get("verdict")
        if verdict is None:
            verdict = self.memo["verdict"] = verdict_of(self.record, self.variant)
        return verdict

    @property
    def needs_variant(self) -> bool:
        """Whether the record needs rules that a Variant tag would have to name, and there is none."""
        record = self.record
        if self.has_variant or default_variant() or record is None:
            return False
        if record.board is None:
            return self.variant.key == "seirawan"
        named = self.width == 10 or bool(self.prefix) or record.implied_variant is not None
        return named or self.verdict.rules == "chess960"

    @property
    def contradicts_variant(self) -> bool:
        """Whether the Variant tag names rules that the start does not fit (S202).

        >>> array = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"
        >>> [read_start("1", array, name).contradicts_variant for name in (None, "Standard", "Chess960")]
        [False, True, False]
        """
        record, family, key = self.record, self.variant.family, self.variant.key
        if not self.has_variant:
            return False
        if record is None:
            return self.fen is None and self.variant.has_many_starts
        if family in ("standard", "chess960"):
            needs = family == "standard" and self.verdict.rules == "chess960"
            marked = record.implied_variant in ("crazyhouse", "threecheck") or implied_by_letters(self.fen or "")
            return needs or bool(marked) or record.width == 10 or self.prefix == "m"
        if key == "antichess":
            return bool(record.rights)
        lacks = key in ("crazyhouse", "threecheck") and record.implied_variant != key and record.is_readable
        return lacks and not self.is_standard_array

    @property
    def is_early(self) -> bool:
        """Whether the counters are 0 1, as programs write them where none are known, in a record in which nothing
        else is wrong, and the men cannot stand so without moves.

        >>> [read_start("1", f"4k3/8/8/8/8/8/4P3/4K3 w - - {text}", None).is_early for text in ("0 1", "0 60")]
        [True, False]
        """
        is_early: bool | None = self.memo.get("is_early")
        if is_early is None:
            record = self.record
            sound = record is not None and all(fault.code == "P106" for fault in self.faults)
            tag = NO_TAG if "alone" in self.memo else self.variant_text
            is_early = sound and record is not None and outruns_counters(record, self.variant, tag, self.kind)
            self.memo["is_early"] = is_early
        return is_early

    @property
    def is_open(self) -> bool:
        """Whether a proof was looked for that no game leads to the position, and none was found. It may still be
        impossible.

        >>> [read_start("1", f"4k3/8/8/8/8/8/8/{rank} w - - 0 9", None).is_open for rank in ("4K3", "QQQQKQQQ")]
        [True, True]
        """
        if self.record is None:
            return False
        tag = NO_TAG if "alone" in self.memo else self.variant_text
        return is_open(self.record, self.variant, self.kind, tag, self.faults)

    @property
    def named_rooks(self) -> frozenset[str]:
        """The rooks' squares that the castling field means by X-FEN, whether or not the variant knows such rights.

        >>> start = read_start(None, "3rk2r/8/8/8/8/8/8/4K3 b kq - 0 1", None)
        >>> sorted(start.named_rooks), [right.rook for right in start.record.rights]
        (['d8', 'h8'], ['h8', None])
        """
        if self.record is None or self.record.board is None or not self.record.rights:
            return frozenset()
        rights = read_rights(self.record.board, self.record.castling)
        return frozenset([right.rook for right in rights if right.rook is not None])

    @property
    def array_rights(self) -> str | None:
        """The castling availability of the array that the placement is, where the record has it wrong (C102, C105).

        >>> read_start(None, "rkrnnbbq/pppppppp/8/8/8/8/PPPPPPPP/RKRNNBBQ w HEhe - 0 1", "Chess960").array_rights
        'CAca'
        """
        if self.record is None or self.record.board is None or self.record.active_color != "w":
            return None
        if array_numbers(self.record.board.squares) is None:
            return None
        return next((fault.expected for fault in self.faults if fault.code in ("C102", "C105")), None)

    @property
    def is_chess(self) -> bool:
        """Whether the rules of standard chess or Chess960 hold, on its board: no prefix asks for other castling."""
        return self.variant.family in ("standard", "chess960", "unknown") and self.width == 8 and not self.prefix

    def drawings(self, title: str = "Start") -> list[Drawing]:
        """The board, for figure_html; none where the placement cannot be read."""
        board = Board(8, _ARRAY) if self.record is None and self.fen is None else self.record and self.record.board
        return [Drawing(title, board)] if board else []

    def _repr_html_(self) -> str:
        """The board and what the tags say, as a notebook shows it."""
        number = "" if self.scharnagl is None else f" {self.scharnagl}"
        number += "" if self.scharnagl_black is None else f" / {self.scharnagl_black}"
        rows = [("variant", self.variant.name), ("FEN", self.fen or "none")]
        for name, found in (("castling", self.castling), ("en passant", self.en_passant)):
            rows += [(name, ", ".join(found))] if found else []
        rows += [(fault.code, fault.message) for fault in self.faults]
        return figure_html(f"<b>{text_html(self.kind + number)}</b>", self.drawings(), rows)

    @property
    def is_other_game(self) -> bool:
        """Whether the board is that of Xiangqi or its kin."""
        return self.record is not None and any(fault.message == NOT_CHESS for fault in self.record.faults)

    @property
    def prefix(self) -> str:
        """The prefix before the castling rights, `s` or `m`; "" without one, or without rights.

        >>> read_start(None, "4k3/8/8/8/8/8/8/4K2R w mK - 0 1", None).prefix
        'm'
        """
        return prefix_of(self.record.castling) if self.record is not None and self.record.rights else ""

    @property
    def unstated(self) -> tuple[str, ...]:
        """See FenRecord; () without a FEN."""
        return () if self.record is None else self.record.unstated

    @property
    def width(self) -> int:
        """The files of the board: 10 for a 10x8 FEN, or without a readable one for a variant of 10x8 boards; else 8.

        >>> read_start(None, None, "Gothic").width, read_start(None, None, None).width
        (10, 8)
        """
        if self.record is not None and self.record.board is not None:
            return self.record.board.width
        return 10 if self.variant.family == "pyffish" else 8


def read_start(setup: str | None, fen: str | None, variant: str | None, *, alone: bool = False) -> Start:
    """Read the values of SetUp, FEN and Variant (None for a tag that is absent); raises TypeError for what is no str.

    A record that stands `alone`, in no game, has no Variant tag to miss: a field that Chess960's rules hold as a whole
    is read by them.
    A FEN that is blank or "?" gives the kind "unreadable" without a record or fault.

    >>> start = read_start("1", "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1", None)
    >>> start.kind, start.scharnagl, start.castling, start.chess960, start.faults
    ('chess960', 1, ('x-fen',), True, ())
    """
    for name, value in (("setup", setup), ("fen", fen), ("variant", variant)):
        check_type(name, value, str, type(None))
    stated = variant if states_variant(variant) else default_variant()
    if fen is None or fen.strip() in ("", "?"):
        rules = read_variant(stated)
        kind = kind_of(None, rules) if fen is None else Kind("unreadable")
        return Start(setup, fen, variant, rules, None, *kind, (), (), (), rules.family == "chess960", False)
    record, rules = _read(fen, stated)
    lenient = alone and variant is None and stated is None
    verdict = verdict_of(record, rules, alone=lenient) if record.rights else ANY
    if verdict.rules == "standard":
        record = record._replace(rights=known_rights(record, verdict))
    meaning = understand(record, rules)
    faults = judge(record, rules, meaning, NO_TAG if lenient else stated or variant)
    return Start(
        setup, fen, variant, rules, record, *meaning.kind, meaning.castling, meaning.en_passant, faults,
        meaning.chess960, meaning.is_standard_array, {"verdict": verdict, "alone": True} if lenient else {},
    )  # fmt: skip


def read_fields(fen: str | None, variant: str | None) -> FenRecord | None:
    """The record of the start that these tag values declare (see read_start), neither understood nor judged."""
    if fen is None or fen.strip() in ("", "?"):
        return None
    return _read(fen, variant if states_variant(variant) else default_variant())[0]


def _read(fen: str, stated: str | None) -> tuple[FenRecord, Variant]:
    """The record, and the rules by which it is read: those that are stated, or that it is seen to be of."""
    rules = read_variant(stated)
    record = read_fen(fen, rules)
    if stated is not None or not (record.implied_variant or record.faults):
        return record, rules
    rules = _seen(fen, record)
    return record if rules is STANDARD else read_fen(fen, rules), rules


def _seen(fen: str, record: FenRecord) -> Variant:
    """The variant that a record which states none is seen to be of. Promoted men alone are in many a chess record."""
    implied = record.implied_variant or implied_by_letters(fen)
    if implied == "crazyhouse" and (record.board is None or record.board.holdings is None):
        return STANDARD
    return STANDARD if implied is None else read_variant(implied)
