"""The mill board: 24 points on three rings, 16 lines of three.

Points are numbered by ring, clockwise from the top left: 0–7 the outer ring, 8–15 the middle,
16–23 the inner. Corners are even, midpoints odd. A set of points is an integer with one bit each.

    0-----------1-----------2
    |           |           |
    |   8-------9------10   |
    |   |       |       |   |
    |   |  16--17--18   |   |
    |   |   |       |   |   |
    7--15--23      19--11---3
    |   |   |       |   |   |
    |   |  22--21--20   |   |
    |   |       |       |   |
    |  14------13------12   |
    |           |           |
    6-----------5-----------4
"""

from __future__ import annotations

from collections.abc import Iterable

from boardbytes.model.colour import Colour, Sides

SIDES = Sides(Colour.WHITE, Colour.BLACK)

STONES = 9
"""How many stones each side has."""

POINTS = 24
RINGS = 3

NAMES: tuple[str, ...] = tuple(
    "a7 d7 g7 g4 g1 d1 a1 a4 b6 d6 f6 f4 f2 d2 b2 b4 c5 d5 e5 e4 e3 d3 c3 c4".split()
)
"""The name of each point: column letter from the left, row digit from the bottom."""

ROW_ORDER: tuple[int, ...] = (
    *(0, 1, 2, 8, 9, 10, 16, 17, 18, 7, 15, 23),
    *(19, 11, 3, 22, 21, 20, 14, 13, 12, 6, 5, 4),
)
"""The points left to right, top to bottom: row number to ring number."""

LINES: tuple[tuple[int, int, int], ...] = tuple(
    (8 * ring + corner, 8 * ring + corner + 1, 8 * ring + (corner + 2) % 8)
    for ring in range(RINGS)
    for corner in (0, 2, 4, 6)
) + tuple((midpoint, midpoint + 8, midpoint + 16) for midpoint in (1, 3, 5, 7))
"""The 16 lines on which a mill can stand, each in the order in which stones slide along it."""

NEIGHBOURS: tuple[frozenset[int], ...] = tuple(
    frozenset(
        other
        for first, middle, last in LINES
        for pair in ((first, middle), (middle, last))
        for other in pair
        if point in pair and other != point
    )
    for point in range(POINTS)
)

COORDINATES: tuple[tuple[int, int], ...] = tuple(
    (ord(name[0]) - ord("a"), 7 - int(name[1])) for name in NAMES
)
"""Column and row of each point on a grid of 7 × 7, both from 0, rows from the top."""


def mask_of(points: Iterable[int]) -> int:
    """The set of these points as an integer."""
    mask = 0
    for point in points:
        mask |= 1 << point
    return mask


def points_of(mask: int) -> tuple[int, ...]:
    """The points of a set, in ascending order: the inverse of `mask_of`."""
    return tuple(point for point in range(POINTS) if mask >> point & 1)
