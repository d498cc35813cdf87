"""The two sides of a game."""

from __future__ import annotations

from enum import Enum


class Colour(Enum):
    """White or black; `Colour("white")` reads the name that `str` writes."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> Colour:
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE

    def __str__(self) -> str:
        return self.value
