"""Changes to movetext: tokens, numbers, spellings, what stands beside the moves and behind them."""

from __future__ import annotations

import random
import re

from pgnfen.facts.declared_words import PHRASES
from pgnfen.pgn.definitions import (
    LANGUAGES,
    MARKERS,
    RESULT_BETWEEN,
    RESULT_DECIMAL,
    RESULT_ENDS,
    RESULT_HALF,
    RESULT_NOUGHT,
    RESULT_ONE,
)

WORDS = [
    "1.", "1...", "2.", "12.", "*", "1-0", "0-1", "1/2-1/2", "(", ")", "{", "}", "{x}", "{[%clk 1]}", "(x)", ";",
    ";x\n", "\n%x\n", "\n%", "[", "]", "[x]", '\n[Event "B"]\n', '[Event "B"]', '\n\n[FEN "x"]\n\n', "$1", "$", "$999",
    "!", "?!", "+", "#", "=", "--", "Z0", "0000", "0-0", "O-O", "O-O-O", "o-o", "e.p.", "N", "e4", "exd5", "e8=Q",
    "e8Q", "e8(Q)", "Nf3", "Nbd7", "N1d2", "Nb1d2", "Kd2", "Rad1", "R1a3", "e2e4", "e2-e4", "Pe4", "N@f3", "x", "...",
    ".", "\u2026", "1. ...", "01.", "1.e4", "1.0-0", "\r\n", "\r", "\n\n", " ", "\t", "\x0b", "\x0c", "\x00", "\x1a",
    "\x7f", "\ufeff", "\u00a0", "\u2013", '"', "\\", '\\"', "+-", "+/-", "~", "ch", "\n*", "*\n\n", "1-0\n\n",
    "{\n[Event \"C\"]\n}", "1-0x", "x1-0", "-1-0", ",", "e9", "@",
    *(marker.decode() for marker in MARKERS), *PHRASES, *(f"{{{phrase}=8/8}}" for phrase in PHRASES),
]  # fmt: skip

RESULTS = [
    b"1/2", b"1/2 - 1/2", b"1/2-1/2.", b"1/2:1/2", b"\xc2\xbd-\xc2\xbd", b"\xbd", b"1:0", b"0:1", b"1 - 0", b"0 -1",
    b"1\xe2\x80\x930", b"1-O", b"0.5-0.5", b"0.5 - 0.5", b".5:,5", b"0 : 1,", b"1/2 -\n1/2", b"1-0.", b"1     - 0",
    b"[ 1:0", b"0,5", b"1-0 ", b"?", b"", b"1-1", *RESULT_HALF,
    *(part + RESULT_BETWEEN[-1] + part for part in (*RESULT_HALF, *RESULT_DECIMAL)),
    *(one + between + RESULT_NOUGHT[-1] for one in RESULT_ONE for between in RESULT_BETWEEN),
    *(nought + b"-" + RESULT_ONE[-1] + end for nought in RESULT_NOUGHT for end in RESULT_ENDS),
]  # fmt: skip

_MAN = re.compile(rb"[KQRBNP](?=[a-h]?[1-8]?[x:\-]?[a-h][1-8])|(?<=[18]=)[QRBN]|(?<=[18])[QRBN]")
_TOKEN = re.compile(r"\S+|\s+")
_NUMBER = re.compile(rb"\b(\d{1,4})\.")
_TAG = re.compile(rb"^\[.*\]\r?\n", re.MULTILINE)


