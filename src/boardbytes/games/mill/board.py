"""The boards of mill as tables: points, lines, neighbours, symmetries.

Points are numbered by ring, clockwise from the top left: 0–7 the outer ring, 8–15 the middle,
16–23 the inner. Corners are even, midpoints odd. A set of points is an integer with one bit each.

    0-----------1-----------2
    |           |           |
    |   8-------9------10   |
    |   |       |       |   |
    |   |  16--17--18   |   |
    |   |   |       |   |   |
    7--15--23      19--11---3         0---1---2
    |   |   |       |   |   |         | \\ | / |
    |   |  22--21--20   |   |         7---8---3
    |   |       |       |   |         | / | \\ |
    |  14------13------12   |         6---5---4
    |           |           |
    6-----------5-----------4         the square

The board of two rings is this one without the inner ring. The square has one ring, and 8 is its
centre.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from boardbytes.model.colour import Colour, Sides
from boardbytes.model.registry import find

SIDES = Sides(Colour.WHITE, Colour.BLACK)

MOST_STONES = 12
"""No member of the family has more stones a side."""


@dataclass(frozen=True, eq=False, repr=False)
class MillBoard:
    """A board: where stones stand, along which lines they move, and where a mill can stand.

    There is one board of each name, so boards are compared by identity, not by what they hold.
    """

    name: str
    title: str
    names: tuple[str, ...]
    """The name of each point: column letter from the left, row digit from the bottom."""
    lines: tuple[tuple[int, int, int], ...]
    """The lines on which a mill can stand, each in the order in which stones slide along it."""
    paths: tuple[tuple[int, ...], ...]
    """The lines along which stones slide: those above, and those on which no mill can stand."""
    symmetries: tuple[tuple[int, ...], ...]
    """For every way to lay the board onto itself, where each point goes; the first moves none."""
    neighbours: tuple[frozenset[int], ...]
    coordinates: tuple[tuple[int, int], ...]
    """Column and row of each point, both from 0, rows from the top."""
    row_order: tuple[int, ...]
    """The points left to right, top to bottom: row number to ring number."""
    filling: str | None
    """The module whose functions fill the kernel for this board; None where it needs no filling."""

    @property
    def points(self) -> int:
        """How many points the board has."""
        return len(self.names)

    @property
    def all(self) -> int:
        """The set of all its points."""
        return (1 << self.points) - 1

    @property
    def size(self) -> int:
        """How many columns and rows of the grid the board covers."""
        return 1 + max(column for column, _ in self.coordinates)

    def __repr__(self) -> str:
        return f"<the mill board {self.name}>"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return find_board, (self.name,)


def find_board(name: str) -> MillBoard:
    """The board of that name; UnknownNameError, with similar names, if there is none."""
    return find("mill board", name, BOARDS)


def _board(
    name: str,
    title: str,
    names: str,
    lines: Iterable[tuple[int, int, int]],
    further: Iterable[tuple[int, int]],
    symmetries: Iterable[tuple[int, ...]],
    filling: str | None,
) -> MillBoard:
    """A board, from what defines it: `further` has the neighbours that no line joins."""
    lines, by_point = tuple(lines), tuple(names.split())
    paths = (*lines, *further)
    steps = {pair for path in paths for pair in pairwise(path)}
    size = max(int(text[1]) for text in by_point)
    coordinates = tuple((ord(text[0]) - ord("a"), size - int(text[1])) for text in by_point)
    points = range(len(by_point))
    return MillBoard(
        name=name,
        title=title,
        names=by_point,
        lines=lines,
        paths=paths,
        symmetries=tuple(symmetries),
        neighbours=tuple(
            frozenset(a + b - point for a, b in steps if point in (a, b)) for point in points
        ),
        coordinates=coordinates,
        row_order=tuple(sorted(points, key=lambda point: coordinates[point][::-1])),
        filling=filling,
    )


def _sides(rings: int) -> tuple[tuple[int, int, int], ...]:
    return tuple(
        (8 * ring + corner, 8 * ring + corner + 1, 8 * ring + (corner + 2) % 8)
        for ring in range(rings)
        for corner in (0, 2, 4, 6)
    )


def _across(*firsts: int) -> tuple[tuple[int, int, int], ...]:
    return tuple((first, first + 8, first + 16) for first in firsts)


def _turns(rings: int, centre: int = 0) -> tuple[tuple[int, ...], ...]:
    """Four turns, four mirrored ones, and with several rings the same with the rings swapped.

    In that order: point `i` of a ring goes to `±i + 2·quarter`.
    """
    return tuple(
        tuple(
            8 * (rings - 1 - ring if is_swapped else ring) + (sign * step + 2 * quarter) % 8
            for ring in range(rings)
            for step in range(8)
        )
        + tuple(8 * rings + place for place in range(centre))
        for is_swapped in ((False, True) if rings > 1 else (False,))
        for sign in (1, -1)
        for quarter in range(4)
    )


_OUTER = "a7 d7 g7 g4 g1 d1 a1 a4 b6 d6 f6 f4 f2 d2 b2 b4"
_PACKAGE = __name__.rpartition(".")[0]

THREE_RINGS = _board(
    "three-rings",
    "24 points, 16 lines",
    f"{_OUTER} c5 d5 e5 e4 e3 d3 c3 c4",
    _sides(3) + _across(1, 3, 5, 7),
    (),
    _turns(3),
    None,
)
DIAGONALS = _board(
    "diagonals",
    "24 points, 20 lines",
    f"{_OUTER} c5 d5 e5 e4 e3 d3 c3 c4",
    _sides(3) + _across(1, 3, 5, 7, 0, 2, 4, 6),
    (),
    _turns(3),
    f"{_PACKAGE}.diagonals_kernel",
)
TWO_RINGS = _board(
    "two-rings",
    "16 points, 8 lines",
    _OUTER,
    _sides(2),
    ((1, 9), (3, 11), (5, 13), (7, 15)),
    _turns(2),
    f"{_PACKAGE}.two_rings_kernel",
)
SQUARE = _board(
    "square",
    "9 points, 8 lines",
    "a3 b3 c3 c2 c1 b1 a1 a2 b2",
    (*_sides(1), (0, 8, 4), (1, 8, 5), (2, 8, 6), (3, 8, 7)),
    (),
    _turns(1, centre=1),
    f"{_PACKAGE}.square_kernel",
)

BOARDS: Mapping[str, MillBoard] = {
    board.name: board for board in (THREE_RINGS, DIAGONALS, TWO_RINGS, SQUARE)
}

# Nine Men's Morris, for what knows no other member: numbers, saves, tables.
STONES = 9
"""How many stones each side has."""
POINTS = THREE_RINGS.points
NAMES = THREE_RINGS.names
ROW_ORDER = THREE_RINGS.row_order
LINES = THREE_RINGS.lines
NEIGHBOURS = THREE_RINGS.neighbours
COORDINATES = THREE_RINGS.coordinates


def mask_of(points: Iterable[int]) -> int:
    """The set of these points as an integer."""
    mask = 0
    for point in points:
        mask |= 1 << point
    return mask


def points_of(mask: int) -> tuple[int, ...]:
    """The points of a set, in ascending order: the inverse of `mask_of`."""
    return tuple(point for point in range(mask.bit_length()) if mask >> point & 1)
