"""Random SGF games as text, in several styles of writing, and random edits of them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from boardbytes.games.go import GoMove, GoPosition
from boardbytes.model import Colour, GameTree, Setup, Step
from boardbytes.model.notes import Label, Mark, MarkKind

SIZES = ("9", "5", "9:5", "19")
TEXTS = (
    "",
    "x",
    "a good move",
    "two\nlines",
    "a \\] bracket",
    "back\\\\slash",
    "soft\\\nbreak",
    "äöü",
)
SPACES = ("", "", "", " ", "\n", "\r\n", "\t", "\n\n  ")


class Writer:
    """Writes games at random; `style` decides how much white space there is."""

    def __init__(self, seed: object) -> None:
        self.chance = random.Random(f"{seed}")
        self.is_airy = self.chance.random() < 0.5
        self.letters = "abcde"

    def space(self) -> str:
        return self.chance.choice(SPACES) if self.is_airy else ""

    def point(self) -> str:
        return self.chance.choice(self.letters) + self.chance.choice(self.letters)

    def game(self) -> bytes:
        size = self.chance.choice(SIZES)
        head = f"{self.space()}({self.space()};{self.space()}SZ[{size}]"
        for name in self.chance.sample(["PB", "PW", "EV", "GC", "ST", "XX"], 3):
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
        chance = self.chance
        if chance.random() < 0.8:
            name = chance.choice(["B", "W", "B", "W", "Black"])
            yield f"{name}{self.space()}[{chance.choice([self.point(), ''])}]"
        if chance.random() < 0.3:
            yield f"C[{chance.choice(TEXTS)}]"
        if chance.random() < 0.3:
            yield f"{chance.choice(['TR', 'SQ', 'AE', 'AW', 'TB', 'ZZ'])}[{self.point()}]"
        if chance.random() < 0.1:
            yield f"LB[{self.point()}:{chance.choice(['1', 'x'])}]BM[1]BL[{chance.randrange(99)}.5]"
        if chance.random() < 0.05:
            yield f"W[{self.point()}]PL[B]"


def edited(tree: GameTree, chance: random.Random) -> GameTree:
    """A tree with one random edit."""
    ids = [node.id for node in tree.nodes()]
    at = chance.choice(ids)
    start = tree.start
    assert isinstance(start, GoPosition)
    kind = chance.randrange(8)
    if kind == 0:
        return tree.annotate(at, comment=chance.choice(["new", "", "ü ] \\"]))
    if kind == 1:
        return tree.annotate(at, marks=(Mark(MarkKind.CROSS, "A1"),), labels=(Label("B2", "q:"),))
    if kind == 2 and at:
        return tree.remove(at)
    if kind == 3:
        return tree.promote(at)
    if kind == 4:
        return tree.with_headers(black=chance.choice(["Ann", None]), event="Cup")
    if kind == 5:
        return tree.set_properties(at, (("QQ", ("1", "2\\]")),))
    if kind == 6 and at:
        setup = Setup((("C3", "black"),), Colour.WHITE)
        return tree.set_step(at, Step(setup=setup))
    colour = chance.choice([Colour.BLACK, Colour.WHITE])
    return tree.add(at, Step(GoMove.at(chance.randrange(20), start.size), colour, is_forced=True))