class MovetextChanges:
    """A change to the movetext of a game each."""

    random: random.Random

    def tokens(self, data: bytes) -> bytes:
        """Movetext words swapped, dropped, doubled, or exchanged for others."""
        head, movetext = self.parted(data)
        words = _TOKEN.findall(movetext.decode("latin-1"))
        if len(words) < 3:
            return data
        at, other = self.random.randrange(len(words)), self.random.randrange(len(words))
        way = self.random.randrange(5)
        if way == 0:
            words[at], words[other] = words[other], words[at]
        elif way == 1:
            del words[at]
        elif way == 2:
            words[at:at] = [words[other], " "]
        elif way == 3:
            words[at : at + self.random.randint(0, 1)] = [
                " ",
                self.random.choice(WORDS).encode().decode("latin-1"),
                " ",
            ]
        else:
            words[at] = self.spelling(words[at])
        return head + "".join(words).encode("latin-1")

    def number(self, data: bytes) -> bytes:
        """Move numbers that begin elsewhere: all of them, or only the first."""
        head, movetext = self.parted(data)
        more = self.random.choice((1, 1, 8, 90, -1))
        most = self.random.choice((0, 0, 0, 1))
        return head + _NUMBER.sub(lambda match: b"%d." % max(0, int(match[1]) + more), movetext, count=most)

    def spelling(self, word: str) -> str:
        at = self.random.randint(0, len(word))
        letter = self.random.choice("abcdefgh12345678xNBRQKO-=+#!?.0")
        return word[:at] + letter + word[at + self.random.randint(0, 1) :]

    def aside(self, depth: int = 0) -> str:
        """A comment, a variation, or tokens that nobody can read: nested, and at times broken."""
        pick = self.random
        if pick.random() < 0.4 and depth < 4:
            inner = " ".join(self.aside(depth + 1) for _ in range(pick.randint(0, 3)))
            made = (
                pick.choice(("(1. d4 %s d5)", "(%s)", "( %s *)", "(O-O %s ;x\n)", "(-- %s [x])", "(%s {)} x)")) % inner
            )
        else:
            made = pick.choice(
                (",a", ",b ,c", "{x}", "{x ( y}", ";x )\n", "\n% (\n", "$5", "!?", "[%clk 1]", "e4", "3.", ")")
            )
        if pick.random() < 0.1:
            at = pick.randrange(len(made))
            made = made[:at] + made[at + 1 :]
        return made

    def beside(self, data: bytes) -> bytes:
        """Comments, variations and unreadable tokens between the moves."""
        head, movetext = self.parted(data)
        words = _TOKEN.findall(movetext.decode("latin-1"))
        for _ in range(self.random.choice((1, 1, 2, 4))):
            at = self.random.randint(0, len(words))
            words[at:at] = [" ", self.aside(), self.random.choice((" ", " ", "\n", ""))]
        return head + "".join(words).encode("latin-1")

    def variations(self, data: bytes) -> bytes:
        """Variations of the moves that they stand beside, which can be played, some of them with a word changed; where
        one falls into another they are nested."""
        head, movetext = self.parted(data)
        words = _TOKEN.findall(movetext.decode("latin-1"))
        pick = self.random
        for _ in range(pick.choice((1, 2, 3, 6))):
            at = pick.randrange(len(words) + 1)
            said = words[at : at + pick.choice((1, 3, 5, 9, 20))]
            if said and pick.random() < 0.5:
                changed = pick.randrange(len(said))
                other = (self.spelling(said[changed]), pick.choice(words), pick.choice(WORDS), self.aside(), "")
                said[changed] = pick.choice(other).encode().decode("latin-1")
            behind = at + pick.choice((1, 1, 1, 1, 2, 3, 0))
            words[behind:behind] = [pick.choice((" (", " ( ", "(")), *said, pick.choice((")", ") ", " )", ""))]
        return head + "".join(words).encode("latin-1")

    def respelled(self, data: bytes) -> bytes:
        """Castling, promotions and captures in other spellings, here and there."""
        head, movetext = self.parted(data)
        for old, new in (
            (b"O", b"0"), (b"O", b"o"), (b"-O", b"\xe2\x80\x93O"), (b"-O", b"\x96O"), (b"=Q", b"(Q)"), (b"x", b":"),
            (b"x", b"-"), (b"...", b"\xe2\x80\xa6"), (b".", b" ."), (b" ", b"! "), (b"+", b"++"), (b"N", b"P"),
            (b"=", b"/"),
        ):  # fmt: skip
            if self.random.random() < 0.2:
                movetext = movetext.replace(old, new, self.random.choice((1, 2, -1)))
        return head + movetext

    def letters(self, data: bytes) -> bytes:
        """Piece letters of another language, nearly everywhere."""
        head, movetext = self.parted(data)
        _, letters = self.random.choice(LANGUAGES)
        meant = dict(zip("KQRBNP", letters.split(), strict=True))
        leave = self.random.choice((0.0, 0.0, 0.0, 0.02, 0.5))

        def other(match: re.Match[bytes]) -> bytes:
            return match[0] if self.random.random() < leave else meant[match[0].decode()].encode()

        return head + _MAN.sub(other, movetext)

    def behind(self, data: bytes) -> bytes:
        """Text behind the termination marker, or no marker."""
        words = data.split()
        if words and self.random.random() < 0.3:
            return data[: data.rindex(words[-1])] + self.random.choice((b"", b"\n\n", b"{x", b"(1. e4 *", b"( e4"))
        text = self.random.choice(("%s", "%s\n", "and %s", "%s 1-0", "%s *\n", "{x} %s (y)")) % self.aside()
        return data.rstrip() + self.random.choice((b" ", b"\n")) + text.encode("latin-1")

    def result(self, data: bytes) -> bytes:
        """A termination marker in another spelling, or a Result tag."""
        said = self.random.choice(RESULTS)
        if self.random.random() < 0.4:
            at = data.find(b'[Result "') + 9
            end = data.find(b'"', at)
            return data[:at] + said + data[end:] if at > 8 and end > 0 else b'[Result "' + said + b'"]\n' + data
        words = data.split()
        if words:
            data = data[: data.rindex(words[-1])]
        glue = self.random.choice((b" ", b" ", b"\n", b"", b"{x}", b" (x", b"{"))
        return data + glue + said + self.random.choice((b"", b"\n\n", b" {x}", b" ;x\n", b"!", b" 1. e4", b" $1", b")"))

    def preamble(self, data: bytes) -> bytes:
        """Comments before the tag section, whole and broken, and what may stand beside them."""
        said = [
            b"{x}", b"{a\n\nb 1. e4}", b"{", b"}", b";x\n", b"%x\n", b"words", b'[A "x"]\n', b'{\n[A "x"]\n}', b"{[x}",
            b"\xef\xbb\xbf", b"[x] ", b'A "x"]\n', b'[Event "x\n', b"{\r\n}", b"1. e4 ", b"%", b'{[FEN "x"]}',
        ]  # fmt: skip
        pick = self.random.choice
        for _ in range(pick((1, 1, 2, 3))):
            data = pick((b"{x}", pick(said))) + pick((b"\n", b"\n\n", b"", b" ", b"\r\n", b"\r")) + data
        return data

    def null(self, data: bytes) -> bytes:
        """Null moves, mostly one of either side."""
        head, movetext = self.parted(data)
        words = _TOKEN.findall(movetext.decode("latin-1"))
        at = self.random.randint(0, len(words))
        said = self.random.choice(("--", "Z0", "0000", "@@@@", "null", "PASS"))
        words[at:at] = [" ", said, " "] * self.random.choice((1, 2, 2, 2))
        return head + "".join(words).encode("latin-1")

    def text(self, data: bytes) -> bytes:
        """Latin-1, UTF-8 and control characters in comments, tag values, and anywhere."""
        said = self.random.choice(
            (b"\xe9", b"\xfc\xdf", "\u00e9".encode(), "\u265e\u00bd".encode(), b"\x00\x01", b"\x7f")
        )
        way = self.random.randrange(3)
        at = max(data.find(b'"'), 0) + 1 if way == 0 else self.random.randint(0, len(data))
        return data[:at] + (b"{" + said + b"}" if way == 1 else said) + data[at:]

    def cut(self, data: bytes) -> bytes:
        """Only the first moves, and a marker."""
        head, movetext = self.parted(data)
        words = movetext.split()
        if len(words) < 8:
            return data
        keep = words[: self.random.randint(1, min(len(words), 40))]
        marker = self.random.choice((words[-1], b"*", b"1-0", b"1/2-1/2"))
        glue = self.random.choice((b" ", b" ", b"\n", b"\r\n"))
        return head + glue.join((*keep, marker)) + self.random.choice((b"\n\n", b"\n", b"\r\n\r\n", b""))

    def parted(self, data: bytes) -> tuple[bytes, bytes]:
        pairs = list(_TAG.finditer(data))
        at = pairs[-1].end() if pairs else 0
        while at < len(data) and data[at] in b"\r\n":
            at += 1
        return data[:at], data[at:]
