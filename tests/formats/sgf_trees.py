"""Random SGF games as text, in several styles of writing."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from hypothesis import strategies as st

SQUARE = ("9", "5", "19")
SIZES = (*SQUARE, "9:5")
TEXTS = (
    "",
    "x",
    "a good move",
    "two\nlines",
    "a \\] bracket",
    "back\\\\slash",
    "soft\\\nbreak",
    "need\\less\\: \\escapes",
    "äöü",
)
VALUES: dict[str, tuple[str, ...]] = {
    "C": TEXTS[1:],
    "N": ("joseki", "a \\] b", "ß"),
    **dict.fromkeys("MA M TR SQ CR SL DD TB TW L".split(), ("pp", "pp", "aa:bb")),
    **dict.fromkeys("AE AW AB".split(), ("pp",)),
    "LB": ("pp:1", "pp:x", "pp:a\\:\\]"),
    **dict.fromkeys("AR LN".split(), ("pp:pp",)),
    **dict.fromkeys("BM TE DM GB GW HO UC".split(), ("1", "2", "")),
    **dict.fromkeys("DO IT".split(), ("",)),
    "V": ("1", "-2.5"),
    "XFIG": ("win rate:0.5",),
    **dict.fromkeys("BL WL".split(), ("1", "60.5", "late")),
    **dict.fromkeys("OB OW".split(), ("7",)),
    **dict.fromkeys("ZZ KO FG".split(), ("", "verb\\]atim", "pp:pp")),
}
"""Values of every kind of property; `pp` stands for a point."""
SINGLE = frozenset("C N BM TE DM GB GW HO UC DO IT V BL WL OB OW".split())
"""The properties that have one value."""
EITHER = (("AE", "AW", "AB"), ("MA", "M"))
"""The properties of which a node has one: where it has two, their order counts."""
SPACES = ("", "", "", " ", "\n", "\r\n", "\t", "\n\n  ")


class Drawn:
    """Chance that Hypothesis draws, so that what fails shrinks."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw

    def randrange(self, start: int, stop: int | None = None) -> int:
        first, end = (0, start) if stop is None else (start, stop)
        return first + self._draw(_BELOW[end - first])

    def random(self) -> float:
        return self.randrange(100) / 100

    def choice(self, values: Sequence[str]) -> str:
        return values[self.randrange(len(values))]

    def sample(self, values: Sequence[str], count: int) -> list[str]:
        rest = list(values)
        return [rest.pop(self.randrange(len(rest))) for _ in range(count)]


_BELOW = [st.integers(0, max(0, number - 1)) for number in range(101)]


@st.composite
def games(draw: st.DrawFn) -> bytes:
    """Games as text, in all of the writer's styles."""
    return Writer(Drawn(draw)).game()


class Writer:
    """Writes games at random, in a style with little white space or with much."""

    def __init__(self, chance: random.Random | Drawn, sizes: Sequence[str] = SIZES) -> None:
        self.chance, self.sizes = chance, sizes
        self.is_airy = self.chance.random() < 0.5
        self.letters = "abcde"

    def space(self) -> str:
        return self.chance.choice(SPACES) if self.is_airy else ""

    def point(self) -> str:
        return self.chance.choice(self.letters) + self.chance.choice(self.letters)

    def game(self) -> bytes:
        size = self.chance.choice(self.sizes)
        head = f"{self.space()}({self.space()};{self.space()}SZ[{size}]"
        for name in self.chance.sample(["PB", "PW", "EV", "GC", "ST", "XX", "WR"], 3):
            head += f"{self.space()}{name}[{self.chance.choice(TEXTS)}]"
        for name in ("KM[6.5]", "RE[B+3.5]", "RU[Japanese]", "AB[aa][bb]", "FF[4]", "CA[UTF-8]"):
            head += name if self.chance.random() < 0.3 else ""
        return f"{head}{''.join(self.branches(6))}{self.space()}){self.space()}".encode()

    def branches(self, depth: int) -> Iterator[str]:
        """What follows a node: a sequence, then perhaps variations."""
        for _ in range(self.chance.randrange(4)):
            yield self.node()
        if depth and self.chance.random() < 0.5:
            for _ in range(self.chance.randrange(1, 4)):
                inner = "".join(self.branches(depth - 1))
                yield f"{self.space()}({self.space()}{self.node()}{inner}{self.space()})"

    def node(self) -> str:
        properties = [f"{self.space()}{each}" for each in self.properties()]
        return f"{self.space()};{''.join(properties)}"

    def properties(self) -> Iterator[str]:
        """The properties of a node, each once, in any order."""
        chance = self.chance
        if chance.random() < 0.8:
            name = chance.choice(["B", "W", "B", "W", "Black"])
            yield f"{name}{self.space()}[{chance.choice([self.point(), ''])}]"
        count = (0, 0, 0, 1, 1, 2, 3)[chance.randrange(7)]
        others = {name for names in EITHER for name in chance.sample(names, len(names) - 1)}
        for name in chance.sample([name for name in VALUES if name not in others], count):
            values = [chance.choice(VALUES[name]) for _ in range((1, 1, 2)[chance.randrange(3)])]
            if name in SINGLE:
                del values[1:]
            texts = [re.sub("pp", lambda _: self.point(), value) for value in values]
            yield name + "".join(f"{self.space()}[{text}]" for text in dict.fromkeys(texts))
        if chance.random() < 0.05:
            yield f"W[{self.point()}]PL[B]"
