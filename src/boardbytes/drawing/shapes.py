"""A picture as shapes, before anyone knows whether it becomes SVG, PNG or text.

Lengths are in steps of the board: neighbouring lines are 1 apart. A shape has a role, such as
`line` or `white-stone`; what a role looks like is the theme's business.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

PIECES = ("-stone", "-king")
"""How the roles of pieces end."""


@dataclass(frozen=True)
class Line:
    """A straight line."""

    role: str
    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True)
class Circle:
    """A disc."""

    role: str
    x: float
    y: float
    radius: float


@dataclass(frozen=True)
class Box:
    """A rectangle, from its upper left corner."""

    role: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Text:
    """A text, centred vertically on its point."""

    role: str
    x: float
    y: float
    text: str
    anchor: Literal["start", "middle", "end"] = "middle"


Outline: TypeAlias = tuple[tuple[float, float], ...]
"""The corners of a polygon."""


@dataclass(frozen=True)
class Area:
    """Polygons that look alike, painted together."""

    role: str
    outlines: tuple[Outline, ...]
    has_edges: bool = True
    """Whether the edge of each is drawn, if its role has one."""


Shape: TypeAlias = "Line | Circle | Box | Text | Area"


@dataclass(frozen=True)
class Mosaic:
    """A picture for a terminal in half characters: roles from the top, None where it is empty.

    `legend` has the words for each role.
    """

    rows: tuple[tuple[str | None, ...], ...]
    legend: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Spot:
    """Where a point of the board is in the picture, so that it can be pointed at."""

    name: str
    x: float
    y: float


@dataclass(frozen=True)
class Sign:
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
    spots: tuple[Spot, ...] = ()
    reach: float = 0.5
    """How far from a spot one still points at it."""
    signs: tuple[Sign, ...] = ()
    """The marks that people made, for a terminal; in a picture they are shapes."""

    def on(self, spot: Spot) -> str:
        """The role of the piece that is drawn on a spot; empty if there is none."""
        return self._pieces.get((spot.x, spot.y), "")

    @cached_property
    def _pieces(self) -> dict[tuple[float, float], str]:
        return {
            (shape.x, shape.y): shape.role
            for shape in self.shapes
            if isinstance(shape, Circle) and shape.role.endswith(PIECES)
        }
