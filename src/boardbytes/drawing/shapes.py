"""A picture as shapes, before anyone knows whether it becomes SVG, PNG or text.

Lengths are in steps of the board: neighbouring lines are 1 apart. A shape has a role, such as
`line` or `white-stone`; what a role looks like is the theme's business.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

PIECES = ("-stone", "-king")
"""How the roles of pieces end."""


class Line(NamedTuple):
    """A straight line."""

    role: str
    x1: float
    y1: float
    x2: float
    y2: float


class Circle(NamedTuple):
    """A disc."""

    role: str
    x: float
    y: float
    radius: float


class Box(NamedTuple):
    """A rectangle, from its upper left corner."""

    role: str
    x: float
    y: float
    width: float
    height: float


class Text(NamedTuple):
    """A text, centred vertically on its point."""

    role: str
    x: float
    y: float
    text: str
    anchor: Literal["start", "middle", "end"] = "middle"


Outline: TypeAlias = tuple[tuple[float, float], ...]
"""The corners of a polygon."""


class Area(NamedTuple):
    """Polygons that look alike, painted together."""

    role: str
    outlines: tuple[Outline, ...]
    has_edges: bool = True
    """Whether the edge of each is drawn, if its role has one."""


Shape: TypeAlias = "Line | Circle | Box | Text | Area"


class Mosaic(NamedTuple):
    """A picture for a terminal in half characters: roles from the top, None where it is empty.

    `legend` has the words for each role.
    """

    rows: tuple[tuple[str | None, ...], ...]
    legend: tuple[tuple[str, str], ...]


class Anchor(NamedTuple):
    """Where a point of the board is in the picture, so that it can be pointed at."""

    name: str
    x: float
    y: float


class Sign(NamedTuple):
    """What a terminal shows of a mark: on an empty point, or right beside a piece."""

    kind: str
    x: float
    y: float
    text: str = ""


@dataclass(frozen=True)
class Scene:
    """Shapes from back to front, the part of the plane they are on, and a sentence for them.

    In a terminal a step of the board is `columns` characters wide and `rows` lines high.
    """

    description: str
    left: float
    top: float
    width: float
    height: float
    shapes: tuple[Shape, ...]
    columns: int = 4
    rows: int = 2
    mosaic: Mosaic | None = None
    """What a terminal shows instead of the shapes, if there is something better."""
    spots: tuple[Anchor, ...] = ()
    reach: float = 0.5
    """How close to a spot one must be to point at it."""
    ground: str = "paper"
    """The role of what everything lies on."""
    signs: tuple[Sign, ...] = ()
    """The marks that people made, for a terminal; in a picture they are shapes."""

    def captioned(self, words: str) -> Scene:
        """The same with other words in place of its caption, which also ends its description."""
        shapes = tuple(
            each._replace(text=words) if isinstance(each, Text) and each.role == "caption" else each
            for each in self.shapes
        )
        said = f"{self.description.rpartition('; ')[0]}; {words}"
        return replace(self, description=said, shapes=shapes)

    def on(self, spot: Anchor) -> str:
        """The role of the piece that is drawn on a spot; empty if there is none."""
        return self._pieces.get((spot.x, spot.y), "")

    @cached_property
    def _pieces(self) -> dict[tuple[float, float], str]:
        return {
            (shape.x, shape.y): shape.role
            for shape in self.shapes
            if isinstance(shape, Circle) and shape.role.endswith(PIECES)
        }


class Equipment(NamedTuple):
    """What a game is played with."""

    ground: Callable[..., Scene]
    """The empty board of a position, with its coordinates."""
    pieces: Mapping[str, tuple[Shape, ...]]
    """The shapes of each piece, around the origin; a piece has a name such as `white stone`."""
    standing: Callable[..., dict[str, str]]
    """The pieces of a position by the names of their points."""
