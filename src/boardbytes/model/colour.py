"""The colours that sides have, and the two sides of a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum


class Colour(Enum):
    """What a side is called; `Colour("white")` reads the name that `str` writes."""

    WHITE = "white"
    BLACK = "black"
    RED = "red"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Sides:
    """The two sides of a game, the one that moves first before the other."""

    first: Colour
    second: Colour

    def other(self, colour: Colour) -> Colour:
        """The side that a side plays against."""
        return self.first if colour is self.second else self.second

    def __iter__(self) -> Iterator[Colour]:
        return iter((self.first, self.second))

    @property
    def names(self) -> tuple[str, str]:
        """What the two are called."""
        return self.first.value, self.second.value
